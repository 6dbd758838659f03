"""`memory-core spec note KIND SUMMARY`: keep a memory of the current spec once, on HEAD.

With `--body-file -` and no summary the first line of the text is the summary, so a model can write everything at once.
"""

import argparse
import sys
from typing import Final

from memory_core.core import budget, registry
from memory_core.core.light.deduplicate import speaker
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import SUMMARY, Memory, kind_of
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.redact import second_opinion
from memory_core.specs import keep, spec_place, view
from memory_core.specs.spec_place import Place
from memory_core.verbs import remember

EXAMPLE: Final = 'memory-core spec note blocker "The sandbox has no clock"'
_KINDS: Final = ("decision", "blocker", "learning", "research", "elicitation", "pattern", "deviation", "progress")
_LONGEST: Final = 200_000  # bytes of a text on standard input


def note(arguments: list[str]) -> Report:
    """Keep a memory of the spec, once; `Refusal` if it cannot be kept as given."""
    options = parsed("spec note", arguments)
    for flag in ("amend", "ticket"):
        if getattr(options, flag):
            raise Refusal(f"--{flag} is not an option of `spec note`; `memory-core remember` has it. Nothing was kept")
    if options.body_file not in ([], ["-"]):  # a session's permission for this verb is no permission to read files
        raise Refusal("--body-file of `spec note` is `-`, standard input, once. Nothing was kept")
    place = spec_place.place_of(options)
    spec = spec_place.chosen(place, options.spec or "", completed=True)
    options.spec = spec.slug
    options.phase = options.phase or spec.phase
    draft = _drafted(options)
    with spec_place.held(place):
        kept, is_new = _kept(place, draft)
        spec_place.work_on(place, spec.slug)
    why = keep.indexed(place, [kept])
    lines = [*view.kept([kept], "kept" if is_new else "known already:"), why]
    value = view.data(spec, [kept], more={"known": not is_new})
    return Report(options, value, lambda: view.as_text(spec, lines), is_ready=True)


def _drafted(options: argparse.Namespace) -> Memory:
    """The memory as given: its summary shortened to its limit; a longer summary is repeated whole in the body."""
    kind, *words = options.words or [""]
    summary, rest = " ".join(" ".join(words).split()), ""
    if not summary and options.body_file == ["-"] and not options.args_stdin:
        text = sys.stdin.buffer.read(_LONGEST).decode("utf-8", "replace").removeprefix("\ufeff").strip()
        summary, _, rest = text.partition("\n")
        summary = " ".join(summary.strip(" \t\r#").split())
        options.body_file = []
    known = (*remember.KEPT, *remember.GUARD_RAILS)  # who names a guard rail is told where it goes
    if kind_of(kind) not in known and kind.casefold() not in ("deviation", "deviations"):
        what = f"there is no kind {kind!r}" if kind else "say what kind of memory it is"
        raise Refusal(f"{what}; kinds: {', '.join(_KINDS)}; example: `{EXAMPLE}`. Nothing was kept")
    if not summary:
        raise Refusal(f"give the text of the memory: `{EXAMPLE}`. Nothing was kept")
    short = budget.clip(summary, SUMMARY)
    options.words = [kind, *([short] if short else [])]
    memory = remember.drafted(options)
    parts = ["" if short == summary else second_opinion.clean(summary), memory.body, second_opinion.clean(rest)]
    return memory._replace(body=budget.trimmed("\n\n".join(part.strip() for part in parts if part.strip())))


def _kept(place: Place, memory: Memory) -> tuple[Memory, bool]:
    """(the memory as it is kept, whether it is new). Equal words of one kind are one memory of a spec.

    A memory that is over and is given again is new.
    """
    others = [entry for entry in keep.known(place, memory.scope.work or "") if entry.fingerprint == memory.fingerprint]
    there = speaker(others) if others else None
    if there and there.status == memory.status and memory.body.strip() in there.body:
        return there, False
    return registry.keep(place.root, [memory])[0], True
