"""Which files of the product have functions that run in ten walks through it: hooks, the worker, verbs.

`python -m tools.walks` plays the walks in a throw-away project and writes docs/house.md; `--check` only compares.
"""

import fcntl
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "house.md"
BEGIN, END = "<!-- walks: python -m tools.walks -->", "<!-- end of walks -->"
BELOW: Final = ("core", "language", "redact", "edges", "data")  # what every walk stands on
_WIDTH: Final = 118

# Appends each file of the product to a list when the first of its functions runs.
_TRACED: Final = """
import os, runpy, sys
root, out, kind, *arguments = sys.argv[1:]
base, seen, target = os.path.join(root, "memory_core") + os.sep, set(), open(out, "a", buffering=1)
def see(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_filename not in seen and code.co_flags & 2:  # a function, not a class or a module
        seen.add(code.co_filename)
        if code.co_filename.startswith(base):
            target.write(code.co_filename[len(base):] + chr(10))
sys.path.insert(0, root)
sys.setprofile(see)
if kind == "hook":
    runpy.run_path(os.path.join(root, "hooks", arguments[0] + ".py"), run_name="__main__")
else:
    from memory_core.cli import main
    sys.exit(main(arguments))
"""
_WORDS: Final = "We use httpx: requests has no HTTP/2."
_SPEC: Final = (
    "# Export\n\n## Constraints\n\n- Exports must be encrypted.\n\n## Glossary\n\n- **Batch**: one file of rows.\n"
)


class Place:
    """A throw-away project with what the walks need, and a user of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.project = folder, folder / "shop"
        self.project.mkdir()
        self._out = folder / "files"
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("MEMORY_CORE_")},
            "HOME": str(folder), "JARVIS_ROOT": str(folder / "jarvis"), "MEMORY_CORE_STATE": str(folder / "state"),
            "MEMORY_CORE_DATA": str(folder / "data"), "MEMORY_CORE_NOW": "2026-03-02T10:00:00Z",
            "GIT_CONFIG_GLOBAL": os.devnull,
        }  # fmt: skip
        who = ("-c", "user.name=A Developer", "-c", "user.email=developer@example.invalid")
        for words in (("init", "-q"), (*who, "commit", "-q", "--allow-empty", "-m", "Start")):
            subprocess.run(["git", *words], cwd=self.project, check=True, env=self._environment)
        for name in ("name", "email"):
            value = "A Developer" if name == "name" else "developer@example.invalid"
            subprocess.run(["git", "config", f"user.{name}", value], cwd=self.project, check=True)

    def _run(self, arguments: Sequence[str], given: str = "") -> list[str]:
        self._out.write_text("")
        command = [sys.executable, "-c", _TRACED, str(ROOT), str(self._out), *arguments]
        done = subprocess.run(
            command, cwd=self.project, input=given, capture_output=True, text=True, check=False, env=self._environment
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(arguments)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return self._out.read_text().split()

    def verb(self, *arguments: str, given: str = "") -> list[str]:
        """The files that a verb walks through."""
        return self._run(["verb", *arguments], given)

    def hook(self, script: str, event: str, **fields: object) -> list[str]:
        """The files that a hook walks through. No worker starts: this process holds its lock."""
        transcript = self.folder / "s-1.jsonl"
        payload = {
            "hook_event_name": event, "session_id": "s-1", "cwd": str(self.project),
            "transcript_path": str(transcript), **fields,
        }  # fmt: skip
        with self._no_worker():
            return self._run(["hook", script], json.dumps(payload))

    @contextmanager
    def _no_worker(self) -> Iterator[None]:
        folders = [path for path in (self.folder / "state").glob("*") if path.is_dir()]
        handles = [os.open(path / "worker.lock", os.O_RDWR | os.O_CREAT) for path in folders]
        for handle in handles:
            fcntl.flock(handle, fcntl.LOCK_EX)
        try:
            yield
        finally:
            for handle in handles:
                os.close(handle)

    def say(self, role: str, text: str) -> None:
        """A line at the end of the transcript."""
        content = text if role == "user" else [{"type": "text", "text": text}]
        line = {
            "type": role, "uuid": f"u-{role}-{len(text)}", "timestamp": "2026-03-02T10:00:00Z", "sessionId": "s-1",
            "cwd": str(self.project), "message": {"role": role, "content": content},
        }  # fmt: skip
        with (self.folder / "s-1.jsonl").open("a") as transcript:
            transcript.write(json.dumps(line) + "\n")


def played() -> dict[str, list[str]]:
    """The files of each walk, below `memory_core`, in the order in which they are entered."""
    with tempfile.TemporaryDirectory(prefix="memory-core-walks-") as name:
        return _played(Place(Path(name).resolve()))


def _played(place: Place) -> dict[str, list[str]]:
    place.verb("remember", "decision", "Use Postgres for two writers")
    for _ in range(2):  # the first start makes files that the briefing depends on
        place.hook("session_start", "SessionStart", source="startup")
        place.verb("work", "--wait")
    walks = {"a session starts": place.hook("session_start", "SessionStart", source="startup")}
    place.say("user", "Which client do we use for HTTP?")
    answer = "httpx.\n\nDECISION: Use httpx for HTTP - requests has no HTTP/2\nRULE: never import requests"
    place.say("assistant", answer)
    stop = place.hook("stop", "Stop", last_assistant_message=answer)
    walks["a turn ends, and the worker keeps it"] = [*dict.fromkeys((*stop, *place.verb("work", "--wait")))]
    place.verb("iris", "add-constraint", "Do not import requests", "--forbid", "import requests", "--enforce", "deny",
               "--reason", "httpx has HTTP/2", "--scope", "**")  # fmt: skip
    edit = {"file_path": str(place.project / "shop.py"), "content": "import requests\n"}
    walks["an edit is stopped"] = place.hook("pre_tool_use", "PreToolUse", tool_name="Write", tool_input=edit)
    walks["recall"] = place.verb("recall", "two writers")
    walks["remember"] = place.verb("remember", "decision", "Use tabs in makefiles")
    walks["iris confirm"] = place.verb("iris", "confirm", "all")
    (place.project / "aidd/docs/spec").mkdir(parents=True)
    (place.project / "aidd/docs/spec/ABC-1.md").write_text(_SPEC)
    walks["aidd extract"] = place.verb("aidd", "extract", "--ticket", "ABC-1")
    walks["jarvis memory learn"] = place.verb("jarvis", "memory", "learn", "Always answer in British English")
    place.verb("spec", "start", "Export of invoices")
    walks["spec close"] = place.verb("spec", "close", "export-invoices")
    walks["tidy"] = place.verb("tidy")
    return walks


def wings(files: Sequence[str]) -> dict[str, list[str]]:
    """The files of a walk by their wing, without what every walk stands on and the doors."""
    by_wing: dict[str, list[str]] = {}
    for file in files:
        wing, _, rest = file.partition("/")
        if rest and wing not in BELOW:
            by_wing.setdefault(wing, []).append(rest.removesuffix(".py"))
    return by_wing


def drawn(walks: Mapping[str, Sequence[str]]) -> str:
    """The section of the page."""
    lines = [BEGIN, "", "```text"]
    for name, files in walks.items():
        by_wing = wings(files)
        below = sum(file.partition("/")[0] in BELOW for file in files)
        lines.append(
            f"{name}: {len(by_wing)} wings, {sum(map(len, by_wing.values()))} files, and {below} of the floors"
        )
        for wing, own in by_wing.items():
            line = f"  {wing}/ "
            for part in sorted(own):
                if len(line) + len(part) + 1 > _WIDTH:
                    lines.append(line.rstrip())
                    line = "    "
                line += f"{part} "
            lines.append(line.rstrip())
        lines.append("")
    return "\n".join([*lines[:-1], "```", "", END])


def page(walks: Mapping[str, Sequence[str]]) -> str:
    """docs/house.md with its section drawn anew."""
    text = PAGE.read_text("utf-8")
    head, tail = text.partition(BEGIN)[0], text.partition(END)[2]
    return head + drawn(walks) + tail
