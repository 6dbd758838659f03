"""A project of its own for one case of `bench/language.py`: verbs and hooks as users and the client call them."""

import contextlib
import importlib
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from memory_core import cli, hook
from memory_core.core.light import user
from memory_core.core.light.event import Event

_FLOWS: Final = {
    "UserPromptSubmit": "on_user_prompt",
    "PreToolUse": "on_tool_call",
    "Stop": "capture.light.on_stop",
    "SessionEnd": "capture.light.on_stop",
}
_FOREIGN: Final = (
    "GIT_",
    "CLAUDE",
    "JARVIS_",
    "XDG_",
    "MEMORY_CORE_NOW",
    "MEMORY_CORE_STATE",
    "MEMORY_CORE_OFF",
    "MEMORY_CORE_WORKER",
)
_SPOKEN: Final = "2026-03-{day:02}T10:00:00"


class Output(NamedTuple):
    """What a verb printed, and how it ended."""

    code: int
    out: str

    @property
    def json(self) -> Any:
        """What was printed; None where the verb refused."""
        return json.loads(self.out) if self.code == 0 else None


class Project:
    """A repository with one commit, and a HOME that nobody has used; the clock stands on a day of March 2026."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.root = folder, folder / "project"
        self.root.mkdir()
        self._sessions = 0
        self.day(1)
        self.git("init", "-q")
        self.commit("Start")

    def day(self, number: int) -> None:
        """Set the clock."""
        os.environ["MEMORY_CORE_NOW"] = _SPOKEN.format(day=number) + "Z"

    def git(self, *words: str) -> None:
        """Run git in the project."""
        subprocess.run(["git", *words], cwd=self.root, check=True, capture_output=True)

    def commit(self, message: str) -> None:
        """An empty commit."""
        self.git("commit", "-q", "--allow-empty", "-m", message)

    def verb(self, *words: str, given: str = "") -> Output:
        """What a verb says, with `given` on standard input."""
        out, before = io.StringIO(), sys.stdin
        sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()), "utf-8")
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
                code = cli.main([*words, "--root", str(self.root), "--json"])
        finally:
            sys.stdin = before
        if code > cli.REFUSED:
            raise RuntimeError(f"memory-core {words[0]} ended with {code}")
        return Output(code, out.getvalue())

    def session(self) -> str:
        """The id of a session that nobody has used."""
        self._sessions += 1
        return f"{self._sessions:08x}-0000-4000-8000-000000000000"

    def hook(self, event: str, session: str, **fields: Any) -> dict[str, Any]:
        """What the client is answered at an event; {} for silence."""
        path = str(self._transcript(session))
        given = {
            "hook_event_name": event,
            "session_id": session,
            "cwd": str(self.root),
            "transcript_path": path,
            **fields,
        }
        reply = importlib.import_module(f"memory_core.{_FLOWS[event]}").on_event(Event(given))
        answer = json.loads(hook.reply(event, reply)) if reply else {}
        special: dict[str, Any] = answer.get("hookSpecificOutput", {})
        return special

    def turn(self, prompt: str, before: str = "") -> None:
        """A whole session: what the assistant said before, what the user types, an answer, and its end."""
        session, answer = self.session(), "OK."
        self._says(session, ("assistant", before), ("user", prompt), ("assistant", answer))
        self.hook("Stop", session, last_assistant_message=answer)
        self.hook("SessionEnd", session, reason="other")

    def proposed(self) -> list[dict[str, Any]]:
        """The rules that wait for the user's word."""
        return list(self.verb("iris", "show").json["proposed"])

    def learnings(self, tier: str = "all") -> list[dict[str, Any]]:
        """The learnings of a tier."""
        return list(self.verb("jarvis", "memory", "list", tier).json)

    def write(self, path: str, text: str) -> Path:
        """Write a file of the project."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
        return place

    def _transcript(self, session: str) -> Path:
        return self.folder / f"{session}.jsonl"

    def _says(self, session: str, *spoken: tuple[str, str]) -> None:
        now = os.environ["MEMORY_CORE_NOW"].removesuffix("Z")[:-2]
        with self._transcript(session).open("w", encoding="utf-8") as out:
            for at, (role, text) in enumerate((role, text) for role, text in spoken if text):
                typed = role == "user"
                line = {
                    "parentUuid": None, "isSidechain": False, "userType": "external", "cwd": str(self.root),
                    "sessionId": session, "version": "2.1.330", "gitBranch": "main", "type": role,
                    "message": {"role": role, "content": text if typed else [{"type": "text", "text": text}]},
                    "uuid": f"{session[:8]}-{at:04}", "timestamp": f"{now}{at:02}.000Z",
                    **({"promptSource": "typed"} if typed else {}),
                }  # fmt: skip
                out.write(json.dumps(line, ensure_ascii=False) + "\n")


@contextlib.contextmanager
def project() -> Iterator[Project]:
    """A project that is gone after the `with` block; nothing of the user's own reaches it but the model."""
    before, data = dict(os.environ), user.data()
    with tempfile.TemporaryDirectory(prefix="memory-core-language-") as name:
        folder = Path(name).resolve()
        for key in [key for key in os.environ if key.startswith(_FOREIGN)]:
            del os.environ[key]
        os.environ.update(
            HOME=str(folder / "home"), MEMORY_CORE_DATA=data, TZ="UTC", MEMORY_CORE_STATE=str(folder / "state"),
            MEMORY_CORE_WORKER="off",
            GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1", GIT_TEMPLATE_DIR="",
            **{f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER")
               for key, value in (("NAME", "A Developer"), ("EMAIL", "developer@example.invalid"),
                                  ("DATE", _SPOKEN.format(day=1) + "Z"))},
        )  # fmt: skip
        (folder / "home").mkdir()
        try:
            yield Project(folder)
        finally:
            os.environ.clear()
            os.environ.update(before)
