"""Scripts in the user's data folder that start memory-core, wherever an update of the plugin has put it.

The client keeps each version of a plugin in a folder of its own, that goes some time after an update. A script names
the version that wrote it, and finds another where that one is gone.
"""

from typing import Final

from memory_core.core import install
from memory_core.core.light import user

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
    """A script that starts memory-core with these words before its own; `what` says what it is for."""
    before = "".join(f"{word} " for word in words)
    return _SCRIPT.format(what=what, plugin=quoted(install.plugin()), data=quoted(user.data()), words=before)


def quoted(path: str) -> str:
    """A path as a shell takes it."""
    return "'" + path.replace("'", "'\\''") + "'"
