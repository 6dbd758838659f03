"""Reads the client's transcript, JSON Lines that grow meanwhile, as turns; each byte is read once.

The file may be missing, half-written, replaced, cut, hundreds of megabytes long or not a file at all. Reading never
raises for any of that; it goes as far as it can and returns where it stopped. Formats seen: clients 2.1.38 to 2.1.330.
"""

import json
import os
import stat
import time
import zlib
from collections.abc import Callable
from typing import IO, Any, Final, NamedTuple

from memory_core.capture import own_text, transcript_words
from memory_core.capture.turn_reader import Call, TurnReader
from memory_core.extract.turn import Turn

LAST, FOLLOWED = "last", "followed"  # where the last message of a turn stands
_END: Final = 1 << 19  # bytes at the end of a transcript in which that message is looked for
_END_LINES: Final = 200
_POLL: Final = 0.05  # seconds
LONGEST_LINE: Final = 4 << 20  # bytes; what a person or a model says in one line is far shorter
BUFFER: Final = 1 << 20  # bytes
HEAD: Final = 1500  # bytes of a line in which the client has said what kind of line it is
OPEN_CALLS: Final = 16  # that a cursor carries
MARK: Final = 64  # bytes before the cursor that must not have changed


class Cursor(NamedTuple):
    """Where reading stopped."""

    offset: int = 0  # bytes
    line: int = 0  # newlines before `offset`
    uuid: str = ""  # of the last line that had one
    mark: int = 0  # checksum of the bytes before `offset`: tells a grown file from another one
    open: tuple["Call", ...] = ()  # calls that have no result yet

    @classmethod
    def from_json(cls, value: object) -> "Cursor":
        """The cursor that `to_json` wrote; the beginning where the value is not one."""
        if not isinstance(value, dict):
            return cls()
        try:
            calls = tuple(Call(str(i), str(t), dict(n), int(at), str(u)) for i, t, n, at, u in value.get("open", ()))
            numbers = [int(value.get(key, 0)) for key in ("offset", "line", "mark")]
        except (TypeError, ValueError):
            return cls()
        return cls(max(numbers[0], 0), max(numbers[1], 0), str(value.get("uuid", "")), numbers[2], calls)

    def to_json(self) -> dict[str, Any]:
        """The cursor as plain JSON values."""
        return {**self._asdict(), "open": [list(call) for call in self.open]}


START: Final = Cursor()


class Reading(NamedTuple):
    """The result of one pass."""

    turns: list[Turn]
    cursor: Cursor
    complete: bool = True  # False: there is more, or may be; read again from `cursor`
    damaged: int = 0  # lines that are not JSON objects
    restarted: bool = False  # the file is not the one the cursor knew: read from its beginning


def read(
    path: str,
    cursor: Cursor = START,
    deadline: Callable[[], bool] | None = None,
    clean: Callable[[str], str] = str,
    most: int | None = None,
) -> Reading:
    """The turns since `cursor`.

    Reading stops between two lines when `deadline()` is true, or when the turns hold more than `most` characters.
    `clean` gets every text before it is cut, so that no half of a secret remains (CS-NFR-008). A path that is no
    regular file or cannot be read gives no turns; only a file that never existed counts as complete.
    """
    try:
        file = _open(path)
    except FileNotFoundError:
        return Reading([], cursor, complete=not cursor.offset)
    except (OSError, ValueError):
        return Reading([], cursor, complete=False)
    with file:
        try:
            start = _resume(file, cursor)
            return _Pass(file, start, deadline, clean).run(most, restarted=start.offset < cursor.offset)
        except OSError:  # the disk or the network file system went away
            return Reading([], cursor, complete=False)


def ending(path: str, message: str) -> str:
    """The place of a turn's last message near the end of a transcript: LAST, FOLLOWED if another turn follows, "" if it
    is not there.
    """
    try:
        with _open(path) as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - _END))
            lines = file.read(_END).splitlines()[-_END_LINES:]
    except (OSError, ValueError):
        return ""
    place = LAST
    for line in reversed(lines):
        entry = _entry(line)
        if entry.get("type") not in ("user", "assistant") or entry.get("isMeta") or entry.get("isSidechain"):
            continue
        if entry["type"] == "assistant" and message.strip() in _texts(entry):
            return place
        if entry["type"] == "user" or _texts(entry):
            place = FOLLOWED
    return ""


def written(path: str, message: str, until: float) -> str:
    """The result of `ending` as soon as it is not "", at the latest at `until` (seconds since 1970)."""
    while True:
        place = ending(path, message)
        if place or not path or time.time() >= until:
            return place
        time.sleep(_POLL)


def _entry(line: bytes) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return entry if isinstance(entry, dict) else {}


def _texts(entry: dict[str, Any]) -> list[str]:
    """The texts of the blocks of a line, without white space around them."""
    message = entry.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    blocks = content if isinstance(content, list) else [{"text": content}]
    texts = [block.get("text") for block in blocks if isinstance(block, dict)]
    return [text.strip() for text in texts if isinstance(text, str)]


def subagents_of(path: str) -> list[str]:
    """The transcripts of the subagents of a session, oldest name first: `<session>/subagents/agent-<id>.jsonl`."""
    folder = os.path.join(path.removesuffix(".jsonl"), "subagents")
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    return [os.path.join(folder, name) for name in names if name.startswith("agent-") and name.endswith(".jsonl")]


def agent_of(path: str) -> str:
    """The subagent's id in the name of its transcript; "" for the transcript of a session."""
    name = os.path.basename(path)
    return name.removeprefix("agent-").removesuffix(".jsonl") if name.startswith("agent-") else ""


def _open(path: str) -> IO[bytes]:
    """The file, opened without waiting; OSError for a pipe, a device or a folder."""
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(f"{path} is not a regular file")
    return os.fdopen(number, "rb", buffering=BUFFER)


def _mark(file: IO[bytes], offset: int) -> int:
    file.seek(max(offset - MARK, 0))
    return zlib.crc32(file.read(min(MARK, offset)))


def _resume(file: IO[bytes], cursor: Cursor) -> Cursor:
    """The cursor if the file is still the same; else the place after its last known line; else the start."""
    size = os.fstat(file.fileno()).st_size
    if not cursor.offset or (cursor.offset <= size and _mark(file, cursor.offset) == cursor.mark):
        return cursor
    file.seek(0)
    known = f'"uuid":"{cursor.uuid}"'.encode() if cursor.uuid else b""
    offset = line = 0
    while known and (raw := file.readline(LONGEST_LINE)):
        offset += len(raw)
        ended = raw.endswith(b"\n")
        line += ended
        if known in raw and ended:
            return Cursor(offset, line, cursor.uuid, open=cursor.open)
    return Cursor()


class _Pass:
    """One pass over the lines from a cursor on."""

    def __init__(
        self, file: IO[bytes], start: Cursor, deadline: Callable[[], bool] | None, clean: Callable[[str], str]
    ) -> None:
        self.file, self.deadline = file, deadline
        self.offset, self.line, self.uuid = start.offset, start.line, start.uuid
        self.reader = TurnReader({call.id: call for call in start.open}, clean)
        self.turns: list[Turn] = []
        self.damaged = 0
        self.chars = 0  # of text in the turns

    def run(self, most: int | None, restarted: bool) -> Reading:
        file = self.file
        file.seek(self.offset)
        complete = True
        while raw := file.readline(LONGEST_LINE):
            spoken = _may_speak(raw)
            if (self.deadline is not None and self.deadline()) or (most is not None and self.chars > most):
                complete = False
                break
            if not raw.endswith(b"\n"):
                raw = self._unended(raw)
                if not raw:
                    break
                spoken = spoken and len(raw) < LONGEST_LINE
            if spoken:
                self._take(raw)
            elif not raw.lstrip().startswith(b"{"):
                self.damaged += bool(raw.strip())
            self.offset += len(raw) if len(raw) < LONGEST_LINE or raw.endswith(b"\n") else self._rest
            self.line += raw.endswith(b"\n") or len(raw) >= LONGEST_LINE
        calls = tuple(list(self.reader.open.values())[-OPEN_CALLS:])
        cursor = Cursor(self.offset, self.line, self.uuid, _mark(file, self.offset), calls)
        return Reading(self.turns, cursor, complete, self.damaged, restarted)

    _rest = 0  # bytes of an over-long line that was passed over

    def _unended(self, raw: bytes) -> bytes:
        """What to account for where a read ended without a newline; nothing if the line is still being written."""
        if len(raw) >= LONGEST_LINE:
            length = len(raw)
            while more := self.file.readline(LONGEST_LINE):
                length += len(more)
                if more.endswith(b"\n"):
                    self._rest = length
                    return raw
            return b""
        return raw if raw.endswith(b"}") and _object(raw) is not None else b""

    def _take(self, raw: bytes) -> None:
        entry = _object(raw)
        if entry is None:
            self.damaged += 1
            return
        self.uuid = transcript_words.string(entry.get("uuid")) or self.uuid
        for turn in self.reader.turns(entry, self.line):
            self.turns.append(turn)
            self.chars += len(turn.text) + transcript_words.chars(turn.input)


def _may_speak(raw: bytes) -> bool:
    """False for a line that holds no turn for sure: a look at its bytes is a hundred times cheaper than its JSON."""
    if raw.startswith(b'{"type":"') and not raw.startswith((b'{"type":"user"', b'{"type":"assistant"')):
        return False
    if raw.find(b'"type":"progress"', 0, HEAD) >= 0 or raw.find(b'"type":"system"', 0, HEAD) >= 0:
        return False
    if raw.find(b'"attachment":{', 0, HEAD) >= 0:
        return raw.find(b'"queued_command"', 0, HEAD) >= 0 or own_text.may_print(raw)
    return b'"user"' in raw or b'"assistant"' in raw


def _object(raw: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(raw.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
