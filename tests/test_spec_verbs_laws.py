"""Laws of what a spec is called and of the documents that it begins with, for any words."""

from hypothesis import given
from hypothesis import strategies as st

from memory_core.language import outline
from memory_core.specs import read_documents, skeleton, slug, tasks, tick
from memory_core.specs.spec import PLAN, PROGRESS
from memory_core.specs.tasks import Task

WORDS = st.text(max_size=300)
LINES = st.lists(
    st.sampled_from(
        (
            "---",
            "# a",
            "## Overview",
            "status: completed",
            "```",
            "~~~",
            "- [ ] 1.1 task",
            "<!-- x",
            "words",
            "",
            "| a | b |",
        )
    ),
    max_size=8,
).map("\n".join)
ANY = WORDS | LINES


@given(ANY)
def test_a_slug_is_a_name_of_a_folder_whatever_was_typed(words: str):
    made = slug.made(words)
    assert 0 < len(made) <= slug.LONGEST
    assert slug.given(made) == made
    assert not set(made) & set('/\\:*?"<>| \n\t.')


@given(ANY, st.lists(st.sampled_from(("spec", "spec-2", "a", "A-2")), max_size=4))
def test_a_free_slug_is_free(words: str, taken: list[str]):
    name = slug.free(slug.made(words), taken)
    assert name.casefold() not in {name_taken.casefold() for name_taken in taken}


@given(ANY)
def test_a_readme_tells_what_was_put_into_it_and_words_change_nothing_of_its_head(words: str):
    title = skeleton.title_of(words) or "none"
    text = skeleton.readme("a-b", title, "2026-03-14", words)
    head = skeleton.parsed(text)
    assert (head.phase, head.created) == ("planning", "2026-03-14")
    assert (skeleton.key(text, "slug"), skeleton.key(text, "status")) == ("a-b", "planning")
    for phase in ("implementation", "completed", "planning"):
        changed = skeleton.in_phase(text, phase, "started: 2026-03-15")
        assert skeleton.parsed(changed).phase == phase
        assert skeleton.in_phase(changed, phase, "started: 2026-03-16") == changed
        assert changed.partition("\n---\n")[2] == text.partition("\n---\n")[2]


@given(ANY)
def test_words_stand_in_the_overview_line_for_line(words: str):
    text = skeleton.readme("a-b", "T", "2026-03-14", words)
    for line in words.strip().splitlines():
        assert line.rstrip() in text


@given(ANY)
def test_any_text_takes_a_phase(text: str):
    assert skeleton.parsed(skeleton.in_phase(text, "completed")).phase == "completed"


def test_a_spec_that_begins_says_nothing_but_why_it_was_begun():
    documents = skeleton.documents("a-b", "Rate limits", "2026-03-14", "Rate limits for each key of the API")
    assert [item.kind for item in read_documents.items(documents, "a-b")] == ["inception"]
    assert tasks.tasks(documents) == []


@given(st.lists(st.text(alphabet="abcdef ()|", min_size=4, max_size=20).filter(str.strip), min_size=1, max_size=6))
def test_the_tasks_of_a_plan_are_the_tasks_of_the_progress_made_of_it(words: list[str]):
    plan = "# Plan\n\n## Phase 2\n\n" + "\n".join(f"- [ ] {task}" for task in words)
    planned = tick.numbered(plan, tasks.tasks({PLAN: plan}))
    progress = skeleton.progress("T")
    for task in planned:
        progress = tick.added(progress, task, "")
    both = tasks.tasks({PLAN: plan, PROGRESS: progress})
    assert len({task.id for task in planned}) == len(planned)
    assert {outline.words(task.words) for task in both} == {outline.words(task.words) for task in planned}


@given(st.lists(st.from_regex(r"\A(?:T-)?[1-9](?:\.[1-9]){0,2}\Z"), max_size=8))
def test_the_next_id_is_a_new_one(ids: list[str]):
    name = tick.next_id([Task(identity, "words") for identity in ids])
    assert name
    assert name not in ids
