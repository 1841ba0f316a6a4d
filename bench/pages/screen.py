"""Measure where the controls and the map are on a game's page, as a table of pages and window widths.

    .venv/bin/python bench/pages/screen.py [--data FOLDER] [--pictures FOLDER] [--only italia] [--json]

The script opens the game page of each system in Chromium at the sizes below, as Anna, who owes an answer,
and as a visitor who watches. It prints for each page:

- ``act``: the y position of the first control with which Anna acts (a form of the game, or a link to one);
- ``map y``: the y position of the map or board;
- ``map``: the map's share of the window, as a percentage;
- ``long``: the height of the document in windows;
- ``wide``: how far the page extends beyond the window's right edge, in pixels;
- ``stops``: the presses of Tab that it takes to reach the question (the skip link counts as one);
- ``small``: the number of controls smaller than 24 pixels;
- ``kB``: the page as sent without compression.

``--data`` keeps the games for the next run. The script needs playwright and Chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("VEXILLUM_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
SIZES = {
    "320": (320, 640),
    "360": (360, 640),
    "768": (768, 1024),
    "1280": (1280, 800),
    "200%": (640, 400),
}
# the viewer of each page, and its game in the gallery's demo data
PAGES = {
    "justinian": ("anna", "justinian"),
    "italia": ("anna", "italia"),
    "schiere": ("anna", "schiere"),
    "deploy": ("anna", "board"),
    "dba": ("anna", "fight"),
    "watching": ("", "justinian"),
    "ended": ("", "italia over"),
    "battle over": ("", "schiere over"),
}
COLUMNS = ("act", "map_y", "map", "long", "wide", "stops", "small", "kb")

MEASURE = """() => {
  const size = (e) => { const r = e.getBoundingClientRect(); return Math.min(r.width, r.height); };
  const top = (e) => e.getBoundingClientRect().top + scrollY;
  const shown = (e) => e.checkVisibility() && size(e) > 0;
  const act = '#live form:has([name=kind]) button, #live form:has([name=key]) select, #live .jdoing button, '
    + '#starts a, #acts a.btn, #chosen button, [data-placing] button';
  const beside = '.take-back, .lesson, [popover]';
  const acts = [...document.querySelectorAll(act)].filter((e) => shown(e) && !e.closest(beside));
  const map = document.querySelector('[data-map]'), box = map?.getBoundingClientRect();
  const across = (low, high, most) => Math.max(0, Math.min(high, most) - Math.max(low, 0));
  const seen = box ? across(box.top, box.bottom, innerHeight) * across(box.left, box.right, innerWidth) : 0;
  const all = 'main :is(a[href], button, input, select, summary), header :is(a[href], button)';
  const other = '[type=checkbox], [type=radio], [type=hidden], .visually-hidden, .skip-link, .map__skip';
  const controls = [...document.querySelectorAll(all)].filter((e) => shown(e) && !e.matches(other));
  const small = controls.filter((e) => !e.closest('svg, p, li, td, dd') && size(e) < 23.5);
  return {
    act: acts.length ? Math.round(Math.min(...acts.map(top))) : null,
    map_y: box ? Math.round(box.top + scrollY) : null,
    map: Math.round(100 * seen / innerWidth / innerHeight),
    long: Math.round(10 * document.documentElement.scrollHeight / innerHeight) / 10,
    wide: document.documentElement.scrollWidth - innerWidth,
    small: small.length, which: small.slice(0, 5).map((e) => e.outerHTML.slice(0, 90)),
  };
}"""
ASKED = """() => { const at = document.activeElement;
  return Boolean(at.closest('#next, #acts, #doing, #starts, #ask')); }"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, help="where the games are kept")
    parser.add_argument("--pictures", type=Path, help="a screenful of every page is put there")
    parser.add_argument("--only", default="", help="the page of that name alone")
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--theme", default="light")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        sys.exit("nothing measured: playwright is not installed")
    if not CHROMIUM:
        sys.exit("nothing measured: there is no Chromium")
    sys.path.insert(0, str(ROOT))
    with nullcontext(str(asked.data)) if asked.data else tempfile.TemporaryDirectory() as folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        found = measure(Path(folder), asked)
    if asked.json:
        print(json.dumps(found))
        return
    print(f"{'page':<13}{'size':>6}" + "".join(f"{name:>8}" for name in COLUMNS))
    for page, size, row in found:
        cells = ("–" if row[name] is None else row[name] for name in COLUMNS)
        print(f"{page:<13}{size:>6}" + "".join(f"{cell:>8}" for cell in cells))
        if row["which"] and not asked.json and asked.only:
            print(*(f"    {one}" for one in row["which"]), sep="\n")


def measure(folder: Path, asked: argparse.Namespace) -> list[tuple[str, str, dict[str, Any]]]:
    from playwright.sync_api import sync_playwright

    from tools.gallery.__main__ import serve_site, town_in

    town = town_in(folder)
    found = []
    with serve_site() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, (who, game) in PAGES.items():
            if asked.only and not name.startswith(asked.only):
                continue
            for size in asked.sizes.split(","):
                page = open_page(browser, address, who, size, asked.theme)
                row = looked_at(page, f"{address}/games/{town[game]}/")
                if asked.pictures:
                    asked.pictures.mkdir(parents=True, exist_ok=True)
                    page.screenshot(path=asked.pictures / f"{name}-{size.strip('%')}.png".replace(" ", "-"))
                row["stops"] = stops_until_asked(page)
                found.append((name, size, row))
                page.context.close()
        browser.close()
    return found


def open_page(browser: Any, address: str, who: str, size: str, theme: str) -> Any:
    from features.demo.management.commands.demo import PASSWORD

    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=width < 700,
        color_scheme=theme,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    if who:
        page.goto(f"{address}/account/login/")
        page.fill("[name=username]", who)
        page.fill("[name=password]", PASSWORD)
        page.click("main button")
        page.wait_for_url(f"{address}/")
    return page


def looked_at(page: Any, address: str) -> dict[str, Any]:
    answer = page.goto(address, wait_until="networkidle")
    row: dict[str, Any] = page.evaluate(MEASURE)
    row["kb"] = round(len(answer.body()) / 1024)
    return row


def stops_until_asked(page: Any, most: int = 40) -> int | None:
    """Count presses of Tab until the focus is in the question, using the skip link if there is one.
    Return None after ``most`` presses.
    """
    for pressed in range(1, most + 1):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.skip-link[href=\"#next\"]')"):
            page.keyboard.press("Enter")
            page.keyboard.press("Tab")
            pressed += 1
        if page.evaluate(ASKED):
            return pressed
    return None


if __name__ == "__main__":
    main()
