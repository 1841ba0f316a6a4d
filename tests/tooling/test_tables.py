"""The tables of an empty database are created at once. The schema is the same as after running all migrations
one by one, or the squashed ones.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

HERE = Path(__file__).parents[2]
DESCRIBE = """
import json, sys
import django
django.setup()
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import connection
from tests.steps import one_by_one
way, *stops = sys.argv[1:]
if way == "steps":
    with one_by_one():
        for app, last in (stop.split(".") for stop in stops):
            call_command(migrate.Command(), app, last, verbosity=0)
        if not stops:
            call_command(migrate.Command(), verbosity=0)
call_command("migrate" if way == "once" else migrate.Command(), verbosity=0)
schema = {}
with connection.cursor() as cursor:
    for table in sorted(connection.introspection.table_names(cursor)):
        columns = connection.introspection.get_table_description(cursor, table)
        limits = connection.introspection.get_constraints(cursor, table)
        schema[table] = {
            "columns": sorted([str(part) for part in column] for column in columns),
            "limits": sorted(str(sorted(limit.items())) for limit in limits.values()),
        }
    cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
    schema["applied"] = [list(row) for row in cursor.fetchall()]
types = ContentType.objects.order_by("app_label", "model")  # those of models that are gone stay in old sites
schema["types"] = [[one.app_label, one.model] for one in types if one.model_class()]
print(json.dumps(schema))
"""


Schema = dict[str, object]
MIGRATIONS = {
    "replaced": "squashed",
    "before people had an app": "steps games.0021_rewind_request_cause",
    "half-way": "steps games.0045_branches accounts.0003_key leagues.0001_initial armies.0001_initial",
}


def schema_made(way: str, data: Path, url: str = "") -> Schema:
    """Create a database in a separate process; return its tables, migrations and content types."""
    environment = os.environ | {
        "VEXILLUM_DATA": str(data),
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }
    done = subprocess.run(
        [sys.executable, "-c", DESCRIBE, *way.split()],
        env=environment,
        cwd=HERE,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def compare(one: Schema, other: Schema) -> None:
    assert len(one) > 40
    for table in one.keys() | other.keys():
        assert one.get(table) == other.get(table), table


@pytest.fixture(scope="module")
def by_steps(tmp_path_factory: pytest.TempPathFactory) -> Schema:
    """Return the schema created by all migrations one by one."""
    return schema_made("steps", tmp_path_factory.mktemp("steps"))


def test_tables_made_at_once_are_those_of_the_migrations(by_steps: Schema, tmp_path: Path) -> None:
    compare(by_steps, schema_made("once", tmp_path))


@pytest.mark.parametrize("way", MIGRATIONS.values(), ids=MIGRATIONS.keys())
def test_squashed_migrations_lead_to_the_same_schema(by_steps: Schema, tmp_path: Path, way: str) -> None:
    compare(by_steps, schema_made(way, tmp_path))


@pytest.fixture(scope="module")
def made_on_postgresql(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Schema]:
    """Create a database on the server, and drop it afterwards."""

    def made(way: str) -> Schema:
        server = os.environ["DATABASE_URL"].rpartition("/")[0]
        name = f"tables_{uuid4().hex[:12]}"
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as line:
            line.execute(f"CREATE DATABASE {name}")
            try:
                return schema_made(way, tmp_path_factory.mktemp("data"), f"{server}/{name}")
            finally:
                line.execute(f"DROP DATABASE {name}")

    return made


@pytest.fixture(scope="module")
def by_steps_on_postgresql(made_on_postgresql: Callable[[str], Schema]) -> Schema:
    return made_on_postgresql("steps")


@pytest.mark.postgres
@pytest.mark.parametrize("way", ["once", *MIGRATIONS.values()], ids=["at once", *MIGRATIONS.keys()])
def test_every_way_leads_to_the_same_schema_on_postgresql(
    by_steps_on_postgresql: Schema, made_on_postgresql: Callable[[str], Schema], way: str
) -> None:
    compare(by_steps_on_postgresql, made_on_postgresql(way))


def test_a_database_with_tables_is_left_to_its_migrations(tmp_path: Path) -> None:
    first, second = (schema_made("once", tmp_path) for _ in range(2))
    assert first == second
