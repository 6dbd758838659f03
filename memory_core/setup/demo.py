"""`memory-core demo`: a session through the real hooks in a throw-away repository, and its result.

It runs before set-up, so this module needs only the standard library; set-up runs first if something is missing.
Nothing outside a temporary folder is written, except the data folder of memory-core.
"""

import argparse
import contextlib
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from typing import Any, Final

from memory_core import redact
from memory_core.core import install, registry
from memory_core.core.budget import how_many
from memory_core.core.light import clock, user
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, as_json
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.language.light import stop_words
from memory_core.setup import demo_client, making, verb
from memory_core.setup import demo_view as view
from memory_core.setup.demo_client import PASTED, QUESTIONS, Answer, Hooks, Stage

NEXT: Final = "c1f7a2d4-93b6-4e58-8a07-6f2e9b3d5c14"
MOST_STOPS: Final = 12  # of somebody's own session: a hundred turns need not be a hundred processes
_SHOWN: Final = ("decision", "error", "preference", "convention", "learning", "blocker", "progress")
_SMALL: Final = stop_words.words("en")


def main(arguments: list[str]) -> Report:
    """Play the session and report the results."""
    given = parsed("demo", arguments)
    _check(given)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whatever stops us, the folders are removed
    start = time.perf_counter()
    note = _set_up()
    prepared = time.perf_counter()
    with _folders(given.keep) as place:
        shown = _shown(place, given, note)
    shown["timings_ms"]["setup"] = round((prepared - start) * 1000)
    shown["timings_ms"]["total"] = round((time.perf_counter() - start) * 1000)
    return Report(given, shown, lambda: view.closing(shown, given.keep), is_ready=True)


def _check(given: argparse.Namespace) -> None:
    if given.transcript and not os.path.isfile(given.transcript):
        raise Refusal(f"{given.transcript}: this transcript does not exist; name a .jsonl file in ~/.claude/projects")
    if given.keep and os.path.lexists(given.keep):
        if not os.path.isdir(given.keep):
            raise Refusal(f"--keep {given.keep}: that is not a folder; name an empty one, or one that is not there yet")
        if os.listdir(given.keep):
            raise Refusal(
                f"--keep {given.keep}: the folder is not empty; name an empty one, or one that is not there yet"
            )
    if shutil.which("git") is None:
        raise Refusal("git was not found on PATH; the demo needs a git repository: install git 2.20 or newer")


def _set_up() -> str:
    """Install what is missing; returns what the demo has to do without, "" if nothing."""
    if making.ready():
        return ""
    print("memory-core is not set up yet; doing that first", file=sys.stderr)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            verb.main([]).show("setup")
    except Refusal as refusal:
        if install.environment() is None:
            raise
        return str(refusal)  # everything but search by meaning works
    return ""


@contextlib.contextmanager
def _folders(keep: str | None) -> Iterator[Stage]:
    """The folders of the demo; all are removed, except a repository that is to be kept."""
    folder = tempfile.mkdtemp(prefix="memory-core-demo-")
    place = demo_client.stage(folder, os.path.abspath(keep) if keep else os.path.join(folder, "tidepool"))
    try:
        yield place
    finally:
        if not keep:
            shutil.rmtree(user.derived(place.project), ignore_errors=True)
        for _ in range(20):  # a detached process may still be writing
            shutil.rmtree(folder, ignore_errors=True)
            if not os.path.exists(folder):
                break
            time.sleep(0.1)


def _shown(place: Stage, given: argparse.Namespace, note: str) -> dict[str, Any]:
    """Everything that the demo shows, as `--json` prints it; for people it is also printed during the play."""

    def tell(text: str) -> None:
        if not given.json:
            print(text, flush=True)

    own = os.path.abspath(given.transcript) if given.transcript else None
    tell(view.opening(own, note))
    answers: list[Answer] = []
    known = 0
    for prompt, answer in _played(place, own):
        answers.append(answer)
        count = len(registry.read(place.project))
        tell(view.hook(answer.event, answer.ms, _happened(prompt, answer, count - known)))
        known = count
    captured = registry.read(place.project)
    tell(view.kept(captured))
    answers.append(_next_session(place))
    tell(view.briefing(answers[-1].words, answers[-1].ms))
    questions = QUESTIONS if own is None else list(_questions(captured))
    recalls = [_recall(place, question) for question in questions]
    for recall in recalls:
        tell(view.recall(recall))
    leaks = _files_with(place.project, PASTED) if own is None else []
    return {
        "briefing": answers[-1].words,
        "captured": [as_json(memory) for memory in captured],
        "recalls": recalls,
        "timings_ms": _timings(answers, recalls),
        "hooks": [{"event": answer.event, "ms": round(answer.ms, 1)} for answer in answers],
        "secret_found_in": leaks,
        "note": note,
    }


def _played(place: Stage, own: str | None) -> Iterable[tuple[str, Answer]]:
    if own is None:
        return demo_client.play(place, clock.now())
    demo_client.prepare(place)
    if "MEMORY_CORE_NOW" not in place.environment and (then := demo_client.ended(own)):
        place.environment["MEMORY_CORE_NOW"] = then  # as it was on that day: progress older than a week is let go
    return demo_client.replay(Hooks(place, demo_client.SESSION), own, MOST_STOPS)


def _happened(prompt: str, answer: Answer, new: int) -> str:
    if answer.event == "SessionStart":
        return f"{how_many(len(answer.words.splitlines()), 'line')} for the model" if answer.words else ""
    if answer.event == "UserPromptSubmit":
        return f"“{redact.clean(prompt)}”"
    return f"{new} kept" if new else "nothing new"


def _next_session(place: Stage) -> Answer:
    hooks = Hooks(place, NEXT)
    answer = hooks.fire("SessionStart", source="startup", model="claude-sonnet-4-5")
    hooks.end()
    return answer


def _recall(place: Stage, question: str) -> dict[str, Any]:
    """What `recall --json` answers, and how long the whole process took."""
    start = time.perf_counter()
    done = subprocess.run(
        [demo_client.LAUNCHER, "recall", "--json", "--limit", "3", "--root", place.project, "--", question],
        cwd=place.project,
        env=place.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    took = round((time.perf_counter() - start) * 1000)
    if done.returncode:
        raise Refusal(f"recall failed: {done.stderr.strip()}")
    return {**json.loads(done.stdout), "process_ms": took}


def _questions(captured: list[Memory]) -> Iterator[str]:
    """Three questions about what was kept, about different kinds if possible, in a few of their own words."""
    chosen: list[Memory] = []
    for kind in _SHOWN:
        chosen += [memory for memory in captured if memory.kind == kind][:1]
    chosen += [memory for memory in captured if memory not in chosen]
    for memory in chosen[:3]:
        words = [word.strip(".,;:()[]`'\"“”") for word in memory.summary.split()]
        telling = [word for word in words if word.casefold() not in _SMALL and len(word) > 2]
        yield " ".join(telling[:6]) or memory.summary[:60]


def _timings(answers: list[Answer], recalls: list[dict[str, Any]]) -> dict[str, float]:
    """Milliseconds: the median of each hook's processes and of the recalls, and an interpreter that does nothing."""
    by_event: dict[str, list[float]] = {}
    for answer in answers:
        by_event.setdefault(answer.event, []).append(answer.ms)
    timings = {event: round(statistics.median(took), 1) for event, took in by_event.items()}
    if recalls:
        timings["recall"] = round(statistics.median(recall["process_ms"] for recall in recalls), 1)
    timings["bare_interpreter"] = round(_bare(), 1)
    return timings


def _bare() -> float:
    place = install.environment()
    took = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([place.python if place else sys.executable, "-I", "-S", "-c", "pass"], check=True)
        took.append((time.perf_counter() - start) * 1000)
    return statistics.median(took)


def _files_with(folder: str, secret: str) -> list[str]:
    """The files below the folder that contain the secret."""
    rows = []
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            with contextlib.suppress(OSError), open(path, "rb") as source:
                if secret.encode() in source.read():
                    rows.append(os.path.relpath(path, folder))
    return sorted(rows)
