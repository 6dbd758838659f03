"""`memory-core show ID`: one memory, whole."""

from memory_core.domain import screen
from memory_core.domain.errors import Refusal
from memory_core.domain.memory import Memory, as_json
from memory_core.flows.options import Parser, emit
from memory_core.stores import workspace


def main(arguments: list[str]) -> int:
    """0, after the memory was printed; `Refusal` where no or more than one memory has the id."""
    parser = Parser("show", "One memory, whole.")
    parser.add_argument("id", help="the id of a memory, or its beginning")
    options = parser.read(arguments)
    found = workspace.find(options.root, options.id)
    if not found:
        raise Refusal(f"no memory of {options.root} has the id {options.id!r}; `memory-core recall WORDS` shows ids")
    if len(found) > 1:
        raise Refusal(
            f"{options.id!r} is the beginning of {', '.join(memory.id for memory in found[:8])}; give one of them"
        )
    if options.json:
        emit(as_json(found[0]))
    else:
        print(screen.neutral(_whole(found[0])))
    return 0


def _whole(memory: Memory) -> str:
    source = memory.source
    rows = [f"{memory.id}  {memory.kind}, {memory.status}", memory.summary]
    rows += [memory.body] if memory.body else []
    facts = {
        "when": memory.created,
        "path": memory.scope.path,
        "tags": ", ".join(memory.tags),
        "kept in": source.place,
        "said in session": source.session,
        "transcript line": source.uuid,
        "words": f"“{source.quote}”" if source.quote else "",
    }
    return "\n".join([*rows, "", *(f"{name}: {value}" for name, value in facts.items() if value)])
