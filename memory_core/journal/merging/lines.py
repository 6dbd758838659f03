"""A log to which both sides appended: every line of both, in the order of their times."""

from collections import Counter
from collections.abc import Iterable, Iterator

from memory_core.core.light import lean_json
from memory_core.core.timestamps import utc


def merged(base: str, ours: str, theirs: str) -> str:
    """The lines that stood before and that nobody took out, then what each side appended."""
    before, one, two = (Counter(_lines(text)) for text in (base, ours, theirs))
    left = {line: min(many, one[line], two[line]) for line, many in before.items()}
    found = []
    for line in _lines(base):
        if left[line] > 0:
            left[line] -= 1
            found.append(line)
    new: dict[tuple[str, int], tuple[str, int]] = {}
    for text in (ours, theirs):
        for key, place in _added(_lines(text), before):
            new[key] = min(place, new.get(key, place))
    found += [line for (line, _), _ in sorted(new.items(), key=lambda pair: (pair[1], pair[0]))]
    return "".join(f"{line}\n" for line in found)


def _added(lines: Iterable[str], before: Counter[str]) -> Iterator[tuple[tuple[str, int], tuple[str, int]]]:
    """Each line that was not there before: which of its like it is, and its place: no earlier than the one above."""
    seen: Counter[str] = Counter()
    latest = ""
    for at, line in enumerate(lines):
        seen[line] += 1
        if seen[line] > before[line]:
            latest = max(latest, _time(line))
            yield (line, seen[line]), (latest, at)


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line]


def _time(line: str) -> str:
    try:
        said = lean_json.loads(line)
    except (ValueError, RecursionError):
        return ""
    when = said.get("ts") if isinstance(said, dict) else None
    return utc(when) if isinstance(when, str) else ""
