"""Damage that switches rules off, or keeps nothing, is on the user's screen: at the start, and under an answer."""

import json
from pathlib import Path

from tests.client.conftest import with_newest
from tests.client.driver import Client, Ran

COMMA = '{"schema_version": "1.0.0",\n"architectural_constraints": [\n{"id": "AC-001"}\n{"id": "AC-002"}\n]}\n'


def on_screen(ran: Ran) -> list[str]:
    """The events that carry words for the user, which the client shows."""
    return [json.dumps(event) for event in ran.events if event["type"] == "system"]


@with_newest
def test_damage_is_told_at_a_start_to_the_user_and_once(client: Client, project: Path):
    """A lost comma in the guard rails, and then what cannot be kept."""
    (project / "IRIS_MEMORY.json").write_text(COMMA)
    (client.derived(project) / ".capture.lock").mkdir(parents=True)
    client.api.script("DECISION: prices are kept in cents.", "Fine.")
    ran = client.ask(project, "how do we keep prices?")
    warnings = [line for line in on_screen(ran) if "memory-core: IRIS_MEMORY.json line 4" in line]
    assert len(warnings) == 1
    assert "mend it by hand" in warnings[0]
    ran = client.ask(project, "and the carts?")
    warnings = [line for line in on_screen(ran) if "not kept yet" in line]
    assert len(warnings) == 1
    assert ".capture.lock" in warnings[0]
    assert "move away" in warnings[0]
