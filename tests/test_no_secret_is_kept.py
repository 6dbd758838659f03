"""Planted secrets, through the real hooks: no byte of them under the project, its index, logs or session files."""

import os
import re
from pathlib import Path

import pytest

from tests.test_hooks import Client
from tests.test_screen import BARE
from tests.test_screen_survivors import SURVIVORS

FRAGMENT = 14  # characters that may not stand together anywhere


def bytes_under(*folders: Path) -> bytes:
    contents = []
    for folder in (*folders, Path(os.environ["MEMORY_CORE_STATE"])):
        for here, names, files in os.walk(folder):
            names[:] = [name for name in names if name != ".git"]
            contents += [Path(here, name).read_bytes() for name in files]
    return b"\n".join(contents)


def fragments(secret: str) -> list[bytes]:
    """The tell-tale pieces of a secret: of each line, past the public prefix that tells its kind."""
    tails = []
    for line in secret.splitlines():
        secret_part = re.sub(r".*://[^:]*:|@.*", "", line) if "://" in line and "@" in line else line
        tail = secret_part[-FRAGMENT:]
        if len(tail) == FRAGMENT and "-----" not in tail:
            tails.append(tail.encode())
    return tails


def test_planted_in_prompt_result_commit_and_answer(repo: Path, home: Path, now: str) -> None:
    client = Client(repo)
    client.brief()
    for number, (kind, secret) in enumerate(BARE.items()):
        client.says(f"Never deploy number {number} with the {kind} {secret} in this project.", role="user")
        client.says(f"DECISION: service {number} reads {secret} from the vault — {kind}")
        client.runs(
            f"deploy --number {number} --with '{secret}'",
            f"Error: deploy {number} was refused for {secret}",
            failed=True,
        )
        client.runs(f"deploy --number {number}", f"ok, deployed {number}")
        client.commits(f"Deploy {number} with {secret}", f"- Rotate {secret} of number {number} because {kind} leaked")
    client.run("UserPromptSubmit", prompt="again with " + next(iter(BARE.values())))
    client.run("Stop", last_assistant_message="The keys were " + " and ".join(BARE.values()))
    client.run("PreCompact", trigger="auto", custom_instructions=next(iter(BARE.values())))
    client.brief("compact")
    assert len(client.kept()) >= len(BARE), "much was kept"
    seen = bytes_under(repo, home)
    leaked = {kind for kind, secret in BARE.items() for piece in fragments(secret) if piece in seen}
    assert not leaked


def test_private_parts_are_never_kept(repo: Path, home: Path, now: str) -> None:
    client = Client(repo)
    client.says("Never touch the ledger. <private>my salary is 81723 guilders", role="user")
    client.commits(
        "Round prices", "- Prices are integers in cents <private>as Zbigniew said</private> because floats lost a cent"
    )
    client.run("Stop", last_assistant_message="DECISION: keep it <PRIVATE>codename Quetzal</PRIVATE> simple")
    seen = bytes_under(repo, home)
    for word in (b"81723", b"Zbigniew", b"Quetzal"):
        assert word not in seen
    assert b"in cents" in seen


def test_look_alikes_survive(repo: Path, now: str) -> None:
    client = Client(repo)
    client.says(*(f"DECISION: {line}" for line in SURVIVORS if len(line) < 150 and "[redacted" not in line))
    client.run("Stop")
    assert len(client.kept()) > len(SURVIVORS) // 2
    assert "[redacted" not in client.words()


@pytest.mark.parametrize("secret", ["hunter2-but-longer-9", "S3cr3t!passphrase"])
def test_a_password_said_in_prose_stays_unsaid(repo: Path, home: Path, now: str, secret: str) -> None:
    client = Client(repo)
    client.says(f"The database password is {secret}. Never log it in this project.", role="user")
    client.run("Stop")
    assert secret.encode() not in bytes_under(repo, home)
