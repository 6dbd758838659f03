"""What a shell command of the model may do to the guard rails, and what the guard says of it."""

import base64
import gc
import json
import shlex
import signal
import string
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core import hook
from memory_core.core.light import event
from memory_core.core.light.answer import Answer
from memory_core.guardrails.light import loosens, on_edit, shell
from memory_core.guardrails.light.loosens import CALL, FILE, LONG, OFF, PASS, TYPED, UNDO, YES
from tests import forked
from tests.rows import each_row
from tests.test_guard_edit import ORM, Editor, editor
from tests.test_hooks import script

__all__ = ["editor"]
STRICT = {"AC-001": "ask", "AC-002": "deny", "RC-001": "remind"}
SPIN = "memory-core iris spin <<'JSON'\n{answers}\nJSON"
ASKS = {
    "memory-core iris remove AC-001 --yes": CALL,
    "memory-core iris remove AC-001": CALL,
    "cd /tmp && /opt/x/bin/memory-core iris remove AC-001 --yes": CALL,
    "memory-core iris --root . remove AC-001 --yes": CALL,
    "MEMORY_CORE_DATA=/x memory-core iris remove AC-001 --yes | tail -1": CALL,
    "(memory-core iris remove AC-001 --yes)": CALL,
    "if true; then memory-core iris remove AC-001 --yes; fi": CALL,
    "memory-core \\\n  iris remove AC-001 --yes": CALL,
    "'memory-core' \"iris\" re\"mov\"e AC-001": CALL,
    "A=remove; memory-core iris $A AC-001 --yes": CALL,
    "sh -c 'memory-core iris remove AC-001 --yes'": CALL,
    "bash <<'X'\nmemory-core iris remove AC-001 --yes\nX": CALL,
    'echo "$(memory-core iris remove AC-001 --yes)"': CALL,
    "echo `memory-core iris remove AC-001 --yes`": CALL,
    "env -i memory-core iris remove AC-001 --yes": CALL,
    "echo AC-001 | xargs memory-core iris remove --yes": CALL,
    "python3 -m memory_core iris remove AC-001 --yes": CALL,
    "python3 -c \"import subprocess; subprocess.run(['memory-core', 'iris', 'remove', 'AC-001', '--yes'])\"": CALL,
    "git commit -m \"$(cat <<'E'\nDon't ask\nE\n)\" && memory-core iris remove AC-001 --yes": CALL,
    "memory-core iris decline all": CALL,
    "memory-core iris confirm AC-001": YES,
    "memory-core iris confirm AC-001 --stdin --yes <<'E'\n{}\nE": YES,
    "memory-core iris add-constraint --stdin --yes <<'E'\n{}\nE": YES,
    "timeout 5 memory-core iris confirm AC-001": YES,
    "uv run memory-core iris confirm AC-001": YES,
    "find . -exec memory-core iris confirm AC-001 \\;": YES,
    "python3 -m memory_core.cli iris confirm AC-001": YES,
    "memory-core iris edit AC-001 --enforce remind": CALL,
    "memory-core iris edit AC-001 --enforce=remind --reason 'It is fine'": CALL,
    "memory-core iris edit AC-002 --enforce ask": CALL,
    "memory-core iris edit --enforce remind --reason 'It is fine' AC-002": CALL,
    "memory-core iris edit --enforce remind AC-002": CALL,
    "memory-core iris edit AC-001 --scope docs/": CALL,
    "memory-core iris edit AC-001 --forbid ''": CALL,
    "memory-core iris edit AC-001 'Prefer no ORM'": CALL,
    "memory-core iris edit RC-001 --not-permanent": CALL,
    "memory-core iris spin < answers.json": CALL,
    "cat answers.json | memory-core iris spin": CALL,
    SPIN.format(answers='{"answers": [{"entry": "AC-001", "answer": "remove"}]}'): CALL,
    "echo '{\"answers\": [{\"entry\": \"AC-001\", \"answer\": \"update\"}]}' | memory-core iris spin": CALL,
    "memory-core iris --args-stdin <<'E'\nremove AC-001 --yes\nE": CALL,
    "memory-core iris --args-stdin <<'E'\nedit AC-001 --enforce remind\nE": CALL,
    "memory-core iris --args-stdin <<'E'\nadd-constraint X --reason Y\nE": TYPED,
    "echo x | memory-core iris --args-stdin": TYPED,
    "memory-core iris allow AC-001 --file src/x.js": PASS,
    "memory-core iris --args-stdin <<'E'\nallow\nE": PASS,
    "sh -c 'memory-core iris allow'": PASS,
    "rm IRIS_MEMORY.json": FILE,
    "rm -f ./IRIS_MEMORY.json README.md": FILE,
    "rm iris_memory.json": FILE,
    "rm 'IRIS_MEMORY'.json": FILE,
    "rm IRIS_MEMORY*": FILE,
    "rm IRIS_MEMORY.*": FILE,
    "f=IRIS_MEMORY.json; rm \"$f\"": FILE,
    "for f in IRIS_MEMORY.json b; do rm $f; done": FILE,
    "ls && git checkout -- IRIS_MEMORY.json": FILE,
    "git -C . restore IRIS_MEMORY.json": FILE,
    "git rm IRIS_MEMORY.json": FILE,
    "git stash push IRIS_MEMORY.json": FILE,
    "mv IRIS_MEMORY.json /tmp/": FILE,
    "mv new.json IRIS_MEMORY.json": FILE,
    "cp new.json IRIS_MEMORY.json": FILE,
    "cp old/IRIS_MEMORY.json .": FILE,
    "sed -i s/deny/remind/ IRIS_MEMORY.json": FILE,
    "sed -Ei.bak s/deny/remind/ IRIS_MEMORY.json": FILE,
    "sed --in-place s/deny/remind/ IRIS_MEMORY.json": FILE,
    "perl -pi -e s/deny/remind/ IRIS_MEMORY.json": FILE,
    "jq 'del(.x)' IRIS_MEMORY.json > IRIS_MEMORY.json": FILE,
    "jq . x >IRIS_MEMORY.json": FILE,
    "echo '{}' >| IRIS_MEMORY.json": FILE,
    "echo '{}' &> IRIS_MEMORY.json": FILE,
    "echo '{}' 1>IRIS_MEMORY.json 2>&1": FILE,
    ": > IRIS_MEMORY.json": FILE,
    "> IRIS_MEMORY.json": FILE,
    "cat > IRIS_MEMORY.json <<'E'\n{}\nE": FILE,
    "cat <<'E' > \"$PWD/IRIS_MEMORY.json\"\n{}\nE": FILE,
    "echo '{}' | tee IRIS_MEMORY.json": FILE,
    "truncate -s0 IRIS_MEMORY.json": FILE,
    "ln -sf /dev/null IRIS_MEMORY.json": FILE,
    "chmod 000 IRIS_MEMORY.json": FILE,
    "python3 - <<'E'\nimport json\njson.dump({}, open('IRIS_MEMORY.json', 'w'))\nE": FILE,
    "node -e \"require('fs').writeFileSync('IRIS_MEMORY.json', '{}')\"": FILE,
    "find . -name IRIS_MEMORY.json -delete": FILE,
    "find . -name 'IRIS_MEMORY.json' -exec rm {} +": FILE,
    "cat IRIS_MEMORY.json; sudo rm IRIS_MEMORY.json": FILE,
    "MEMORY_CORE_OFF=1 claude -p x": OFF,
    "export MEMORY_CORE_OFF=1": OFF,
    "env MEMORY_CORE_OFF=1 claude": OFF,
    "echo 'export MEMORY_CORE_OFF=1' >> ~/.bashrc": OFF,
}  # fmt: skip
SILENT = (
    "",
    "ls -la",
    "git status",
    "npm test",
    "echo $((1 + 2))",
    "memory-core",
    "memory-core iris",
    "memory-core iris show AC-001",
    "memory-core iris audit --commits 50",
    "memory-core iris help",
    "memory-core iris ingest",
    'memory-core iris ideate --json <<\'J\'\n{"proposals": [{"id": "1", "proposed": "remove the ORM"}]}\nJ',
    "memory-core iris review --json < findings.json",
    "cd x && memory-core iris show | head",
    "memory-core iris add-constraint 'Never remove a column' --reason 'edit it' --forbid remove --enforce deny",
    "memory-core iris add-pattern 'One class' --reason 'until June'",
    "memory-core iris reject IMP-1 --reason no",
    "memory-core iris add-context 'Two more developers'",
    "memory-core iris confirm g-1a2b3c4d --stdin",
    "memory-core iris edit AC-001 --enforce deny",
    "memory-core iris edit AC-001 --enforce ask --instead 'the pg driver'",
    "memory-core iris edit AC-001 --reason 'Said again' --json",
    "memory-core iris edit RC-001 --enforce remind",
    SPIN.format(answers='{"answers": [{"proposal": "IMP-3", "answer": "no"}], "rejected": []}'),
    SPIN.format(answers='{"answers": [{"entry": "IP-001", "answer": "keep"}]}'),
    "memory-core recall 'iris remove'",
    "memory-core spec remove",
    "env A=1 memory-core iris show",
    "cat IRIS_MEMORY.json",
    "jq .project IRIS_MEMORY.json",
    "jq . IRIS_MEMORY.json > /tmp/copy.json",
    "grep -n -i x < IRIS_MEMORY.json",
    "git diff IRIS_MEMORY.json",
    "git -C . log -p -- IRIS_MEMORY.json",
    "git show HEAD:IRIS_MEMORY.json | head -5",
    "git add IRIS_MEMORY.json && git commit -m 'Rules in IRIS_MEMORY.json' && git push",
    "git blame IRIS_MEMORY.json",
    "sed -n 1,20p IRIS_MEMORY.json",
    "wc -c IRIS_MEMORY.json 2>/dev/null || true",
    "test -f IRIS_MEMORY.json && echo yes",
    "[ -f IRIS_MEMORY.json ]",
    "find . -name IRIS_MEMORY.json",
    "ls IRIS_MEMORY*",
    "cp IRIS_MEMORY.json /tmp/IRIS_MEMORY.json.bak",
    "python3 -m json.tool IRIS_MEMORY.json",
    "diff <(git show HEAD:IRIS_MEMORY.json) IRIS_MEMORY.json",
    "for f in IRIS_MEMORY.json; do cat $f; done",
    "echo 'see IRIS_MEMORY.json' >> notes.md",
    "echo 'rm IRIS_MEMORY.json'",
    "# rm IRIS_MEMORY.json",
    "rm notes.md # IRIS_MEMORY.json stays",
    "grep -rn 'memory-core iris remove' docs",
    "pytest tests/test_iris_memory.py",
    "rm my_iris_memory.json",
    "rm IRIS_MEMORY.json.bak",
    "rm -rf iris_memory_notes/",
    "cat <<'E' > notes.md\nrm IRIS_MEMORY.json\nmemory-core iris remove AC-001\nE",
    "git commit -m \"$(cat <<'E'\nIt's IRIS_MEMORY.json, and memory-core iris remove\nE\n)\"",
    "MEMORY_CORE_OFF=0 ls",
    "MEMORY_CORE_OFF= ls",
    "unset MEMORY_CORE_OFF",
    "echo $MEMORY_CORE_OFF",
    "grep MEMORY_CORE_OFF=1 README.md",
    "sh -c 'cat IRIS_MEMORY.json'",
)
ENCODED = base64.b64encode(b"memory-core iris remove AC-001 --yes").decode()
ROUNDABOUT = {
    # taken back
    "memory-core undo": UNDO,
    "memory-core undo AC-001": UNDO,
    "cd src && bin/memory-core undo --json": UNDO,
    "memory-core memory undo": UNDO,
    "memory-core memory --root . undo": UNDO,
    "memory-core memory --args-stdin <<'E'\nundo\nE": UNDO,
    "echo undo | memory-core memory --args-stdin": UNDO,
    "env A=1 memory-core undo": UNDO,
    "timeout 9 memory-core undo": UNDO,
    "sh -c 'memory-core undo'": UNDO,
    "python3 -m memory_core undo": UNDO,
    "python3 -c 'from memory_core.cli import main; main([\"undo\"])'": UNDO,
    "for i in 1 2 3; do memory-core undo; done": UNDO,
    # eval
    "eval memory-core iris remove AC-001": CALL,
    "eval \"memory-core iris remove AC-001\"": CALL,
    "eval 'memory-core' 'iris' remove AC-001": CALL,
    "eval \"$(echo memory-core iris remove AC-001)\"": CALL,
    "eval \"eval memory-core iris remove AC-001\"": CALL,
    "X='memory-core iris remove AC-001'; eval $X": CALL,
    # variables, arrays, aliases, functions
    "M=memory-core; $M iris remove AC-001": CALL,
    "M=memory-core; \"$M\" iris remove AC-001": CALL,
    "M=memory-core; ${M} iris remove AC-001": CALL,
    "M=./bin/memory-core\n${M:?} iris remove AC-001": CALL,
    "M=memory; ${M}-core iris remove AC-001": CALL,
    "M='memory-core iris'; $M remove AC-001": CALL,
    "M='memory-core iris remove'; N=$M; $N AC-001": CALL,
    "export M=memory-core; \"${M}\" iris decline all": CALL,
    "V=iris; W=remove; memory-core $V $W AC-001": CALL,
    "memory-core $VERB remove AC-001": CALL,
    "$TOOL iris remove AC-001": CALL,
    "M=$(command -v memory-core); $M iris remove AC-001": CALL,
    "$(which memory-core) iris remove AC-001": CALL,
    "`which memory-core` iris remove AC-001": CALL,
    "$(echo memory-core iris remove AC-001)": CALL,
    "M=(memory-core iris); \"${M[@]}\" remove AC-001": CALL,
    "M=(memory-core); M+=(iris remove); \"${M[@]}\" AC-001": CALL,
    "M=(\n memory-core\n iris\n)\n\"${M[@]}\" remove AC-001": CALL,
    "for v in list remove; do memory-core iris $v AC-001; done": CALL,
    "for m in memory-core; do $m iris remove AC-001; done": CALL,
    "alias m=memory-core; m iris remove AC-001": CALL,
    "alias m='memory-core iris'\nm remove AC-001": CALL,
    "m() { memory-core \"$@\"; }; m iris remove AC-001": CALL,
    "function m { memory-core iris \"$@\"; }; m remove AC-001": CALL,
    "read -r M <<< memory-core; $M iris remove AC-001": CALL,
    # programs that start others
    "command memory-core iris remove AC-001": CALL,
    "builtin command memory-core iris remove AC-001": CALL,
    "exec memory-core iris remove AC-001": CALL,
    "exec -a x memory-core iris remove AC-001": CALL,
    "env -u HOME A=1 memory-core iris remove AC-001": CALL,
    "nohup memory-core iris remove AC-001 &": CALL,
    "timeout 5 nice memory-core iris remove AC-001": CALL,
    "sudo -u me bin/memory-core iris remove AC-001": CALL,
    "echo remove AC-001 | xargs memory-core iris": CALL,
    "echo iris remove AC-001 | xargs -n 9 memory-core": CALL,
    "cat list | xargs memory-core": CALL,
    "printf 'iris\\nremove\\n' | xargs memory-core": CALL,
    "find . -maxdepth 0 -exec memory-core iris remove AC-001 \\;": CALL,
    "git -c alias.x='!memory-core iris remove AC-001' x": CALL,
    "set -- memory-core iris remove AC-001; \"$@\"": CALL,
    "(memory-core undo) > x": UNDO,
    "x=$(memory-core undo)": UNDO,
    "echo \"${x:-$(memory-core undo)}\"": UNDO,
    "su me -c 'memory-core undo'": UNDO,
    "trap 'memory-core undo' EXIT": UNDO,
    "env -S 'memory-core undo'": UNDO,
    "timeout 5 sh -c 'memory-core undo'": UNDO,
    "echo undo | xargs -I{} memory-core {}": UNDO,
    "xargs -I{} sh -c 'memory-core {}' <<< undo": UNDO,
    "git config alias.u '!memory-core undo'": UNDO,
    "cat > x.sh <<'E'\nmemory-core undo\nE\nsh x.sh": UNDO,
    "cat > x.sh <<'E'\nmemory-core iris remove AC-001\nE\nchmod +x x.sh && ./x.sh": CALL,
    "tee x.sh <<'E'\nmemory-core iris remove AC-001\nE\nbash ./x.sh": CALL,
    "echo 'M=memory-core' > y; echo '$M iris remove AC-001' >> y; . ./y": CALL,
    "cat > x.py <<'E'\nopen('IRIS_MEMORY.json', 'w')\nE\npython3 x.py": FILE,
    "rm {IRIS_MEMORY,x}.json": FILE,
    # shells
    "bash -lc 'memory-core iris remove AC-001'": CALL,
    "bash -o pipefail -c 'memory-core iris remove AC-001'": CALL,
    "zsh --no-rcs -c \"memory-core iris remove AC-001\"": CALL,
    "/bin/sh -c \"sh -c 'memory-core iris remove AC-001'\"": CALL,
    "X='memory-core iris remove AC-001'; sh -c \"$X\"": CALL,
    "sh <<< 'memory-core iris remove AC-001'": CALL,
    "sh -s <<E\nM=memory-core\n$M iris remove AC-001\nE": CALL,
    "cat <<'E' | sh\nmemory-core iris remove AC-001\nE": CALL,
    "printf 'memory-core iris remove AC-001' | sh": CALL,
    "printf '\\x6demory-core iris remove AC-001' | sh": CALL,
    "printf '%s %s' memory-core 'iris remove AC-001' | bash -": CALL,
    "echo memory-core iris remove AC-001 |\n  tee x | bash": CALL,
    "{ echo memory-core iris; echo remove AC-001; } | sh": CALL,
    "for w in memory-core iris remove; do echo -n $w; done | sh": CALL,
    "(cat memory-core.sh) | sh": CALL,
    "cat /opt/memory-core/x.sh | sh": CALL,
    "source <(echo memory-core iris remove AC-001)": CALL,
    "bash <(printf 'memory-core iris remove AC-001')": CALL,
    "$'\\x6demory-core' iris remove AC-001": CALL,
    "echo memory-core iris remove | rev | rev | sh": CALL,
    f"echo {ENCODED} | base64 -d | sh": CALL,
    f"base64 -d <<< {ENCODED} | bash": CALL,
    f"eval \"$(echo {ENCODED} | base64 --decode)\"": CALL,
    f"sh -c \"$(base64 -d <<< '{ENCODED}')\"": CALL,
    f"python3 -c \"import base64, os; os.system(base64.b64decode('{ENCODED}'))\"": CALL,
    f"echo {b'memory-core iris remove AC-001'.hex()} | xxd -r -p | sh": CALL,
    # Python
    "python -I -X utf8 -m memory_core iris remove AC-001": CALL,
    "python3.12 -m memory_core.cli iris remove AC-001": CALL,
    "uv run python -m memory_core iris remove AC-001": CALL,
    "python3 memory_core/cli.py iris remove AC-001": CALL,
    "python3 -c \"from memory_core.cli import main; main(['iris', 'remove', 'AC-001'])\"": CALL,
    "python3 - <<'E'\nfrom memory_core import cli\ncli.main(['iris', 'remove', 'AC-001'])\nE": CALL,
    "echo 'import memory_core.cli as c; c.main([\"iris\", \"remove\"])' | python3": CALL,
    # the file
    "F=IRIS_MEMORY; rm $F.json": FILE,
    "A=IRIS; rm ${A}_MEMORY.json": FILE,
    "F=(IRIS_MEMORY.json); rm \"${F[@]}\"": FILE,
    "F=IRIS_MEMORY.json; echo '{}' > \"$F\"": FILE,
    "rm IRIS*": FILE,
    "rm ./IRIS_*.json": FILE,
    "rm iris_memor?.json": FILE,
    "rm IRIS_MEMORY.jso[n]": FILE,
    "eval rm IRIS_MEMORY.json": FILE,
    "echo 'rm IRIS_MEMORY.json' | sh": FILE,
    "echo IRIS_MEMORY.json | xargs rm": FILE,
    "ls | grep IRIS_MEMORY.json | xargs rm -f": FILE,
    "find . -name IRIS_MEMORY.json | xargs rm": FILE,
    "ls IRIS_MEMORY.json | while read -r f; do rm \"$f\"; done": FILE,
    "for f in $(ls IRIS_MEMORY.json); do rm $f; done": FILE,
    "dd if=/dev/null of=IRIS_MEMORY.json": FILE,
    "install -m 644 x IRIS_MEMORY.json": FILE,
    "rsync x IRIS_MEMORY.json": FILE,
    "cp old/IRIS_MEMORY.json ./": FILE,
    "cp old/IRIS_MEMORY.json \"$PWD\"": FILE,
    "cp old/IRIS_MEMORY.json -t .": FILE,
    "cp --target-directory=x old/IRIS_MEMORY.json": FILE,
    "git diff --output=IRIS_MEMORY.json": FILE,
    "git checkout HEAD~3 -- IRIS_MEMORY.json": FILE,
    "git update-index --skip-worktree IRIS_MEMORY.json": FILE,
    "uniq x IRIS_MEMORY.json": FILE,
    "sed -n 'w IRIS_MEMORY.json' x": FILE,
    "awk '{print > \"IRIS_MEMORY.json\"}' x": FILE,
    "awk -i inplace 1 IRIS_MEMORY.json": FILE,
    "python3 -c \"open('IRIS_MEMORY.json', 'w')\"": FILE,
    "echo \"open('IRIS_MEMORY.json', 'w')\" | python3": FILE,
    "exec 3> IRIS_MEMORY.json": FILE,
    f"echo {base64.b64encode(b'rm IRIS_MEMORY.json').decode()} | base64 -d | sh": CALL,
}  # fmt: skip
ASKING = ASKS | ROUNDABOUT
LINES = "".join(f"echo 'line {at} of a script' >> out/{at}.txt\n" for at in range(200))
HARMLESS = (
    "grep -rn memory-core docs README.md",
    "grep -rn 'memory-core undo' memory_core tests",
    "rg -l 'memory-core iris (remove|decline)' | head -20",
    "grep -rl IRIS_MEMORY.json docs | xargs grep -n iris",
    "grep -rl IRIS_MEMORY.json docs | xargs sed -i s/guard/rail/",
    "git log --oneline -S'memory-core iris remove' -- docs | cat",
    "git log --all --grep='undo' | grep memory-core",
    "git grep -n 'memory_core.verbs.undo'",
    "git -C ../memory-core diff --stat HEAD~3",
    "git commit -am 'Take memory-core iris remove out of the docs; memory-core undo stays'",
    "git commit -F - <<'E'\nThe guard asks before memory-core iris remove\n\neval \"memory-core undo\"\nE",
    "git stash && git pull --rebase && git stash pop # memory-core undo",
    "git show HEAD:memory_core/verbs/undo.py | sed -n 1,40p",
    "git diff -- IRIS_MEMORY.json | tee /tmp/rules.diff | wc -l",
    "gh pr create --title 'memory-core undo' --body 'memory-core iris remove AC-001 asks now'",
    "gh issue list --search 'IRIS_MEMORY.json in:body'",
    "echo 'memory-core iris remove'",
    'echo "memory-core iris remove"',
    "echo 'memory-core undo takes it back' >> NOTES.md",
    "printf 'run %s\\n' 'memory-core iris remove AC-001' >> docs/rules.md",
    "cat <<'E' > rules.md\n\n    memory-core iris remove AC-001\n    memory-core undo\n    rm IRIS_MEMORY.json\nE",
    "cat >> README.md <<E\nM=memory-core; \\$M iris remove AC-001\nE",
    "cat <<'E' > x.sh\n#!/bin/sh\neval memory-core iris remove AC-001\nE\nchmod +x x.sh",
    "tee docs/x.md <<'E' > /dev/null\nmemory-core iris decline all\nE",
    "memory-core iris list",
    "memory-core iris show | grep -i undo",
    "memory-core recall undo",
    "memory-core recall 'iris remove' --json | jq '.results[0].id'",
    'memory-core recall "why do we undo" --kind decision',
    "memory-core undo --list",
    "memory-core memory undo --list",
    "memory-core memory status; memory-core memory verify",
    "memory-core remember decision 'The verb undo asks' --rationale 'memory-core iris remove is final'",
    "memory-core remember learning \"$(cat <<'E'\nmemory-core undo asks; so does memory-core iris remove\nE\n)\"",
    "MSG='memory-core iris remove'; memory-core remember learning \"$MSG\"",
    "for id in d-1 d-2; do memory-core show $id; done",
    "for v in recall list open; do memory-core $v --help; done",
    "M=memory-core; $M recall undo && $M iris show AC-001",
    'M="${CLAUDE_PLUGIN_ROOT}/bin/memory-core"; "$M" status --json',
    "cat ids | xargs -n 1 memory-core show",
    "cat ids | xargs memory-core iris show",
    "echo 'memory-core recall undo' | sh",
    "bash -lc 'cd /opt/memory-core && memory-core status'",
    "sh -c 'memory-core iris show AC-001; memory-core brief'",
    "eval 'memory-core iris show'",
    "eval memory-core recall undo",
    "cd ~/memory-core && . .venv/bin/activate && pytest -q -k 'undo and iris'",
    "python3 -m pytest tests/test_undo.py tests/test_iris.py -q -k 'not remove'",
    "python3 -m memory_core iris show AC-001",
    'python3 -c "from sklearn.datasets import load_iris; print(load_iris().data[:3])"',
    "python3 train.py --data iris.csv --remove outliers",
    "rm iris*.csv iris-old.json",
    "npm test -- -t 'memory-core undo'",
    "make -C ../memory-core undo",
    "docker build -t memory-core:undo .",
    "pip install ./memory-core && ls -la ~/.local/share/memory-core",
    "curl -fsSL https://example.org/memory-core.tar.gz | tar xz",
    "curl -s https://example.org/install.sh | sh",
    f"echo {ENCODED} | base64 -d",
    f"echo {ENCODED} > /tmp/x.b64",
    "awk '/memory-core iris remove/ {print FILENAME}' docs/*.md",
    "awk 1 IRIS_MEMORY.json",
    "sed -n '/iris remove/p' README.md",
    "jq -r '.x[].id' IRIS_MEMORY.json | while read -r id; do memory-core iris show \"$id\"; done",
    "find . -name IRIS_MEMORY.json | xargs cat",
    "ls -la IRIS_MEMORY.json && wc -l < IRIS_MEMORY.json || echo 'no IRIS_MEMORY.json'",
    "diff <(memory-core iris show) <(git show HEAD:IRIS_MEMORY.json)",
    "case $x in iris) echo memory-core iris remove;; *) true;; esac",
    "a=$((1 + 2)); echo ${a:-memory-core undo}",
    "cat > x.sh <<'E'\nmemory-core iris show\nE\nsh x.sh && ./x.sh",
    "echo 'memory-core undo takes it back' > NOTES.md; wc NOTES.md; git add NOTES.md",
    "cat > docs/off.md <<'E'\n`MEMORY_CORE_OFF=1 claude` starts without hooks\nE",
    "cp -r memory_core /tmp/copy && diff -r memory_core /tmp/copy",
    f"{LINES}memory-core recall undo\n{LINES}echo 'memory-core iris remove AC-001'\ncat IRIS_MEMORY.json",
    "cat <<'E' | python3 -\nimport json\nprint(json.dumps({'undo': 1}))\nE\nmemory-core status",
)


@each_row(("command", "sort"), ASKING.items())
def test_what_takes_away_or_loosens_is_seen(command: str, sort: str) -> None:
    assert loosens.about(command, lambda: STRICT) == sort


@each_row("command", SILENT + HARMLESS)
def test_what_reads_adds_or_is_about_something_else_is_not(command: str) -> None:
    assert loosens.about(command, lambda: STRICT) == ""


@given(st.lists(st.text(string.ascii_letters + " '\"\\$`;|&<>()#\n{}", max_size=12), max_size=6))
def test_words_that_are_quoted_are_what_they_were(words: list[str]) -> None:
    [command] = shell.commands(shlex.join(["x", *words]))
    assert command.words == ["x", *words]


@given(st.text(string.ascii_letters + " '\"\\$`;|&<>()#\n{}-=", max_size=80))
def test_any_text_is_read_to_its_end(text: str) -> None:
    shell.commands(text)
    loosens.about(f"{text} IRIS_MEMORY.json", lambda: STRICT)


def test_at_least_sixty_ordinary_commands_are_harmless() -> None:
    assert len(set(HARMLESS)) >= 60


@pytest.mark.heavy
def test_a_long_harmless_command_is_read_and_a_longer_one_asks() -> None:
    lines = LINES * (300_000 // len(LINES))
    for end in ("cat IRIS_MEMORY.json", "memory-core recall undo", "echo 'memory-core iris remove'", "ls"):
        assert loosens.about(lines + end, lambda: STRICT) == ""
    assert loosens.about(f"cat <<'E' > x.md\n{lines}memory-core iris remove\nE", lambda: STRICT) == ""
    assert loosens.about(f"{lines}memory-core iris remove AC-001", lambda: STRICT) == CALL
    assert loosens.about(f"sh <<'E'\n{lines}memory-core undo\nE", lambda: STRICT) in (LONG, UNDO)
    assert loosens.about(f"{lines * 3}memory-core recall undo", lambda: STRICT) == LONG
    assert loosens.about(f"{lines * 3}ls", lambda: STRICT) == ""
    script = 'echo $HOME/x "$Y"\\n' * 2_000
    assert loosens.about(f"X=1; bash -c '{script}'; memory-core recall undo", lambda: STRICT) == ""
    doubling = "".join(f"A{at + 1}=$A{at}$A{at}; " for at in range(60))
    assert loosens.about(f"A0=memory-core; {doubling} $A60 iris", lambda: STRICT) == LONG


@pytest.mark.heavy
def test_a_long_text_takes_no_long_time() -> None:
    for text in (
        "IRIS_MEMORY " * 30_000,
        "a=IRIS_MEMORY.json; rm $a; " * 10_000,
        "${" * 100_000,
        "x<(a)" * 50_000,
        "x=(a) | sh " * 20_000,
        "echo a | cat | " * 20_000,
        "$'\\x" * 50_000,
        "eval 'eval " * 20_000,
        "f(){ " * 50_000,
        "echo memory-core undo >> x; sh x; " * 9_000,
        "{IRIS_MEMORY," * 20_000,
        "$(" * 50_000,
        "`" * 50_000,
        "a" * 400_000,
        "x <<E\n" + "y\n" * 100_000,
        "((((" * 50_000,
        "'\"" * 50_000,
    ):
        loosens.about(f"{text} IRIS_MEMORY.json", lambda: STRICT)


def reply_to(editor: Editor, command: str) -> dict[str, Any]:
    out = editor.run("PreToolUse", tool_name="Bash", tool_input={"command": command})
    return json.loads(out)["hookSpecificOutput"] if out else {}


@pytest.mark.parametrize("more", [" --stdin --yes", ""])
def test_a_rule_that_waits_for_nothing_that_can_be_shown_asks_all_the_same(editor: Editor, more: str) -> None:
    editor.rules(ORM)
    assert reply_to(editor, f"memory-core iris confirm AC-001{more}")["permissionDecision"] == "ask"


def test_the_question_has_the_words_of_the_rule(editor: Editor) -> None:
    editor.rules({**ORM, "enforce": "ask"}, {**ORM, "id": "AC-002", "constraint": "No second ORM"})
    answer = reply_to(editor, "memory-core iris remove ac-001 --yes")
    assert answer["permissionDecision"] == "ask"
    reason = answer["permissionDecisionReason"]
    for part in ("AC-001", "No ORM, ever", "Queries are reviewed as SQL", "write SQL into src/sql/"):
        assert part in reason
    assert "AC-002" not in reason
    for command in ("rm IRIS_MEMORY.json", "export MEMORY_CORE_OFF=1"):
        reason = reply_to(editor, command)["permissionDecisionReason"]
        assert "AC-001" in reason
        assert "No second ORM" in reason


def test_a_stricter_rule_is_no_question(editor: Editor) -> None:
    editor.rules({**ORM, "enforce": "ask"})
    assert reply_to(editor, "memory-core iris edit AC-001 --enforce deny") == {}
    assert reply_to(editor, "memory-core iris edit ac-001 --enforce remind")["permissionDecision"] == "ask"


def test_without_guard_rails_there_is_no_question(editor: Editor) -> None:
    for command in ("rm IRIS_MEMORY.json", "memory-core iris remove AC-001 --yes", "export MEMORY_CORE_OFF=1"):
        assert reply_to(editor, command) == {}
    editor.rules()
    assert reply_to(editor, "rm IRIS_MEMORY.json") == {}


def test_who_lets_an_edit_pass_sees_what_it_adds(editor: Editor) -> None:
    second = {**ORM, "id": "AC-002", "enforce": "ask", "constraint": "No Redis", "forbid": ["redis"]}
    editor.rules({**ORM, "enforce": "ask"}, second)
    editor.writes("src/a.py", "import sqlalchemy\n")
    editor.writes("src/b.py", "import redis\n")
    for command in (
        "memory-core iris allow AC-001 --file src/a.py",
        "cd src; memory-core iris allow --file=a.py AC-001",
    ):
        reason = reply_to(editor, command)["permissionDecisionReason"]
        if "cd" not in command:
            assert 'src/a.py:1 adds "sqlalchemy": AC-001' in reason
            assert "Redis" not in reason
        assert "once?" in reason
    for command in (
        "memory-core iris allow",
        "sh -c 'memory-core iris allow'",
        "memory-core iris --args-stdin <<'E'\nallow\nE",
    ):
        reason = reply_to(editor, command)["permissionDecisionReason"]
        assert 'src/b.py:1 adds "redis": AC-002 (rule): No Redis' in reason


def kept(editor: Editor, *arguments: str) -> None:
    done = forked.verb(arguments, editor.project)
    assert done.returncode == 0, done.stderr


def test_an_undo_asks_where_it_takes_a_rule_back_or_changes_it(editor: Editor) -> None:
    editor.rules({**ORM, "enforce": "ask"})
    for command in ("memory-core undo", "memory-core undo AC-001", "for i in 1 2; do memory-core undo; done"):
        assert reply_to(editor, command) == {}  # nothing to take back
    kept(editor, "iris", "add-constraint", "No Redis", "--reason", "One more server to run")
    kept(editor, "remember", "decision", "Use WAL")
    for command in ("memory-core undo", "memory-core undo --list", "memory-core memory undo", "echo memory-core undo"):
        assert reply_to(editor, command) == {}
    for command in (
        "memory-core undo AC-002",
        "memory-core undo && memory-core undo",
        "for i in 1 2; do memory-core undo; done",
        "memory-core undo --root .",
        "memory-core undo $X",
        "memory-core memory --args-stdin <<'E'\nundo\nE",
        "sh -c 'memory-core undo'",
    ):
        answer = reply_to(editor, command)
        assert answer["permissionDecision"] == "ask", command
        assert "takes back" in answer["permissionDecisionReason"]
        assert "No Redis" in answer["permissionDecisionReason"]
        assert "No ORM" not in answer["permissionDecisionReason"]
    kept(editor, "iris", "edit", "AC-001", "--enforce", "deny")
    assert "No ORM" in reply_to(editor, "memory-core undo")["permissionDecisionReason"]
    kept(editor, "iris", "remove", "AC-002", "--yes")
    assert reply_to(editor, "memory-core undo") == {}  # it brings the rule back
    kept(editor, "undo")
    assert "No ORM" in reply_to(editor, "memory-core undo")["permissionDecisionReason"]


def test_what_is_too_long_or_takes_too_long_to_read_asks(editor: Editor) -> None:
    long = LINES * (900_000 // len(LINES))
    editor.rules({**ORM, "enforce": "ask"})
    assert "too long" in reply_to(editor, f"{long}memory-core recall undo")["permissionDecisionReason"]
    assert reply_to(editor, f"{long}ls") == {}
    command = LINES * (500_000 // len(LINES)) + "cat IRIS_MEMORY.json"
    given = event.Event({"cwd": str(editor.project), "tool_input": {"command": command}})
    before = signal.signal(signal.SIGALRM, hook._late)
    gc.disable()  # what a collection calls would swallow the alarm
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.03)
        answer = on_edit.asked(given, [str(editor.project)])
        (editor.project / "IRIS_MEMORY.json").unlink()
        signal.setitimer(signal.ITIMER_REAL, 0.03)
        assert on_edit.asked(given, [str(editor.project)]) == ""
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        gc.enable()
        signal.signal(signal.SIGALRM, before)
    assert isinstance(answer, Answer)
    assert answer.decision == "ask"
    assert "no time" in answer.reason


def test_a_question_has_an_end_and_no_secret(editor: Editor) -> None:
    secret = "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789"
    long = {**ORM, "constraint": "c " * 900, "reason": f"token {secret} " + "r " * 900}
    editor.rules(*({**long, "id": f"AC-{at:03}"} for at in range(1, 300)))
    reason = reply_to(editor, "rm IRIS_MEMORY.json")["permissionDecisionReason"]
    assert len(reason) < 2_500
    assert secret not in reason
    assert "294 more" in reason


def test_a_command_that_only_reads_loads_next_to_nothing(editor: Editor) -> None:
    editor.rules({**ORM, "enforce": "ask"})
    given = editor.event("PreToolUse", tool_name="Bash", tool_input={"command": "cat IRIS_MEMORY.json | head"})
    call = [sys.executable, "-I", "-S", "-X", "importtime", script("PreToolUse")]
    done = subprocess.run(call, input=json.dumps(given), capture_output=True, text=True, check=True)
    assert done.stdout == ""
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "memory_core.guardrails.light.loosens" in loaded
    assert not loaded & {
        "json",
        "re",
        "typing",
        "enum",
        "shlex",
        "pathlib",
        "subprocess",
        "memory_core.guardrails.rules_file",
    }
