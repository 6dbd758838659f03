"""The wing of specs: which spec a session works on. Modules are loaded when they are needed."""

import os
from typing import TYPE_CHECKING

from memory_core.core import wing
from memory_core.core.light import places
from memory_core.specs.spec import ACTIVE_FOLDER

if TYPE_CHECKING:
    from memory_core.specs.listener import Specs as Following


class Specs(wing.Wing):
    """The wing of specs."""

    def listener(self, place: wing.Place) -> "Following | None":
        """The listener of a session; None for what a verb extracts, and for a project without specs."""
        if not place.is_live:
            return None
        from memory_core.specs import keep_specs

        if not keep_specs.is_near(place.root, place.here):
            return None
        from memory_core.specs.listener import Specs as Following

        return Following(place)

    def work(self, root: str, here: str) -> str:
        """The slug of the spec that the session works on, or that the branch is named after; "" if there is none."""
        top = places.worktree(root, here) or root
        if not os.path.isdir(os.path.join(top, ACTIVE_FOLDER)):
            return ""
        from memory_core.specs import spec_folders, spec_place

        spec = spec_place.current(spec_place.Place(root, here, top), spec_folders.active(top), alone=False)
        return spec.slug if spec else ""


WING = Specs()
