"""The vector leg with vectors of our own making: filters inside the search, the cache, what is owed."""

import random
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.recall import freshness, schema, search, vectors
from memory_core.recall.keyword import Filter
from memory_core.recall.schema import Index
from tests.test_index import memory

MODEL = "made up"


def vector(seed: object) -> bytes:
    """A unit vector that depends on `seed` alone."""
    dice = random.Random(str(seed))
    numbers = [dice.gauss(0, 1) for _ in range(vectors.WIDTH)]
    length = sum(number * number for number in numbers) ** 0.5
    return struct.pack(f"<{vectors.WIDTH}f", *(number / length for number in numbers))


def near(base: bytes, seed: object, weight: float) -> bytes:
    mixed = [component + weight * other for component, other in zip(numbers(base), numbers(vector(seed)), strict=True)]
    length = sum(number * number for number in mixed) ** 0.5
    return struct.pack(f"<{vectors.WIDTH}f", *(number / length for number in mixed))


def numbers(raw: bytes) -> tuple[float, ...]:
    return struct.unpack(f"<{vectors.WIDTH}f", raw)


def cosine(left: bytes, right: bytes) -> float:
    return sum(a * b for a, b in zip(numbers(left), numbers(right), strict=True))


def pay_all(index: Index) -> int:
    owing = vectors.owing(index.connection, 100_000)
    vectors.put(index.connection, [(owed.key, vector(owed.text)) for owed in owing])
    while vectors.settle(index.connection, 1000):
        pass
    return len(owing)


def filled(folder: Path, memories: list[Memory]) -> Index:
    index = schema.opened(str(folder / "index.db"))
    freshness.refresh(index.connection, "journal", "1", memories)
    search.with_vectors(index, str(folder / "vectors.db"), MODEL)
    return index


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    opened = filled(
        tmp_path, [memory(f"m{at:03d}", f"fact {at}", spec="rare" if at in (7, 77) else None) for at in range(400)]
    )
    pay_all(opened)
    yield opened
    opened.connection.close()


def passages(index: Index) -> dict[int, bytes]:
    return {
        row: bytes(raw)
        for row, raw in index.connection.execute("SELECT id, vector FROM memories JOIN cache.vectors ON key = passage")
    }


@pytest.mark.req("CS-FR-010", "CS-FR-012", "CS-C-001")
def test_the_nearest_are_found_with_their_exact_cosines(index: Index) -> None:
    exact = passages(index)
    asked = near(exact[42], "noise", 0.4)
    cosines = vectors.search(index.connection, asked, Filter(), 50)
    assert max(cosines, key=lambda row: cosines[row]) == 42
    for row, value in cosines.items():
        assert value == pytest.approx(cosine(asked, exact[row]), abs=1e-5)


@pytest.mark.req("CS-FR-013", "C-10")
def test_the_filter_stands_inside_the_search(index: Index) -> None:
    hits = vectors.search(index.connection, vector("anything"), Filter("spec = ?", ("rare",)), 10)
    assert sorted(hits) == [8, 78]


def test_vectors_of_memories_that_are_gone_take_no_place(index: Index) -> None:
    freshness.refresh(index.connection, "journal", "2", [memory("m000", "fact 0")])
    hits = vectors.search(index.connection, vector("x"), Filter(), 10)
    assert sorted(hits) == [1]
    assert vectors.owes(index.connection)
    vectors.settle(index.connection, 10)
    assert not vectors.owes(index.connection)
    assert sorted(vectors.search(index.connection, vector("x"), Filter(), 10)) == [1]


@pytest.mark.req("CS-FR-016", "C-16")
def test_what_is_owed_is_made_first_for_what_the_question_finds(tmp_path: Path) -> None:
    index = filled(
        tmp_path, [memory(f"m{at}", f"fact {at}", created=f"2026-01-{at + 1:02d}T00:00:00Z") for at in range(20)]
    )
    owing = vectors.owing(index.connection, 3, first=[5])
    assert [owed.text.rpartition(" ")[2] for owed in owing] == ["4", "19", "18"]
    vectors.put(index.connection, [(owed.key, vector(owed.text)) for owed in owing])
    assert vectors.settle(index.connection, 100) == 3
    assert len(vectors.search(index.connection, vector("x"), Filter(), 10)) == 3
    index.connection.close()


def test_a_rebuild_takes_every_vector_from_the_cache(tmp_path: Path) -> None:
    memories = [memory(f"m{at}", f"fact {at}") for at in range(50)]
    first = filled(tmp_path, memories)
    assert pay_all(first) == 50
    first.connection.close()
    (tmp_path / "index.db").unlink()
    again = filled(tmp_path, memories)
    assert pay_all(again) == 0
    assert len(vectors.search(again.connection, vector("x"), Filter(), 100)) == 50
    again.connection.close()


@pytest.mark.parametrize("damage", [None, b"", b"not a database at all" * 100])
def test_the_cache_can_be_deleted_or_damaged_at_any_time(tmp_path: Path, damage: bytes | None) -> None:
    index = filled(tmp_path, [memory(f"m{at}", f"fact {at}") for at in range(5)])
    pay_all(index)
    index.connection.close()
    cache = tmp_path / "vectors.db"
    cache.unlink()
    if damage is not None:
        cache.write_bytes(damage)
    again = schema.opened(str(tmp_path / "index.db"))
    search.with_vectors(again, str(cache), MODEL)
    assert len(vectors.owing(again.connection, 100)) == 5
    pay_all(again)
    assert len(vectors.search(again.connection, vector("x"), Filter(), 10)) == 5
    again.connection.close()


def test_vectors_of_another_model_are_never_compared(tmp_path: Path) -> None:
    index = filled(tmp_path, [memory(f"m{at}", f"fact {at}") for at in range(5)])
    pay_all(index)
    index.connection.close()
    again = schema.opened(str(tmp_path / "index.db"))
    search.with_vectors(again, str(tmp_path / "vectors.db"), "another")
    assert vectors.search(again.connection, vector("x"), Filter(), 10) == {}
    assert len(vectors.owing(again.connection, 100)) == 5
    again.connection.close()


def test_the_same_memories_give_the_same_bytes(tmp_path: Path) -> None:
    memories = [memory(f"m{at}", f"fact {at} of the crane", session=f"s{at // 7}") for at in range(60)]
    files = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        index = filled(tmp_path / name, memories if name == "one" else memories[::-1])
        pay_all(index)
        index.connection.close()
        files.append((tmp_path / name / "index.db").read_bytes())
    assert files[0] == files[1]


def test_without_sqlite_vec_there_is_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    index = schema.in_memory()
    with pytest.raises(Refusal, match="setup"):
        search.with_vectors(index, str(tmp_path / "vectors.db"), MODEL)
    index.connection.close()
