"""Counters as SVG, drawn around their middle in the pixels of a level."""

from __future__ import annotations

import math
import zlib
from functools import lru_cache
from html import escape

from maps.values import Badge, Piece

MARK_AT = {"unit": -13.5, "hull": -10}  # the position of a side's letters next to a number
NUMBER_AT = {  # the position of the number, to the right and below
    "block": (7.5, 4.2),
    "ship": (0, 7),
    "unit": (15.5, 4.2),
    "hull": (10, 4.2),
}
PLAIN = {"block", "disc", "square", "lozenge", "ship", "unit", "hull"}  # drawn from a few fields
HALF = {"block": 17, "ship": 7.5, "unit": 22, "hull": 16}  # half the width of the underline


def draw_counter(piece: Piece) -> str:
    """Draw a counter once, around its middle, for every place and level that repeats it."""
    return (
        f'<g id="{name_counter(piece)}" class="map-piece map-piece--{piece.shape} map-of" '
        f'color="{piece.side.colour}">{"".join(layers(piece))}</g>'
    )


def repeat_counter_at(piece: Piece, x: float, y: float) -> str:
    """Draw a counter of ``draw_counter`` at a point."""
    return f'<use href="#{name_counter(piece)}" x="{x:.1f}" y="{y:.1f}"/>'


@lru_cache(maxsize=4096)
def name_counter(piece: Piece) -> str:
    """Return an id that two counters share only if they look the same, whichever map they are on."""
    flags = ("l" * piece.lettered) + ("w" * piece.wrong) + ("s" * (piece.count > 1))
    facing = "" if piece.facing is None else f"t{piece.facing}"
    rest = "" if piece.shape in PLAIN else str(zlib.crc32("".join(layers(piece)).encode()))
    parts = (piece.shape, piece.side.id, piece.symbol, piece.strength or "", f"{flags}{facing}", rest)
    return escape("-".join(("mc", *(str(one) for one in parts if one))))


@lru_cache(maxsize=4096)  # most counters look as they did before the last step
def layers(piece: Piece) -> tuple[str, ...]:
    """Return the layers of a counter's drawing from below: the shared shape first, then its own letters."""
    if piece.shape == "counter":
        return _counter(piece), _write_marks(piece)
    if piece.shape == "token":
        return _token(piece), _write_inscription(piece), *map(_badge, piece.badges), *_wedge(piece)
    if piece.shape == "chip":
        return (_chip(piece),)
    return (_plain(piece),)


def _plain(piece: Piece) -> str:
    """Draw a counter on a map: its shape by kind, with letters and number, underlined if something is
    wrong.
    """
    texts = ""
    if piece.lettered:
        left = MARK_AT.get(piece.shape, -9) if piece.strength else 0
        texts = f'<text class="map-piece__mark" x="{left}" y="3.4">{escape(piece.side.mark)}</text>'
    if piece.symbol:
        texts += f'<use href="#map-symbol-{escape(piece.symbol)}" x="1.5"/>'
    if piece.strength:
        left, down = NUMBER_AT.get(piece.shape, (0, 3.8))
        if piece.shape == "block" and not piece.lettered:
            left = 0
        texts += f'<text x="{left}" y="{down}">{piece.strength}</text>'
    half = HALF.get(piece.shape, 7)
    wrong = f'<path class="map-piece__wrong" d="M-{half:g} 8h{half * 2:g}"/>' if piece.wrong else ""
    under = f'<use href="#map-{piece.shape}" x="1.5" y="-1.5"/>' if piece.count > 1 else ""
    looks = _front(piece.shape, piece.facing) if piece.facing is not None else ""
    return f'{under}<use href="#map-{piece.shape}"/>{texts}{wrong}{looks}'


WARDS = {2: (-9, 9), 4: (-15, -5, 5, 15)}  # the positions of shields on a front


def _counter(piece: Piece) -> str:
    """Draw the block of a counter, rotated to its facing. The front shows a shield for each one left and an
    empty one for each lost, the back a sword for each blow.
    """
    left, most = piece.shields
    wards = WARDS.get(most, tuple(10 * n - 5 * (most - 1) for n in range(most)))
    swords = "".join(
        f"M{5 * n - 2.5 * (piece.swords - 1):g} 6.4v5.6m-1.7-1.8h3.4" for n in range(piece.swords)
    )
    turned = f' transform="rotate({piece.facing})"' if piece.facing else ""
    return (
        f'<g{turned}><use href="#map-base-{escape(piece.side.id)}"/>'
        f"{_wards('shields', wards[:left])}{_wards('lost', wards[left:])}"
        f"{_path_markup('swords', swords)}</g>"
    )


def _wards(css: str, at: tuple[int, ...]) -> str:
    return _path_markup(css, "".join(f"M{x - 4}-12v-4q4-3 8 0v4z" for x in at))


def _path_markup(css: str, path: str) -> str:
    return f'<path class="map-{css}" d="{path}"/>' if path else ""


def _write_marks(piece: Piece) -> str:
    across = piece.facing in (90, 270)
    back = {90: -1, 270: 1, 180: -1}.get(piece.facing or 0, 1)
    spots = [(0, -13), (0, 0), (0, 13)] if across else [(-14, 0), (0, 0), (14, 0)]
    off = (back, 0) if across else (0, back)
    (ax, ay), (bx, by), (cx, cy) = ((px + off[0], py + off[1]) for px, py in spots)
    found = f'<text class="map-piece__mark" x="{ax}" y="{ay + 3.2:g}">{escape(piece.side.mark)}</text>'
    if piece.symbol:
        found += f'<use href="#map-symbol-{escape(piece.symbol)}" x="{bx}" y="{by}"/>'
    if piece.label:
        long = " map-piece__label--long" if len(piece.label) > 1 else ""
        found += (
            f'<text class="map-piece__label{long}" x="{cx}" y="{cy + 3.4:g}">{escape(piece.label)}</text>'
        )
    corners = [(back * 12, -17), (back * 12, 17)] if across else [(-17, back * 12), (17, back * 12)]
    if piece.led:
        css = "map-led" if piece.led == 1 else "map-led map-led--wing"
        found += f'<use class="{css}" href="#map-star" x="{corners[0][0]}" y="{corners[0][1]}"/>'
    if piece.covered:
        found += f'<use class="map-card" href="#map-card" x="{corners[1][0]}" y="{corners[1][1]}"/>'
    return found


def _front(shape: str, facing: int) -> str:
    """Draw a wedge at the edge that a piece faces."""
    wide, high = (22, 12.5) if shape == "block" else (12.5, 12.5)
    angle = math.radians(facing)
    x, y = wide * math.sin(angle), -high * math.cos(angle)
    return f'<path transform="translate({x:.1f} {y:.1f}) rotate({facing})" d="M-5 3L0-3L5 3z"/>'


# --- upright, with badges at fixed corners: on hexes, where a front may look six ways ---------------------

CORNERS = {"nw": (-13.5, -12), "ne": (13.5, -12), "se": (13.5, 12), "sw": (-13.5, 12)}


def _token(piece: Piece) -> str:
    """Draw the block of an upright counter: a pip for each block left, an empty one for each lost."""
    left, most = piece.shields
    pips = [7 * n - 3.5 * (most - 1) - 2.5 for n in range(most)]
    full, lost = (
        _path_markup(css, "".join(f"M{x:g} 4.5h5v4.500h-5z" for x in at))
        for css, at in (("pips", pips[:left]), ("pips-lost", pips[left:]))
    )
    return f'<use href="#map-body-{escape(piece.side.id)}"/>{full}{lost}'


def _write_inscription(piece: Piece) -> str:
    low = -3 if piece.shields[1] else 0
    aside = 9 if piece.symbol and piece.label else 0
    found = ""
    if piece.symbol:
        at = f' x="{-aside}" y="{low}"' if aside or low else ""
        found += f'<use href="#map-symbol-{escape(piece.symbol)}"{at}/>'
    if piece.label:
        found += f'<text x="{aside}" y="{low + 3.6:g}">{escape(piece.label)}</text>'
    if piece.led:
        css = "map-led" if piece.led == 1 else "map-led map-led--wing"
        found += f'<use class="{css}" href="#map-star" y="-12"/>'
    return found


def _wedge(piece: Piece) -> tuple[str, ...]:
    """Draw a wedge outside an upright counter on the side it faces."""
    if piece.facing is None:
        return ()
    return (f'<path class="map-wedge" transform="rotate({piece.facing})" d="M-6-19L0-25.5 6-19z"/>',)


def _badge(badge: Badge) -> str:
    x, y = CORNERS[badge.corner]
    kind = f" map-badge--{badge.kind}" if badge.kind else ""
    text = f'<text y="3.2">{escape(badge.text)}</text>' if badge.text else ""
    return (
        f'<g class="map-badge{kind}" transform="translate({x} {y})">'
        f'<use href="#map-badge{"-wide" if len(badge.text) > 1 else ""}"/>{text}</g>'
    )


def _chip(piece: Piece) -> str:
    """Draw an upright counter from afar: its label, or the letters of its side, and its remaining
    strength.
    """
    left, most = piece.shields
    part = round(17 * left / most, 1) if most else 0
    bar = f'<path class="map-pips" d="M-8.5 5h{part:g}v2.500h-{part:g}z"/>' if part else ""
    text = piece.label or piece.side.mark
    return f'<use href="#map-chip"/>{bar}<text y="{2.5 if most else 3.4}">{escape(text)}</text>'
