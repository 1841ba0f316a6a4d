"""The keyboard shortcuts, page by page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class Key:
    """Keys as printed on a keyboard, and their effect."""

    keys: tuple[str, ...]
    effect: str | _StrPromise


@dataclass(frozen=True)
class Group:
    """The keys that work on one kind of page."""

    title: str | _StrPromise
    keys: tuple[Key, ...]


KEYS: Final = (
    Group(
        _("On every page"),
        (
            Key(("?",), _("Show this list")),
            Key(("Tab",), _("Go to the next button or field; the first stop of a page skips its menu")),
            Key(("Esc",), _("Close a menu or a dialog")),
        ),
    ),
    Group(
        _("In a game"),
        (
            Key(("Ctrl", "Z"), _("Undo your last move, as long as that is allowed")),
            Key(("0", "…", "9"), _("Enter the face of a real die; 0 is a ten")),
        ),
    ),
    Group(
        _("On the map"),
        (
            Key(("←", "↑", "→", "↓"), _("Go to the neighbouring place or hex")),
            Key(("Enter",), _("Choose the place: see what you can do there")),
            Key(("+", "−"), _("Zoom in or out")),
            Key(("Esc",), _("Close what you opened: letters and notes, the legend, the panel, the replay")),
        ),
    ),
    Group(
        _("On the bar above the panel (phones)"),
        (
            Key(("↑", "↓"), _("Pull the panel up or push it down")),
            Key(("Enter",), _("Open the panel as far as it goes, or close it")),
        ),
    ),
    Group(
        _("On a drawn battlefield"),
        (
            Key(("Tab",), _("Go to the next piece of terrain")),
            Key(("Enter",), _("Choose it")),
            Key(("←", "↑", "→", "↓"), _("Move it, or push a river or road; with Shift, in larger steps")),
            Key(("R",), _("Turn an area by 15°; with Shift, the other way")),
            Key(("+", "−"), _("Make an area larger or smaller")),
            Key(("Esc",), _("Let go of it")),
        ),
    ),
)
