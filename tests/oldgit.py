"""A git that can do what git 2.20 (December 2018) could, and refuses everything newer: a guard for CS-NFR-010.

It is a script that stands first on PATH, looks at every call, and hands it to the git of the machine where a 2.20
would have understood it; else it ends with 129, as git does for an option that it does not know. What it cannot
imitate is how the old one behaved. Where an old git is at hand, the whole suite runs under it:

    MEMORY_CORE_GIT=/path/to/git-2.20/bin/git scripts/test

and where none is, under this one:

    MEMORY_CORE_GIT=$(.venv/bin/python -m tests.oldgit FOLDER) scripts/test
"""

import os
import shlex
import shutil
import sys
from typing import Final

_DIFF: Final = (
    "-p -u -s -U: --unified= --raw --patch --no-patch --patch-with-raw --minimal --patience --histogram --stat"
    " --numstat"
    " --shortstat --dirstat --summary --name-only --name-status --submodule --color --no-color --color-moved"
    " --word-diff --no-renames --check --full-index --binary --abbrev --find-renames --find-copies -M -C -B -D -z -a"
    " --text --diff-filter= -S: -G: --pickaxe-all -O: -R --relative -b -w --ignore-space-change --ignore-all-space"
    " --ignore-blank-lines --exit-code --quiet -q --ext-diff --no-ext-diff --textconv --no-textconv"
    " --ignore-submodules --src-prefix= --dst-prefix= --no-prefix -r -t --cc -c -m --root --no-commit-id --pretty"
    " --always --cached --staged --no-index --stdin -l:"
)
_REVISIONS: Final = (
    "-n: --max-count= --skip= --since= --after= --until= --before= --author= --committer= --grep= --all-match"
    " --invert-grep -i -E -F -P --remove-empty --merges --no-merges --first-parent --not --all --branches --tags"
    " --remotes --glob= --exclude= --reflog --ignore-missing --bisect --stdin --boundary --simplify-by-decoration"
    " --full-history --ancestry-path --date-order --topo-order --author-date-order --reverse --objects --no-walk"
    " --do-walk --count --timestamp --left-right --cherry-mark --cherry-pick --parents --children --header --graph"
    " --oneline --format= --pretty --abbrev-commit --no-abbrev-commit --no-abbrev --date= --relative-date --quiet"
    " --use-bitmap-index --filter= --max-age= --min-age= --in-commit-order --unpacked --walk-reflogs -g --notes"
    " --no-notes --show-notes --show-signature --no-show-signature --encoding= --decorate --no-decorate --source"
    " --follow --log-size --full-diff -L: --objects-edge"
)
_COMMITTING: Final = "-m: -F: -C: -c: --message= --file= --reuse-message= --reedit-message="
_FETCHING: Final = (
    "-q --quiet -v --verbose -p --prune -P --prune-tags -t --tags --no-tags -n --depth= --deepen= --shallow-since="
    " --unshallow --update-shallow -f --force -k --keep -u --update-head-ok -a --append --all --multiple --refmap="
    " --dry-run --progress --recurse-submodules --no-recurse-submodules -j: --jobs= --upload-pack= --filter="
    " --no-filter -4 -6 -o: --server-option="
)
_MERGING: Final = (
    "--commit --no-commit -e --edit --no-edit --ff --no-ff --ff-only -S -n --stat --no-stat --log --squash --no-squash"
    " -s: --strategy= -X: --strategy-option= --verify-signatures -q --quiet -v --progress"
    " --allow-unrelated-histories -m: -F: --abort --continue --no-rerere-autoupdate --signoff"
)

# What 2.20 understands, as far as this project and its tests come near it. A letter with `:` takes a value, a word
# with `=` may take its value as the next argument; the rest take none, or after `=` alone.
KNOWN: Final = {
    "add": "-n -v -f -i -p -e -u -A -N --dry-run --verbose --force --all --update --intent-to-add --no-all --refresh"
    " --ignore-errors --chmod= --renormalize --patch",
    "archive": "--format= -l -v --prefix= -o: --output= --remote= --worktree-attributes",
    "branch": "-q -v -d -D -m -M -c -C -f -l -r -a -t -u: --list --all --remotes --delete --move --copy --force --quiet"
    " --track --no-track --set-upstream-to= --unset-upstream --contains --no-contains --merged --no-merged --column"
    " --sort= --points-at= --format= --edit-description --abbrev --no-abbrev",
    "bundle create": "--all --branches --tags --remotes --quiet -q --progress --since= -n:",
    "bundle verify": "-q --quiet",
    "bundle list-heads": "",
    "bundle unbundle": "",
    "cat-file": "-t -s -e -p --allow-unknown-type --textconv --filters --path= --batch --batch-check --buffer"
    " --batch-all-objects --unordered --follow-symlinks",
    "check-ignore": "-q -v -z -n --stdin --quiet --verbose --non-matching --no-index",
    "checkout": "-q -b: -B: -f -d -l -t -p -m --quiet --force --detach --orphan= --ours --theirs --track --no-track"
    " --ignore-skip-worktree-bits --merge --conflict= --progress --no-progress --recurse-submodules --patch",
    "cherry-pick": f"-e -x -n -s -S -m: --edit --no-commit --signoff --ff --allow-empty --keep-redundant-commits"
    f" --allow-empty-message --strategy= -X: --continue --quit --abort {_MERGING}",
    "clean": "-d -f -n -q -x -X -e: --force --dry-run --quiet",
    "clone": "-l -s -n -q -v -o: -b: -u: -c: -j: --local --shared --no-hardlinks --quiet --verbose --progress"
    " --no-checkout --bare --mirror --origin= --branch= --upload-pack= --reference= --reference-if-able= --dissociate"
    " --separate-git-dir= --depth= --shallow-since= --single-branch --no-single-branch --no-tags --recurse-submodules"
    " --no-recurse-submodules --recursive --no-recursive --shallow-submodules --jobs= --template= --config= --filter=",
    "commit": f"-a -p -q -v -s -n -e -i -o -u -S {_COMMITTING} -t: --all --patch --quiet --verbose --signoff"
    " --no-verify"
    " --allow-empty --allow-empty-message --amend --no-edit --edit --author= --date= --fixup= --squash= --reset-author"
    " --cleanup= --include --only --no-post-rewrite --dry-run --short --porcelain --status --no-status --gpg-sign"
    " --no-gpg-sign --template=",
    "commit-tree": "-p: -m: -F: -S",
    "config": "-l -z -e -f: --list --null --edit --file= --blob= --global --system --local --worktree --get --get-all"
    " --get-regexp --get-urlmatch --replace-all --add --unset --unset-all --rename-section --remove-section"
    " --get-color --get-colorbool --bool --int --bool-or-int --path --expiry-date --type= --no-type --name-only"
    " --includes --no-includes --show-origin --default=",
    "describe": "--contains --debug --all --tags --long --first-parent --abbrev --exact-match --candidates= --match="
    " --exclude= --always --dirty --broken",
    "diff": _DIFF,
    "diff-tree": _DIFF,
    "fast-export": "--all --signed-tags= --tag-of-filtered-object= -M -C --no-data --full-tree --anonymize",
    "fast-import": "--force --quiet --stats --date-format= --done --export-marks= --import-marks= --relative-marks"
    " --no-relative-marks --cat-blob-fd= --export-pack-edges= --active-branches= --big-file-threshold= --depth="
    " --max-pack-size=",
    "fetch": _FETCHING,
    "for-each-ref": "-s -p --shell --perl --python --tcl --count= --sort= --format= --color --points-at= --merged"
    " --no-merged --contains --no-contains --ignore-case",
    "fsck": "-v --verbose --tags --root --cache --reflogs --full --no-full --connectivity-only --strict --lost-found"
    " --progress --no-progress --name-objects --unreachable --no-dangling --dangling",
    "gc": "-q --quiet --prune --no-prune --aggressive --auto --force --keep-largest-pack",
    "grep": "-h -i -n -l -c -q -e: -E -F -P -w --cached --untracked",
    "hash-object": "-t: -w --stdin --stdin-paths --no-filters --literally --path=",
    "init": "-q --quiet --bare --template= --separate-git-dir= --shared",
    "log": f"{_REVISIONS} {_DIFF}",
    "ls-files": "-z -t -v -f -c -d -o -i -s -k -m -u -x: -X: --cached --deleted --others --ignored --stage --modified"
    " --killed --unmerged --directory --eol --exclude= --exclude-from= --exclude-per-directory= --exclude-standard"
    " --full-name --recurse-submodules --error-unmatch --with-tree= --abbrev --debug",
    "ls-remote": "-q -t -h -o: --quiet --tags --heads --refs --get-url --sort= --exit-code --symref --upload-pack=",
    "ls-tree": "-d -r -t -l -z --long --name-only --name-status --full-name --full-tree --abbrev",
    "merge": _MERGING,
    "merge-file": "-p -q -L: --stdout --quiet --diff3 --ours --theirs --union --marker-size=",
    "merge-base": "-a --all --octopus --independent --is-ancestor --fork-point",
    "mktag": "",
    "mktree": "-z --missing --batch",
    "mv": "-v -f -n -k",
    "name-rev": "--name-only --tags --refs= --exclude= --all --stdin --no-undefined --always",
    "notes": "",
    "notes list": "",
    "notes add": f"{_COMMITTING} -f --force --allow-empty",
    "notes copy": "-f --force --stdin --for-rewrite=",
    "notes append": f"{_COMMITTING} --allow-empty",
    "notes edit": f"{_COMMITTING} --allow-empty",
    "notes show": "",
    "notes merge": "-v -q -s: --verbose --quiet --strategy= --commit --abort",
    "notes remove": "--ignore-missing --stdin",
    "notes prune": "-n -v --dry-run --verbose",
    "notes get-ref": "",
    "pack-refs": "--all --prune --no-prune",
    "prune": "-n -v --dry-run --verbose --progress --expire=",
    "pull": f"{_FETCHING} {_MERGING} -r --rebase --no-rebase --autostash --no-autostash",
    "push": "-q -v -n -f -d -u -o: -4 -6 --all --mirror --tags --follow-tags --no-follow-tags --atomic --no-atomic"
    " --dry-run --receive-pack= --exec= --force --force-with-lease --delete --prune --quiet --verbose --porcelain"
    " --progress --no-progress --recurse-submodules --no-recurse-submodules --set-upstream --signed --no-signed"
    " --push-option= --thin --no-thin --verify --no-verify --repo=",
    "read-tree": "-m -n -u -i --reset --prefix= --empty --index-output= --trivial --aggressive -v",
    "rebase": "-q -v -i -m -n -f -p -r -s: -X: -x: -S --onto= --quiet --interactive --merge --continue --skip --abort"
    " --quit --edit-todo --root --autosquash --autostash --no-autostash --exec= --strategy= --strategy-option="
    " --keep-empty --allow-empty-message --stat --no-stat --verify --no-verify --fork-point --no-fork-point"
    " --committer-date-is-author-date --ignore-date --signoff --rebase-merges --preserve-merges --no-ff --force-rebase",
    "reflog": f"{_REVISIONS} {_DIFF}",
    "reflog show": f"{_REVISIONS} {_DIFF}",
    "reflog expire": "-n --dry-run --expire= --expire-unreachable= --rewrite --updateref --stale-fix --verbose --all",
    "reflog delete": "-n --dry-run --rewrite --updateref --verbose",
    "reflog exists": "",
    "remote": "-v --verbose",
    "remote add": "-t: -m: -f --tags --no-tags --mirror",
    "remote rename": "",
    "remote remove": "",
    "remote rm": "",
    "remote get-url": "--push --all",
    "remote set-url": "--push --add --delete",
    "remote show": "-n",
    "remote prune": "-n --dry-run",
    "remote update": "-p --prune",
    "remote set-head": "-a -d --auto --delete",
    "repack": "-a -A -d -f -F -l -n -q -b -i --unpack-unreachable= -k --window= --depth= --max-pack-size="
    " --pack-kept-objects",
    "replace": "-f -d -l -e --force --delete --list --edit --graft --format=",
    "reset": "-q -p -N --quiet --mixed --soft --hard --merge --keep --patch --intent-to-add",
    "rev-list": _REVISIONS,
    "rev-parse": "-q --verify --quiet --sq --short --symbolic --symbolic-full-name --abbrev-ref --git-dir"
    " --absolute-git-dir --git-common-dir --git-path= --show-toplevel --show-prefix --show-cdup --is-inside-git-dir"
    " --is-inside-work-tree --is-bare-repository --is-shallow-repository --local-env-vars"
    " --show-superproject-working-tree"
    " --default= --revs-only --no-revs --flags --no-flags --all --branches --tags --remotes --glob= --exclude= --not"
    " --since= --until= --parseopt --sq-quote --resolve-git-dir= --shared-index-path --prefix= --disambiguate=",
    "revert": f"-e -n -s -S -m: --edit --no-edit --no-commit --continue --quit --abort {_MERGING}",
    "rm": "-f -n -r -q --force --dry-run --cached --ignore-unmatch --quiet",
    "show": f"{_REVISIONS} {_DIFF}",
    "show-ref": "-q -s -d --head --heads --tags --verify --dereference --hash --abbrev --quiet --exclude-existing",
    "stash": "-q -p -k -u -a -m: --quiet --patch --keep-index --include-untracked --all --message= --index",
    "status": "-s -b -v -u: -z -M --short --branch --show-stash --porcelain --long --verbose --untracked-files"
    " --ignore-submodules --ignored --column --no-column --ahead-behind --no-ahead-behind --renames --no-renames",
    "submodule": "-q --quiet --init --recursive --force -b: --name= --reference= --depth= --remote --cached --merge",
    "symbolic-ref": "-q -d -m: --quiet --delete --short",
    "tag": "-a -s -u: -f -d -v -n -l -m: -F: -e -i --annotate --sign --local-user= --force --delete --verify --list"
    " --sort= --contains --no-contains --merged --no-merged --points-at= --message= --file= --cleanup= --format=",
    "update-index": "--add --remove --refresh -q --cacheinfo= --index-info --stdin -z --chmod= --assume-unchanged"
    " --skip-worktree --force-remove --really-refresh --again",
    "update-ref": "-m: -d -z --no-deref --stdin --create-reflog",
    "var": "-l",
    "verify-pack": "-v -s --verbose --stat-only",
    "version": "--build-options",
    "worktree add": "-f -b: -B: --force --detach --checkout --no-checkout --lock --guess-remote --no-guess-remote"
    " --track --no-track -q --quiet",
    "worktree list": "--porcelain",
    "worktree lock": "--reason=",
    "worktree move": "-f --force",
    "worktree prune": "-n -v --dry-run --verbose --expire=",
    "worktree remove": "-f --force",
    "worktree unlock": "",
    "write-tree": "--missing-ok --prefix=",
}  # fmt: skip
_GROUPS: Final = ("bundle", "notes", "reflog", "remote", "worktree")
_BEFORE: Final = (
    "-C: -c: -p -P --exec-path --git-dir= --work-tree= --namespace= --super-prefix= --bare --no-pager --paginate"
    " --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs"
    " --no-optional-locks --html-path --man-path --info-path --version --help"
)
# Of formats: 2.21 to 2.41.
_NEWER_PARTS: Final = (
    "%(worktreepath",
    "%(ahead-behind",
    "%(objectsize:disk",
    "%(describe",
    "%(trailers:key",
    "%(is-base",
)
_YOUNGER: Final = ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_COUNT", "GIT_DEFAULT_HASH")  # 2.29 to 2.32


def refused(arguments: list[str]) -> str:
    """What a git 2.20 would not understand in this call; "" where it would understand all of it."""
    at, wrong = _options(arguments, 0, _BEFORE, stop=True)
    if wrong or at == len(arguments):
        return wrong
    verb, rest = arguments[at], arguments[at + 1 :]
    if verb in _GROUPS:
        while verb == "notes" and rest and rest[0].startswith("--ref"):
            rest = rest[1:] if "=" in rest[0] else rest[2:]
        if rest and not rest[0].startswith("-") and f"{verb} {rest[0]}" in KNOWN:
            verb, rest = f"{verb} {rest[0]}", rest[1:]
        elif verb not in KNOWN or (verb in ("notes", "remote") and rest and not rest[0].startswith("-")):
            return f"{verb} {rest[0] if rest else ''}".strip()
    if verb not in KNOWN:
        return verb
    if verb == "config" and rest[:1] and rest[0] in ("list", "get", "set", "unset", "rename-section", "edit"):
        return f"config {rest[0]}"
    if newer := next((part for part in _NEWER_PARTS for word in rest if part in word), ""):
        return f"{verb} {newer}"
    _, wrong = _options(rest, 0, KNOWN[verb], stop=False)
    return f"{verb} {wrong}" if wrong else ""


def _options(arguments: list[str], at: int, known: str, *, stop: bool) -> tuple[int, str]:
    """(where the options end, the first that is not known); without `stop` they may stand behind other words."""
    words = set(known.split())
    while at < len(arguments):
        word = arguments[at]
        is_plain = not word.startswith("-") or word == "-"
        if word == "--" or (is_plain and stop):
            break
        wrong, takes_next = ("", False) if is_plain else _option(word, words)
        if wrong:
            return at, wrong
        at += 2 if takes_next else 1
    return at, ""


def _option(word: str, words: set[str]) -> tuple[str, bool]:
    """(the option that is not known, whether the next argument is its value)."""
    if word.startswith("--"):
        name = word.partition("=")[0]
        takes = f"{name}=" in words
        return "" if takes or name in words else name, takes and "=" not in word
    if word[1:].isdigit():
        return "", False
    for place, letter in enumerate(word[1:], 2):
        if f"-{letter}:" in words:
            return "", not word[place:]
        if f"-{letter}" not in words:
            return f"-{letter}", False
        if word[place : place + 1].isdigit():  # an optional value, as in -M50%
            break
    return "", False


_SCRIPT: Final = """#!/bin/sh
exec {python} -IS -c 'import sys
sys.path.insert(0, sys.argv[1])
import oldgit
oldgit.called(sys.argv[2], sys.argv[3:])' {folder} {real} "$@"
"""


def called(real: str, arguments: list[str]) -> None:
    """Become the real git, or end with 129 as an old one would; `OLD_GIT_LOG` names a file that takes the calls."""
    wrong = refused(arguments)
    if log := os.environ.get("OLD_GIT_LOG"):
        with open(log, "a", encoding="utf-8") as sink:
            sink.write("\t".join([wrong, *arguments]).replace("\n", " ") + "\n")
    if wrong:
        sys.stderr.write(f"error: git 2.20 does not know {wrong!r}\n")
        sys.exit(129)
    for name in _YOUNGER:
        os.environ.pop(name, None)
    os.execv(real, ["git", *arguments])


def made(folder: str) -> str:
    """The path of the old git, after it was put into a folder."""
    real = shutil.which("git")
    if real is None:
        raise FileNotFoundError("git is not on PATH")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(os.path.abspath(folder), "git")
    with open(path, "w", encoding="utf-8") as script:
        places = {"python": sys.executable, "folder": os.path.dirname(os.path.abspath(__file__)), "real": real}
        script.write(_SCRIPT.format(**{name: shlex.quote(place) for name, place in places.items()}))
    os.chmod(path, 0o755)
    return path


if __name__ == "__main__":
    print(made(sys.argv[1]))
