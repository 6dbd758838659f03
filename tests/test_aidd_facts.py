"""What documents say: terms, defaults, constraints, invariants, open questions; and what they do not."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core import edges
from memory_core.language import front_matter
from memory_core.language.blocks import blocks
from memory_core.tickets import facts
from memory_core.tickets.fact import KINDS, Fact
from tests.aidd_documents import FOUND, NOTHING
from tests.rows import each_row


def stated(text: str) -> tuple[Fact, ...]:
    return facts.merged(facts.facts(blocks(front_matter.blanked(text)), "spec.md"))


@pytest.mark.req("AIDD-15", "AIDD-16", "AIDD-17", "AIDD-18", "AIDD-19", "AIDD-32")
@each_row(("text", "kind", "name", "words"), FOUND)
def test_what_a_document_says_is_found(text, kind, name, words):
    matches = [fact for fact in stated(text) if fact.kind == kind and words in fact.text]
    assert [fact.name for fact in matches] == [name], stated(text)


@pytest.mark.req("AIDD-32")
@each_row("text", NOTHING)
def test_what_is_no_fact_is_left_out(text):
    assert stated(text) == ()


@pytest.mark.req("AIDD-15")
def test_a_term_has_its_aliases():
    (fact,) = stated("## Glossary\n\n- **Time to live (TTL, expiry)**: how long a lease holds.")
    assert fact.aliases == ("TTL", "expiry")


@pytest.mark.req("AIDD-16")
def test_a_default_has_its_reason():
    assert stated("### Defaults\n\n- `page_size`: 50 — fits a screen")[0].why == "fits a screen"
    assert stated("| Option | Default | Why |\n|---|---|---|\n| `n` | 3 | enough |")[0].why == "enough"


@pytest.mark.req("AIDD-16")
@pytest.mark.parametrize("column", ["Why", "What for", "Reason", "Notes", "Wofür", "Pourquoi"])
def test_a_column_for_it_has_the_reason_of_a_default(column):
    assert stated(f"| Setting | Default | {column} |\n|---|---|---|\n| `n` | 3 | enough |")[0].why == "enough"


@pytest.mark.req("AIDD-16")
def test_a_default_is_no_limit_too():
    assert [fact.kind for fact in stated("The timeout defaults to 5 s.")] == ["default"]


@pytest.mark.req("AIDD-17", "AIDD-18")
@each_row(
    ("text", "label"),
    [
        ("- **FR-012**: The system MUST export.", "FR-012"),
        ("**NFR-1.** The system must be quick.", "NFR-1"),
        ("- FR-1.2. The system must export.", "FR-1.2"),
        ("## Constraints\n\n- C-1: no new tables", "C-1"),
        ("## Constraints\n\n- R4: no new tables", "R4"),
        ("- **INV-2**: A ticket has one owner.", "INV-2"),
        ("- REQ-AUTH-001 The system must ask for a token.", "REQ-AUTH-001"),
        ("| ID | Requirement |\n|---|---|\n| NFR-3 | Answers in 300 ms |", "NFR-3"),
        ("## Open questions\n\n- Q3: Who owns the key?", "Q3"),
        ("### Вопросы\n\nВопрос 3 (Blocker): Кто владеет ключом?", "Q3"),
        ("The UTF-8: it must be valid.", ""),
        ("3.1.4 The system must export.", "3.1.4"),
        ("## Acceptance criteria\n\n- AC1 a restart loses no code", "AC1"),
        ("### FR-8 Capture\n\nA retry must give the same answer.", "FR-8"),
        ("### FR-8 Capture\n\n- FR-8.1 A retry must give the same answer.", "FR-8.1"),
    ],
)
def test_what_the_document_calls_a_fact_is_its_label(text, label):
    assert [fact.label for fact in stated(text)] == [label]


@pytest.mark.req("AIDD-17")
@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("FR-1: A is red.\nFR-2: B is blue.", {"FR-1": "A is red.", "FR-2": "B is blue."}),
        (
            "- **FR-3** The key stays `code`.\n  - FR-3.1 New data goes into headers.",
            {"FR-3": "The key stays `code`.", "FR-3.1": "New data goes into headers."},
        ),
        (
            "FR-4: The key stays.\n  - FR-4.1 New data goes into headers.\nFR-5 (new): Support gets a code.",
            {
                "FR-4": "The key stays.",
                "FR-4.1": "New data goes into headers.",
                "FR-5": "Support gets a code.",
            },
        ),
        (
            "FR-3: A code opens once.\nFR-3a: …except at night.",
            {"FR-3": "A code opens once.", "FR-3a": "A code opens once. …except at night."},
        ),
    ],
)
def test_a_label_stays_with_its_own_text(text, labels):
    assert {fact.label: fact.text for fact in stated(text)} == labels


@pytest.mark.req("AIDD-17")
def test_two_facts_never_share_a_label():
    both = stated("- **FR-1**: The system MUST export.\n- **FR-1**: The system MUST import.")
    assert sorted(fact.label for fact in both) == ["", "FR-1"]
    assert len({fact.id for fact in both}) == 2


@pytest.mark.req("AIDD-17")
@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("The client MUST NOT cache tokens.", "critical"),
        ("The client MUST cache tokens.", "high"),
        ("The client SHOULD cache tokens.", "medium"),
        ("## Non-Goals\n\n- Support for Windows", "low"),
        ("| Rule | Severity |\n|---|---|\n| keep it short | low |", "low"),
    ],
)
def test_severity_is_by_rule(text, severity):
    assert [fact.severity for fact in stated(text)] == [severity]


def test_capitals_are_surer_than_small_letters_and_those_than_hints():
    texts = ["The log MUST be kept.", "The log must be kept.", "- The log should be kept."]
    certainties = [stated(text)[0].certainty for text in texts]
    assert certainties == sorted(certainties, reverse=True)
    assert len(set(certainties)) == 3


def test_of_a_paragraph_only_the_sentence_that_carries_the_rule_is_a_fact():
    (fact,) = stated("The team likes tea.\nIt is warm. The log MUST be kept for a year.\nNobody minds.")
    assert fact.text == "The log MUST be kept for a year."
    assert fact.line == 2


def test_a_sentence_that_leans_on_the_one_before_is_told_with_it():
    (fact,) = stated("The log lies in one file. It MUST NOT be written twice.")
    assert fact.text == "The log lies in one file. It MUST NOT be written twice."


def test_a_lead_in_and_its_list_are_one_fact():
    (fact,) = stated("The server MUST offer:\n\n- a health check\n- a metric for each queue")
    assert fact.text == "The server MUST offer: a health check; a metric for each queue"
    assert fact.line == 1


def test_rules_below_a_task_count_where_they_bound_it():
    text = "- [ ] I1: export (iteration_id: I1)\n  - Steps: write it\n  - Boundaries: must not touch infra/\n"
    assert [fact.text for fact in stated(text)] == ["Boundaries: must not touch infra/"]


def test_a_document_that_writes_must_in_capitals_means_those():
    small = "The reader must wait."
    formal = "\n\n".join(f"The writer MUST do step {word}." for word in ("one", "two", "three", "four", "five"))
    assert stated(f"{formal}\n\n{small}")[-1].certainty < stated(small)[0].certainty


@pytest.mark.req("AIDD-62")
def test_of_many_rules_those_of_constraint_sections_and_prohibitions_come_first():
    many = "\n".join(f"- The field `f{number}` MUST be a number of kind {number}." for number in range(80))
    text = (
        f"# Spec\n\n## Fields\n\n{many}\n\nNobody MUST NOT be asked twice.\n\n## Constraints\n\n- No new MUST fields.\n"
    )
    first = [fact.text for fact in stated(text) if fact.kind == "constraint"][:2]
    assert first == ["No new MUST fields.", "Nobody MUST NOT be asked twice."]


@pytest.mark.req("AIDD-62")
def test_non_goals_come_after_every_rule_and_labelled_requirements_before_prose():
    prose = "It must be quick.\n\nUnknown keys are ignored."
    text = f"## Non-goals\n\n- Windows\n\n## Text\n\n{prose}\n\nFR-1: A code has six digits."
    assert [fact.text for fact in stated(text)] == [
        "A code has six digits.",
        "It must be quick.",
        "Unknown keys are ignored.",
        "Non-goals: Windows",
    ]


def test_what_two_documents_say_is_said_once_where_it_stands_first():
    first, second = blocks("The log MUST be kept."), blocks("\n\n**The log** MUST be kept!")
    merged = facts.merged([*facts.facts(first, "a.md"), *facts.facts(second, "b.md")])
    assert [fact.source for fact in merged] == ["a.md:1"]


YAML = """\
schema: aidd.spec.v1
status: draft
spec_pack:
  non_goals: [Windows support]
  constraints:
    - No new dependencies
    - "C-2: the writer MUST hold the lock"
defaults:
  page_size: 50
glossary:
  Lease: a lock that expires
requirements:
  - id: FR-1
    text: The system MUST export a report
    priority: high
open_questions:
  blocker:
    - Who owns the key?
  non_blocker: []
risks:
  - risk: nobody must ever see this
    impact: low
"""


@pytest.mark.req("AIDD-32")
def test_a_specification_in_yaml_is_read_as_a_document():
    stated, fault = edges.yaml_blocks()(YAML)
    merged = facts.merged(facts.facts(stated, "x.spec.yaml"))
    assert fault == ""
    assert {(fact.kind, fact.name or fact.label or fact.text, fact.line) for fact in merged} == {
        ("constraint", "non goals: Windows support", 4),
        ("constraint", "No new dependencies", 6),
        ("constraint", "C-2", 7),
        ("default", "page_size", 9),
        ("term", "Lease", 11),
        ("constraint", "FR-1", 14),
        ("question", "Who owns the key?", 18),
    }


@pytest.mark.parametrize(
    "text", ["a: [", "a: *b", "\t- x", "[" * 5000, "{a: " * 3000, "a: !!python/object:os.system x", ": :\n- - -"]
)
def test_yaml_that_is_none_raises_nothing(text):
    stated, _ = edges.yaml_blocks()(text)
    facts.facts(stated, "x.yaml")


PIECES = st.sampled_from(
    [
        *"- |1. |> |# |## Constraints\n|## Open questions\n|### Defaults\n|## Glossary\n|\n|\n\n|  ".split("|"),
        *"```\n|`|**|_|[|](|)|<|-->|<!--|FR-1: |must not |The client MUST |always |?|. |: |default `3`|不得".split("|"),
        *"должен |~~|---\n|a|word |[ ] |[NEEDS CLARIFICATION: x]|{{x}}|\\|&lt;|\ufffd".split("|"),
        "| a | b |\n|---|---|\n",
        "| x | MUST |\n",
    ]
)
DOCUMENTS = st.one_of(st.text(max_size=400), st.lists(PIECES, max_size=60).map("".join))
WORD = re.compile(r"\w+")


def stands(word: str, text: str) -> bool:
    """Whether the letters of a word follow each other in a text, marks and targets of links between them."""
    letters = iter(text)
    return all(letter in letters for letter in word)


@given(DOCUMENTS)
def test_every_fact_stands_in_its_document(text):
    lines = text.count("\n") + 1
    for fact in stated(text):
        assert 1 <= fact.line <= lines
        assert fact.kind in KINDS
        assert 0 < fact.certainty <= 1
        assert fact.text.strip()
        words = WORD.findall(f"{fact.name} {fact.text}")
        missing = [word for word in words if not (stands(word, text) or stands(word, html.unescape(text)))]
        assert not missing, (fact, text)


@given(st.lists(DOCUMENTS, max_size=4))
def test_facts_are_a_function_of_the_documents(texts):
    def read():
        return facts.merged(fact for text in texts for fact in facts.facts(blocks(front_matter.blanked(text)), "x.md"))

    first = read()
    assert first == read()
    assert len({fact.key for fact in first}) == len(first)


@each_row(
    "text",
    [
        "a" * 1_000_000,
        "The client must not fail. " * 40_000,
        "".join(" " * (2 * depth) + "- a must b\n" for depth in range(400)),
        "- " * 10_000 + "x",
        ">" * 10_000 + " x",
        "[" * 200_000,
        "`` ` " * 100_000,
        "| " * 100_000 + "\n" + "|-" * 100_000,
        "<!-- " * 50_000,
        "[a](" * 50_000,
        "**a " * 100_000,
        "`a` " + "(default " * 50_000,
        "[NEEDS CLARIFICATION: " * 20_000,
        "## Open questions\n\n" + "- is it so?\n" * 3_000,
        "The client MUST:\n\n" + "- do it\n" * 3_000,
        "\0\x01\x1f\ud7ff\u2028",
    ],
    ids=range(16),
)
def test_no_input_raises(text):
    stated(text)
