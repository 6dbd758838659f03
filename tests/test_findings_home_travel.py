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
    said = run(root, "sync", "--push", *more)
    assert said.code == 0, said.err


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
    one, two = clones
    head = git(one, "rev-parse", "HEAD")
    shared = keep(one, head, [finding(0), finding(1)])
    sync(one)
    sync(two)
    assert by_id(two) == by_id(one)
    ours = keep(one, head, [finding(2), finding(3)], SECOND, spec="pay", author="Ada")
    theirs = keep(two, head, [finding(3, severity="critical"), finding(4)], THIRD, author="Bob")
    resolve(one, shared[0], "Escaped.", SECOND)
    resolve(two, shared[1], "Bound.", THIRD)
    converged(one, two)
    found = by_id(one)
    assert len(documents(one, git, head)) == 1
    assert {one.id for one in (*shared, *ours, *theirs)} == set(found)
    assert len(found) == 5
    assert [found[each.id].attrs["resolution"] for each in shared] == ["Escaped.", "Bound."]
    assert found[ours[1].id].attrs["severity"] == "critical"
    assert (found[ours[1].id].scope.work, found[ours[1].id].created) == ("pay", SECOND)
    assert (found[theirs[1].id].scope.work, found[theirs[1].id].attrs["author"]) == (None, "Bob")


def test_of_two_that_settled_it_the_later_counts_and_it_is_opened_by_the_latest(
    clones: tuple[Path, Path], git: Git
) -> None:
    one, two = clones
    head = git(one, "rev-parse", "HEAD")
    (kept,) = keep(one, head, [finding(0)])
    sync(one)
    sync(two)
    resolve(one, kept, "The first.", SECOND)
    resolve(two, kept, "The second.", THIRD)
    converged(one, two)
    assert by_id(one)[kept.id].attrs["resolution"] == "The second."


def test_what_one_forgets_stays_forgotten_where_the_other_settles_it(clones: tuple[Path, Path], git: Git) -> None:
    one, two = clones
    head = git(one, "rev-parse", "HEAD")
    kept = keep(one, head, [finding(0), finding(1)])
    sync(one)
    sync(two)
    with registry.held(str(one)):
        registry.forget(str(one), kept[0], SECOND)
    resolve(two, kept[0], "It was nothing.")
    keep(two, head, [finding(2)], THIRD)
    sync(one)
    assert "went" in run(two, "sync").out
    converged(one, two)
    assert set(by_id(one)) == {kept[1].id, *(each.id for each in keep(two, head, [finding(2)], THIRD))}
    assert "Defect 0" not in git(two, "notes", f"--ref={REF}", "show", head)


def test_a_batch_that_a_remote_lost_comes_back_without_a_second_document(clones: tuple[Path, Path], git: Git) -> None:
    one, two = clones
    head = git(one, "rev-parse", "HEAD")
    kept = keep(one, head, [finding(at) for at in range(4)])
    sync(one)
    sync(two)
    resolve(two, kept[0], "Done.")
    text = git(two, "notes", f"--ref={REF}", "show", head)
    lines = [line for line in text.splitlines() if kept[2].id not in line]
    git(two, "notes", f"--ref={REF}", "add", "-f", "-m", "\n".join(lines), head)  # by hand, without a mark
    git(two, "push", "-q", "origin", f"{REF}:{REF}")
    sync(one)
    assert set(by_id(one)) == {each.id for each in kept}
    assert by_id(one)[kept[0].id].status == "resolved"
    assert len(documents(one, git, head)) == 1
    converged(one, two)


def test_a_review_that_found_nothing_gives_way_in_the_other_clone_too(clones: tuple[Path, Path], git: Git) -> None:
    one, two = clones
    head = git(one, "rev-parse", "HEAD")
    keep(one, head, [])
    sync(one)
    sync(two)
    keep(two, head, [finding(0)], SECOND)
    sync(two)
    sync(one)
    converged(one, two)
    assert len(by_id(one)) == 1
    assert len(documents(one, git, head)) == 1


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
                found = [finding(dice.randrange(9)) for _ in range(dice.randrange(4))]
                kept = keep(folder, dice.choice(heads), found, when, author=folder.name)
                seen |= {one.id for one in kept if "findings" not in one.attrs}
            case "resolve" if here:
                settled.add(one := dice.choice(here))
                resolve(folder, by_id(folder)[one], f"In step {step}.", when)
            case "forget" if here:
                gone.add(one := dice.choice(here))
                with registry.held(str(folder)):
                    registry.forget(str(folder), by_id(folder)[one], when)
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
    assert {name for name, one in every.items() if one.status == "resolved"} == settled & set(every)
    for head in heads:
        if head in {one.source.commit for one in every.values()}:
            batches = [one for one in documents(clones[0], git, head) if one.text("type") == "review_batch"]
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
    said = imported(other, file)
    assert said.code == 0, said.err
    assert (said.json["added"], said.json["skipped"], said.json["renamed"]) == (32, [], [])
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
    found = by_id(other)
    assert [found[kept[at].id].status for at in (3, 4, 5, 6)] == ["resolved", "resolved", "resolved", "open"]
    assert len(documents(other, git, head)) == 1
    agree(other)


def test_what_was_forgotten_is_not_imported_and_secrets_neither(repo: Path, git: Git, now: str) -> None:
    head = git(repo, "rev-parse", "HEAD")
    kept = keep(repo, head, [finding(0), finding(1), finding(2)])
    file = exported(repo)
    with registry.held(str(repo)):
        registry.forget(str(repo), kept[0], THIRD)
    for one in file["memories"]:
        # An escape of JSON hides it from who looks at the text alone.
        hidden = "".join(f"\\u{ord(char):04x}" for char in SECRET)
        one["documents"] = [text.replace("It goes wrong 2 times", f"It says {hidden}") for text in one["documents"]]
    said = imported(repo, file).json
    assert [row["why"] for row in said["skipped"]] == ["was forgotten here, and is not brought back"]
    other = repo.parent / "elsewhere"
    git(repo.parent, "clone", "-q", str(repo), str(other))
    assert imported(other, file).json["added"] == 3
    assert SECRET not in json.dumps([one._asdict() for one in by_id(other).values()], default=str)
    assert SECRET not in git(other, "log", "-p", REF)
    assert set(by_id(other)) == {one.id for one in kept}


def test_a_damaged_list_of_findings_is_not_imported(repo: Path, git: Git, now: str) -> None:
    keep(repo, git(repo, "rev-parse", "HEAD"), [finding(0)])
    file = exported(repo)
    hidden = "".join(f"\\u{ord(char):04x}" for char in SECRET)
    for one in file["memories"]:
        one["documents"] = [text.replace("It goes wrong", hidden).replace("\n]", ",\n]") for text in one["documents"]]
    other = repo.parent / "elsewhere"
    git(repo.parent, "clone", "-q", str(repo), str(other))
    said = imported(other, file).json
    assert (said["added"], len(said["skipped"])) == (0, 1)
    assert "damaged" in said["skipped"][0]["why"]
    assert "reviews" not in git_notes.tips(str(other))


def test_a_finding_without_documents_becomes_a_batch(repo: Path, git: Git, now: str) -> None:
    head = git(repo, "rev-parse", "HEAD")
    keep(repo, head, [finding(0), finding(1)])
    file = exported(repo)
    for one in file["memories"]:
        del one["documents"]
    other = repo.parent / "elsewhere"
    git(repo.parent, "clone", "-q", str(repo), str(other))
    assert imported(other, file).json["added"] == 2
    assert by_id(other) == by_id(repo)
    assert len(documents(other, git, head)) == 1


@pytest.mark.req("CS-FR-021", "CS-US-018")
def test_the_verbs_know_a_finding_by_its_uuid(repo: Path, git: Git) -> None:
    head = git(repo, "rev-parse", "HEAD")
    one, two = keep(repo, head, [finding(0), finding(1)], spec="pay")
    shown = run(repo, "show", one.id[:9])
    assert shown.code == 0
    assert "src/part_0.py" in shown.out
    assert "critical" in shown.out
    said = run(repo, "resolve", one.id[:10], "Bound", "now.")
    assert said.code == 0, said.err
    assert by_id(repo)[one.id].attrs["resolution"] == "Bound now."
    assert run(repo, "resolve", one.id, "Again").code == 1
    assert run(repo, "show", one.id, "--json").json["status"] == "resolved"
    related = run(repo, "remember", "learning", "Bind every value", "--relates-to", one.id, "--json")
    assert [link["target"] for link in related.json["links"]] == [one.id]
    amended = run(repo, "remember", "--amend", two.id[:12], "--context", "It was seen in production.", "--tag", "hot")
    assert amended.code == 0, amended.err
    assert "seen in production" in by_id(repo)[two.id].body
    assert "hot" in by_id(repo)[two.id].tags
    assert one.id in run(repo, "recall", "Defect 0", "--type", "reviews", "--json").out
    assert run(repo, "forget", two.id[:3]).code == 1
    assert run(repo, "forget", two.id[:12]).code == 0
    assert set(by_id(repo)) == {one.id}
    assert run(repo, "forget", two.id, "--purge").code == 0
    assert git(repo, "rev-list", "--count", REF) == "1"
    agree(repo)
    assert run(repo, "verify").code == 0


def test_the_same_words_about_two_files_are_found_as_two(repo: Path, git: Git) -> None:
    head = git(repo, "rev-parse", "HEAD")
    kept = keep(repo, head, [Finding("No docstring", f"src/{name}.py", category="documentation") for name in "abc"])
    found = run(repo, "recall", "docstring", "--json").json
    rows = found["results"] if isinstance(found, dict) else found
    assert {row["id"] for row in rows} == {one.id for one in kept}


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
    one, _ = clones
    head = git(one, "rev-parse", "HEAD")
    kept = keep(one, head, [Finding(f"Defect {at}", details="fine") for at in range(200)])
    hidden = "".join(f"\\u{ord(char):04x}" for char in SECRET)
    text = git(one, "notes", f"--ref={REF}", "show", head).replace(
        '"summary": "Defect 7", "details": "fine"', f'"summary": "Defect 7", "details": "{hidden}"'
    )
    git(one, "notes", f"--ref={REF}", "add", "-f", "-m", text, head)
    said = run(one, "sync", "--push", "--json")
    assert said.code == 1
    assert {row["id"] for row in json.loads(said.out)["secrets"]} == {kept[7].id}
    assert SECRET not in said.out + said.err
    assert run(one, "sync", "--push", "--allow", kept[7].id).code == 0


def test_a_large_review_passes_the_scan(clones: tuple[Path, Path], git: Git) -> None:
    one, two = clones
    head = git(one, "rev-parse", "HEAD")
    keep(one, head, [finding(at) for at in range(200)], FIRST)
    sync(one)
    sync(two)
    assert by_id(two) == by_id(one)
