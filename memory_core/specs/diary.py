"""Read a diary of the work: blockers and their resolutions, results, learnings, changes of the plan."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from memory_core.language import markdown, outline
from memory_core.language.document import Outline, Section
from memory_core.language.expressions import Expressions
from memory_core.language.light.roots import root
from memory_core.language.light.words import tokens
from memory_core.language.sentences import sentences
from memory_core.specs import wordings
from memory_core.specs.item import made
from memory_core.specs.spec import Item

LONGEST: Final = 3_000  # characters of a note that are looked at
WAITING: Final = 20  # blockers that are open at once
_NAME: Final = 12  # words of a text that make its key
_LEAST: Final = 4  # words of an item that is worth keeping
_RE: Final = Expressions("spec/diary.txt")
_TEMPLATE: Final = re.compile(r"\b(?:YYYY|TT\.MM|DD\.MM|JJJJ|AAAA|MM-DD|ГГГГ)", re.IGNORECASE)
_DAYS: Final = ("date", "datum", "day", "tag", "fecha", "jour", "when", "wann", "дата", "week", "woche")
_LINKS: Final = 4  # least letters of a word that links two notes


class Note(NamedTuple):
    """A note of a diary, on one line, without its day."""

    line: int
    text: str
    is_dated: bool
    is_ahead: bool = False  # it is about the future


class _Still(NamedTuple):
    """A blocker and its resolution."""

    line: int
    text: str
    solution: str = ""


def items(document: Outline, name: str, skipped: Sequence[Section], names: Mapping[str, str]) -> Iterator[Item]:
    """The items of a document's notes.

    `skipped` are sections that other readers cover; `names` maps the number of a phase to its title.
    """
    still: list[_Still] = []
    waiting: list[int] = []
    for note in _in_order(list(notes(document, skipped))):
        texts = list(sentences(note.text, whole=True))
        if _went_on(note, still, waiting):
            pass
        elif blocked := _blocked(texts, note):
            problem, solution = blocked
            still.append(_Still(note.line, problem, solution))
            if not solution:
                waiting = [*waiting, len(still) - 1][-WAITING:]
        if not note.is_ahead:
            yield from _items(texts, note, name, names)
    for each in still:
        if len(outline.words(each.text).split()) < _LEAST:
            continue
        status = "resolved" if each.solution else "open"
        yield made(
            "blocker",
            f"blocker {_short(each.text)}",
            each.text,
            each.solution,
            status=status,
            place=name,
            line=each.line,
        )


def notes(document: Outline, skipped: Sequence[Section]) -> Iterator[Note]:
    """The notes of a document in their order: dated sections, paragraphs, entries and rows."""
    hidden = {line for section in skipped for line in range(section.line - 1, section.end)}
    for section in document.sections:
        if section.line - 1 in hidden or _TEMPLATE.search(section.title):
            continue
        title = section.plain
        day = wordings.DATE.match(title) if section.level else None
        ahead = bool(section.level and _RE["ahead"].match(title))
        head = title[day.end() :].strip() if day else ""
        for line, text, is_dated in (*_blocks(document, section), (0, "", False)):
            whole = f"{head}{'' if head[-1:] in '.:!?' else '.'} {text}".strip() if head else text
            head = ""
            if whole.strip(" .") and not outline.is_nothing(whole):
                later = _RE["ahead"].match(whole)
                words = whole[later.end() :].lstrip(" :–—-") if later else whole
                yield Note(line or section.line, words[:LONGEST], bool(day) or is_dated, ahead or bool(later))


def _blocks(document: Outline, section: Section) -> Iterator[tuple[int, str, bool]]:
    """Each paragraph, entry and dated row below a heading: (line, text without its day, whether it has a day)."""
    rows = [(line, _row(table.head, cells)) for table in document.tables(section) for line, cells in table.rows]
    runs = [(at, " ".join(line.strip() for line in lines)) for at, lines in document.runs(section, _begins)]
    notes_there = [(at, markdown.plain(markdown.unlisted(text))) for at, text in runs]
    for at, text in sorted([*notes_there, *(row for row in rows if row[1])]):
        day = wordings.DATE.match(text)
        if text and not _TEMPLATE.search(text[:40]):
            yield at, text[day.end() :] if day else text, bool(day)


def _begins(line: str) -> bool:
    """Whether a line begins a new note."""
    return markdown.is_entry(line) == 0 or bool(wordings.DATE.match(line.strip()))


def _row(head: tuple[str, ...], cells: tuple[str, ...]) -> str:
    """A row of a table with a column of days as a note; "" if the table has no such column."""
    at = next((at for at, cell in enumerate(head) if cell in _DAYS), -1)
    if at < 0 or len(head) > 3 or at >= len(cells) or not wordings.DATE.match(markdown.plain(cells[at])):
        return ""
    return markdown.plain(f"{cells[at]}: {'. '.join(cell for n, cell in enumerate(cells) if n != at and cell)}")


def _in_order(all_notes: list[Note]) -> Iterable[Note]:
    """The notes, oldest first: reversed if a resolution comes before its blocker. Most diaries grow downwards."""
    first = next((n for n, note in enumerate(all_notes) if wordings.UNBLOCKED.search(note.text[:200])), -1)
    stuck = next((n for n, note in enumerate(all_notes) if wordings.BLOCKED.search(note.text[:200])), -1)
    return reversed(all_notes) if 0 <= first < stuck and not _is_within(all_notes[first]) else all_notes


def _is_within(note: Note) -> bool:
    return bool(wordings.BLOCKED.search(note.text) and wordings.UNBLOCKED.search(note.text))


def _blocked(texts: Sequence[str], note: Note) -> tuple[str, str] | None:
    """(the blocker, its resolution or "") in a note; None if the note has no blocker."""
    if wordings.NOT_BLOCKED.search(note.text):
        return None
    at = next((n for n, text in enumerate(texts) if wordings.LABEL.match(text) or wordings.BLOCKED.search(text)), -1)
    if at < 0:
        if not any(wordings.WAITING.search(text) for text in texts):
            return None
        at = 0
    elif at and not wordings.LABEL.match(texts[at]) and not wordings.BLOCKED.match(texts[at]):
        at -= 1  # the sentence before names the subject
    end = next((n for n in range(at + 1, len(texts)) if wordings.UNBLOCKED.search(texts[n])), len(texts))
    problem = " ".join(texts[at:end])
    stripped = wordings.LABEL.sub("", problem, count=1) if wordings.LABEL.match(problem) else problem
    return stripped.strip(), " ".join(texts[end:])


def _went_on(note: Note, still: list[_Still], waiting: list[int]) -> bool:
    """Whether a note resolves one of the waiting blockers; the blocker is updated."""
    match = wordings.UNBLOCKED.search(note.text[:400])
    if not (match and waiting) or (wordings.BLOCKED.search(note.text[: match.start()])):
        return False
    own = _roots(note.text)
    near = [(len(own & _roots(still[at].text)), at) for at in waiting]
    most, at = max(near)
    if not most and not wordings.CLEARED.match(note.text):
        return False
    if not most or len(waiting) == 1:
        at = waiting[-1]
    text = wordings.CLEARED.sub("", note.text, count=1) if wordings.CLEARED.match(note.text) else note.text
    still[at] = still[at]._replace(solution=text.strip() or note.text)
    waiting.remove(at)
    return True


def _items(texts: Sequence[str], note: Note, name: str, names: Mapping[str, str]) -> Iterator[Item]:
    """The items of a note: results, learnings, changes of the plan."""
    phase = next(
        (match for n, text in enumerate(texts) if (match := _phase(text, [*texts[:n], *texts[n + 1 :]], names))), None
    )
    if phase:
        yield made("progress", phase[0], phase[1], status="resolved", place=name, line=note.line)
    for at, text in enumerate(texts):
        rest = " ".join(texts[at + 1 :])
        if marked := wordings.LEARNED.match(text):
            yield from lesson(text[marked.end() :], rest, name, note.line)
        elif wordings.TAUGHT.match(text):
            yield from lesson(text, rest, name, note.line)
        elif wordings.REPLANNED.search(text) and len(outline.words(text).split()) >= _LEAST:
            key = f"deviation {_short(text)}"
            yield made("decision", key, text, rest, place=name, line=note.line, tags=("deviation",))
    if phase or any(each.search(note.text) for each in (wordings.BLOCKED, wordings.WAITING, wordings.UNBLOCKED)):
        return
    reached = next((n for n, text in enumerate(texts) if _is_reached(text, note)), -1)
    if reached >= 0:
        more = " ".join((*texts[:reached], *texts[reached + 1 :]))
        key = f"reached {_short(texts[reached])}"
        yield made("progress", key, texts[reached], more, status="resolved", place=name, line=note.line)


def lesson(words: str, more: str, name: str, line: int) -> Iterator[Item]:
    """A learning, if the text is long enough to be kept."""
    text = markdown.plain(words)
    text = text[:1].upper() + text[1:]
    if len(outline.words(text).split()) >= _LEAST and not outline.is_nothing(text):
        yield made("learning", f"learning {outline.words(text)}", text, more, place=name, line=line)


def _is_reached(text: str, note: Note) -> bool:
    if len(outline.words(text).split()) < _LEAST or wordings.UNMEASURED.search(text):
        return False
    if not any(char.isdigit() for char in text):
        return False
    return bool(wordings.REACHED.search(text) or (note.is_dated and wordings.MEASURED.search(text)))


def _phase(text: str, others: Sequence[str], names: Mapping[str, str]) -> tuple[str, str] | None:
    """The completed phase that a sentence names: (key, summary); None if there is none."""
    for match in wordings.PHASE.finditer(text):
        done = wordings.FINISHED.search(text, match.end(), match.end() + 60)
        if done is None or wordings.UNFINISHED.search(text, max(0, match.start() - 30), done.start()):
            continue
        number = (match[1] or match[2]).casefold()
        title = names.get(number) or match[0]
        rest = " ".join(filter(None, (text[done.end() :].strip(" .:;,!–—-"), *others)))
        again = wordings.PHASE.match(rest)
        if again and (state := wordings.FINISHED.match(rest, again.end() + 1)):
            rest = rest[state.end() :].strip(" .:;,!–—-")
        return f"phase {number}", f"{title} — {done[0]}" + (f": {rest}" if rest else "")
    return None


def phases(document: Outline, name: str) -> Iterator[tuple[str, str, Item | None]]:
    """The phases in headings and tables: (number, title, the item of a completed phase or None)."""
    for section in document.sections:
        title = section.plain
        match = wordings.PHASE.match(title) if section.level else None
        if match:
            ended = _ENDED.search(title, match.end())
            words = title[: ended.start()].rstrip(" –—-:(") if ended else title
            number = (match[1] or match[2]).casefold()
            yield number, words, _done(number, words, ended[1] if ended else "", name, section.line)
        for table in document.tables(section):
            at = next((n for n, cell in enumerate(table.head) if _RE["column"].fullmatch(cell)), -1)
            if at < 0 or at > 1:
                continue
            state = table.column(("status", "state", "stand", "estado", "statut"))
            named = table.column(("name", "title", "titel", "goal"))
            for line, cells in table.rows:
                text = markdown.plain(cells[at]) if at < len(cells) else ""
                row = re.match(r"\D{0,12}?(\d{1,2}|[A-K])\b[.:]?\s*(.*)", text)
                if row is None or not 0 <= state < len(cells):
                    continue
                more = markdown.plain(cells[named]) if 0 <= named < len(cells) else row[2]
                words = f"Phase {row[1]}: {more}" if more else text
                status = markdown.plain(cells[state])
                ended = wordings.FINISHED.match(status)
                done = "" if ended is None or wordings.UNFINISHED.match(status) else status
                yield row[1].casefold(), words, _done(row[1].casefold(), words, done, name, line)


def _done(number: str, words: str, how: str, name: str, line: int) -> Item | None:
    if not how:
        return None
    return made("progress", f"phase {number}", f"{words} — {how}", status="resolved", place=name, line=line)


_ENDED: Final = re.compile(
    rf"\s*(?:[(\[]|[–—:]|\s-|\s(?=[✅✔☑✓]))\s*((?:{wordings.FINISHED.pattern})"
    r"(?:\W*(?:(?:on|am|le|el)\s+)?(?:\d[\d./-]*(?:\s+[^\W\d_]{3,9}\.?)?(?:\s+\d{4})?|"
    r"[^\W\d_]{3,9}\.?\s+\d{1,2}(?:,?\s+\d{4})?))?)[)\]]?\W*$",
    re.IGNORECASE,
)


def _short(text: str) -> str:
    """The first words of a text: its key, which stays the same if more words are appended."""
    return " ".join(outline.words(text).split()[:_NAME])


def _roots(text: str) -> set[str]:
    return {root(word) for word in tokens(text) if len(word) >= _LINKS}
