"""`python -m tools.gallery [FOLDER]`: take pictures of every page at two widths in both themes, and check
them with axe. At 320 pixels nothing may be wider than the screen or too small to tap.

The tool creates sample data in a temporary folder, or in --data, which keeps them for the next run. It
then serves the site and opens the pages that ``pages`` lists. It reports axe's findings, complaints of
the browser, pages wider than their screen, and unexpected answers, and fails if there are any. `python -m
tools.gallery --readme` takes only the pictures of README.md.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import logging
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

ROOT: Final = Path(__file__).parent.parent.parent


@contextlib.contextmanager
def serve_site() -> Iterator[str]:
    """Serve the site on this process's database and yield its URL."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "manage.py", "play", "--port", str(port), "--no-demo"]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        for _ in range(600):
            with contextlib.suppress(OSError):
                urlopen(f"{address}/account/login/", timeout=5).close()
                break
            time.sleep(0.5)
        yield address
    finally:
        server.terminate()
        server.wait(30)


def town_in(data: Path) -> dict[str, str]:
    """Return the URL arguments that lead to the sample data in a folder, under the names by which ``pages``
    refers to them. Create the data if they are missing.
    """
    os.environ |= {"VEXILLUM_DATA": str(data), "DATABASE_URL": "", "REDIS_URL": ""}
    os.environ["DJANGO_SETTINGS_MODULE"] = "tools.gallery.settings"
    import django

    django.setup()
    kept = data / "gallery.json"
    if not kept.exists():
        from django.core.management import call_command

        from tools.gallery import town

        logging.disable(logging.WARNING)  # the jobs of the sample games would log every step
        call_command("migrate", interactive=False, verbosity=0)
        kept.write_text(json.dumps(town.build(), indent=1))
    found: dict[str, str] = json.loads(kept.read_text())
    return found


def shots_of(town: dict[str, str], only: str) -> dict[str, list[Any]]:
    """Return the pages to open, by the person who opens them. ``only``: a regular expression for the pages'
    names.
    """
    from django.urls import reverse

    from tools.gallery.camera import PageShot, file_name
    from tools.gallery.pages import ERRORS, PAGES, VISITOR

    found: dict[str, list[Any]] = {}
    for page, looks in PAGES.items():
        for look in looks:
            told = [page, *look.at.values(), look.query, look.who or "visitor"]
            name = file_name(" ".join(told))
            arguments = {key: at[1:] if at[0] == "=" else town[at] for key, at in look.at.items()}
            address = reverse(page, kwargs=arguments)
            shot = PageShot(name, look.who, address + look.query, look.status)
            found.setdefault(look.who, []).append(shot)
    for kind in ERRORS:
        shot = PageShot(f"error_{kind}", VISITOR, f"/error/{kind}/", int(kind[:3]))
        found.setdefault(VISITOR, []).append(shot)
    wanted = re.compile(only)
    kept = {who: [shot for shot in some if wanted.search(shot.name)] for who, some in found.items()}
    return {who: some for who, some in kept.items() if some}


# The pictures of README.md, each with its page, its game and its viewer.
README: Final = {"campaign": "game war anna"}


def readme_pictures(data: Path, chromium: str | None) -> list[Path]:
    """Write the pictures of README.md to docs/screenshots, in desktop and phone size."""
    from playwright.sync_api import sync_playwright

    town = town_in(data)  # sets up Django, which the import below needs
    from tools.gallery.camera import Camera, file_name

    written = []
    shots = shots_of(town, f"^({'|'.join(file_name(name) for name in README.values())})$")
    with serve_site() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        camera = Camera(browser, base, ROOT / "docs" / "screenshots", axe="")
        names = {file_name(name): picture for picture, name in README.items()}
        for who, some in shots.items():
            for shot in some:
                written += camera.portraits(who, shot, names[shot.name])
        browser.close()
    return written


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "gallery")
    options.add_argument("--readme", action="store_true", help="only the pictures in docs/screenshots")
    options.add_argument("--only", default="", help="pages in whose name this regular expression is found")
    options.add_argument("--data", type=Path, help="where the town is kept for the next run")
    options.add_argument(
        "--seconds", type=float, default=inf, help="looks that would begin later are left out"
    )
    chosen = options.parse_args()
    until = time.monotonic() + chosen.seconds
    from axe_playwright_python.base import AXE_FILE_PATH
    from playwright.sync_api import sync_playwright

    chosen.folder.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("VEXILLUM_CHROMIUM") or shutil.which("chromium")
    if chosen.readme:
        with tempfile.TemporaryDirectory() as passing:
            data = chosen.data or Path(passing)
            data.mkdir(parents=True, exist_ok=True)
            for picture in readme_pictures(data, chromium):
                print(picture.relative_to(ROOT), picture.stat().st_size, "bytes")
        return 0
    with tempfile.TemporaryDirectory() as passing:
        data = chosen.data or Path(passing)
        data.mkdir(parents=True, exist_ok=True)
        shots = shots_of(town_in(data), chosen.only)
        from tools.gallery.camera import Camera

        with serve_site() as base, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            camera = Camera(browser, base, chosen.folder, Path(AXE_FILE_PATH).read_text(), until=until)
            for who, some in shots.items():
                camera.tour(who, some)
            browser.close()
    print(f"{camera.pages} pages, {camera.pictures} pictures in {chosen.folder}")
    print("\n".join(camera.faults) or "no fault found")
    if camera.left_out:
        print(f"{len(camera.left_out)} looks left out, the time was up: {', '.join(camera.left_out)}"[:2000])
    return 1 if camera.faults else 0


if __name__ == "__main__":
    sys.exit(main())
