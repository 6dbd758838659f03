"""Scopes: which paths a scope covers.

A scope names files and folders of the project, separated by commas: `src/api/`, `src/cart.py`, `src/**/test_*.py`. A
pattern for a folder covers everything below it. `*`, `?` and `[…]` match within one name, `**` matches any number of
folders. A pattern with a wildcard and no slash (`*.sql`) matches in every folder, a plain name only at the root.
Matching is case-sensitive. A pattern that begins with `!` excludes what the others cover, in any order; if there are no
others, from the whole project.
"""

EVERYTHING = "**"
LONGEST = 4_096  # characters; no system has a longer path
WHOLE = frozenset({"", "*", "**", "**/*", "all"})
_NAME = 256  # no system has a longer file name
_GLOB = frozenset("*?[")


def parts(scope: str | None) -> list[str]:
    """The patterns of a scope in normal form, then its exclusions with a `!`.

    If the scope is the whole project, the first pattern is `**`.
    """
    pieces = [_plain(piece) for piece in (scope or "").split(",") if piece.strip()]
    named = [piece for piece in pieces if piece[:1] != "!"]
    excepted = [f"!{plain}" for piece in pieces if piece[:1] == "!" and (plain := _plain(piece[1:]))]
    texts = [piece for piece in named if piece not in WHOLE]
    return [*([] if texts and len(texts) == len(named) else [EVERYTHING]), *texts, *excepted]


def is_whole(scope: str | None) -> bool:
    """Whether the scope is the whole project, possibly with exclusions."""
    return parts(scope)[0] == EVERYTHING


def covers(scope: str | None, path: str) -> bool:
    """Whether the scope covers a path relative to the root. An empty or missing scope covers every path."""
    return not scope or parts_cover(parts(scope), path)


def parts_cover(pieces: list[str], path: str) -> bool:
    """Whether patterns, as `parts` returns them, cover a path."""
    result = False
    for piece in pieces:
        if piece[:1] != "!":
            result = result or part_covers(piece, path)
        elif part_covers(piece[1:], path):
            return False
    return result


def part_covers(part: str, path: str) -> bool:
    """Whether one pattern, as `parts` returns it, covers a path."""
    part, path = part[:LONGEST], path[:LONGEST]
    if part == EVERYTHING or path == part or path.startswith(part + "/"):
        return True
    if _GLOB.isdisjoint(part):
        return False
    if "/" not in part:
        return any(_name_matches(part, name) for name in path.split("/"))
    return path.startswith(_head(part)) and _matches(part.split("/"), path.split("/"))


def overlap(text: str | None, other: str | None) -> str:
    """How two scopes overlap: "same" if a path can be in both, "none" if not, "wide" if one is the whole project.

    A pattern without wildcards whose name has an ending is a file. Any other pattern may be a folder.
    """
    ours, theirs = parts(text), parts(other)
    excepted = [piece[1:] for piece in (*ours, *theirs) if piece[:1] == "!"]
    ours, theirs = _without(ours, excepted), _without(theirs, excepted)
    if not (ours and theirs):
        return "none"
    if EVERYTHING in ours or EVERYTHING in theirs:
        return "wide"
    return "same" if any(_meet(mine, yours) for mine in ours for yours in theirs) else "none"


def breadth(scope: str | None) -> int:
    """How wide a scope is: 0 for the whole project, and the smaller the more names the scope fixes."""
    if is_whole(scope):
        return 0
    pieces = [piece.split("/") for piece in parts(scope) if piece[:1] != "!"]
    return -min(sum(2 if _GLOB.isdisjoint(name) else name != "**" for name in names) for names in pieces)


def _without(pieces: list[str], excepted: list[str]) -> list[str]:
    """The patterns that are not completely excluded, judged by the names before their first wildcard."""
    return [piece for piece in pieces if piece[:1] != "!" and not any(_within(piece, out) for out in excepted)]


def _within(piece: str, whole: str) -> bool:
    """Whether the pattern `whole` certainly covers everything that `piece` covers."""
    fixed: list[str] = []
    for name in piece.split("/"):
        if not _GLOB.isdisjoint(name):
            break
        fixed.append(name)
    return whole in WHOLE or piece == whole or (bool(fixed) and part_covers(whole, "/".join(fixed)))


def _plain(piece: str) -> str:
    """The pattern in normal form: `/` between names, no quotes, no `./`, no `**` at the end."""
    piece = piece.strip()[:LONGEST].strip("`'\"").replace("\\", "/")
    names = [name for name in piece.split("/") if name not in ("", ".")]
    while len(names) > 1 and names[-1] == "**":
        names.pop()
    return "/".join(names)


def _head(pattern: str) -> str:
    """The part of a pattern before its first wildcard."""
    return pattern.partition("*")[0].partition("?")[0].partition("[")[0]


def _matches(pattern: list[str], path: list[str]) -> bool:
    """Whether the pattern matches the beginning of the path, name by name; then it covers the whole path."""
    end = len(pattern)
    states = _without_folders({0}, pattern)
    for name in path:
        reached = {at for at in states if pattern[at] == "**"}
        reached |= {at + 1 for at in states if _name_matches(pattern[at], name)}
        if end in reached:
            return True
        states = _without_folders(reached, pattern)
    return False


def _without_folders(states: set[int], pattern: list[str]) -> set[int]:
    """The positions in the pattern, and those after each `**` that matches no folder."""
    for start in sorted(states):
        end = start
        while end < len(pattern) - 1 and pattern[end] == "**":
            end += 1
        states.update(range(start, end + 1))
    return states


def _name_matches(pattern: str, name: str) -> bool:
    """Whether a name matches a pattern without slashes. The time is bounded by the product of the lengths."""
    tail = pattern.rpartition("*")[2]
    if _GLOB.isdisjoint(tail) and not name.endswith(tail):
        return False
    pieces = _pieces(pattern[:_NAME])
    name = name[:_NAME]
    at = seen = 0
    star, back = -1, 0
    while seen < len(name):
        if at < len(pieces) and pieces[at] == "*":
            star, back = at, seen
            at += 1
        elif at < len(pieces) and _one_matches(pieces[at], name[seen]):
            at, seen = at + 1, seen + 1
        elif star >= 0:
            back += 1
            at, seen = star + 1, back
        else:
            return False
    return all(piece == "*" for piece in pieces[at:])


def _pieces(pattern: str) -> list[str]:
    """The wildcards and letters of a pattern; an unclosed bracket is a letter."""
    texts: list[str] = []
    at = 0
    while at < len(pattern):
        end = (
            pattern.find("]", at + 3 if pattern[at + 1 : at + 2] in ("!", "^") else at + 2)
            if pattern[at] == "["
            else -1
        )
        end = max(end, at)
        texts.append(pattern[at : end + 1])
        at = end + 1
    return texts


def _one_matches(piece: str, char: str) -> bool:
    if len(piece) == 1:
        return piece in ("?", char)
    is_not = piece[1] in "!^"
    within = piece[2 if is_not else 1 : -1]
    hit = char in within or any(
        within[at - 1] <= char <= within[at + 1] for at, dash in enumerate(within[1:-1], 1) if dash == "-"
    )
    return hit is not is_not


def _meet(text: str, other: str) -> bool:
    """Whether a path can be in both patterns."""
    if text == other:
        return True
    if _is_file(text) or _is_file(other):  # or a folder whose name looks like a file, with the other pattern inside it
        return part_covers(other, text) or part_covers(text, other)
    ours, theirs = (
        ["**", part] if "/" not in part and not _GLOB.isdisjoint(part) else part.split("/") for part in (text, other)
    )
    seen: set[tuple[int, int]] = set()
    todo = [(0, 0)]
    while todo:
        at = todo.pop()
        if at[0] == len(ours) or at[1] == len(theirs):
            return True
        if at not in seen:
            seen.add(at)
            todo += _next(ours, theirs, *at)
    return False


def _next(ours: list[str], theirs: list[str], mine: int, yours: int) -> list[tuple[int, int]]:
    """The next pairs of positions in two patterns."""
    if "**" in (ours[mine], theirs[yours]):
        return [(mine + 1, yours), (mine, yours + 1)]
    return [(mine + 1, yours + 1)] if _names_meet(ours[mine], theirs[yours]) else []


def _names_meet(text: str, other: str) -> bool:
    """Whether a name can match both patterns. If both have wildcards, only beginnings and ends are compared."""
    if _GLOB.isdisjoint(text) or _GLOB.isdisjoint(other):
        return _name_matches(text, other) or _name_matches(other, text)
    heads, tails = (_head(text), _head(other)), (_head(text[::-1]), _head(other[::-1]))
    return all(a.startswith(b) or b.startswith(a) for a, b in (heads, tails))


def _is_file(part: str) -> bool:
    return _GLOB.isdisjoint(part) and "." in part.rpartition("/")[2][1:]
