"""Unites batches: two reviews of a commit, two clones, a finding that was resolved meanwhile.

`joined` and `together` do not depend on order or repetition, so that clones which exchange notes get the same bytes.
The newest status counts; of other values the more complete one.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core.core import review_finding
from memory_core.core.budget import trimmed, whole
from memory_core.core.memory import NOTHING
from memory_core.core.review_finding import INHERITED, OPEN, RESOLVED, SEVERITIES, Finding
from memory_core.core.timestamps import utc
from memory_core.notes.batch import HEADING, TYPE, Batch
from memory_core.notes.note_codec import Value

_FIRSTS: Final = ("timestamp", "spec", "author", "phase")  # fields that a batch takes from the first review
_RESOLUTION: Final = "## Resolution"


class Review(NamedTuple):
    """The review that reports findings."""

    commit: str
    when: str
    spec: str = ""
    author: str = ""


class Reported(NamedTuple):
    """The result of adding a report to a batch."""

    batch: Batch
    ids: tuple[str, ...]  # of the reported findings, in order, each once, without forgotten ones


def joined(finding: Finding, other: Finding) -> Finding:
    """Two copies of a finding as one: the newest status, the worst severity, and the longest texts."""
    status = max(finding, other, key=lambda each: (utc(each.updated), each.status == RESOLVED, each.resolution))
    first = min(
        finding, other, key=lambda each: (_when(each), _canonical([each.extra.get(name) for name in INHERITED]))
    )
    extra = _united(finding.extra, other.extra) | {name: first.extra[name] for name in INHERITED if name in first.extra}
    return Finding(
        summary=_longest(finding.summary, other.summary),
        file=_longest(finding.file, other.file),
        line=max(finding.line, other.line),
        severity=min(finding.severity, other.severity, key=SEVERITIES.index),
        category=max(finding.category, other.category),
        details=_longest(finding.details, other.details),
        remediation=_longest(finding.remediation, other.remediation),
        id=finding.id,
        status=status.status,
        resolution=status.resolution,
        updated=status.updated,
        extra={name: value for name, value in extra.items() if name in first.extra or name not in INHERITED},
    )


def together(batches: Sequence[Batch], gone: Collection[str] = ()) -> Batch | None:
    """The batches of a commit as one, without forgotten findings; None if nothing is left."""
    batches = [
        each for each in batches if not each.findings or any(finding.id not in gone for finding in each.findings)
    ]
    findings = unique(finding for each in batches for finding in each.findings)
    rest = {name: finding for name, finding in findings.items() if name not in gone}
    if not batches:
        return None
    header: dict[str, Value] = {"type": TYPE}
    for name in sorted({name for each in batches for name in each.header} - {"type", "summary"}):
        header[name] = min((each.header.get(name) for each in batches), key=_chosen)
    first = min(batches, key=lambda each: (_moment(each), _canonical([each.header.get(name) for name in _FIRSTS])))
    header |= {name: first.header.get(name) for name in _FIRSTS if name in header}
    return Batch(header, tuple(rest.values()), _prose(batches), sum(each.unread for each in batches))


def unique(findings: Iterable[Finding]) -> dict[str, Finding]:
    """Id to finding; findings with the same id are joined."""
    result: dict[str, Finding] = {}
    for finding in findings:
        result[finding.id] = joined(result[finding.id], finding) if finding.id in result else finding
    return result


def reported(
    before: Batch | None,
    new: Sequence[Finding],
    review: Review,
    taken: Collection[str] = (),
    gone: Collection[str] = (),
    beside: Sequence[Finding] = (),
) -> Reported:
    """The batch with the findings of a review. A known finding keeps its id and status.

    A new finding keeps its uuid unless it is in `taken`, the ids of findings on other commits. Forgotten findings
    (`gone`) do not come back. `beside` are the findings of a damaged batch of the commit.
    """
    header = {"type": TYPE, "spec": review.spec or None, "timestamp": review.when}
    batch_now = before or Batch(header | ({"author": review.author} if review.author else {}))
    stands = unique(batch_now.findings)
    known = unique([*beside, *stands.values()])
    by_key = {review_finding.key(text): text.id for text in known.values()}
    ids: dict[str, None] = {}
    for given in new:
        finding = _plain(given)
        name = by_key.get(review_finding.key(finding)) or _same(finding, known.get(finding.id))
        if not name:
            free = review_finding.is_uuid(finding.id) and not (
                finding.id in known or finding.id in taken or finding.id in gone
            )
            name = finding.id if free else review_finding.named(review.commit, *review_finding.key(finding))
        if name in gone:
            continue
        stands[name] = known[name] = (
            _again(known[name], finding, review) if name in known else _first(finding, name, review)
        )
        by_key.setdefault(review_finding.key(finding), name)
        ids.setdefault(name)
    return Reported(batch_now._replace(findings=tuple(stands.values())), tuple(ids))


def changed(
    finding: Finding,
    when: str,
    status: str = "",
    text: str = "",
    more: Mapping[str, Sequence[str]] = NOTHING,
    own: Mapping[str, str] = NOTHING,
) -> Finding:
    """The finding after it was resolved, reopened or extended.

    `more` is added to its lists (tags, relates_to ...). `own` is its spec and phase, used if it has none.
    """
    extra = {name: value for name, value in own.items() if value} | dict(finding.extra)
    for name, words in more.items():
        if words:
            extra[name] = list(dict.fromkeys((*_texts(extra.get(name)), *words)))
    new = finding._replace(extra=extra)
    if status == RESOLVED:
        settled = text.removeprefix(_RESOLUTION).strip()
        return new._replace(status=RESOLVED, resolution=settled or new.resolution, updated=max(when, new.updated))
    if text and text not in new.details:
        new = new._replace(details="\n\n".join(filter(None, (new.details, trimmed(text)))))
    if status == OPEN and new.status != OPEN:
        new = new._replace(status=OPEN, resolution="", updated=max(when, new.updated))
    return new


def _first(finding: Finding, name: str, review: Review) -> Finding:
    own = {"created": review.when, "spec": review.spec, "author": review.author}
    extra = {key: value for key, value in finding.extra.items() if key not in INHERITED}
    settled = finding.status == RESOLVED
    return finding._replace(
        id=name,
        resolution=finding.resolution if settled else "",
        updated=review.when if settled else "",
        extra=extra | {key: value for key, value in own.items() if value},
    )


def _again(stands: Finding, new: Finding, review: Review) -> Finding:
    """A known finding with what the new report adds."""
    extra = {key: value for key, value in new.extra.items() if key not in INHERITED}
    finding = stands._replace(
        severity=min(stands.severity, new.severity, key=SEVERITIES.index),
        details=stands.details or new.details,
        remediation=stands.remediation or new.remediation,
        extra=extra | dict(stands.extra),
    )
    return changed(finding, review.when, RESOLVED, new.resolution) if _settles(finding, new) else finding


def _settles(stands: Finding, finding: Finding) -> bool:
    return finding.status == RESOLVED and stands.status != RESOLVED


def _same(finding: Finding, stands: Finding | None) -> str:
    """The id of the known finding with the same id, if both are the same finding: agents invent ids. Else ""."""
    if stands is None or stands.file != finding.file:
        return ""
    is_same = finding.line == stands.line or review_finding.key(finding)[3] == review_finding.key(stands)[3]
    return stands.id if is_same and finding.category == stands.category else ""


def _plain(finding: Finding) -> Finding:
    """The finding in normal form, with known severities and statuses."""
    return finding._replace(
        summary=whole(" ".join(finding.summary.split())),
        file=whole(" ".join(finding.file.split())),
        line=max(0, finding.line),
        severity=finding.severity if finding.severity in SEVERITIES else "medium",
        details=whole(trimmed(finding.details)),
        remediation=whole(trimmed(finding.remediation)),
        resolution=whole(trimmed(finding.resolution)),
        id=finding.id.strip().casefold(),
        status=RESOLVED if finding.status == RESOLVED else OPEN,
    )


def _united(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """The united unknown keys of both. Lists of strings are united; of other values the longer one counts."""
    result: dict[str, Any] = {}
    for name in sorted({*first, *second}):
        values = [each[name] for each in (first, second) if name in each]
        lists = [value for value in values if _is_list(value)]
        if len(lists) == 2 and lists[0] != lists[1]:
            result[name] = sorted({*lists[0], *lists[1]})
        else:
            result[name] = max(lists or values, key=lambda value: (len(_canonical(value)), _canonical(value)))
    return result


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _prose(batches: Sequence[Batch]) -> str:
    """The text around the findings of all batches: each paragraph once, headings first."""
    texts = list(dict.fromkeys(each.prose for each in batches if each.prose))
    if len(texts) < 2:
        return texts[0] if texts else HEADING
    parts = {part for text in texts for part in text.split("\n\n") if part.strip()}
    return "\n\n".join(sorted(parts, key=lambda part: (not part.startswith("#"), part)))


def _chosen(value: Value) -> tuple[bool, str]:
    return value is None, _canonical(value)


def _moment(batch: Batch) -> tuple[bool, str]:
    moment = utc(str(batch.header.get("timestamp") or ""))
    return not moment, moment


def _when(finding: Finding) -> tuple[bool, str]:
    created = utc(str(finding.extra.get("created") or ""))
    return not created, created


def _longest(first: str, second: str) -> str:
    return max(first, second, key=lambda text: (len(text), text))


def _texts(value: Any) -> list[str]:
    result = [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    return [each for each in result if isinstance(each, str)]


def _canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True, sort_keys=True, default=str)
