"""Cue phrases in a model's prose: what it found out, why something was wrong, what it chose and what blocks it."""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.domain.extract import choice, claims, phrases, plainly
from memory_core.domain.extract import text as texts
from memory_core.domain.extract.candidate import Candidate, propose
from memory_core.domain.turn import Turn

_FAULT: Final = (
    "issue is", "problem is", "root cause", " cause", "fails because", "failing because", "real bug", "a bug",
    "is missing", "was missing", "missing ", "mismatch", "doesn't include", "does not include", "breaks", "complain",
    " reports ", "too deep", "too many", " is lost", "can't access", "cannot access", "can't be ", "cannot be ",
    "the error is", "the failure", "the culprit", "race condition", "off by one", "regression", "conflict",
    "deadlock", "leak", "stale", "wrong ", "incorrect", "out of sync", "was never", " fehlt", "problem war",
    "ursache", "grund ist", "el problema", "le problème", "失敗", "原因", "問題",
)  # fmt: skip
_FACT: Final = (
    "auto-generat", "autogenerat", "automatically", "doesn't support", "does not support", "don't support",
    "only supports", "not supported", " requires ", " require ", "turns out", "doesn't actually", "does not actually",
    "misleading", "by default", " expects ", "expected to be run", "under the hood", "by design", "intentionally",
    "isn't built", "is gitignored", "are gitignored", "gitignored", "deprecated", "only handles", "only works",
    "never called", "is safe", "are safe", "silently", "doesn't exist", "does not exist", "there is no ",
    "there's no ", "no longer", "works because", "instead of", "rather than", "is tracked", "already tracked",
    "force-add", "case-sensitive", "not thread-safe", " knows ", "benötigt", "unterstützt", "standardmäßig",
)  # fmt: skip
_WEAK: Final = (
    "always ", "never ", "must ", "returns ", "limit", "reserved", "depends on", "relies on", "except ", "built-in",
    "only when", "means that", "which means", "needs the ", "the reason", "unlike ", "ignores ", "needs to be ",
    "need to be ", "has to be ", "must be ", "muss ",
)  # fmt: skip
_CHOSE: Final = (
    " since ", "instead of", "rather than", "decided", "i'll go with", "going with", "better to", "chose", "opted",
    "opting", "trade-off", "tradeoff", "merge it into", "merged into", "should do the same", "simplest", "safer",
    "cleaner", "to avoid", "so that", "on purpose", "intentionally", "to keep ", "keeps ", "nowarn", "suppress",
    "not worth", "recommend", "i recommend", "prefer ", "approach", "entschieden", "stattdessen", "besser",
)  # fmt: skip
_RULE: Final = (
    "convention", "always use", "never use", "should always", "should never", "must always", "must never",
    "we always", "we never", "same pattern", "the pattern is", "not a raw", "should use ", "must use",
    "must go through", "go through the", "needs to go through", "has to go through", "rule is", "this project uses",
    "the project uses", "this repo uses", "the repo uses", "the codebase uses", "this codebase", "in this project",
    ", not a ", ", not the ", "in this repo", "house style", "style guide", "by convention", "immer ", "niemals ",
    "konvention",
)  # fmt: skip
_BLOCKS: Final = (
    "blocked by", "is blocking", "blocks the", "blocking the", "won't let me", "cannot proceed", "can't proceed",
    "unable to proceed", "stuck on", "waiting for access", "waiting for credentials", "don't have access",
    "do not have access", "no access to", "rate limit", "quota", "needs your", "need you to", "is failing on",
    "requires credentials", "missing credentials", "until you", "blockiert",
)  # fmt: skip
_UNBLOCKED: Final = (
    " was blocked by", " were blocked by", " been blocked by", "not blocked by", "n't blocked by", "longer blocked by",
    "blocked by nothing", "blocked by anything", " if i'm blocked", " if i am blocked", " when blocked by",
)  # fmt: skip
_ASKS: Final = (
    "would you like", "which option", "which one", "how would you", "how should", "do you want", "should i ",
    "shall i", "what would you", "let me know", "möchtest du", "soll ich",
)  # fmt: skip
_SUMMARY: Final = (
    "summary", "what was done", "changes", "next step", "files", "test", "verification", "completed", "what i did",
    "overview", "results", "commit",
)  # fmt: skip
_CHOOSING: Final = ("decision", "approach", "recommend", "trade-off", "tradeoff", "rationale", "design choice", "why ")
_PROPOSES: Final = (" i'd ", " i would ", " i could ", " we could ", " we might ", " you could ", " ich würde ")
_LABEL: Final = (
    r"^(?:(?:[A-ZÄÉÓ]{4,12}|[Ss]ummary|[Rr]esults?|[Oo]verview|[Cc]hanges)(?:\s*:|\s+[-–—])\s+|"
    r"(?:DECISION|DECIDED):\s*)(?=\S{2})"
)
_MADE: Final = 2.0
_MADE_MOST: Final = 6
_CLAIMED: Final = 0.7
_MOST: Final = 2


def hear(turn: Turn, diagnosing: bool) -> Iterator[Candidate]:
    """At most two sentences of a text; none that guesses, narrates or tells what a failing command is about."""
    if turn.role != "assistant":
        return
    scored: list[tuple[float, int, str, str, str]] = []
    asks = phrases.has(phrases.pad(turn.text), _ASKS)
    announced = False  # the sentence before says that this one is another's, or one way of several
    for number, unit in enumerate(choice.whole(texts.units(turn.text))):
        said = _unlabelled(phrases.plain(texts.one_line(unit.text)).rstrip(":"))
        heading = unit.heading.casefold()
        laid_out = announced or _leads_away(f"{heading}:")
        announced = unit.text.endswith(":") and _leads_away(unit.text)
        if unit.bullet and phrases.has(heading, _SUMMARY) and not choice.is_made(said):
            continue
        kind, score, words = plainly.heard(texts.one_line(unit.text), bullet=unit.bullet, diagnosing=diagnosing)
        if kind and all(words != known for *_, known, _ in scored):
            scored.append((score, -number, kind, words, unit.text))
            continue
        kind, score = judge(said, asks)
        if kind in ("", "learning") and _is_chosen(said, heading, unit.bullet):
            kind, score = "decision", _MADE if "deci" in heading or "entsch" in heading else 1.5
        if not kind and phrases.narrates(said):
            said = phrases.clause(said)
            kind, score = judge(said, asks)
        if kind == "decision" and laid_out:
            continue
        if kind and not (diagnosing and kind != "blocker") and all(said != known for *_, known, _ in scored):
            scored.append((score, -number, kind, said, unit.text))
    for score, _, kind, said, raw in _best(scored, min(_MOST + len(turn.text) // 1500, 5)):
        yield propose(turn, kind, said, f"said-{kind}", min(0.4 + score / 10, 0.7), quote=raw)


def _best(scored: list[tuple[float, int, str, str, str]], most: int) -> list[tuple[float, int, str, str, str]]:
    """The strongest sentences, one blocker among them; of those that decide a few more, each of them counts."""
    scored = sorted(scored, reverse=True)
    best = scored[:most]
    best += [entry for entry in scored[most:] if entry[2] == "decision" and entry[0] >= _MADE][:_MADE_MOST]
    blockers = [entry for entry in best if entry[2] == "blocker"]
    return [entry for entry in best if entry[2] != "blocker"] + blockers[:1]


def _is_chosen(said: str, heading: str, is_bullet: bool) -> bool:
    """True for a claim under a heading of choices, and for a bullet of "We decided:"."""
    if phrases.has(heading, _CHOOSING) and claims.weight(said) >= _CLAIMED:
        return True
    return is_bullet and choice.is_made(f"{heading}:") and claims.weight(said) > 0


def judge(said: str, asks: bool = False) -> tuple[str, float]:
    """The kind of memory that a sentence is, and how strongly its words say so; "" for none."""
    if not 16 <= len(said) <= 330 or said.endswith("?"):
        return "", 0
    padded = phrases.pad(said)
    named = min(said.count("`") // 2, 2) * 0.5
    if len(said) < 28 or len(texts.words(said)) < 4:  # too little for anything but an act of deciding
        is_made = choice.is_made(said) and len(texts.words(said)) >= 2
        return ("decision", _MADE) if is_made and not phrases.passes(said) else ("", 0)
    is_blocked = "blocked by" in padded and not phrases.has(padded, _UNBLOCKED)
    if phrases.has(padded, _BLOCKS) and (asks or is_blocked) and not phrases.narrates(said):
        return "blocker", 3 + named
    if phrases.guesses(said) or phrases.passes(said):
        return "", 0
    if choice.is_made(said):
        return "decision", _MADE + named
    if phrases.narrates(said) or padded.startswith(_PROPOSES):
        return "", 0
    if padded.startswith((" always ", " never ", " do not ", " don't ")):
        return "convention", 2 + named
    fault, fact = phrases.count(padded, _FAULT), float(phrases.count(padded, _FACT))
    fact += 0.5 * phrases.count(padded, _WEAK)
    chose, rule = phrases.count(padded, _CHOSE), phrases.count(padded, _RULE)
    best = max((rule * 1.2, "convention"), (chose * 1.1, "decision"), (fault * 1.05, "error"), (fact * 1.0, "learning"))
    if best[0] < 1:
        return "", 0
    return (_weighed(said) if best[1] == "decision" else best[1]), best[0] + named


def _weighed(said: str) -> str:
    """The kind of a sentence that has the cues of a choice but is no act of choosing."""
    if choice.is_stated(said):
        return "decision"
    if choice.is_open(said) or choice.is_others(said) or choice.is_act(said) or choice.tells_of_failure(said):
        return ""
    return "learning"  # it says how a thing is: worth knowing, and decided by nobody here


def _leads_away(said: str) -> bool:
    """True for an announcement after which no decision of the speaker's comes."""
    return len(said) > 1 and (choice.is_open(said) or choice.is_others(said))


def _unlabelled(said: str) -> str:
    """The sentence without a label before it: `DECISION:`, `Summary -`."""
    rest = re.sub(_LABEL, "", said)
    return rest[:1].upper() + rest[1:] if rest != said else said


def diagnoses(said: str) -> float:
    """How well a sentence explains a failure; 0 for one that only tells what comes next."""
    padded = phrases.pad(said)
    score = float(phrases.count(padded, _FAULT + _FACT + _WEAK))
    if phrases.has(padded, _BLOCKS) or " options" in padded:
        return 0.0
    score += 0.5 * min(said.count("`") // 2, 2) + (1.0 if "because" in padded or " since " in padded else 0.0)
    if phrases.narrates(said):
        score -= 2
    return score
