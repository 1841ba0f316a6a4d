"""`manage.py migrate`: create the tables of an empty database at once, and migrate an older database step by
step.
"""

from __future__ import annotations

from typing import Any

from django.core.checks import Tags
from django.core.management.commands import migrate
from django.db import connections

from config.tables import create_tables

PARTIAL = ("app_label", "check_unapplied", "fake", "fake_initial", "plan", "prune")


class Command(migrate.Command):
    # Creating tables needs neither URLs nor rules, and importing those takes longer than creating the tables.
    # `manage.py check` and every server still run all checks.
    requires_system_checks = [Tags.models, Tags.database]

    def handle(self, *args: Any, **options: Any) -> None:
        if not any(options.get(name) for name in PARTIAL):
            created = create_tables(connections[options["database"]])
            if created and options["verbosity"] >= 1:
                self.stdout.write(f"  Created {created} tables in an empty database.")
        super().handle(*args, **options)
