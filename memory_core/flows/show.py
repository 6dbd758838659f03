"""`memory-core show ID`: one memory, whole."""

from memory_core.domain import ledger, screen
from memory_core.domain.memory import Memory, as_json
from memory_core.flows import find
from memory_core.flows.options import Parser, emit
from memory_core.stores import git


def main(arguments: list[str]) -> int:
    """0, after the memory was printed; `Refusal` where no or more than one memory has the id."""
    parser = Parser("show", "One memory, whole.")
    parser.add_argument("id", help="the id of a memory, or its beginning")
    options = parser.read(arguments)
    memory, sources = find.one(options.root, options.id)
    memory = anchored(options.here, memory)
    if options.json:
        emit(as_json(memory, sources))
    else:
        print(screen.neutral(_whole(memory, sources)))
    return 0


def anchored(here: str, memory: Memory) -> Memory:
    """The memory with that of its commits that is part of HEAD: an amended commit keeps its note on the old one."""
    commits = ledger.commits(memory)
    if len(commits) < 2:
        return memory
    inside = git.inside(here, commits)
    return memory._replace(source=memory.source._replace(commit=next(iter(inside), commits[-1])))


def _whole(memory: Memory, sources: tuple[str, ...]) -> str:
    source = memory.source
    rows = [f"{memory.id}  {memory.kind}, {memory.status}", memory.summary]
    rows += [memory.body] if memory.body else []
    facts = {
        "when": memory.created,
        "changed": memory.updated if memory.updated != memory.created else "",
        "spec": memory.scope.work,
        "phase": memory.attrs.get("phase"),
        "path": memory.scope.path,
        "tags": ", ".join(memory.tags),
        "relates to": ", ".join(link.target for link in memory.links if link.rel == "relates_to"),
        "updates": ", ".join(link.target for link in memory.links if link.rel == "updates"),
        "commit": source.commit,
        "also on": ", ".join(commit for commit in ledger.commits(memory) if commit != source.commit),
        "written by": memory.attrs.get("author"),
        "kept in": ", ".join(sources),
        "said in session": source.session,
        "transcript line": source.uuid,
        "words": f"“{source.quote}”" if source.quote else "",
    }
    return "\n".join([*rows, "", *(f"{name}: {value}" for name, value in facts.items() if value)])
