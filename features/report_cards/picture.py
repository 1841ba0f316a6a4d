"""Cards as images, drawn once per language and shape until something changes. PNG needs resvg; without it
there is only SVG.
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
from features.report_cards import drawing, telling
from features.report_cards.values import Battle, Campaign
from games import page_cache, services
from games.models import BattleLink, Game
from games.numbers import in_units

DRAWN: Final = 3  # to be increased when cards are drawn differently
PLACES: Final = 64  # cache slots for PNGs; a key's hash selects its slot
LARGEST: Final = 600_000  # the largest PNG that is cached, in bytes: 38 MB for all slots together
KEPT_FOR: Final = 60 * 60  # seconds for which a PNG is cached
PATIENCE: Final = 2.0  # seconds to wait for other drawings to finish
_drawing = BoundedSemaphore(2)


class Busy(Exception):
    """Raised when too many pictures are being drawn at once."""


@dataclass(frozen=True)
class Card:
    """The card of a game, or of a campaign's battle that is not played here, in one language and shape."""

    game: Game
    shape: drawing.Shape
    language: str
    link: BattleLink | None = None

    @property
    def mark(self) -> str:
        """The cache key. The game's version grows with every change that the card might show."""
        rules = services.system_named(self.game.system).version
        told = [str(self.game.pk), self.game.version, rules, self.game.title, self._of_campaign()]
        link = None if self.link is None else [self.link.pk, self.link.status]
        return str(digest(["card", DRAWN, told, link, self.shape.name, self.language]))

    def _of_campaign(self) -> list[str]:
        found = telling.link_of(self.game)
        return [] if found is None else [found.campaign.name, found.status]

    def content(self) -> Battle | Campaign:
        with override(self.language):
            return telling.card_of(self.game) if self.link is None else telling.of_link(self.link)

    def svg(self) -> str:
        found = page_cache.get(self.mark)
        if found is None:
            found = draw_card(self.content(), self.shape, self.language)
            page_cache.put(self.mark, found)
        return found

    def kept_png(self) -> bytes | None:
        """The cached PNG, or None."""
        found = caches["pages"].get(_place(self.mark))
        return found[1] if found is not None and found[0] == self.mark else None

    def png(self) -> bytes:
        """Return the PNG. Raises ImportError without resvg, and Busy."""
        found = self.kept_png()
        if found is None:
            found = paint_png(self.svg())
            if len(found) <= LARGEST:
                caches["pages"].set(_place(self.mark), (self.mark, found), KEPT_FOR)
        return found

    def description(self) -> str:
        """Describe the card in words."""
        with override(self.language):
            return describe_card(self.content())


def draw_card(found: Battle | Campaign, shape: drawing.Shape, language: str) -> str:
    """Draw a card as SVG in the given language."""
    with override(language):
        if isinstance(found, Battle):
            return drawing.battle(found, shape, _("against"))
        return drawing.campaign(found, shape, _score_format(found))


def describe_card(found: Battle | Campaign) -> str:
    """Describe the picture in words, in the active language."""
    if isinstance(found, Battle):
        return drawing.about_battle(found, _("against"))
    return drawing.about_campaign(found, _score_format(found))


def _score_format(found: Campaign) -> Callable[[int], str]:
    return lambda value: in_units(value, found.score_unit)


def card_language(asked: str) -> str:
    """The requested language if we offer it, else the reader's."""
    known = dict(settings.LANGUAGES)
    own = (get_language() or settings.LANGUAGE_CODE).partition("-")[0]
    return asked if asked in known else own if own in known else settings.LANGUAGE_CODE


def painter() -> Callable[..., bytes] | None:
    """The function that converts SVG to PNG, or None if resvg is not installed."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        return None
    found: Callable[..., bytes] = svg_to_bytes
    return found


def paint_png(svg: str) -> bytes:
    """Convert an SVG to PNG. Raises ImportError, Busy."""
    paint = painter()
    if paint is None:
        raise ImportError("resvg_py is not installed")
    if not _drawing.acquire(timeout=PATIENCE):
        raise Busy
    try:  # searching the system's fonts is slow, and only characters our font lacks need them
        return bytes(paint(svg_string=svg, skip_system_fonts="<text" not in svg))
    finally:
        _drawing.release()


def _place(mark: str) -> str:
    return f"card:{zlib.crc32(mark.encode()) % PLACES}"
