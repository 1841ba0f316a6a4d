"""The key to a map, which explains the symbols that appear on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from maps.counters import RIMS
from maps.surface import MARKS
from maps.values import Ground, Map, Surface

Entry = tuple[SafeString, str]  # a small drawing, and its meaning
PIECES = ("block", "unit", "hull", "ship", "disc", "square", "lozenge")
SIGNS = ("city", "ruin", "fort", "flag", "treasure")
WIDE, HIGH = 46, 30  # size of a drawing in the key


def entries(m: Map, words: Mapping[str, str]) -> tuple[Entry, ...]:
    """Return the key of this map. ``words``: the system's names for pieces, signs, terrain and marks. A
    symbol without a name is left out.
    """
    there = symbols_on(m)
    told = {**common_meanings(), **words}
    return tuple(
        (mark_safe(_frame_sign(drawn)), told[name])
        for name, drawn in _map_signs(m)
        if name in there and name in told
    )


def symbols_on(m: Map) -> frozenset[str]:
    """Return the codes of all symbols drawn on the map. Include every mark that can appear on it later:
    frames, ports and, on a board, the states of pieces.
    """
    found = {"chosen", "reach", "target"}
    for place in m.places:
        found |= {piece.shape for piece in place.pieces} | {place.sign, place.ground} - {""}
        found |= {"wrong"} if any(piece.wrong for piece in place.pieces) else set()
        found |= {"flag"} if place.flag else set()
        found |= {"treasure"} if place.treasure else set()
        found |= {"rich"} if place.rich else set()
        found |= {"holder"} if place.holder and place.holder != m.plain and place.holder.mark else set()
        found |= {"port"} if place.kind == "sea" else set()
    if m.surface is not None:
        found |= {kind.id for kind, _names in m.surface.fills} | {one.kind for one in m.surface.strokes}
        found |= {"can", "ordered", *MARKS}
    return frozenset(found | ({"strait"} if m.outlines.links else set()))


def common_meanings() -> dict[str, str]:
    """Return the meanings of the marks common to all maps, keyed by mark code."""
    return {
        "chosen": _("the place you selected"),
        "reach": _("within reach, or you can act there"),
        "target": _("you can attack someone there"),
        "strait": _("strait"),
        "can": _("may be ordered"),
        "ordered": _("is ordered"),
        "moved": _("has moved"),
        "fights": _("has to fight"),
        "fought": _("has fought"),
    }


def _map_signs(m: Map) -> Iterator[tuple[str, str]]:
    """Yield the name and drawing of every symbol that can appear on a map."""
    side = next((p.side for place in m.places for p in place.pieces), None)
    colour = escape(side.colour) if side else "#5e2468"
    for name in PIECES:
        yield name, f'<g class="map-piece map-of" color="{colour}"><use href="#map-{name}"/></g>'
    wrong = f'<path class="map-piece__wrong" d="{RIMS["block"]}"/>'
    yield "wrong", f'<g class="map-piece map-of" color="{colour}"><use href="#map-block"/>{wrong}</g>'
    for name in SIGNS:
        yield name, f'<use href="#map-{name}"/>'
    yield "rich", '<text class="map-name map-name--rich" y="4">Abc</text>'
    mark = next((p.holder.mark for p in m.places if p.holder and p.holder != m.plain and p.holder.mark), "")
    yield "holder", f'<text class="map-holder" y="3.5">{escape(mark)}</text>'
    for name in ("highland", "marsh"):
        yield name, f'<rect fill="url(#map-on-{name})" x="-23" y="-12" width="46" height="24"/>'
    if m.surface is not None:
        yield from _board_signs(m.surface)
    yield "strait", '<path class="map-line" d="M-18 0H18"/>'
    for name in ("can", "ordered", "chosen", "reach", "port", "target"):
        yield (
            name,
            f'<rect class="map-frame map-frame--{name}" x="-16" y="-8" width="32" height="16" rx="3"/>',
        )


def _board_signs(surface: Surface) -> Iterator[tuple[str, str]]:
    """Yield a name and a drawing for every kind of terrain and line on a board, and for every state of its
    pieces.
    """
    for kind, _names in surface.fills:
        if isinstance(kind, Ground):
            tint = f'<path class="map-tinted" color="{kind.colour}" d="M-23-12h46v24h-46z"/>'
            motif = f'<path class="map-lies map-lies--{escape(kind.id)}" d="{kind.motif}"/>'
            yield kind.id, f'{tint}<g transform="translate(0 9) scale(.9)">{motif}</g>'
    for name in sorted({one.kind for one in surface.strokes}):
        drawn = (
            f'<path class="map-stroke map-stroke--{escape(name)}{part}" d="M-18 0H18"/>'
            for part in ("", "-in")
        )
        yield name, "".join(drawn)
    for name, sign in MARKS.items():
        yield name, f'<g class="map-state map-state--{name}"><circle r="6.5"/><path d="{sign}"/></g>'


def _frame_sign(drawn: str) -> str:
    return f'<svg viewBox="{-WIDE / 2:g} {-HIGH / 2:g} {WIDE} {HIGH}" aria-hidden="true">{drawn}</svg>'
