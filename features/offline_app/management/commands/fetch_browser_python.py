"""`manage.py fetch_browser_python`: download the Python that browsers need for offline play."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from features.offline_app import python
from features.offline_app.bundle import bundle


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # skip the checks, which concern games
    help = (
        "Downloads Python for browsers (Pyodide, from the npm registry), checks it, and packs Vexillum for "
        "it. Offline play needs it; everything else works without it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--only-python", action="store_true", help="Do not pack Vexillum yet.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with python.DOWNLOAD_LOCK:
                fetched = python.fetch()
        except python.DownloadFailed as error:
            raise CommandError(
                f"Python for browsers could not be downloaded: {error}\nOffline play needs it; everything "
                "else works. Try again online; NPM_CONFIG_REGISTRY sets another registry (https)."
            ) from error
        if options["only_python"]:
            return
        sizes = [bundle(folder.rpartition(".")[2]).size for folder in settings.VEXILLUM_SYSTEMS]
        said = "downloaded" if fetched else "already here"
        self.stdout.write(
            f"Python for browsers ({python.VERSION}): {said}, {python.size() / 1e6:.1f} MB; "
            f"Vexillum with one rules system: at most {max(sizes) / 1e6:.1f} MB"
        )
