"""`memory-core suggest [TEXT]`: shows the suggestions for a prompt, and manages dismissed ones (CS-US-016)."""

import argparse
import sys
from typing import Final

import apsw

from memory_core import redact
from memory_core.core import lock, settings_file
from memory_core.core.budget import how_many
from memory_core.core.light import clock, settings
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.recall import find, indexing
from memory_core.recall import suggest_view as view
from memory_core.recall.light import on_prompt, suggest_words, suggested
from memory_core.recall.light.on_prompt import Suggestions
from memory_core.recall.light.suggested import Wishes

_READ: Final = 100_000  # bytes of a prompt
_TOPIC: Final = 120  # characters of a topic
_ID: Final = 6  # least characters of the beginning of an id


def main(arguments: list[str]) -> Report:
    """Report the suggestions, or what was dismissed or restored. Raise `Refusal` if that fails."""
    options = parsed("suggest", arguments)
    words = " ".join(options.text).strip()
    if options.dismiss is not None:
        return _done(options, _dismiss(options.root, f"{options.dismiss} {words}".strip()))
    if options.restore is not None:
        return _done(options, _restore(options.root, f"{options.restore} {words}".strip()))
    if options.off or options.on:
        return _done(options, _switch(options.root, off=options.off))
    if options.list:
        return _listed(options)
    if not words and not options.args_stdin:
        words = sys.stdin.buffer.read(_READ).decode("utf-8", "replace")
    if not words.strip():
        raise Refusal("suggest needs a prompt: `memory-core suggest why is the session cookie not lax`, or --list")
    wishes = suggested.read(options.root)
    match = _matches(options.root, words)
    chosen = on_prompt.shown(on_prompt.wanted(match, wishes)) if match.chosen else []
    topic = match.topic if chosen else ""
    text = view.as_text(topic, chosen) if chosen else _nothing(options.root, match, wishes)
    return Report(options, view.as_json(topic, chosen), text, view.LABEL)


def _matches(root: str, text: str) -> Suggestions:
    """The suggestions of the updated index for a prompt. Raise `Refusal` if it is busy."""
    terms = suggest_words.terms(text)
    if not terms:
        return Suggestions()
    try:
        with indexing.at_hand(root) as (index, _):
            return on_prompt.search(index.connection, terms)
    except apsw.Error as error:
        raise Refusal(f"the index cannot be read ({error}); ask again, or run `memory-core reindex`") from error


def _nothing(root: str, match: Suggestions, wishes: Wishes) -> str:
    if match.chosen:
        return f"Dismissed: “{match.topic}”; `memory-core suggest --restore` takes that back."
    off = " (and suggestions are off: `memory-core suggest --on`)" if suggested.is_off(root, wishes) else ""
    return f"Nothing is surely about this{off}. `memory-core recall WORDS` looks further."


def _dismiss(root: str, what: str) -> str:
    if not what:
        raise Refusal("--dismiss needs the id of a memory or the words of a topic; --off silences all suggestions here")
    memory = _memory(root, what)
    topic = redact.clean(" ".join(what.split()))
    if memory is None and (len(topic) > _TOPIC or not suggest_words.terms(topic)):
        raise Refusal(f"{what[:80]!r} is not the id of a memory, and too short for a topic; nothing was dismissed")
    with lock.of_user():
        wishes = suggested.read(root)
        if memory is None:
            wishes.topics[topic] = {"at": clock.present()}
        else:
            summary = redact.clean(memory.summary)
            wishes.ids[memory.id] = {"fingerprint": memory.fingerprint, "summary": summary, "at": clock.present()}
        _write(root, wishes)
    return f"No more suggestions of {f'the topic “{topic}”' if memory is None else memory.id} for you in this project."


def _restore(root: str, what: str) -> str:
    with lock.of_user():
        wishes = suggested.read(root)
        ids = [name for name in wishes.ids if not what or name == what or (len(what) >= _ID and name.startswith(what))]
        wanted = set(suggest_words.stems(what))
        topics = [topic for topic in wishes.topics if not what or set(suggest_words.stems(topic)) == wanted]
        if what and not (ids or topics):
            raise Refusal(
                f"{what[:80]!r} was not dismissed here; `memory-core suggest --list` shows what was dismissed"
            )
        for name in ids:
            del wishes.ids[name]
        for topic in topics:
            del wishes.topics[topic]
        _write(root, wishes)
    many = len(ids) + len(topics)
    return f"{how_many(many, 'dismissal')} taken back."


def _switch(root: str, *, off: bool) -> str:
    settings_file.change(root, settings.SUGGESTIONS, "off" if off else "on", here=True)
    with lock.of_user():
        wishes = suggested.read(root)
        if wishes.off:
            wishes.off = ""
            _write(root, wishes)
    return f"Suggestions are {'off' if off else 'on'} for you in this project."


def _listed(options: argparse.Namespace) -> Report:
    wishes = suggested.read(options.root)
    is_off = suggested.is_off(options.root, wishes)
    memories = [
        {"id": name, "summary": fields.get("summary", ""), "at": fields.get("at", "")}
        for name, fields in wishes.ids.items()
    ]
    topics = [{"topic": name, "at": fields.get("at", "")} for name, fields in wishes.topics.items()]
    rows = [f"- {memory['summary']} [{memory['id']}] ({memory['at'][:10]})" for memory in memories]
    rows += [f"- topic “{topic['topic']}” ({topic['at'][:10]})" for topic in topics]
    head = f"Suggestions are {'off' if is_off else 'on'}; dismissed: {len(rows) or 'nothing'}"
    return Report(
        options, {"off": is_off, "memories": memories, "topics": topics}, redact.clean("\n".join([head, *rows]))
    )


def _memory(root: str, what: str) -> Memory | None:
    """The memory with that id, or with an id that begins with it; None if there is none."""
    if " " in what or not any(char.isdigit() for char in what):
        return None
    try:
        memory, _ = find.get(root, what)
    except Refusal:
        return None
    return memory if memory.id == what or len(what) >= _ID else None


def _write(root: str, wishes: Wishes) -> None:
    try:
        suggested.write(root, wishes)
    except OSError as error:
        raise Refusal(f"{suggested.path()} cannot be written ({error.strerror}); nothing was changed") from error


def _done(options: argparse.Namespace, text: str) -> Report:
    return Report(options, {"done": text}, text)
