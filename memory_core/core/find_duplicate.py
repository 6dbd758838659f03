"""Finds the kept memory, or the passage of a document of the client, that states the same as a new memory."""

from collections.abc import Iterable
from typing import Final

from memory_core.core.light.deduplicate import SETTLED, speaker
from memory_core.core.light.lifecycle import HISTORY, OPEN, RESOLVED, UNFINISHED, is_over
from memory_core.core.memory import DECISIONS, Memory, fingerprint, is_passage
from memory_core.language import near_duplicate

TEXT: Final = "text"  # attribute: the complete passage, if the summary is shorter
PASSAGE: Final = 800  # characters up to which a passage is also compared as a whole
_LEAST: Final = 3  # least words of a sentence that is compared
_ON_PURPOSE: Final = ("marker", "chosen", "answer")  # extraction rules for decisions that somebody states explicitly
_FORM: Final = 3  # least letters of a word, and most letters of its ending, to be a form of another word


class Known:
    """Memories, searched by fingerprint first and then by words. Each sentence of a passage is searched."""

    def __init__(self, memories: Iterable[Memory]) -> None:
        self._by_print: dict[str, Memory] = {}
        self._by_word: dict[str, list[tuple[frozenset[str], str, Memory]]] = {}
        for memory in memories:
            other = self._by_print.get(memory.fingerprint)
            self.add(memory if other is None else speaker((other, memory)))

    def add(self, memory: Memory) -> None:
        """Add a memory; it replaces a memory with the same fingerprint."""
        self._by_print[memory.fingerprint] = memory
        for step in memory.attrs.get(HISTORY, ()):  # earlier wordings are searched too
            if "summary" in step:
                self._by_print.setdefault(fingerprint(memory.kind, str(step["summary"])), memory)
        for text in stated(memory):
            words = near_duplicate.words(text)
            for word in words:
                self._by_word.setdefault(word, []).append((words, text, memory))

    def find(self, memory: Memory) -> Memory | None:
        """The memory that states the same, of whatever kind; None if there is none.

        A decision that somebody makes again explicitly after it was given up is new.
        """
        result = self._same(memory)
        return None if result and _is_renewed(memory, result) else result

    def _same(self, memory: Memory) -> Memory | None:
        if memory.fingerprint in self._by_print:
            return self._by_print[memory.fingerprint]
        own = near_duplicate.words(memory.summary)
        # Only memories with the rarest word are compared: a memory that states the same has all words.
        rarest = min(near_duplicate.content(own), key=lambda word: len(self._by_word.get(word, ())), default="")
        for words, text, other in self._by_word.get(rarest, ()):
            if near_duplicate.same(own, words) and near_duplicate.is_retold(memory.summary, text):
                return self._by_print[other.fingerprint]
        return None


def stated(memory: Memory) -> list[str]:
    """What a memory states: its summary, or each sentence of a passage of a document."""
    return statements(str(memory.attrs.get(TEXT) or memory.summary)) if is_passage(memory) else [memory.summary]


def statements(text: str) -> list[str]:
    """The sentences of a passage that are long enough to be compared."""
    from memory_core.language.sentences import sentences  # noqa: PLC0415 - most projects have few documents

    result = sentences(text, loose=True)
    texts = [each for each in result if len(each.split()) >= _LEAST]
    return list(dict.fromkeys([*texts, *([text] if len(result) > 1 and len(text) <= PASSAGE else [])]))


def _is_renewed(new: Memory, old: Memory) -> bool:
    given_up = old.kind == "decision" and is_over(old.status)
    return given_up and new.attrs.get("rule") in _ON_PURPOSE and new.created > old.updated


def bettered(old: Memory, seen: Memory) -> Memory:
    """The known memory with what the new memory adds: a solution, the transcript line, or that a problem is back."""
    if old.kind == seen.kind and old.kind in UNFINISHED:
        old = _met_again(old, seen)
    is_logged = old.source.home == DECISIONS  # a line of a decision log is never changed
    if not old.source.uuid and seen.source.uuid and old.source.session == seen.source.session and not is_logged:
        old = old._replace(source=old.source._replace(uuid=seen.source.uuid))
    return old


def is_shorter(new: str, old: str) -> bool:
    """Whether a solution adds nothing to another, more complete one."""
    words, known = near_duplicate.words(new), near_duplicate.words(old)
    if len(words) >= len(known) or near_duplicate.is_turned(new) != near_duplicate.is_turned(old):
        return False
    return all(word in known or any(_is_form(word, other) for other in known) for word in words)


def _is_form(text: str, other: str) -> bool:
    """Whether the longer word begins with the other and adds a short ending, as "added" to "add"."""
    shorter, longer = sorted((text, other), key=len)
    return len(shorter) >= _FORM and longer.startswith(shorter) and len(longer) - len(shorter) <= _FORM


def _back(old: Memory, seen: Memory) -> Memory:
    """The known memory, open again, with the time at which it had been resolved."""
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
        # A problem that is back and has another solution keeps the earlier one.
        extra = dict(attrs.get("extra", {}))
        attrs = {**attrs, "extra": {**extra, "earlier": [*extra.get("earlier", []), old.body]}}
    return old._replace(body=seen.body or old.body, status=RESOLVED, updated=seen.updated, attrs=attrs)
