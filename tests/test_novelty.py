import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.core.find_duplicate import Known
from memory_core.core.memory import Memory
from memory_core.language import near_duplicate
from tests.rows import each_row

OTHER = [
    ("Store user session tokens in Redis", "Store user session tokens in Postgres"),
    ("The public interface of billing is REST", "The public interface of billing is GraphQL"),
    ("Force pushes to release branches are allowed", "Force pushes to release branches are forbidden"),
    ("Code review by two people is mandatory", "Code review by two people is optional"),
    ("Never log customer emails in the importer", "Log customer emails in the importer"),
    ("Carts expire after thirty minutes of idling", "Carts expire after sixty minutes of idling"),
    ("Cache the price list for 60 seconds", "Cache the price list for 300 seconds"),
    ("Retry logic for imports stands in orders.py", "Retry logic for imports stands in users.py"),
    ("Alice owns the deployment of the mailer", "Bob owns the deployment of the mailer"),
    (
        "Use tabs in all Makefiles of the repository",
        "Use tabs in all Makefiles except generated ones of the repository",
    ),
    ("Store session tokens in Redis", "Store session tokens in Redis and Postgres"),
    ("Feature flags are read before the config loads", "Feature flags are read after the config loads"),
]
SAME = [
    ("Prices are integers in cents", "I see from memory that prices are integers in cents."),
    ("Prices are integers in cents because floats lost a cent", "As noted earlier, prices are integers in cents"),
    ("Store user session tokens in Redis", "Storing user session tokens in Redis"),
    ("Carts expire after a day", "Carts expire after a day!"),
]


@each_row(("old", "new"), OTHER)
def test_a_word_in_the_place_of_another_makes_another_memory(old: str, new: str) -> None:
    assert Known([Memory("1", "decision", old)]).find(Memory("2", "decision", new)) is None
    assert Known([Memory("1", "decision", new)]).find(Memory("2", "learning", old)) is None or set(
        near_duplicate.words(old)
    ) < set(near_duplicate.words(new))


@pytest.mark.parametrize(("old", "new"), SAME)
def test_what_is_told_again_is_known(old: str, new: str) -> None:
    assert Known([Memory("1", "decision", old)]).find(Memory("2", "learning", new))


@given(st.lists(st.text("abcdefg ", max_size=40), min_size=1, max_size=12), st.integers(0, 11))
def test_every_memory_is_known_to_itself(texts: list[str], at: int) -> None:
    known = [Memory(str(number), "decision", text) for number, text in enumerate(texts)]
    assert Known(known).find(known[at % len(known)])


TOLD = [
    "Prices are kept in integer cents, because floats lose money",
    "The ledger uses Postgres instead of SQLite, so that two workers can write at once",
    "Never log customer emails in the importer",
    "Store user session tokens in Redis",
]
# A sentence, whether it adds nothing to these, and whether it does where its text says that it retells.
AGAIN = [
    ("Prices are kept in integer cents.", True, True),
    ("Prices are integer cents because floats lose money, and the ledger uses Postgres.", True, True),
    ("The team keeps prices as integer cents, since floating-point values lose money.", False, True),
    ("Postgres was taken over SQLite for the ledger so that two workers write at once.", False, True),
    ("The ledger uses MySQL instead of SQLite, so that two workers can write at once", False, False),
    ("The ledger uses SQLite instead of Postgres, so that two workers can write at once", False, False),
    ("Store user session tokens in Postgres", False, False),
    ("Store user session tokens in Redis for 30 days", False, False),
    ("Log customer emails in the importer", False, False),
    ("Prices are no longer kept in integer cents", False, False),
    ("Invoices are rounded half up per line, because auditors sum the lines", False, False),
    ("Yes.", False, False),
]


@each_row(("text", "plainly", "loosely"), AGAIN)
def test_what_a_speaker_has_just_read_and_only_says_again(text: str, plainly: bool, loosely: bool) -> None:
    passages = list(map(near_duplicate.Passage.from_text, TOLD))
    assert near_duplicate.restates(near_duplicate.Passage.from_text(text), passages) == plainly
    assert near_duplicate.restates(near_duplicate.Passage.from_text(text), passages, loosely=True) == loosely


def test_of_what_was_never_told_nothing_is_said_again() -> None:
    assert not near_duplicate.restates(
        near_duplicate.Passage.from_text("Prices are kept in integer cents"), [], loosely=True
    )
