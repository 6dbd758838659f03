#!/usr/bin/env python3
"""A year of a seeded developer through the real hooks: what becomes of learnings, and whether any rule is broken.

    .venv/bin/python bench/tiers.py [--sessions 400] [--days 365] [--seed 7]

Two projects, habits that come, change and go, contradictions, rejections, restores, sessions that are killed, resumed,
compacted and at the same time. After every session the files of all tiers are read and held against what was said
and done (`bench/tier_checks.py`). The same seed prints the same figures; exit 1 where a rule is broken.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import tier_files  # noqa: E402
from bench.developer import PROJECTS, YEAR, Developer, Habit, Visit, habits  # noqa: E402
from bench.sessions import Machine, Session  # noqa: E402
from bench.tier_checks import Checks  # noqa: E402
from bench.tier_files import Entry, Key, Tiers  # noqa: E402

MONTH = 30  # days between looks at the verbs


class Year:
    """The year of one developer on one machine."""

    def __init__(self, folder: Path, seed: int, sessions: int, days: int = YEAR) -> None:
        self.machine = Machine(folder)
        self.developer = Developer(seed, sessions, days)
        self.checks = Checks(self.machine, self.developer)
        self.sessions: dict[int, Session] = {}
        self.open: Session | None = None  # one that ends while the next one is under way
        self.acted: set[str] = set()
        self.looked = 0
        self.prompts = 0

    def live(self) -> Tiers:
        """What stands in the tiers when the year is over."""
        with self.machine.lived_in():
            visits = list(self.developer.year())
            for visit, after in zip(visits, [*visits[1:], None], strict=True):
                self._visit(visit, waits=after is not None and after.overlaps)
            self._end(self.open)
            return tier_files.read(self.machine)

    def _visit(self, visit: Visit, waits: bool) -> None:
        session = Session(self.machine, visit, self.sessions.get(visit.resumes))
        self.sessions[visit.number] = session
        session.start()
        half = len(visit.steps) // 2
        for number, step in enumerate(visit.steps):
            is_last = number == len(visit.steps) - 1
            self.checks.check_context(session, step, session.play(step, killed=is_last and visit.end == "killed"))
            self.prompts += 1
            if number == half:
                self._end(self.open, session)
                if visit.compacted:
                    self.checks.compacted(session, session.compact())
        if self.open:
            self._end(self.open, session)
        if waits and visit.end == "ended":
            self.open = session
            return
        self._end(session if visit.end == "ended" else None)
        tiers = self.checks.ended(visit)
        self._act(visit, tiers)
        if visit.day // MONTH > self.looked:
            self.looked = visit.day // MONTH
            self._look(visit)

    def _end(self, session: Session | None, during: Session | None = None) -> None:
        self.open = None
        if session:
            session.now = max(session.now, during.now) if during else session.now
            session.end()

    def _act(self, visit: Visit, tiers: Tiers) -> None:
        """What the user does in a terminal on this day."""
        self.machine.at(visit.when + timedelta(minutes=40))
        for habit in self.developer.lived(visit.project, visit.day) + [
            habit for habit in habits().values() if habit.life == "restored" and habit.project == visit.project
        ]:
            upset = self.developer.spans[habit.name].upset
            if not upset or visit.day < upset or habit.name in self.acted:
                continue
            if habit.life == "muted" and visit.project != PROJECTS[1]:
                continue
            warm = [entry for entry in tiers.warm_of(visit.project) if habit.is_in(entry.text)]
            cold = [entry for entry in tiers.cold if entry.project == visit.project and habit.is_in(entry.text)]
            if entries := cold if habit.life == "restored" else warm:
                self.acted.add(habit.name)
                self._upset(visit, habit, entries)
                self.checks.ended(visit)

    def _upset(self, visit: Visit, habit: Habit, entries: list[Entry]) -> None:
        do, checks = self.machine.jarvis_memory, self.checks
        for entry in entries:
            if habit.life == "rejected":
                do(visit.project, "reject", entry.key[1], "it got in the way")
                checks.rejected[entry.key] = entry.text
            elif habit.life == "forgotten":
                do(visit.project, "forget", entry.key[1])
                checks.forgotten(entry)
            elif habit.life == "muted":
                do(visit.project, "mute", entry.key[1])
                checks.muted[entry.key].add(visit.project)
            elif habit.life == "restored":
                do(visit.project, "restore", "--id", entry.key[1])
                checks.identical(visit, entry, tier_files.read(self.machine))

    def _look(self, visit: Visit) -> None:
        """Once a month: a preview of the work, the work, and what status says."""
        self.machine.at(visit.when + timedelta(minutes=42))
        planned = json.loads(self.machine.jarvis_memory(visit.project, "gc", "--dry-run", "--json"))
        before = _places(tier_files.read(self.machine))
        done = json.loads(self.machine.jarvis_memory(visit.project, "gc", "--json"))
        self.checks.figures["previews compared"] += 1
        if {**planned, "dry_run": False} != {**done, "dry_run": False}:
            self.checks.fault(visit, f"the preview said {planned}, done was {done}")
        tiers = self.checks.ended(visit)
        went = {key[1] for key, place in _places(tiers).items() if before.get(key) != place}
        if extra := went - {move["learning_id"] for move in planned["moves"]}:
            self.checks.fault(visit, f"these moved and no preview said so: {sorted(extra)}")
        status = json.loads(self.machine.jarvis_memory(visit.project, "status", "--json"))
        warm = len(tiers.warm_of(visit.project))
        if _count(status["warm"]) != warm:
            self.checks.fault(visit, f"status says {status['warm']}, and {warm} learnings are warm")
        if status["conflicts"]:
            self.checks.fault(visit, f"conflicts stand after gc: {status['conflicts']}")

    def table(self, tiers: Tiers) -> list[tuple[str, str]]:
        """The figures of the year."""
        checks, figures = self.checks, self.checks.figures
        why = Counter(entry.archive.get("why", "") for entry in tiers.cold)
        lives = Counter(habit.life for habit in habits().values())
        kept = sum(checks.wished.values())

        def share(part: str, whole: str) -> str:
            return f"{figures[part]:,} of {figures[whole]:,}"

        return [
            ("sessions, prompts", f"{len(self.sessions):,}, {self.prompts:,}"),
            ("habits", ", ".join(f"{count} {life}" for life, count in lives.items())),
            ("said once: kept", f"{kept:,} of {len(checks.wished):,}"),
            ("most hot, most warm, most bytes of a warm file", _most(checks.most)),
            ("warm at the end", ", ".join(f"{len(tiers.warm_of(name))} in {name}" for name in PROJECTS)),
            ("cold at the end", f"{len(tiers.cold):,}: " + ", ".join(f"{n} {w}" for w, n in sorted(why.items()))),
            ("resolutions", ", ".join(f"{n} {k[10:]}" for k, n in sorted(figures.items()) if k.startswith("resolved"))),
            ("related prompts told of their learning", share("related prompts told", "related prompts")),
            ("learnings told at related prompts, of others", share("told beside", "told")),
            ("unrelated prompts told anything", share("unrelated prompts told", "unrelated prompts")),
            ("access counts compared", f"{figures['counts compared']:,}"),
            ("restored, identically", f"{figures['restored']}, {figures['restored identically']}"),
            ("habits of a season that came back by themselves", "{} of {}".format(*checks.came_back(tiers))),
            ("came back by themselves in all", f"{figures['came back']:,}"),
            ("previews compared", str(figures["previews compared"])),
            ("lines of the access log", f"{len(tier_files.accesses(self.machine)):,}"),
            ("rules broken", f"{len(checks.faults):,}"),
            ("digest", tier_files.digest(self.machine)),
        ]


def _places(tiers: Tiers) -> dict[Key, str]:
    """In which tier each learning is."""
    return {entry.key: "warm" for entry in tiers.warm} | {entry.key: "cold" for entry in tiers.cold}


def _count(figure: Any) -> int:
    return int(figure["items"] if isinstance(figure, dict) else figure)


def _most(most: dict[str, int]) -> str:
    return f"{most['hot']}, {most['warm']}, {most['bytes']:,}"


def main() -> int:
    """Print the table, and what was broken."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=400)
    parser.add_argument("--days", type=int, default=YEAR)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--prompts", action="store_true", help="list what was not told, and what was told beside")
    parser.add_argument("--keep", action="store_true", help="leave the folder and say where it is")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="memory-core-year-"))
    try:
        year = Year(folder, options.seed, options.sessions, options.days)
        tiers = year.live()
        print("| a year | |\n|---|---|")
        for name, value in year.table(tiers):
            print(f"| {name} | {value} |")
        print("\n".join(year.checks.faults[:100]), file=sys.stderr)
        if options.prompts:
            for counted in (year.checks.missed, year.checks.beside):
                print("\n".join(f"{times:5} {text}" for text, times in counted.most_common() if times), file=sys.stderr)
        if options.keep:
            print(folder, file=sys.stderr)
        return 1 if year.checks.faults else 0
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
