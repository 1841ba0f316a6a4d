"""Screenshots of the site as people meet it, and what axe says of it: `python -m tools.gallery FOLDER`.

Serves a demo of its own (`manage.py play`, in a temporary folder), goes from page to page by the links that a
visitor, a player and a game master find, and takes one page of each address (of a game: one for each system)
at the width of a phone and of a desk, in the light and in the dark theme. Told, and an error at the end: what
axe finds, what a browser complains about, a page that is wider than its screen, an error page.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

ROOT: Final = Path(__file__).parent.parent
SIZES: Final = {"phone": (360, 740), "desk": (1280, 800)}
THEMES: Final = ("light", "dark")
PEOPLE: Final = ("", "anna", "gm")  # a visitor, a player, a game master
PASSWORD: Final = "vexillum"
HEX: Final = r"[0-9a-f]{8}-[0-9a-f-]{27}"
OWN: Final = re.compile(r"^/$|^/games/")  # what looks otherwise for whoever else opens it
FILES: Final = re.compile(r"\.(json|csv|atom|ics|svg|png|js|txt|md|webmanifest)$|/(act|version|health.*)$")
LINKS: Final = """all => all.map(one => new URL(one.getAttribute("href"), location))
    .filter(one => one.origin === location.origin).map(one => one.href)"""


@dataclass
class Walk:
    """Where somebody has been: ``seen`` are kinds of addresses, ``faults`` what was wrong."""

    folder: Path
    most: int
    axe: str
    seen: dict[str, str] = field(default_factory=dict)
    systems: dict[str, str] = field(default_factory=dict)  # of the games that were met
    faults: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)  # of the browsers, about the page they are at
    shots: int = 0

    def hear(self, said: Any) -> None:
        if said.type == "error":
            self.complaints.append(said.text)


def kind_of(address: str) -> str:
    """What an address has in common with others: its path without ids and words that a person chose."""
    path = re.sub(r"^https?://[^/]+", "", address).partition("#")[0].partition("?")[0]
    path = re.sub(HEX, "ID", path)
    path = re.sub(r"/(lists|of)/[\w-]+", r"/\1/NAME", path)
    path = re.sub(r"/[0-9]+(?=/|$)", "/N", path)
    return re.sub(r"/[\w-]{20,}(?=/|$)", "/TOKEN", path)


def system_of(page: Any, address: str, walk: Walk) -> str:
    """The rules of the game that an address belongs to; "" for any other."""
    named = re.search(HEX, address)
    if named is None:
        return ""
    if named[0] not in walk.systems:
        told = page.request.get(f"/games/{named[0]}/state.json")
        walk.systems[named[0]] = told.json().get("system", "") if told.ok else ""
    return walk.systems[named[0]]


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The address of a demo that lives as long as the context."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        env = {**os.environ, "VEXILLUM_DATA": data, "DATABASE_URL": "", "REDIS_URL": ""}
        command = [sys.executable, "manage.py", "play", "--port", str(port)]
        server = subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            address = f"http://127.0.0.1:{port}"
            for _ in range(600):
                with contextlib.suppress(OSError):
                    urlopen(address, timeout=5).close()
                    break
                time.sleep(0.5)
            yield address
        finally:
            server.terminate()
            server.wait(30)


def look(page: Any, name: str, size: str, theme: str, walk: Walk) -> None:
    """One page in one size and theme: its picture, and what is wrong with it."""
    where = f"{name} {size} {theme}"
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if wide > 0:
        walk.faults.append(f"{where}: {wide} px wider than the screen")
    from playwright.sync_api import Error

    picture = walk.folder / f"{name}-{size}-{theme}.png"
    try:
        page.screenshot(path=picture, full_page=size == "phone")
    except Error:  # a page may be longer than a picture can be
        page.screenshot(path=picture)
    walk.shots += 1
    if walk.axe:
        page.evaluate(walk.axe)
        found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
        for fault in found["violations"]:
            at = ", ".join(" ".join(map(str, node["target"])) for node in fault["nodes"][:3])
            walk.faults.append(f"{where}: axe {fault['id']} ({len(fault['nodes'])}): {at}")


def visit(contexts: dict[tuple[str, str], Any], who: str, address: str, walk: Walk) -> list[str]:
    """Look at an address in every size and theme, unless one of its kind was seen; the links found there."""
    kind = kind_of(address)
    from playwright.sync_api import Error

    found: list[str] = []
    for (size, theme), page in contexts.items():
        walk.complaints.clear()
        try:
            answer = page.goto(address, wait_until="load")
        except Error:  # a file to be kept, not a page
            return []
        key = f"{who if OWN.match(kind) else ''}{kind} {system_of(page, address, walk)}"
        if not found:
            if key in walk.seen or "text/html" not in (answer.headers.get("content-type") or ""):
                return []
            walk.seen[key] = address
            found = page.eval_on_selector_all("a[href]", LINKS)
        name = re.sub(r"\W+", "_", f"{who or 'visitor'}{key.removeprefix(who)}").strip("_")
        if answer.status >= 400:
            walk.faults.append(f"{name}: status {answer.status}")
        look(page, name, size, theme, walk)
        walk.faults += [f"{name} {size} {theme}: {said}" for said in walk.complaints]
    return found


def stroll(browser: Any, base: str, who: str, walk: Walk) -> None:
    """From the front page as far as links lead, the nearest pages first."""
    contexts = {}
    for size, (width, height) in SIZES.items():
        for theme in THEMES:
            screen = {"width": width, "height": height}
            context = browser.new_context(viewport=screen, color_scheme=theme, base_url=base, locale="en-GB")
            page = context.new_page()
            page.set_default_timeout(60_000)
            page.on("console", walk.hear)
            if who:
                page.goto("/account/login/")
                page.fill("[name=username]", who)
                page.fill("[name=password]", PASSWORD)
                page.click("main button")
                page.wait_for_url(base + "/")
            contexts[size, theme] = page
    todo, known = [base + "/"], set()
    looked = 0
    while todo and looked < walk.most:
        address = todo.pop(0)
        before = len(walk.seen)
        fresh = visit(contexts, who, address, walk)
        looked += len(walk.seen) - before
        for one in fresh:
            plain = one.partition("#")[0].partition("?")[0]
            if plain not in known and not FILES.search(plain) and "/logout" not in plain:
                known.add(plain)
                todo.append(plain)
    for page in contexts.values():
        page.context.close()


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--most", type=int, default=200, help="pages for each person")
    chosen = options.parse_args()
    from axe_playwright_python.base import AXE_FILE_PATH
    from playwright.sync_api import sync_playwright

    chosen.folder.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("VEXILLUM_CHROMIUM") or shutil.which("chromium")
    walk = Walk(chosen.folder, chosen.most, Path(AXE_FILE_PATH).read_text())
    with served() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for who in PEOPLE:
            stroll(browser, base, who, walk)
        browser.close()
    print(f"{len(walk.seen)} kinds of pages, {walk.shots} pictures in {chosen.folder}")
    print("\n".join(walk.faults) or "no fault found")
    return 1 if walk.faults else 0


if __name__ == "__main__":
    sys.exit(main())
