"""The agents that the client can start here: of the project, of the user, of installed plugins."""

import os
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

import memory_core
from memory_core.core.light import files, json_store, places
from memory_core.core.light import user as of_user
from memory_core.language import front_matter

_MOST: Final = 500  # agents of one folder
_HEAD: Final = 4_000  # characters of a file that hold its front matter
_JSON: Final = 2_000_000
_COMMANDS: Final = "cs"  # the plugin with the commands of this product
_OWN: Final = os.path.join(os.path.dirname(memory_core.__path__[0]), "commands", _COMMANDS, "agents")
_CALLED: Final = re.compile(r"[\w.:-]{1,100}")


def installed(root: str, here: str = "") -> dict[str, str]:
    """The name of each agent in the client, by the agent's own name in lower case; the project's wins, then the user's.

    An agent of a plugin is called `plugin:name`; plugins that are switched off are skipped. The agents of this
    product's commands are used for names that no other agent has.
    """
    top = places.worktree(root, here) if here else root
    user = of_user.client()
    result: dict[str, str] = {}
    for folder in (os.path.join(top or root, ".claude", "agents"), os.path.join(user, "agents")):
        for name in _names(folder):
            result.setdefault(name.casefold(), name)
    others = ((plugin, folder) for plugin, place in _plugins(user, top or root) for folder in _folders(place))
    for plugin, folder in [*(other for other in others if other[0] != _COMMANDS), (_COMMANDS, _OWN)]:
        for name in _names(folder):
            result.setdefault(name.casefold(), f"{plugin}:{name}")
    return result


def _names(place: str) -> Iterator[str]:
    """The names of the agents in a folder, or in a file."""
    paths = [place] if place.endswith(".md") else []
    texts = (path for path in files.below(place) if path.endswith(".md"))
    for path in [*paths, *islice(texts, _MOST)][:_MOST]:
        text = files.read(path, _HEAD)
        if text is None:
            continue
        name = front_matter.keys(text).get("name") or os.path.basename(path).removesuffix(".md")
        if _CALLED.fullmatch(name):
            yield name


def _plugins(user: str, top: str) -> Iterator[tuple[str, str]]:
    """(name, folder) of each plugin that is installed for this project and not switched off."""
    switched: dict[str, Any] = {}
    settings = ((user, "settings.json"), (f"{top}/.claude", "settings.json"), (f"{top}/.claude", "settings.local.json"))
    for folder, name in settings:
        switched |= _mapping(json_store.load(os.path.join(folder, name), _JSON).get("enabledPlugins"))
    listed = _mapping(json_store.load(os.path.join(user, "plugins", "installed_plugins.json"), _JSON).get("plugins"))
    for key, entries in listed.items():
        for value in entries if isinstance(entries, list) else [entries]:
            place, only = _mapping(value).get("installPath"), _mapping(value).get("projectPath")
            elsewhere = isinstance(only, str) and os.path.realpath(only) != os.path.realpath(top)
            if isinstance(place, str) and not elsewhere and switched.get(key) is not False:
                yield key.partition("@")[0], place


def _folders(place: str) -> list[str]:
    """The paths of a plugin's agents: its folder `agents`, and the paths inside the plugin that its manifest names."""
    named = json_store.load(os.path.join(place, ".claude-plugin", "plugin.json"), _JSON).get("agents")
    manifest_paths = [named] if isinstance(named, str) else named if isinstance(named, list) else []
    paths = [os.path.normpath(os.path.join(place, each)) for each in manifest_paths if isinstance(each, str)]
    return [os.path.join(place, "agents"), *(path for path in paths if path.startswith(os.path.join(place, "")))]


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
