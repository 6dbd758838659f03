"""Reviews in processes of their own: two at once and a resolution between them lose nothing."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Git = Callable[..., str]


def started(repo: Path, text: str, *arguments: str) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-m", "memory_core.cli", "findings", *arguments],
        cwd=repo, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin
    process.stdin.write(text)
    process.stdin.close()
    process.stdin = None
    return process


def ended(process: "subprocess.Popen[str]") -> str:
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out


def review(numbers: range) -> str:
    every = [
        {"severity": "low", "category": "quality", "file": f"src/{number % 5}.py", "line": number + 1,
         "summary": f"Defect number {number}"}
        for number in numbers
    ]  # fmt: skip
    return json.dumps(every)


@pytest.mark.req("CS-US-017", "CS-FR-018", "CS-FR-021", "C-11")
def test_two_reviews_at_once_and_a_resolution_between_are_one_document(repo: Path, git: Git):
    first = json.loads(ended(started(repo, review(range(120)), "capture", "--json")))["findings"]
    many = [
        started(repo, review(range(60, 200)), "capture", "--json", "--no-files"),
        started(repo, f"{first[3]['id']} mended\n{first[90]['id']} mended too\n", "resolve"),
        started(repo, review(range(90)), "capture", "--json"),
    ]
    for process in many:
        ended(process)
    shown = git(repo, "notes", "--ref=cs/reviews", "show", "HEAD")
    assert shown.count("type: review_batch") == 1
    findings: list[dict[str, Any]] = json.loads(shown.split("```json\n")[1].split("\n```")[0])["findings"]
    assert {row["summary"] for row in findings} == {f"Defect number {number}" for number in range(200)}
    assert len(findings) == 200
    assert {row["id"] for row in findings if row["status"] == "resolved"} == {first[3]["id"], first[90]["id"]}
