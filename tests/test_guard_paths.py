"""Scopes against paths, and against each other."""

import fnmatch
import random
import re

from hypothesis import example, given
from hypothesis import strategies as st

from memory_core.core.light.globs import breadth, covers, is_whole, overlap, parts
from tests.rows import each_row

COVERED = [
    ("src/cart.py", "src/cart.py"),
    ("src/", "src/cart.py"),
    ("src", "src/cart.py"),
    ("src", "src/deep/er/cart.py"),
    ("./src/", "src/cart.py"),
    ("/src/", "src/cart.py"),
    ("src//api", "src/api/v1.py"),
    ("src\\api\\", "src/api/v1.py"),
    ("src\\api\\v1.py", "src/api/v1.py"),
    ("`src/api/`", "src/api/v1.py"),
    ("*.py", "cart.py"),
    ("*.py", "src/deep/cart.py"),
    ("src/*.py", "src/cart.py"),
    ("src/*", "src/cart.py"),
    ("src/*", "src/deep/cart.py"),  # what matches a folder covers it
    ("src/**", "src/deep/cart.py"),
    ("src/**/*", "src/deep/cart.py"),
    ("src/**/*.py", "src/cart.py"),
    ("src/**/*.py", "src/a/b/c/cart.py"),
    ("**/cart.py", "cart.py"),
    ("**/cart.py", "src/cart.py"),
    ("**/tests/**", "src/tests/test_cart.py"),
    ("packages/*/src", "packages/shop/src/a.ts"),
    ("src/?art.py", "src/cart.py"),
    ("src/[bc]art.py", "src/cart.py"),
    ("src/[a-d]art.py", "src/cart.py"),
    ("src/[!x]art.py", "src/cart.py"),
    ("src/[]]x.py", "src/]x.py"),
    ("app/[id]/page.tsx", "app/[id]/page.tsx"),  # a name in brackets is also itself
    ("app/[id]/", "app/[id]/page.tsx"),
    ("app/[id", "app/[id/page.tsx"),
    ("lib, src/", "src/cart.py"),
    ("lib/x.py,src/cart.py", "src/cart.py"),
    (" src/cart.py ", "src/cart.py"),
    ("src/*", "src/.env"),
    (".github/", ".github/workflows/ci.yml"),
    ("src/über/", "src/über/maß.py"),
    ("src/**, !src/old/**", "src/cart.py"),
    ("!src/old/, src/", "src/older.py"),
    ("!docs/", "src/cart.py"),  # all but these
    ("**, !*.md", "src/cart.py"),
    ("src/, ! ", "src/cart.py"),
]
MISSED = [
    ("src/cart.py", "src/cart.pyc"),
    ("src/cart.py", "lib/src/cart.py"),
    ("src", "source/cart.py"),
    ("src/", "srcs/cart.py"),
    ("SRC/", "src/cart.py"),
    ("cart.py", "src/cart.py"),
    ("src/*.py", "src/deep/cart.py"),
    ("src/*.py", "src/cart.ts"),
    ("src/**/*.py", "lib/cart.py"),
    ("src/**/*.py", "src/cart.ts"),
    ("*.py", "src/cart.ts"),
    ("src/?art.py", "src/art.py"),
    ("src/[ab]art.py", "src/cart.py"),
    ("src/[!c]art.py", "src/cart.py"),
    ("packages/*/src", "packages/shop/lib/a.ts"),
    ("src/{a,b}.py", "src/a.py"),  # braces are letters
    ("../src/", "src/cart.py"),
    ("src/../lib", "lib/x.py"),
    ("lib, web/", "src/cart.py"),
    ("src.cart", "srcxcart"),
    ("src/**, !src/old/**", "src/old/cart.py"),
    ("!src/old/, src/", "src/old/deep/cart.py"),
    ("src/, ! ./src/old", "src/old/cart.py"),
    ("src/, !*.test.py", "src/deep/cart.test.py"),
    ("src/, !src/old/, src/old/cart.py", "src/old/cart.py"),
    ("src/, !src/old/", "lib/cart.py"),
    ("!docs/", "docs/a.md"),
    ("**, !*.md", "docs/a.md"),
    ("src/, !**", "src/cart.py"),
]


@each_row(("scope", "path"), COVERED)
def test_a_scope_covers(scope: str, path: str) -> None:
    assert covers(scope, path)


@each_row(("scope", "path"), MISSED)
def test_a_scope_does_not_cover(scope: str, path: str) -> None:
    assert not covers(scope, path)


@each_row("scope", [None, "", ".", "./", "*", "**", "**/*", "/", "all", " ", "src/, *", ",", "./**"])
def test_the_whole_project_covers_everything(scope: str | None) -> None:
    assert covers(scope, "src/deep/cart.py")
    assert covers(scope, ".env")
    assert is_whole(scope)
    assert overlap(scope, "src/") == overlap("src/", scope) == overlap(scope, scope) == "wide"


def test_all_but_something_is_the_whole_project_too() -> None:
    for scope in ("**, !docs/", "!docs/", "src/, **, !docs/, *.md"):
        assert is_whole(scope)
        assert overlap(scope, "src/") == overlap("src/", scope) == "wide"
        assert breadth(scope) == 0
    assert not is_whole("src/, !src/old/")


SAME = [
    ("src/cart.py", "src/cart.py"),
    ("src/", "src/cart.py"),
    ("src", "src/api/"),
    ("src/*.py", "src/cart.py"),
    ("src/**/*.py", "src/api/"),
    ("*.py", "src/"),
    ("*.py", "test_*"),
    ("src/*.py", "src/test_*"),
    ("lib/, src/", "web/, src/cart.py"),
    ("app/[id]/page.tsx", "app/[id]/page.tsx"),
    ("**/tests/", "src/**/test_*.py"),
    ("src/, !src/old/", "src/cart.py"),
    ("src/, !src/old/", "src/"),
    ("src/, !src/old/", "src/*.py"),
]
NONE = [
    ("src/cart.py", "src/mail.py"),
    ("src/cart.py", "src/cart"),
    ("src/", "lib/"),
    ("src/", "source/"),
    ("src/*.py", "src/*.ts"),
    ("*.py", "src/cart.ts"),
    ("src/api/", "src/web/**/*.py"),
    ("src/, !src/old/", "src/old/cart.py"),
    ("src/, !src/old/", "src/old/**/*.py"),
    ("src/, !*.md", "*.md"),
    ("**, !docs/", "docs/a.md"),
    ("src/, !**", "src/"),
]


@each_row(("scope", "other"), SAME)
def test_scopes_that_meet(scope: str, other: str) -> None:
    assert overlap(scope, other) == overlap(other, scope) == "same"


@each_row(("scope", "other"), NONE)
def test_scopes_that_do_not_meet(scope: str, other: str) -> None:
    assert overlap(scope, other) == overlap(other, scope) == "none"


def test_the_most_specific_scope_comes_first() -> None:
    scopes = ["**", "*.py", "src/", "src/*.py", "src/**/*.py", "src/cart.py", "src/api/v1/"]
    ordered = sorted(scopes, key=breadth)
    assert ordered[0] == "src/api/v1/"
    assert ordered[1] == "src/cart.py"
    assert ordered[-1] == "**"


NAMES = st.text(alphabet="ab.-", min_size=1, max_size=4).filter(lambda name: name not in (".", ".."))
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)
PATTERNS = st.lists(st.text(alphabet="ab.*?", min_size=1, max_size=4), min_size=2, max_size=4)


def slowly_covers(pattern: list[str], path: str) -> bool:
    """The reference: each folder above the path, and the path, against one regular expression."""
    text = ""
    for at, name in enumerate(pattern):
        if name == "**":
            text += "(?:[^/]+/)*" if at < len(pattern) - 1 else ""
        else:
            piece = fnmatch.translate(name).removeprefix("(?s:").removesuffix(")\\Z").removesuffix(")\\z")
            piece = piece.replace(".*", "[^/]*").replace("(?>[^/]*?", "(?:[^/]*?")
            text += re.sub(r"(?<!\\)\.", "[^/]", piece) + ("/" if at < len(pattern) - 1 else "")
    names = path.split("/")
    return any(re.fullmatch(text.rstrip("/"), "/".join(names[:end])) for end in range(1, len(names) + 1))


@given(PATTERNS, PATHS)
def test_globs_agree_with_a_slow_matcher(pattern: list[str], path: str) -> None:
    names = [name.replace("?", "b") if set(name) <= {"."} else name for name in pattern]
    names = [name for name in names if name not in (".", "..")]
    while len(names) > 1 and names[-1] == "**":
        names.pop()
    if len(names) < 2 or any("**" in name and name != "**" for name in names):
        return
    assert covers("/".join(names), path) == slowly_covers(names, path)


@given(PATTERNS, PATHS)
@example(["a."], "a./a")
@example(["v1.2"], "v1.2/a")
def test_what_covers_a_path_meets_it(pattern: list[str], path: str) -> None:
    scope = "/".join(pattern)
    if covers(scope, path):
        assert overlap(scope, path) != "none"
        assert overlap(path, scope) != "none"


SCOPES = st.lists(st.lists(st.text(alphabet="ab*", min_size=1, max_size=2), max_size=2).map("/".join), max_size=3)


@given(SCOPES, SCOPES, PATHS, st.randoms())
def test_what_is_excepted_is_taken_from_what_is_named(
    named: list[str], excepted: list[str], path: str, luck: random.Random
) -> None:
    pieces = [*named, *(f"!{piece}" for piece in excepted)]
    luck.shuffle(pieces)
    scope = ",".join(pieces)
    taken = any(covers(piece, path) for piece in excepted if piece)
    assert covers(scope, path) == (covers(",".join(named), path) and not taken)
    if covers(scope, path):
        assert overlap(scope, path) != "none"
    assert parts(",".join(parts(scope))) == parts(scope)


@given(st.text(alphabet="ab/.*?[]!-, \\", max_size=12), st.text(alphabet="ab/.*?[]!-, \\", max_size=12))
def test_any_text_is_a_scope(scope: str, other: str) -> None:
    assert isinstance(covers(scope, "a/b.py"), bool)
    assert overlap(scope, other) == overlap(other, scope)
    breadth(scope)


def test_a_pattern_of_stars_takes_no_time() -> None:
    assert not covers("/".join(["**", "a*a*a*a*a*a*a*a*a*b"] * 20), "/".join(["a" * 60] * 60))
    assert overlap("/".join(["**", "x*"] * 60), "/".join(["*y", "**"] * 60)) == "same"
