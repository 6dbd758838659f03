"""What a person wishes for: standing wishes in the form of questions, reports, and wishes on how to answer."""

import pytest

from memory_core.extract.extraction import extract
from memory_core.extract.turn import Turn


def _heard(prompt: str) -> tuple[list[str], list[str], list[str]]:
    result = extract([Turn("user", prompt, 1, uuid="u")])
    wished = [
        candidate.text for candidate in result.candidates if candidate.kind in ("preference", "convention", "decision")
    ]
    return wished, [practice.text for practice in result.practices], [rule.quote for rule in result.rules]


@pytest.mark.req("CS-FR-012")
@pytest.mark.parametrize(
    "prompt",
    [
        "could you always add a changelog line when you touch the API?",
        "can you please run the linter before every commit?",
        "Könntest du bitte immer zuerst die Tests laufen lassen?",
        "¿podrías preguntarme siempre antes de borrar datos?",
        "删除数据之前能不能每次都先问我一下？",
    ],
)
def test_a_question_that_begs_for_a_way_of_working_is_a_wish(prompt: str) -> None:
    assert _heard(prompt)[0] == [prompt[:1].upper() + prompt[1:]]


@pytest.mark.parametrize(
    "prompt",
    [
        "could you add a changelog line for the last change?",
        "can you run the linter on this file?",
        "does the linter run before every commit?",
        "why does the API always return 200 here?",
        "Läuft der Linter vor jedem Commit?",
        "¿por qué siempre falla el primer intento?",
        "为什么每次都要先清空缓存？",
        "I ran `go env -w GOPROXY=off` and then it built.",
        "I continued the rebase and it completed.",
        "I always ran into the same timeout yesterday.",
        "Ich habe den Rebase fortgesetzt und er ging durch.",
    ],
)
def test_what_is_asked_or_told_is_no_wish(prompt: str) -> None:
    wished, practised, rules = _heard(prompt)
    assert (wished, rules) == ([], [])
    assert [text for text in practised if not text.startswith("The user asks")] == []


@pytest.mark.parametrize(
    "prompt",
    [
        "Always answer me in German.",
        "Never apologise, just fix it.",
        "Keep your replies short from now on.",
        "Bitte antworte immer auf Deutsch.",
        "Reply to me in English, always.",
    ],
)
def test_how_to_answer_is_no_rule_of_code(prompt: str) -> None:
    wished, _, rules = _heard(prompt)
    assert rules == []
    assert wished


@pytest.mark.parametrize(
    "prompt",
    [
        "Never use moment.js in this project, use date-fns instead.",
        "No emojis in commit messages, ever.",
        "Never send HTML from the API handlers.",
        "Comments in the code are always written in English.",
    ],
)
def test_what_code_and_commits_can_break_stays_a_rule(prompt: str) -> None:
    assert _heard(prompt)[2] == [prompt] or _heard(prompt)[0]
