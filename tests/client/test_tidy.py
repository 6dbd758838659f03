"""Tidying in the real client: the command hands out what is doubtful, the model answers with one call."""

import re
from pathlib import Path

from memory_core.verbs import tidy_view as view
from tests.client.api import Turn, use
from tests.client.conftest import with_newest
from tests.client.driver import Client
from tests.client.seen import answer, memories

SAID = (
    """I looked at both. We decided to use SQLite for the queue instead of Redis, because one file is easier to back up.
The worker holds its connection open over a fork, and that is why the second job hangs.""",
    """The retry limit is three tries, then the job goes to the dead-letter table, because the vendor bans us at five.
I will look at the tests next. The import runs at night since the vendor's server is slow during the day.""",
)
ROW = re.compile(r"^([+-]) (\S+) (\w+) (?:\.\d\d|1\.00) (.+)$", re.MULTILINE)


@with_newest
def test_the_model_settles_what_is_doubtful_with_one_call_and_the_user_sees_what_it_cost(client: Client, project: Path):
    listed: list[tuple[str, ...]] = []

    def judged() -> Turn:
        handed = answer(client.api.requests_for("main")[-1])
        listed.extend(ROW.findall(handed))
        assert listed, handed
        assert "memory-core tidy --apply <<'END_OF_TIDY'" in handed
        assert view.cost(handed) < 3_500
        lines = [f"reject {listed[0][1]}", *(f"keep {name}" for mark, name, *_ in listed[1:] if mark == "-")]
        command = "memory-core tidy --apply <<'END_OF_TIDY'\n" + "\n".join(lines) + "\nEND_OF_TIDY"
        return use("Bash", command=command, description="Settle the list")

    with client.talk(project) as talk:
        client.api.script(*SAID)
        talk.send("which store fits the queue, and why does the second job hang?")
        talk.send("and how often do we retry?")
        before = memories(project)
        client.api.forget()
        client.api.script(judged, "Settled.")
        assert talk.send("/cs:memory tidy") == "Settled."
        shown = "\n".join(client.api.requests_for("main")[-1].texts)
    client.settle(project)
    assert not client.api.faults
    after = memories(project)
    assert re.search(r"about [\d,]+ tokens were handed out", shown)
    gone = [row["id"] for rows in after.values() for row in rows if row.get("status") == "rejected"]
    assert len(gone) == (listed[0][0] == "+")  # a candidate is dropped, and leaves nothing
    assert all(name.startswith(listed[0][1]) for name in gone)
    kept = sum(mark == "-" for mark, *_ in listed[1:])
    later = [row for rows in after.values() for row in rows if not str(row.get("rule")).startswith("left-")]
    assert len(later) == sum(map(len, before.values())) + kept  # the next Stop adds nothing, the end what is open
