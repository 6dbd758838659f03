"""Read findings from JSON in the shapes that agents write it; report what is missing."""

import json
import re
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core import data
from memory_core.core.budget import clip
from memory_core.core.light import lifecycle
from memory_core.core.memory import SUMMARY
from memory_core.core.review_finding import CATEGORIES, OPEN, RESOLVED, SEVERITIES, Finding

MOST: Final = 2_000  # findings of one review
TEXT: Final = 20_000  # characters of one text
SHAPE: Final = (
    '{"findings": [{"severity": "high", "category": "security", "file": "src/a.py", "line": 12, '
    '"summary": "one line", "details": "…", "remediation": "…"}]}'
)
_PATH: Final = 1_000
_DEEP: Final = 6
_LISTS: Final = ("findings", "issues", "results", "items")
_WHOSE: Final = ("category", "agent", "reviewer", "type")
# The keys that agents use for a field, the best first.
_SUMMARY: Final = ("summary", "title", "issue", "finding", "name", "headline")
_SAID: Final = ("message", "description", "details", "problem")  # used if there is no summary
_DETAILS: Final = ("details", "detail", "description", "explanation", "message", "impact", "evidence", "problem")
_REMEDY: Final = ("remediation", "recommendation", "fix", "suggested_fix", "suggestion", "solution", "remedy")
_FILE: Final = ("file", "path", "file_path", "filepath", "filename", "location", "where", "files")
_LINE: Final = ("line", "line_number", "linenumber", "lineno", "lines", "start_line", "startline", "start")
_KEYS: Final = ("severity", "priority", "level", "category", "agent", "reviewer", "type", "area")

SEVERITY: Final = {name: data.cues(words) for name, words in data.expressions("review/given_severity.txt")}
CATEGORY: Final = {name: data.cues(words) for name, words in data.expressions("review/given_category.txt")}

_FENCE: Final = re.compile(
    r"^[ \t]*(```+|~~~+)[ \t]*(?:json[c5l]?)?[ \t]*\n(.*?)^[ \t]*\1[ \t]*$", re.MULTILINE | re.DOTALL
)
_BEGINS: Final = re.compile(r"[\[{]")
_PLACE: Final = re.compile(r"(?i)(.+?)(?::|#l?|,? +\(?lines? |,? +\(?l\.? ?)(\d{1,7})(?:[-–:,] ?l?\d{1,7}){0,3}\)?\Z")
_NUMBER: Final = re.compile(r"(?i)\D{0,8}(\d{1,7})")
_WORDS: Final = re.compile(r"[^\W_]+")

Clean = Callable[[str], str]


class Unreadable(ValueError):
    """The text holds no JSON of findings; the message names the place of the error."""


class Given(NamedTuple):
    """The result of reading findings."""

    findings: list[Finding]
    problems: list[str]  # why a finding cannot be read; each names the finding
    shortened: int = 0  # summaries that were clipped; their details begin with the full text
    spec: str = ""
    commit: str = ""


class _Item(NamedTuple):
    """The object of a finding, its name in messages, and the category of the list around it."""

    fields: Mapping[str, Any]
    name: str
    category: str = ""


def read(text: str, inside: Clean = str, clean: Clean = str) -> Given:
    """The findings in a text, in its order; raises `Unreadable` if there is no JSON.

    `inside` returns the path of a file in the project, `clean` removes secrets from a text.
    """
    findings: list[Finding] = []
    problems: list[str] = []
    about: dict[str, str] = {}
    long = 0
    for value in values(text):
        if isinstance(value, Mapping):
            about |= {key: name for key in ("spec", "commit") if isinstance(name := value.get(key), str)}
        for item in _items(value, "", _DEEP, problems):
            finding, wrong = _finding(item, inside, clean)
            problems += wrong
            if len(findings) == MOST:
                raise Unreadable(f"more than {MOST:,} findings; give them in parts")
            if not wrong:
                long += finding.details.startswith(finding.summary[:-1]) and finding.summary.endswith("…")
                findings.append(finding)
    return Given(findings, problems, long, _line(clean(about.get("spec", ""))), _line(about.get("commit", "")))


def of_objects(entries: Sequence[Mapping[str, Any]], inside: Clean = str, clean: Clean = str) -> Given:
    """The findings in these objects, with any of the known keys."""
    read_ = [_finding(_Item(fields, f"finding {at}"), inside, clean) for at, fields in enumerate(entries, 1)]
    return Given(
        [finding for finding, wrong in read_ if not wrong], [problem for _, wrong in read_ for problem in wrong]
    )


def values(text: str) -> list[Any]:
    """The JSON values in a text: the text, its fenced blocks, or several values with prose between them."""
    text = text.strip().removeprefix("\ufeff")
    if not text:
        raise Unreadable("there is nothing on it")
    if text[0] not in "[{" and (blocks := [match[2] for match in _FENCE.finditer(text) if match[2].strip()]):
        return [_loaded(block, f"the fenced block {number}") for number, block in enumerate(blocks, 1)]
    return _one_by_one(text)


def _one_by_one(text: str) -> list[Any]:
    result: list[Any] = []
    at = 0
    decode = json.JSONDecoder().raw_decode
    while begun := _BEGINS.search(text, at):
        try:
            value, at = decode(text, begun.start())
        except (ValueError, RecursionError) as error:
            raise Unreadable(f"this is not valid JSON ({_why(error, text)})") from None
        result.append(value)
    if not result:
        raise Unreadable("this is not valid JSON")
    return result


def _loaded(text: str, name: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{name} is not valid JSON ({_why(error, text)})") from None


def _why(error: Exception, text: str) -> str:
    """The error and its place, with the text at that place."""
    if not isinstance(error, json.JSONDecodeError):
        return "nested too deep" if isinstance(error, RecursionError) else "a number is too long"
    near = " ".join(text[max(0, error.pos - 20) : error.pos + 20].split())
    return f"{error.msg}, line {error.lineno} column {error.colno}, near {near!r}"


def _items(value: Any, category: str, depth: int, problems: list[str], name: str = "findings") -> Iterator[_Item]:
    """The findings in a JSON value with any wrapping; other values are added to `problems`."""
    if isinstance(value, list) and depth:
        for at, entry in enumerate(value):
            yield from _items(entry, category, depth - 1, problems, f"{name}[{at}]")
        return
    if not isinstance(value, Mapping) or not depth:
        problems.append(f"{name} is no object with the keys of a finding")
        return
    wrapped = next((key for key in _LISTS if isinstance(value.get(key), list)), "")
    if wrapped:
        whose = next((meant for key in _WHOSE if (meant := known(value.get(key), CATEGORY))), category)
        yield from _items(value[wrapped], whose, depth - 1, problems, name)
        return
    kinds = {key: known(key, CATEGORY) for key in value}
    if value and all(kinds.values()) and all(isinstance(each, list) for each in value.values()):
        for key, entry in value.items():
            yield from _items(entry, kinds[key], depth - 1, problems, f"{name}.{key}")
        return
    yield _Item(value, name, category)


def _finding(item: _Item, inside: Clean, clean: Clean) -> tuple[Finding, list[str]]:
    """(the finding of an object, its problems)."""
    fields = {_key(key): value for key, value in item.fields.items()}
    wrong: list[str] = []
    summary = _line(clean(_text(_taken(fields, _SUMMARY))))
    if not summary:
        summary = clip(clean(_text(_taken(fields, _SAID))), SUMMARY)
    details = clean(_text(_taken(fields, _DETAILS))).strip()
    remedy = clean(_text(_taken(fields, _REMEDY))).strip()
    if len(summary) > SUMMARY:
        whole, summary = summary, clip(summary, SUMMARY)
        details = whole if not details or details == whole else f"{whole}\n\n{details}"
    file, line = _place(fields)
    severity = known(_first(fields, ("severity", "priority", "level")), SEVERITY)
    category = known(_first(fields, ("category", "area", "agent", "reviewer", "type")), CATEGORY) or item.category
    status = _first(fields, ("status", "state")).casefold().replace(" ", "")
    if not summary:
        wrong.append("summary is missing: one line on what is wrong")
    if not severity:
        wrong.append(_unfit("severity", _first(fields, ("severity", "priority", "level")), SEVERITIES))
    if not category:
        wrong.append(_unfit("category", _first(fields, ("category", "area")), CATEGORIES))
    is_now = lifecycle.named(status)
    if status and is_now not in (OPEN, RESOLVED, lifecycle.ACTIVE):
        wrong.append(_unfit("status", status, (OPEN, RESOLVED)))
    texts = (("details", details, TEXT), ("remediation", remedy, TEXT), ("file", file, _PATH))
    wrong += [f"its {key} is longer than {most:,} characters" for key, content, most in texts if len(content) > most]
    named = f'{item.name} ("{summary[:60]}")' if summary else f"{item.name} ({file})" if file else item.name
    settled = clean(_text(fields.pop("resolution", None))).strip()
    state = RESOLVED if is_now == RESOLVED else OPEN
    where = inside(clean(file))
    if file and not where:  # outside the project: mentioned in the details only
        details, line = f"{details}\n\nSaid to be in: {clean(file)}".strip(), 0
    finding = Finding(
        summary, where, line, severity, category, details, remedy, _uuid(fields), state, settled, "",
        _extra(fields, clean),
    )  # fmt: skip
    return finding, [f"{named}: {problem}" for problem in wrong]


def _unfit(key: str, text: str, known: tuple[str, ...]) -> str:
    what = f"{text[:40]!r} is no {key}" if text else f"{key} is missing"
    return f"{what}: one of {', '.join(known)}"


def known(value: Any, names: Mapping[str, tuple[str, ...]]) -> str:
    """The name that a value means: as a whole, else by its first known word; "" if there is none."""
    text = value.casefold()[:200] if isinstance(value, str) else ""
    for word in (text, *_WORDS.findall(text)):
        for name, synonyms in names.items():
            if word in synonyms:
                return name
    return ""


def _place(fields: dict[str, Any]) -> tuple[str, int]:
    """(the file, the line): from one text, or from separate keys."""
    where = _taken(fields, _FILE)
    if isinstance(where, list):
        where = where[0] if where else ""
    if isinstance(where, Mapping):
        fields |= {key: entry for name, entry in where.items() if (key := _key(name)) not in fields}
        where = _taken(fields, _FILE)
    text = _line(_text(where)).strip("`'\" ")
    line = _line_number(_taken(fields, _LINE))
    if len(text) <= _PATH and (match := _PLACE.match(text)):
        return match[1].strip("`'\" "), line or int(match[2])
    return text, line


def _line_number(value: Any) -> int:
    if isinstance(value, list):
        value = value[0] if value else 0
    if isinstance(value, Mapping):
        value = next((value[key] for key in ("start", "line", "from") if key in value), 0)
    if isinstance(value, str):
        match = _NUMBER.match(value)
        return int(match[1]) if match else 0
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return int(value) if is_number and 0 < value < 10_000_000 else 0


def _taken(fields: dict[str, Any], names: tuple[str, ...]) -> Any:
    """The value of the first of these keys that is not empty; the key is removed. "" if there is none."""
    for name in names:
        if fields.get(name) not in (None, "", [], {}):
            return fields.pop(name)
    return ""


def _first(fields: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((line for name in names if (line := _line(_text(fields.get(name))))), "")


def _text(value: Any) -> str:
    """A text, the texts of a list as lines, or a number as text; "" for anything else."""
    if isinstance(value, list):
        return "\n".join(filter(None, map(_text, value)))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _line(text: str) -> str:
    return " ".join(text.split())


def _key(name: str) -> str:
    return name.strip().casefold().replace("-", "_").replace(" ", "_")


def _uuid(fields: dict[str, Any]) -> str:
    """The id if it is a UUID, else ""; any other id is kept as `label`."""
    name = _line(_text(fields.pop("id", None)))
    try:
        return str(uuid.UUID(name))
    except ValueError:
        if name:
            fields["label"] = name[:100]
        return ""


def _extra(fields: Mapping[str, Any], clean: Clean) -> dict[str, Any]:
    """The unknown keys with their values."""
    own = {*_KEYS, *_FILE, *_LINE, "status", "state", "updated"}
    return {clean(key)[:100]: _cleaned(value, clean) for key, value in fields.items()
            if key not in own and value not in (None, "", [], {})}  # fmt: skip


def _cleaned(value: Any, clean: Clean) -> Any:
    if isinstance(value, str):
        return clean(_text(value))
    if isinstance(value, list):
        return [_cleaned(each, clean) for each in value]
    if isinstance(value, Mapping):
        return {clean(key): _cleaned(entry, clean) for key, entry in value.items()}
    return value if value is None or isinstance(value, bool | int) else str(value)
