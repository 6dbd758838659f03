"""What the product reads of words is what the sources say, and nothing loads more of it than it needs."""

import subprocess
import sys
import tomllib

import pytest

from memory_core import data
from memory_core.domain.guard import concepts
from memory_core.domain.tiers.slots import slots
from tools.fit.tasks import lexicon


def test_the_compiled_lexicon_is_what_its_source_says():
    made = lexicon.make()
    assert {name: text for name, text in made.items() if data.read(name).decode() != text} == {}


def test_a_thing_stands_once_and_every_reader_knows_it():
    source = tomllib.loads(data.read("lexicon.toml").decode())
    pnpm = source["thing"]["pnpm"]
    assert ("pnpm",) in next(one.members for one in concepts.families() if one.name in pnpm["family"])
    assert slots().options["pnpm"][0].slot in pnpm["choice"]
    names = [one for thing, entry in source["thing"].items() for one in {thing, *entry.get("names", ())}]
    assert sorted(one for one in set(names) if names.count(one) > 1) == []


@pytest.mark.parametrize(
    "odd",
    [
        {"thing": {"pnpm": {"famly": ["pkgmanager"]}}},
        {"thing": {"pnpm": {"family": ["packagers"]}}},
        {"thing": {"pnpm": {"topic": ["dependency?"]}}},
        {"class": {"secret": {"things": ["secrets-of-all"]}}},
        {"tool": {"any": {}}},
    ],
)
def test_a_lexicon_that_no_reader_understands_is_refused(odd):
    source = tomllib.loads(data.read("lexicon.toml").decode())
    for kind, table in odd.items():
        source.setdefault(kind, {}).update(table)
    with pytest.raises(ValueError, match=r"pnpm|secret|^tool:"):
        lexicon.compiled(source)


def test_what_a_silent_prompt_loads_is_compiled():
    program = (
        "import sys; before = set(sys.modules); import memory_core.domain.products\n"
        "print(*({'tomllib', 're', 'json', 'typing'} & (set(sys.modules) - before)))"
    )
    told = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == ""
