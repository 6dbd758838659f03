"""The held-out tables are well formed and stand nowhere else, and `bench/language.py` measures what it says."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench import language_systems
from bench.language_systems import SYSTEMS, rows
from tests.conftest import ROOT
from tests.rows import each_row

HELD, DEVELOPMENT = ROOT / "tests" / "held_out", ROOT / "tests" / "development"
HELD2 = ROOT / "tests" / "held_out2"  # written by somebody else: a second set of documents
STOPS, TEXTS = ("stop", "pass"), list
# Of each table the fields and what they hold: a type, the values that are allowed, or a list of texts.
FIELDS: dict[str, dict[str, Any]] = {
    "choices": {"choice": (True, False), "must": TEXTS, "instead": TEXTS},
    "heard": {"before": str, "prompt": str, "standing": (True, False), "must_name": TEXTS, "instead": TEXTS},
    "verdicts": {"rules": TEXTS, "proposal": str, "expect": STOPS},
    "edits": {"rule": str, "path": str, "before": str, "after": str, "expect": STOPS},
    "relate": {"first": str, "second": str, "relation": ("same", "refines", "replaces", "contradicts", "apart")},
    "matching": {},
    "families": {"same": TEXTS, "replaced_by": TEXTS, "apart": TEXTS},
    "findings": {"project": str, "review": (1, 2, 3, 4), "file": str, "line": int, "summary": str, "group": str,
                 "severity": ("low", "medium", "high", "critical"), "category": str},
    "documents": {"file": str, "text": str, "must": (True, False),
                  "kind": ("decision", "constraint", "requirement", "task", "question", "risk", "acceptance",
                           "rejected")},
    "memories": {"kind": ("decision", "learning", "blocker", "progress", "pattern"), "summary": str, "body": str},
    "prompts": {"prompt": str, "relevant": TEXTS},
}  # fmt: skip
FIELDS2 = {"documents": FIELDS["documents"] | {"prose": (True, False)}}
LABELS = ("id", "theme", "lang", "relation", "expect", "group", "project", "severity", "category", "kind", "file",
          "path", "must_name", "instead", "scope", "relevant", "timestamp", "spec")  # fmt: skip
LONG = 6  # words from which on the same words are the same sentence


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def sentences(value: Any) -> Iterator[str]:
    """The sentences of a row, whatever it is nested in."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from sentences(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            if key not in LABELS:
                yield from sentences(part)


def holds(value: Any, what: Any) -> bool:
    if isinstance(what, tuple):
        return value in what
    if what is TEXTS:
        return isinstance(value, list) and all(isinstance(text, str) and text for text in value)
    return isinstance(value, what)


@each_row(
    ("folder", "name"),
    [(HELD, name) for name in FIELDS] + [(HELD2, name) for name in FIELDS2],
    ids=str,
)
def test_a_table_is_well_formed(folder: Path, name: str) -> None:
    table = rows(folder / f"{name}.jsonl")
    fields = (FIELDS if folder == HELD else FIELDS2)[name]
    assert len({row["id"] for row in table}) == len(table)
    wrong = [(row["id"], key) for row in table for key, what in fields.items() if not holds(row.get(key), what)]
    assert wrong == []


def test_what_is_named_is_there() -> None:
    assert set(SYSTEMS) | {"memories"} == set(FIELDS)
    known = {row["id"] for row in rows(HELD / "memories.jsonl")}
    assert [row["id"] for row in rows(HELD / "prompts.jsonl") if not known.issuperset(row["relevant"])] == []
    for row in rows(HELD / "matching.jsonl"):
        ids = {learning["id"] for learning in row["learnings"]}
        assert all(ids.issuperset(prompt["relevant"]) for prompt in row["prompts"]), row["id"]
    for folder in (HELD, HELD2):
        texts = {path.name: path.read_text("utf-8") for path in (folder / "documents").iterdir()}
        table = rows(folder / "documents.jsonl")
        assert [row["id"] for row in table if row["text"] not in texts[Path(row["file"]).name]] == []
        assert {Path(row["file"]).name for row in table} == set(texts)


@pytest.mark.heavy
def test_no_row_stands_on_both_sides() -> None:
    """Not in the product, its benchmarks or other tests: what is learned from is no test."""
    held: dict[str, list[tuple[str, str]]] = {}
    for path in (*HELD.glob("*.jsonl"), *HELD2.glob("*.jsonl")):
        for row in rows(path):
            for sentence in sentences(row):
                own = words(sentence)
                if len(own) >= LONG:
                    held.setdefault(" ".join(own[:LONG]), []).append(
                        (" ".join(own), f"{path.parent.name} {path.stem} {row['id']}")
                    )
    assert len(held) > 1000
    copies = set()
    for folder in ("memory_core", "bench", "tests"):
        for path in (ROOT / folder).rglob("*"):
            if not {HELD, HELD2}.isdisjoint(path.parents) or path.suffix not in (
                ".py",
                ".txt",
                ".md",
                ".json",
                ".jsonl",
            ):
                continue
            there = words(path.read_text("utf-8", "replace"))
            for at in range(len(there) - LONG + 1):
                for sentence, name in held.get(" ".join(there[at : at + LONG]), ()):
                    if there[at : at + sentence.count(" ") + 1] == sentence.split():
                        copies.add((name, str(path.relative_to(ROOT))))
    assert copies == set()


def table(folder: Path, name: str, *made: dict[str, Any]) -> dict[tuple[str, str], float]:
    """What a system scores on rows of our own."""
    (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in made), "utf-8")
    return {(result.system, result.measure): round(result.score, 3) for result in SYSTEMS[name](folder)}


def test_what_is_heard_is_counted(tmp_path: Path) -> None:
    row = {"before": "", "must_name": ["moment"], "instead": ["date-fns"]}
    scores = table(
        tmp_path,
        "heard",
        {**row, "prompt": "Never use moment here, use date-fns instead.", "standing": True},
        {**row, "prompt": "Never use moment here, use luxon instead.", "standing": True},
        {**row, "prompt": "Thanks, that looks good.", "standing": False},
    )
    assert list(scores.values()) == [1.0, 1.0, 0.5]


@pytest.mark.heavy
def test_what_is_stopped_is_counted(tmp_path: Path) -> None:
    rule = "Never use moment here, use date-fns instead."
    scores = table(
        tmp_path,
        "edits",
        {"rule": rule, "path": "src/a.ts", "before": "", "after": "import moment from 'moment'\n", "expect": "stop"},
        {"rule": rule, "path": "src/a.ts", "before": "let a = 1\n", "after": "let a = 2\n", "expect": "pass"},
    )
    assert scores["edits, rules typed: said", "wrongly stopped"] == 1
    assert scores["edits, rules heard: asked or denied", "balanced accuracy"] == 1
    scores = table(
        tmp_path,
        "verdicts",
        {"rules": ["No lodash"], "proposal": "Add lodash for the debounce of the search box", "expect": "stop"},
        {"rules": ["No lodash"], "proposal": "Write the release notes of March", "expect": "pass"},
    )
    assert scores["verdicts, rules typed", "balanced accuracy"] == 1


@pytest.mark.heavy
def test_relations_and_families_are_counted(tmp_path: Path) -> None:
    scores = table(
        tmp_path,
        "relate",
        {"first": "Use tabs, not spaces", "second": "Use tabs, not spaces.", "relation": "same"},
        {"first": "Use tabs, not spaces", "second": "Use spaces, not tabs", "relation": "replaces"},
        {"first": "Use tabs, not spaces", "second": "Deploys happen on Tuesdays", "relation": "apart"},
    )
    assert scores["learnings that relate", "accuracy over five"] == 1
    assert scores["the same, by remember", "folded where it is the same"] == 1
    assert scores["the same, by learn", "folded where it is not"] == 0
    row = {"same": ["Use tabs, not spaces", "Use tabs, not spaces."], "replaced_by": ["Use spaces, not tabs"]}
    scores = table(tmp_path, "families", {**row, "apart": ["Deploys happen on Tuesdays"]})
    assert [scores["families, learn", measure] for _, measure in list(scores)[:3]] == [1, 1, 0]


def test_what_is_told_and_recurs_is_counted(tmp_path: Path) -> None:
    learnings = [{"id": "a", "text": "Use pnpm, not npm"}, {"id": "b", "text": "Write tests with vitest"}]
    prompts = [{"text": "install the packages with npm", "relevant": ["a"]}, {"text": "good morning", "relevant": []}]
    scores = table(tmp_path, "matching", {"learnings": learnings, "prompts": prompts})
    assert list(scores.values()) == [1, 1, 0]
    summaries = ["SQL query is built by string concatenation", "SQL injection in the lookup", "README is out of date"]
    finding = {"project": "p", "line": 3, "severity": "high", "category": "security"}
    made = [
        {**finding, "review": at, "file": f"src/{at}.py", "summary": summary, "group": f"g{at // 3}"}
        for at, summary in enumerate(summaries, 1)
    ]
    assert list(table(tmp_path, "findings", *made).values()) == [1, 1]


def test_facts_of_documents_are_counted(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    text = "# Limits\n\n## Constraints\n\n- Requests must be answered within two seconds.\n"
    (tmp_path / "documents" / "limits-spec.md").write_text(text)
    row = {"id": "1", "file": "limits-spec.md", "kind": "constraint", "must": True}
    scores = table(
        tmp_path,
        "documents",
        {**row, "text": "Requests must be answered within two seconds."},
        {**row, "id": "2", "text": "Nothing else stands there.", "must": False},
    )
    assert [
        scores["document facts, as of a ticket", measure] for measure in ("recall", "recall of must", "precision")
    ] == [
        0.5,
        1,
        1,
    ]


def test_a_capture_is_scored_by_a_foreign_scorer(tmp_path: Path) -> None:
    from bench.language_capture import capture

    (tmp_path / "a.jsonl").write_text("")
    (tmp_path / "a.gold.jsonl").write_text('{"id": 1}\n{"id": 2}\n')
    scorer = tmp_path / "scorer.py"
    scorer.write_text(
        "def score(p, g, n):\n    return ({'ALL': {'gold': len(g), 'cr': 1, 'pred': 0, 'cp': 0, 'noise': 0}},)\n"
    )
    assert [result.score for result in capture(tmp_path, tmp_path, scorer, None)] == [0.5, 0, 0]


def test_every_system_says_what_it_measures() -> None:
    assert all(system.__doc__ for system in language_systems.SYSTEMS.values())
