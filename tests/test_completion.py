"""A shell completes verbs, actions and options from what `memory-core completion` prints."""

import shutil
import subprocess

import pytest

from memory_core import cli
from memory_core.core.options import VERBS


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert cli.main(["completion", shell]) == 0
    return capsys.readouterr().out


def completed(text: str, *words: str) -> list[str]:
    asks = f"COMP_WORDS=({' '.join(repr(word) for word in words)}); COMP_CWORD={len(words) - 1}; _memory_core"
    command = ["bash", "-c", f'{text}\n{asks}\nprintf "%s\\n" "${{COMPREPLY[@]}}"']
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def test_bash_completes_verbs_actions_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    text = script("bash", capsys)
    assert completed(text, "memory-core", "rec") == ["recall"]
    assert set(completed(text, "memory-core", "spec", "st")) == {"start", "status"}
    assert completed(text, "memory-core", "list", "--li") == ["--limit"]
    assert completed(text, "memory-core", "jarvis", "mem") == ["memory"]
    every = completed(text, "memory-core", "")
    assert set(every) == {name for name, row in VERBS.items() if row.task != "inside"} | {"help"}


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_every_verb_stands_in_the_script_of_a_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = script(shell, capsys)
    assert all(name in text for name, row in VERBS.items() if row.task != "inside")
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=text, text=True, check=True)


def test_a_shell_that_there_is_not_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["completion", "bsh"]) == 2
    assert "`bash`" in capsys.readouterr().err
