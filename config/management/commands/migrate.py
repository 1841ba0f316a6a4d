"""`manage.py migrate`: an empty database gets its tables at once, an older one is migrated step by step."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from config.tables import create_tables

PARTIAL = ("app_label", "check_unapplied", "fake", "fake_initial", "plan", "prune")


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        if not any(options.get(name) for name in PARTIAL):
            created = create_tables(connections[options["database"]])
            if created and options["verbosity"] >= 1:
                self.stdout.write(f"  Created {created} tables in an empty database.")
        super().handle(*args, **options)
