# ruff: noqa: E501 - a row is read in one piece
"""Each commit of a call is one of its own, whatever the call looks like; what is no commit is none."""

from typing import NamedTuple

import pytest

from memory_core.capture import transcript
from memory_core.extract.extraction import extract
from tests.extract.builder import Session

LONG = "feat: c\n\nKeys are signed with HMAC because the cache is shared.\n"
SIGNED = "Keys are signed with HMAC because the cache is shared."
HERE = "git commit -q{} <<'EOF'\n{}\nEOF\n"
CAT = "git commit {} \"$(cat <<'EOF'\n{}\nEOF\n)\""


class Call(NamedTuple):
    name: str
    command: str
    output: str
    progress: tuple[str, ...]
    decisions: tuple[str, ...] = ()
    failed: bool = False


def _shown(*subjects: str, first: int = 0xA11CE00) -> str:
    return "".join(f"[main {first + at:07x}] {subject}\n 1 file changed\n" for at, subject in enumerate(subjects))


CALLS = (
    Call("and", "git add -A && git commit -qm 'feat: a' && git add b && git commit -qm 'feat: b'", "", ("feat: a", "feat: b")),
    Call("semicolons", 'git commit -m "feat: a"; make; git commit -m "feat: b"', _shown("feat: a", "feat: b"), ("feat: a", "feat: b")),
    Call("lines", "git commit -qm 'feat: a'\ngit commit -qm 'feat: b'\ngit commit -qm 'feat: c'", "", ("feat: a", "feat: b", "feat: c")),
    Call("a body each", "git commit -m 'feat: a' -m 'We never retry, so that no payment is sent twice.' && git commit -m 'feat: c' -m 'Keys are signed with HMAC because the cache is shared.'",
         _shown("feat: a", "feat: c"), ("feat: a", "feat: c"), ("We never retry, so that no payment is sent twice.", SIGNED)),
    Call("documents", HERE.format("F -", "feat: a") + HERE.format("F -", LONG), "", ("feat: a", "feat: c"), (SIGNED,)),
    Call("documents in quotes", CAT.format("-qm", "feat: a") + " && " + CAT.format("-qm", LONG), "", ("feat: a", "feat: c"), (SIGNED,)),
    Call("behind a document", f"git commit -qF - <<'EOF' && git commit -qm 'feat: b'\n{LONG}EOF\n", "", ("feat: c", "feat: b"), (SIGNED,)),
    Call("written before", f"cat > /tmp/message <<'EOF'\n{LONG}EOF\ngit commit -qF /tmp/message && git commit -qm 'feat: b'", "", ("feat: c", "feat: b"), (SIGNED,)),
    Call("a document of another", "cat > a.py <<'EOF'\nimport os\nEOF\ngit add -A && git commit -qm 'feat: a' && git commit -qm 'feat: b'", "", ("feat: a", "feat: b")),
    Call("one quiet", "git commit -m 'feat: a' && git commit -qm 'feat: b'", _shown("feat: a"), ("feat: a", "feat: b")),
    Call("one said nothing", "git commit -m 'feat: a' ; git commit -m 'feat: b'", _shown("feat: b") + "nothing to commit, working tree clean\n", ("feat: b",), (), True),
    Call("the last one failed", "git commit -m 'feat: a' && git commit -m 'feat: b'", _shown("feat: a") + "error: gpg failed to sign the data\n", ("feat: a",), (), True),
    Call("quiet and failed", "git commit -qm 'feat: a' && git commit -qm 'feat: b'", "nothing to commit", (), (), True),
    Call("tried twice", "git commit -m 'feat: a' || git commit --no-verify -m 'feat: a'", "hook failed\n" + _shown("feat: a"), ("feat: a",)),
    Call("amended", "git commit -qm 'feat: a' && git commit -q --amend -m 'feat: a and b'", "", ("feat: a and b",)),
    Call("amended without words", "git commit -m 'feat: a' && git add b && git commit --amend --no-edit", _shown("feat: a", "feat: a"), ("feat: a",)),
    Call("words of a hook", "git commit -m 'a' && git commit -m 'b'", _shown("ABC-1 a", "ABC-1 b"), ("ABC-1 a", "ABC-1 b")),
    Call("a loop", 'for f in a b; do git add $f; git commit -m "feat: $f"; done', _shown("feat: a", "feat: b"), ("feat: a", "feat: b")),
    Call("a pipe", "echo 'feat: a' | git commit -F - ; echo 'feat: b' | git commit -F -", _shown("feat: a", "feat: b"), ("feat: a", "feat: b")),
    Call("a comment", "# don't sign\ngit commit -m 'feat: a'\ngit commit -m 'feat: b'", _shown("feat: a", "feat: b"), ("feat: a", "feat: b")),
    Call("cut off", "git commit -m 'feat: a' 2>&1 | tail -1; git commit -m 'feat: b' | tail -1", " 1 file changed\n 2 files changed\n", ("feat: a", "feat: b")),
    Call("options before", "git -c commit.gpgsign=false commit -qm 'feat: a' && git -C ../x commit -qm 'feat: b'", "", ("feat: a", "feat: b")),
    Call("quotes", "git commit -qm \"feat: say \\\"a\\\"\" && git commit -qm 'feat: don'\\''t'", "", ('feat: say "a"', "feat: don't")),
    Call("signs in words", "git commit -qm 'feat: a && b; c | d' && git commit -q -m \"feat: e\n\n- f\"", "", ("feat: a && b; c | d", "feat: e")),
    Call("another's", "git commit -qm 'feat: a' && git cherry-pick abc1234", _shown("fix: x"), ("feat: a", "fix: x")),
    Call("words that nobody knows", 'git commit -qm "$MESSAGE" && git commit -qm \'feat: b\'', "", ("feat: b",)),
    Call("words of a commit", "echo 'git commit -m \"feat: a\"' && cat HOWTO.md", "[main abc1234] feat: a", ()),
    Call("the tree of one", "git commit-tree abc1234 -m 'feat: a'", "4b825dc", ()),
)  # fmt: skip


@pytest.mark.req("GENIUS-20")
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_each_commit_of_a_call_is_one(call, tmp_path):
    session = Session().user("go on please").bash(call.command, call.output, call.failed)
    candidates = extract(transcript.read(str(session.write(tmp_path / "t.jsonl"))).turns).candidates
    progress = [candidate.text.partition(" (a11ce")[0] for candidate in candidates if candidate.kind == "progress"]
    assert sorted(progress) == sorted(call.progress)
    assert sorted(candidate.text for candidate in candidates if candidate.kind == "decision") == sorted(call.decisions)
