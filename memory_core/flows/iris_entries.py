"""`memory-core iris add-… | reject | edit | remove`: what a person says of the guard rails, into `IRIS_MEMORY.json`."""

import argparse
import importlib
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from memory_core.domain import screen
from memory_core.domain.budget import clip
from memory_core.domain.errors import Refusal
from memory_core.domain.guard.rule import DECIDES, forbidden, keeps_place
from memory_core.domain.guardrail_rules import EVERYWHERE, check_dates, scoped
from memory_core.domain.guardrails import FILE, Rails, Section, from_item, section_of, to_item
from memory_core.domain.ledger import whole
from memory_core.domain.memory import Memory, as_json
from memory_core.flows import iris_audit, iris_show, remember, screening, write_briefing
from memory_core.flows.iris_audit import Hit
from memory_core.flows.options import Parser, emit
from memory_core.stores import clock, git, guardrails, journal, workspace
from memory_core.views import guardrails as view

SECONDS: Final = 5.0  # for index and briefing; what is left is done by the next one who opens them
REPLAYED: Final = 200  # commits that a rule is tried on before it may refuse an edit
_NAMED: Final = 5  # places that a refusal names
_PROPOSAL: Final = re.compile(r"[A-Za-z]+-\d+")
_DOES: Final = {
    "constraint": ("add-constraint", "Never use an ORM"),
    "exception": ("add-pattern", "UserService stays one class"),
    "rejection": ("reject", "Split the monolith into services"),
    "context-change": ("add-context", "Two more developers joined"),
}
# Option to the keys that it may mean; each section has at most one of them.
_KEYS: Final = {
    "reason": ("reason", "rejected_reason"),
    "scope": ("applies_to", "scope"),
    "adr": ("adr_reference",),
    "forbid": ("forbid",),
    "instead": ("instead",),
    "enforce": ("enforce",),
    "revisit_on": ("revisit_on",),
    "decided_on": ("created_on", "decided_on", "rejected_on", "detected_on"),
    "permanent": ("permanent",),
    "expires_on": ("expires_on",),
    "reconsider_when": ("reconsider_when",),
    "by": ("rejected_by",),
    "cycle": ("cycle", "iris_cycle"),
    "affects": ("affects",),
}
_LASTING: Final = ("reason", "rejected_reason", "applies_to", "scope", "created_on", "decided_on", "rejected_by")


def add_constraint(arguments: list[str]) -> int:
    """0, after the rule was kept."""
    return _add(
        _parser("add-constraint", "A rule that holds whatever else is suggested.").read(arguments), "constraint"
    )


def add_pattern(arguments: list[str]) -> int:
    """0, after the deliberate exception was kept."""
    options = _parser("add-pattern", "Something that stays as it is, on purpose.").read(arguments)
    return _add(options, "exception")


def add_context(arguments: list[str]) -> int:
    """0, after the change of the project's context was kept (IRIS-10)."""
    options = _parser("add-context", "What changed around the project, and what it affects.").read(arguments)
    return _add(options, "context-change")


def reject(arguments: list[str]) -> int:
    """0, after the rejection was kept; a first word such as IMP-3 is a proposal of the last `ideate`."""
    options = _parser("reject", "A proposal that is not wanted: an IMP-ID of the last ideate, or its words.").read(
        arguments
    )
    known: dict[str, Any] = {}
    if options.words and _PROPOSAL.fullmatch(options.words[0]):
        name = options.words.pop(0)
        proposal = importlib.import_module("memory_core.flows.iris_cycle").last_proposal(options.root, name)
        if proposal is None and not options.words:
            raise Refusal(f'{name}: the last ideate had no such proposal; say it: `iris reject "…" --reason "…"`')
        scope = (proposal or {}).get("scope") or ""
        known = {
            "proposed": (proposal or {}).get("proposed", ""),
            "scope": scope if isinstance(scope, str) else ", ".join(scope),
        }
    return _add(options, "rejection", {key: value for key, value in known.items() if value})


def edit(arguments: list[str]) -> int:
    """0, after what was given was written anew; all else of the entry stays as it is."""
    options = _parser("edit", "Change an entry: only what is given; none takes a key out.", "ID [TEXT]").read(arguments)
    if not options.words:
        raise Refusal("edit needs the id of an entry: `memory-core iris edit AC-001 --scope src/**`")
    before = one(options.root, options.words[0])
    section = section_of(before.kind)
    changes = given(options, section)
    if text := _line(" ".join(options.words[1:])):
        changes[section.text] = text
    if not changes:
        raise Refusal(f"nothing is given to change of {before.id}: new words, or one of {_options(section)}")
    gone = [key for key, value in changes.items() if value is None and key in _LASTING]
    if gone:
        raise Refusal(f"{gone[0]} of {before.id} can be changed, not taken out; nothing was changed")
    after = from_item({**to_item(before), **changes}, section)
    if after is not None and changes.keys() & {"enforce", "forbid", section.scope}:
        check_hits(options, after)
    with workspace.held(options.root):
        memory = workspace.revise(options.root, before.id, changes)
    return told(options, [memory], [f"changed {memory.id} in {FILE}"])


def remove(arguments: list[str]) -> int:
    """0, after the entry is gone; 1, and nothing changed, where nobody has confirmed it."""
    options = _parser("remove", "Take an entry out; asks first.", "ID").read(arguments)
    if len(options.words) != 1:
        raise Refusal("remove needs the id of one entry: `memory-core iris remove RC-001`")
    name = options.words[0]
    waiting = [memory for memory in iris_show.proposed(options.root) if memory.id == name]
    if waiting:
        with workspace.held(options.root):
            workspace.forget(options.root, waiting[0], clock.stamp(clock.now()))
        return _removed(options, waiting[0], f"{name} is no longer proposed")
    memory = one(options.root, name)
    if not options.yes and not _asked(options, memory):
        return 1
    with workspace.held(options.root):
        memory = guardrails.remove(options.root, memory.id, clock.today())
    return _removed(options, memory, f"removed {memory.id} from {FILE}: it holds no longer")


def one(root: str, name: str) -> Memory:
    """The guard rail of that id in any case; `Refusal` where there is none."""
    rails = guardrails.read(root)
    found = [memory for memory in rails.memories if memory.id.casefold() == name.strip().casefold()]
    if found:
        return found[0]
    if any(memory.id == name for memory in iris_show.proposed(root)):
        raise Refusal(f"{name} is only proposed: `memory-core iris confirm {name}` first; it takes the same options")
    if not guardrails.exists(root):
        raise Refusal(f"{clip(name, 80)}: there is no {FILE} yet; `memory-core iris add-constraint` begins one")
    ids = ", ".join(memory.id for memory in rails.memories[:20]) or "none yet"
    raise Refusal(f"{clip(name, 80)}: no entry of {FILE} has that id; there is {ids}")


def given(options: argparse.Namespace, section: Section) -> dict[str, Any]:
    """What the options say, by the keys of the section; None for a key that is to go."""
    found: dict[str, Any] = {}
    for option, keys in _KEYS.items():
        value = getattr(options, option)
        if value in (None, []):
            continue
        key = next((key for key in keys if key in section.keys), None)
        if key is None:
            raise Refusal(f"--{option.replace('_', '-')} means nothing for a {section.kind}; leave it out")
        found[key] = _value(option, value, options.root)
    return found


def item(section: Section, today: str, cycle: int) -> dict[str, Any]:
    """What an entry says of itself where nobody says otherwise."""
    plain: dict[str, Any] = {section.since: today}
    plain |= {key: cycle for key in ("cycle", "iris_cycle") if key in section.keys}
    plain |= {section.scope: EVERYWHERE} if section.scope else {}
    return plain | ({"rejected_by": "user", "permanent": False} if section.kind == "rejection" else {})


def last_cycle(rails: Rails) -> int:
    """The largest cycle that an entry names, 1 where none does."""
    named = [memory.attrs.get(key) for memory in rails.memories for key in ("cycle", "iris_cycle")]
    return max((number for number in named if isinstance(number, int)), default=1) or 1


def same(rails: Rails, memory: Memory) -> Memory | None:
    """The guard rail that says the same in other case or punctuation, None where there is none."""
    return next((each for each in rails.memories if each.fingerprint == memory.fingerprint), None)


def audited(options: argparse.Namespace, memory: Memory) -> tuple[list[Hit], str]:
    """What a rule would have met in the last commits, and why that is not all of it, "" where it is."""
    found = iris_audit.audit(options.here if git.folder(options.root) else options.root, [memory], REPLAYED)
    why = "; ".join([*found.notes.values(), *(["there was no time to look at all"] if found.stopped else [])])
    return found.hits[memory.id], why


def check_hits(options: argparse.Namespace, memory: Memory) -> None:
    """Raise `Refusal` where a rule that would refuse edits would have refused some that were made."""
    how, place = memory.attrs.get("enforce"), keeps_place(memory)
    if how in DECIDES and not place and not forbidden(memory):
        raise Refusal(
            f"--enforce {how} for the whole project needs what is forbidden: --forbid WORD or --forbid '/expression/'; "
            "or --scope with the place where nothing may be added; nothing was changed"
        )
    if how != "deny" or options.force:
        return
    found, why = audited(options, memory)
    if why and not found:
        raise Refusal(f"--enforce deny: {why}; say --enforce ask, or --force; nothing was changed")
    if found:
        rows = [f"  {hit.commit[:10]} {hit.path}:{hit.line}: {hit.text.strip()[:120]}" for hit in found[:_NAMED]]
        rows += [f"  … and {len(found) - _NAMED} more"] if len(found) > _NAMED else []
        many = ("change" if place else "added line") + ("" if len(found) == 1 else "s")
        narrower = "--scope" if place else "--forbid"
        raise Refusal(
            f"--enforce deny: in the last {REPLAYED} commits it would have refused {len(found)} {many}. "
            f"Make {narrower} narrower, or say --enforce ask, or --force; nothing was changed\n" + "\n".join(rows)
        )


def told(options: argparse.Namespace, memories: Sequence[Memory], head: list[str], more: Iterable[str] = ()) -> int:
    """0, after index and briefing know the entries, and they were printed."""
    write_briefing.refresh(options.root, SECONDS)
    why = [remember.indexed(options.root, memory) for memory in memories]
    if options.json:
        values = [as_json(memory) for memory in memories]
        emit(values[0] if len(values) == 1 else values)
        return 0
    lines = [*head, *(line for memory in memories for line in view.one(memory)), *more]
    print(screen.neutral("\n".join([*lines, *dict.fromkeys(reason for reason in why if reason)])))
    return 0


def parser(action: str, does: str, words: str = "TEXT") -> Parser:
    """The parser of an action that writes."""
    made = Parser(f"iris {action}", does)
    made.add_argument("words", nargs="*", metavar=words)
    made.add_argument("--reason", metavar="T", help="why it is so")
    made.add_argument("--scope", "--applies-to", metavar="P", action="append", help="paths or globs, with commas")
    made.add_argument("--adr", metavar="REF", help="the decision record of a constraint")
    made.add_argument("--forbid", metavar="X", action="append", help="a word, or an /expression/, that no edit may add")
    made.add_argument("--instead", metavar="T", help="what to do instead")
    made.add_argument("--enforce", metavar="HOW", help="remind, ask or deny")
    made.add_argument("--force", action="store_true", help="deny even what was added lately")
    made.add_argument("--revisit-on", metavar="DATE", help="when to look at an exception again")
    made.add_argument("--decided-on", metavar="DATE", help="when it was decided (default: today)")
    made.add_argument("--permanent", action="store_true", default=None, help="a rejection for good")
    made.add_argument("--not-permanent", dest="permanent", action="store_false", help="a rejection that may end")
    made.add_argument("--expires-on", metavar="DATE", help="the last day of a rejection")
    made.add_argument("--reconsider-when", metavar="T", help="what would change the answer")
    made.add_argument("--by", metavar="WHO", help="who rejected it: user or team")
    made.add_argument("--cycle", metavar="N", help="the cycle (default: the last that is named)")
    made.add_argument("--affects", metavar="IDS", action="append", help="the entries that a change affects")
    made.add_argument("--yes", action="store_true", help="remove without asking")
    return made


_parser = parser


def _add(options: argparse.Namespace, kind: str, known: Mapping[str, Any] | None = None) -> int:
    section, today = section_of(kind), clock.today()
    rails = guardrails.read(options.root)
    said = {key: value for key, value in given(options, section).items() if value is not None}
    text = _line(" ".join(options.words))
    entry = {
        **item(section, today, last_cycle(rails)),
        **(known or {}),
        **said,
        **({section.text: text} if text else {}),
    }
    _complete(entry, section)
    check_dates(entry, today)
    memory = from_item(entry, section)
    if memory is None:
        raise Refusal(f"{section.text}: says nothing")
    _refuse_twice(rails, memory)
    check_hits(options, memory)
    with workspace.held(options.root):
        _refuse_twice(guardrails.read(options.root), memory)
        memory = workspace.keep(options.root, [memory])[0]
        for waiting in iris_show.proposed(options.root):
            if waiting.fingerprint == memory.fingerprint:
                journal.forget(options.root, waiting)
    file = ", a file to commit" if git.folder(options.root) else ""
    return told(options, [memory], [f"kept {memory.id} in {FILE}{file}"], _wished(memory))


def _complete(entry: Mapping[str, Any], section: Section) -> None:
    action, example = _DOES[section.kind]
    missing = [] if entry.get(section.text) else ["its words"]
    missing += ["--reason (why)"] if section.reason and not entry.get(section.reason) else []
    if missing:
        reason = ' --reason "…"' if section.reason else ""
        words = f'"{entry.get(section.text) or example}"'
        raise Refusal(
            f"missing: {' and '.join(missing)}; nothing was kept: `memory-core iris {action} {words}{reason}`"
        )


def _refuse_twice(rails: Rails, memory: Memory) -> None:
    if there := same(rails, memory):
        raise Refusal(f"the same words are kept already: {there.id}; `memory-core iris edit {there.id}` changes it")


def _wished(memory: Memory) -> list[str]:
    """What would let the rule be checked at each edit, where nothing says what it forbids."""
    if memory.kind not in ("constraint", "rejection") or memory.attrs.get("forbid"):
        return []
    how = f"memory-core iris edit {memory.id} --forbid WORD"
    return [f"edits of its files are reminded of it; to have what they add checked: {how}"]


def _removed(options: argparse.Namespace, memory: Memory, line: str) -> int:
    write_briefing.refresh(options.root, SECONDS)
    if options.json:
        emit({"removed": as_json(memory)})
    else:
        print(screen.neutral(f"{line}\n{memory.kind}: {memory.summary}"))
    return 0


def _asked(options: argparse.Namespace, memory: Memory) -> bool:
    """Whether a person at a terminal says yes; everybody else is told how to."""
    call = "/iris:memory" if options.args_stdin else "memory-core iris"
    out = sys.stderr if options.json else sys.stdout
    print(screen.neutral("\n".join([memory.id, *view.one(workspace.clean(memory))])), file=out)
    if sys.stdin.isatty() and sys.stdout.isatty() and not options.args_stdin and not options.json:
        print("Remove it? [y/N] ", end="", flush=True)
        return sys.stdin.readline().strip().casefold() in ("y", "yes")
    print(f"\nNothing was changed. To remove it: {call} remove {screen.neutral(memory.id)} --yes", file=out)
    return False


def _value(option: str, value: Any, root: str) -> Any:
    """The value of an option as the file holds it, None for what is to go."""
    if isinstance(value, bool):
        return value
    words = [_line(one) for one in (value if isinstance(value, list) else [value])]
    if [word.casefold() for word in words] in (["none"], [""], ["null"]):
        return None
    if option == "forbid":
        return list(dict.fromkeys(words))
    if option == "affects":
        return [name.strip().upper() for word in words for name in word.split(",") if name.strip()]
    if option == "scope":
        return scoped(", ".join(words), os.path.realpath(root))
    if option == "cycle":
        if not re.fullmatch(r"\d{1,6}", words[0], re.ASCII):
            raise Refusal(f"--cycle {words[0]}: must be a whole number")
        return int(words[0])
    return words[0].casefold() if option in ("enforce", "by") else words[0]


def _line(text: str) -> str:
    return " ".join(screening.clean(whole(text)).split())


def _options(section: Section) -> str:
    names = [option for option, keys in _KEYS.items() if {*keys} & {*section.keys}]
    return ", ".join(f"--{name.replace('_', '-')}" for name in names)
