"""Memories know what became of the code that they name: by git alone, whatever stands in a repository or a text."""

import itertools
import json
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.cli import main
from memory_core.core import registry
from memory_core.core.memory import Memory, Scope, Source
from memory_core.recall import anchor_cache, anchored, anchoring, anchors
from memory_core.recall import anchors_in_git as store
from memory_core.recall.anchors import Anchor, Event, judged
from memory_core.setup import doctor
from tests.conftest import derived
from tests.properties import examples
from tests.rows import each_row

Git = Callable[..., str]
HOUR = 3600


def about(text: str, commit: str = "", created: str = "2026-01-02T00:00:00Z", path: str | None = None) -> Memory:
    return Memory("m", "decision", text, scope=Scope(path=path), created=created, source=Source(commit=commit))


@each_row(
    ("text", "paths", "symbols"),
    [
        ("Keep src/x.py small", ["src/x.py"], []),
        ("see `src/x.py:42`, and (lib/y.ts).", ["src/x.py", "lib/y.ts"], []),
        ("tests/test_a.py::test_one fails", ["tests/test_a.py"], []),
        ("the `Makefile` says so", ["Makefile"], []),
        ("./docs/ADR-1.md#why", ["docs/ADR-1.md"], []),
        ("/home/me/shop/src/x.py is ours, /etc/passwd is not", ["src/x.py"], []),
        ("**src/a.py** and “src/b.py”", ["src/a.py", "src/b.py"], []),
        ("read https://example.com/a/b.py", [], []),
        ("../other/x.py, a//b, -x/y.py, ~/z.py", [], []),
        ("`parse_row()` calls `rowCount` and `Reader.read_all`", [], ["parse_row", "rowCount", "read_all"]),
        ("`use` the `and` of `app/(group)/page.tsx`", ["use", "and", "app/(group)/page.tsx"], []),
        ("`git commit -m x` then `a b/c.py`", [], []),
        ("Nothing is named here.", [], []),
    ],
)
def test_names_of_files_and_symbols_are_read(text: str, paths: list[str], symbols: list[str]) -> None:
    names = anchors.named(about(text), "/home/me/shop")
    assert (list(names.paths), list(names.symbols)) == (paths, symbols)


def test_a_path_is_named_first_and_a_pattern_names_nothing() -> None:
    assert anchors.named(about("and b/c.py", path="a/x.py")).paths == ("a/x.py", "b/c.py")
    assert anchors.named(about("", path="src/**/*.py")).paths == ()


@given(st.text(max_size=300))
def test_any_text_names_only_what_git_can_be_asked(text: str) -> None:
    names = anchors.named(about(f"{text} `{text}`", path=text or None), "/r")
    assert len(names.paths) <= anchors.MOST
    for path in names.paths:
        assert path.isprintable()
        assert not path.startswith(("/", "-"))
        assert not {"", ".", ".."} & {*path.split("/")}


def event(time: int, before: str, after: str) -> Event:
    return Event("c", time, before, after)


@each_row(
    ("then", "now", "events", "settles", "state"),
    [
        ("a", "a", [], False, "fresh"),
        ("a", "b", [event(9 * HOUR, "a", "b")], False, "drifted"),
        ("a", "", [event(1, "a", "")], False, "orphaned"),
        ("tree", "tree", [], False, "fresh"),
        # What a commit brought within hours is what was said; what came after is a change.
        ("a", "b", [event(HOUR, "a", "b")], True, "fresh"),
        ("a", "c", [event(HOUR, "a", "b"), event(2 * HOUR, "b", "c")], True, "drifted"),
        ("a", "b", [event(13 * HOUR, "a", "b")], True, "drifted"),
        # It was not committed yet.
        ("", "a", [event(HOUR, "", "a")], True, "fresh"),
        ("", "b", [event(HOUR, "", "a"), event(2 * HOUR, "a", "b")], True, "drifted"),
        ("", "", [event(HOUR, "", "a"), event(2 * HOUR, "a", "")], True, "orphaned"),
        ("", "", [], True, ""),
        # Changed back.
        ("a", "a", [event(99 * HOUR, "a", "b"), event(100 * HOUR, "b", "a")], False, "fresh"),
    ],
)
def test_what_became_of_a_file(then: str, now: str, events: list[Event], settles: bool, state: str) -> None:
    assert judged(then, now, events, 0, settles=settles) == state


def test_it_is_told_in_few_words() -> None:
    stale = [Anchor("src/x.py", "drifted"), Anchor("a.py", "orphaned", "b.py"), Anchor("parse_row", "orphaned")]
    assert anchors.described(stale) == "about src/x.py, changed since; a.py was renamed to b.py; parse_row is gone"
    assert anchors.worst(stale) == "orphaned"
    assert anchors.described([Anchor("src/x.py", "fresh")]) == ""
    assert anchors.worst([]) == ""


class Shop:
    """A repository whose commits are a day apart."""

    def __init__(self, folder: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.git, self.days = folder, git, itertools.count(2)
        self._patch = monkeypatch

    def commit(self, *changes: tuple[str, str | None]) -> str:
        """The commit that writes these files; None removes one."""
        for name, text in changes:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink() if text is None else path.write_text(text)
        return self.commit_all("changed")

    def commit_all(self, message: str) -> str:
        day = f"2026-02-{next(self.days):02}T12:00:00Z"
        self._patch.setenv("GIT_AUTHOR_DATE", day)
        self._patch.setenv("GIT_COMMITTER_DATE", day)
        self.git(self.folder, "add", "-A")
        self.git(self.folder, "commit", "-qm", message, "--allow-empty")
        return self.git(self.folder, "rev-parse", "HEAD")

    def states(self, *memories: Memory) -> list[dict[str, tuple[str, str]]]:
        by_memory = anchoring.anchors_of(str(self.folder), str(self.folder), memories)
        return [{anchor.name: (anchor.state, anchor.to) for anchor in each} for each in by_memory]


@pytest.fixture
def shop(tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> Shop:
    folder = tmp_path / "shop"
    folder.mkdir()
    git(folder, "init", "-q")
    git(folder, "symbolic-ref", "HEAD", "refs/heads/main")
    return Shop(folder, git, monkeypatch)


LONG = "".join(f"line {number} of a file that git recognises\n" for number in range(30))


def test_files_that_stay_change_move_and_go(shop: Shop) -> None:
    first = shop.commit(("a.py", "a"), ("b.py", "b"), ("old/c.py", LONG), ("d.py", "d"), ("deep/folder/only.py", "x"))
    shop.commit(("b.py", "bb"))
    shop.commit(("old/c.py", None), ("new/c.py", f"{LONG}more\n"))
    shop.commit(("new/c.py", None), ("newer/e.py", f"{LONG}more\n"), ("d.py", None))
    shop.commit(("a.py", "other"))
    shop.commit(("a.py", "a"), ("deep/folder/only.py", "y"))
    text = "a.py b.py old/c.py d.py old only.py deep/folder nothing/there.py"
    assert shop.states(about(text.replace("deep/folder ", "`deep/folder` "), first)) == [
        {
            "a.py": ("fresh", ""),
            "b.py": ("drifted", ""),
            "old/c.py": ("orphaned", "newer/e.py"),
            "d.py": ("orphaned", ""),
            "deep/folder/only.py": ("drifted", ""),
            "deep/folder": ("fresh", ""),
        }
    ]


def test_a_memory_without_a_commit_speaks_of_what_the_next_hours_bring(shop: Shop) -> None:
    shop.commit(("a.py", "1"), ("b.py", "1"))
    shop.commit(("a.py", "2"), ("c.py", "1"), ("d.py", "1"))  # on the third of the month, at noon
    heard = about("a.py b.py c.py d.py", created="2026-02-03T10:00:00Z")
    assert {name: state for name, (state, _) in shop.states(heard)[0].items()} == dict.fromkeys(
        ("a.py", "b.py", "c.py", "d.py"), "fresh"
    )
    shop.commit(("a.py", "3"), ("c.py", "2"), ("d.py", None))
    assert {name: state for name, (state, _) in shop.states(heard)[0].items()} == {
        "a.py": "drifted", "b.py": "fresh", "c.py": "drifted", "d.py": "orphaned",
    }  # fmt: skip


def test_a_memory_older_than_the_history_is_known_by_what_came_soon_after(shop: Shop) -> None:
    shop.commit(("a.py", "1"), ("b.py", "1"))
    shop.commit(("a.py", None), ("b.py", "2"))
    early = about("a.py b.py x.py", created="2026-02-02T08:00:00Z")
    assert shop.states(early) == [{"a.py": ("orphaned", ""), "b.py": ("drifted", "")}]


def test_symbols_are_looked_for_in_code_alone(shop: Shop) -> None:
    first = shop.commit(("a.py", "def parse_row():\n    rowCount = 1\n"), ("README.md", "never_code"))
    shop.commit(("a.py", "def read_row():\n    rowCount = 1\n"), ("CHANGES.md", "parse_row went"))
    states = shop.states(about("`parse_row()` sets `rowCount`; `never_code` and `not_there`", first))
    assert states == [{"parse_row": ("orphaned", ""), "rowCount": ("fresh", "")}]


def test_a_commit_of_another_branch_counts_by_its_time(shop: Shop, git: Git) -> None:
    shop.commit(("a.py", "1"))
    git(shop.folder, "checkout", "-qb", "side")
    side = shop.commit(("side.py", "1"), ("a.py", "side"))
    git(shop.folder, "checkout", "-q", "main")
    shop.commit(("b.py", "1"))
    heard = about("a.py side.py", side, created="2026-02-03T12:00:00Z")
    assert shop.states(heard) == [{"a.py": ("fresh", "")}]
    git(shop.folder, "merge", "-q", "--no-ff", "-m", "merged", "side")
    assert shop.states(heard) == [{"a.py": ("fresh", ""), "side.py": ("fresh", "")}]
    shop.commit(("side.py", None))
    assert shop.states(heard) == [{"a.py": ("fresh", ""), "side.py": ("orphaned", "")}]


def test_what_is_not_committed_is_not_gone(shop: Shop, git: Git) -> None:
    first = shop.commit(("a.py", "1"), ("b.py", "1"))
    git(shop.folder, "rm", "-q", "--cached", "a.py")
    (shop.folder / ".gitignore").write_text("a.py\n")
    shop.commit_all("a.py is ignored from now on")
    assert shop.states(about("a.py b.py", first)) == [{"b.py": ("fresh", "")}]


def test_without_a_repository_or_a_commit_nothing_is_said(tmp_path: Path, git: Git) -> None:
    assert anchoring.anchors_of(str(tmp_path), str(tmp_path), [about("a.py")]) == [()]
    git(tmp_path, "init", "-q")
    assert anchoring.anchors_of(str(tmp_path), str(tmp_path), [about("a.py")]) == [()]


def test_a_shallow_clone_does_not_take_what_it_lacks_for_gone(shop: Shop, git: Git, tmp_path: Path) -> None:
    shop.commit(("a.py", "1"), ("b.py", "1"))
    shop.commit(("a.py", None), ("b.py", "2"))
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{shop.folder}", "thin")
    thin = str(tmp_path / "thin")
    assert anchoring.anchors_of(thin, thin, [about("a.py b.py", created="2026-02-02T13:00:00Z")]) == [()]


def test_a_clone_without_contents_knows_what_is_there(shop: Shop, git: Git, tmp_path: Path) -> None:
    first = shop.commit(("a.py", "1"), ("b.py", "1"), ("c.py", "1"))
    shop.commit(("b.py", "2"), ("c.py", None))
    git(shop.folder, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{shop.folder}", "thin")
    thin = str(tmp_path / "thin")
    [states] = anchoring.anchors_of(thin, thin, [about("a.py b.py c.py", first)])
    assert [anchor[:2] for anchor in states] == [("a.py", "fresh"), ("b.py", "drifted"), ("c.py", "orphaned")]


HOSTILE = ["a b.py", "-rf", ":(top)x", "*", "ä.py", "\x1b[31m.py", "x;touch owned", "$(touch owned).py", "a\nb.py"]


def test_hostile_names_are_names(shop: Shop) -> None:
    first = shop.commit(*((f"src/{name}", LONG + name) for name in HOSTILE), ("src/good.py", LONG))
    shop.commit(*((f"src/{name}", None) for name in HOSTILE), ("src/good.py", None), ("src/\x1b[2Jbad.py", LONG))
    [states] = shop.states(*[about(" ".join(f"`src/{name}`" for name in ["good.py", *HOSTILE]), first)])
    assert {name for name, (state, _) in states.items() if state == "orphaned"} == {
        "src/-rf", "src/*", "src/ä.py", "src/good.py",
    }  # fmt: skip
    assert all(to == "" for _, to in states.values())
    assert not (shop.folder / "owned").exists()


def test_it_is_computed_once_for_a_head(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    first = shop.commit(("a.py", "1"))
    memory = about("a.py", first)
    root = str(shop.folder)
    assert anchoring.at_hand(root, root, first, [memory]) == [()]
    assert shop.states(memory) == [{"a.py": ("fresh", "")}]
    assert anchoring.at_hand(root, root, first, [memory]) == [(Anchor("a.py", "fresh"),)]
    with monkeypatch.context() as patch:
        patch.setattr(store, "look", lambda *_: pytest.fail("git was asked again"))
        assert shop.states(memory) == [{"a.py": ("fresh", "")}]
    shop.commit(("a.py", "2"))
    assert shop.states(memory) == [{"a.py": ("drifted", "")}]


@pytest.mark.parametrize(
    "text", ["", "[]", '{"head": 1}', "{", '{"head": "HEAD", "known": {"KEY": [[1], "x", ["a", "b", "c"]]}}']
)
def test_a_damaged_cache_is_asked_anew(shop: Shop, text: str) -> None:
    first = shop.commit(("a.py", "1"))
    memory = about("a.py", first)
    key = anchor_cache.key(anchor_cache.Asked(anchors.named(memory), first, memory.created))
    place = derived(shop.folder) / "anchors.json"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text.replace("HEAD", first).replace("KEY", key))
    assert shop.states(memory) in ([{"a.py": ("fresh", "")}], [{}])


def test_out_of_time_nothing_is_said_and_nothing_kept(shop: Shop) -> None:
    first = shop.commit(("a.py", "1"))
    assert anchoring.anchors_of(str(shop.folder), str(shop.folder), [about("a.py", first)], 0) == [()]
    assert not (derived(shop.folder) / "anchors.json").exists()
    assert shop.states(about("a.py", first)) == [{"a.py": ("fresh", "")}]


STEPS = st.lists(
    st.tuples(st.sampled_from(["write", "move", "remove", "copy", "swap"]), st.integers(0, 5), st.integers(0, 5)),
    min_size=1,
    max_size=12,
)
PLACES = ["a.py", "src/a.py", "src/b.py", "lib/deep/c.py", "docs.d/e.txt", "z"]


def snapshots(steps: list[tuple[str, int, int]]) -> list[dict[str, str]]:
    """The files after each step."""
    files = {PLACES[0]: LONG, PLACES[1]: LONG.upper()}
    history = [dict(files)]
    for number, (what, source, target) in enumerate(steps):
        old, new = PLACES[source], PLACES[target]
        if what == "write" or old not in files:
            files[old] = f"{files.get(old, LONG[source * 40 :])}changed {number}\n"
        elif what == "remove":
            del files[old]
        elif what == "copy":
            files[new] = files[old]
        elif what == "move":
            files[new] = files.pop(old)
        elif new in files:
            files[old], files[new] = files[new], files[old]
        history.append(dict(files))
    return history


def imported(folder: Path, history: list[dict[str, str]]) -> list[str]:
    """The commits of a repository that has these files, one after another, all in the same second."""
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    parts = []
    for number, files in enumerate(history, 1):
        parts.append(f"commit refs/heads/x\nmark :{number}\ncommitter A <a@b> 1770000000 +0000\ndata 1\nm\ndeleteall\n")
        parts += [f"M 100644 inline {name}\ndata {len(text)}\n{text}\n" for name, text in files.items()]
    subprocess.run(["git", "fast-import", "--quiet"], cwd=folder, input="".join(parts), text=True, check=True)
    subprocess.run(["git", "symbolic-ref", "HEAD", "refs/heads/x"], cwd=folder, check=True)
    subprocess.run(["git", "reset", "-q", "--hard"], cwd=folder, check=True)
    result = subprocess.run(
        ["git", "rev-list", "--reverse", "HEAD"], cwd=folder, capture_output=True, text=True, check=True
    )
    return result.stdout.split()


@examples(50)
@given(steps=STEPS)
@pytest.mark.heavy
def test_law_what_is_told_is_what_stands(steps: list[tuple[str, int, int]]) -> None:
    """Whatever files a history writes, moves, removes and copies over one another: gone is what is not there."""
    history = snapshots(steps)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        commits = imported(folder, history)
        memories = [about(f"`{'` `'.join(files)}`", commit) for files, commit in zip(history, commits, strict=True)]
        by_memory = anchoring.anchors_of(str(folder), str(folder), memories)
    last = history[-1]
    for files, each in zip(history, by_memory, strict=True):
        by_name = {anchor.name: anchor for anchor in each}
        assert by_name.keys() == files.keys()
        for path, text in files.items():
            state = "orphaned" if path not in last else "fresh" if last[path] == text else "drifted"
            assert by_name[path].state == state
            assert not by_name[path].to or by_name[path].to in last
            assert state == "orphaned" or not by_name[path].to


@pytest.fixture
def kept(shop: Shop) -> Shop:
    """A shop with memories of files that later change, move and go."""
    first = shop.commit(("src/x.py", "1"), ("src/old.py", LONG), ("src/gone.py", "def parse_row(): pass\n"))
    root = str(shop.folder)
    texts = ["Retries in src/x.py are capped", "The lexer in src/old.py is slow", "`parse_row` in src/gone.py trims"]
    with registry.held(root):
        registry.keep(root, [about(text, first)._replace(id="") for text in texts])
    shop.commit(("src/x.py", "2"), ("src/old.py", None), ("src/new.py", LONG), ("src/gone.py", None))
    return shop


def verb(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*arguments]) == 0
    return capsys.readouterr().out


def test_recall_says_what_became_of_the_code(kept: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    root = ["--root", str(kept.folder)]
    output = verb(capsys, "recall", "retries lexer parse_row", "--mode", "keyword", *root)
    assert "about src/x.py, changed since" in output
    assert "src/old.py was renamed to src/new.py" in output
    assert "src/gone.py is gone; parse_row is gone" in output
    result = json.loads(verb(capsys, "recall", "lexer", "--mode", "keyword", "--json", *root))
    [first] = [hit for hit in result["results"] if "lexer" in hit["summary"]]
    assert first["anchored"] == "orphaned"
    assert first["anchors"] == [{"name": "src/old.py", "state": "orphaned", "to": "src/new.py"}]


def test_show_says_it_too(kept: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    root = ["--root", str(kept.folder)]
    [hit] = json.loads(verb(capsys, "recall", "retries", "--mode", "keyword", "--limit", "1", "--json", *root))[
        "results"
    ]
    assert "code: about src/x.py, changed since" in verb(capsys, "show", hit["id"], *root)
    shown = json.loads(verb(capsys, "show", hit["id"], "--json", *root))
    assert shown["anchored"] == "drifted"


def test_doctor_counts(kept: Shop) -> None:
    [check] = [check for check in doctor.examine(str(kept.folder)) if check.name == "code"]
    assert "0 are as they were, 1 are about what was changed since, 2 about what is gone or was renamed" in check.detail


def test_the_end_of_a_session_computes_it(kept: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(kept.folder)
    anchored.refresh(root, root)
    monkeypatch.setattr(store, "look", lambda *_: pytest.fail("it was at hand"))
    assert anchored.counted(root) == {"fresh": 0, "drifted": 1, "orphaned": 2}
