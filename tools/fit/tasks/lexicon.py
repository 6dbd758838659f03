"""Compiles `sources/lexicon.toml`: one plain text file for each reader, a line for each row."""

import json
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any, Final

from tools.fit import SOURCES

_KEYS: Final = {
    "family": "loose common field names",
    "choice": "strict field options",
    "thing": "family choice topic platform names family_names choice_names packages known technical everyday broad",
    "topic": "broad alone words",
    "platform": "words",
    "rule": "says forbid require scope counts things",
    "brought": "",
    "words": "known technical broad everyday pale ambiguous",
}
_FLAGS: Final = ("known", "technical", "everyday", "broad")
_Table = dict[str, dict[str, Any]]


def make() -> dict[str, str]:
    """The files by their names; ValueError as `compiled`."""
    return compiled(tomllib.loads((SOURCES / "lexicon.toml").read_text("utf-8")))


def compiled(source: dict[str, _Table]) -> dict[str, str]:
    """The files of a lexicon; ValueError for one that says what no reader understands."""
    _check(source)
    things, words = source["thing"], source["words"]
    listed = {flag: [*words[flag], *_flagged(things, flag)] for flag in _FLAGS}
    parts = {
        "families": _families(source["family"], things),
        "choices": (*_choices(source["choice"], things), *_chosen(source["family"], things, set(words["ambiguous"]))),
        "topics": _topics(source["topic"], things),
        "platforms": _members(source["platform"], things, "platform"),
        "products": [" ".join(sorted(set(listed[flag]))) for flag in ("known", "technical")],
        "weak": [
            " ".join(sorted(set(words_of_kind)))
            for words_of_kind in (words["pale"], listed["broad"], listed["everyday"])
        ],
        "packages": _packages(things),
        "brought": _brought(source["brought"], things),
        "rules": _rules(source["rule"]),
    }
    return {f"lexicon.{name}.txt": "".join(f"{line}\n" for line in lines) for name, lines in parts.items()}


def _check(source: dict[str, _Table]) -> None:
    for kind, table in source.items():
        if kind not in _KEYS:
            raise ValueError(f"{kind}: not one of {', '.join(_KEYS)}")
        known = _KEYS[kind].split()
        if kind == "brought":  # a list for each thing
            continue
        for name, entry in table.items() if kind != "words" else [("", table)]:
            if odd := set(entry) - set(known):
                raise ValueError(f"{kind}.{name}: {', '.join(sorted(odd))}")
    for name, thing in source["thing"].items():
        for kind in ("family", "choice", "topic", "platform"):
            if odd := {word.rstrip("?") for word in thing.get(kind, ())} - set(source[kind]):
                raise ValueError(f"thing.{name}: no {kind} {', '.join(sorted(odd))}")
    for name, entry in source["rule"].items():
        if odd := set(entry.get("things", ())) - {*source["family"]}:
            raise ValueError(f"rule.{name}: no family {', '.join(sorted(odd))}")


def _flagged(things: _Table, flag: str) -> Iterator[str]:
    for name, thing in things.items():
        flagged = thing.get(flag, ())
        yield from (
            (spelling for spelling in (name, *thing.get("names", ())) if " " not in spelling)
            if flagged is True
            else flagged
        )


def _having(things: _Table, kind: str, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((entry, thing) for entry, thing in things.items() if name in thing.get(kind, ()))


def _families(families: _Table, things: _Table) -> Iterator[str]:
    for name, family in families.items():
        mark = "~" if family.get("loose") else "^" if family.get("common") else ""
        yield f"{mark}{name}: {' | '.join(map(', '.join, [family['names'], *_named(things, 'family', name)]))}"


def _named(things: _Table, kind: str, name: str) -> list[list[str]]:
    """The things of a family or choice, each with its names."""
    return [
        [entry, *thing.get("names", ()), *thing.get(f"{kind}_names", ())]
        for entry, thing in _having(things, kind, name)
    ]


def _choices(choices: _Table, things: _Table) -> Iterator[str]:
    for name, choice in choices.items():
        options = [
            *(
                [entry, *thing.get("names", ()), *thing.get("choice_names", ())]
                for entry, thing in _having(things, "choice", name)
            ),
            *choice.get("options", ()),
        ]
        yield _choice(("~" if choice.get("strict") else "") + name, choice["field"], options)


def _chosen(families: _Table, things: _Table, ambiguous: set[str]) -> Iterator[str]:
    for name, family in families.items():
        if "field" in family:
            options = [
                [word for word in names if word not in ambiguous and "+" not in word]
                for names in _named(things, "family", name)
            ]
            yield _choice(f"{name}-products", family["field"], filter(None, options))


def _choice(name: str, field: Iterable[str], options: Iterable[Iterable[str]]) -> str:
    return f"{name}: {' '.join(field)} | {' | '.join(map(', '.join, options))}"


def _topics(topics: _Table, things: _Table) -> Iterator[str]:
    for name, topic in topics.items():
        mark = "~" if topic.get("broad") else "!" if topic.get("alone") else ""
        sure = (entry for entry, _ in _having(things, "topic", name))
        half = (f"{entry}?" for entry, _ in _having(things, "topic", f"{name}?"))
        yield f"{mark}{name}: {', '.join((*topic.get('words', ()), *sure, *half))}"


def _members(table: _Table, things: _Table, kind: str) -> Iterator[str]:
    for name, entry in table.items():
        yield f"{name}: {', '.join((*entry.get('words', ()), *(member for member, _ in _having(things, kind, name))))}"


def _packages(things: _Table) -> Iterator[str]:
    """By each spelling of a name its packages; another name may be another package of theirs."""
    for name, thing in things.items():
        for spelling in dict.fromkeys((name, *thing.get("names", ()), *thing.get("choice_names", ()))):
            if "packages" in thing and _squeezed(spelling) == _squeezed(name):
                spelt = (spelling, f"{spelling[:-3]}.js") if spelling.endswith(" js") else (spelling,)
                yield from (f"{each}: {', '.join(thing['packages'])}" for each in spelt)


def _brought(table: dict[str, Any], things: _Table) -> Iterator[str]:
    """By each spelling of a thing what brings it in; things of a family under the name of the family."""
    for name, given in table.items():
        thing = things.get(name, {})
        every = dict.fromkeys((*thing.get("packages", ()), *given))
        for each in dict.fromkeys((name, name.replace(" ", ""), name.replace(" ", "-"), *thing.get("names", ()))):
            if each == name or _squeezed(each) == _squeezed(name) or each in given:
                yield f"{each}: {', '.join(every)}"
    for name, thing in things.items():
        yield from (f"@{family}: {name}" for family in thing.get("family", ()) if name in table)


def _rules(table: _Table) -> Iterator[str]:
    """A rule a line, as JSON."""
    for name, entry in table.items():
        yield json.dumps({"name": name, **entry}, ensure_ascii=False)


def _squeezed(name: str) -> str:
    return name.replace(" ", "").replace(".", "").replace("-", "")
