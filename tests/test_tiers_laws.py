"""Laws of the tiers' policy: nothing vanishes, limits hold, what was done need not be done again."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.learnings import conflict, plan
from memory_core.learnings.consolidate import Outcome, consolidate
from memory_core.learnings.learning import (
    ACTIVE,
    COLD,
    GLOBAL,
    HOT,
    REJECTED,
    SUPERSEDED,
    WARM,
    WATCHING,
    Cold,
    Learning,
    numbers,
)
from memory_core.learnings.learning import confidence_score as confidence
from tests.properties import examples
from tests.tiers_made import DAYS, colds, highest, hots, learnings, warms

TODAY = "2027-01-02"
PROJECT = "/project"


def ended(hot: Sequence[Learning], warm: Sequence[Learning], cold: Sequence[Cold] = (), **options: object) -> Outcome:
    known: dict[str, Any] = {
        "session": "s1",
        "now": f"{TODAY}T10:00:00Z",
        "today": TODAY,
        "numbers": highest(),
        "project": PROJECT,
    }
    known |= options
    known["numbers"] = dict.fromkeys(("project", "global"), known["numbers"])
    return consolidate(hot, warm, cold, **known)


def key(learning: Learning) -> tuple[str, str]:
    return learning.level, learning.id


@pytest.mark.req("JARVIS-14", "JARVIS-28", "JARVIS-37")
@given(hots(), warms(), colds())
def test_no_learning_vanishes_at_a_sessions_end(hot: list[Learning], warm: list[Learning], cold: list[Cold]) -> None:
    done = ended(hot, warm, cold)
    after = [*done.warm, *(learning.learning for learning in done.cold)]
    ids = {learning.id for learning in after}
    assert {learning.id for learning in (*warm, *(old.learning for old in cold))} <= ids
    assert len([move for move in done.moves if move.from_tier == HOT]) == len(hot)
    for learning in hot:  # its words stand, or words that say the same
        assert any(
            old.description == learning.description
            or conflict.relation(old, learning) in (conflict.SAME, conflict.MERGE)
            for old in after
        )
    assert {entry.learning.id for entry in done.archived} <= {entry.learning.id for entry in done.cold}
    assert {entry.id for entry in cold_of(cold)} - {entry.learning.id for entry in done.woken} <= {
        entry.learning.id for entry in done.cold
    }


def cold_of(cold: Sequence[Cold]) -> list[Learning]:
    return [entry.learning for entry in cold]


@given(hots(), warms(), colds())
def test_ids_stay_unique_and_new_ones_are_new(hot: list[Learning], warm: list[Learning], cold: list[Cold]) -> None:
    done = ended(hot, warm, cold)
    every = [learning.id for learning in (*done.warm, *cold_of(done.cold))]
    assert len(every) == len(set(every))
    known = {learning.id for learning in (*warm, *cold_of(cold))}
    assert all(
        numbers([identity])["preference"] + numbers([identity])["behaviour"] > 900 for identity in set(every) - known
    )
    assert not any(identity.startswith("hot_") for identity in every)


@given(hots(), warms(), colds())
def test_the_same_session_ends_in_the_same_way(hot: list[Learning], warm: list[Learning], cold: list[Cold]) -> None:
    assert ended(hot, warm, cold) == ended(hot, warm, cold)


@given(hots("s0"), hots("s1"))
def test_a_session_that_is_ended_twice_counts_once(earlier: list[Learning], hot: list[Learning]) -> None:
    before = ended(earlier, [], session="s0")
    once = ended(hot, before.warm, before.cold, numbers=last(before))
    again = ended(hot, once.warm, once.cold, numbers=last(once))
    assert total(again.warm, again.cold) == total(once.warm, once.cold)


def last(done: Outcome) -> dict[str, int]:
    return numbers(learning.id for learning in (*done.warm, *cold_of(done.cold)))


def total(warm: Sequence[Learning], cold: Sequence[Cold]) -> int:
    return sum(learning.occurrences for learning in (*warm, *cold_of(cold)))


@given(
    st.lists(
        st.sampled_from(("Use pnpm", "Ask before pushing", "No emojis in commits", "Always use pnpm")), max_size=6
    ),
    st.lists(
        st.sampled_from(("Use pnpm", "Ask before pushing", "Tests first", "Don't put emojis in commits")), max_size=6
    ),
)
def test_the_order_of_two_ends_does_not_lose_counts(ours: list[str], theirs: list[str]) -> None:
    def heard(words: list[str], session: str) -> list[Learning]:
        return [
            Learning(
                f"hot_{at:08x}", "preference", early, "statement", session=session, uuid=f"{session}{at}", updated=TODAY
            )
            for at, early in enumerate(words)
        ]

    early, late = heard(ours, "s1"), heard(theirs, "s2")

    def counts(first: list[Learning], second: list[Learning]) -> list[int]:
        done = ended(first, [], session=first[0].session if first else "")
        done = ended(second, done.warm, done.cold, session="s2", numbers=numbers(x.id for x in done.warm))
        return sorted(x.occurrences for x in done.warm)

    assert counts(early, late) == counts(late, early)


@pytest.mark.req("JARVIS-38")
@examples(10)
@given(hots(), st.integers(490, 520))
def test_warm_stays_within_its_limit(hot: list[Learning], many: int) -> None:
    warm = [
        Learning(f"pref_{at:03}", "preference", f"Word{at} goes first", updated="2026-12-01") for at in range(1, many)
    ]
    done = ended(hot, warm, numbers={"preference": 900})
    assert len(done.warm) <= plan.WARM_MOST
    assert len(done.warm) + len(done.archived) >= len(warm)


@pytest.mark.heavy
@pytest.mark.req("JARVIS-40")
def test_a_file_that_grew_too_large_loses_what_was_idle_for_longest() -> None:
    warm = [
        Learning(f"pref_{at:03}", "preference", f"Word{at} " + "x" * 400_000, updated=f"2026-12-{at:02}")
        for at in range(1, 31)
    ]
    planned = plan.plan(warm, {}, TODAY, weekly=False)
    assert len(planned.warm) == 26
    assert [entry.learning.id for entry in planned.archived] == ["pref_001", "pref_002", "pref_003", "pref_004"]
    assert {entry.why for entry in planned.archived} == {"capacity"}


@pytest.mark.req("JARVIS-15", "JARVIS-39", "JARVIS-50", "JARVIS-51", "JARVIS-52")
@pytest.mark.parametrize(
    ("idle", "explicit", "weekly", "why", "pending"),
    [
        (13, False, True, "", False), (14, False, True, "", True), (29, False, True, "", True),
        (30, False, True, "inactivity", False), (30, False, False, "", True), (30, True, True, "", True),
        (89, True, True, "", True), (90, True, True, "age", False), (400, True, False, "", True),
    ],
)  # fmt: skip
def test_a_learning_cools_with_the_days(idle: int, explicit: bool, weekly: bool, why: str, pending: bool) -> None:
    from datetime import date, timedelta

    day = (date.fromisoformat(TODAY) - timedelta(days=idle)).isoformat()
    learning = Learning("pref_001", "preference", "Use pnpm", updated=day, confirmation=float(explicit))
    planned = plan.plan([learning], {}, TODAY, weekly=weekly, project=PROJECT)
    assert [(cold.why, cold.project, cold.archived) for cold in planned.archived] == (
        [(why, PROJECT, TODAY)] if why else []
    )
    assert [learning.id for learning in planned.pending_demotions] == (["pref_001"] if pending else [])
    assert planned.archived == [] or planned.archived[0].learning == learning  # as it stood
    asked = plan.plan([learning], {}, TODAY, weekly=False, older_than=idle)
    assert [cold.why for cold in asked.archived] == ["asked"]
    assert plan.plan([learning], {"pref_001": TODAY}, TODAY, weekly=True).archived == []  # it came back today


@pytest.mark.req("JARVIS-63")
@pytest.mark.parametrize(
    ("access", "confirmation", "skill", "could"),
    [(10, 1.0, "", True), (9, 1.0, "", False), (10, 0.0, "", False), (20, 1.0, "x", False)],
)
def test_what_is_sure_and_often_needed_could_be_a_skill(
    access: int, confirmation: float, skill: str, could: bool
) -> None:
    kept = Learning("pref_001", "preference", "Use pnpm", access_count=access, confirmation=confirmation, skill=skill,
                   occurrences=3, updated=TODAY)  # fmt: skip
    assert [x.id for x in plan.plan([kept], {}, TODAY, weekly=False).pending_promotions] == (
        ["pref_001"] if could else []
    )


@pytest.mark.req("JARVIS-49", "JARVIS-56", "JARVIS-57")
@given(warms(), DAYS, st.booleans())
def test_what_gc_did_need_not_be_done_again(warm: list[Learning], today: str, weekly: bool) -> None:
    first = plan.plan(warm, {}, today, weekly=weekly)
    assert first == plan.plan(warm, {}, today, weekly=weekly)  # the dry run shows what is then done
    again = plan.plan(first.warm, {}, today, weekly=weekly, muted=first.muted)
    assert again.warm == first.warm
    assert not any((again.archived, again.moves, again.conflicts, again.resolutions, again.muted))
    assert again.pending_demotions == first.pending_demotions


@given(warms(), DAYS)
def test_no_learning_vanishes_in_gc(warm: list[Learning], today: str) -> None:
    planned = plan.plan(warm, {}, today, weekly=True)
    kept = sorted(map(key, (*planned.warm, *cold_of(planned.archived))))
    assert kept == sorted(map(key, warm))
    assert [entry.learning for entry in planned.archived] == [move.learning for move in planned.moves]
    assert all(cold.learning in warm for cold in planned.archived)


@pytest.mark.req("JARVIS-43")
@given(warms(), DAYS)
def test_after_gc_nothing_in_force_stands_against_another(warm: list[Learning], today: str) -> None:
    planned = plan.plan(warm, {}, today, weekly=False)
    assert [*conflict.conflicts(planned.warm, planned.muted)] == []
    assert len(planned.resolutions) <= len(planned.conflicts)


def preference(words: str, session: str = "s1", **fields: object) -> Learning:
    known = Learning("hot_00000001", "preference", words, "statement", confirmation=1.0, updated=TODAY, session=session)
    return known._replace(**fields)  # type: ignore[arg-type]


def done_often(words: str, session: str = "s1", **fields: object) -> Learning:
    known = Learning(
        "hot_00000002", "behaviour", words, "code_repetition", status=WATCHING, updated=TODAY, session=session
    )
    return known._replace(**fields)  # type: ignore[arg-type]


@pytest.mark.req("JARVIS-6")
def test_a_practice_of_three_sessions_is_validated() -> None:
    warm: list[Learning] = []
    seen = []
    for at in range(1, 4):
        warm = ended([done_often("Tests are run with `pytest -q`", f"s{at}")], warm, session=f"s{at}").warm
        seen.append((warm[0].occurrences, warm[0].status))
    assert seen == [(1, WATCHING), (2, WATCHING), (3, ACTIVE)]
    assert len(warm) == 1


def test_what_the_user_says_again_is_one_learning_with_both_counts() -> None:
    warm = ended([preference("Use pnpm", reason="it is faster")], []).warm
    warm = ended(
        [preference("Use pnpm instead of npm", "s2", reason="CI has it", corrections=2)], warm, session="s2"
    ).warm
    (learning,) = warm
    assert (learning.description, learning.occurrences, learning.corrections) == ("Use pnpm instead of npm", 3, 2)
    assert "faster" in learning.reason
    assert "CI" in learning.reason
    assert learning.confidence == round(confidence(learning, TODAY), 2)


def test_what_was_seen_does_not_put_words_into_the_users_mouth() -> None:
    (learning,) = ended([done_often("Use pnpm instead of npm")], ended([preference("Use pnpm")], []).warm).warm
    assert learning.description == "Use pnpm"


@pytest.mark.req("JARVIS-43", "JARVIS-47")
def test_the_newer_word_of_the_user_takes_the_place_of_the_older() -> None:
    before = ended([preference("Use npm")], []).warm
    done = ended([preference("Use pnpm, not npm", "s2")], before, session="s2", numbers={"preference": 901})
    assert [learning.description for learning in done.warm] == ["Use pnpm, not npm"]
    assert [(entry.why, entry.by, entry.learning) for entry in done.archived] == [
        (SUPERSEDED, done.warm[0].id, before[0])
    ]
    assert [entry.resolution for entry in done.resolutions] == ["recency"]


@pytest.mark.req("JARVIS-44")
def test_a_practice_does_not_beat_what_the_user_said() -> None:
    warm = ended([preference("Use pnpm")], []).warm
    cold: list[Cold] = []
    for at in range(2, 7):
        done = ended(
            [done_often("Use npm", f"s{at}")],
            warm,
            cold,
            session=f"s{at}",
            numbers={"preference": 901, "behaviour": 900 + at},
        )
        warm, cold = done.warm, done.cold
    assert [learning.description for learning in warm] == ["Use pnpm"]
    assert [(entry.learning.description, entry.why) for entry in cold] == [("Use npm", SUPERSEDED)]
    assert warm[0].contradicted >= 3  # which makes it less sure


def test_a_new_habit_takes_the_place_of_an_old_one_once_it_is_one() -> None:
    warm = [done_often("Use npm", id="pat_001", status=ACTIVE, occurrences=9, updated="2026-10-01")]
    for at in range(2, 5):
        warm = ended([done_often("Use pnpm", f"s{at}")], warm, session=f"s{at}").warm
        assert ("Use npm" in {learning.description for learning in warm}) == (at < 4)
    assert [learning.description for learning in warm] == ["Use pnpm"]


@pytest.mark.req("JARVIS-16")
def test_what_the_user_rejected_comes_back_by_their_word_alone() -> None:
    cold = [Cold(done_often("Use npm", id="pat_001"), PROJECT, "2026-01-01", REJECTED)]
    seen = ended([done_often("Use npm")], [], cold)
    assert (seen.warm, seen.cold, seen.woken) == ([], cold, [])
    assert [(move.from_tier, move.to_tier) for move in seen.moves] == [(HOT, COLD)]
    result = ended([preference("Use npm")], [], cold)
    assert [learning.id for learning in result.warm] == ["pref_901"]
    assert result.cold == cold


@pytest.mark.req("JARVIS-11")
def test_what_cooled_down_wakes_where_it_is_met_again() -> None:
    old = done_often("Use npm", id="pat_001", occurrences=7, status=ACTIVE, updated="2026-01-01", session="s0")
    done = ended([done_often("Use npm")], [], [Cold(old, PROJECT, "2026-03-01")])
    assert [(learning.id, learning.occurrences, learning.updated) for learning in done.warm] == [("pat_001", 8, TODAY)]
    assert (done.cold, [entry.learning.id for entry in done.woken]) == ([], ["pat_001"])
    assert ("restored", COLD, WARM) in {(move.action, move.from_tier, move.to_tier) for move in done.moves}


@pytest.mark.req("JARVIS-11")
def test_a_large_archive_is_searched_for_what_says_the_same() -> None:
    cold = [
        Cold(done_often(f"Use tool{at} for job{at % 7}", "s0", id=f"pat_{at:03}"), PROJECT) for at in range(1, 3_000)
    ]
    done = ended([done_often("Always use tool2345 for job0")], [], cold)
    assert [entry.learning.id for entry in done.woken] == ["pat_2345"]


@pytest.mark.req("JARVIS-45")
def test_the_project_goes_before_all_projects_and_leaves_them_theirs() -> None:
    everywhere = preference("Use tabs", "s0", id="pref_001", level=GLOBAL)
    done = ended([preference("Use spaces")], [everywhere])
    assert {learning.description for learning in done.warm} == {"Use tabs", "Use spaces"}
    assert done.muted == ["pref_001"]
    assert done.archived == []
    (record,) = done.resolutions
    assert "later" not in record.reason
    late = ended(
        [preference("Use tabs", "s3", level=GLOBAL)],
        [preference("Use spaces", "s0", id="pref_002", updated="2026-01-01")],
    )
    (record,) = late.resolutions
    assert (record.resolution, record.winner) == ("specific", "pref_002")
    assert "later" in record.reason  # the newer word does not hold here, and the record says that it was heard
    assert late.muted == [learning.id for learning in late.warm if learning.level == GLOBAL]
    quiet = plan.plan(done.warm, {}, TODAY, weekly=False, muted=done.muted)
    assert quiet.conflicts == []


def test_what_the_user_muted_is_no_business_of_a_practice() -> None:
    everywhere = preference("Use tabs", "s0", id="pref_001", level=GLOBAL)
    done = ended([done_often("Use tabs")], [everywhere], muted=["pref_001"])
    assert len(done.warm) == 1
    assert len(ended([preference("Use tabs")], [everywhere], muted=["pref_001"]).warm) == 2


@given(learnings(), learnings())
def test_one_of_two_always_holds(learning: Learning, other: Learning) -> None:
    verdict = conflict.resolve(learning._replace(id="a"), other._replace(id="b"))
    assert verdict.winner in ("a", "b")
    assert verdict.resolution in ("explicit", "specific", "recency")
    assert conflict.winner(learning, other) in (learning, other)
