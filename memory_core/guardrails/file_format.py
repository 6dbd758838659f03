"""The entries of `IRIS_MEMORY.json`: sections and keys, conversion to memories and back.

Reading is tolerant: a fault costs its value or its entry, never the file (I-1, I-12). Only fast parts of the standard
library are imported, because an edit waits for this; so checks that pydantic could do are here too.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from memory_core.core.light import hashes
from memory_core.core.memory import NOTHING, Memory, Scope, Source
from memory_core.core.timestamps import utc

HOME: Final = "guard rails"
FILE: Final = "IRIS_MEMORY.json"
VERSION: Final = "1.0.0"
ENFORCE: Final = ("remind", "ask", "deny")
EACH: Final = ("function", "method", "class", "variable", "argument", "attribute", "file")  # what `require` is about
COUNTS: Final = ("comments", "text")  # what of a file may count beside its code
EXAMPLES: Final = 20  # that an entry keeps of a sort
REMOVED: Final = "Entries were removed; their numbers are not given again"  # of the context change that names them
FORBID: Final = 500  # characters of one expression
IGNORED: Final = "; it is read as if it were not there"


class Section(NamedTuple):
    """One list of the file: the prefix of its ids, the kind of its memories, and its keys as they are written."""

    name: str
    prefix: str
    kind: str
    text: str
    reason: str
    scope: str
    since: str
    keys: tuple[str, ...]

    @property
    def plain(self) -> tuple[str, ...]:
        """The keys that are in `attrs` under their own name."""
        return _PLAIN[self.name]


_GUARD: Final = ("forbid", "require", "counts", "instead", "enforce", "examples")
_SINCE: Final = ("created_on", "decided_on", "rejected_on", "detected_on")
SECTIONS: Final = (
    Section(
        "architectural_constraints", "AC", "constraint", "constraint", "reason", "applies_to", "created_on",
        ("id", "constraint", "reason", "applies_to", "created_on", "adr_reference", *_GUARD),
    ),
    Section(
        "intentional_patterns", "IP", "exception", "pattern", "reason", "scope", "decided_on",
        ("id", "pattern", "scope", "reason", "decided_on", "revisit_on", "iris_cycle", "accepts", "accepted_by"),
    ),
    Section(
        "rejected_changes", "RC", "rejection", "proposed", "rejected_reason", "scope", "rejected_on",
        (
            "id", "proposed", "scope", "rejected_reason", "rejected_by", "cycle", "reconsider_when", "permanent",
            "expires_on", "rejected_on", *_GUARD,
        ),
    ),
    Section(
        "context_changes", "CC", "context-change", "description", "", "", "detected_on",
        ("detected_on", "description", "affects", "iris_cycle"),
    ),
)  # fmt: skip
KINDS: Final = tuple(section.kind for section in SECTIONS)
_PLAIN: Final = {
    section.name: tuple(
        key for key in section.keys if key not in ("id", section.text, section.reason, section.scope, *_SINCE)
    )
    for section in SECTIONS
}
DATES: Final = frozenset((*_SINCE, "revisit_on", "expires_on"))
_NUMBERS: Final = frozenset(("cycle", "iris_cycle"))
_LISTS: Final = frozenset(("forbid", "affects", "accepts"))
NUMBERED: Final = re.compile(r"(AC|IP|RC)-(\d{1,15})", re.ASCII)
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
Fault = Callable[[str, str], None]
"""Takes a key and what is wrong with its value."""


class Problem(NamedTuple):
    """A fault of the file: its place, and what it is and what repairs it."""

    place: str
    what: str
    key: str = ""  # the place as a schema names it, `rejected_changes[2].cycle`


class Rails(NamedTuple):
    """The content of the file."""

    memories: tuple[Memory, ...] = ()
    problems: tuple[Problem, ...] = ()
    project: str = ""
    updated: str = ""
    damage: str = ""  # why it must not be written, "" where it may be
    used: Mapping[str, int] = NOTHING  # the largest number ever seen with each prefix


def due(memory: Memory, today: str) -> bool:
    """Whether a deliberate exception is to be looked at again: on its day and from then on (I-1)."""
    day = memory.attrs.get("revisit_on")
    return memory.kind == "exception" and isinstance(day, str) and day <= today


def expired(memory: Memory, today: str) -> bool:
    """Whether a rejection has run out: its last day still blocks (I-2), a permanent one never ends."""
    day = memory.attrs.get("expires_on")
    return memory.kind == "rejection" and isinstance(day, str) and day < today and not memory.attrs.get("permanent")


def section_of(kind: str) -> Section:
    """The section of a kind."""
    return next(section for section in SECTIONS if section.kind == kind)


def numbered(prefix: str, number: int) -> str:
    """The id of a number, three digits at least (IRIS-12)."""
    return f"{prefix}-{number:03}"


def number_of(name: str, section: Section) -> int:
    """The number in an id of that section; 0 if it is no such id."""
    match = NUMBERED.fullmatch(name)
    return int(match[2]) if match and match[1] == section.prefix else 0


def name_of(item: object, section: Section) -> str:
    """The id of an entry of a section; "" if it has none."""
    if not isinstance(item, dict):
        return ""
    if section.prefix == "CC":
        text = item.get(section.text)
        return changed_context(" ".join(text.split())) if isinstance(text, str) else ""
    name = item.get("id")
    return name.strip() if isinstance(name, str) else ""


def named(name: str, ids: Iterable[str]) -> str:
    """The id that a name means, in any case and with leading zeros; "" if there is none."""
    every = list(ids)
    for form in (str, str.casefold, _unpadded):
        if match := next((each for each in every if form(each) == form(name.strip())), ""):
            return match
    return ""


def _unpadded(name: str) -> str:
    prefix, dash, number = name.casefold().rpartition("-")
    return f"{prefix}{dash}{number.lstrip('0')}" if number.isdecimal() else name.casefold()


def changed_context(description: str) -> str:
    """The id of a context change; the file has none (IRIS-44)."""
    return f"CC-{hashes.sha256(description.encode('utf-8', 'replace')).hexdigest()[:8]}"


def day(value: object) -> str:
    """The date in a value; "" if it is no date of the calendar."""
    return value[:10] if isinstance(value, str) and _DATE.match(value) and _moment(value) else ""


@lru_cache(maxsize=1024)
def _moment(text: str) -> str:
    return utc(text)  # the entries of a file share their days


def to_item(memory: Memory) -> dict[str, Any]:
    """The entry in its written form: documented keys in their order, then keys that a person added."""
    section = section_of(memory.kind)
    values = {
        **{key: memory.attrs.get(key) for key in section.plain},
        "id": memory.id,
        section.text: memory.summary,
        section.reason: memory.body,
        section.scope: memory.scope.path,
        section.since: memory.created[:10],
    }
    item = {key: values[key] for key in section.keys if values.get(key) not in (None, "", [])}
    extra = memory.attrs.get("extra", {})
    return {**item, **{key: value for key, value in extra.items() if key not in section.keys}}


def settled(memory: Memory, today: str) -> Memory:
    """A guard rail from elsewhere as this file has it, with what an entry must have and it lacks."""
    section = section_of(memory.kind)
    item = {"rejected_by": "user", "cycle": 1, "permanent": False} if section.kind == "rejection" else {}
    item |= {section.scope: "**"} if section.scope else {}
    item |= {section.since: today, **to_item(memory)}
    return from_item(item, section) or memory


def from_item(item: object, section: Section, fault: Fault = lambda *_: None) -> Memory | None:
    """The memory of an entry; None if it has no text. Each fault is reported with its key."""
    if isinstance(item, str):
        fault("", f"is a text; it must be an object with the key {section.text!r}")
        item = {section.text: item}
    if not isinstance(item, dict):
        fault("", f"is no object; write {{{json.dumps(section.text)}: …}}, or take it out")
        return None
    values = {key: as_kept(key, item[key], fault) for key in section.keys if item.get(key) is not None}
    values = {key: value for key, value in values.items() if value not in (None, "", [])}
    text = " ".join(values.get(section.text, "").split())
    if not text:
        if section.text not in item or isinstance(item[section.text], str):
            fault(section.text, f"is missing; say what it is about under {section.text!r}, or take the entry out")
        return None
    if values.get("permanent") and "expires_on" in values:
        fault("expires_on", "stands beside permanent: true; take out one of the two")
    attrs = {key: values[key] for key in section.plain if key in values}
    if extra := {key: value for key, value in item.items() if key not in section.keys and key != "id"}:
        attrs["extra"] = extra
    since = _moment(values.get(section.since, ""))
    return Memory(
        id=changed_context(text) if section.prefix == "CC" else str(values.get("id", "")), kind=section.kind,
        summary=text, body=values.get(section.reason, ""), scope=Scope(path=values.get(section.scope) or None),
        created=since, updated=since, source=Source(HOME, FILE), attrs=attrs,
    )  # fmt: skip


def as_kept(key: str, value: object, fault: Fault) -> Any:
    """The value of a documented key as a memory holds it; None if it has the wrong type."""
    if key in _STRUCTURED:
        return _STRUCTURED[key](value, fault)
    if key in _LISTS or (key in ("scope", "applies_to") and isinstance(value, list)):
        return _listed(key, value, fault)
    kept: Any
    if key in DATES:
        kept, what = day(value) or None, "is no date; write YYYY-MM-DD"
    elif key in _NUMBERS:
        kept = value if isinstance(value, int) and not isinstance(value, bool) else None
        what = "must be a whole number"
    elif key == "permanent":
        kept, what = value if isinstance(value, bool) else None, "must be true or false"
    elif key == "enforce":
        kept = value if value in ENFORCE else None
        what = f"must be {', '.join(ENFORCE[:-1])} or {ENFORCE[-1]}; until then it reminds"
    else:
        kept, what = value.strip() if isinstance(value, str) else None, "must be a text"
    if kept is None:
        fault(key, what if key == "enforce" else f"{what}{IGNORED}")
    return kept


def _examples(value: object, fault: Fault) -> Any:
    """The valid examples, up to the limit; None if there is none."""
    lists = {sort: each for sort, each in value.items() if isinstance(each, list)} if isinstance(value, dict) else {}
    kept = {}
    for sort in ("stop", "pass"):
        texts = [_texts(each, ("file", "text", "before")) for each in lists.get(sort, ())]
        if fit := [each for each in texts if each.get("file") and "text" in each][:EXAMPLES]:
            kept[sort] = fit
    if not isinstance(value, dict) or sum(map(len, kept.values())) < sum(map(len, lists.values())):
        fault("examples", 'must be {"stop": [{"file", "text"}], "pass": […]}; what is not is left out')
    return kept or None


def _counted(value: object, fault: Fault) -> list[str]:
    every = value if isinstance(value, list) else [value]
    kinds = [each for each in every if each in COUNTS]
    if len(kinds) < len(every):
        fault("counts", f"must be a list of {' and '.join(COUNTS)}; what is not is left out")
    return kinds


def _required(value: object, fault: Fault) -> list[dict[str, Any]]:
    """The requirements with their documented keys, without empty requirements."""
    every = value if isinstance(value, list) else [value]
    required = [made for each in every if isinstance(each, dict) and (made := _requirement(each))]
    if len(required) < len(every):
        fault(
            "require",
            f"must be a list of objects with each ({', '.join(EACH)}) and name, holds, annotated or documented",
        )
    return required


def _requirement(value: Mapping[str, Any]) -> dict[str, Any]:
    given = value.get("each", "file")
    kinds = [each for each in (given if isinstance(given, list) else [given]) if each in EACH]
    texts = _texts(value, ("name", "holds", "unless"))
    kept: dict[str, Any] = {key: text for key, text in texts.items() if text and len(text) <= FORBID}
    kept |= {key: True for key in ("annotated", "documented") if value.get(key) is True}
    return {"each": kinds, **kept} if kinds and kept.keys() - {"unless"} else {}


def _texts(value: object, keys: Iterable[str]) -> dict[str, str]:
    return {key: value[key] for key in keys if isinstance(value.get(key), str)} if isinstance(value, dict) else {}


def _listed(key: str, value: object, fault: Fault) -> Any:
    """The texts of a list, where a single text is a list of one; scopes as one text."""
    words = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    texts = [word.strip() for word in words if isinstance(word, str) and word.strip()]
    if len(texts) < len(words) or not isinstance(value, str | list):
        fault(key, "must be a list of texts; what is none is left out")
    if key == "forbid" and any(len(text) > FORBID for text in texts):
        fault(key, f"has an expression of more than {FORBID} characters, which is not looked at; say it shorter")
        texts = [text for text in texts if len(text) <= FORBID]
    return ", ".join(texts) if key in ("scope", "applies_to") else texts


_STRUCTURED: Final = {"require": _required, "counts": _counted, "examples": _examples}
