"""What set-up has installed on this machine: environment, model, record of the interpreter. Only reads.

<data>/interpreter              two lines: interpreter, site-packages; written last by set-up
<data>/envs/<pins>-<python>/    a virtual environment; complete as soon as it has this name
<data>/models/<name>/           model.ort, tokenizer, and model.json with source and checksums
"""

import os
from typing import Any, Final, NamedTuple

import memory_core
from memory_core import data as shipped
from memory_core.core.light import files, hashes, json_store, user

MODEL: Final = "sentence-transformers/all-MiniLM-L6-v2"
MODEL_FOLDER: Final = "all-MiniLM-L6-v2-int8"
RECIPE: Final = 3  # version of the model's source and conversion; set-up makes a model of an older recipe again
_PLUGIN: Final = os.path.dirname(os.path.realpath(memory_core.__path__[0]))
_REMEDY: Final = "run `memory-core setup`"


class Environment(NamedTuple):
    """An environment made by set-up: absolute paths, and the version of each package."""

    python: str
    site: str
    folder: str
    packages: dict[str, str]


def data(*names: str) -> str:
    """A path in the user's data folder."""
    return os.path.join(user.data(), *names)


def plugin(*names: str) -> str:
    """A path in the folder of memory-core itself."""
    return os.path.join(_PLUGIN, *names)


def record_path() -> str:
    """The path of the file that names the interpreter; bin/memory-core reads it."""
    return data("interpreter")


def requirements(name: str) -> str:
    """The path of a file of requirements/, which has versions and the SHA-256 of each wheel."""
    return plugin("requirements", name)


def pins() -> str:
    """The text of requirements/setup.txt: every package that set-up installs, with version and hashes."""
    return files.read(requirements("setup.txt")) or ""


def pins_key() -> str:
    """12 hex digits of the pins and of the list of omitted files; the environment's name begins with them."""
    return hashes.sha256(pins().encode() + shipped.read("left_out.txt")).hexdigest()[:12]


def environment() -> Environment | None:
    """The recorded environment; None if none is recorded or it does not exist any more."""
    lines = (files.read(record_path()) or "").splitlines()
    if len(lines) < 2 or not (os.access(lines[0], os.X_OK) and os.path.isdir(lines[1])):
        return None
    folder = os.path.dirname(os.path.dirname(lines[0]))
    return Environment(lines[0], lines[1], folder, packages(lines[1]))


def packages(site: str) -> dict[str, str]:
    """The version of each package in a site-packages folder, by its normalized name."""
    result = {}
    for name in sorted(os.listdir(site)):
        if name.endswith(".dist-info"):
            package, _, version = name.removesuffix(".dist-info").rpartition("-")
            result[package.replace("_", "-").lower()] = version
    return result


def contents(site: str) -> dict[str, int]:
    """The number of files and of bytes in a site-packages folder, without compiled files."""
    sizes = [
        os.path.getsize(os.path.join(above, name))
        for above, _, names in os.walk(site)
        for name in names
        if not name.endswith(".pyc")
    ]
    return {"files": len(sizes), "bytes": sum(sizes)}


def environment_damage(folder: str, site: str) -> str:
    """A line about missing or truncated files of an environment; "" if there are none. Takes 20 ms."""
    facts = json_store.load(os.path.join(folder, "ready.json"))
    now = contents(site)
    wrong = [f"{now[key]:,} {key} instead of {facts[key]:,}" for key in now if facts.get(key, now[key]) != now[key]]
    return f"its packages have {' and '.join(wrong)}" if wrong else ""


def current(place: Environment) -> bool:
    """Whether the environment was made from the current pins."""
    return os.path.basename(place.folder).startswith(pins_key() + "-")


def model_path() -> str:
    """The folder in which set-up puts the model."""
    return data("models", MODEL_FOLDER)


def model_dir() -> str | None:
    """The folder of the model if it is complete, else None: then search uses keywords only (Z-1)."""
    folder = model_path()
    ready = all(os.path.isfile(os.path.join(folder, name)) for name in ("model.json", "model.ort", "vocab.txt"))
    return folder if ready else None


def model_facts(folder: str) -> dict[str, Any]:
    """The content of model.json; {} if it cannot be read.

    Keys: name, source, `checked` (whether the source was verified), recipe, fidelity, and bytes and sha256 of files.
    """
    facts = json_store.load(os.path.join(folder, "model.json"))
    return facts if isinstance(facts.get("files"), dict) else {}


def model_key(folder: str) -> str:
    """12 hex digits of the model's content. Vectors of models with different keys must not be compared."""
    facts = model_facts(folder)
    old = facts.get("files", {}).get("model.onnx", {}).get("sha256", "")  # the file of a recipe before 3
    return str(facts.get("weights") or old)[:12]


def model_faults(folder: str, *, thorough: bool = True) -> list[str]:
    """Why set-up has to make the model again, a line each; `thorough` reads all its files and takes 50 ms."""
    recipe = model_facts(folder).get("recipe", RECIPE)
    if recipe != RECIPE:
        return [f"it was made by recipe {recipe}, today's is {RECIPE}"]
    return model_damage(folder, thorough=thorough)


def model_damage(folder: str, *, thorough: bool = True) -> list[str]:
    """Files that differ from those that set-up made, a line each: by size, with `thorough` also by checksum."""
    facts = model_facts(folder)
    if not facts:
        return ["there is no readable model.json"]
    return [
        fault for name, entry in facts["files"].items() if (fault := _fault(folder, name, entry, thorough=thorough))
    ]


def model_source(facts: dict[str, Any]) -> str:
    """Where the model came from, and whether that was verified, in words."""
    return f"{facts.get('source')} ({'checked' if facts.get('checked') else 'your own files, not checked'})"


def _fault(folder: str, name: str, entry: dict[str, Any], *, thorough: bool) -> str:
    path = os.path.join(folder, name)
    try:
        size = os.stat(path).st_size
        if size != entry.get("bytes"):
            return f"{name} has {size} bytes instead of {entry.get('bytes')}"
        if thorough and sha256(path) != entry.get("sha256"):
            return f"{name} is damaged: its checksum is not the one recorded"
    except OSError as fault:
        return f"{name} cannot be read: {fault.strerror}"
    return ""


def sha256(path: str) -> str:
    """The SHA-256 of a file as 64 hex digits."""
    digest = hashes.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def checks() -> list[tuple[str, str, str, str]]:
    """The rows about set-up that `doctor` shows: (name, state: ok, warn or fail, detail, remedy)."""
    return [_environment_row(environment()), _model_row(model_dir())]


def _environment_row(place: Environment | None) -> tuple[str, str, str, str]:
    if place is None:
        return ("environment", "fail", f"none is recorded in {record_path()}; the hooks are silent", _REMEDY)
    if not current(place):
        return ("environment", "warn", f"{place.folder} was made from other pins than today's", _REMEDY)
    if damage := environment_damage(place.folder, place.site):
        return ("environment", "fail", f"{place.folder}: {damage}", _REMEDY)
    missing = [name for name in ("apsw", "sqlite-vec", "fastembed") if name not in place.packages]
    if missing:
        return ("environment", "fail", f"{place.folder} lacks {', '.join(missing)}", _REMEDY)
    return ("environment", "ok", f"{place.python}, {len(place.packages)} packages", "")


def _model_row(folder: str | None) -> tuple[str, str, str, str]:
    if folder is None:
        return ("model", "warn", f"there is none in {model_path()}; search is by keywords alone", _REMEDY)
    faults = model_faults(folder)
    if faults:
        return ("model", "fail", f"{folder}: {'; '.join(faults)}", _REMEDY)
    facts = model_facts(folder)
    fidelity = facts.get("fidelity") or {}
    text = f", cosine to full precision {fidelity['min']:.3f} at the least" if "min" in fidelity else ""
    return ("model", "ok", f"{facts.get('name')} from {model_source(facts)}{text}", "")


_SCRIPT: Final = """#!/bin/sh
# {what}
plugin={plugin}
case $plugin in
    */plugins/cache/*)
        if [ ! -x "$plugin/bin/memory-core" ] || [ -e "$plugin/.orphaned_at" ]; then
            for other in "${{plugin%/*}}"/*/bin/memory-core; do
                other=${{other%/bin/memory-core}}
                [ -x "$other/bin/memory-core" ] && [ ! -e "$other/.orphaned_at" ] && plugin=$other
            done
        fi
        ;;
esac
MEMORY_CORE_DATA=${{MEMORY_CORE_DATA:-{data}}} exec "$plugin/bin/memory-core" {words}"$@"
"""


def script(what: str, *words: str) -> str:
    """A shell script that runs memory-core with these words before its own arguments; `what` is its comment."""
    before = "".join(f"{word} " for word in words)
    return _SCRIPT.format(what=what, plugin=quoted(plugin()), data=quoted(user.data()), words=before)


def quoted(path: str) -> str:
    """A path quoted for a shell."""
    return "'" + path.replace("'", "'\\''") + "'"
