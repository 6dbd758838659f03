"""`memory-core resolve ID RESOLUTION`: a blocker or a finding is settled, and how (C-12)."""

from memory_core.domain import screen
from memory_core.domain.errors import Refusal
from memory_core.domain.fence import fenced
from memory_core.domain.memory import as_json
from memory_core.flows import find, remember, screening
from memory_core.flows.options import Parser, emit
from memory_core.stores import clock, git, notes, workspace

OPEN_KINDS = ("blocker", "review", "error")


def main(arguments: list[str]) -> int:
    """0, after the resolution was kept with the memory; `Refusal` where there is nothing open to resolve."""
    parser = Parser("resolve", "Mark a blocker or a finding as resolved.")
    parser.add_argument("id", help="the id of the memory, or its beginning")
    parser.add_argument("resolution", nargs="*", help="what settled it")
    options = parser.read(arguments)
    text = screening.clean(" ".join(options.resolution)).strip()
    if not text:
        raise Refusal("say what settled it: `memory-core resolve ID the pool is closed before the fork`")
    with workspace.held(options.root):
        memory, _ = find.one(options.root, options.id)
        if memory.kind not in OPEN_KINDS:
            raise Refusal(f"{memory.id} is a {memory.kind}; only a blocker, a finding or an error can be resolved")
        if memory.status == "resolved":
            raise Refusal(f"{memory.id} is resolved already; `memory-core remember --amend {memory.id}` adds to it")
        body = f"## Resolution\n\n{text}" if memory.source.home == notes.NAME else text
        author = git.author(options.here)
        workspace.add(options.root, memory, clock.stamp(clock.now()), body, "resolved", author)
    memory, _ = find.one(options.root, memory.id)
    why = remember.indexed(options.root, memory)
    if options.json:
        emit(as_json(memory))
        return 0
    told = "\n".join([f"resolved {memory.id}: {memory.summary}", *([why] if why else [])])
    print(fenced(told, "resolve") if options.args_stdin else screen.neutral(told))
    return 0
