"""A turn is kept however the client ends, and its user sees at once what is being kept (docs/decisions/0036)."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_core.core.light import identity, queue
from tests.client.driver import PATIENCE, Client
from tests.client.seen import memories
from tests.client.terminal import Terminal
from tests.properties import family

WORDS = "carts expire after a day"
REPLY = f"It is in place.\n\nDECISION: {WORDS} — support asked for it"
KEPT = f"kept: decision {WORDS} [{identity.identify('decision', WORDS)}]"


def waits(client: Client, project: Path) -> list[str]:
    """The events that wait for the worker."""
    return list(map(str, (client.derived(project) / "queue").glob("*.json")))


def kept(project: Path) -> list[str]:
    return [str(entry["decision"]) for entry in memories(project).get("decisions", [])]


def state(client: Client, project: Path) -> str:
    """What is kept, what waits and what the worker noted, for the message of a test that fails."""
    folder = client.derived(project)
    files = [*sorted((folder / "queue").glob("*")), folder / "worker.json", folder / "trouble.json"]
    notes = [f"{file.name}: {file.read_text()[:2000]}" for file in files if file.is_file()]
    logged = sorted(Path(client.env["MEMORY_CORE_DATA"]).glob("log*.jsonl"))
    return "\n".join([str(kept(project)), *notes, *(file.read_text()[-3000:] for file in logged)])


def until(holds: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    end = time.perf_counter() + seconds
    while not holds() and time.perf_counter() < end:
        time.sleep(0.05)
    return holds()


def _exits(terminal: Terminal) -> None:
    terminal.types("/exit")


def _signals(number: int) -> Callable[[Terminal], None]:
    return lambda terminal: os.kill(terminal.process.pid, number)


ENDINGS: dict[str, Callable[[Terminal], None]] = {
    "/exit": _exits,
    "Ctrl-C": Terminal.interrupts,
    "TERM": _signals(signal.SIGTERM),
    "HUP": _signals(signal.SIGHUP),
    "KILL": _signals(signal.SIGKILL),
}


@pytest.mark.parametrize("ending", family(ENDINGS))
def test_the_last_turn_is_kept_however_a_terminal_ends(client: Client, project: Path, ending: str) -> None:
    client.api.script(REPLY)
    with Terminal(client, project) as terminal:
        terminal.types("when do carts expire?")
        terminal.shows("It is in place.", KEPT)
        ENDINGS[ending](terminal)
        assert terminal.ends()
    assert until(lambda: kept(project) == [WORDS]), state(client, project)
    assert until(lambda: not waits(client, project)), state(client, project)


@pytest.mark.smoke
def test_a_turn_of_which_the_worker_was_killed_is_in_the_next_briefing(client: Client, project: Path) -> None:
    """Nothing runs but the hooks: a container that ends with its client."""
    client.api.script(REPLY)
    ran = client.run("-p", "when do carts expire?", *("--model", "claude-sonnet-4-5"), cwd=project)
    assert ran.code == 0, ran.err
    until(lambda: kept(project) == [WORDS])
    client.api.forget()
    client.api.script("As said.")
    with Terminal(client, project) as terminal:
        terminal.types("and now?")
        terminal.shows("As said.")
        assert WORDS in "\n".join(client.api.requests_for("main")[0].texts)


def test_a_run_without_a_worker_keeps_the_same(client: Client, project: Path) -> None:
    client.api.script(REPLY)
    client.ask(project, "when do carts expire?", MEMORY_CORE_WORKER="off")
    assert kept(project) == [WORDS]
    assert queue.waiting(str(project)) == []
