"""Which files of the product have functions that run in ten walks through it: hooks, the worker, verbs.

`python -m tools.walks` plays the walks in a throw-away project and writes docs/house.md; `--check` only compares.
"""

import fcntl
import json
import os
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

Walk = dict[
    str, bool
]  # the files below `memory_core` as they are entered; whether only homes that were asked led there

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "house.md"
TRACE: Final = Path(__file__).with_name("trace.py")
BEGIN, END = "<!-- walks: python -m tools.walks -->", "<!-- end of walks -->"
BELOW: Final = ("core", "language", "redact", "edges", "data")  # what every walk stands on
_FOREIGN: Final = ("GIT_", "CLAUDE", "MEMORY_CORE_", "JARVIS_", "XDG_")  # variables of whoever plays them
AIM: Final = 3  # wings of a walk
_WIDTH: Final = 118

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
            **{name: value for name, value in os.environ.items() if not name.startswith(_FOREIGN)},
            "HOME": str(folder), "JARVIS_ROOT": str(folder / "jarvis"), "MEMORY_CORE_STATE": str(folder / "state"),
            "MEMORY_CORE_DATA": str(folder / "data"), "MEMORY_CORE_NOW": "2026-03-02T10:00:00Z",
            "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TEMPLATE_DIR": "", "PYTHONHASHSEED": "0",
        }  # fmt: skip
        for words in (
            ("init", "-q"),
            ("config", "user.name", "A Developer"),
            ("config", "user.email", "developer@example.invalid"),
            ("commit", "-q", "--allow-empty", "-m", "Start"),
        ):
            subprocess.run(["git", *words], cwd=self.project, check=True, env=self._environment)

    def _run(self, arguments: Sequence[str], shows: str, given: str = "") -> Walk:
        self._out.write_text("")
        command = [sys.executable, str(TRACE), str(ROOT), str(self._out), *arguments]
        done = subprocess.run(
            command, cwd=self.project, input=given, capture_output=True, text=True, check=False, env=self._environment
        )
        if done.returncode or shows not in done.stdout:
            failed = f"{' '.join(arguments)}: exit {done.returncode}, and {shows!r} is to be shown"
            raise SystemExit(f"{failed}\n{done.stdout}{done.stderr}")
        rows = [line.split("\t") for line in self._out.read_text().splitlines()]
        return {file: [file, "own"] not in rows for file, _ in rows}

    def verb(self, *arguments: str, shows: str = "") -> Walk:
        """The files that a verb walks through."""
        return self._run(["verb", *arguments], shows)

    def hook(self, script: str, event: str, shows: str = "", **fields: object) -> Walk:
        """The files that a hook walks through. No worker starts: this process holds its lock."""
        transcript = self.folder / "s-1.jsonl"
        payload = {
            "hook_event_name": event, "session_id": "s-1", "cwd": str(self.project),
            "transcript_path": str(transcript), **fields,
        }  # fmt: skip
        with self._no_worker():
            return self._run(["hook", script], shows, json.dumps(payload))

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


def played() -> dict[str, Walk]:
    """The files of each walk."""
    with tempfile.TemporaryDirectory(prefix="memory-core-walks-") as name:
        return _played(Place(Path(name).resolve()))


def _played(place: Place) -> dict[str, Walk]:
    place.verb("remember", "decision", "Use Postgres for two writers")
    for _ in range(2):  # the first start makes files that the briefing depends on
        place.hook("session_start", "SessionStart", source="startup")
        place.verb("work", "--wait")
    walks = {"a session starts": place.hook("session_start", "SessionStart", "Postgres", source="startup")}
    place.say("user", "Which client do we use for HTTP?")
    answer = "httpx.\n\nDECISION: Use httpx for HTTP - requests has no HTTP/2\nRULE: never import requests"
    place.say("assistant", answer)
    stop = place.hook("stop", "Stop", "httpx", last_assistant_message=answer)
    work = place.verb("work", "--wait", shows="1 event done")
    both = {file: stop.get(file, True) and work.get(file, True) for file in (*stop, *work)}
    walks["a turn ends, and the worker keeps it"] = both
    place.verb("iris", "add-constraint", "Do not import requests", "--forbid", "import requests", "--enforce", "deny",
               "--reason", "httpx has HTTP/2", "--scope", "**")  # fmt: skip
    edit = {"file_path": str(place.project / "shop.py"), "content": "import requests\n"}
    stopped = place.hook("pre_tool_use", "PreToolUse", "Blocked by AC-001", tool_name="Write", tool_input=edit)
    walks["an edit is stopped"] = stopped
    walks["recall"] = place.verb("recall", "two writers", shows="Postgres")
    walks["remember"] = place.verb("remember", "decision", "Use tabs in makefiles", shows="kept decisions-")
    walks["iris confirm"] = place.verb("iris", "confirm", "all", shows="confirmed: AC-002")
    (place.project / "aidd/docs/spec").mkdir(parents=True)
    (place.project / "aidd/docs/spec/ABC-1.md").write_text(_SPEC)
    walks["aidd extract"] = place.verb("aidd", "extract", "--ticket", "ABC-1", shows="(written)")
    walks["jarvis memory learn"] = place.verb(
        "jarvis", "memory", "learn", "Always answer in British English", shows="learned: pref_001"
    )
    place.verb("spec", "start", "Export of invoices")
    walks["spec close"] = place.verb("spec", "close", "export-invoices", shows="completed")
    walks["tidy"] = place.verb("tidy", shows="Use httpx")
    return walks


def own(walk: Walk) -> list[str]:
    """The wings that a walk touches itself."""
    return [*_wings(file for file, is_asked in walk.items() if not is_asked)]


def drawn(walks: Mapping[str, Walk]) -> list[str]:
    """The lines of the section: a block each walk."""
    few = sum(len(own(walk)) <= AIM for walk in walks.values())
    blocks = "\n\n".join(_block(name, walk) for name, walk in walks.items()).splitlines()
    aim = f"{few} of {len(walks)} walks touch at most {AIM} wings of their own."
    return [aim, "", "```text", *blocks, "```"]


def _block(name: str, walk: Walk) -> str:
    own = _wings(file for file, is_asked in walk.items() if not is_asked)
    asked = _wings(file for file, is_asked in walk.items() if is_asked)
    lines = [f"{name}: {_many(len(own), 'wing')}, {_many(sum(map(len, own.values())), 'file')}"]
    if more := {*asked} - {*own}:
        lines[0] += f"; behind the protocols {_many(len(more), 'other wing')}"
    for wing, files in own.items():
        lines += _wrapped(f"  {wing}/ ", wing, files)
    for wing, files in asked.items():
        lines += _wrapped(f"  ({wing}/ ", wing, files, ")")
    return "\n".join(lines)


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _wings(files: Iterable[str]) -> dict[str, list[str]]:
    """The files by their wing, without what every walk stands on and the doors."""
    wings: dict[str, list[str]] = {}
    for file in files:
        wing, _, rest = file.partition("/")
        if rest and wing not in BELOW:
            wings.setdefault(wing, []).append(file)
    return wings


def _wrapped(head: str, wing: str, files: Sequence[str], end: str = "") -> list[str]:
    names = " ".join(file.removeprefix(f"{wing}/").removesuffix(".py") for file in files)
    return textwrap.wrap(names + end, _WIDTH, initial_indent=head, subsequent_indent="    ", break_on_hyphens=False)


def read(text: str) -> dict[str, set[str]]:
    """What a drawn section says, in any order: the files of each walk, those behind the homes in brackets."""
    walks: dict[str, set[str]] = {}
    wing = name = ""
    for line in text.partition(BEGIN)[2].partition(END)[0].splitlines():
        words = line.split()
        if words and not line.startswith((" ", "`")) and ": " in line:
            name = line.partition(":")[0]
            walks[name] = set()
        elif words and line.startswith(" "):
            wing = words.pop(0) if words[0].endswith("/") else wing
            mark = ")" * wing.startswith("(")
            walks[name] |= {f"{wing}{word.rstrip(')')}{mark}" for word in words}
    return walks


def page(walks: Mapping[str, Walk]) -> str:
    """docs/house.md with its section drawn anew."""
    text = PAGE.read_text("utf-8")
    head, tail = text.partition(BEGIN)[0], text.partition(END)[2]
    return "\n".join([head + BEGIN, "", *drawn(walks), "", END]) + tail


def differences(walks: Mapping[str, Walk]) -> list[str]:
    """What the page says less (+) or more (-) than what runs; the order does not matter."""
    then, now = read(PAGE.read_text("utf-8")), read(page(walks))
    lines = [f"{name}: no such walk" for name in then if name not in now]
    for name, files in now.items():
        old = then.get(name, set())
        lines += [f"{name}: + {file}" for file in sorted(files - old)]
        lines += [f"{name}: - {file}" for file in sorted(old - files)]
    return lines
