"""A seeded developer: two projects, habits that come, change and go, and what is said of them in a year of sessions."""

import itertools
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

PROJECTS: Final = ("shop", "tide")
YEAR: Final = 365  # days
BEGINS: Final = date(2025, 1, 6)
AWAY: Final = ((206, 227), (350, 360))  # days of the two holidays

_THINGS: Final = (
    "account address ledger parcel refund supplier warehouse tariff contract survey sensor station vessel "
    "pilot berth crane permit beacon archive ticket roster meter valve turbine passenger cargo engine cabin locker "
    "mooring pontoon winch anchor locksmith"
).split()
_PARTS: Final = (
    "record export import summary buffer queue endpoint validator schema parser index history snapshot feed label "
    "lookup counter report archive preview template mapping backup filter"
).split()
_WISHES: Final = (
    "Always sort the {} by name", "Never cache the {} longer than a minute", "Always compress the {} before it is sent",
    "Never show the {} to guests", "Always keep the {} in one file", "Never split the {} over two modules",
    "Always describe the {} in the handbook", "Never delete the {} without a copy",
)  # fmt: skip
UNRELATED: Final = (Path(__file__).parent / "unrelated.txt").read_text(encoding="utf-8").splitlines()


class Habit(NamedTuple):
    """A habit: what is said of it, which tasks it is about, what becomes of it."""

    name: str
    project: str  # "" for all
    life: str
    how: str  # it is said first: says | twice | refuses | answers | practised
    after: str = ""  # whose place it takes
    statement: str = ""
    again: str = ""
    marks: tuple[str, ...] = ()  # words of every learning of it
    tasks: tuple[str, ...] = ()
    command: str = ""
    beside: tuple[str, ...] = ()  # habits that matter for the same tasks

    def is_in(self, text: str) -> bool:
        """Whether a text is of this habit."""
        low = text.casefold()
        return all(mark in low for mark in self.marks)


class Span(NamedTuple):
    """From when to when a habit is lived, in days of the year; `upset` is the day on which its user acts on it, or on
    which a habit of the season comes back."""

    begins: int
    ends: int
    upset: int = 0


class Step(NamedTuple):
    """One prompt of a session, and what is done then."""

    prompt: str
    habit: str = ""  # that it is about, or states
    how: str = "works"  # works | says | refuses | answers | practised
    wish: str = ""  # words of a wish that is said once


class Visit(NamedTuple):
    """One session."""

    number: int
    project: str
    when: datetime
    steps: tuple[Step, ...]
    end: str = "ended"  # ended | killed
    compacted: bool = False
    resumes: int = -1  # the session that is taken up again
    overlaps: bool = False  # it begins before the one before it has ended

    @property
    def day(self) -> int:
        """The day of the year."""
        return (self.when.date() - BEGINS).days


@cache
def habits() -> dict[str, Habit]:
    """All habits, by name."""
    by_name: dict[str, Habit] = {}
    text = (Path(__file__).parent / "habits.txt").read_text(encoding="utf-8")
    for block in text.split("\n\n"):
        head, *lines = [line for line in block.splitlines() if not line.startswith("#")] or [""]
        if not head:
            continue
        name, project, life, how, *after = head.split()
        fields = {sign: [line[2:] for line in lines if line.startswith(sign)] for sign in "!~=?$+"}
        by_name[name] = Habit(
            name, project if project in PROJECTS else "", life, how, "".join(after), "".join(fields["!"]),
            "".join(fields["~"]), tuple(" ".join(fields["="]).split()), tuple(fields["?"]), "".join(fields["$"]),
            tuple(" ".join(fields["+"]).split()),
        )  # fmt: skip
    return by_name


def spans(dice: random.Random, days: int = YEAR) -> dict[str, Span]:
    """When each habit is lived in a year of so many days."""

    def at(low: int, high: int) -> int:
        return dice.randrange(low * days // YEAR, high * days // YEAR + 1)

    by_habit: dict[str, Span] = {}
    for habit in habits().values():
        begins = at(2, 40)
        if habit.life in ("abandoned", "idle-practice"):
            by_habit[habit.name] = Span(begins, at(100, 150))
        elif habit.life == "changed":
            by_habit[habit.name] = Span(begins, at(150, 200))
        elif habit.life == "successor":
            by_habit[habit.name] = Span(by_habit[habit.after].ends, days)
        elif habit.life in ("rejected", "forgotten", "muted"):
            by_habit[habit.name] = Span(begins, days, at(80, 120))
        elif habit.life == "restored":
            by_habit[habit.name] = Span(begins, at(60, 80), at(270, 290))
        elif habit.life.startswith("seasonal"):
            by_habit[habit.name] = Span(begins, at(70, 90), at(290, 310))
        else:
            by_habit[habit.name] = Span(begins, days)
    return by_habit


def wishes(dice: random.Random) -> Iterator[tuple[str, str]]:
    """Endless things that are said once: (words, what they are about); no two are about the same."""
    pairs = [f"{thing} {part}" for thing in _THINGS for part in _PARTS if thing != part]
    dice.shuffle(pairs)
    for number, about in enumerate(pairs):
        yield f"{_WISHES[number % len(_WISHES)].format(about)}.", about
    for number in itertools.count(1):
        yield f"Always number the boxes of batch {number} from the left.", f"batch {number} "


class Developer:
    """What is done in which session, in order; the same for the same seed."""

    def __init__(self, seed: int, sessions: int, days: int = YEAR) -> None:
        self.dice = random.Random(seed)
        self.days, self.sessions = days, sessions
        self.spans = spans(self.dice, days)
        self.touched: dict[tuple[str, str], int] = {}  # habit and project: day on which it came up last
        self._wishes = {project: wishes(random.Random(f"{seed} {project}")) for project in PROJECTS}

    def year(self) -> Iterator[Visit]:
        """The sessions."""
        visits: list[Visit] = []
        for number, when in enumerate(self._times()):
            project = self.dice.choice(PROJECTS)
            visit = Visit(
                number, project, when, tuple(self._steps(project, (when.date() - BEGINS).days)),
                end="killed" if self.dice.random() < 0.06 else "ended",
                compacted=self.dice.random() < 0.04,
                overlaps=self.dice.random() < 0.1,
            )  # fmt: skip
            earlier = [old for old in visits[-6:] if old.project == project and old.resumes < 0 and old.end == "ended"]
            if earlier and self.dice.random() < 0.04:
                visit = visit._replace(resumes=earlier[-1].number, overlaps=False)
            visits.append(visit)
            yield visit

    def _times(self) -> list[datetime]:
        scale = self.days / YEAR
        free = [day for day in range(self.days) if not any(a * scale <= day < b * scale for a, b in AWAY)]
        days = sorted(self.dice.choice(free) for _ in range(self.sessions))
        times: list[datetime] = []
        for day in days:
            when = datetime(BEGINS.year, BEGINS.month, BEGINS.day, 7, tzinfo=UTC) + timedelta(days=day)
            when += timedelta(minutes=self.dice.randrange(600))
            if times:
                when = max(when, times[-1] + timedelta(minutes=45))
            times.append(when)
        return times

    def lived(self, project: str, day: int) -> list[Habit]:
        """The habits of a project that are lived on a day."""
        return [habit for habit in habits().values() if habit.project in ("", project) and self.is_lived(habit, day)]

    def is_lived(self, habit: Habit, day: int) -> bool:
        """Whether a habit is lived on a day."""
        span = self.spans[habit.name]
        return span.begins <= day < span.ends or (habit.life.startswith("seasonal") and day >= span.upset)

    def _steps(self, project: str, day: int) -> Iterator[Step]:
        lived = self.lived(project, day)
        lived.sort(key=lambda habit: self.touched.get((habit.name, project), -1))
        due = [habit for habit in lived if day - self.touched.get((habit.name, project), -YEAR) > self.days // 30]
        chosen = due[:4] + self.dice.sample(lived, min(2, len(lived)))
        for habit in dict.fromkeys(chosen):
            is_first = not any((habit.name, place) in self.touched for place in PROJECTS)
            self.touched[habit.name, project] = day
            yield from self._of(habit, is_first)
        for _ in range(self.dice.randrange(1, 4)):
            yield Step(self.dice.choice(UNRELATED))
        busy = 0.25 < day / self.days < 0.42  # in the busy months much is said that is never heard of again
        for _ in range(self.dice.randrange(4, 9) if busy else self.dice.random() < 0.5):
            wishes = [next(self._wishes[project]) for _ in range(3 if busy else 1)]
            yield Step(
                " ".join(words for words, _ in wishes), how="wishes", wish="|".join(about for _, about in wishes)
            )

    def _of(self, habit: Habit, is_first: bool) -> Iterator[Step]:
        if habit.how == "practised":
            yield Step(self.dice.choice(UNRELATED), habit.name, "practised")
        elif is_first:
            if habit.how in ("refuses", "answers"):
                yield Step(habit.tasks[0], habit.name, habit.how)
            else:
                if habit.how == "twice":
                    yield Step(habit.tasks[0], habit.name)
                yield Step(habit.statement, habit.name, "says")
            if habit.how == "twice":
                yield Step(habit.again, habit.name, "says")
        else:
            yield Step(self.dice.choice(habit.tasks), habit.name)
            if habit.life in ("living", "abandoned") and self.dice.random() < 0.06:
                yield Step(habit.again, habit.name, "says")


def told_of(step: Step) -> Sequence[str]:
    """What a step states that is to be found again: its wishes."""
    return step.wish.split("|") if step.wish else ()
