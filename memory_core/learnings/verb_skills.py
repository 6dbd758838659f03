"""`jarvis memory skills [--write ID]`: learnings that could be a skill, each with a draft (JARVIS-63)."""

import os
from collections.abc import Mapping
from typing import Any

from memory_core import redact
from memory_core.core.light import files
from memory_core.core.light.errors import Refusal
from memory_core.core.report import Report
from memory_core.learnings import skill, tiers, view, warm_files
from memory_core.learnings.find_learning import call, one, parse, show
from memory_core.learnings.learning import PROJECT, WARM, Learning, Move
from memory_core.learnings.skill import Draft


def skills(arguments: list[str]) -> Report:
    """Report the candidates with their drafts, or write the skill of the learning that is named."""
    options = parse("skills", arguments)
    root = options.root
    if options.write:
        with warm_files.held(root):
            learning = one(options, options.write, WARM).learning
            made = _written(root, learning)
            _mark(root, learning, made)
        value = {"done": "written", "path": _place(made), "learning": view.as_json(learning, WARM), "text": made.text}
        gone = f"undo: delete {os.path.dirname(_place(made))}"
        text = f"written: {_place(made)}, from {view.named(learning)}\nread it, and commit it\n{gone}"
        return Report(options, value, redact.clean(text))
    found = [(learning, skill.draft(learning)) for learning in tiers.plan(root).pending_promotions]
    values = [{"learning": view.as_json(rival, WARM), "slug": made.slug, "text": made.text} for rival, made in found]
    blocks = [
        f"{view.row(rival).strip()}\n\n{made.text}\n{call(options)} skills --write {rival.id}" for rival, made in found
    ]
    none = "no learning is sure enough (confidence from 0.8) and used enough (10 times) to become a skill yet"
    return show(options, values, "\n\n".join(blocks) or none)


def _place(made: Draft) -> str:
    return f".claude/skills/{made.slug}/SKILL.md"


def _written(root: str, learning: Learning) -> Draft:
    """The draft as it now stands in the project; under a longer name where its own is taken."""
    made = skill.draft(learning)
    longer = made.slug + "-" + learning.id.replace("_", "-")
    for slug in (made.slug, longer):
        draft = Draft(slug, made.text.replace(f"name: {made.slug}\n", f"name: {slug}\n", 1))
        path = os.path.join(root, *_place(draft).split("/"))
        if files.read(path) == draft.text:
            return draft
        if files.is_absent(path):
            files.write(path, draft.text)
            return draft
    raise Refusal(f"{_place(Draft(longer, ''))} is there already, in other words; delete it first, or edit it by hand")


def _mark(root: str, learning: Learning, made: Draft) -> None:
    """Note with the learning which skill it became, and with the project that it has that skill (JARVIS-21)."""
    new = learning._replace(skill=made.slug)
    for level in dict.fromkeys((learning.level, PROJECT)):
        warm = warm_files.read(root, level)
        kept = tuple(new if rival.id == new.id and level == new.level else rival for rival in warm.learnings)
        context = _with_skill(warm.context, made.slug) if level == PROJECT else warm.context
        warm_files.write(root, level, warm._replace(learnings=kept, context=context))
    tiers.record(root, [Move(new, "promoted", WARM, WARM, "skill")])


def _with_skill(context: Mapping[str, Any], slug: str) -> dict[str, Any]:
    known = context.get("active_skills")
    names = [name for name in known if isinstance(name, str) and name != slug] if isinstance(known, list) else []
    return {**context, "active_skills": [*names, slug]}
