"""`scripts/memory-briefing.sh` and `scripts/memory-extract.sh`, and what is done by hand with the files (GENIUS-37)."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

SAID = """\
DECISION: ARCH: Using Next.js 14 with App Router — team familiarity
ERROR: Supabase RLS policy blocking read access -> Added SELECT policy for authenticated users
PATTERN: All API routes use Zod for input validation
"""


def run(name: str, folder: Path, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """A script, called from a folder, by the path at which it stands or by the link of that name in it."""
    script = folder / name if (folder / name).is_symlink() else ROOT / "scripts" / name
    command = ["bash", str(script), *arguments]
    return subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True, check=False)


def kept(repo: Path, name: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads((repo / ".genius" / "memory" / f"{name}.json").read_text())
    return entries


@pytest.mark.req("GENIUS-15", "GENIUS-18", "GENIUS-19", "GENIUS-20", "GENIUS-22", "GENIUS-24", "GENIUS-25", "GENIUS-37")
def test_extract_keeps_what_its_input_says_and_lets_old_logs_go(repo: Path) -> None:
    logs = repo / ".genius" / "memory" / "session-logs"
    logs.mkdir(parents=True)
    (logs / "2025-01-29-1000.md").write_text("# Session log\n")
    done = run("memory-extract.sh", repo, text=SAID)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 3
    assert [entry["decision"] for entry in kept(repo, "decisions")] == ["ARCH: Using Next.js 14 with App Router"]
    assert [entry["solution"] for entry in kept(repo, "errors")] == ["Added SELECT policy for authenticated users"]
    assert [entry["pattern"] for entry in kept(repo, "patterns")] == ["All API routes use Zod for input validation"]
    assert len(os.listdir(logs)) == 1
    assert "2025-01-29-1000.md" not in os.listdir(logs)
    assert "Next.js" in (repo / ".genius" / "memory" / "BRIEFING.md").read_text()
    assert run("memory-extract.sh", repo, text=SAID).stdout == ""


@pytest.mark.req("GENIUS-18", "GENIUS-37")
def test_without_input_the_files_of_the_project_are_read(repo: Path) -> None:
    (repo / "PROGRESS.md").write_text("- [x] begun\n\nDECISION: Use WAL\n")
    (repo / "plan.md").write_text("PATTERN: One module a table\n")
    assert run("memory-extract.sh", repo).returncode == 0
    assert [entry["decision"] for entry in kept(repo, "decisions")] == ["Use WAL"]
    assert [entry["pattern"] for entry in kept(repo, "patterns")] == ["One module a table"]


@pytest.mark.req("GENIUS-37")
def test_the_briefing_is_written_from_any_folder_and_through_a_link(repo: Path, tmp_path: Path) -> None:
    run("memory-extract.sh", repo, text=SAID)
    briefing = repo / ".genius" / "memory" / "BRIEFING.md"
    for folder, arguments in ((repo, ()), (tmp_path, ("--root", str(repo))), (ROOT, ("--root", str(repo)))):
        briefing.unlink()
        done = run("memory-briefing.sh", folder, *arguments)
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
        assert "Next.js" in briefing.read_text()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "memory-briefing.sh").symlink_to(ROOT / "scripts" / "memory-briefing.sh")
    briefing.unlink()
    assert run("memory-briefing.sh", elsewhere, "--root", str(repo)).returncode == 0
    assert briefing.exists()


@pytest.mark.req("GENIUS-38", "GENIUS-39", "GENIUS-40")
@pytest.mark.skipif(not shutil.which("jq"), reason="jq is not installed")
def test_what_the_document_does_by_hand_works_on_the_files(repo: Path) -> None:
    run("memory-extract.sh", repo, text=SAID)
    folder = repo / ".genius" / "memory"
    (folder / "progress.json").write_text(
        json.dumps([{"id": f"t-{day}", "task": day, "status": "completed", "timestamp": f"{day}T11:30:00Z"}
                    for day in ("2025-01-21", "2025-01-22", "2025-01-23")])
    )  # fmt: skip
    by_hand = {
        'for f in .genius/memory/*.json; do echo "$f: $(jq length "$f") entries"; done': "progress.json: 3 entries",
        'jq \'.[] | select(.decision | test("next"; "i"))\' .genius/memory/decisions.json': "App Router",
        "jq --arg c 2025-01-22 '[.[] | select(.timestamp >= $c)]' .genius/memory/progress.json > tmp"
        " && mv tmp .genius/memory/progress.json && jq length .genius/memory/progress.json": "2\n",
    }
    for command, says in by_hand.items():
        done = subprocess.run(["bash", "-c", command], cwd=repo, capture_output=True, text=True, check=True)
        assert says in done.stdout
    assert run("memory-briefing.sh", repo).returncode == 0
