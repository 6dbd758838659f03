"""The real client in a HOME of its own, against the stand-in Messages API; nothing leaves the machine."""

import itertools
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, NamedTuple, Self

from memory_core.core.light import user
from tests import forked
from tests.client.api import MessagesApi

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 90  # seconds for one turn of the client on a crowded machine
FLAGS = (
    *("--model", "claude-sonnet-4-5", "--allowedTools", "Edit,Write,Read,Bash"),
    *("--output-format", "stream-json", "--verbose"),
)
# A session is too short for the client's JavaScript engine to gain from code that it optimises: a fifth less time.
SHORT_RUN = {"BUN_JSC_useDFGJIT": "0"}
_number = itertools.count(1)


def binary(role: str) -> Path:
    """The client that plays this role (newest or oldest); `FileNotFoundError` says how to get it."""
    folder = Path(os.environ.get("MEMORY_CORE_CLIENTS") or ROOT / ".cache" / "client")
    path = folder / "node_modules" / role / ("claude.exe" if sys.platform == "win32" else "claude")
    if not path.exists():
        raise FileNotFoundError(f"{path} is missing: run scripts/test once, it installs the clients with npm")
    return path


class Ran(NamedTuple):
    """What one run of the client gave."""

    code: int
    out: str
    err: str

    @property
    def events(self) -> list[dict[str, Any]]:
        """The stream events of a `-p` run."""
        return [json.loads(line) for line in self.out.splitlines() if line.startswith("{")]

    @property
    def session(self) -> str:
        """The id of the session that ran."""
        return next(str(event["session_id"]) for event in self.events if "session_id" in event)


class Client:
    """One HOME with one client; projects are made in it as they are needed."""

    def __init__(self, folder: Path, role: str, data: Path) -> None:
        self.role, self.program, self.folder = role, binary(role), folder
        self.home, self.api = folder / "home", MessagesApi()
        (self.home / "tmp").mkdir(parents=True)
        (self.home / ".gitconfig").write_text("[user]\n\tname = A Developer\n\temail = developer@example.invalid\n")
        self.env = {
            "HOME": str(self.home),
            "TMPDIR": str(self.home / "tmp"),
            "PATH": os.environ["PATH"],
            "SHELL": "/bin/bash",
            "LANG": "C.UTF-8",
            "MEMORY_CORE_DATA": str(data),
            "MEMORY_CORE_STATE": str(self.home / "state"),
            "ANTHROPIC_BASE_URL": self.api.url,
            "ANTHROPIC_API_KEY": "not-a-key",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "CLAUDE_CODE_MAX_RETRIES": "1",
            "DISABLE_AUTOUPDATER": "1",
            **SHORT_RUN,
        }

    def git(self, where: Path, *arguments: str) -> str:
        """What git prints, with this HOME's configuration."""
        done = subprocess.run(
            ["git", *arguments], cwd=where, env=self.env, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def project(self) -> Path:
        """A new git repository with one commit."""
        folder = self.folder / f"shop{next(_number)}"
        folder.mkdir()
        self.git(folder, "init", "-q")
        self.git(folder, "symbolic-ref", "HEAD", "refs/heads/main")
        (folder / "README.md").write_text("# Shop\n")
        self.git(folder, "add", ".")
        self.git(folder, "commit", "-qm", "Start")
        return folder

    def publish(self, source: Path, url: str) -> None:
        """Let this HOME's git find the repository `source` where it asks for `url`."""
        bare = self.folder / "published.git"
        self.git(self.folder, "clone", "-q", "--bare", str(source), str(bare))
        with (self.home / ".gitconfig").open("a") as config:
            config.write(f'[url "file://{bare}"]\n\tinsteadOf = {url}\n')

    def resembles(self, first: Path) -> None:
        """Take over the HOME below `first`, in which plugins are installed; their files stay where they are."""
        shared = (Path(".claude/plugins/cache"), Path(".claude/plugins/marketplaces"))
        before, after = str(first / "home"), str(self.home)
        for parent, folders, names in os.walk(before):
            here = Path(parent).relative_to(before)
            for name in [*folders]:
                target = self.home / here / name
                if here / name in shared:
                    target.symlink_to(Path(parent, name))
                    folders.remove(name)
                else:
                    target.mkdir(exist_ok=True)
            for name in names:
                content = Path(parent, name).read_bytes()
                (self.home / here / name).write_bytes(content.replace(before.encode(), after.encode()))

    def run(self, *arguments: str, cwd: Path | None = None, **env: str) -> Ran:
        """Any command of the client."""
        done = subprocess.run(
            [str(self.program), *arguments],
            cwd=cwd or self.home,
            env={**self.env, **env},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def plugin(self, *arguments: str) -> str:
        """What `claude plugin ...` prints; it must succeed."""
        ran = self.run("plugin", *arguments)
        assert ran.code == 0, f"claude plugin {' '.join(arguments)}\n{ran.out}\n{ran.err}"
        return ran.out

    def ask(self, project: Path, prompt: str, *arguments: str, **env: str) -> Ran:
        """One whole session: a prompt, its answer, the end (`claude -p`), and what the end leaves to do."""
        ran = self.run("-p", prompt, *FLAGS, *arguments, cwd=project, **env)
        assert ran.code == 0, f"{ran.out[-3000:]}\n{ran.err}"
        self.settle(project)
        return ran

    def derived(self, project: Path) -> Path:
        """The folder of what is derived of a project in this HOME."""
        return Path(self.env["MEMORY_CORE_STATE"]) / os.path.basename(user.derived(os.path.realpath(project)))

    def verb(self, project: Path, *words: str) -> "subprocess.CompletedProcess[str]":
        """How a verb ends in a terminal of the developer's, and what it prints."""
        done = forked.run(["memory-core", *words], project, environment=self.env)
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    def settle(self, project: Path) -> None:
        """What the hooks left to the worker is done."""
        settle(project, self.env)

    def talk(self, project: Path, **env: str) -> "Conversation":
        """A session of several prompts in one process."""
        command = [str(self.program), "-p", *FLAGS, "--input-format", "stream-json"]
        return Conversation(command, project, {**self.env, **env})

    def close(self) -> None:
        """Stop the stand-in API and remove everything."""
        self.api.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def settle(project: Path, env: dict[str, str]) -> None:
    """What the hooks of a project left to the worker is done; nothing is, where memory-core is not set up."""
    if (Path(env["MEMORY_CORE_DATA"]) / "interpreter").exists():
        forked.run(["memory-core", "work", "--wait", "--root", str(project)], ROOT, environment=env)


class Conversation:
    """A running session; leave its `with` block to end it."""

    def __init__(self, command: list[str], cwd: Path, env: dict[str, str]) -> None:
        self._project, self._env = cwd, env
        self._process = subprocess.Popen(
            command,
            cwd=cwd,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._events: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._events.put(json.loads(line))
        self._events.put(None)

    def send(self, prompt: str) -> str:
        """The result of a turn."""
        assert self._process.stdin
        message = {"type": "user", "message": {"role": "user", "content": prompt}}
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
        while (event := self._events.get(timeout=PATIENCE)) is not None:
            if event.get("type") == "result":
                return str(event.get("result", ""))
        raise AssertionError("the client ended in the middle of a turn")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        try:
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()
            self._process.wait()
            self._reader.join()
            self._process.stdout.close()
        settle(self._project, self._env)
