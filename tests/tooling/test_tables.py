"""An empty database gets its tables at once: the same schema as by every migration, one after the other."""

import json
import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

HERE = Path(__file__).parents[2]
DESCRIBE = """
import json, sys
import django
django.setup()
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import connection
command = migrate.Command() if sys.argv[1] == "steps" else "migrate"
call_command(command, verbosity=0)
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
    cursor.execute("SELECT app_label, model FROM django_content_type ORDER BY app_label, model")
    schema["types"] = [list(row) for row in cursor.fetchall()]
print(json.dumps(schema))
"""


def schema_made(way: str, data: Path, url: str = "") -> dict[str, object]:
    environment = os.environ | {
        "VEXILLUM_DATA": str(data),
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }
    done = subprocess.run(
        [sys.executable, "-c", DESCRIBE, way], env=environment, cwd=HERE, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_both_ways_give_the_same_schema(tmp_path: Path) -> None:
    by_steps, at_once = (schema_made(way, tmp_path / way) for way in ("steps", "once"))
    assert len(by_steps) > 40
    for table in by_steps.keys() | at_once.keys():
        assert by_steps.get(table) == at_once.get(table), table


@pytest.mark.postgres
def test_both_ways_give_the_same_schema_on_postgresql(tmp_path: Path) -> None:
    server = os.environ["DATABASE_URL"].rpartition("/")[0]
    schemas = []
    for way in ("steps", "once"):
        name = f"tables_{way}_{uuid4().hex[:8]}"
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as line:
            line.execute(f"CREATE DATABASE {name}")
            try:
                schemas.append(schema_made(way, tmp_path / way, f"{server}/{name}"))
            finally:
                line.execute(f"DROP DATABASE {name}")
    by_steps, at_once = schemas
    assert len(by_steps) > 40
    for table in by_steps.keys() | at_once.keys():
        assert by_steps.get(table) == at_once.get(table), table


def test_a_database_with_tables_is_left_to_its_migrations(tmp_path: Path) -> None:
    first, second = (schema_made("once", tmp_path) for _ in range(2))
    assert first == second
