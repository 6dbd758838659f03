"""A rule that names what is out and what is in, in one breath: neither side is taken for the other."""

import itertools

import pytest

from memory_core.domain.guard import norms
from tests.test_guard_engine import action, constraint

PAIRS = (("ORM", "raw SQL"), ("yarn", "npm"), ("REST", "gRPC"), ("moment", "date-fns"))
# What is out, what is in: by language, each with what may stand on either side of the other.
OUT = {
    "en": ("no {x}", "never use {x}", "don't use {x}", "not {x}", "{x} is forbidden"),
    "de": ("kein {x}", "keine {x}", "niemals {x}", "nicht {x}", "{x} nicht verwenden", "{x} ist verboten"),
    "fr": (
        "pas de {x}",
        "jamais de {x}",
        "aucun {x}",
        "ne pas utiliser {x}",
        "n'utilise jamais {x}",
        "{x} est interdit",
    ),
    "es": ("nada de {x}", "sin {x}", "no usar {x}", "nunca uses {x}", "ningún {x}"),
    "it": ("niente {x}", "nessun {x}", "non usare {x}", "mai {x}", "senza {x}"),
    "pt": ("nada de {x}", "sem {x}", "não use {x}", "nunca usar {x}", "nenhum {x}"),
}
IN = {
    "en": ("{y} only", "only {y}", "just {y}", "{y} exclusively", "{y} instead", "use {y}", "use {y} only"),
    "de": ("nur {y}", "ausschließlich {y}", "lediglich {y}", "stattdessen {y}"),
    "fr": ("uniquement {y}", "{y} uniquement", "seulement {y}", "que {y}", "{y} seulement"),
    "es": ("solo {y}", "sólo {y}", "solamente {y}", "únicamente {y}", "{y} solamente"),
    "it": ("solo {y}", "soltanto {y}", "solamente {y}", "unicamente {y}"),
    "pt": ("só {y}", "somente {y}", "apenas {y}", "{y} apenas"),
}
BETWEEN = (", ", "; ", ": ", " - ", " — ", ". ", " (", "/ ", ",", "\n")
INSTEAD = ("{y} instead of {x}", "{y} rather than {x}", "{y} statt {x}", "{y} anstelle von {x}", "{y} au lieu de {x}",
           "{y} plutôt que {x}", "{y} en vez de {x}", "{y} en lugar de {x}", "{y} invece di {x}",
           "{y} em vez de {x}")  # fmt: skip


def sides(text: str) -> tuple[str, str]:
    rule = norms.parse(text)
    return " | ".join(rule.prohibited).casefold(), " | ".join(rule.required).casefold()


@pytest.mark.parametrize("language", OUT)
def test_neither_side_is_taken_for_the_other(language: str) -> None:
    wrong = []
    for out, within, between in itertools.product(OUT[language], IN[language], BETWEEN):
        for x, y in PAIRS:
            close = ")" if between == " (" else ""
            for first, second in ((out, within), (within, out)):
                text = f"{first}{between}{second}{close}".format(x=x, y=y)
                prohibited, required = sides(text[0].upper() + text[1:])
                if x.casefold() not in prohibited or y.casefold() in prohibited or x.casefold() in required:
                    wrong.append((text, prohibited, required))
    assert wrong == []


@pytest.mark.parametrize("words", INSTEAD)
@pytest.mark.parametrize(("x", "y"), PAIRS)
def test_what_something_takes_the_place_of_is_out(words: str, x: str, y: str) -> None:
    for text in (words.format(x=x, y=y), f"Use {words}".format(x=x, y=y)):
        prohibited, required = sides(text)
        assert x.casefold() in prohibited, text
        assert y.casefold() not in prohibited, text
        assert y.casefold() in required, text


@pytest.mark.parametrize("text", [
    "No ORM, raw SQL only", "No ORM please, raw SQL only.", "raw SQL only - no ORM", "Kein ORM, nur raw SQL",
    "Pas d'ORM, uniquement raw SQL", "Sin ORM, solo raw SQL", "Niente ORM, solo raw SQL",
])  # fmt: skip
def test_a_proposal_of_what_is_in_passes_and_of_what_is_out_does_not(text: str) -> None:
    assert action("Write the report query in raw SQL", constraint(text)) == "propose"
    assert action("Build the report query with an ORM", constraint(text)) == "constrained"


@pytest.mark.parametrize("text", [
    "No yarn, bun or pnpm", "No comments, docstrings or banners", "Never use print, console.log or puts",
    "No new dependencies", "Only admins may delete", "npm only", "Use npm",
])  # fmt: skip
def test_a_rule_with_one_side_is_read_as_it_is(text: str) -> None:
    assert norms._separated(text) == text
