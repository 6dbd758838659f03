"""Finds a learning by its id, in any tier, and also in git's history."""

import argparse
import re
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core import git
from memory_core.core.budget import clip
from memory_core.core.light import json_store
from memory_core.core.light.errors import Refusal
from memory_core.core.options import call as options_call
from memory_core.core.options import parsed, spelling
from memory_core.core.report import Report
from memory_core.core.safe_json import fenced
from memory_core.core.session import current as current_session
from memory_core.learnings import access_log, archive, tiers, view, warm_files
from memory_core.learnings import learning as codec
from memory_core.learnings import warm as form
from memory_core.learnings.learning import COLD, GLOBAL, HOT, PROJECT, WARM, Cold, Learning
from memory_core.learnings.tiers import Hot
from memory_core.recall.view import ROOM

PAST: Final = "git"  # the tier of what stands in git's history alone
_LISTED: Final = 8  # ids that a refusal names
_LEAST: Final = 4  # hex digits by which one that is hot can be named
_NUMBERED: Final = re.compile(r"(pref|pat)[_-]?0*(\d{1,9})", re.ASCII)


class Match(NamedTuple):
    """A learning and its place."""

    learning: Learning
    tier: str
    session: str = ""  # that it is hot in
    cold: Cold | None = None
    commit: str = ""  # of git's history that still has it


def parse(action: str, arguments: Sequence[str]) -> argparse.Namespace:
    """The options of an action."""
    return parsed(f"jarvis {action}", arguments)


def call(options: argparse.Namespace) -> str:
    """How the reader of an answer calls an action: in a session, or in a terminal."""
    return options_call(options, "jarvis")


def show(options: argparse.Namespace, value: object, text: str) -> Report:
    """The report on learnings; for a session, which a model reads, the text is fenced and not too long."""
    text = redact.clean(text)
    if options.args_stdin or current_session():
        return Report(options, value, lambda: fenced(_within(text, ROOM), "learnings"), is_ready=True)
    return Report(options, value, text)


def _within(text: str, room: int) -> str:
    if len(text) <= room:
        return text
    head = text[:room].rpartition("\n")[0]
    return f"{head}\n… +{text.count(chr(10)) - head.count(chr(10))} more: `search WORDS` finds them"


def present(root: str) -> Hot:
    """The hot tier of the current session; outside of a session that of the newest living session."""
    living = tiers.hot(root)
    own = [each for each in living if each.session == current_session()]
    return (own or ([] if current_session() else living) or [Hot(current_session(), [], [])])[0]


def hot_here(root: str) -> list[Match]:
    """The hot learnings of that session: those that it heard, and the warm learnings that it was shown and that still
    hold.
    """
    here = present(root)
    known = {(level, each.id): each for level in (PROJECT, GLOBAL) for each in warm_files.read(root, level).learnings}
    shown = [known[each.level, each.id] for each in here.matched if (each.level, each.id) in known]
    return [Match(each, HOT, here.session) for each in (*here.own, *shown)]


def every(root: str) -> list[Match]:
    """All learnings visible to this project: hot, warm and cold; of one in two tiers only the warmer."""
    living = sorted(tiers.hot(root), key=lambda each: each.session != current_session())
    result = [Match(each, HOT, hot.session) for hot in living for each in hot.own]
    result += [Match(each, WARM) for level in (PROJECT, GLOBAL) for each in warm_files.read(root, level).learnings]
    cold = sorted(archive.read(root), key=lambda each: each.archived, reverse=True)
    result += [Match(each.learning, COLD, cold=each) for each in cold]
    first: dict[tuple[str, str], Match] = {}
    for item in result:
        first.setdefault((item.learning.id, "" if item.tier == HOT else item.learning.level), item)
    return list(first.values())


def past(root: str, known: Sequence[Match]) -> list[Match]:
    """The learnings that only git's history has, without those that the user deleted."""
    words = {codec.fingerprint(each.learning) for each in known}
    gone = {str(line.get("learning_id")) for line in access_log.read(root) if line.get("action") == "deleted"}
    return [
        Match(each.learning, PAST, commit=each.commit)
        for each in read(root)
        if each.learning.id not in gone and codec.fingerprint(each.learning) not in words
    ]


def by_id(options: argparse.Namespace, wanted: str, *within: str) -> Match:
    """The learning of that id in one of these tiers; `Refusal` lists the candidates if it is ambiguous or missing."""
    known = every(options.root)
    level, _, name = wanted.strip().strip("[](){}.,:;`'\"").casefold().rpartition("/")

    def named(matches: Sequence[Match]) -> list[Match]:
        return [each for each in matches if _is(each.learning.id, name) and level in ("", each.learning.level)]

    near = named(known)
    if not near and PAST in within:
        near = named(past(options.root, known))[:1]
    there = [each for each in near if each.tier in within]
    if len(there) == 1:
        return there[0]
    if there:
        names = [f"{each.learning.level}/{view.named(each.learning)}" for each in there[:_LISTED]]
        raise Refusal(f"{clip(wanted, 60)!r} fits several learnings; name one:\n  " + "\n  ".join(names))
    if near:
        raise Refusal(_elsewhere(options, near[0]))
    raise Refusal(_unknown(options, wanted, [each for each in known if each.tier in within]))


def _is(own: str, name: str) -> bool:
    if own == name:
        return True
    numbered, known = _NUMBERED.fullmatch(name), _NUMBERED.fullmatch(own)
    if numbered and known:
        return numbered.groups() == known.groups()
    digits = name.removeprefix("hot_").removeprefix("hot-")
    return own.startswith("hot_") and len(digits) >= _LEAST and own.removeprefix("hot_").startswith(digits)


def _elsewhere(options: argparse.Namespace, match: Match) -> str:
    """What to do with a learning that is in another tier than the action is for."""
    named = view.named(match.learning)
    if match.tier == COLD:
        return f"{named} is cold; `{call(options)} restore --id {match.learning.id}` brings it back"
    return f"{named} is {match.tier} already; nothing was changed"


def _unknown(options: argparse.Namespace, wanted: str, known: Sequence[Match]) -> str:
    """What there is if nothing has the id that was given."""
    problem = f"no learning has the id {clip(wanted, 60)!r}; " if wanted.strip() else "say which; "
    if not known:
        return f"{problem}there is none yet: what you prefer is heard in a session, or `{call(options)} learn WORDS`"
    words = {word for word in wanted.casefold().split() if len(word) > 2}
    ids = spelling().nearest(wanted, [each.learning.id for each in known], least=spelling().SURE)
    about = [each for each in known if words and words <= {*re.findall(r"\w+", each.learning.description.casefold())}]
    close = [each for each in known if each.learning.id in ids]
    offered = list({each.learning.id: each for each in (*about, *close, *known)}.values())
    rows = "\n  ".join(view.named(each.learning) for each in offered[:_LISTED])
    left = len(offered) - _LISTED
    more = f"\n  … +{left} more: `{call(options)} list`" if left > 0 else ""
    return f"{problem}there is\n  {rows}{more}"


COMMITS: Final = 200  # that changed the file, the newest first
_SECONDS: Final = 3.0
_AT_ONCE: Final = 10  # versions of the file
_LINE: Final = 16_000  # bytes of an entry
_MARK: Final = b'"description"'


class Past(NamedTuple):
    """A learning as it is in the newest commit that has it."""

    learning: Learning
    commit: str


def read(root: str) -> list[Past]:
    """Every learning of the last versions of the project's warm file, the newest wording of an id first.

    Nothing if git cannot be asked; what three seconds do not reach is left out.
    """
    end = time.monotonic() + _SECONDS
    result: dict[tuple[str, str], Past] = {}
    known: set[bytes] = set()
    place = warm_files.place(PROJECT)
    try:
        asked = ("log", "--full-history", f"--max-count={COMMITS}", "--format=%h", "--", place)
        commits = git.run(root, *asked, seconds=_SECONDS).decode().split()
        for at in range(0, len(commits), _AT_ONCE):
            if time.monotonic() > end:
                break
            names = {f"{commit}:./{place}": commit for commit in commits[at : at + _AT_ONCE]}
            for name, text in git.blobs(root, names).items():
                for line in (text or b"").splitlines():
                    if _MARK in line and len(line) <= _LINE and line not in known:
                        known.add(line)
                        each = _learning(line)
                        if each:
                            result.setdefault((each.id, codec.fingerprint(each)), Past(each, names[name]))
    except git.GitError:
        return []
    return list(result.values())


def _learning(line: bytes) -> Learning | None:
    """The learning on a line of a warm file; None if it holds none."""
    item = json_store.parsed(line.decode("utf-8", "replace").strip().rstrip(","))
    name = codec.identity(item.get("id"))
    kind = codec.KINDS.get(name.partition("_")[0])
    each = codec.from_item(item, kind, PROJECT) if kind and not form.is_too_deep(item) else None
    return each if each and len(each.description) <= form.LONGEST else None
