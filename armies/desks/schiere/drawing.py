# ruff: noqa: E501  (paths of symbols)
"""Draw Schiere's counters as SVG: shields on the left, swords on the right and a figure in between
(L98-104).

Each class and weapon has its own figure, so that no information depends on colour. Round shields mean
light units, and long shields heavy ones.
"""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from armies.desks.schiere.wording import CLASSES, kind_name
from armies.schiere.catalogue import HEAVY, Kind, kinds

_MAN = '<circle cx="20" cy="14" r="3.6"/><path d="M15 33l2-14h6l2 14z"/>'
_HORSE = '<path d="M9 33l2-9 3-3h11l5-7 3 2-2 8 1 9h-3l-2-7h-9l-2 7z"/><circle cx="19" cy="12" r="3"/><path d="M17 21l1-6h3l1 6z"/>'
_FIGURES = {
    "heavy_infantry": _MAN
    + '<path class="counter__line" d="M28 34V8"/><rect x="10" y="19" width="7" height="12" rx="2"/>',
    "heavy_cavalry": _HORSE + '<path class="counter__line" d="M12 24L33 8"/>',
    "light_cavalry": _HORSE + '<path class="counter__line" d="M25 18l6-8M28 19l6-8"/>',
    "elephants": '<path d="M7 34v-9q0-8 9-8h7q3-5 8-3 4 2 4 8l-1 10h-2l-1-8q-2 2-4 1v9h-4v-7h-7v7z"/><rect x="13" y="9" width="9" height="7"/>',
    "ballista": '<circle class="counter__ring" cx="13" cy="30" r="4"/><circle class="counter__ring" cx="27" cy="30" r="4"/><path class="counter__line" d="M20 32V10M9 17q11-8 22 0"/>',
    "javelins": _MAN + '<path class="counter__line" d="M26 22l4-13M29 23l4-13"/>',
    "bows": _MAN + '<path class="counter__line" d="M28 11q6 8 0 17M28 11v17"/>',
    "slings": _MAN + '<path class="counter__line" d="M25 18q3-11 8-7"/><circle cx="33" cy="12" r="1.6"/>',
}


def counter(kind: Kind, size: int = 40) -> SafeString:
    """Draw the top counter of an undamaged unit."""
    heavy = kind.cls in HEAVY
    shield = (
        '<rect x="{}" y="3" width="4.500" height="7" rx="2"/>'
        if heavy
        else '<circle cx="{}" cy="6" r="2.600"/>'
    )
    shields = "" if kind.cls == "ballista" else "".join(shield.format(x) for x in (4, 10))
    swords = "".join(
        f'<path class="counter__line" d="M{36 - 4 * i} 3v7M{34.5 - 4 * i} 8h3"/>'
        for i in range(kind.points if heavy else 1)
    )
    figure = _FIGURES[kind.weapon if kind.cls == "light_infantry" else kind.cls]
    title = f"{kind_name(kind.id)}, {CLASSES[kind.cls]}"
    return format_html(
        '<svg class="counter" viewBox="0 0 40 40" width="{}" height="{}" role="img"><title>{}</title>'
        '<rect class="counter__ground" x=".5" y=".5" width="39" height="39" rx="2"/>{}</svg>',
        size,
        size,
        title,
        mark_safe(shields + swords + figure),  # safe: only our own SVG paths
    )


def counter_of(kind: str, size: int = 40) -> SafeString:
    """Draw the counter of a kind, or write out the name of an unknown kind."""
    found = kinds().get(kind)
    return counter(found, size) if found else format_html("{}", kind)
