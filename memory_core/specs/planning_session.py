"""Read the transcript of a planning session: questions that were answered, and the reports of its agents."""

import re
from typing import Any, Final, NamedTuple

from memory_core.extract.turn import Turn
from memory_core.language import markdown, outline
from memory_core.language.document import Outline
from memory_core.specs import questions
from memory_core.specs.item import levelled, made
from memory_core.specs.spec import Item

_PAIR: Final = re.compile(r"\"([^\"\n]{3,600})\"=\"([^\"\n]{1,600})\"")
_AGENTS: Final = ("Task", "Agent")
_LAUNCHED: Final = re.compile(
    r"\A\W*(?:async agent launched|.{0,80}\blaunched (?:successfully|in the background))", re.IGNORECASE
)
_FRAME: Final = re.compile(r"\A\[Subagent hand-back\].*?The report follows:[ \t]*\n", re.DOTALL)
_TAIL: Final = re.compile(
    r"\n?^[ \t]*agentId: [\w-]+(?: \(use SendMessage.*)?$.*\Z|\n?<usage>.*\Z", re.DOTALL | re.MULTILINE
)
_DATA: Final = re.compile(r"\A(?:```\w*\s*)?[\[{]\s*[\[\]{}\"]")  # data such as the findings of a review
_INDENT: Final = re.compile(r"^  ", re.MULTILINE)
_LEAST: Final = 6  # words of a report


class Heard(NamedTuple):
    """An item from a transcript, and the turn that it comes from."""

    item: Item
    uuid: str
    when: str


def of_turn(turn: Turn) -> list[Heard]:
    """The clarifications and the report in a turn of the main session."""
    if turn.failed or turn.agent:
        return []
    if turn.role == "answer":
        return _answers(turn, turn.input.get("answers"))
    if turn.role == "result" and turn.tool == "AskUserQuestion":
        return _answers(turn, dict(_PAIR.findall(turn.text)))
    if turn.role == "result" and turn.tool in _AGENTS:
        return reported(turn, str(turn.input.get("description") or ""), turn.text)
    return []


def reported(turn: Turn, about: str, text: str) -> list[Heard]:
    """The report of an agent in its own words; [] if the agent only started, or returned data or nothing."""
    if _LAUNCHED.match(text):
        return []
    framed = _FRAME.match(text)
    words = text[framed.end() :] if framed else text
    words = _TAIL.sub("", words)
    words = (_INDENT.sub("", words) if framed else words).strip()
    if _DATA.match(words) or len(outline.words(words).split()) < _LEAST:
        return []
    document = Outline.parse(words)
    texts = (text for section in document.sections for _, text in document.paragraphs(section))
    points = (entry.text for section in document.sections for entry in document.entries(section))
    head = next((each for each in (*texts, *points) if len(outline.words(each).split()) > 2), words)
    head = outline.first_sentence(markdown.plain(head))
    title = markdown.plain(about)
    key = f"report {turn.call or turn.uuid}"
    item = made("research", key, f"{title}: {head}" if title else head, levelled(words))
    return [Heard(item, turn.uuid, turn.when)]


def notified(text: str) -> dict[str, str]:
    """The fields of a notification that an agent completed; {} for any other notification."""
    parts = {name: (match[1].strip() if (match := _part(text, name)) else "") for name in _PARTS}
    return parts if parts["status"] == "completed" else {}


_PARTS: Final = ("task-id", "tool-use-id", "status", "summary", "result")


def _part(text: str, name: str) -> re.Match[str] | None:
    most = text.rfind(f"</{name}>") if name == "result" else len(text)  # a report may quote a tag
    return re.compile(rf"<{name}>(.*)</{name}>", re.DOTALL).search(text, 0, most + len(name) + 3) if most >= 0 else None


def _answers(turn: Turn, answers: Any) -> list[Heard]:
    put = turn.input.get("questions")
    offered: dict[tuple[str, str], str] = {}
    for question in put if isinstance(put, list) else []:
        options = question.get("options") if isinstance(question, dict) else None
        for option in options if isinstance(options, list) else []:
            if isinstance(option, dict):
                asked = str(question.get("question", ""))
                offered[asked, str(option.get("label", "")).strip()] = str(option.get("description", ""))
    items = []
    for asked, answer in answers.items() if isinstance(answers, dict) else ():
        if outline.is_nothing(str(asked)) or outline.is_nothing(str(answer)):
            continue
        why = offered.get((str(asked), str(answer).strip()), "")
        item = questions.asked_and_answered(
            markdown.plain(str(asked)), markdown.plain(str(answer)), more=markdown.plain(why)
        )
        items.append(Heard(item, turn.uuid, turn.when))
    return items
