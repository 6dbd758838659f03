"""Write and read CODE_REVIEW.md, also if it was written by hand.

A document written here has a heading for each finding and quotes its texts, so that nothing in them is taken for a
heading or a key. Other documents are read where they name a severity: findings as headings with keys below them, as
rows of a table, as entries of a list.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core import data
from memory_core.core.review_finding import OPEN, SEVERITIES, Finding
from memory_core.language import headings, markdown
from memory_core.language.document import Outline, Section
from memory_core.reviews import given
from memory_core.reviews.route import ordered

TITLE: Final = "# Code review"
_FIELD: Final = re.compile(
    r"(?:[-*+][ \t]+)?(?:\*\*|__)?([A-Za-z][A-Za-z /-]{1,24}?)(?:\*\*|__)?[ \t]*:(?:\*\*|__)?(?:[ \t]+(.*))?\Z"
)
_ENTRY: Final = re.compile(r"(?:[-*+]|\d{1,4}[.)])[ \t]+(?:\[([ xX])\][ \t]+)?(.*)\Z")
_MARK: Final = re.compile(
    r"(?i)[\W_]*\b(critical|blocker|high|major|medium|moderate|low|minor|info)\b(?:[ -](?:severity|priority))?[\W_]*"
)
_NUMBERED: Final = re.compile(r"\A(?:[A-Z]{1,6}-?\d{1,4}|#?\d{1,4})[.):]?[ \t]+")
_WHERE: Final = re.compile(r"[(\[`]*([\w./\\@+-]+\.\w{1,8}(?:(?::|#L)\d+(?:[-:]L?\d+)?)?)[`)\]]*")
_KEYS: Final = {word: key for key, words in data.expressions("review/document_keys.txt") for word in data.cues(words)}
_KEYS["seen before"] = ""
_OWN: Final = 3  # level of the heading of a finding in a document written here
_TEXTS: Final = ("details", "remediation", "resolution")


class Review(NamedTuple):
    """The findings of a commit, for the documents of a review."""

    findings: Sequence[Finding]
    commit: str = ""
    when: str = ""
    spec: str = ""
    before: Mapping[str, Sequence[str]] = {}  # id of a finding to the ids of earlier findings of its kind


def text(review: Review) -> str:
    """The document as Markdown; `read` returns its findings."""
    rows = [TITLE, "", headline(review)]
    for severity in SEVERITIES:
        own = [finding for finding in ordered(review.findings) if finding.severity == severity]
        rows += ["", f"## {severity.capitalize()} ({len(own)})"] if own else []
        for each in own:
            rows += ["", *_written(each, review.before.get(each.id, ()))]
    return "\n".join([*rows, ""])


def headline(review: Review) -> str:
    """A line with the reviewed commit and the number of its findings."""
    spec = f", spec {review.spec}" if review.spec else ""
    left = sum(finding.status == OPEN for finding in review.findings)
    settled = f"; {left} of them open" if left < len(review.findings) else ""
    return f"Commit `{review.commit[:10]}`, {review.when}{spec}: {counted(review.findings)}{settled}."


def counted(findings: Sequence[Finding]) -> str:
    """The number of findings, by severity: `3 findings (1 critical, 2 low)`."""
    numbers = {severity: sum(finding.severity == severity for finding in findings) for severity in SEVERITIES}
    result = ", ".join(f"{number} {severity}" for severity, number in numbers.items() if number)
    return f"{len(findings)} {'finding' if len(findings) == 1 else 'findings'}{f' ({result})' if result else ''}"


def place(finding: Finding) -> str:
    """The file and the line as `file:line`; "" if there is no file."""
    return f"{finding.file}:{finding.line}" if finding.line and finding.file else finding.file


def read(content: str, inside: given.Clean = str, clean: given.Clean = str) -> given.Given:
    """The findings of a document; a finding without a category gets the category `quality`.

    `inside` returns the path of a file in the project, `clean` removes secrets from a text.
    """
    entries = [{"category": "quality", **item} for item in _objects(content)]
    return given.of_objects(entries, inside, clean)


def _written(finding: Finding, before: Sequence[str]) -> list[str]:
    rows = [f"{'#' * _OWN} {finding.summary}", "", f"- Id: `{finding.id}`"]
    rows += [f"- Place: `{place(finding)}`"] if finding.file else []
    rows += [f"- Category: {finding.category}", f"- Status: {finding.status}"]
    rows += [f"- Seen before: {', '.join(f'`{name}`' for name in before)}"] if before else []
    for heading, content in (
        ("Details", finding.details),
        ("Remediation", finding.remediation),
        ("Resolution", finding.resolution),
    ):
        if content:
            rows += ["", f"{heading}:", "", *(f"> {line}".rstrip() for line in content.split("\n"))]
    return rows


class _Reader:
    """Reads the lines of a document and collects the fields of each finding."""

    def __init__(self, *, ours: bool) -> None:
        self.ours = ours
        self.items: list[dict[str, Any]] = []
        self.around: dict[str, str] = {}  # severity and category of the section
        self.columns: list[str] = []  # of the table that is being read
        self.text = ""  # the field that the following lines belong to
        self.open = False  # whether the following lines belong to the last finding

    def read(self, lines: Sequence[str]) -> None:
        """Read all lines, each stripped; code is kept unchanged."""
        document = Outline.of_lines([line.strip() for line in lines])
        heads = {section.line - 1: section for section in document.sections if 0 < section.level < markdown.BOLD}
        for at, bare in enumerate(document.lines):
            if at in document.code:
                self._more(lines[at])
            elif section := heads.get(at):
                self._heading(section, bare)
            else:
                self._line(bare)

    def _line(self, bare: str) -> None:
        if bare.startswith("|"):
            self._row(markdown.cells(bare))
        elif bare.startswith(">"):
            self._more(bare[1:].removeprefix(" "))
        else:
            self.columns = []
            self._plain(bare)

    def _heading(self, section: Section, bare: str) -> None:
        level, words = section.level, section.title
        self.columns, self.text, self.open = [], "details", self.ours and level == _OWN
        if self.open:
            self.items.append({**self.around, "summary": bare[level:].strip()})
        if level == 1 or self.open:
            return
        if around := _section(words):
            self.around = {**self.around, **around} if level > 2 or "severity" not in around else around
            return
        severity, rest = _marked(_NUMBERED.sub("", words, count=1))
        if level == 2 and not severity:
            self.around = {}
            return
        self._begin({**self.around, **({"severity": severity} if severity else {})}, rest)

    def _begin(self, item: dict[str, Any], words: str) -> None:
        where = list(_WHERE.finditer(words))
        if where and "file" not in item and (where[-1].end() == len(words) or where[0].start() == 0):
            match = where[-1] if where[-1].end() == len(words) else where[0]
            item["file"] = match[1]
            words = f"{words[: match.start()]} {words[match.end() :]}"
        item["summary"] = words.strip(" \t*_`—–:-") or "".join(words.split())
        self.items.append(item)
        self.text, self.open = "details", True

    def _plain(self, bare: str) -> None:
        match = _FIELD.match(bare) if self.open else None
        if match and (key := _KEYS.get(match[1].casefold().strip())) is not None:
            content = (match[2] or "").strip()
            self.text = key if key in _TEXTS else "details"
            if key in _TEXTS:
                self._more(content)
            elif key and content:
                self.items[-1][key] = content.strip("`*_ ")
            return
        entry = _ENTRY.match(bare)
        severity, rest = _marked(entry[2]) if entry else ("", "")
        if entry and severity and (not self.open or "listed" in self.items[-1]):
            ticked = {"status": "resolved"} if entry[1] in ("x", "X") else {}
            self._begin({**self.around, "severity": severity, "listed": "", **ticked}, rest)
            return
        self._more(bare)

    def _row(self, cells: Sequence[str]) -> None:
        if not self.columns:
            self.columns = [_KEYS.get(cell.casefold().strip(" *_"), "") for cell in cells]
            self.columns = self.columns if {"summary", "severity"} <= {*self.columns, *self.around} else [""]
        elif not all(set(cell) <= set("-: ") for cell in cells) and any(self.columns):
            fields = {key: cell.strip("`*_ ") for key, cell in zip(self.columns, cells, strict=False) if key and cell}
            self.items.append({**self.around, **fields})
            self.open = False

    def _more(self, line: str) -> None:
        if self.open and self.text:
            before = self.items[-1].get(self.text, "")
            self.items[-1][self.text] = f"{before}\n{line}" if before else line


def _objects(content: str) -> Iterator[dict[str, Any]]:
    """The fields of each finding in a document that has a severity and a summary."""
    reader = _Reader(ours=content.startswith(f"{TITLE}\n\nCommit `"))
    reader.read(content.splitlines())
    for item in reader.items:
        if item.get("severity") and item.get("summary"):
            item.pop("listed", None)
            yield {key: value.strip("\n") for key, value in item.items()}


def _section(words: str) -> dict[str, str]:
    """The severity or the category that a heading consists of, as {key: name}; {} for any other heading."""
    values = [word for word in re.findall(r"[a-z]+", words.casefold()) if not headings.is_for("review", word, "frame")]
    if len(values) != 1:
        return {}
    for key, names in (("severity", given.SEVERITY), ("category", given.CATEGORY)):
        for name, synonyms in names.items():
            if values[0] in synonyms:
                return {key: name}
    return {}


def _marked(words: str) -> tuple[str, str]:
    """(the severity at the beginning or the end of words, the rest): `[HIGH] x`, `x (high)`; "" if there is none."""
    if match := _MARK.match(words):
        marked = match[0].strip()
        if marked != match[1] or words[match.end() :] == "":
            return match[1].casefold(), words[match.end() :]
    ending = re.search(r"(?i)[(\[—–-][ \t]*\**(critical|high|medium|low)\**[ \t]*[)\]]?\Z", words)
    return (ending[1].casefold(), words[: ending.start()]) if ending else ("", words)
