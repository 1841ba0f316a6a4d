"""`manage.py fetch_browser_python`: fetch the Python that browsers need to play a battle offline."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.browser import python
from games.browser.bundle import bundle


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # it touches no game
    help = (
        "Fetches the Python that browsers run (Pyodide, from the registry of npm, checked) and packs this "
        "program for it. Without it games cannot be taken to a table without a line; all else works."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            fetched = python.fetch()
        except python.NotToBeHad as error:
            raise CommandError(
                f"Python for browsers could not be fetched: {error}\nOffline play waits for it, everything "
                "else works. Try again with a network; NPM_CONFIG_REGISTRY names another registry (https)."
            ) from error
        sizes = [bundle(folder.rpartition(".")[2]).size for folder in settings.VEXILLUM_SYSTEMS]
        said = "fetched" if fetched else "already here"
        self.stdout.write(
            f"Python for browsers ({python.VERSION}): {said}, {python.size() / 1e6:.1f} MB; "
            f"this program, with one of its systems: at most {max(sizes) / 1e6:.1f} MB"
        )
