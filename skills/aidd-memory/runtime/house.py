"""The way from a script of this folder into memory-core, whichever Python started it."""

import os
import sys

LAUNCHER = os.path.join(os.path.realpath(__file__ + "/../../../.."), "bin", "memory-core")
FORMATS = {"json": ["--json"], "text": []}  # what the scripts of an AIDD project call `--format`


def hand_over(action):
    """Never comes back: `memory-core aidd ACTION` takes arguments, standard input and the exit code over."""
    words = sys.argv[1:]
    if "--format" in words[:-1]:
        at = words.index("--format")
        words[at : at + 2] = FORMATS.get(words[at + 1], words[at : at + 2])
    os.execv(LAUNCHER, [LAUNCHER, "aidd", action, *words])
