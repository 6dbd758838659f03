"""The answer of a verb. A verb returns a `Report` and prints nothing; only `show` prints."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.core import safe_json

_NOTHING: Final = object()


class Report(NamedTuple):
    """The answer of a verb: data for `--json`, and text. A function in place of a value is called only if it is needed.

    Control characters are removed from the text. A text with a label contains recorded words, so it is fenced if a
    model may read it. JSON is cleaned of secrets here. The maker of a text cleans it, because an id can look like a
    secret.
    """

    options: argparse.Namespace
    data: Any = _NOTHING  # if missing, `--json` prints the text
    text: str | Callable[[], str] | None = None  # None prints nothing
    label: str = ""
    people: Callable[[], str] | None = None  # the text for a person at a terminal, without a fence
    code: int = 0
    errors: Sequence[str] = ()  # lines on standard error
    refusal: str = ""  # why not everything was done: a line on standard error after the name of the verb
    is_ready: bool = False  # the text is already clean and fenced
    by_line: bool = False  # `--json` prints one object on each line

    def show(self, verb: str) -> int:
        """Print the report and return the exit code."""
        if (text := self.printed()) is not None:
            print(text)
        refusal = [f"memory-core {verb}: {redact.clean(self.refusal)}"] if self.refusal else []
        for line in (*self.errors, *refusal):
            print(redact.neutral(line), file=sys.stderr)
        return self.code

    def printed(self) -> str | None:
        """The text for standard output; None if there is none."""
        if self.options.json and self.data is not _NOTHING:
            data = self.data() if callable(self.data) else self.data
            return "\n".join(map(safe_json.dumps, data)) or None if self.by_line else as_json(data)
        if self.people and not self.options.args_stdin and sys.stdout.isatty():
            return self.people()
        text = self.text() if callable(self.text) else self.text
        if text is None or self.is_ready:
            return text
        if self.label and (self.options.args_stdin or not sys.stdout.isatty()):
            return safe_json.fenced(text, self.label)
        return redact.neutral(text)


def as_json(value: Any) -> str:
    """The value as indented JSON in its own order, without secrets.

    Control characters and the beginnings of tags are escaped. A number that JSON does not have becomes null.
    """
    text = json.dumps(value, ensure_ascii=False)
    return safe_json.dumps(value if redact.clean(text) == text else redact.clean_within(value), indent=2)
