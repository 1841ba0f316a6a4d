"""Cards as images. Each card is drawn once per language and shape, and redrawn after a change. PNG images
need resvg; without it, cards are available only as SVG.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Final

from django.conf import settings
from django.core.cache import caches
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from engine.codec import digest
from features.report_cards import contents, drawing
from features.report_cards.values import Battle, Campaign
from games import services
from games.caches import page_cache
from games.models import BattleLink, Game
from games.wording.numbers import in_units

DRAWN: Final = 3  # increase this when the way cards are drawn changes
PLACES: Final = 64  # number of cache slots for PNGs; a key's hash selects its slot
LARGEST: Final = 600_000  # largest PNG to cache, in bytes; all slots together hold 38 MB
KEPT_FOR: Final = 60 * 60  # how many seconds a PNG is cached
PATIENCE: Final = 2.0  # seconds to wait for other drawings to finish
_drawing = BoundedSemaphore(2)


class Busy(Exception):
    """Raised when too many pictures are being drawn at once."""


@dataclass(frozen=True)
class Card:
    """A report card in one language and shape. It shows a game, or a campaign's battle that is not played in
    this application.
    """

    game: Game
    shape: drawing.Shape
    language: str
    link: BattleLink | None = None

    @property
    def mark(self) -> str:
        """The card's cache key. The game's version grows with every change that the card might show."""
        rules = services.system_named(self.game.system).version
        told = [str(self.game.pk), self.game.version, rules, self.game.title, self._campaign_facts()]
        link = None if self.link is None else [self.link.pk, self.link.status]
        return str(digest(["card", DRAWN, told, link, self.shape.name, self.language]))

    def _campaign_facts(self) -> list[str]:
        found = contents.link_of(self.game)
        return [] if found is None else [found.campaign.name, found.status]

    def content(self) -> Battle | Campaign:
        with override(self.language):
            return contents.card_of(self.game) if self.link is None else contents.battle_of_link(self.link)

    def svg(self) -> str:
        found = page_cache.get(self.mark)
        if found is None:
            found = draw_card(self.content(), self.shape, self.language)
            page_cache.put(self.mark, found)
        return found

    def kept_png(self) -> bytes | None:
        """Return the cached PNG, or None."""
        found = caches["pages"].get(_cache_slot(self.mark))
        return found[1] if found is not None and found[0] == self.mark else None

    def png(self) -> bytes:
        """Return the PNG. Raises ImportError if resvg is missing, and Busy if too many pictures are being
        drawn.
        """
        found = self.kept_png()
        if found is None:
            found = paint_png(self.svg())
            if len(found) <= LARGEST:
                caches["pages"].set(_cache_slot(self.mark), (self.mark, found), KEPT_FOR)
        return found

    def description(self) -> str:
        """Describe the card as text."""
        with override(self.language):
            return describe_card(self.content())


def draw_card(found: Battle | Campaign, shape: drawing.Shape, language: str) -> str:
    """Draw a card as SVG in the given language."""
    with override(language):
        if isinstance(found, Battle):
            return drawing.battle(found, shape, _("against"))
        return drawing.campaign(found, shape, _score_format(found))


def describe_card(found: Battle | Campaign) -> str:
    """Describe the card's picture in the active language."""
    if isinstance(found, Battle):
        return drawing.about_battle(found, _("against"))
    return drawing.about_campaign(found, _score_format(found))


def _score_format(found: Campaign) -> Callable[[int], str]:
    return lambda value: in_units(value, found.score_unit)


def card_language(asked: str) -> str:
    """Return the requested language if the site offers it, else the reader's language."""
    known = dict(settings.LANGUAGES)
    own = (get_language() or settings.LANGUAGE_CODE).partition("-")[0]
    return asked if asked in known else own if own in known else settings.LANGUAGE_CODE


def painter() -> Callable[..., bytes] | None:
    """Return the function that converts SVG to PNG, or None if resvg is not installed."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        return None
    found: Callable[..., bytes] = svg_to_bytes
    return found


def paint_png(svg: str) -> bytes:
    """Convert an SVG to PNG. Raises ImportError if resvg is missing, and Busy if too many pictures are being
    drawn.
    """
    paint = painter()
    if paint is None:
        raise ImportError("resvg_py is not installed")
    if not _drawing.acquire(timeout=PATIENCE):
        raise Busy
    try:  # searching the system's fonts is slow, and only characters that the display font lacks need it
        return bytes(paint(svg_string=svg, skip_system_fonts="<text" not in svg))
    finally:
        _drawing.release()


def _cache_slot(mark: str) -> str:
    return f"card:{zlib.crc32(mark.encode()) % PLACES}"
