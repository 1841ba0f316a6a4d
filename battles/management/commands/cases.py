"""``python manage.py cases [SYSTEM]``: run the public test cases (docs/cases.md)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.module_loading import import_string

from engine.cases import BadCase, Runner, failures, load
from engine.cases.engine_cases import run as run_engine
from games import plugins

ENGINE = "engine"
FOLDER = Path(settings.BASE_DIR) / "tests" / "cases"
BATTLES = Path(settings.BASE_DIR) / "battles"


def systems() -> list[str]:
    """Return the systems that have cases."""
    return sorted(folder.name for folder in FOLDER.iterdir() if any(folder.glob("*.toml")))


def runner(system: str) -> Runner:
    """Return the case runner of a system."""
    if system == ENGINE:
        return run_engine
    found: Runner = import_string(runner_modules()[system])
    return found


def runner_modules() -> dict[str, str]:
    """Return the dotted path of each system's case runner.

    A plugin names the runner of its system. For a battle system that is not installed, the path is derived
    from the system's folder. The settings name the runners that belong to no system.
    """
    begun = {path.parents[1].name for path in BATTLES.glob("*/answers/cases.py")}
    found = {name: f"battles.{name}.answers.cases.run" for name in begun}
    found |= settings.VEXILLUM_CASES
    return found | {plugin.name: plugin.cases for plugin in plugins.installed_plugins() if plugin.cases}


class Command(BaseCommand):
    help = "Run the public test cases of one rules system, or of all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", nargs="?", help="a rules system (default: all that have cases)")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = [options["system"]] if options["system"] else systems()
        failed = 0
        for system in wanted:
            if system not in systems() or system not in (ENGINE, *runner_modules()):
                raise CommandError(f"No cases for {system!r}. There are cases for: {', '.join(systems())}.")
            failed += self._run(system)
        if failed:
            raise CommandError(f"{failed} cases failed.")

    def _run(self, system: str) -> int:
        try:
            cases, run = load(FOLDER / system), runner(system)
        except (BadCase, ImportError) as bad:
            raise CommandError(str(bad)) from bad
        wrong = [(case, found) for case in cases if (found := failures(case, run))]
        for case, found in wrong:
            self.stdout.write(f"{case.number} [{case.section}] {case.title}")
            for line in found:
                self.stdout.write(f"    {line}")
        self.stdout.write(f"{system}: {len(cases) - len(wrong)} of {len(cases)} cases pass.")
        return len(wrong)
