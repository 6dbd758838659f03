"""Specs as a wing: which spec a session works on."""

import os

from memory_core.core import wing
from memory_core.core.light import places
from memory_core.specs.spec import ACTIVE_FOLDER


class Specs(wing.Wing):
    """The wing of specs."""

    def work(self, root: str, here: str) -> str:
        """The slug of the spec that the session works on, or that the branch is named after."""
        top = places.worktree(root, here) or root
        if not os.path.isdir(os.path.join(top, ACTIVE_FOLDER)):
            return ""
        from memory_core.specs import spec_folders, spec_place

        spec = spec_place.current(spec_place.Place(root, here, top), spec_folders.active(top), alone=False)
        return spec.slug if spec else ""


WING = Specs()
