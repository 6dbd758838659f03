"""The draft of a skill that a learning could become (JARVIS-63); written only when the user says so."""

import json
import re
import unicodedata
from itertools import dropwhile
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core.budget import clip
from memory_core.learnings.learning import BEHAVIOUR, Learning

_WORDS: Final = 6  # of a slug
_BEFORE: Final = frozenset(  # what is said before a learning says what it is about
    (
        "from now on in this project for please always we you i lets use using prefer want should must to remember "
        "that make sure so just"
    ).split()
)
_ARTICLES: Final = frozenset(("the", "a", "an"))
_TELLING: Final = 8  # triggers that the description names: every session pays for it
_LONGEST: Final = 40  # characters of a slug


class Draft(NamedTuple):
    """A skill: the name of its folder, and what its SKILL.md says."""

    slug: str
    text: str


def draft(learning: Learning) -> Draft:
    """The skill that says what the learning says; the same learning gives the same bytes."""
    said = (_line(learning.description, 200) or learning.id).rstrip(" .;:,…") or learning.id
    slug = _slug(said) or re.sub(r"[^a-z0-9]+", "-", learning.id.casefold()).strip("-") or "learned"
    topics = ", ".join(filter(None, (_line(word, 30) for word in learning.triggers[:_TELLING])))
    path = _line(learning.path, 80)
    when = " or ".join(
        [*([f"the work is about {topics}"] if topics else []), *([f"files match {path}"] if path else [])]
    )
    description = clip(f"{said}; use this when {when or 'the work is about it'}.", 400)
    heading = "How it is done here" if learning.kind == BEHAVIOUR else "What the user prefers"
    rows = [
        f"# {heading}",
        "",
        said,
        *(["", f"Why: {reason}"] if (reason := _line(learning.reason, 300)) else []),
        *(["", f"It holds for files that match `{path.replace('`', '')}`."] if path else []),
        *(["", f"In the user's words: “{quote}”"] if (quote := _line(learning.quote, 200)) and quote != said else []),
        "",
        f"Made of the learning {learning.id}; `memory-core show {learning.id}` says where it comes from.",
    ]
    head = f"---\nname: {slug}\ndescription: {json.dumps(description, ensure_ascii=False)}\n---\n"
    return Draft(slug, head + "\n".join(rows) + "\n")


def _line(text: str, most: int) -> str:
    return " ".join(clip(redact.neutral(redact.clean(text)), most).split())


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    every = [word for word in re.findall(r"[a-z0-9]+", plain.replace("'", "")) if word not in _ARTICLES]
    words = [*dropwhile(_BEFORE.__contains__, every)][:_WORDS] or every[:_WORDS]
    while len("-".join(words)) > _LONGEST and len(words) > 1:
        words.pop()
    return "-".join(words)[:_LONGEST].strip("-")
