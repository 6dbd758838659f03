"""The systems that `bench/language.py` scores, each on its table: what it is asked, and what counts as right."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench import suggest
from bench.language_project import Project, project
from memory_core.core.budget import clip
from memory_core.core.find_duplicate import Known
from memory_core.core.memory import SUMMARY, Memory
from memory_core.extract.extraction import extract
from memory_core.extract.turn import Turn
from memory_core.learnings import conflict
from memory_core.learnings.learning import PREFERENCE, Learning
from memory_core.specs import read_documents
from memory_core.tickets import decision_log, documents

Row = Mapping[str, Any]
_TICKET: Final = "T-1"
_REASON: Final = "The team decided so"  # `add-constraint` wants one, and a table has none
_PASSES: Final = ("propose", "noted")
_ID: Final = re.compile(r"`((?:pref|pat)_\d+)`")
_WORD: Final = re.compile(r"\d+|\w{4,}")
_ENDED: Final = ("superseded", "rejected")
_RELATIONS: Final = ("same", "refines", "replaces", "contradicts", "apart")
# What the relation of two learnings is called in the table. The product keeps the newer of two that contradict each
# other, so one word of it stands for two of the table, and is right for either.
_MEANT: Final = {"merge": ("refines",), "contradict": ("replaces", "contradicts")}
# Of a document's name the word that says what it is: where a ticket has such a document, and where a spec has it.
_PLACED: Final = (
    ("spec", f"aidd/docs/spec/{_TICKET}.md", "REQUIREMENTS.md"),
    ("plan", f"aidd/docs/plan/{_TICKET}.md", "IMPLEMENTATION_PLAN.md"),
    ("notes", f"aidd/docs/research/{_TICKET}.md", "RESEARCH_NOTES.md"),
    ("adr", f"aidd/docs/adr/{_TICKET}.adr.md", "DECISIONS.md"),
    ("rfc", f"aidd/docs/rfc/{_TICKET}.rfc.md", "ARCHITECTURE.md"),
    ("", f"aidd/docs/prd/{_TICKET}.prd.md", "REQUIREMENTS.md"),
)
# The kinds of the table that a kind of the product may be right for; of what is not named none is.
_STATED: Final = {
    "constraint": ("constraint", "requirement", "acceptance"),
    "invariant": ("constraint", "requirement", "acceptance"),
    "question": ("question",),
    "elicitation": ("question",),
    "decision": ("decision",),
    "progress": ("task",),
    "blocker": ("risk",),
    "risk": ("risk",),
    "convention": ("constraint",),
    "rejected": ("rejected",),
}


class Figure(NamedTuple):
    """What was measured of a system."""

    system: str
    rows: int  # that the score is a share of
    measure: str
    score: float


def rows(path: Path) -> list[Row]:
    """The rows of a table."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def _share(system: str, measure: str, held: Sequence[bool]) -> Figure:
    return Figure(system, len(held), measure, sum(held) / max(1, len(held)))


def heard(folder: Path) -> Iterator[Figure]:
    """Whether a turn, captured as at Stop, leaves a proposed rule or a learning exactly where it states a rule.

    The record is right where one that is kept names each of `must_name`, by its first five letters, and `instead`.
    """
    outcomes = []
    for row in rows(folder / "heard.jsonl"):
        with project() as here:
            here.turn(row["prompt"], row["before"])
            kept = [_record(entry) for entry in (*here.proposed(), *here.learnings())]
        names = [word for name in (*row["must_name"], *row["instead"]) for word in name.split()]
        outcomes.append(
            (bool(row["standing"]), bool(kept), any(all(_names(record, word) for word in names) for record in kept))
        )
    system = "rules heard at Stop"
    yield _share(system, "precision", [standing for standing, kept, _ in outcomes if kept])
    yield _share(system, "recall", [kept for standing, kept, _ in outcomes if standing])
    yield _share(system, "right record", [right for standing, _, right in outcomes if standing])


def choices(folder: Path) -> Iterator[Figure]:
    """Whether what a person takes of several ways is a decision that names what it must."""
    outcomes = []
    for row in rows(folder / "choices.jsonl"):
        turns = [Turn(turn["role"], turn["text"], at, f"u{at}") for at, turn in enumerate(row["turns"])]
        kept = " ".join(
            candidate.text for candidate in extract(turns).candidates if candidate.kind == "decision"
        ).casefold()
        whole = bool(kept) and all(word.casefold() in kept for word in row["must"])
        outcomes.append((bool(row["choice"]), whole, bool(kept)))
    yield _share("choices in chat", "kept whole", [whole for is_choice, whole, _ in outcomes if is_choice])
    yield _share(
        "choices in chat", "kept where nothing is chosen", [kept for is_choice, _, kept in outcomes if not is_choice]
    )


def _record(row: Row) -> str:
    """What a proposed rule or a learning says, without the words that it was heard in."""
    attrs = row.get("attrs", {})
    texts = (row.get("summary"), row.get("description"), *attrs.get("forbid", ()), attrs.get("instead"))
    return "\n".join(filter(None, texts))


def _names(record: str, word: str) -> bool:
    start = re.escape(word.casefold()[:5])
    return bool(re.search(rf"(?<![a-z0-9]){start}" if word[:1].isascii() else start, record.casefold()))


def verdicts(folder: Path) -> Iterator[Figure]:
    """Whether `iris ideate` stops what breaks a rule: every action but propose and noted.

    The rules are `typed` (`iris add-constraint`), or `heard` in a session and confirmed, typed where none was heard.
    """
    table = rows(folder / "verdicts.jsonl")
    for how in (_typed, _heard):
        outcomes, proposed = [], []
        for row in table:
            with project() as here:
                proposed += [how(here, rule) for rule in row["rules"]]
                asked = {"proposals": [{"id": "P-1", "proposed": row["proposal"]}]}
                (verdict,) = here.verb("iris", "ideate", given=json.dumps(asked)).json["verdicts"]
            outcomes.append((row["expect"] == "stop", verdict["action"] not in _PASSES))
        yield from _stopped(f"verdicts, rules {how.__name__[1:]}", outcomes)
    yield _share("verdicts, rules heard", "of the rules, proposed at Stop", proposed)


def edits(folder: Path) -> Iterator[Figure]:
    """What the hook before an edit says of the only rule that there is; of one that only reminds it always says it.

    So there is a second reading of the same answers: stopped is what the user is asked about, or refused.
    """
    table = rows(folder / "edits.jsonl")
    for how in (_typed, _heard):
        outcomes, decided, proposed = [], [], []
        for row in table:
            with project() as here:
                proposed.append(how(here, row["rule"]))
                answer = _edited(here, row)
            stops = row["expect"] == "stop"
            outcomes.append((stops, bool(answer)))
            decided.append((stops, bool(answer.get("permissionDecision"))))
        yield from _stopped(f"edits, rules {how.__name__[1:]}: said", outcomes)
        if how is _heard:
            yield from _stopped("edits, rules heard: asked or denied", decided)
            yield _share("edits, rules heard", "of the rules, proposed at Stop", proposed)


def _edited(here: Project, row: Row) -> dict[str, Any]:
    """The answer before the edit: of a part of the file where there is an old text, else of the whole."""
    place, old = str(here.root / row["path"]), row["before"]
    if not old:
        given = {"file_path": place, "content": row["after"]}
        return here.hook("PreToolUse", here.session(), tool_name="Write", tool_input=given)
    here.write(row["path"], old)
    given = {"file_path": place, "old_string": old, "new_string": row["after"]}
    return here.hook("PreToolUse", here.session(), tool_name="Edit", tool_input=given)


def _typed(here: Project, rule: str) -> bool:
    here.verb("iris", "add-constraint", rule, "--reason", _REASON)
    return False


def _heard(here: Project, rule: str) -> bool:
    """Whether the rule, as a prompt, was proposed."""
    here.turn(rule)
    if not here.proposed():
        return _typed(here, rule)
    here.verb("iris", "confirm", "all")
    return True


def _stopped(system: str, outcomes: Sequence[tuple[bool, bool]]) -> Iterator[Figure]:
    missed = [not did for should, did in outcomes if should]
    wrongly = [did for should, did in outcomes if not should]
    errors = sum(missed) / max(1, len(missed)) + sum(wrongly) / max(1, len(wrongly))
    yield Figure(system, len(outcomes), "balanced accuracy", 1 - errors / 2)
    yield _share(system, "missed", missed)
    yield _share(system, "wrongly stopped", wrongly)


class Became(NamedTuple):
    """What became of the first of two statements when the second was kept."""

    folded: bool  # the second is the first
    ended: bool = False  # the first holds no longer


def _learned(here: Project, first: str, second: str) -> Became:
    old = here.verb("jarvis", "memory", "learn", first).json
    here.day(2)
    new = here.verb("jarvis", "memory", "learn", second).json
    name = old["learning"]["id"]
    return Became(new["known"] and new["learning"]["id"] == name, name in new["superseded"])


def _remembered(here: Project, first: str, second: str) -> Became:
    """Each is kept as a note of its own; they are one where `recall` shows but one, whichever of them is asked for.

    What is longer than a summary may be is cut, as the product cuts what it keeps by itself.
    """
    texts = [clip(text, SUMMARY) for text in (first, second)]
    name = here.verb("remember", "decision", texts[0]).json["id"]
    here.day(2)
    here.verb("remember", "decision", texts[1])
    shown = here.verb("show", name).json
    ended = (shown[0] if isinstance(shown, list) else shown)["status"] in _ENDED
    return Became(len({hit["id"] for text in texts for hit in here.verb("recall", text).json["results"]}) == 1, ended)


def _ruled(here: Project, first: str, second: str) -> Became:
    name = here.verb("iris", "add-constraint", first, "--reason", _REASON).json["id"]
    folded = here.verb("iris", "add-constraint", second, "--reason", _REASON).code != 0
    left = [rail for rail in here.verb("iris", "show").json["guard_rails"] if rail["status"] not in _ENDED]
    return Became(folded, name not in [rail["id"] for rail in left])


def _appended(here: Project, first: str, second: str) -> Became:
    """The topic is the beginning of the decision, as the product makes it of one that names none."""

    def append(text: str) -> Any:
        words = ("--ticket", _TICKET, "--topic", clip(text, 80), "--decision", text)
        return here.verb("aidd", "append", *words).json

    name = append(first)["decision_id"]
    here.day(2)
    folded = not append(second)["is_new"]
    entries = decision_log.read(str(here.root), _TICKET).entries
    return Became(folded, any(entry.id == name and entry.status in _ENDED for entry in entries))


_HOMES: Final[Mapping[str, Callable[[Project, str, str], Became]]] = {
    "learn": _learned,
    "remember": _remembered,
    "add-constraint": _ruled,
    "aidd append": _appended,
}


def _known(first: str, second: str) -> bool:
    """Whether a session that says the second is known to say nothing new (`core/find_duplicate.py`)."""
    return Known([Memory("", "decision", first)]).find(Memory("", "decision", second)) is not None


def relate(folder: Path) -> Iterator[Figure]:
    """What the relation code says of two statements as learnings, and which homes take the second for the first.

    Its `same` and `apart` mean those of the table, `merge` means refines, `contradict` means replaces or contradicts.
    """
    table = rows(folder / "relate.jsonl")
    pairs = [(row["relation"], _meant(row["first"], row["second"])) for row in table]
    system = "learnings that relate"
    yield _share(system, "accuracy over five", [right in meant for right, meant in pairs])
    yield _share(system, "accuracy over two", [(right == "apart") == ("apart" in meant) for right, meant in pairs])
    yield _share(system, "harm: apart is the same, replaced or contradicted", [
        meant[0] in ("same", "replaces", "contradicts") for right, meant in pairs if right == "apart"
    ])  # fmt: skip
    for relation in _RELATIONS:
        yield _share(system, f"recall of {relation}", [right in meant for right, meant in pairs if right == relation])
    for name in (*_HOMES, "heard at Stop"):
        same: list[bool] = []
        others: list[bool] = []
        for row in table:
            folded = _became(name, row["first"], row["second"]).folded
            (same if row["relation"] == "same" else others).append(folded)
        yield _share(f"the same, by {name}", "folded where it is the same", same)
        yield _share(f"the same, by {name}", "folded where it is not", others)


def _meant(first: str, second: str) -> Sequence[str]:
    old, new = (Learning("", PREFERENCE, text) for text in (first, second))
    relation: str = conflict.relation(old, new)
    return _MEANT.get(relation, (relation,))


def _became(name: str, first: str, second: str) -> Became:
    if name not in _HOMES:
        return Became(_known(first, second))
    with project() as here:
        return _HOMES[name](here, first, second)


def families(folder: Path) -> Iterator[Figure]:
    """The first wording is kept; then, in a project of its own, each other wording, what ends it, what is near it."""
    table = rows(folder / "families.jsonl")
    every: list[list[bool]] = [[], [], []]
    for name in _HOMES:
        own: list[list[bool]] = [[], [], []]
        for row in table:
            first, *others = row["same"]
            own[0] += [_became(name, first, other).folded for other in others]
            own[1] += [_became(name, first, replacement).ended for replacement in row["replaced_by"]]
            own[2] += [any(_became(name, first, neighbour)) for neighbour in row["apart"]]
        every = [[*sum_, *part] for sum_, part in zip(every, own, strict=True)]
        yield from _family(name, own)
    yield from _family("all homes", every)


def _family(name: str, held: Sequence[Sequence[bool]]) -> Iterator[Figure]:
    measures = ("other wordings folded", "ended by what ends it", "near misses folded or ended")
    for measure, part in zip(measures, held, strict=True):
        yield _share(f"families, {name}", measure, part)


def matching(folder: Path) -> Iterator[Figure]:
    """What a prompt, the first of its session, is told of a project's learnings: pairs of a prompt and a learning."""
    shown, wanted, right, quiet = 0, 0, 0, []
    for row in rows(folder / "matching.jsonl"):
        with project() as here:
            ids: dict[str, set[str]] = {}
            for learning in row["learnings"]:
                made = here.verb("jarvis", "memory", "learn", learning["text"]).json["learning"]["id"]
                ids.setdefault(made, set()).add(learning["id"])
            here.day(2)
            for prompt in row["prompts"]:
                answer = here.hook("UserPromptSubmit", here.session(), prompt=prompt["text"])
                names = _ID.findall(answer.get("additionalContext", ""))
                matches, relevant = {own for name in names for own in ids.get(name, ())}, set(prompt["relevant"])
                shown, wanted, right = shown + len(matches), wanted + len(relevant), right + len(matches & relevant)
                quiet += [] if relevant else [bool(matches)]
    system = "learnings that match a prompt"
    yield Figure(system, shown, "precision of pairs", right / max(1, shown))
    yield Figure(system, wanted, "recall of pairs", right / max(1, wanted))
    yield _share(system, "prompts about nothing that were told something", quiet)


def findings(folder: Path) -> Iterator[Figure]:
    """Which findings of a project's reviews, captured one after another, `findings patterns` puts together."""
    table = rows(folder / "findings.jsonl")
    right = claimed = wanted = 0
    for name in dict.fromkeys(row["project"] for row in table):
        own = [row for row in table if row["project"] == name]
        groups = {(row["file"], row["line"]): row["group"] for row in own}  # a long summary is cut
        with project() as here:
            kept: dict[str, str] = {}  # id of a finding: its group
            for review in sorted({row["review"] for row in own}):
                here.day(review)
                here.commit(f"Review {review}")
                keys = ("severity", "category", "file", "line", "summary")
                given = [{key: row[key] for key in keys} for row in own if row["review"] == review]
                answer = here.verb("findings", "capture", "--no-files", given=json.dumps({"findings": given})).json
                kept |= {finding["id"]: groups[finding["file"], finding["line"]] for finding in answer["findings"]}
            made = here.verb("findings", "patterns").json["patterns"]
        pairs = {frozenset(pair) for group in made for pair in combinations(group["ids"], 2)}
        claimed += len(pairs)
        right += sum(len({kept[identity] for identity in pair}) == 1 for pair in pairs)
        wanted += sum(many * (many - 1) // 2 for many in Counter(row["group"] for row in own).values())
    yield Figure("findings that recur", claimed, "precision of pairs", right / max(1, claimed))
    yield Figure("findings that recur", wanted, "recall of pairs", right / max(1, wanted))


class Stated(NamedTuple):
    """What the product says a document states."""

    kind: str
    text: str


def facts(folder: Path) -> Iterator[Figure]:
    """What is read of a document as one of a ticket (`aidd extract`), as one of a spec, and of both together.

    The name of the file says which document of a ticket or spec it is (`_PLACED`). A fact is a row's where they share
    half the words of the shorter, words being numbers and what has four letters; its kind is right by `_STATED`.
    """
    table = rows(folder / "documents.jsonl")
    readings: dict[str, dict[str, list[Stated]]] = {"as of a ticket": {}, "as of a spec": {}, "both": {}}
    for file in dict.fromkeys(row["file"] for row in table):
        name = Path(file).name
        text = (folder / "documents" / name).read_text("utf-8")
        place, role = next(
            (place, role) for word, place, role in _PLACED if word in re.split(r"[^a-z]+", name) or not word
        )
        with project() as here:
            here.write(place, text)
            ticket = [
                Stated(fact.kind, f"{fact.name} {fact.text}".strip())
                for fact in documents.read(str(here.root), _TICKET).facts
            ]
        spec = [
            Stated("rejected" if memory.status == "rejected" else memory.kind, memory.summary)
            for memory in read_documents.items({role: text}, "spec")
        ]
        readings["as of a ticket"][file], readings["as of a spec"][file] = ticket, spec
        readings["both"][file] = ticket + spec
    for how, stated in readings.items():
        yield from _facts(f"document facts, {how}", table, stated)


def _facts(system: str, table: Sequence[Row], stated: Mapping[str, Sequence[Stated]]) -> Iterator[Figure]:
    met: set[str] = set()
    right: list[bool] = []
    kinds: list[bool] = []
    for file, each in stated.items():
        own = [row for row in table if row["file"] == file]
        for fact in each:
            near = [row for row in own if _overlap(fact.text, row["text"])]
            met.update(row["id"] for row in near)
            right.append(bool(near))
            kinds += [any(row["kind"] in _STATED.get(fact.kind, ()) for row in near)] if near else []
    yield _share(system, "recall", [row["id"] in met for row in table])
    yield _share(system, "recall of must", [row["id"] in met for row in table if row["must"]])
    if any(row.get("prose") for row in table):
        yield _share(
            system, "recall of must in prose", [row["id"] in met for row in table if row["must"] and row["prose"]]
        )
    yield _share(system, "precision", right)
    yield _share(system, "kind right", kinds)


def _overlap(first: str, other: str) -> bool:
    mine, theirs = ({*_WORD.findall(text.casefold())} for text in (first, other))
    least = min(len(mine), len(theirs))
    return least > 0 and 2 * len(mine & theirs) >= least


def suggestions(folder: Path) -> Iterator[Figure]:
    """Which prompts are spoken on, and how often the first suggestion is wanted, as `bench/suggest.py` measures it."""
    corpus, given = suggest.memories(folder / "memories.jsonl"), suggest.prompts(folder / "prompts.jsonl")
    result = suggest.measured(given, suggest.answers(corpus, given))
    yield Figure("suggestions", len(given), "prompts spoken on", result.spoken / max(1, len(given)))
    yield Figure("suggestions", result.spoken, "precision", result.right / max(1, result.spoken))
    yield Figure("suggestions", result.deserving, "recall", result.right / max(1, result.deserving))


# Of each table the system that it is for.
SYSTEMS: Final[Mapping[str, Callable[[Path], Iterator[Figure]]]] = {
    "choices": choices,
    "heard": heard,
    "verdicts": verdicts,
    "edits": edits,
    "relate": relate,
    "families": families,
    "matching": matching,
    "findings": findings,
    "documents": facts,
    "prompts": suggestions,
}
