"""`memory-core jarvis memory ACTION`: the learnings and their tiers. A word picks it; nothing picks `status`."""

from typing import Final

from memory_core.flows import actions
from memory_core.flows.actions import Action

# Named, not imported: an action's module loads when it is used.
ACTIONS: Final = {
    "status": Action("jarvis_show", "health", "how full the tiers are, and what is pending", "status"),
    "health": Action("jarvis_show", "health", "the same report", "health"),
    "list": Action("jarvis_show", "listed", "the learnings that are hot and warm, or cold", "list cold"),
    "search": Action("jarvis_show", "search", "learnings of every tier that words are about", "search package manager"),
    "log": Action("jarvis_show", "log", "what moved where of late, and which of two was kept", "log"),
    "learn": Action("jarvis_learn", "learn", "keep a learning", 'learn "Use pnpm, not npm" --global'),
    "confirm": Action("jarvis_say", "confirm", "it holds", "confirm pref_003"),
    "reject": Action("jarvis_say", "reject", "it does not hold: cold, and never back by itself", "reject pat_002"),
    "edit": Action("jarvis_say", "edit", "say it in other words", 'edit pref_003 "Use pnpm in apps/"'),
    "forget": Action("jarvis_say", "forget", "delete it for good", "forget pref_003"),
    "mute": Action("jarvis_say", "mute", "not for me in this project", "mute pref_003"),
    "unmute": Action("jarvis_say", "unmute", "in this one again", "unmute pref_003"),
    "archive": Action("jarvis_keep", "old", "what was idle for so long becomes cold", "archive --older-than 30d"),
    "restore": Action("jarvis_keep", "restore", "what is cold is warm again, identical", "restore --id pat_001"),
    "gc": Action("jarvis_keep", "gc", "the work of the day and the week, now", "gc --dry-run"),
    "skills": Action("jarvis_skills", "skills", "what could be a skill, with a draft", "skills --write pat_001"),
    "help": Action("jarvis", "explain", "this list", "help"),
}  # fmt: skip
_SPACE: Final = "memory"


def main(arguments: list[str]) -> int:
    """The exit code of the action that is named, on the command line or by the client's words on standard input."""
    call = actions.taken(arguments, _SPACE)
    if not call.name:
        call = call._replace(name="help" if call.asks_for_help else "status")
    return actions.run("memory-core jarvis memory", ACTIONS, call)


def explain(arguments: list[str]) -> int:
    """0, after every action was named, each on a line with an example."""
    call = "/cs:memory" if "--args-stdin" in arguments else "jarvis memory"
    print(f"usage: {call} [ACTION] [--root DIR] [--json]\n")
    print("What you prefer and what is done again and again: hot in a session, warm after it, cold when unused.\n")
    print(actions.rows(ACTIONS, call))
    print("\n`memory-core jarvis memory ACTION --help` has the options of each.")
    return 0
