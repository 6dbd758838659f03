"""The homes of learnings for `core.home`: warm files, hot learnings of a session, the archive (JARVIS-4 to 22)."""

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from memory_core.core import entry_lists, session
from memory_core.core.budget import how_many
from memory_core.core.home import Addition, Home, Part, Write
from memory_core.core.light import clock
from memory_core.core.memory import Memory
from memory_core.learnings import archive, learning_memories, warm_files
from memory_core.learnings import learning as codec
from memory_core.learnings.learning import GLOBAL, PROJECT, Learning, from_state, to_state


class Learnings(Home):
    """Preferences and practices: a file of the project and one of the user, sessions, and the user's archive."""

    name = warm_files.NAME
    step = "learnings"

    def parts(self, root: str) -> list[Part]:
        """The warm file of each level, and what others replaced."""
        warm = [
            Part(
                f"{self.name}/{level}",
                partial(learning_memories.stamp, root),
                partial(learning_memories.read, root, level),
            )
            for level in warm_files.LEVELS
        ]
        return [*warm, Part(f"{self.name}/replaced", archive.stamp, partial(learning_memories.replaced, root))]

    def wants(self, memory: Memory) -> bool:
        """Whether a memory is a learning that tiers."""
        return learning_memories.is_one(memory)

    def held(self, root: str, timeout: float = 5.0) -> contextlib.AbstractContextManager[None]:
        """The locks of the project and of the user."""
        return warm_files.held(root, timeout)

    def problems(self, root: str) -> Iterable[str]:
        """What in the warm tier and in the archive cannot be read."""
        for path, what, number in warm_files.damages(root):
            yield f"{path}: {what}; {how_many(number, 'learning')} could be read"
        for path, what in archive.damages():
            yield f"{path}: {what}"

    def keep(self, root: str, memories: Sequence[Memory]) -> list[Memory]:
        """Write learnings to the warm file of their level."""
        return learning_memories.keep(root, memories)

    def refuse(self, memory: Memory) -> None:
        """Never."""

    def add(self, root: str, memory: Memory, when: str, more: Addition, author: str = "") -> None:  # noqa: ARG002
        """Say more of a learning."""
        learning_memories.add(root, memory, when, more)

    def change(self, root: str, memories: Iterable[Memory]) -> None:
        """Write learnings over; what no longer holds is archived."""
        learning_memories.change(root, memories)

    def forget(self, root: str, memory: Memory, when: str) -> None:  # noqa: ARG002
        """Take a learning out of its file, its session or the archive."""
        learning_memories.forget(root, memory)

    def notice(self, root: str) -> str:
        """Warm files that cannot be read whole."""
        return warm_files.notice(root)

    def seen(self, root: str) -> dict[str, Any]:
        """The entries of both warm files, what is muted here, the archive, and the hot learnings of each session."""
        warm = {
            level: [
                codec.to_item(learning) | {"": learning.kind} for learning in warm_files.read(root, level).learnings
            ]
            for level in warm_files.LEVELS
        }
        muted = {name: list(marks) for name, marks in warm_files.read(root, GLOBAL).muted.items()}
        hot = {name: [*map(_hot_item, from_state(state))] for name, state in session.left_behind(root)}
        return {**warm, "muted": muted.get(root, []), "cold": [*map(archive.as_item, archive.read())], "hot": hot}

    def changed(self, root: str, before: Mapping[str, Any]) -> dict[str, Any]:
        """What went and came, by tier; of `hot` by session."""
        now = self.seen(root)
        changes = {key: entry_lists.difference(before[key], now[key]) for key in (*warm_files.LEVELS, "muted", "cold")}
        hot = {
            name: entry_lists.difference(before["hot"].get(name, []), now["hot"].get(name, []))
            for name in before["hot"] | now["hot"]
        }
        changes["hot"] = {name: change for name, change in hot.items() if change}
        return {key: change for key, change in changes.items() if change}

    def back(self, root: str, change: Mapping[str, Any], begun: bool) -> list[Write]:
        """What comes back to the archive is written first, what leaves it last."""
        now = self.seen(root)
        new = {key: entry_lists.restored(now[key], change[key], "a learning", begun) for key in change if key != "hot"}
        writes: list[Write] = []
        if (cold := new.get("cold")) is not None:
            went = [each for each in map(archive.of_item, _missing(cold, now["cold"])) if each]
            writes.append(partial(archive.add, went, clock.today()))
        levels = [level for level in warm_files.LEVELS if new.get(level) is not None]
        levels += [GLOBAL] if new.get("muted") is not None and GLOBAL not in levels else []
        writes += [partial(_write_warm, root, level, new) for level in levels]
        for name, part in change.get("hot", {}).items():
            hot = entry_lists.restored(now["hot"].get(name, []), part, "what was hot in a session", begun)
            writes += [partial(_write_hot, root, name, hot)] if hot is not None else []
        if cold is not None:
            came = [each for each in map(archive.of_item, _missing(now["cold"], cold)) if each]
            writes.append(partial(archive.take, came))
        return writes

    def ended(self, root: str, change: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Of a change the learnings that went to the archive because another took their place."""
        come = [item for item in change.get("cold", {}).get("come", []) if (cold := archive.of_item(item)) and cold.by]
        ids = {item.get("id") for item in come}
        went = {
            level: {"gone": [row for row in change[level]["gone"] if row[1].get("id") in ids], "come": []}
            for level in warm_files.LEVELS
            if level in change
        }
        gone = {level: part for level, part in went.items() if part["gone"]}
        return {**gone, "cold": {"gone": [], "come": come}} if gone else {}

    def title(self, part: str) -> str:
        """Its name in a sentence."""
        return "what was learned in all projects" if part == GLOBAL else "what was learned in this project"

    def place(self, part: str) -> str:
        """The file of the project; the user's is in no repository."""
        return "" if part == GLOBAL else warm_files.place(PROJECT)

    def folders(self) -> Sequence[str]:
        """The file of the project."""
        return (warm_files.place(PROJECT),)

    def parsed(self, files: Mapping[str, bytes]) -> dict[str, list[Memory]]:
        """The learnings of an earlier file of the project."""
        raw = files.get(warm_files.place(PROJECT))
        if not raw:
            return {}
        return {
            f"{self.name}/{PROJECT}": list(map(learning_memories.as_memory, warm_files.parsed(raw, PROJECT).learnings))
        }


class Session(Home):
    """The hot learnings of the project's sessions; they become warm when a session ends."""

    name = learning_memories.SESSION
    is_versioned = False

    def problems(self, root: str) -> Iterable[str]:
        """What in the states of sessions cannot be read, or does not fit its format."""
        from memory_core.learnings import session_problems  # noqa: PLC0415 - `verify` alone asks

        return session_problems.problems(root)

    def parts(self, root: str) -> list[Part]:
        """All sessions together."""
        return [Part(self.name, partial(session.stamp, root), partial(learning_memories.hot, root))]

    def refuse(self, memory: Memory) -> None:
        """Never."""

    def add(self, root: str, memory: Memory, when: str, more: Addition, author: str = "") -> None:  # noqa: ARG002
        """Refuse: nothing can be added to a hot learning."""
        learning_memories.add(root, memory, when, more)

    def change(self, root: str, memories: Iterable[Memory]) -> None:
        """Does nothing: hot learnings are not changed through this home."""

    def forget(self, root: str, memory: Memory, when: str) -> None:  # noqa: ARG002
        """Take a learning out of its session."""
        learning_memories.forget(root, memory)


def _hot_item(learning: Learning) -> dict[str, Any]:
    return to_state([learning])[0]


def _missing(items: Sequence[Any], there: Sequence[Any]) -> list[Any]:
    texts = {entry_lists.text(item) for item in there}
    return [item for item in items if entry_lists.text(item) not in texts]


def _write_warm(root: str, level: str, new: Mapping[str, list[Any] | None]) -> None:
    warm = warm_files.read(root, level)
    items = new.get(level)
    if items is not None:
        made = [codec.from_item({key: item[key] for key in item if key}, item[""], level) for item in items]
        warm = warm._replace(learnings=tuple(learning for learning in made if learning))
    if level == GLOBAL and (marks := new.get("muted")) is not None:
        warm = warm_files.muting(warm, root, marks)
    warm_files.write(root, level, warm)


def _write_hot(root: str, name: str, hot: Sequence[Any]) -> None:
    session.save(root, name, {**session.load(root, name), "hot": [*hot]})


HOMES: Final = (Learnings(), Session())
