"""Ten sessions in one repository, and what the briefing of each start says: what a returning developer needs, and what
holds no more.

    .venv/bin/python -m bench.stories STORY … [--verbose]

A story is a folder of `NN.txt`, the sessions (`tools/fit/sessions.py`), and `NN.expect.json`, what somebody wrote who
had not seen the code: `must` lists what the start before session NN has to say, `may_not` what is settled, replaced or
mere talk, each by words that a line contains which says it. Each session goes through the real hooks: a start, a Stop
after each turn, an end. Prints JSON lines: how much of `must` was said, by kind, how much of `may_not`, and how many
lines a briefing has. Without `--verbose` no sentence of a story is printed.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tools.fit import sessions

ROOT: Final = Path(__file__).resolve().parent.parent
_COMMIT: Final = re.compile(r"""-m (?:"((?:[^"\\]|\\.)*)"|'([^']*)')""")
_MOVED: Final = re.compile(r"git mv ([\w./-]+) ([\w./-]+)")


class Project:
    """A repository, a user with an empty HOME, and the hooks."""

    def __init__(self, folder: Path) -> None:
        self.root, self.folder = folder / "project", folder
        for made in (self.root, folder / "home"):
            made.mkdir()
        person = {
            f"GIT_{role}_{name}": "dev@example.invalid"
            for role in ("AUTHOR", "COMMITTER")
            for name in ("NAME", "EMAIL")
        }
        self.env = {
            **os.environ, **person, "HOME": str(folder / "home"), "JARVIS_ROOT": str(folder / "jarvis"),
            "MEMORY_CORE_STATE": str(folder / "state"),
        }  # fmt: skip
        self.git("init", "-q")

    def git(self, *arguments: str) -> None:
        """Run git; what fails is left."""
        subprocess.run(["git", "-C", self.root, *arguments], env=self.env, capture_output=True, check=False)

    def verb(self, *arguments: str, given: str = "") -> str:
        """What a verb or a hook prints."""
        launcher = str(ROOT / "bin" / "memory-core")
        done = subprocess.run(
            [launcher, *arguments], env=self.env, input=given, capture_output=True, text=True, check=True
        )
        return done.stdout

    def at(self, number: int, minute: int) -> None:
        """Set the clock to the day of a session."""
        self.env["MEMORY_CORE_NOW"] = f"2026-05-{2 * number + 1:02}T{8 + minute // 60:02}:{minute % 60:02}:00Z"

    def briefing(self, number: int) -> list[str]:
        """The lines of the briefing before a session."""
        self.at(number, 0)
        return [
            line for line in self.verb("brief", "--root", str(self.root)).casefold().splitlines() if line[:2] == "- "
        ]

    def play(self, script: Path) -> None:
        """Play a session."""
        number = int(script.stem)
        rows = [json.loads(line) for line in sessions.write(script, self.folder).read_text("utf-8").splitlines()]
        name = f"story-{number:02}"
        path = self.folder / f"{name}.jsonl"
        event = {"session_id": name, "cwd": str(self.root), "transcript_path": str(path)}
        self.at(number, 0)
        self._hook("SessionStart", event, source="startup")
        for at, row in enumerate(rows):
            self.at(number, 60 + at)
            row |= {"sessionId": name, "cwd": str(self.root), "timestamp": self.env["MEMORY_CORE_NOW"]}
            with path.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
            self._do(row["message"]["content"])
            if at + 1 == len(rows) or isinstance(rows[at + 1]["message"]["content"], str):
                self._hook("Stop", event)
        self._hook("SessionEnd", event, reason="exit")
        self.verb("work", "--wait", "--root", str(self.root))  # the next session starts after the worker is done

    def _hook(self, name: str, event: dict[str, Any], **fields: str) -> None:
        self.verb("hook", name, given=json.dumps({**event, "hook_event_name": name, **fields}))

    def _do(self, content: Any) -> None:
        """Write, move and commit what a call does."""
        call = content[0] if isinstance(content, list) and content[0]["type"] == "tool_use" else {}
        given = call.get("input", {})
        if call.get("name") == "Write":
            path = self.root / str(given["file_path"]).lstrip("/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(str(given.get("content", "")), "utf-8")
        elif call.get("name") == "Bash":
            for old, new in _MOVED.findall(given["command"]):
                (self.root / new).parent.mkdir(parents=True, exist_ok=True)
                self.git("mv", old, new)
            if "git commit" in given["command"]:
                message = _COMMIT.search(given["command"])
                self.git("add", "-A")
                self.git("commit", "-q", "--allow-empty", "-m", (message and (message[1] or message[2])) or "work")


def starts(story: Path, *, verbose: bool) -> Iterator[Counter[str]]:
    """What each start says, counted."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        project = Project(Path(folder))
        for number in range(1, 12):
            expected = story / f"{number:02}.expect.json"
            if expected.is_file():
                wanted, lines = json.loads(expected.read_text("utf-8")), project.briefing(number)
                hits = {
                    key: [entry for entry in wanted[key] if _is_said(entry["words"], lines)]
                    for key in ("must", "may_not")
                }
                if verbose:
                    missed = [("missed", entry["what"]) for entry in wanted["must"] if entry not in hits["must"]]
                    for what, words in (*missed, *(("said", entry["what"]) for entry in hits["may_not"])):
                        print(number, what, words, file=sys.stderr)
                yield Counter(
                    {
                        "lines": len(lines), "starts": 1,
                        **{key: len(wanted[key]) for key in hits}, **{f"{key} said": len(hits[key]) for key in hits},
                        **Counter(f"must {entry['kind']}" for entry in wanted["must"]),
                        **Counter(f"must {entry['kind']} said" for entry in hits["must"]),
                    }
                )  # fmt: skip
            script = story / f"{number:02}.txt"
            if script.is_file():
                project.play(script)


def _is_said(words: list[str], lines: list[str]) -> bool:
    return any(all(word.casefold() in line for word in words) for line in lines)


def main() -> None:
    """Print a line for each story."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("stories", nargs="+", type=Path)
    parser.add_argument("--verbose", action="store_true", help="print what is missed and what is said wrongly")
    options = parser.parse_args()
    for story in options.stories:
        total: Counter[str] = Counter()
        for start in starts(story, verbose=options.verbose):
            total += start
        print(json.dumps({"story": story.name, **total}))


if __name__ == "__main__":
    main()
