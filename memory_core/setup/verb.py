"""`memory-core setup`: make what is missing, say how far it is, put the program on the path, or remove all of it."""

import argparse
import os
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from memory_core.capture import client_sessions
from memory_core.core import git, install
from memory_core.core.light.errors import Refusal
from memory_core.core.options import Parser, emit
from memory_core.core.progress import Progress
from memory_core.journal import merge_driver
from memory_core.setup import background, link, lock, making, remove, steps

_LOOK: Final = 0.5  # seconds between two looks at a set-up that runs


def main(arguments: list[str]) -> int:
    """0 where everything is ready afterwards (with `--check`, `--status`: already), else 1."""
    does = "Make the environment: packages, model, recorded interpreter. Repeat it at any time."
    options = Parser("setup", does, drains=False).read(arguments)
    actions: dict[str, Callable[[argparse.Namespace], int]] = {
        "remove": remove.main, "check": _check, "status": _status, "link": link.main,
        "follow_rewrites": _follow, "merges": _merge,
    }  # fmt: skip
    for name, action in actions.items():
        if getattr(options, name):
            return action(options)
    merge_driver.renew()
    link.renew()
    if options.model_dir is None and making.ready(thorough=True):
        return _report(options)
    given = options.model_dir and os.path.abspath(options.model_dir)
    if options.args_stdin:
        started = background.begin(given)
        if options.json:
            emit({**state(), "started": started})
        else:
            print(started)
        return 0
    _made(given)
    return _report(options)


def _follow(options: argparse.Namespace) -> int:
    """0, after this repository's git was told to copy the notes of a commit that is amended or rebased (C-9)."""
    root = options.root
    if not git.follows(root):
        git.run(root, "config", "--add", "notes.rewriteRef", git.NOTES + "*")
    print(f"{root}: git copies notes below {git.NOTES} to the commit that replaces theirs (notes.rewriteRef)")
    return 0


def _merge(options: argparse.Namespace) -> int:
    """0, after this repository's git was told to merge memory by its entries."""
    merge_driver.set_up(options.root)
    how = f"git merges the memory of two branches entry by entry, in this clone (merge.{merge_driver.NAME})"
    print(f"{options.root}: {how}")
    return 0


def _made(given: str | None) -> None:
    """Make what is missing, or follow the set-up that does so already. `Refusal` with what stopped either."""
    end = time.monotonic() + lock.PATIENCE
    while time.monotonic() < end:
        with lock.held() as taken:
            if taken:
                if given or not making.ready(thorough=True):
                    making.make(given)
                return
        _watch(end)
        if given is None and (error := steps.last().get("error")):
            raise Refusal(f"the set-up that was at work stopped: {error}")
    raise Refusal(f"another set-up is at work for {lock.PATIENCE:.0f} s; end it, and repeat")


def _watch(end: float) -> None:
    """Show how far the set-up that runs has come, until it ends."""
    print("memory-core: another set-up is at work; waiting for it", file=sys.stderr, flush=True)
    progress, shown = Progress(steps.SECONDS), ""
    try:
        while lock.is_held() and time.monotonic() < end:
            facts = steps.last()
            name, share = str(facts.get("step") or ""), float(facts.get("share") or 0.0)
            if name in steps.SECONDS and name != shown:
                progress.step(shown := name)
            if shown:
                progress.show(share, str(facts.get("detail") or ""))
            time.sleep(_LOOK)
    finally:
        progress.end()


def state() -> dict[str, Any]:
    """What is there, as `--json` prints it."""
    place, folder = install.environment(), install.model_dir()
    facts = install.model_facts(folder) if folder else {}
    return {
        "ready": making.ready(),
        "python": place.python if place else None,
        "packages": place.packages if place else {},
        "model": {
            "name": install.MODEL,
            "path": folder,
            "source": facts.get("source"),
            "checked": facts.get("checked", False),
            "quantisation": facts.get("quantisation"),
            "fidelity": facts.get("fidelity"),
        },
    }


def _report(options: argparse.Namespace) -> int:
    current = state()
    if options.json:
        emit(current)
    elif current["ready"]:
        model = current["model"]
        print(f"memory-core is ready: {current['python']}, {len(current['packages'])} packages")
        print(f"model: {model['name']} in {model['path']}, from {install.model_source(model)}")
        if git.tips(options.root) and not git.follows(options.root):
            print("to let notes follow amended and rebased commits here: memory-core setup --follow-rewrites")
        if merge_driver.is_offered(options.root):
            print("to let git merge the memory of two branches here: memory-core setup --merges")
        if earlier := client_sessions.offer(options.root):
            print(earlier)
        if not options.args_stdin and (offer := link.offer()):
            print(offer)
    return 0 if current["ready"] else 1


def _check(options: argparse.Namespace) -> int:
    rows = install.checks()
    faults = [(name, detail, remedy) for name, state_of, detail, remedy in rows if state_of != "ok"]
    well = not faults and making.ready()
    if options.json:
        emit({**state(), "ready": well, "missing": [f"{name}: {detail}" for name, detail, _ in faults]})
        return 0 if well else 1
    for name, detail, remedy in faults:
        print(f"{name}: {detail}; {remedy}")
    if well:
        return _report(options)
    if not faults:
        print("the recorded environment is not the one that this Python would make; run `memory-core setup`")
    return 1


def _status(options: argparse.Namespace) -> int:
    """0 where everything is ready, else 1, after it was said how far the set-up is that runs or ran last."""
    runs, facts = lock.is_held(), steps.last()
    ready = not runs and making.ready()
    if options.json:
        kept = {name: facts.get(name) for name in ("began", "step", "share", "detail", "error")}
        emit({"ready": ready, "running": runs, **kept})
    elif ready:
        return _report(options)
    else:
        print(steps.worded(facts, runs=runs) or "nothing is set up here, and no set-up runs: run `memory-core setup`")
    return 0 if ready else 1
