"""The chain of a decision: what it replaced and what replaced it, whichever of the two says so."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.cli import main
from memory_core.core import git, registry
from memory_core.core.light import lifecycle
from memory_core.core.memory import Link, Memory
from tests.test_index import memory


def decisions(links: list[tuple[str, str, str]], names: str = "abcdef") -> dict[str, Memory]:
    return {
        name: memory(
            name,
            f"decision {name}",
            created=f"2026-01-{at:02}T00:00:00Z",
            links=tuple(Link(rel, target) for own, rel, target in links if own == name),
        )
        for at, name in enumerate(names, 1)
    }


def chain(name: str, memories: dict[str, Memory]) -> list[Memory]:
    """The memory with what it replaced and what took its place; none where it is alone."""
    line = [
        memories[linked]
        for linked in lifecycle.line(name, lifecycle.successors(memories.values()))
        if linked in memories
    ]
    return sorted(line, key=lambda memory: memory.created) if len(line) > 1 else []


@pytest.mark.parametrize(
    ("links", "name", "members"),
    [
        ([("b", "supersedes", "a")], "a", "ab"),
        ([("b", "supersedes", "a")], "b", "ab"),
        ([("a", "superseded_by", "b")], "b", "ab"),
        ([("a", "superseded_by", "b"), ("b", "supersedes", "a"), ("c", "supersedes", "b")], "a", "abc"),
        ([("c", "supersedes", "a"), ("c", "supersedes", "b"), ("d", "supersedes", "c")], "c", "abcd"),
        ([("c", "supersedes", "a"), ("c", "supersedes", "b")], "a", "ac"),  # b was replaced by the same, that is all
        ([("a", "supersedes", "b"), ("b", "supersedes", "a")], "a", "ab"),
        ([("a", "supersedes", "a")], "a", ""),
        ([("a", "supersedes", "gone")], "a", ""),
        ([("a", "relates_to", "b")], "a", ""),
    ],
)
def test_links_are_read_in_both_directions(links: list[tuple[str, str, str]], name: str, members: str) -> None:
    assert "".join(memory.id for memory in chain(name, decisions(links))) == members


@given(
    st.lists(
        st.tuples(
            st.sampled_from("abcdef"), st.sampled_from(["supersedes", "superseded_by"]), st.sampled_from("abcdef")
        ),
        max_size=12,
    )
)
def test_law_who_is_in_ones_chain_has_one_in_its_own(links: list[tuple[str, str, str]]) -> None:
    memories = decisions(links)
    for name in memories:
        for other in chain(name, memories):
            assert name in {memory.id for memory in chain(other.id, memories)}


def test_show_prints_the_chain(repo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = str(repo)
    with registry.held(root):
        [old] = registry.keep(root, [memory("", "The queue runs on Redis", created="2026-01-10T00:00:00Z")])
        new = memory("", "The queue runs on Postgres", created="2026-02-10T00:00:00Z")
        commit = git.head(root) or ""
        source = new.source._replace(commit=commit)
        [new] = registry.keep(root, [new._replace(source=source, links=(Link("supersedes", old.id),))])
    for decision in (old, new):
        assert main(["show", decision.id, "--root", root]) == 0
        output = capsys.readouterr().out
        assert (
            f"  2026-01-10  {old.id}  active  The queue runs on Redis\n  2026-02-10  {new.id}  active  The queue"
            in output
        )
    assert main(["show", old.id, "--json", "--root", root]) == 0
    assert [member["id"] for member in json.loads(capsys.readouterr().out)["chain"]] == [old.id, new.id]
