"""What must hold of the tiers at every moment of a year, asked of the files alone; each fault is a line."""

import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, Final

from bench import tier_files
from bench.developer import PROJECTS, Developer, Habit, Step, Visit, habits, told_of
from bench.sessions import Machine, Session
from bench.tier_files import Entry, Key, Tiers
from memory_core.learnings import matcher
from memory_core.learnings.learning import Learning

HOT_MOST, WARM_MOST, BYTES_MOST = 20, 500, 10 * 1024 * 1024
TOLD_MOST, TOLD_CHARS = 3, 1200
SLACK: Final = 30  # days: the weekly work waits for a session, and there are holidays
IDLE_MOST: Final = {True: 90 + SLACK, False: 30 + SLACK}  # said in so many words, or only practised
_WORD: Final = re.compile(r"\w+")
_PLACED: Final = re.compile(r"\b(?:pref|pat)_\d+\b")


class Checks:
    """Watches one machine through a year."""

    def __init__(self, machine: Machine, developer: Developer) -> None:
        self.machine, self.developer = machine, developer
        self.faults: list[str] = []
        self.figures: dict[str, int] = defaultdict(int)
        self.most: dict[str, int] = defaultdict(int)
        self.seen: dict[Key, Entry] = {}
        self.hot: dict[tuple[str, str], dict[str, str]] = {}  # session → what was hot in it, by id
        self.wished: dict[tuple[str, str], bool] = {}  # what was said once, by project: whether it was kept
        self.gone: set[Key] = set()  # what the user took away
        self.rejected: dict[Key, str] = {}
        self.muted: dict[Key, set[str]] = defaultdict(set)  # in which projects
        self.brought: dict[Key, set[str]] = defaultdict(set)  # the sessions into which each was brought
        self.merged: set[Key] = set()
        self.settled: set[tuple[str, str]] = set()  # habits that were warm at a session's end, by project
        self.related: dict[tuple[str, str], int] = {}  # habit and project: day on which it was worked on last
        self.met: dict[tuple[str, str], list[int]] = defaultdict(list)  # all these days
        self.kept_up: dict[tuple[str, str], str] = {}  # and by which prompt of another kind it was told last
        self.restored: dict[Key, int] = {}
        self.missed: Counter[str] = Counter()  # prompts that were not told of their learning
        self.beside: Counter[tuple[str, str]] = Counter()  # prompts that were told of another, and which
        self._noted: set[str] = set()
        self._resolved = 0
        self._logged = 0

    def fault(self, visit: Visit, words: str) -> None:
        """Note a fault, the first time that it is met."""
        if words in self._noted:
            return
        self._noted.add(words)
        self.faults.append(f"session {visit.number} (day {visit.day}, {visit.project}): {words}")

    def check_context(self, session: Session, step: Step, context: str) -> None:
        """A prompt was answered with this."""
        visit, ids = session.visit, _PLACED.findall(context)
        tiers = tier_files.read(self.machine)
        self._limits(visit, tiers)
        near = {entry.key[1]: entry for entry in sorted(tiers.warm_of(visit.project), key=lambda entry: entry.key[0])}
        if len(set(ids)) > TOLD_MOST or len(context) > TOLD_CHARS:
            self.fault(visit, f"{len(set(ids))} learnings and {len(context)} characters were told at a prompt")
        shown = [near[identity] for identity in dict.fromkeys(ids) if identity in near]
        self._figure(session, step, shown, tiers)
        for identity in dict.fromkeys(ids):
            entry = near.get(identity)
            if entry is None:
                self.fault(visit, f"{identity} was told and is not warm in this project")
                continue
            self.brought[entry.key].add(session.id)
            if entry.key in self.rejected or visit.project in self.muted[entry.key]:
                self.fault(visit, f"{identity} was told though it is rejected or muted: {entry.text}")
        if step.habit:
            self.related[step.habit, visit.project] = visit.day
            self.met[step.habit, visit.project].append(visit.day)
        for about in told_of(step):
            self.wished[visit.project, about] = False

    def _figure(self, session: Session, step: Step, shown: list[Entry], tiers: Tiers) -> None:
        habit, visit = habits().get(step.habit), session.visit
        if step.how == "works" and habit:
            warm = [entry for entry in tiers.warm_of(visit.project) if _is(habit, entry.text)]
            news = not any(session.id in self.brought[entry.key] for entry in warm)
            held = [entry for entry in warm if visit.project not in self.muted[entry.key]]
            known = news and any(entry.item.get("status", "active") == "active" for entry in held)
            self.figures["related prompts"] += known
            is_told = any(habit.is_in(entry.text) for entry in shown)
            self.figures["related prompts told"] += known and is_told
            self.missed[step.prompt] += known and not is_told
            near = [habit, *(habits()[name] for name in habit.beside)]
            beside = [entry.text for entry in shown if not any(neighbour.is_in(entry.text) for neighbour in near)]
            self.beside.update((step.prompt, text) for text in beside)
            self.figures["told beside"] += len(beside)
            self.figures["told"] += len(shown)
        elif not step.habit and step.how == "works":
            self.figures["unrelated prompts"] += 1
            self.figures["unrelated prompts told"] += bool(shown)
            self.beside.update((step.prompt, entry.text) for entry in shown)
        for other in habits().values():
            if other is not habit and any(_is(other, entry.text) for entry in shown):
                self.kept_up[other.name, other.project and visit.project] = f"day {visit.day}: {step.prompt}"

    def compacted(self, session: Session, context: str) -> None:
        """A session was told this after a compaction."""
        at = context.find("## Active Learnings")
        if at < 0:
            return
        view = context[at:]
        if len(view) > 4 * 2000 + 200:
            self.fault(session.visit, f"the hot view after a compaction has {len(view)} characters")
        warm = {entry.key[1]: entry for entry in tier_files.read(self.machine).warm_of(session.visit.project)}
        for identity in set(_PLACED.findall(view)) & set(warm):
            if warm[identity].key in self.rejected:
                self.fault(session.visit, f"{identity} was told after a compaction though it is rejected")

    def _limits(self, visit: Visit, tiers: Tiers) -> None:
        for name, own in tiers.hot.items():
            items = len(own) + len(tiers.matched[name])
            self.most["hot"] = max(self.most["hot"], items)
            if items > HOT_MOST:
                self.fault(visit, f"{items} items are hot in session {name[1][:8]}")
            known = self.hot.setdefault(name, {})
            for item in own:
                known[item["id"]] = item["description"]
        for project in PROJECTS:
            count = len(tiers.warm_of(project))
            self.most["warm"] = max(self.most["warm"], count)
            if count > WARM_MOST:
                self.fault(visit, f"{count} learnings are warm in {project}")
        paths = [
            self.machine.jarvis / "learnings",
            *(self.machine.root(project) / ".claude/learnings" for project in PROJECTS),
        ]
        for folder in paths:
            path = folder / "warm-memory.json"
            size = path.stat().st_size if path.exists() else 0
            self.most["bytes"] = max(self.most["bytes"], size)
            if size > BYTES_MOST:
                self.fault(visit, f"{path} has {size} bytes")

    def ended(self, visit: Visit) -> Tiers:
        """A session has ended, or was killed: all that must hold now."""
        tiers = tier_files.read(self.machine)
        self._limits(visit, tiers)
        self._log(visit, tiers)
        self._one_place(visit, tiers)
        self._nothing_lost(visit, tiers)
        self._hot_went_on(visit, tiers)
        self._wishes(visit, tiers)
        self._counts(visit, tiers)
        self._habits(visit, tiers)
        for entry in [*tiers.warm, *tiers.cold]:
            self.seen[entry.key] = entry
        return tiers

    def _log(self, visit: Visit, tiers: Tiers) -> None:
        texts = {(entry.project, entry.key[1]): entry.text for entry in [*tiers.warm, *tiers.cold]}
        records = tier_files.resolutions(self.machine)
        if len(records) < self._resolved:
            self.fault(visit, "records of conflicts are gone")
        for record in records[self._resolved :]:
            self.figures[f"resolved, {record['resolution']}"] += 1
            if record["resolution"] == "merge":
                for side in ("learning_a", "learning_b"):
                    self.merged.update((place, record[side]) for place in ("", *PROJECTS))
                continue
            both = [
                texts.get((record["project"], record[side])) or texts.get(("", record[side]), "")
                for side in ("learning_a", "learning_b")
            ]
            if all(both) and not _contradict(*both) and not _contradict(*both[::-1]):
                self.fault(visit, f"taken to contradict each other: {both[0]!r} and {both[1]!r}")
        self._resolved = len(records)
        logged = tier_files.accesses(self.machine)
        if len(logged) < self._logged:
            self.fault(visit, f"{self._logged - len(logged)} lines of the access log are gone")
        for line in logged[self._logged :]:
            self.figures["came back"] += line["from_tier"] == "cold" and line["trigger"] == "pattern_match"
            if line["action"] == "merged":
                self.merged.update((place, line["learning_id"]) for place in ("", *PROJECTS))
        self._logged = len(logged)

    def _one_place(self, visit: Visit, tiers: Tiers) -> None:
        warm, cold = [entry.key for entry in tiers.warm], [entry.key for entry in tiers.cold]
        for key, times in Counter(warm + cold).items():
            if times > 1:
                self.fault(visit, f"{key} stands {times} times, {cold.count(key)} of them cold")
        for project in PROJECTS:
            texts: dict[str, str] = {}
            for entry in tiers.warm_of(project):
                words = " ".join(_WORD.findall(entry.text.casefold()))
                if words in texts:
                    self.fault(visit, f"{entry.key[1]} and {texts[words]} say the same: {entry.text}")
                texts[words] = entry.key[1]

    def _nothing_lost(self, visit: Visit, tiers: Tiers) -> None:
        now = {entry.key for entry in [*tiers.warm, *tiers.cold]}
        for key in [key for key in self.seen if key not in now]:
            if key not in self.gone and key not in self.merged:
                self.fault(visit, f"{key} is lost: {self.seen[key].text}")
            del self.seen[key]
        cold = {entry.key: entry for entry in tiers.cold}
        for key, day in self.restored.items():
            if key in cold and visit.day - day < 30:
                self.fault(visit, f"{key} was restored on day {day} and is cold: {cold[key].archive}")
        for entry in [*tiers.warm, *tiers.cold]:
            if entry.key in self.gone:
                self.fault(visit, f"{entry.key} was forgotten by the user and is there")
            before = self.seen.get(entry.key, entry).text
            if entry.text != before and entry.key not in self.merged:
                self.fault(visit, f"{entry.key} said {before!r} and says {entry.text!r}")

    def _hot_went_on(self, visit: Visit, tiers: Tiers) -> None:
        kept = [(entry.project, _whole(entry.item)) for entry in [*tiers.warm, *tiers.cold]]
        for name in [name for name in self.hot if name not in tiers.hot]:
            for identity, text in self.hot.pop(name).items():
                own = set(_WORD.findall(text.casefold()))
                habit = next((candidate for candidate in habits().values() if _is(candidate, text)), None)
                near = [statement for project, statement in kept if project in ("", name[0])]
                if any(
                    (habit and habit.is_in(statement)) or own <= set(_WORD.findall(statement)) for statement in near
                ):
                    continue
                if not any(identity in (record["learning_a"], record["learning_b"]) for record in self._records()):
                    self.fault(visit, f"{identity} of session {name[1][:8]} did not go on: {text}")

    def _records(self) -> list[dict[str, Any]]:
        return tier_files.resolutions(self.machine)

    def _wishes(self, visit: Visit, tiers: Tiers) -> None:
        texts = {
            project: "\n".join(
                [
                    *(_whole(entry.item) for entry in [*tiers.warm, *tiers.cold] if entry.project in ("", project)),
                    *(path.read_text("utf-8") for path in self._journal(project)),
                ]
            )
            for project in PROJECTS
        }
        for (project, about), was_kept in self.wished.items():
            is_kept = about in texts[project]
            if was_kept and not is_kept:
                self.fault(visit, f"what was said of {about!r} in {project} is lost")
            self.wished[project, about] = is_kept

    def _journal(self, project: str) -> list[Path]:
        """The files of the journal: what is stated as a choice is kept there."""
        return sorted((self.machine.root(project) / ".genius" / "memory").glob("*.json"))

    def _counts(self, visit: Visit, tiers: Tiers) -> None:
        live = {name[1] for name in tiers.hot}
        for entry in tiers.warm:
            if entry.key in self.merged or self.brought[entry.key] & live:
                continue
            self.figures["counts compared"] += 1
            count = entry.item.get("access_count", 0)
            if _is_briefed(entry):  # in every session: counted at most once a week
                count = min(count, len(self.brought[entry.key]))
            if count != len(self.brought[entry.key]):
                words = f"{entry.key} was brought into {len(self.brought[entry.key])} sessions and counts {count}"
                self.fault(visit, words)
            if not 0 <= entry.item.get("confidence", 0) <= 1:
                self.fault(visit, f"{entry.key} has a confidence of {entry.item['confidence']}")

    def _habits(self, visit: Visit, tiers: Tiers) -> None:
        for project in PROJECTS:
            warm = tiers.warm_of(project)
            for habit in habits().values():
                if habit.project in ("", project):
                    self._habit(visit, habit, project, [entry for entry in warm if _is(habit, entry.text)])

    def _habit(self, visit: Visit, habit: Habit, project: str, warm: list[Entry]) -> None:
        place = (habit.name, project)
        is_active = any(entry.item.get("status", "active") == "active" for entry in warm)
        is_lived = self.developer.is_lived(habit, visit.day)
        days, often = (85, 5) if habit.how != "practised" else (25, 2)
        is_met = sum(visit.day - day <= days for day in self.met[place]) >= often
        if is_lived and is_active and habit.life not in ("rejected", "forgotten"):
            self.settled.add(place)
        elif is_met and place in self.settled and not is_active and habit.life in ("living", "successor", "practice"):
            self.fault(visit, f"{habit.name} lives and is not warm and active in {project}: {self.met[place][-5:]}")
            self.settled.discard(place)
        self._cooled(visit, habit, project, warm)
        for entry in warm:
            if entry.key in self.rejected:
                self.fault(visit, f"{entry.key} was rejected and is warm again")
            elif habit.life == "rejected" and any(habit.is_in(text) for text in self.rejected.values()):
                self.fault(visit, f"{habit.name} was rejected and came back as {entry.key}")
            elif habit.life == "forgotten" and any(habit.is_in(self_text) for self_text in self._gone_texts):
                self.fault(visit, f"{habit.name} was forgotten and came back as {entry.key}")

    _gone_texts: tuple[str, ...] = ()

    def _cooled(self, visit: Visit, habit: Habit, project: str, warm: list[Entry]) -> None:
        successor = next((other for other in habits().values() if other.after == habit.name), None)
        if successor and (successor.name, project) in self.settled:
            for entry in [entry for entry in warm if entry.item.get("status", "active") == "active"]:
                self.fault(visit, f"{habit.name} was superseded and is warm: {entry.key} {entry.text}")
        last = max(
            self.related.get((habit.name, where), -1) for where in (PROJECTS if not habit.project else (project,))
        )
        if last < 0 or habit.life not in ("abandoned", "idle-practice") or visit.project != project:
            return
        for entry in warm:
            if visit.day - max(last, self.restored.get(entry.key, 0)) > IDLE_MOST[habit.how != "practised"]:
                by = self.kept_up.get((habit.name, habit.project and project), "nothing")
                self.fault(visit, f"{habit.name} was last met on day {last} and is warm: {entry.key}; told on {by}")

    def came_back(self, tiers: Tiers) -> tuple[int, int]:
        """How many habits of the season are warm, and of how many; one that stands twice is a fault."""
        seasonal = [habit for habit in habits().values() if habit.life.startswith("seasonal")]
        for habit in seasonal:
            keys = [
                entry.key
                for entry in [*tiers.warm, *tiers.cold]
                if entry.project == habit.project and _is(habit, entry.text)
            ]
            if len(keys) > 1:
                self.faults.append(f"at the end: {habit.name} came back as another: {keys}")
        return sum(any(_is(habit, entry.text) for entry in tiers.warm) for habit in seasonal), len(seasonal)

    def forgotten(self, entry: Entry) -> None:
        """The user forgot a learning."""
        self.gone.add(entry.key)
        self._gone_texts += (entry.text,)

    def identical(self, visit: Visit, before: Entry, tiers: Tiers) -> None:
        """A cold learning was restored: the entry stands in warm as it stood there, to the letter."""
        self.figures["restored"] += 1
        after = next((entry for entry in tiers.warm if entry.key == before.key), None)
        if after is None or json.dumps(after.item) != json.dumps(before.item):
            self.fault(visit, f"{before.key} was restored as {after and after.item}, it was {before.item}")
        else:
            self.figures["restored identically"] += 1
        self.restored[before.key] = visit.day


def _is(habit: Habit, text: str) -> bool:
    """Whether a text is of a habit and not of the one that took its place."""
    return habit.is_in(text) and not any(other.after == habit.name and other.is_in(text) for other in habits().values())


def _contradict(old: str, new: str) -> bool:
    """Whether a habit took the place of the other."""
    return any(newer.is_in(new) and habits()[newer.after].is_in(old) for newer in habits().values() if newer.after)


def _whole(item: dict[str, Any]) -> str:
    return f"{item['description']} {item.get('reason', '')}".casefold()


def _is_briefed(entry: Entry) -> bool:
    return matcher.is_general(Learning(entry.key[1], "preference", entry.text))
