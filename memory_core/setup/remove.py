"""`setup --remove`: what memory-core has put on this machine, named first, then removed. No project is touched."""

import argparse
import contextlib
import os
import re
import shlex
from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core import git, install, terminal
from memory_core.core.light import settings, user
from memory_core.core.light.errors import Refusal
from memory_core.core.report import Report
from memory_core.setup import link, lock
from memory_core.verbs import merge_driver

_OWN: Final = {
    "interpreter": "the record of the interpreter",
    "fetched": "what an unfinished set-up has fetched",
    "compiled": "compiled modules",
    "expressions": "compiled expressions",
    "guard-mark": "a mark of the guard",
    "session-mark": "a mark of sessions",
    merge_driver.LAUNCHER: "what git runs to merge memory; without it git merges line by line",
    "setup.json": "how far set-up was",
    "setup-line": "the same, in a line",
    "setup.lock": "the lock of set-up",
}
# What of folders with names that others use, too: which of their entries are ours, and what they are.
_WITHIN: Final = {
    "envs": (r"[0-9a-f]{12}-cp\d{2,4}\w?(?:\..*)?", "environment"),
    "models": (r"all-MiniLM-L6-v2.*", "model"),
    "bin": (r"memory-core|jarvis|links", "scripts behind the links on your path"),
}
_STATE: Final = r"%2F.*|[A-Z]%3A.*|.*-[0-9a-f]{32}|(?:access|conflicts)\.jsonl|(?:gc|numbers)\.json|\.lock"
_LEARNINGS: Final = r"learnings|archive|suggestions\.json|\.lock"
_EXPORT: Final = re.compile(r"(?:memory-)?export-.*\.json")
_PLUGINS: Final = ("cs@memory-core", "iris@memory-core")


class Item(NamedTuple):
    """A path, its description, and its size in bytes."""

    path: str
    what: str
    size: int


def main(options: argparse.Namespace) -> Report:
    """Remove what set-up made; the exit code is 1, and nothing removed, if nobody agrees."""
    for folder in (install.data(), user.state(), user.learnings()):
        _refuse_foreign(folder)
    goes, stays = _plan(everything=options.everything)
    listed = _lines(goes, stays)
    if not options.yes:
        if not terminal.can_ask(options):
            text = f"{listed}\nnothing was removed: say `memory-core setup --remove --yes`"
            return Report(options, {"removed": [], **_listed(goes, stays)}, text, code=1)
        if not terminal.agrees("Remove this?", listed):
            return Report(options, text="nothing was removed", code=1)
        listed = ""
    if os.path.isdir(install.data()):
        with lock.held() as taken:
            if not taken:
                raise Refusal("a set-up is running; wait for it, or end it, and repeat (`memory-core setup --status`)")
            gone = _remove(goes)
            lock.remove()
    else:
        gone = _remove(goes)
    for folder in (*map(install.data, _WITHIN), user.state(), user.learnings(), install.data()):
        with contextlib.suppress(OSError):  # where something else is in it
            os.rmdir(folder)
    value = {"removed": gone, **_listed([item for item in goes if item.path not in gone], stays)}
    text = f"{listed}\nremoved: {len(gone)} of {len(goes)}".lstrip("\n")
    return Report(options, value, text, code=0 if len(gone) == len(goes) else 1)


def _listed(goes: list[Item], stays: list[Item]) -> dict[str, object]:
    return {
        "path": install.data(),
        "would_go": [item._asdict() for item in goes],
        "left": [item.path for item in stays],
        "commands": _commands(),
    }


def _refuse_foreign(folder: str) -> None:
    """Raise `Refusal` if one of our folders is set to a folder with other content; nothing in it is read."""
    home = os.path.realpath(os.path.expanduser("~"))
    holds_home = f"{home}{os.sep}".startswith(os.path.join(folder, ""))
    if holds_home or os.path.lexists(os.path.join(folder, ".git")):
        raise Refusal(
            f"{folder} is set as a folder of memory-core, but contains your home or a repository; nothing was removed. "
            "Unset MEMORY_CORE_DATA, MEMORY_CORE_STATE or JARVIS_ROOT, or remove memory-core's files there by hand"
        )


def _entries(folder: str, names: str, what: str) -> list[Item]:
    """Our entries of a folder, by their names; of a link the link itself."""
    try:
        there = sorted(os.listdir(folder)) if not os.path.islink(folder) else []
    except OSError:
        return []
    return [_item(os.path.join(folder, name), what) for name in there if re.fullmatch(names, name)]


def _plan(*, everything: bool) -> tuple[list[Item], list[Item]]:
    """What goes, and what stays."""
    goes = [Item(path, "link on your path", 0) for path in link.made()]
    goes += [_item(install.data(name), what) for name, what in _OWN.items() if os.path.lexists(install.data(name))]
    for name, (names, what) in _WITHIN.items():
        is_moved = os.path.islink(install.data(name)) and name != "bin"  # to another disk: the link goes alone
        goes += [Item(install.data(name), what, 0)] if is_moved else _entries(install.data(name), names, what)
    exports = [_item(path, "export") for path in _exports()]
    exports += [_item(install.data("exports"), "exports")] if os.path.lexists(install.data("exports")) else []
    own = {
        user.links(): "links that you allowed",
        install.data("log.jsonl"): "the log",
        install.data(settings.FILE): "your settings",
    }
    rest = _entries(user.state(), _STATE, "of a project: undo, how far sessions were read, index")
    rest += _entries(user.learnings(), _LEARNINGS, "learnings of all projects, and the archive")
    rest += [_item(path, what) for path, what in own.items() if os.path.lexists(path)]
    others = {_plugins("cache"): "the client's copy of the plugins", _plugins("marketplaces"): "their marketplace"}
    stays = [*exports, *(_item(path, what) for path, what in others.items() if os.path.lexists(path))]
    return ([*goes, *rest], stays) if everything else (goes, [*rest, *stays])


def _item(path: str, what: str) -> Item:
    size = sum(os.lstat(name).st_size for name in _below(path))
    return Item(path, what, size)


def _below(path: str) -> Iterator[str]:
    """Every file below a folder, or the file itself."""
    if os.path.islink(path) or not os.path.isdir(path):
        yield path
        return
    for above, folders, names in os.walk(path):
        links = [name for name in folders if os.path.islink(os.path.join(above, name))]
        yield from (os.path.join(above, name) for name in [*names, *links])


def _exports() -> Iterator[str]:
    """Exports in folders that may be removed; an earlier version put them there."""
    for folder in dict.fromkeys((user.state(), user.learnings())):
        for path in _below(folder):
            if _EXPORT.fullmatch(os.path.basename(path)):
                yield path


def _commands() -> list[str]:
    """Commands for what is not removed here: the client's copies, and the settings of git in projects."""
    commands = []
    if os.path.isdir(_plugins("cache")):
        commands += [f"claude plugin uninstall {name}" for name in _PLUGINS]
    if os.path.isdir(_plugins("marketplaces")):
        commands.append("claude plugin marketplace remove memory-core")
    for root in _projects():
        command = f"git -C {shlex.quote(root)} config"
        if merge_driver.is_begun(root):
            commands.append(f"{command} --remove-section merge.{merge_driver.NAME}")
        if git.follows(root):
            commands.append(f"{command} --unset-all notes.rewriteRef '^{git.NOTES}'")
    return commands


def _plugins(kind: str) -> str:
    """Where the client keeps its copies of the plugins: the cache, or the marketplace."""
    return os.path.join(user.client(), "plugins", kind, "memory-core")


def _projects() -> list[str]:
    """The projects of which something is derived, and that are still there."""
    with contextlib.suppress(OSError):
        names = os.listdir(user.state())
        roots = [re.sub(r"%([0-9A-F]{2})", lambda code: chr(int(code[1], 16)), name) for name in sorted(names)]
        return [root for root in roots if os.path.isabs(root) and os.path.isdir(os.path.join(root, ".git"))]
    return []


def _lines(goes: list[Item], stays: list[Item]) -> str:
    lines = ["This goes:" if goes else "There is nothing to remove.", *(f"  {_sized(item)}" for item in goes)]
    lines += ["This stays:", *(f"  {_sized(item)}" for item in stays), "  what projects know, in their repositories"]
    if commands := _commands():
        lines += ["For the rest, run yourself:", *(f"  {command}" for command in commands)]
    return redact.neutral("\n".join(lines))


def _sized(item: Item) -> str:
    size = f", {item.size / 1_000_000:.1f} MB" if item.size >= 50_000 else ""
    return f"{item.path} ({item.what}{size})"


def _remove(goes: list[Item]) -> list[str]:
    """Remove the items and return their paths; exports inside them stay."""
    kept = set(_exports())
    for item in goes:
        for path in [path for path in _below(item.path) if path not in kept]:
            with contextlib.suppress(OSError):
                os.unlink(path)
        for above, _, _ in os.walk(item.path, topdown=False):
            with contextlib.suppress(OSError):
                os.rmdir(above)
    return [item.path for item in goes if not os.path.lexists(item.path) or kept.issuperset(_below(item.path))]
