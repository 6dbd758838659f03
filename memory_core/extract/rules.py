"""Rules in a person's words: proposed as guard rails, in force only after they are confirmed.

The words of a refusal state a rule, or which direction is refused, why, and what to use instead. Precision comes first:
words for one moment, quotations and words that name nothing are no rule.
"""

import re
from collections.abc import Iterator
from typing import Final

from memory_core import data
from memory_core.core import budget
from memory_core.extract import answers, entities, lazy_patterns, rule_parser, rule_patterns, wish_model
from memory_core.extract import prose_text as texts
from memory_core.extract.alternatives import alternative, clauses
from memory_core.extract.candidate import TEXT_CHARS, State
from memory_core.extract.entities import KNOWN
from memory_core.extract.proposal import EVERYWHERE, LEADING, Proposal, Refused, propose
from memory_core.extract.rule_sentences import parted, reason_in, straight
from memory_core.extract.turn import Turn

__all__ = ["Proposal", "hear"]

_MOST: Final = 8  # of one turn
MANNERS: Final = 25  # the score above which a standing wish is of how to answer: no code can break it
_EDITS: Final = ("Edit", "Write", "MultiEdit", "NotebookEdit", "Bash")


def hear(turn: Turn, state: State) -> Iterator[Proposal]:
    """The rules that a person states: in a prompt, an answer, or the words of a refusal."""
    if turn.agent:
        return
    if turn.role == "assistant":
        state.pop("refused", None)
    elif turn.role == "user":
        yield from _prompted(turn, state)
    elif turn.role == "answer":
        for words in _typed(turn):
            yield from _most(rule_parser.rules_in(turn, words))
    elif turn.role == "result" and turn.failed and turn.refused and turn.tool in (*_EDITS, "ExitPlanMode"):
        refused = about(turn)
        if turn.words:
            yield from _most(read(turn, turn.words, refused))
        else:  # no word yet: the next prompt may give the reason
            state["refused"] = {"plan": refused.plan, "path": refused.path, "added": list(refused.added)}


def _prompted(turn: Turn, state: State) -> Iterator[Proposal]:
    before = state.pop("refused", None)
    if len(turn.text) > rule_parser.LONGEST:
        return
    refused = Refused(before["plan"], before["path"], tuple(before["added"])) if before else Refused()
    if before and named(turn.text, refused):
        yield from _most(read(turn, turn.text, refused))
    else:
        yield from _most(rule_parser.rules_in(turn, turn.text))


def _most(proposals: Iterator[Proposal]) -> list[Proposal]:
    """The first rules, each once, without rules on how to answer."""
    kept = {(each.kind, each.text.casefold()): each for each in proposals if not _is_of_manners(each)}
    return list(kept.values())[:_MOST]


def _is_of_manners(rule: Proposal) -> bool:
    """Whether a rule is of how to answer; what names a thing of code is none."""
    return rule.kind == "constraint" and not rule.forbid and wish_model.read(rule.quote).manner > MANNERS


def _typed(turn: Turn) -> Iterator[str]:
    """The answers that a person wrote themselves."""
    given, offered = turn.input.get("answers"), answers.options(turn)
    for answer in given.values() if isinstance(given, dict) else ():
        if str(answer).strip() not in offered:
            yield str(answer)


_SURE: Final = 0.85  # above: a rule for good, whatever plan it was said to
_ROWS: Final = data.named("extract/refusals.txt")
_JUDGES: Final = _ROWS["judges"][0]
_HISTORY: Final = _ROWS["history"][0]
_AMENDS: Final = _ROWS["amends"][0]
_SHAPE: Final = _ROWS["shape"][0]
_LACKS: Final = _ROWS["lacks"][0]
_DIRECT: Final = _ROWS["direct"][0]
_TITLE: Final = (
    r"(?i)^(?:(?:implementation\s+)?plan|proposal|approach|goal|overview|summary)\s*(?:[:–—-]|for\b|to\b)?\s*"
)
_FEW: Final = 4  # words of a title that says little by itself


def about(turn: Turn) -> Refused:
    """What a refused call would have done."""
    given = turn.input
    if turn.tool == "ExitPlanMode":
        plan = str(given.get("plan") or "")
        names = [
            *entities.additions(plan, whole=True),
            *(name for row in plan[:4000].split("\n") for name in entities.named(row.lstrip("#-*0123456789. "))),
        ]
        return Refused(_title(plan), "", tuple(dict.fromkeys(names))[:60])
    path = str(given.get("file_path") or given.get("notebook_path") or "")
    removed = str(given.get("old_string") or "")
    new = str(given.get("new_string") or given.get("content") or given.get("command") or "")
    gone = {*entities.additions(removed), *entities.called(removed)}
    added = [name for name in (*entities.additions(new), *entities.called(new)) if name not in gone]
    inside = path if not path.startswith(("/", "~", "..")) and not re.match(r"[A-Za-z]:", path) else ""
    return Refused("", inside, tuple(added[:60]))


def _title(plan: str) -> str:
    rows = [texts.one_line(row.lstrip("#-*0123456789. ")) for row in plan[:4000].split("\n")]
    lines = [line for line in (re.sub(_TITLE, "", row).strip(" .:") for row in rows) if len(line) >= 5]
    if not lines:
        return ""
    title = lines[0]
    if len(title.split()) < _FEW and len(lines) > 1:
        title += f": {'; '.join(lines[1:3])}"
    return texts.clip(title[:1].upper() + title[1:], TEXT_CHARS)


def named(words: str, refused: Refused) -> list[str]:
    """The names that a person forbids and the call would have added, or that the words name as refused."""
    words = words[: budget.SENTENCE]
    known = {name.rstrip("(").casefold(): name for name in refused.added}
    spoken = [clause for clause in clauses(straight(texts.one_line(words))) if not alternative(clause)]
    names: list[str] = []
    plan = f"{refused.plan.casefold()} "
    for clause in spoken:
        direct = {word.strip("`.,").casefold() for word in re.findall(_DIRECT, clause)}
        tokens = re.findall(r"`[^`]+`|[@\w<][\w@./:()<>-]*", clause)
        for number, word in enumerate(tokens):
            following = tokens[number + 1] if number + 1 < len(tokens) else ""
            name = word.strip("`.,:")
            lowered = name.casefold()
            if following and f"{lowered} {following.casefold()} " in plan:
                continue  # the plan's name for it has two words: one of them is not it
            if lowered in known and (lowered in direct or lowered in KNOWN or not known[lowered].endswith("(")):
                names.append(known[lowered] if known[lowered].endswith("(") else name)
            elif (lowered in direct and entities.is_sure(name)) or (
                lowered in KNOWN and any(len(other) > 3 and (lowered in other or other in lowered) for other in known)
            ):
                names.append(name)
    return list({word.casefold(): word for word in names}.values())[: entities.THINGS_MOST]


def read(turn: Turn, words: str, refused: Refused) -> Iterator[Proposal]:
    """The rule that the words of a refusal state, else what was refused and why."""
    spoken = straight(texts.one_line(words))
    heard = list(rule_parser.rules_in(turn, words, refused))
    laid_down = [each for each in heard if each.kind != "rejection"]  # what was refused says it better
    if refused.plan:
        laid_down = [each for each in laid_down if each.certainty > _SURE]
    if laid_down:
        yield from laid_down
        return
    if len(words) > rule_parser.LONGEST or spoken.endswith("?"):
        return
    names = list(dict.fromkeys([*named(spoken, refused), *(name for each in heard for name in each.forbid)]))
    judged = " ".join(
        sentence
        for sentence in texts.spoken(spoken)
        if not re.search(r"[\w)\"'`]\s?\?$", sentence) and not lazy_patterns.search(_LACKS, sentence)
    )
    if not _refuses(judged, names, bool(heard)):
        return
    instead = alternative(spoken, " ".join(names)) or next((each.instead for each in heard), "")
    text = _direction(spoken, names, refused, heard)
    if len(text) < 5:
        return
    wide = lazy_patterns.search(rule_patterns.STANDING, spoken, re.IGNORECASE) or (
        names and not rule_patterns.placed(spoken)
    )
    everywhere = refused.plan or not refused.path or wide
    scope = next((each.path for each in heard if each.path not in (EVERYWHERE, refused.path)), "")
    yield propose(
        turn, "rejection", text[:1].upper() + text[1:], _why(spoken) or spoken,
        "refused-plan" if refused.plan else "refused-edit", 0.8 if refused.plan else 0.75, forbid=tuple(names),
        instead=instead, path=scope or (EVERYWHERE if everywhere else refused.path), quote=words,
    )  # fmt: skip


_FAULT: Final = (
    r"(?i)\b(?:too \w+|overkill|unnecessary|bloat\w*|deprecated|unmaintained|insecure|unsafe|zu \w+|demasiado|trop)\b"
)


def _why(words: str) -> str:
    """The reason in the words of a refusal, if it is separate from what they refuse."""
    sentences = [texts.one_line(sentence) for sentence in texts.spoken(words)]
    reasons = [
        parted(sentence)[1] or (reason_in(sentence) if number else "") for number, sentence in enumerate(sentences)
    ]
    heads = " ".join(parted(sentence)[0] for sentence in sentences)
    return "" if lazy_patterns.search(_FAULT, heads) else next((reason for reason in reasons if len(reason) >= 10), "")


def _refuses(words: str, names: list[str], heard: bool) -> bool:
    """Whether words refuse a direction, and not the shape, the place or the moment of one answer."""
    if heard:
        return True
    kept = [clause for clause in clauses(words) if not rule_parser.speaks_of_now(clause)]
    history = any(lazy_patterns.search(_HISTORY, clause) for clause in kept)
    if not history and (len(kept) < len(clauses(words)) or lazy_patterns.match(_AMENDS, words)):
        return False
    if re.search(_SHAPE, words) and not names and not history:
        return False
    judged = history or bool(lazy_patterns.search(_JUDGES, words))
    if names:
        return judged or bool(re.search(_DIRECT, words))
    return judged and len(set(texts.content(words))) >= 3


def _direction(words: str, names: list[str], refused: Refused, heard: list[Proposal]) -> str:
    """What was refused, in words that another session understands."""
    if refused.plan:
        if not names or any(name.casefold() in refused.plan.casefold() for name in names):
            return refused.plan
        return f"Use {', '.join(names)} ({refused.plan.partition(':')[0]})"
    if names:
        return f"Add {names[0].rstrip('(')}"
    if heard:
        return heard[0].text
    head = clauses(
        lazy_patterns.sub(LEADING, "", re.split(rule_patterns.BECAUSE, words, maxsplit=1, flags=re.IGNORECASE)[0])
    )
    return head[0] if head and len(set(texts.content(words))) >= 4 else ""
