"""`memory-core verify`: the index against the homes, and the homes against themselves."""

from typing import NamedTuple

from memory_core.capture import session_problems
from memory_core.core import registry
from memory_core.core.budget import how_many
from memory_core.core.light import places
from memory_core.core.options import Parser, answer
from memory_core.guardrails import rules_file
from memory_core.journal import journal_files
from memory_core.learnings import archive, warm_files
from memory_core.notes import git_notes
from memory_core.recall import catalogue, freshness, indexing
from memory_core.tickets import decision_log, verb_verify
from memory_core.tickets.check import ERROR


class Report(NamedTuple):
    """What disagrees. A memory is named `home:id`."""

    consistent: bool
    missing: list[str]  # in a home, not in the index
    orphaned: list[str]  # in the index, in no home
    invalid: list[str]  # what in the homes cannot be read, or does not fit its schema
    owed: int
    state: str  # of the index file
    documents: int = 0  # in git notes: copies and updates count too


def main(arguments: list[str]) -> int:
    """0 where index and homes agree and every home can be read, else 1."""
    options = Parser("verify", "Compare the index with the homes.").read(arguments)
    report = compared(options.root)
    answer(options, report._asdict(), "\n".join(_told(report)))
    return 0 if report.consistent and not report.invalid else 1


def compared(root: str) -> Report:
    """How the index, brought up to date as any reader would, stands to the homes."""
    verdict = indexing.verdict(root)
    with indexing.at_hand(root) as (index, _):
        stands = {
            (home, mark): ref for home, mark, ref in index.connection.execute("SELECT home, hash, ref FROM memories")
        }
        owed = catalogue.owed(index.connection)
    given = {
        (home.name, freshness.digest(memory)): memory.id for home in registry.parts(root) for memory in home.read()
    }
    missing = sorted(f"{home}:{ref}" for (home, mark), ref in given.items() if (home, mark) not in stands)
    orphaned = sorted(f"{home}:{ref}" for (home, mark), ref in stands.items() if (home, mark) not in given)
    invalid = [f"{places.index_path(root)}: {verdict.detail}"] if verdict.state == "corrupt" else []
    invalid += [
        f"{path}: {what}; {how_many(number, 'entry')} could be read"
        for path, what, number in journal_files.damages(root)
    ]
    invalid += [
        f"{path}: {what}; {how_many(number, 'learning')} could be read"
        for path, what, number in warm_files.damages(root)
    ]
    invalid += [f"{path}: {what}" for path, what in archive.damages()]
    invalid += [f"{one.ref} on {one.object}: {one.what}" for one in git_notes.damages(root)]
    invalid += [f"{one.place}: {one.what}" for one in rules_file.problems(root)]
    invalid += [f"{place}: {what}" for place, what in decision_log.damages(root)]
    invalid += [f"{one.path} {one.place}: {one.message}" for one in verb_verify.of_packs(root) if one.severity == ERROR]
    invalid += session_problems.problems(root)
    documents = sum(git_notes.count(root).values())
    return Report(not (missing or orphaned), missing, orphaned, invalid, owed, verdict.state, documents)


def _told(report: Report) -> list[str]:
    agrees = "the index agrees with the homes" if report.consistent else "the index does not agree with the homes"
    lines = [
        agrees
        + (f", but {how_many(len(report.invalid), 'thing')} in them not as it should be" if report.invalid else "")
    ]
    lines += [f"  missing from the index: {name}" for name in report.missing]
    lines += [f"  in no home any more: {name}" for name in report.orphaned]
    lines += [f"  {what}" for what in report.invalid]
    if not report.consistent:
        lines.append("run `memory-core reindex`")
    if report.invalid:
        lines.append("`memory-core doctor` says what mends them; they are kept as they stand")
    return lines
