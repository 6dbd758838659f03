"""Every reader of foreign text costs the same for each character of it, whatever the characters are.

A repository and a transcript come from anybody. One expression that tries a long word anew from each of its letters
silences a hook. `tests/foreign.py` finds the readers by their signatures. The house does not time things; this one law
is about time. It measures the time of this process alone, and only a reader that is too slow three times is too slow.
"""

import contextlib
import functools
import io
import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_core import edges, redact
from memory_core.capture import transcript
from memory_core.core import splice
from memory_core.core.light import event
from memory_core.core.memory import Memory
from memory_core.guardrails import file_format, read_rails
from memory_core.guardrails.light import added_lines
from memory_core.journal import journal_entries
from memory_core.language.document import Outline
from memory_core.learnings import warm
from memory_core.notes import note_codec
from memory_core.reviews import given as review
from memory_core.tickets import decision
from memory_core.verbs import portable
from tests import foreign
from tests.properties import THOROUGH, examples
from tests.rows import each_row

SMALL: Final = 4_000  # characters with which every motif is tried
SWIFT: Final = 0.0004  # seconds for them: whoever is as swift is so at any size that matters, were it quadratic
SUSPECTS: Final = 3  # of the motifs of a reader, those that take it longest
LARGE: Final = 32_000
GROWTH: Final = 2 * LARGE / SMALL  # times the time for so much more text; were it quadratic it would be four times that
NOISE: Final = 0.02  # seconds
PER_CHARACTER: Final = 15e-6  # seconds, of each text that a reader is given: 3 s for 200,000 characters
TRIES: Final = 3
EACH: Final = 1 if THOROUGH else 16  # every motif, or every sixteenth
MANY: Final = 6  # texts

_LETTERS: Final = "a A 1 中 é ß İ _ * ` # - > | [ ( { < / . : = , ; ! ? ~ @ & % $ + ^ \" ' \\ 。 ， ： 😀".split()
_BLANKS: Final = (" ", "\n", "\t", "\r\n", "\u00a0", "\u200b", "e\u0301", "\x00", "\x1b[", "\n\n", "\n    ")
_PAIRS: Final = (
    "aA", "A1", "a ", "a.", "A.", "a, ", "a: ", "a-", "a\n", "a/b", "a_b", "a=b;", "a@b", "](", "](a", "[a](", "[[",
    "((", "{{", "::", "..", "../", '"a":', "'a' ", "`a` ", "**a** ", "<!--", "<a>", "</a>", "&amp;", "0x", "aGVsbG8+",
)  # fmt: skip
_LINES: Final = (
    "- [ ] ", "\n- ", "\n1. ", "\n# a\n", "\n> ", "| a ", "\n```\n", "--- ", "\n* **a**: ", "Decision: ", "q? ", "-> ",
    "TIDE-1 ", "#1 ", "and ", "because ", "is ", "I prefer a. ", "use a not b ", "don't use ", "no a, ", "http://",
    "git commit -m 'a' && ",
)  # fmt: skip
MOTIFS: Final = (*_LETTERS, *_BLANKS, *_PAIRS, *_LINES)
# Words that open the way to expressions that are tried only where one of them stands.
CUES: Final = (
    "No, please always use pnpm instead of npm, never yarn, because it must not be required unless given. We decided "
    "to prefer SQLite over Redis: default is `30`, if omitted. Resolved? Error: cannot find it, todo. "
)
# Short tokens are made of these, 2 to 12 characters long.
PIECES: Final = (
    *"aAbzT14 =%\"':/", "=", "%", "41", "x", "No", "use", "not", "is", "key", "pwd", "token", "secret", "password",
)  # fmt: skip
SHORTEST, LONGEST = 2, 12
# What was slow once, in the screen and between homes.
TOKENS: Final = (
    "%41", "password=", "pwd=", "pwd\n", "token=", "tokensecret", "password\\n", "ghp_AKIApassword=token", ":password'",
    "secret ", "a='", '"key":', "x1token", "=api_key&pw", "/pwd:", "%3Dtoken", "key='a' ", "use not ",
)  # fmt: skip
WRAPPED: Final = ("a", "aA", " ", "\n", "*", "-", ".", "a ", "a, ", "/", "`", "(")

_ENTRY: Final[Mapping[str, Any]] = {"id": "d-1", "timestamp": "2026-01-02T03:04:05Z", "category": "a", "tags": ["a"]}


def _told(text: str) -> Memory:
    return Memory("AC-001", "constraint", text, text, created="2026-01-02", attrs={"forbid": [text]})


def _rails(text: str) -> Any:
    rule = {"id": "AC-001", "constraint": text, "reason": text, "forbid": [text], "scope": text}
    refused = {"id": "RC-001", "proposal": text, "reason": text, "date": "2026-01-02"}
    return read_rails.read(foreign.lines(architectural_constraints=[rule], rejected_changes=[refused]))


def _learnings(text: str) -> Any:
    preference = {"id": "pref_001", "description": text, "triggers": [text], "source": "correction"}
    return warm.parse(foreign.lines(warm_memory={"preferences": [preference], "patterns": []}), "project")


def _transcript(text: str) -> Any:
    records: list[dict[str, Any]] = [
        {"type": role, "uuid": role, "timestamp": "2026-01-02T03:04:05Z", "message": {"role": role, "content": text}}
        for role in ("user", "assistant")
    ]
    call = {"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": f"{text} memory-core"}}
    done = {"type": "tool_result", "tool_use_id": "1", "content": text, "is_error": True}
    records.append({"type": "assistant", "uuid": "c", "message": {"content": [call]}})
    records.append({"type": "user", "uuid": "r", "message": {"content": [done]}})
    raw = "\n".join(json.dumps(record) for record in records) + "\n"
    return [transcript._Pass(io.BytesIO(raw.encode()), transcript.START, None, str).run(None, restarted=False)]


def _noted(text: str) -> Any:
    return note_codec.parse(
        f"---\ntype: decision\nsummary: {text[:4000]}\n---\n{text}\n---\n{text}", edges.front_matter()
    )


def _log(text: str) -> Any:
    return decision.entry(foreign.lines(decision_id="D-1", topic=text, decision=text, ts="2026-01-02T03:04:05Z"))


def _given_review(text: str) -> Any:
    return review.read(foreign.lines(findings=[{"title": text, "description": text, "file": text, "severity": "high"}]))


def _parsed(text: str) -> Any:
    document = Outline.parse(text)
    whole = document.sections[0]._replace(own=len(document.lines))
    return [
        (document.entries(each), document.tables(each), document.paragraphs(each), document.below(each), each.name)
        for each in (whole, *document.sections)
    ]


# Readers that want more than a text of any kind.
WAYS: Final[Mapping[str, Callable[[str], Any]]] = {
    "redact.clean": redact.clean,
    "language.document.Outline": _parsed,
    "guardrails.read_rails.read": _rails,
    "learnings.warm.parse": _learnings,
    "tickets.decision.entry": _log,
    "reviews.given.read": _given_review,
    "notes.note_codec.parse": _noted,
    "guardrails.file_format.to_item": lambda text: file_format.to_item(_told(text)),
    "guardrails.file_format.settled": lambda text: file_format.settled(_told(text), "2026-01-03"),
    "journal.journal_entries.from_item": lambda text: journal_entries.from_item(
        {**_ENTRY, "decision": text, "rationale": text}, journal_entries.shelf_of("decision")
    ),
    "verbs.portable.cleaned": lambda text: portable.cleaned({"a": [text]}, str),
    "core.splice.members": lambda text: splice.members(foreign.lines(a=text), 0),
    "core.splice.put": lambda text: splice.put(foreign.lines(a=text), 0, "a", text),
    "guardrails.light.added_lines.change": lambda text: added_lines.change("a\n", text),
    "capture.transcript.read": _transcript,
    "core.light.event.read": lambda text: event.read(io.BytesIO(foreign.lines(prompt=text).encode())),
}
# Ways that hand the text on once.
ONCE: Final = frozenset(("redact.clean", "core.light.event.read"))
# Functions that meet no foreign text, or none that a reader here has not seen.
EXEMPT: Final = {
    "extract.lazy_patterns.search": "its pattern is ours",
    "extract.lazy_patterns.match": "its pattern is ours",
    "extract.lazy_patterns.sub": "its pattern is ours",
    "extract.lazy_patterns.may_match": "its pattern is ours",
    "extract.lazy_patterns.needed": "its pattern is ours",
    "extract.lazy_patterns.mark": "its pattern is ours",
    "guardrails.light.check.broken": "it looks with a finder that `guardrails/regex_timeout.py` bounds",
    "guardrails.light.check.holding": "it looks with a finder that `guardrails/regex_timeout.py` bounds",
    "recall.keyword.search": "it asks SQLite with what `query` made",
    "recall.keyword.scores": "it asks SQLite with what `query` made",
    "recall.keyword.coverage": "it asks SQLite with what `query` made",
    "recall.keyword.shared": "it asks SQLite with what `query` made",
    "capture.transcript.subagents_of": "it is given a path by the client",
    "setup.demo_view.opening": "it is given a path of ours",
    "learnings.light.hot.shown": "its rows are made by `row`",
    "learnings.light.hot.fitting": "its rows are made by `row`",
    "learnings.hot_view.row": "`rendered` calls it",
}


@functools.cache
def readers() -> tuple[foreign.Reader, ...]:
    return tuple(foreign.readers(WAYS, EXEMPT, ONCE))


def repeated(motif: str, size: int) -> str:
    return (motif * (size // len(motif) + 1))[:size]


def wrapped(motif: str, size: int) -> str:
    return f"{CUES}{repeated(motif, size - 2 * len(CUES))} {CUES}"


def seconds(reader: foreign.Reader, text: str) -> float:
    """What the reader takes for the text; what it says of a text that is none of its kind is another law's matter."""
    start = time.process_time()
    with contextlib.suppress(Exception):
        reader.call(text)
    return time.process_time() - start


def too_slow(reader: foreign.Reader, text: Callable[[int], str]) -> str:
    """How a reader's time grows faster than its text; "" where it does not. Slow once is no more than noise."""
    message = ""
    few = reader.size
    many = few * LARGE // SMALL
    for attempt in range(1, TRIES + 1):  # each with a text that no cache knows
        small, large = seconds(reader, text(few - attempt)), seconds(reader, text(many - attempt))
        if large <= small * GROWTH + NOISE and large <= many * reader.texts * PER_CHARACTER:
            return ""
        message = f"{reader.name}: {small * 1000:.1f} ms for {few:,} characters, {large * 1000:.0f} ms for {many:,}"
    return message


def slow(form: Callable[[str, int], str], motifs: Sequence[str]) -> list[str]:
    """What is told of the readers that are too slow for a motif; of those that take longest each is tried again."""
    messages = []
    for reader in readers():
        tried = motifs if reader.texts < MANY else motifs[::4]  # what is given many texts takes its time for each
        took = sorted(((seconds(reader, form(motif, reader.size)), motif) for motif in tried), reverse=True)
        for first, motif in took[:SUSPECTS]:
            if first > SWIFT and (message := too_slow(reader, functools.partial(form, motif))):
                messages.append(f"{message} of {motif!r}")
                break
    return messages


@pytest.mark.slow
def test_a_reader_takes_as_long_for_each_character_of_a_text_whatever_it_is() -> None:
    messages = slow(repeated, MOTIFS[::EACH])
    assert not messages, "\n".join(messages)


@pytest.mark.heavy
def test_words_that_open_the_way_to_an_expression_make_no_reader_slow() -> None:
    messages = slow(wrapped, WRAPPED[:: min(EACH, 4)])
    assert not messages, "\n".join(messages)


@settings(examples(300), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.sampled_from(MOTIFS), min_size=2, max_size=4).map("".join),
    st.sampled_from(("", CUES)),
    st.sampled_from(range(1_000)),
)
def test_nor_does_any_other_motif(motif: str, before: str, number: int) -> None:
    reader = readers()[number % len(readers())]
    message = too_slow(reader, lambda size: before + repeated(motif, size))
    assert not message, f"{message} of {before!r} and {motif!r}"


@pytest.mark.heavy
@each_row("token", TOKENS)
def test_a_short_token_makes_no_way_slow(token: str) -> None:
    messages = [too_slow(reader, functools.partial(repeated, token)) for reader in readers() if reader.name in WAYS]
    assert not any(messages), "\n".join(filter(None, messages))


@pytest.mark.heavy
@settings(examples(500), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.sampled_from(PIECES), min_size=2, max_size=6).map("".join).filter(lambda token: len(token) >= SHORTEST),
    st.sampled_from(range(1_000)),
)
def test_nor_does_any_other_short_token(token: str, number: int) -> None:
    """Tried first on a small text: only who takes long for it is given a large one."""
    token = token[:LONGEST]
    for reader in (readers()[number % len(WAYS)], readers()[number % len(readers())]):
        swift = max(SWIFT, reader.size * reader.texts * PER_CHARACTER / 20)
        if seconds(reader, repeated(token, reader.size)) > swift:
            message = too_slow(reader, functools.partial(repeated, token))
            assert not message, f"{message} of {token!r}"


def test_no_reader_of_text_is_left_out() -> None:
    known = {name for name, _ in foreign.functions()}
    assert set(EXEMPT) <= known
    unknown = []
    for name, function in foreign.functions():
        if name in WAYS or name in EXEMPT:
            continue
        try:
            foreign.called(function, "a")
        except (foreign.NoWayError, NameError, TypeError) as error:
            unknown.append(f"{name}: {error}; say in WAYS how it is called, or in EXEMPT why it reads no foreign text")
    assert not unknown, "\n".join(unknown)
    assert len(readers()) > 500


@each_row("name", WAYS)
def test_each_way_leads_to_its_reader(name: str) -> None:
    WAYS[name]("Use SQLite for the index.")
