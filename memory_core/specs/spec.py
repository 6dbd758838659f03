"""A spec, and an item of its files."""

from typing import Final, NamedTuple

PLANNING, IMPLEMENTATION, COMPLETED = "planning", "implementation", "completed"
ACTIVE_FOLDER: Final = "docs/spec/active"
COMPLETED_FOLDER: Final = "docs/spec/completed"
README, REQUIREMENTS, ARCHITECTURE, PLAN, DECISIONS, PROGRESS, RESEARCH, CHANGELOG, RETROSPECTIVE = (
    "README.md", "REQUIREMENTS.md", "ARCHITECTURE.md", "IMPLEMENTATION_PLAN.md", "DECISIONS.md", "PROGRESS.md",
    "RESEARCH_NOTES.md", "CHANGELOG.md", "RETROSPECTIVE.md",
)  # fmt: skip
DOCUMENTS: Final = (
    README, REQUIREMENTS, ARCHITECTURE, PLAN, DECISIONS, PROGRESS, RESEARCH, CHANGELOG, RETROSPECTIVE,
)  # fmt: skip


class Spec(NamedTuple):
    """A spec with a folder."""

    slug: str  # the `spec` of its memories; the folder's name without its date
    folder: str  # from the root of its worktree, with `/`
    title: str = ""
    phase: str = PLANNING  # planning | implementation | completed
    created: str = ""  # day


class Item(NamedTuple):
    """An entry of a spec's files that is worth keeping."""

    # inception | elicitation | research | decision | progress | blocker | learning | retrospective | convention
    kind: str
    key: str  # stays the same if the wording changes: `task 1.2`, `adr 3`, `blocker` and words
    summary: str  # one line
    body: str = ""  # Markdown sections
    status: str = "active"  # open | resolved of a blocker
    place: str = ""  # the file of the spec
    line: int = 0  # 1-based
    tags: tuple[str, ...] = ()  # `deviation` among them
