"""`memory-core show ID`: one memory, whole."""

import contextlib
from collections.abc import Mapping

from memory_core import redact
from memory_core.capture import endings
from memory_core.core import git, note_refs, review_finding
from memory_core.core.light import clock, deduplicate, lifecycle
from memory_core.core.light.errors import Refusal, Usage
from memory_core.core.light.lifecycle import BY, HISTORY, PROPOSED
from memory_core.core.memory import Memory, as_json, is_documented, is_passage, stands_at
from memory_core.core.options import call, parsed
from memory_core.core.report import Report
from memory_core.core.terminal import paint, wrapped
from memory_core.extract import policy
from memory_core.guardrails import rules_file
from memory_core.learnings import learning as codec
from memory_core.learnings import warm_files
from memory_core.learnings.learning import scored
from memory_core.recall import anchoring, anchors, find, showing, view
from memory_core.tickets import decision_log


def main(arguments: list[str]) -> Report:
    """Report a memory, or those that words may mean (exit code 1); `Refusal` if none or several have the id."""
    options = parsed("show", arguments)
    if not "".join(options.words).strip():
        raise Usage(f"say which: `{call(options, 'show')} ID`; `{call(options, 'list')}` shows ids")
    if find.is_words(options.root, options.words):
        return find.offer(options, "show", find.meant(options, " ".join(options.words)))
    memory, sources = find.get(options.root, options.words[0])
    if options.why:
        reasons = _why(memory)
        return Report(options, reasons, "\n".join(f"{name}: {value}" for name, value in reasons.items()), "show")
    memory = _as_today(showing.shown(options.here, [memory])[0])
    [all_anchors] = anchoring.anchors_of(options.root, options.here, [memory])
    chain, left = find.chain(options.root, memory)
    chain = showing.shown(options.here, chain)
    result = {**as_json(memory, sources), **view.anchor_fields(all_anchors), "chain": [_link(entry) for entry in chain]}
    text = _whole(options.root, memory, sources, anchors.described(all_anchors))
    rows = [f"  {entry.created[:10]}  {entry.id}  {entry.status}  {entry.summary}" for entry in chain]
    rows += [f"  … +{left:,} more"] if left else []
    text = "\n".join([text, *(["what took the place of what:"] if rows else []), *rows])
    return Report(options, result, text, "show", lambda: _page(text))


def _page(text: str) -> str:
    """The memory as a person at a terminal reads it."""
    head, _, rest = wrapped(redact.neutral(text)).partition("\n")
    return f"{paint(head, 'bold')}\n{rest}"


def _why(memory: Memory) -> dict[str, object]:
    """Why a memory is there: the rule that chose it, its certainty, and the words and the place it was taken from."""
    rule = str(memory.attrs.get("rule") or "")
    reasons = {
        "id": memory.id,
        "summary": memory.summary,
        "status": "candidate, unconfirmed" if memory.status == policy.CANDIDATE else memory.status,
        "why": policy.why(rule) or "a person or a command stated it",
        "rule": rule,
        "label": policy.INFERRED if policy.is_inferred(rule) else policy.STATED,
        "certainty": memory.attrs.get("certainty"),
        "words": memory.source.quote,
        "session": memory.source.session,
        "transcript line": memory.source.uuid,
        "names as replaced, and none fits": endings.unresolved(memory),
    }
    return {name: value for name, value in reasons.items() if value}


def _link(memory: Memory) -> dict[str, str]:
    """A memory of a chain, for `--json`."""
    return {"id": memory.id, "summary": memory.summary, "created": memory.created, "status": memory.status}


def _guard(memory: Memory) -> dict[str, object]:
    """The further facts of a guard rail."""
    if memory.source.home != rules_file.NAME:
        return {}
    result = {key: value for key, value in memory.attrs.items() if key != "extra"}
    return {
        key.replace("_", " "): ", ".join(map(str, value)) if isinstance(value, list) else value
        for key, value in result.items()
    }


def _of_ticket(memory: Memory) -> dict[str, object]:
    """The further facts of a decision in a log, or of a fact in a document."""
    attrs = memory.attrs
    if is_documented(memory):
        where = f"{memory.source.place}:{attrs.get('line', 1)}"
        return {"stated in": where, "severity": attrs.get("severity"), "certainty": attrs.get("certainty")}
    if memory.source.home != decision_log.NAME:
        return {}
    named = {"topic": "topic", "scope key": "scope_key", "stage": "stage", "from": "source_path"}
    return {name: attrs.get(key) for name, key in named.items()}


def _as_today(memory: Memory) -> Memory:
    """The memory; a learning that tiers with its confidence of today."""
    if memory.source.home not in (warm_files.NAME, "session"):
        return memory
    sure = scored(codec.of_memory(memory), clock.today()).confidence
    return memory._replace(attrs={**memory.attrs, "confidence": sure})


def _finding_fields(memory: Memory) -> dict[str, object]:
    """The further facts of a review's finding."""
    names = ("severity", "category", "line")
    return {name: memory.attrs.get(name) for name in names} if review_finding.is_finding(memory) else {}


def _learned(memory: Memory) -> dict[str, object]:
    """The further facts of a learning that tiers."""
    if memory.source.home not in (warm_files.NAME, "session"):
        return {}
    attrs = memory.attrs
    met = attrs.get("occurrences", 1)
    return {
        "tier": "warm" if memory.source.home == warm_files.NAME else "hot",
        "level": memory.scope.level,
        "heard as": str(attrs.get("source", "")).replace("_", " "),
        "met": f"{met} times{', watching' if attrs.get('status') == 'watching' else ''}" if met != 1 else "",
        "confidence": attrs.get("confidence"),
        "accesses": attrs.get("access_count"),
        "last accessed": attrs.get("last_accessed"),
        "skill": attrs.get("skill"),
    }


def _whole(root: str, memory: Memory, sources: tuple[str, ...], became: str) -> str:
    source = memory.source
    is_note = source.place.startswith(git.NOTES)
    status = "proposed, not in force" if memory.status == PROPOSED else memory.status
    by = find.successors(root)
    rows = [f"{memory.id}  {memory.kind}, {status}", memory.summary]
    rows += ["", memory.body] if memory.body else []
    facts = {
        "when": memory.created,
        "changed": memory.updated if memory.updated != memory.created else "",
        "was settled on": deduplicate.settled(memory),
        "spec": memory.scope.work,
        "phase": memory.attrs.get("phase"),
        "path": memory.scope.path,
        "code": became,
        **_finding_fields(memory),
        **_guard(memory),
        **_of_ticket(memory),
        **_learned(memory),
        "tags": ", ".join(memory.tags),
        "relates to": ", ".join(link.target for link in memory.links if link.rel == "relates_to"),
        "replaced by": _named(root, lifecycle.replacement(memory, by)),
        "maybe replaced by": _named(root, lifecycle.doubt(memory)),
        "supersedes": ", ".join(
            old for old, new in by.items() if new == memory.id and not lifecycle.stands_apart(memory)
        ),
        "updates": ", ".join(link.target for link in memory.links if link.rel == "updates"),
        "commit": source.commit,
        "also on": ", ".join(commit for commit in memory.commits if commit != source.commit),
        "author, as it says": memory.attrs.get("author"),
        "added to by": ", ".join(map(str, memory.attrs.get("amended_by", ()))),
        "note last written by": note_refs.writer(root, source.place, source.commit)
        if is_note and not memory.attrs.get("author")
        else "",
        **({"stands in": stands_at(memory)} if is_passage(memory) else {"kept in": ", ".join(sources)}),
        "said in session": source.session,
        "transcript line": source.uuid,
        "words": f"“{source.quote}”" if source.quote else "",
    }
    history = [_step(attr) for attr in memory.attrs.get(HISTORY, ())]
    return "\n".join([*rows, "", *(f"{name}: {value}" for name, value in facts.items() if value), *history])


def _named(root: str, name: str) -> str:
    """The id and the text of a memory; only the id if it does not exist."""
    with contextlib.suppress(Refusal):
        return f"{name}: {find.get(root, name)[0].summary}" if name else ""
    return name


def _step(values: Mapping[str, object]) -> str:
    """The state of a memory before an event."""
    was = [f"{key.replace('_', ' ')} {values[key]}" for key in ("status", "summary", BY) if values.get(key)]
    return f"{values.get('when')}: {values.get('event')}; before: {', '.join(was) or 'another text'}"
