"""The stop lists: data, a list a language, read by everybody who leaves such words out."""

import ast

import pytest

from memory_core.language.light import stop_words
from tests.conftest import ROOT

# What a list of stop words of a language could not do without.
_SIGNS = (
    frozenset("a an the and or of to in is are it this that with for".split()),
    frozenset("der die das und oder ist ein eine nicht mit für von zu".split()),
    frozenset("le la les et ou de des un une est dans pour avec".split()),
    frozenset("el los las y o de un una es en por para con".split()),
)
_ENGINE = ("stem", "humps", "pairs", "jaccard", "share")  # what only the engine defines
_MANY = 8  # of these words in one literal: it is a stop list, or has one in it


@pytest.mark.parametrize("language", stop_words.LANGUAGES)
def test_every_language_has_a_list(language):
    assert stop_words.function_words(language) <= stop_words.words(language) <= stop_words.words()
    assert stop_words.function_words(language)
    assert all(word == word.casefold() and " " not in word for word in stop_words.words(language))


def test_a_language_that_nobody_knows_has_none():
    assert stop_words.words("xx") == frozenset()


def _is_list(node):
    if not isinstance(node.value, str):
        return False
    words = frozenset(node.value.split())
    is_prose = any(mark in node.value for mark in ".,;:()|\\")
    return not is_prose and any(len(words & signs) >= _MANY for signs in _SIGNS)


# Lexicons of their own that hold such words among others: what says little of a learning, or that a text is in another
# language.
_LEXICONS = {
    "memory_core/extract/rule_patterns.py", "memory_core/language/light/prompt_features.py",
    "memory_core/learnings/matcher.py", "memory_core/specs/fitting.py",
    "memory_core/tickets/modal.py",
}  # fmt: skip


# What of the engine a silent hook loads.
_TEXT = {f"memory_core/language/light/{name}.py" for name in ("roots", "stems", "stop_words", "words")} | {
    "memory_core/core/light/globs.py"
}


@pytest.mark.heavy
def test_no_other_module_has_a_stop_list_or_a_part_of_the_engine_of_its_own():
    offenders = set()
    for path in ROOT.glob("memory_core/**/*.py"):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(("memory_core/language/", "memory_core/redact/")) or name in _TEXT:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and _is_list(node) and name not in _LEXICONS:
                offenders.add(f"{name}:{node.lineno} a stop list")
            if isinstance(node, ast.FunctionDef) and node.name.strip("_") in _ENGINE:
                offenders.add(f"{name}:{node.lineno} {node.name}")
    assert not offenders, offenders
