"""Create the tables of an empty database in one go.

Running all migrations takes seconds. An empty database has no rows to carry over. Its tables are therefore
created in their final form, and every migration is recorded as applied. `tests/tooling/test_tables.py` checks
that both ways give the same schema.
"""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


def create_tables(connection: BaseDatabaseWrapper) -> int:
    """Create every table in an empty database and return the number of tables. If the database already has
    tables, create none and return 0.
    """
    if connection.introspection.table_names():
        return 0
    loader = MigrationLoader(connection)
    models = [
        model for model in loader.project_state().apps.get_models() if model._meta.can_migrate(connection)
    ]
    recorder = MigrationRecorder(connection)
    with connection.schema_editor() as editor:
        for model in models:
            editor.create_model(model)
        recorder.ensure_schema()
        recorder.migration_qs.bulk_create(
            recorder.Migration(app=app, name=name) for app, name in loader.disk_migrations
        )
    return len(models)
