"""A place that is kept, and the file that says so: in the client."""

import json
from pathlib import Path

import pytest

from tests.client.api import use
from tests.client.conftest import with_newest
from tests.client.driver import Client
from tests.client.test_guard import rail


@with_newest
@pytest.mark.req("IRIS-4")
def test_a_rule_is_not_loosened_behind_its_users_back(client: Client, project: Path):
    rail(client, project, "--scope", "db/**", "--enforce", "deny")
    home, denied = project / "IRIS_MEMORY.json", project / "db" / "2.sql"
    loosened = home.read_text().replace('"deny"', '"remind"')
    assert loosened != home.read_text()
    client.api.script(
        use("Write", file_path=str(denied), content="--\n"),
        use("Read", file_path=str(home)),
        use("Edit", file_path=str(home), old_string='"deny"', new_string='"remind"'),
        use("Write", file_path=str(denied), content="--\n"),
        "I see.",
    )
    client.ask(project, "write it", "--permission-mode", "acceptEdits")
    said = json.dumps(client.api.of("main")[-1].body["messages"])
    assert "its user decides" in said
    assert '"deny"' in home.read_text()
    assert not denied.exists()
