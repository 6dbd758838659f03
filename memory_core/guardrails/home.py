"""The home of the guard rails, as `core.home` asks it: `IRIS_MEMORY.json` (IRIS-5)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from memory_core import redact
from memory_core.core.home import LATER, Home, Part, Write
from memory_core.core.light import clock, json_store
from memory_core.core.light.errors import Refusal
from memory_core.core.light.lifecycle import OPEN, PROPOSED
from memory_core.core.memory import Memory, is_documented
from memory_core.guardrails import file_format, read_rails, rules_file
from memory_core.guardrails.rules_file import Written
from memory_core.redact.memories import clean


class Rules(Home):
    """Guard rails: only a person changes them, by the actions of `memory-core iris`."""

    name = rules_file.NAME
    step = "guardrails"

    def parts(self, root: str) -> list[Part]:
        """The file, whole."""
        return [Part(self.name, partial(rules_file.stamp, root), lambda: rules_file.read(root).memories)]

    def wants(self, memory: Memory) -> bool:
        """Whether a memory is a guard rail in force: a proposed rule is still open, and no document defines one."""
        return memory.kind in rules_file.KINDS and memory.status not in (OPEN, PROPOSED) and not is_documented(memory)

    def problems(self, root: str) -> Iterable[str]:
        """What in the file cannot be read, or does not fit its format."""
        from memory_core.guardrails import rules_file  # noqa: PLC0415 - `verify` alone asks

        return [f"{problem.place}: {problem.what}" for problem in rules_file.problems(root)]

    def keep(self, root: str, memories: Sequence[Memory]) -> list[Memory]:
        """Splice entries into the file."""
        return rules_file.add(root, memories, clock.today())

    def refuse(self, memory: Memory) -> None:
        """Always: the message names the action that changes a guard rail."""
        raise Refusal(
            f"{memory.id} is a guard rail: `memory-core iris edit {memory.id}` changes it, "
            f"`memory-core iris remove {memory.id}` removes it"
        )

    def notice(self, root: str) -> str:
        """Damage of the whole file."""
        return rules_file.notice(root)

    def shared_notice(self, root: str) -> str:
        """Only the length; other faults are shown with the guard rails."""
        return rules_file.too_long(root)

    def seen(self, root: str) -> dict[str, Any]:
        """Each entry by its id."""
        return {rule.id: [rule.kind, file_format.to_item(rule)] for rule in rules_file.read(root).memories}

    def changed(self, root: str, before: Mapping[str, Any]) -> list[Any]:
        """[id, the entry before, the entry after] of each that changed."""
        now = self.seen(root)
        names = [name for name in {**before, **now} if before.get(name) != now.get(name)]
        return [[name, *redact.clean_within({"": [before.get(name), now.get(name)]})[""]] for name in names]

    def back(self, root: str, change: Sequence[Any], begun: bool) -> list[Write]:
        """One write of the file that renews, removes and adds."""
        now = redact.clean_within(self.seen(root))
        renewed: dict[str, dict[str, Any]] = {}
        removed, added = [], []
        for name, was, came in change:
            if now.get(name) == was and begun:
                continue
            if now.get(name) != came:
                raise Refusal(f"{name} {LATER}")
            if was is None:
                removed.append(name)
            elif came is None:
                memory = file_format.from_item(was[1], file_format.section_of(was[0]))
                added += [memory] if memory else []
            else:
                keys = [key for key in {**was[1], **came[1]} if was[1].get(key) != came[1].get(key)]
                renewed[name] = {key: was[1].get(key) for key in keys}
        if not (renewed or removed or added):
            return []
        return [partial(rules_file.write, root, clock.today(), renewed, removed, added, back=True)]

    def title(self, part: str) -> str:  # noqa: ARG002
        """The name of the file."""
        return file_format.FILE

    def place(self, part: str) -> str:  # noqa: ARG002
        """The file at the root."""
        return file_format.FILE

    def folders(self) -> Sequence[str]:
        """The file itself."""
        return (file_format.FILE,)

    def parsed(self, files: Mapping[str, bytes]) -> dict[str, list[Memory]]:
        """The guard rails of an earlier file."""
        raw = files.get(file_format.FILE)
        return {self.name: list(read_rails.read(json_store.decoded(raw)[0]).memories)} if raw else {}


def revise(root: str, name: str, changes: Mapping[str, Any]) -> Memory:
    """The guard rail of that id with these keys of its entry changed; None removes a key.

    The caller holds `registry.held(root)`.
    """
    return rules_file.change(root, name, redact.clean_within(changes), clock.today())


def settle(
    root: str, changes: Mapping[str, Mapping[str, Any]], removals: Sequence[str], additions: Iterable[Memory]
) -> Written:
    """Guard rails changed by their ids, removed and added, in one write: all, or none. The caller holds `held`."""
    return rules_file.write(root, clock.today(), redact.clean_within(changes), removals, map(clean, additions))


HOMES: Final = (Rules(),)
