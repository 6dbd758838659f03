"""The documents tell the truth: names, verbs, options, versions and links are held against what is there."""

import json
import re
import tomllib
from pathlib import Path

import memory_core
from memory_core.core.light import settings
from memory_core.core.options import VERBS
from tests import forked
from tests.conftest import ROOT
from tests.rows import each_row

DOCUMENTS = sorted(
    path
    for path in [
        *ROOT.glob("*.md"),
        *ROOT.glob(".claude/*.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("commands/**/*.md"),
        *ROOT.glob("skills/**/*.md"),
    ]
)
README = (ROOT / "README.md").read_text()
COMMANDS = (ROOT / "docs" / "commands.md").read_text()
SETTINGS = (ROOT / "docs" / "settings.md").read_text()
OPTION = re.compile(r"--[a-z][a-z-]+")


def help_of(verb: str) -> str:
    """What `memory-core VERB --help` prints."""
    done = forked.run(["memory-core", verb, "--help"], ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def rows(text: str, heading: str) -> dict[str, str]:
    """The rows of the table with this heading: the first cell's code, and the second cell."""
    body = text[text.index(heading) :].splitlines()[2:]
    table = body[: next((i for i, line in enumerate(body) if not line.startswith("|")), None)]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table]
    return {cell[0].strip("`"): cell[1] for cell in cells}


def shell_lines(path: Path) -> list[str]:
    """The commands in the shell blocks of a document, without comments."""
    blocks = re.findall(r"^```(?:sh|console|bash)?\n(.*?)^```$", path.read_text(), re.MULTILINE | re.DOTALL)
    lines = [re.sub(r"\s+#.*", "", line).removeprefix("$ ") for block in blocks for line in block.splitlines()]
    return [part.strip() for line in lines for part in line.split("&&")]


def test_there_is_a_row_for_each_verb_and_no_other():
    listed = list(rows(COMMANDS, "| verb of `memory-core` |"))
    missing, extra = [verb for verb in VERBS if verb not in listed], [verb for verb in listed if verb not in VERBS]
    assert not missing, f"docs/commands.md has no row for: {', '.join(missing)}"
    assert not extra, f"docs/commands.md has rows for verbs that do not exist: {', '.join(extra)}"
    assert listed == list(VERBS), "the rows of docs/commands.md have another order than memory_core/data/verbs.tsv"


@each_row("verb", [verb for verb in VERBS if verb != "hook"])
def test_every_verb_explains_itself_and_takes_what_its_row_says(verb: str):
    row = rows(COMMANDS, "| verb of `memory-core` |").get(verb)
    assert row is not None, f"docs/commands.md has no row for the verb `{verb}`"
    unknown = {"--root", "--json", *OPTION.findall(row)} - set(OPTION.findall(help_of(verb)))
    assert not unknown, f"docs/commands.md: the row of `{verb}` names options that the verb does not have: {unknown}"


def test_commands_in_the_documents_are_commands_of_the_program():
    for path in DOCUMENTS:
        for line in shell_lines(path):
            called = re.match(r"(?:bin/)?memory-core (\w+)(.*)", line)
            if called:
                assert called[1] in VERBS, f"{path.name}: {line}"
                assert set(OPTION.findall(called[2])) <= set(OPTION.findall(help_of(called[1]))), f"{path.name}: {line}"


def test_every_command_of_the_client_has_its_row():
    names = {f"/{path.parent.name}:{path.stem}" for path in ROOT.glob("commands/*/*.md") if path.name != "README.md"}
    table = " ".join(rows(COMMANDS, "| in a session |"))
    assert set(re.findall(r"/\w+:\w+", table)) == names


def test_install_lines_name_what_the_marketplace_lists():
    listed = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_text())
    plugins = {entry["name"] for entry in listed["plugins"]}
    names = {f"{name}@{listed['name']}" for name in plugins} | plugins
    named = set(re.findall(r"claude plugin (?:un)?install (\S+)", README))
    assert named
    assert named <= names


def test_the_readme_is_read_in_two_minutes():
    assert len(README.splitlines()) <= 90
    assert "OWNER" not in README


def test_the_settings_that_the_page_names_are_those_that_there_are():
    table = rows(SETTINGS, "| setting | values")
    assert {name: tuple(values.split(", ")) for name, values in table.items()} == settings.VALUES


def test_one_version_everywhere():
    market = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_text())
    manifests = [ROOT / ".claude-plugin" / "plugin.json", ROOT / "commands" / "cs" / ".claude-plugin" / "plugin.json"]
    versions = {
        "pyproject.toml": tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"],
        "CHANGELOG.md": re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[1],  # type: ignore[index]
        "marketplace.json": market["metadata"]["version"],
        **{f"marketplace: {entry['name']}": entry["version"] for entry in market["plugins"]},
        **{str(path.relative_to(ROOT)): json.loads(path.read_text())["version"] for path in manifests},
    }
    assert versions == dict.fromkeys(versions, memory_core.__version__)


@each_row("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path):
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", path.read_text())
    broken = [link for link in links if not (path.parent / link).exists()]
    assert not broken, f"{path.relative_to(ROOT)} links to what does not exist: {', '.join(broken)}"


def anchors(path: Path) -> set[str]:
    """The fragments by which a link names a heading of this page."""
    headings = re.findall(
        r"^#+ (.+)$", re.sub(r"^```.*?^ *```$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL), re.MULTILINE
    )
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each_row("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_to_a_section_name_a_heading(path: Path):
    links = re.findall(r"\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)", path.read_text())
    pages = [(path.parent / page if page else path, fragment) for page, fragment in links]
    broken = [f"{page.name}#{fragment}" for page, fragment in pages if fragment not in anchors(page)]
    assert not broken, f"{path.relative_to(ROOT)} links to sections that do not exist: {', '.join(broken)}"


def test_names_of_files_in_the_walk_exist():
    walk = (ROOT / "docs" / "house.md").read_text()
    folders = "|".join(path.parent.name for path in (ROOT / "memory_core").glob("*/__init__.py"))
    named = re.findall(rf"`((?:{folders}|tests|tools|hooks|bench)/[a-z][\w/.-]*)`", walk)
    assert len(named) > 100
    there = [name for name in named if "NAME" not in name]
    assert [name for name in there if not any((ROOT / top / name).exists() for top in ("", "memory_core"))] == []


def test_the_page_for_newcomers_with_little_time_stays_short():
    assert len((ROOT / ".claude" / "CLAUDE.md").read_text().splitlines()) < 50
