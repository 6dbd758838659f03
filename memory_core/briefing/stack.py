"""Stack, version and entry points of a project, from its manifests (GENIUS-8, GENIUS-16).

Manifests are not trusted: only a few names are shown, and only if they have the form of a name.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.core.light import files
from memory_core.journal import plan

_LARGE: Final = 128 * 1024  # bytes of a manifest; of a longer one only the name is shown
_LONG: Final = 1_000  # characters of a line of TOML
_NAMES: Final = 6  # dependencies that are shown, and entry points
_NAME: Final = re.compile(r"@?[A-Za-z0-9_][\w.+/-]{0,39}", re.ASCII)
_VERSION: Final = re.compile(r"[<>=~^ v]{0,4}\d[\w.*+,<>=~^ -]{0,19}", re.ASCII)
_MODULE: Final = re.compile(r"[\w.-]{1,100}/[\w./-]{1,200}", re.ASCII)
_SCRIPTS: Final = ("dev", "start", "build", "test", "lint")  # common scripts in package.json


class Manifest(NamedTuple):
    """The content of a manifest."""

    language: str
    runtime: str = ""  # the required version of the language
    version: str = ""
    entries: tuple[str, ...] = ()  # the commands that run the project
    needs: tuple[str, ...] = ()  # dependencies without development dependencies


def lines(root: str) -> list[str]:
    """Stack, version and entry points, a line each; [] if the project's folder has no manifest."""
    manifests = [(name, _read(root, name, READERS[name])) for name in plan.manifests(root)]
    made = [_stack(name, each) for name, each in manifests]
    rows = [f"- stack: {'; '.join(made)}"] if made else []
    version = next((each.version for _, each in manifests if each.version), "")
    rows += [f"- version: {version}"] if version else []
    entries = [entry for _, each in manifests for entry in each.entries[:_NAMES]]
    rows += [f"- entry points: {', '.join(entries[:_NAMES])}"] if entries else []
    return [redact.clean(row) for row in rows]


def _stack(name: str, manifest: Manifest) -> str:
    known = manifest.needs
    if len(known) > _NAMES:
        from memory_core.language.light import products  # noqa: PLC0415 - few manifests name so many

        known = tuple(sorted(known, key=lambda need: need.casefold() not in products.KNOWN))
    more = f" +{len(known) - _NAMES}" if len(known) > _NAMES else ""
    needs = f" with {', '.join(known[:_NAMES])}{more}" if known else ""
    return f"{' '.join(filter(None, (manifest.language, manifest.runtime)))} ({name}){needs}"


def _read(root: str, name: str, read: Callable[[str], Manifest]) -> Manifest:
    try:
        return read(files.read(os.path.join(root, name), _LARGE) or "")
    except (ValueError, RecursionError):  # damaged, truncated, or nested too deeply
        return read("")


def _python(text: str) -> Manifest:
    whole = _toml(text)
    project, poetry = _table(whole, "project"), _table(_table(whole, "tool"), "poetry")
    needs = project.get("dependencies")
    named = needs if isinstance(needs, list) else [key for key in _table(poetry, "dependencies") if key != "python"]
    scripts = [*_table(project, "scripts"), *_table(poetry, "scripts")]
    wanted = _version(project.get("requires-python") or _table(poetry, "dependencies").get("python"))
    version = _version(project.get("version") or poetry.get("version"))
    return Manifest("Python", wanted, version, _named(scripts), _named(map(_required, named)))


def _required(need: object) -> object:
    """The name in a requirement: `fastapi` in `fastapi[all]>=0.100`."""
    return re.split(r"[^\w.-]", need.strip(), maxsplit=1)[0] if isinstance(need, str) else need


def _node(text: str) -> Manifest:
    whole = _object(json.loads(text)) if text.strip() else {}
    scripts = _table(whole, "scripts")
    programs = whole.get("bin")
    entries = [*(programs if isinstance(programs, dict) else ()), *(name for name in _SCRIPTS if name in scripts)]
    runs = [f"npm run {name}" if name in scripts else name for name in _named(entries)]
    needs = _named(_table(whole, "dependencies"))
    return Manifest(
        "Node", _version(_table(whole, "engines").get("node")), _version(whole.get("version")), tuple(runs), needs
    )


def _go(text: str) -> Manifest:
    runtime = re.search(r"(?m)^go[ \t]+(\d[\w.]{0,19})[ \t]*\r?$", text, re.ASCII)
    words = (line.removeprefix("require").split() for line in text.split("\n"))
    modules = (each[0] for each in words if len(each) > 1 and each[1].startswith("v") and _MODULE.fullmatch(each[0]))
    needs = [module.rpartition("/")[2] for module in modules]
    return Manifest("Go", runtime[1] if runtime else "", needs=_named(needs))


def _rust(text: str) -> Manifest:
    whole = _toml(text)
    package, programs = _table(whole, "package"), whole.get("bin")
    entries = [_object(program).get("name") for program in programs] if isinstance(programs, list) else []
    needs = _named(_table(whole, "dependencies"))
    return Manifest(
        "Rust", _version(package.get("rust-version")), _version(package.get("version")), _named(entries), needs
    )


def _php(text: str) -> Manifest:
    needs = _table(_object(json.loads(text)) if text.strip() else {}, "require")
    return Manifest("PHP", _version(needs.get("php")), needs=_named(name for name in needs if "/" in name))


def _other(language: str) -> Callable[[str], Manifest]:
    return lambda _: Manifest(language)


READERS: Final[Mapping[str, Callable[[str], Manifest]]] = {
    "pyproject.toml": _python, "package.json": _node, "go.mod": _go, "Cargo.toml": _rust, "composer.json": _php,
    "Gemfile": _other("Ruby"), "pom.xml": _other("Java"), "build.gradle": _other("Java"),
    "build.gradle.kts": _other("Kotlin"), "mix.exs": _other("Elixir"), "pubspec.yaml": _other("Dart"),
    "Package.swift": _other("Swift"),
}  # fmt: skip


def _toml(text: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - most projects have no such manifest

    if any(len(line) > _LONG for line in text.split("\n")):  # a key of many parts takes quadratic time
        return {}
    return tomllib.loads(text)


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _table(whole: Mapping[str, Any], key: str) -> dict[str, Any]:
    return _object(whole.get(key))


def _named(names: Iterable[object]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str) and _NAME.fullmatch(name)))


def _version(value: object) -> str:
    return value.strip() if isinstance(value, str) and _VERSION.fullmatch(value.strip()) else ""
