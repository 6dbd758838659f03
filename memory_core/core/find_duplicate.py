"""What the homes already hold, and what documents of the client say, asked for one memory at a time."""

from collections.abc import Iterable
from typing import Final

from memory_core.core.light.deduplicate import SETTLED, speaker
from memory_core.core.light.lifecycle import HISTORY, OPEN, RESOLVED, UNFINISHED, is_over
from memory_core.core.memory import DECISIONS, Memory, fingerprint, is_passage
from memory_core.language import near_duplicate

TEXT: Final = "text"  # the attribute of a memory whose summary is not the whole passage
PASSAGE: Final = 800  # characters from which on a passage of a document ends with its line
_LEAST: Final = 3  # words of a sentence that is compared with others
_ON_PURPOSE: Final = ("marker", "chosen", "answer")  # rules by which a decision is heard that somebody states
_FORM: Final = 3  # letters of a word that are enough to be a form of it, and that its ending has at most


class Known:
    """Answers whether a memory is already there, by fingerprint first, then by words.

    Of a passage of a document each sentence counts.
    """

    def __init__(self, memories: Iterable[Memory]) -> None:
        self._by_print: dict[str, Memory] = {}
        self._by_word: dict[str, list[tuple[frozenset[str], str, Memory]]] = {}
        for memory in memories:
            other = self._by_print.get(memory.fingerprint)
            self.add(memory if other is None else speaker((other, memory)))

    def add(self, memory: Memory) -> None:
        """Know this one too; where it is known already, this replaces what is known of it."""
        self._by_print[memory.fingerprint] = memory
        for step in memory.attrs.get(HISTORY, ()):  # what it said before it was edited is known, too
            if "summary" in step:
                self._by_print.setdefault(fingerprint(memory.kind, str(step["summary"])), memory)
        for text in stated(memory):
            words = near_duplicate.words(text)
            for word in words:
                self._by_word.setdefault(word, []).append((words, text, memory))

    def find(self, memory: Memory) -> Memory | None:
        """The memory that says the same, or None. The kind does not count: a decision told again is no learning.

        A decision that was given up, and is made again on purpose since, says something new.
        """
        result = self._same(memory)
        return None if result and _is_renewed(memory, result) else result

    def _same(self, memory: Memory) -> Memory | None:
        if memory.fingerprint in self._by_print:
            return self._by_print[memory.fingerprint]
        own = near_duplicate.words(memory.summary)
        # Whoever says the same has all of its words, so also the rarest of them.
        rarest = min(near_duplicate.content(own), key=lambda word: len(self._by_word.get(word, ())), default="")
        for words, text, other in self._by_word.get(rarest, ()):
            if near_duplicate.same(own, words) and near_duplicate.retold(memory.summary, text):
                return self._by_print[other.fingerprint]
        return None


def stated(memory: Memory) -> list[str]:
    """What a memory states: its summary; of a passage of a document each of its sentences."""
    return statements(str(memory.attrs.get(TEXT) or memory.summary)) if is_passage(memory) else [memory.summary]


def statements(text: str) -> list[str]:
    """The sentences of a passage that say enough to be compared with what somebody states."""
    from memory_core.language.sentences import sentences  # noqa: PLC0415 - most projects have few documents

    result = sentences(text, loose=True)
    texts = [each for each in result if len(each.split()) >= _LEAST]
    return list(dict.fromkeys([*texts, *([text] if len(result) > 1 and len(text) <= PASSAGE else [])]))


def _is_renewed(new: Memory, old: Memory) -> bool:
    given_up = old.kind == "decision" and is_over(old.status)
    return given_up and new.attrs.get("rule") in _ON_PURPOSE and new.created > old.updated


def bettered(old: Memory, seen: Memory) -> Memory:
    """The known memory with what the new sighting adds: a solution, that it is back, the line that said it."""
    if old.kind == seen.kind and old.kind in UNFINISHED:
        old = _met_again(old, seen)
    is_logged = old.source.home == DECISIONS  # a line of a log stays as it is
    if not old.source.uuid and seen.source.uuid and old.source.session == seen.source.session and not is_logged:
        old = old._replace(source=old.source._replace(uuid=seen.source.uuid))
    return old


def is_shorter(new: str, old: str) -> bool:
    """Whether a solution says nothing that another one does not say more fully."""
    words, known = near_duplicate.words(new), near_duplicate.words(old)
    if len(words) >= len(known) or near_duplicate.is_turned(new) != near_duplicate.is_turned(old):
        return False
    return all(word in known or any(_is_form(word, other) for other in known) for word in words)


def _is_form(text: str, other: str) -> bool:
    """Whether one word is the beginning of the other: "add" of "added"."""
    shorter, longer = sorted((text, other), key=len)
    return len(shorter) >= _FORM and longer.startswith(shorter) and len(longer) - len(shorter) <= _FORM


def _back(old: Memory, seen: Memory) -> Memory:
    """The known memory, open again; it says when it was settled."""
    attrs = old.attrs
    if old.status == RESOLVED:
        attrs = {**attrs, "extra": {**attrs.get("extra", {}), SETTLED: old.updated or old.created}}
    return old._replace(status=OPEN, updated=seen.updated, attrs=attrs)


def _met_again(old: Memory, seen: Memory) -> Memory:
    later = seen.created > old.updated and seen.source.session != old.source.session
    if seen.status == OPEN:
        return _back(old, seen) if later else old
    if not (later or old.status == OPEN) or seen.body == old.body:
        return old
    if is_shorter(seen.body, old.body):
        return old._replace(status=RESOLVED, updated=seen.updated)
    attrs = old.attrs
    if old.body and old.body != seen.body:
        # It came back, and this time something else mended it.
        extra = dict(attrs.get("extra", {}))
        attrs = {**attrs, "extra": {**extra, "earlier": [*extra.get("earlier", []), old.body]}}
    return old._replace(body=seen.body or old.body, status=RESOLVED, updated=seen.updated, attrs=attrs)
