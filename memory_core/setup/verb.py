"""`memory-core setup`: make what is missing, show the progress, put the program on the path, or remove everything."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from memory_core.capture import client_sessions
from memory_core.core import git, install
from memory_core.core.light.errors import Refusal
from memory_core.core.options import parsed
from memory_core.core.progress import Progress
from memory_core.core.report import Report
from memory_core.setup import background, link, lock, making, remove, steps
from memory_core.verbs import merge_driver

_LOOK: Final = 0.5  # seconds between two looks at a set-up that runs


def main(arguments: list[str]) -> Report:
    """Make what is missing; the exit code is 0 if everything is ready, else 1."""
    options = parsed("setup", arguments)
    actions: dict[str, Callable[[argparse.Namespace], Report]] = {
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
        return Report(options, lambda: {**state(), "started": started}, started)
    _made(given)
    return _report(options)


def _follow(options: argparse.Namespace) -> Report:
    """Let this repository's git copy the notes of a commit that is amended or rebased (C-9)."""
    root = options.root
    if not git.follows(root):
        git.run(root, "config", "--add", "notes.rewriteRef", git.NOTES + "*")
    how = f"git copies notes below {git.NOTES} to the commit that replaces theirs (notes.rewriteRef)"
    return Report(options, text=f"{root}: {how}")


def _merge(options: argparse.Namespace) -> Report:
    """Let this repository's git merge memory by its entries."""
    merge_driver.set_up(options.root)
    how = f"git merges the memory of two branches entry by entry, in this clone (merge.{merge_driver.NAME})"
    return Report(options, text=f"{options.root}: {how}")


def _made(given: str | None) -> None:
    """Make what is missing, or follow the set-up that already does. `Refusal` with the reason if either stops."""
    end = time.monotonic() + lock.PATIENCE
    while time.monotonic() < end:
        with lock.held() as taken:
            if taken:
                if given or not making.ready(thorough=True):
                    making.make(given)
                return
        _watch(end)
        if given is None and (error := steps.last().get("error")):
            raise Refusal(f"the set-up that was running stopped: {error}")
    raise Refusal(f"another set-up has been running for {lock.PATIENCE:.0f} s; end it, and repeat")


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
    """What is installed, as `--json` prints it."""
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


def _report(options: argparse.Namespace) -> Report:
    current = state()
    if not current["ready"]:
        return Report(options, current, code=1)
    return Report(options, current, lambda: "\n".join(_lines(options, current)))


def _lines(options: argparse.Namespace, current: Mapping[str, Any]) -> Iterator[str]:
    """What is ready, and what else can be set up here."""
    model = current["model"]
    yield f"memory-core is ready: {current['python']}, {len(current['packages'])} packages"
    yield f"model: {model['name']} in {model['path']}, from {install.model_source(model)}"
    if git.tips(options.root) and not git.follows(options.root):
        yield "to let notes follow amended and rebased commits here: memory-core setup --follow-rewrites"
    if merge_driver.is_offered(options.root):
        yield "to let git merge the memory of two branches here: memory-core setup --merges"
    offers = (client_sessions.offer(options.root), "" if options.args_stdin else link.offer())
    yield from filter(None, offers)


def _check(options: argparse.Namespace) -> Report:
    rows = install.checks()
    faults = [(name, detail, remedy) for name, state_of, detail, remedy in rows if state_of != "ok"]
    well = not faults and making.ready()
    value = {**state(), "ready": well, "missing": [f"{name}: {detail}" for name, detail, _ in faults]}
    if well:
        return _report(options)._replace(data=value)
    lines = [f"{name}: {detail}; {remedy}" for name, detail, remedy in faults]
    other = "the recorded environment is not the one that this Python would make; run `memory-core setup`"
    return Report(options, value, "\n".join(lines or [other]), code=1)


def _status(options: argparse.Namespace) -> Report:
    """Report how far the set-up is that runs or ran last; the exit code is 0 if everything is ready, else 1."""
    runs, facts = lock.is_held(), steps.last()
    ready = not runs and making.ready()
    kept = {name: facts.get(name) for name in ("began", "step", "share", "detail", "error")}
    value = {"ready": ready, "running": runs, **kept}
    if ready:
        return _report(options)._replace(data=value)
    text = steps.worded(facts, runs=runs) or "nothing is set up here, and no set-up runs: run `memory-core setup`"
    return Report(options, value, text, code=1)
