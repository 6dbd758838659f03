"""`memory-core iris allow`: an edit that a rule stopped passes once, because the user says so."""

import argparse
import os
from collections.abc import Sequence

from memory_core.core.budget import clip
from memory_core.core.light.errors import Refusal
from memory_core.core.report import Report
from memory_core.guardrails import passes
from memory_core.guardrails.entry_options import parse
from memory_core.guardrails.passes import Entry

_DOES = (
    "Let an edit that a rule stopped pass, once: the last one, or the last by these rules. A rule that denies stays."
)


def allow(arguments: list[str]) -> Report:
    """Let the next such edit of that file pass; `Refusal` where no such edit was stopped."""
    options = parse("allow", arguments)
    entries = _stopped(options)
    if not passes.allow(options.root, entries):
        raise Refusal("the pass cannot be written; `memory-core doctor` says where nothing can be kept")
    names, path = [entry.rule for entry in entries], entries[0].path
    times = passes.free(options.root, entries)
    often = "once" if times == 1 else f"{times} times"
    text = f"allowed: {', '.join(names)} lets the next edit of {path} pass, {often}, in its session"
    value = {"allowed": {"rules": names, "file": path, "times": times}}
    return Report(options, value, f"{text}\nThe edit that was stopped can be made again.")


def _stopped(options: argparse.Namespace) -> Sequence[Entry]:
    """The rules that stopped the edit that is meant."""
    session = os.environ.get("CLAUDE_CODE_SESSION_ID", "")
    names = [word.strip(",") for word in options.words]
    paths = passes.called(options.root, options.file, (options.here, options.root)) if options.file else []
    entries = passes.last(options.root, session, names, paths)
    missing = [name for name in names if name.casefold() not in {entry.rule.casefold() for entry in entries}]
    if missing or not entries:
        what = f" by {', '.join(clip(name, 40) for name in missing)}" if missing else ""
        where = f" of {clip(options.file, 100)}" if options.file else ""
        whose = " in this session" if session else ""
        raise Refusal(f"no edit{where} was stopped{what}{whose} that its user may let pass; nothing is allowed")
    return entries
