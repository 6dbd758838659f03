"""`memory-core spec start WORDS`: begin or continue a spec and show what fits it (CS-US-012, 013).

With `--phase implementation` the README gets that status, and PROGRESS.md the tasks of the plan.
"""

import argparse
import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from memory_core import redact
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.core.options import Parser
from memory_core.core.report import Report
from memory_core.core.safe_json import fenced
from memory_core.redact import second_opinion
from memory_core.specs import (
    keep,
    phases,
    read_documents,
    recall,
    skeleton,
    slug,
    spec_folders,
    spec_place,
    tasks,
    tick,
    view,
)
from memory_core.specs.phases import Shown
from memory_core.specs.recalled import Recalled
from memory_core.specs.slug import quoted
from memory_core.specs.spec import (
    ACTIVE_FOLDER,
    COMPLETED,
    IMPLEMENTATION,
    PLAN,
    PLANNING,
    PROGRESS,
    README,
    Item,
    Spec,
)
from memory_core.specs.spec_place import EXAMPLE, Place

_TELLING: Final = 8  # characters of a title that a slug can be made of
_TYPED: Final = re.compile(r"\A\s*--slug(?:=|[ \t]+)(\S+)(?=\s|\Z)|(?<=\s)--slug(?:=|[ \t]+)(\S+)\s*\Z")
LONGEST: Final = 20_000  # characters of a request


def start(arguments: list[str]) -> Report:
    """Begin or continue a spec, and report what is known; raises `Refusal` if no spec can be begun."""
    options = Parser("spec start", words=_whole).read(arguments)
    place = spec_place.place_of(options)
    if second_opinion.clean(options.slug, thorough=True) != options.slug:
        raise Refusal(
            "the --slug looks like a secret, and would name a folder; give another one, or leave it "
            "out. Nothing was made"
        )
    words = second_opinion.clean(redact.typed(" ".join(options.words)), thorough=True).strip()
    if len(words) > LONGEST:
        raise Refusal(f"the words are longer than {LONGEST:,} characters; give a shorter text")
    if options.phase == IMPLEMENTATION:
        return _implement(options, place, options.slug or words)
    return _plan(options, place, words)


def _plan(options: argparse.Namespace, place: Place, words: str) -> Report:
    if not words and not options.slug:
        raise Refusal(f"give the words for a new spec, or the slug of a spec: `{EXAMPLE}`{_active(place)}")
    with spec_place.held(place):
        spec, is_new = _begun(place, words, options.slug)
        kept = keep.keep(place, spec, [_inception(place, spec)]) if is_new else []
        spec_place.work_on(place, spec.slug)
    why = keep.indexed(place, kept)
    documents = spec_folders.documents(place.top, spec)
    asked = words if is_new else f"{spec.title}\n{skeleton.overview(documents.get(README, ''))}"
    shown = _shown(recall.planning(place.root, place.here, asked, spec.slug), PLANNING)
    lines = view.kept(kept)
    lines.append(f"documents: {', '.join(documents)}" if is_new else _standing(place, spec))
    return _answer(options, spec, [*lines, why], kept, shown, is_new=is_new)


def _implement(options: argparse.Namespace, place: Place, words: str) -> Report:
    with spec_place.held(place):
        spec = spec_place.chosen(place, words)
        documents = spec_folders.documents(place.top, spec)
        day = clock.today()
        readme = documents.get(README, f"# {spec.title}\n")
        plan = tick.numbered(documents.get(PLAN, ""), tasks.tasks({PLAN: documents.get(PLAN, "")}))
        changed = {README: skeleton.in_phase(readme, IMPLEMENTATION, f"started: {day}")}
        progress = documents.get(PROGRESS, skeleton.progress(spec.title))
        if plan and not tasks.tasks({PROGRESS: progress}):
            changed[PROGRESS] = tick.added(progress, plan[0], "", plan[1:])
        spec_folders.write(
            place.top, spec, {name: text for name, text in changed.items() if documents.get(name) != text}
        )
        spec = spec._replace(phase=IMPLEMENTATION)
        spec_place.work_on(place, spec.slug)
    shown = _shown(recall.implementation(place.root, place.here, spec), IMPLEMENTATION)
    lines = [_standing(place, spec), *view.following(tasks.tasks(spec_folders.documents(place.top, spec)))]
    hints = []
    if not plan:
        hints.append(f"{PLAN} names no task yet: plan first, a line each, `- [ ] 1.1 what is done`")
    return _answer(options, spec, lines, [], shown, hints, is_new=False)


def _begun(place: Place, words: str, wanted: str) -> tuple[Spec, bool]:
    """(the spec that the words name, whether it is new). The caller holds the lock."""
    named = None if wanted else spec_folders.named(place.top, words)
    if named is not None and named.phase != COMPLETED:
        return named, False
    every = spec_folders.every(place.top)
    title = skeleton.title_of(words) or wanted
    name = slug.given(wanted) if wanted else slug.made(f"{title}\n{words}" if len(title) < _TELLING else title)
    if not name:
        raise Refusal(
            f"--slug {wanted}: a slug is letters and digits with `-` between them, as {slug.made(wanted or words)}"
        )
    same = next((each for each in every if each.slug.casefold() == name.casefold() and each.phase != COMPLETED), None)
    if same is not None and (not words or same.title == title):
        return same, False
    if same is not None and wanted:
        raise Refusal(
            f"{name} exists already, in {quoted(same.folder)}; leave the words out to continue it, or give another slug"
        )
    name = slug.free(name, [each.slug for each in every])
    day = clock.today()
    spec = Spec(name, f"{ACTIVE_FOLDER}/{day}-{name}", title, PLANNING, day)
    spec_folders.write(place.top, spec, skeleton.documents(name, title, day, words or title))
    return spec, True


def _inception(place: Place, spec: Spec) -> Item:
    """The inception of a spec, from its README."""
    documents = spec_folders.documents(place.top, spec)
    item = next((each for each in read_documents.items(documents, spec.slug) if each.kind == "inception"), None)
    body = f"## Overview\n\n{skeleton.overview(documents.get(README, ''))}"
    return item or Item("inception", "inception", spec.title, body, place=README)


def _standing(place: Place, spec: Spec) -> str:
    """The current state of an existing spec: its documents, its tasks, its memories."""
    documents = spec_folders.documents(place.top, spec)
    done = view.counted(tasks.tasks(documents))
    tally = view.tally(keep.known(place, spec.slug))
    lines = [f"documents: {', '.join(documents) or 'none yet'}", done, f"kept so far: {tally}" if tally else ""]
    return "\n".join(filter(None, lines))


def _active(place: Place) -> str:
    active = [quoted(spec.slug) for spec in spec_folders.active(place.top)]
    return f". Active: {', '.join(active[:8])}" if active else ""


def _shown(recalled: Recalled, phase: str) -> Shown:
    return phases.text(recalled, phases.BUDGETS[phase], partial(fenced, label=f"spec {phase}"))


def _answer(
    options: argparse.Namespace,
    spec: Spec,
    lines: list[str],
    kept: list[Memory],
    shown: Shown,
    hints: Sequence[str] = (),
    *,
    is_new: bool,
) -> Report:
    value = view.data(spec, kept, shown, {"created": is_new})
    return Report(options, value, lambda: view.as_text(spec, lines, shown, hints), is_ready=True)


def _whole(words: list[str], text: str) -> list[str]:
    """The request as one word with its lines and quotes, since it is kept as it was typed."""
    if not text.strip():
        return words
    named = _TYPED.search(text)
    options = [f"--slug={named[1] or named[2]}"] if named else []
    text = (_TYPED.sub("", text, count=1) if named else text).strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" and text[0] not in text[1:-1]:
        text = text[1:-1].strip()
    return [*options, text] if text else options
