"""Findings on their way: two clones, amended and rebased commits, export and import, the verbs of all memories."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_core.core import registry
from memory_core.core.review_finding import Finding
from memory_core.notes import git_notes
from memory_core.recall import verb_reindex
from memory_core.recall.verb_reindex import rebuilt
from tests.conftest import derived
from tests.test_export import everything, exported, imported, run
from tests.test_findings_home import FIRST, REF, SECOND, THIRD, agree, by_id, documents, finding, keep, resolve

Git = Callable[..., str]
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.fixture
def clones(repo: Path, git: Git) -> tuple[Path, Path]:
    """Two clones of a bare repository with three commits."""
    hub, other = repo.parent / "hub.git", repo.parent / "other"
    for at in range(2):
        git(repo, "commit", "-q", "--allow-empty", "-m", f"Step {at}")
    git(repo.parent, "clone", "-q", "--bare", str(repo), str(hub))
    git(repo, "remote", "add", "origin", str(hub))
    git(repo.parent, "clone", "-q", str(hub), str(other))
    return repo, other


def sync(root: Path, *more: str) -> None:
    result = run(root, "sync", "--push", *more)
    assert result.code == 0, result.err


def converged(*folders: Path) -> None:
    for _ in range(2):
        for folder in folders:
            sync(folder)
    first = folders[0]
    for folder in folders[1:]:
        assert everything(folder) == everything(first)
        assert by_id(folder) == by_id(first)
    for folder in folders:
        agree(folder)
        assert verb_reindex.compared(str(folder)).consistent


@pytest.mark.req("CS-FR-018", "CS-NFR-005")
def test_two_clones_that_reviewed_one_commit_hold_one_batch(clones: tuple[Path, Path], git: Git) -> None:
    first, second = clones
    head = git(first, "rev-parse", "HEAD")
    shared = keep(first, head, [finding(0), finding(1)])
    sync(first)
    sync(second)
    assert by_id(second) == by_id(first)
    ours = keep(first, head, [finding(2), finding(3)], SECOND, spec="pay", author="Ada")
    theirs = keep(second, head, [finding(3, severity="critical"), finding(4)], THIRD, author="Bob")
    resolve(first, shared[0], "Escaped.", SECOND)
    resolve(second, shared[1], "Bound.", THIRD)
    converged(first, second)
    memories = by_id(first)
    assert len(documents(first, git, head)) == 1
    assert {memory.id for memory in (*shared, *ours, *theirs)} == set(memories)
    assert len(memories) == 5
    assert [memories[memory.id].attrs["resolution"] for memory in shared] == ["Escaped.", "Bound."]
    assert memories[ours[1].id].attrs["severity"] == "critical"
    assert (memories[ours[1].id].scope.work, memories[ours[1].id].created) == ("pay", SECOND)
    assert (memories[theirs[1].id].scope.work, memories[theirs[1].id].attrs["author"]) == (None, "Bob")


def test_of_two_that_settled_it_the_later_counts_and_it_is_opened_by_the_latest(
    clones: tuple[Path, Path], git: Git
) -> None:
    first, second = clones
    head = git(first, "rev-parse", "HEAD")
    (kept,) = keep(first, head, [finding(0)])
    sync(first)
    sync(second)
    resolve(first, kept, "The first.", SECOND)
    resolve(second, kept, "The second.", THIRD)
    converged(first, second)
    assert by_id(first)[kept.id].attrs["resolution"] == "The second."


def test_what_one_forgets_stays_forgotten_where_the_other_settles_it(clones: tuple[Path, Path], git: Git) -> None:
    first, second = clones
    head = git(first, "rev-parse", "HEAD")
    kept = keep(first, head, [finding(0), finding(1)])
    sync(first)
    sync(second)
    with registry.held(str(first)):
        registry.forget(str(first), kept[0], SECOND)
    resolve(second, kept[0], "It was nothing.")
    keep(second, head, [finding(2)], THIRD)
    sync(first)
    assert "went" in run(second, "sync").out
    converged(first, second)
    assert set(by_id(first)) == {kept[1].id, *(memory.id for memory in keep(second, head, [finding(2)], THIRD))}
    assert "Defect 0" not in git(second, "notes", f"--ref={REF}", "show", head)


def test_a_batch_that_a_remote_lost_comes_back_without_a_second_document(clones: tuple[Path, Path], git: Git) -> None:
    first, second = clones
    head = git(first, "rev-parse", "HEAD")
    kept = keep(first, head, [finding(at) for at in range(4)])
    sync(first)
    sync(second)
    resolve(second, kept[0], "Done.")
    text = git(second, "notes", f"--ref={REF}", "show", head)
    lines = [line for line in text.splitlines() if kept[2].id not in line]
    git(second, "notes", f"--ref={REF}", "add", "-f", "-m", "\n".join(lines), head)  # by hand, without a mark
    git(second, "push", "-q", "origin", f"{REF}:{REF}")
    sync(first)
    assert set(by_id(first)) == {memory.id for memory in kept}
    assert by_id(first)[kept[0].id].status == "resolved"
    assert len(documents(first, git, head)) == 1
    converged(first, second)


def test_a_review_that_found_nothing_gives_way_in_the_other_clone_too(clones: tuple[Path, Path], git: Git) -> None:
    first, second = clones
    head = git(first, "rev-parse", "HEAD")
    keep(first, head, [])
    sync(first)
    sync(second)
    keep(second, head, [finding(0)], SECOND)
    sync(second)
    sync(first)
    converged(first, second)
    assert len(by_id(first)) == 1
    assert len(documents(first, git, head)) == 1


@pytest.mark.parametrize("seed", range(3))
def test_clones_converge_whatever_was_reviewed_settled_and_forgotten(
    clones: tuple[Path, Path], git: Git, seed: int
) -> None:
    dice = random.Random(seed)
    heads = git(clones[0], "rev-list", "HEAD").split()
    gone: set[str] = set()
    settled: set[str] = set()
    seen: set[str] = set()
    for step in range(14):
        folder = dice.choice(clones)
        here = sorted(set(by_id(folder)) - gone) if "reviews" in git_notes.tips(str(folder)) else []
        when = f"2026-04-{step + 1:02}T00:00:00Z"
        match dice.choice(["review", "review", "resolve", "forget", "sync", "plain"]):
            case "review":
                findings = [finding(dice.randrange(9)) for _ in range(dice.randrange(4))]
                kept = keep(folder, dice.choice(heads), findings, when, author=folder.name)
                seen |= {memory.id for memory in kept if "findings" not in memory.attrs}
            case "resolve" if here:
                settled.add(chosen := dice.choice(here))
                resolve(folder, by_id(folder)[chosen], f"In step {step}.", when)
            case "forget" if here:
                gone.add(chosen := dice.choice(here))
                with registry.held(str(folder)):
                    registry.forget(str(folder), by_id(folder)[chosen], when)
            case "sync":
                sync(folder)
            case "plain":  # git's own union merge, of somebody without memory-core
                git(folder, "fetch", "-q", "origin", "+refs/notes/cs/*:refs/notes/plain/cs/*")
                if git(folder, "for-each-ref", "refs/notes/plain/cs/reviews") and here:
                    git(folder, "notes", f"--ref={REF}", "merge", "-q", "-s", "union", "refs/notes/plain/cs/reviews")
        if "reviews" in git_notes.tips(str(folder)):
            agree(folder)
    keep(clones[0], heads[0], [finding(10)], THIRD)
    converged(*clones)
    every = by_id(clones[0])
    assert seen - gone <= set(every)
    assert not gone & set(every)
    assert {name for name, memory in every.items() if memory.status == "resolved"} == settled & set(every)
    for head in heads:
        if head in {memory.source.commit for memory in every.values()}:
            batches = [
                document for document in documents(clones[0], git, head) if document.text("type") == "review_batch"
            ]
            assert len(batches) <= 1


@pytest.mark.req("CS-FR-021")
def test_a_finding_follows_an_amended_and_a_rebased_commit_and_is_settled_on_all(repo: Path, git: Git) -> None:
    git(repo, "config", "notes.rewriteRef", "refs/notes/cs/*")
    git(repo, "config", "notes.rewriteMode", "concatenate")
    git(repo, "commit", "-q", "--allow-empty", "-m", "Reviewed")
    first = git(repo, "rev-parse", "HEAD")
    (kept,) = keep(repo, first, [finding(0)])
    git(repo, "commit", "-q", "--amend", "--allow-empty", "-m", "Reviewed, and worded anew")
    second = git(repo, "rev-parse", "HEAD")
    agree(repo)
    assert sorted(by_id(repo)[kept.id].attrs["commits"]) == sorted([first, second])
    assert keep(repo, second, [finding(0), finding(1)], SECOND)[0].id == kept.id
    agree(repo)
    resolve(repo, by_id(repo)[kept.id], "Done.")
    agree(repo)
    for commit in (first, second):
        assert '"status": "resolved"' in git(repo, "notes", f"--ref={REF}", "show", commit)
    # Two reviewed commits become one: git writes one note behind the other.
    git(repo, "commit", "-q", "--allow-empty", "-m", "Next")
    keep(repo, git(repo, "rev-parse", "HEAD"), [finding(2)], SECOND)
    git(repo, "notes", f"--ref={REF}", "append", "-C", git(repo, "notes", f"--ref={REF}", "list", second))
    assert len(documents(repo, git, "HEAD")) == 2
    agree(repo)
    assert len(by_id(repo)) == 3
    keep(repo, git(repo, "rev-parse", "HEAD"), [finding(3)], THIRD)
    assert len(documents(repo, git, "HEAD")) == 1
    agree(repo)
    assert by_id(repo)[kept.id].status == "resolved"


@pytest.mark.req("CS-US-011")
def test_exported_findings_are_imported_as_batches(repo: Path, git: Git, now: str) -> None:
    head = git(repo, "rev-parse", "HEAD")
    kept = keep(repo, head, [finding(at) for at in range(30)], spec="pay", author="Ada")
    keep(repo, head, [finding(40, extra={"cwe": "CWE-89", "deep": {"a": [1, None]}})], SECOND, spec="other")
    resolve(repo, kept[3], "Done.", relates_to=(head,))
    git(repo, "commit", "-q", "--allow-empty", "-m", "Next")
    next_one = git(repo, "rev-parse", "HEAD")
    keep(repo, next_one, [], SECOND)
    file = exported(repo)
    other = repo.parent / "elsewhere"
    git(repo.parent, "clone", "-q", str(repo), str(other))
    result = imported(other, file)
    assert result.code == 0, result.err
    assert (result.json["added"], result.json["skipped"], result.json["renamed"]) == (32, [], [])
    assert everything(other) == everything(repo)
    assert exported(other) == file
    agree(other)
    again = imported(other, file).json
    assert (again["added"], again["updated"], again["known"]) == (0, 0, 32)
    # What is settled there is settled here with the next import; what is settled here stays so.
    resolve(repo, by_id(repo)[kept[4].id], "Later.")
    resolve(other, by_id(other)[kept[5].id], "Here.")
    third = imported(other, exported(repo)).json
    assert (third["added"], third["updated"], third["known"]) == (0, 1, 31)
    memories = by_id(other)
    assert [memories[kept[at].id].status for at in (3, 4, 5, 6)] == ["resolved", "resolved", "resolved", "open"]
    assert len(documents(other, git, head)) == 1
    agree(other)


def test_what_was_forgotten_is_not_imported_and_secrets_neither(repo: Path, git: Git, now: str) -> None:
    head = git(repo, "rev-parse", "HEAD")
    kept = keep(repo, head, [finding(0), finding(1), finding(2)])
    file = exported(repo)
    with registry.held(str(repo)):
        registry.forget(str(repo), kept[0], THIRD)
    for record in file["memories"]:
        # An escape of JSON hides it from who looks at the text alone.
        hidden = "".join(f"\\u{ord(char):04x}" for char in SECRET)
        record["documents"] = [
            text.replace("It goes wrong 2 times", f"It says {hidden}") for text in record["documents"]
        ]
    result = imported(repo, file).json
    assert [row["why"] for row in result["skipped"]] == ["was forgotten here, and is not brought back"]
    other = repo.parent / "elsewhere"
    git(repo.parent, "clone", "-q", str(repo), str(other))
    assert imported(other, file).json["added"] == 3
    assert SECRET not in json.dumps([memory._asdict() for memory in by_id(other).values()], default=str)
    assert SECRET not in git(other, "log", "-p", REF)
    assert set(by_id(other)) == {memory.id for memory in kept}


def test_a_damaged_list_of_findings_is_not_imported(repo: Path, git: Git, now: str) -> None:
    keep(repo, git(repo, "rev-parse", "HEAD"), [finding(0)])
    file = exported(repo)
    hidden = "".join(f"\\u{ord(char):04x}" for char in SECRET)
    for record in file["memories"]:
        record["documents"] = [
            text.replace("It goes wrong", hidden).replace("\n]", ",\n]") for text in record["documents"]
        ]
    other = repo.parent / "elsewhere"
    git(repo.parent, "clone", "-q", str(repo), str(other))
    result = imported(other, file).json
    assert (result["added"], len(result["skipped"])) == (0, 1)
    assert "damaged" in result["skipped"][0]["why"]
    assert "reviews" not in git_notes.tips(str(other))


def test_a_finding_without_documents_becomes_a_batch(repo: Path, git: Git, now: str) -> None:
    head = git(repo, "rev-parse", "HEAD")
    keep(repo, head, [finding(0), finding(1)])
    file = exported(repo)
    for record in file["memories"]:
        del record["documents"]
    other = repo.parent / "elsewhere"
    git(repo.parent, "clone", "-q", str(repo), str(other))
    assert imported(other, file).json["added"] == 2
    assert by_id(other) == by_id(repo)
    assert len(documents(other, git, head)) == 1


@pytest.mark.req("CS-FR-021", "CS-US-018")
def test_the_verbs_know_a_finding_by_its_uuid(repo: Path, git: Git) -> None:
    head = git(repo, "rev-parse", "HEAD")
    first, second = keep(repo, head, [finding(0), finding(1)], spec="pay")
    shown = run(repo, "show", first.id[:9])
    assert shown.code == 0
    assert "src/part_0.py" in shown.out
    assert "critical" in shown.out
    result = run(repo, "resolve", first.id[:10], "Bound", "now.")
    assert result.code == 0, result.err
    assert by_id(repo)[first.id].attrs["resolution"] == "Bound now."
    assert run(repo, "resolve", first.id, "Again").code == 1
    assert run(repo, "show", first.id, "--json").json["status"] == "resolved"
    related = run(repo, "remember", "learning", "Bind every value", "--relates-to", first.id, "--json")
    assert [link["target"] for link in related.json["links"]] == [first.id]
    amended = run(
        repo, "remember", "--amend", second.id[:12], "--context", "It was seen in production.", "--tag", "hot"
    )
    assert amended.code == 0, amended.err
    assert "seen in production" in by_id(repo)[second.id].body
    assert "hot" in by_id(repo)[second.id].tags
    assert first.id in run(repo, "recall", "Defect 0", "--type", "reviews", "--json").out
    assert run(repo, "forget", second.id[:3]).code == 1
    assert run(repo, "forget", second.id[:12]).code == 0
    assert set(by_id(repo)) == {first.id}
    assert run(repo, "forget", second.id, "--purge").code == 0
    assert git(repo, "rev-list", "--count", REF) == "1"
    agree(repo)
    assert run(repo, "verify").code == 0


def test_the_same_words_about_two_files_are_found_as_two(repo: Path, git: Git) -> None:
    head = git(repo, "rev-parse", "HEAD")
    kept = keep(repo, head, [Finding("No docstring", f"src/{name}.py", category="documentation") for name in "abc"])
    result = run(repo, "recall", "docstring", "--json").json
    rows = result["results"] if isinstance(result, dict) else result
    assert {row["id"] for row in rows} == {memory.id for memory in kept}


def test_an_index_built_anew_has_the_same_bytes(repo: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_CORE_DATA", str(repo.parent / "nothing"))
    head = git(repo, "rev-parse", "HEAD")
    kept = keep(repo, head, [finding(at) for at in range(20)])
    resolve(repo, kept[0], "Done.")
    path = derived(repo) / "index.db"
    assert rebuilt(str(repo)).verified
    first = path.read_bytes()
    assert rebuilt(str(repo)).verified
    assert path.read_bytes() == first


def test_a_secret_in_a_batch_is_not_pushed_and_its_finding_is_named(clones: tuple[Path, Path], git: Git) -> None:
    clone, _ = clones
    head = git(clone, "rev-parse", "HEAD")
    kept = keep(clone, head, [Finding(f"Defect {at}", details="fine") for at in range(200)])
    hidden = "".join(f"\\u{ord(char):04x}" for char in SECRET)
    text = git(clone, "notes", f"--ref={REF}", "show", head).replace(
        '"summary": "Defect 7", "details": "fine"', f'"summary": "Defect 7", "details": "{hidden}"'
    )
    git(clone, "notes", f"--ref={REF}", "add", "-f", "-m", text, head)
    result = run(clone, "sync", "--push", "--json")
    assert result.code == 1
    assert {row["id"] for row in json.loads(result.out)["secrets"]} == {kept[7].id}
    assert SECRET not in result.out + result.err
    assert run(clone, "sync", "--push", "--allow", kept[7].id).code == 0


def test_a_large_review_passes_the_scan(clones: tuple[Path, Path], git: Git) -> None:
    first, second = clones
    head = git(first, "rev-parse", "HEAD")
    keep(first, head, [finding(at) for at in range(200)], FIRST)
    sync(first)
    sync(second)
    assert by_id(second) == by_id(first)
