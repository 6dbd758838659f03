"""In the real client: memory-core does not remember what it said itself."""

from pathlib import Path

from tests.client.api import use
from tests.client.conftest import with_newest
from tests.client.driver import Client
from tests.client.seen import memories

DECISION = "DECISION: prices are kept in cents, because floats lose money."
RECALLED = (
    "Yes. The team decided to keep prices as cents, since floating-point numbers lose money when they are summed. "
    "We must never go back to floats. DECISION: keep using cents."
)
HEALTH = "All tiers are healthy; you should always run gc when warm is full, because capacity is limited."


def decided(project: Path) -> list[str]:
    """Everything in the journal, in words."""
    return [str(row) for rows in memories(project).values() for row in rows]


@with_newest
def test_what_the_commands_answer_is_not_kept(client: Client, project: Path):
    client.api.script(DECISION)
    client.ask(project, "how do we keep prices?")
    before = decided(project)
    assert len(before) == 1
    identity = memories(project)["decisions"][0]["id"]
    client.api.script(
        "As recorded, prices are kept in cents, because floats lose money.",
        RECALLED,
        HEALTH,
        use("Bash", command="memory-core recall prices", description="Look it up"),
        RECALLED,
        "There are no guard rails. DECISION: nothing is forbidden yet.",
        use("Bash", command="git commit --allow-empty -qm 'Round per line' && git log -1", description="Commit"),
        use("Bash", command="git commit --allow-empty -m 'Round totals half up'", description="Commit"),
        "Committed.",
        f"The entry {identity} says: prices are kept in cents, because floats lose money.",
        use("Bash", command=f"memory-core forget {identity}", description="Forget it"),
        "Done. I forgot “prices are kept in cents, because floats lose money”. Prices are no longer kept in cents.",
        "DECISION: prices are kept in cents, because floats lose money.",
    )
    with client.talk(project) as talk:
        for prompt in (
            "what do you know?",
            "/cs:recall prices",
            "/cs:memory health",
            "look it up again",
            "/iris:memory",
            "round the totals",
            f"/cs:memory show {identity}",
            "forget that one",
            "/cs:memory",
        ):
            talk.send(prompt)
    assert not client.api.faults
    assert [text for text in decided(project) if "half up" not in text and "per line" not in text] == []
    assert [text for text in decided(project) if "half up" in text]
