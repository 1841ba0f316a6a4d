"""Photograph pages in a browser, and collect the faults found on them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, Final

from features.demo.management.commands.demo import PASSWORD
from tools.gallery.pages import GUEST, VISITOR

NARROW: Final = "narrow"  # pages are measured at this size, not photographed
SIZES: Final = {NARROW: (320, 640), "phone": (360, 740), "desk": (1280, 800)}
LEAST: Final = 24  # minimum width and height of a control, in pixels; links within a text are exempt

# Finds controls that are too small for a finger. A checkbox counts together with its label.
SMALL: Final = """(least) => {
  const left_out = '[type=hidden], .visually-hidden, .skip-link, .map__skip, svg *';
  const inline = (e) => e.matches('a') && getComputedStyle(e).display === 'inline';
  const found = [];
  for (const e of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
    if (e.matches(left_out) || inline(e) || !e.checkVisibility({ visibilityProperty: true })) continue;
    const target = e.matches('[type=checkbox], [type=radio]') && e.closest('label') || e;
    const { width, height, right } = target.getBoundingClientRect();
    if (width && height && right > 0 && Math.min(width, height) < least - .5) {
      found.push(`${Math.round(width)} by ${Math.round(height)}: ${e.outerHTML.slice(0, 90)}`);
    }
  }
  return found;
}"""
THEMES: Final = ("light", "dark")
PATIENCE: Final = 60_000  # how long to wait for a page, in milliseconds


@dataclass(frozen=True)
class PageShot:
    """A page to photograph: its name, its viewer, its URL and its expected status."""

    name: str
    who: str
    address: str
    status: int = 200


@dataclass
class Camera:
    """A browser that takes pictures. It counts pages and pictures, and collects ``faults``."""

    browser: Any
    base: str
    folder: Path
    axe: str
    pages: int = 0
    pictures: int = 0
    faults: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)  # the browser's messages about the current page
    until: float = inf  # value of time.monotonic() after which the remaining pages are left out
    left_out: list[str] = field(default_factory=list)

    def tour(self, who: str, shots: list[PageShot]) -> None:
        """Visit all pages of one person at every size."""
        for size in SIZES:
            if monotonic() > self.until:
                self.left_out += [f"{shot.name} {size}" for shot in shots]
                continue
            page = self._enter(who, size)
            for shot in shots:
                if monotonic() > self.until:
                    self.left_out.append(f"{shot.name} {size}")
                    continue
                seen = len(self.faults)
                self.look(page, shot, size)
                print(f"  {shot.name} {size}", *self.faults[seen:], sep="\n    ", flush=True)
            page.context.close()
        self.pages += len(shots)

    def portraits(self, who: str, shot: PageShot, name: str) -> list[Path]:
        """Photograph a page without scrolling, in desktop and phone size. Return the files."""
        pictures = {"desk": self.folder / f"{name}.png", "phone": self.folder / f"{name}-phone.png"}
        for size, picture in pictures.items():
            page = self._enter(who, size)
            page.emulate_media(color_scheme="light", reduced_motion="reduce")
            page.goto(shot.address, wait_until="networkidle")
            page.evaluate("document.fonts.ready")
            page.screenshot(path=picture)
            page.context.close()
        return list(pictures.values())

    def _enter(self, who: str, size: str) -> Any:
        width, height = SIZES[size]
        screen = {"width": width, "height": height}
        context = self.browser.new_context(viewport=screen, base_url=self.base, locale="en-GB")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        if who == GUEST:
            page.goto("/")
            page.click("form[action$='/play/'] button >> nth=0")
            page.wait_for_url("**/games/**")
        elif who != VISITOR:
            page.goto("/account/login/")
            page.fill("[name=username]", who)
            page.fill("[name=password]", PASSWORD)
            page.click("main button")
            page.wait_for_url(self.base + "/")
        return page

    def _hear(self, said: Any) -> None:
        if said.type == "error":
            self.complaints.append(said.text)

    def look(self, page: Any, shot: PageShot, size: str) -> None:
        """Check one page at one size, and photograph it in both themes."""
        from playwright.sync_api import Error

        self.complaints.clear()
        page.emulate_media(color_scheme=THEMES[0])
        where = f"{shot.name} {size}"
        try:
            answer = page.goto(shot.address, wait_until="load")
        except Error as error:
            self.faults.append(f"{where}: {str(error).splitlines()[0]}")
            return
        page.evaluate("document.fonts.ready")
        if answer.status != shot.status:
            self.faults.append(f"{where}: status {answer.status}, not {shot.status}")
        if "text/html" not in (answer.headers.get("content-type") or ""):
            self.faults.append(f"{where}: no page")
            return
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            self.faults.append(f"{where}: {wide} px wider than the screen")
        if size == NARROW:
            small = page.evaluate(SMALL, LEAST)
            self.faults += [f"{where}: too small to tap: {one}" for one in small[:3]]
            return
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            self._photograph(page, f"{shot.name}-{size}-{theme}", full=size == "phone")
            self._axe(page, f"{where} {theme}")
        refused = f"status of {shot.status} "  # the browser complains even if this status is expected
        heard = [said for said in self.complaints if shot.status < 400 or refused not in said]
        self.faults += [f"{where}: {said}" for said in heard]

    def _photograph(self, page: Any, name: str, *, full: bool) -> None:
        from playwright.sync_api import Error

        picture = self.folder / f"{name}.png"
        try:
            page.screenshot(path=picture, full_page=full)
        except Error:  # a page can be longer than the longest possible picture
            page.screenshot(path=picture)
        self.pictures += 1

    def _axe(self, page: Any, where: str) -> None:
        page.evaluate(f"window.axe || (() => {{ {self.axe} }})()")
        found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
        for fault in found["violations"]:
            at = ", ".join(" ".join(map(str, node["target"])) for node in fault["nodes"][:3])
            self.faults.append(f"{where}: axe {fault['id']} ({len(fault['nodes'])}): {at}")


def file_name(text: str) -> str:
    """Turn a text into a file name."""
    return re.sub(r"\W+", "_", text).strip("_")
