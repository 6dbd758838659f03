"""What a verb answers. Verbs return a `Report` and print nothing; `show` is the one place that prints."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.core import safe_json

_NOTHING: Final = object()


class Report(NamedTuple):
    """The answer of a verb, as data for `--json` and as text for a reader; a function is called only where it counts.

    The text is printed without what a terminal obeys. With a label it holds words that were recorded: it is fenced
    where its reader may be a model. JSON is cleaned of secrets; text that may hold some is cleaned where it is made,
    for an id in a sentence can look like a secret.
    """

    options: argparse.Namespace
    data: Any = _NOTHING  # absent: `--json` changes nothing, the text is printed
    text: str | Callable[[], str] | None = None  # None: nothing is printed
    label: str = ""
    people: Callable[[], str] | None = None  # the text for a person at a terminal, who needs no fence
    code: int = 0
    errors: Sequence[str] = ()  # lines for standard error
    refusal: str = ""  # why not all was done; a line for standard error, behind the name of the verb
    is_ready: bool = False  # the text is clean and fences its own parts
    by_line: bool = False  # `--json` prints an object a line

    def show(self, verb: str) -> int:
        """Print the report; the exit code."""
        if (text := self.printed()) is not None:
            print(text)
        refusal = [f"memory-core {verb}: {redact.clean(self.refusal)}"] if self.refusal else []
        for line in (*self.errors, *refusal):
            print(redact.neutral(line), file=sys.stderr)
        return self.code

    def printed(self) -> str | None:
        """What is printed on standard output; None where that is nothing."""
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
    """A value as JSON, readable and in the order it has, without secrets.

    What a terminal would obey or a session take for a tag is escaped; a number that JSON cannot say is null.
    """
    text = json.dumps(value, ensure_ascii=False)
    return safe_json.dumps(value if redact.clean(text) == text else redact.clean_within(value), indent=2)
