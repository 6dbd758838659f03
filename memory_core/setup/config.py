"""`memory-core config`, `off` and `on`: the user's settings, for all projects or for one.

They are in a file of the user (`core.light.settings`), never in a repository. Unknown lines of the file are kept.
"""

import argparse
import os
from typing import Final

from memory_core import redact
from memory_core.core import excluded, session, settings_file
from memory_core.core.light import client_process, files, settings, user
from memory_core.core.light.errors import Refusal
from memory_core.core.options import parsed, spelling
from memory_core.core.report import Report

# What each setting does, in the words of `config`.
DOES: Final = {
    settings.MARKS: "a session start asks the model to mark decisions, rules and errors as it states them",
    settings.CAPTURE: "sure: keep what is stated and what is sure; inferred: keep everything; stated: nothing inferred",
    settings.WORKER: "hooks leave the work to a short-lived process; off: they do it themselves",
    settings.QUIET: "on: nothing on the screen but what is in the way",
    settings.SUGGESTIONS: "name memories that a prompt is surely about",
    settings.TIDY: "the briefing counts the memories that `tidy` could settle",
    settings.CLIENT_MEMORY: "CLAUDE.md, AGENTS.md and the client's own notes are read, and never written",
    settings.SHARE: "repository: new memories are files of the project; notes: git notes; private: on this machine",
    settings.OFF: "on: every hook is silent",
}
_SHARED: Final = {
    "repository": "memories are files of the project; commit them, and whoever clones it has them",
    "notes": "what sessions decide and learn becomes git notes, which `memory-core sync --push` shares; other files "
    "of the memory stay on this machine",
    "private": "the files of the memory stay on this machine: git does not see them (info/exclude of this clone)",
}
_ACTIONS: Final = ("list", "get", "set", "unset")
_PATIENCE: Final = 5.0  # seconds for another process that changes the same file


def main(arguments: list[str]) -> Report:
    """Report or change settings; `Refusal` if there is no such setting or value."""
    options = parsed("config", arguments)
    action, *words = options.words or ["list"]
    if action not in _ACTIONS:
        action, words = ("set" if options.words[1:] else "get"), options.words
    if action == "list":
        return _list(options)
    if not words:
        raise Refusal(f"config {action} needs the name of a setting: {', '.join(settings.VALUES)}")
    name = _name(words[0])
    if action == "get":
        value = settings.read(name, options.root)
        return Report(options, {name: value}, value)
    if action == "unset":
        return _changed(options, name, "")
    return _changed(options, name, _value(name, words[1:]))


def off(arguments: list[str]) -> Report:
    """Silence the hooks: everywhere, in this project with --here, or in the open session."""
    return _switch(parsed("off", arguments), is_off=True)


def on(arguments: list[str]) -> Report:
    """Let the hooks work again."""
    return _switch(parsed("on", arguments), is_off=False)


def _list(options: argparse.Namespace) -> Report:
    values = {name: settings.read(name, options.root) for name in settings.VALUES}
    width = max(map(len, values))
    rows = []
    for name, value in values.items():
        choices = "|".join(settings.VALUES[name])
        source = _source(options.root, name)
        rows.append(f"{name:{width}}  {value:10}  {source:12}  {choices}\n{'':{width}}  {DOES[name]}")
    rows += ["", "`memory-core config set NAME VALUE` changes one for all projects, with --here for this one."]
    return Report(options, values, "\n".join(rows))


def _source(root: str, name: str) -> str:
    """Where the value of a setting comes from."""
    if settings.meant(name, os.environ.get(f"MEMORY_CORE_{name.upper()}")):
        return "environment"
    for path, source in zip(settings.paths(root), ("this project", "yours"), strict=True):
        if settings.meant(name, settings.written(path).get(name)):
            return source
    return "default"


def _changed(options: argparse.Namespace, name: str, value: str) -> Report:
    settings_file.change(options.root, name, value, here=options.only_here)
    now = settings.read(name, options.root)
    if name == settings.SHARE:
        return _shared(options, now)
    where = "in this project" if options.only_here else "in all projects"
    words = f"{name} is {now} {where}"
    source = _source(options.root, name)
    if value and now != value:
        words = f"{name} = {value} is written for {where[3:]}, but {source} says {now} here"
    return Report(options, {name: now}, words)


def _shared(options: argparse.Namespace, value: str) -> Report:
    """Let this clone follow the setting; the report names what git still tracks."""
    excluded.apply(options.root, excludes=value != "repository")
    rows = [_SHARED[value]]
    tracked = excluded.tracked(options.root) if value != "repository" else []
    if tracked:
        names = " ".join(tracked)
        rows.append(f"git tracks {names} already; `git rm -r --cached {names}` takes them out of the next commit")
    return Report(options, {settings.SHARE: value}, "\n".join(rows))


def _switch(options: argparse.Namespace, *, is_off: bool) -> Report:
    root = options.root
    if options.only_session:
        words, value = _session(root, is_off=is_off), "on" if is_off else "off"
    else:
        value = "on" if is_off else ""
        settings_file.change(root, settings.OFF, value, here=options.only_here)
        if not is_off and not options.only_here:
            settings_file.change(root, settings.OFF, "", here=True)
        if not is_off:
            files.remove(user.derived(root, settings.SESSIONS))
            is_off_elsewhere = settings.is_on(settings.OFF, root)
            if options.only_here and is_off_elsewhere:
                settings_file.change(root, settings.OFF, "off", here=True)
        value = settings.read(settings.OFF, root)
        where = "in this project" if options.only_here else "in all projects"
        words = f"memory-core is {'off' if is_off else 'on'} {where}"
    if is_off:
        words += "; no session is briefed, nothing is kept, no rule is enforced. `memory-core on` ends that"
    return Report(options, {settings.OFF: value}, words)


def _session(root: str, *, is_off: bool) -> str:
    """Silence the hooks in the sessions of the client that runs this, or let them work again."""
    process = client_process.current()
    own = [name for name, state in session.left_behind(root) if process and state.get(client_process.KEY) == process]
    if not own:
        raise Refusal(
            "this is not an open session of the client; run it there as `/cs:memory off --session`, or use --here"
        )
    path = user.derived(root, settings.SESSIONS)
    rows = [row for row in (files.read(path, 100_000) or "").split("\n") if row and row not in own]
    files.write(path, "\n".join([*rows, *(own if is_off else [])]) + "\n")
    return f"memory-core is {'off' if is_off else 'on'} in this session"


def _name(word: str) -> str:
    """The setting of that name; `Refusal` with the nearest names if there is none."""
    name = word.strip().casefold().replace("-", "_")
    if name in settings.VALUES:
        return name
    near = spelling().nearest(name, settings.VALUES)
    meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(settings.VALUES)}"
    raise Refusal(f"there is no setting {redact.neutral(word[:40])!r}; {meant}")


def _value(name: str, words: list[str]) -> str:
    given = " ".join(word for word in words if word != "=")
    value = settings.meant(name, given)
    if not value:
        raise Refusal(f"{name} is one of {', '.join(settings.VALUES[name])}, not {redact.neutral(given[:40])!r}")
    return value
