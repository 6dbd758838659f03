"""What a person asked for, corrected, refused or reported in their own words."""

import re
from collections.abc import Iterator
from typing import Any, Final

from memory_core.domain.extract import choice, markers, needed, phrases, wordings
from memory_core.domain.extract import text as texts
from memory_core.domain.extract.candidate import Candidate, State, propose
from memory_core.domain.turn import Turn, refusal
from memory_core.reading import wish, worth

_STANDS: Final = 5  # the score from which a sentence lays down how to work
_BEGS: Final = 0  # and from which a question does: "could you always …?"
_DECIDES: Final = 20  # the score from which it chooses
_BROKEN: Final = (
    "does not work", "doesn't work", "doesnt work", "don't work", "not working", "isn't working", "still fails",
    "still failing", "still broken", "is broken", "does not start", "doesn't start", "doesnt start", "doesnt seem to",
    "doesn't seem to", "does not seem to", "won't start", "wont start", "crashes", "crashed", "crash ",
    "keeps failing", "is failing", "fails with", "fails to", "throws ", "i get an error", "getting an error",
    "i get this error", "i'm getting", "gives an error", "there is a bug", "there's a bug", "found a bug", "is a bug",
    "hangs", "freezes", "is stuck", "is slow", "too slow", "wrong result", "nothing happens", "stopped working",
    "regression", "still not ", "still no ", "funktioniert nicht", "geht nicht", "stürzt ab", "kaputt", "fehler beim",
    "no funciona", "ne marche pas", "動かない", "不工作", "не работает",
)  # fmt: skip
_SOLVED: Final = (
    "works now", "it works", "fixed now", "that fixed", "solved", "that works", "works great", "thanks, works",
    "perfect", "geht jetzt", "funktioniert jetzt",
)  # fmt: skip
_LONGEST: Final = 1800  # characters; a longer prompt is a paste or a specification
_SURE: Final = 0.45  # certainty of the weights from which a wish is what they say rather than a preference
_REPORTS_MOST: Final = 4
_WISHES_MOST: Final = 3
_DECISIONS_MOST: Final = 6


def hear(turn: Turn, state: State) -> Iterator[Candidate]:
    """Preferences at once; a reported problem waits for what happens to it."""
    if turn.role == "user":
        yield from _prompt(turn, state)
    elif turn.role == "result" and turn.failed:
        words = refusal(turn.text) or turn.words
        if words:
            what = str(turn.input.get("command") or turn.input.get("file_path") or "").split("\n")[0]
            about = f"refused {turn.tool}{f' {what[:120]}' if what else ''}"
            sentences = [s for s in texts.sentences(texts.one_line(words)) if not s.endswith("?")]
            if sentences and len(texts.words(words)) >= 2:
                yield propose(turn, "preference", " ".join(sentences), "refusal", 0.8, reason=about, quote=words)


def settled_by(done: Candidate, state: State) -> None:
    """Note what came of the problem that the person reported last: an explained fix says it all, a commit answers."""
    reports: list[dict[str, Any]] = state.get("reports", [])
    if done.rule == "commit":
        for report in reports:
            if report["now"] or len(texts.words(report["text"]) & texts.words(done.text)) >= 2:
                report["fix"] = done.text
    elif done.rule == "fail-pass" and done.certainty >= 0.8:
        state["reports"] = [report for report in reports if not report["now"]]


def settle(state: State) -> Iterator[Candidate]:
    """The reported problems, solved by a commit or called solved by nobody."""
    for report in state.get("reports", []):
        if report["fix"] or not report["told"]:
            yield _report(report)
        report["told"] = True
    state["reports"] = [report for report in state.get("reports", []) if not report["fix"]]


def preferences(turn: Turn, words: str) -> Iterator[Candidate]:
    """The sentences of a person's words that hold beyond this moment, those that decide as decisions; a few of each."""
    wishes = decisions = 0
    units = list(choice.whole(map(texts.Unit, texts.spoken(words))))
    for number, unit in enumerate(units):
        said = texts.one_line(unit.text)
        if not 8 <= len(said) <= 400 or markers.is_marked(unit.text):
            continue
        reading = wish.read(said, number, len(units), len(words))
        if wish.is_question(said) and not (reading.begs and reading.standing >= _BEGS):
            continue
        if len(said) >= 16 and choice.is_made(plain := phrases.plain(said)):
            decisions += 1
            if decisions <= _DECISIONS_MOST:
                yield propose(turn, "decision", plain[:1].upper() + plain[1:], "chosen", 0.8, quote=unit.text)
        elif reading.standing >= _STANDS or reading.choice >= _DECIDES:
            wishes += 1
            if wishes <= _WISHES_MOST:
                kind = _kind(said, len(words))
                rule = "said-preference" if kind == "preference" else "chosen"
                yield propose(turn, kind, said[:1].upper() + said[1:], rule, 0.75)


def _kind(said: str, chars: int) -> str:
    """What a wish is: a preference, unless the weights are sure that it decides and it is no order for always."""
    reading = worth.read(said, worth.Place("prompt", chars=chars))
    is_open = (
        choice.is_unsettled(said) or phrases.guesses(said) or needed.search(wordings.STANDING, said, re.IGNORECASE)
    )
    kind = reading.kind() if reading.certainty >= _SURE and not is_open else ""
    return kind if kind in ("decision", "convention") else "preference"


def _prompt(turn: Turn, state: State) -> Iterator[Candidate]:
    text = texts.prose(turn.text)
    padded = phrases.pad(text)
    reports: list[dict[str, Any]] = state.setdefault("reports", [])
    if turn.tool == "memory":
        yield propose(turn, "preference", text, "remembered", 0.95)
        return
    if reports and phrases.has(padded, _SOLVED):
        reports.clear()
    for report in reports:
        report["now"] = False
    if len(text) > _LONGEST:
        return
    yield from preferences(turn, text)
    for sentence in texts.spoken(text):
        said = phrases.plain(texts.one_line(sentence))
        if 10 <= len(said) <= 400 and phrases.has(phrases.pad(said), _BROKEN):
            at = {"line": turn.line, "uuid": turn.uuid, "when": turn.when}
            reports.append({"text": said, **at, "told": False, "now": True, "fix": "", "quote": sentence})
            del reports[:-_REPORTS_MOST]
            return


def _report(report: dict[str, Any]) -> Candidate:
    turn = Turn("user", "", report["line"], report["uuid"], report["when"])
    text = report["text"][:1].upper() + report["text"][1:]
    return propose(turn, "error", text, "user-report", 0.6, solution=report["fix"], quote=report["quote"])
