"""SVG drawings of counters, each centred on the origin. Their coordinates are screen pixels of a zoom level,
not units of the map.
"""

from __future__ import annotations

import math
import zlib
from functools import lru_cache
from html import escape

from maps.values import Badge, Piece

MARK_AT = {"block": (0, -4.2), "unit": (-7.2, -4.6), "hull": (0, 10)}  # where the side's letters go
NUMBER_AT = {  # where the number goes: mid-shield, beside the letters above a symbol, or on a sail
    "block": (0, 7.2),
    "ship": (0, -1),
    "unit": (7.4, -3.4),
    "hull": (0, -1.8),
}
SYMBOL_AT = 5  # how far below the middle of its shield a symbol is drawn
SHIELDS = {"block", "unit", "disc"}  # shapes that are filled with their side's pattern
# A few fields fully describe a counter of these shapes. Its id is built from them and begins with this
# letter; ids are short because every level repeats them.
PLAIN = {"block": "b", "disc": "d", "square": "q", "lozenge": "l", "ship": "s", "unit": "u", "hull": "h"}
# The line that marks a piece with a problem: the lower rim of a shield, or an underline.
RIMS = {
    "block": "M-12 1Q-12 9 0 12.5 12 9 12 1",
    "unit": "M-13.5 3Q-13.5 10.5 0 14 13.5 10.5 13.5 3",
    "ship": "M-8 10.5H7.5",
    "hull": "M-10.5 12H10.5",
    "disc": "M-6.5 8.9L0 6.1 6.5 8.9",
}


def draw_counter(piece: Piece) -> str:
    """Return the SVG definition of a counter, centred on the origin. Every place that shows the counter
    refers to this definition.
    """
    return (
        f'<g id="{name_counter(piece)}" class="map-piece map-piece--{piece.shape} map-of" '
        f'color="{piece.side.colour}">{"".join(layers(piece))}</g>'
    )


def short(x: float) -> str:
    """Format a coordinate with at most one decimal, because a map contains a thousand coordinates."""
    return f"{x:.1f}".removesuffix(".0")


def repeat_counter_at(piece: Piece, x: float, y: float) -> str:
    """Return SVG that shows a counter at a point, by reference to the definition from ``draw_counter``."""
    return f'<use href="#{name_counter(piece)}" x="{short(x)}" y="{short(y)}"/>'


@lru_cache(maxsize=4096)
def name_counter(piece: Piece) -> str:
    """Return an id for a counter. Two counters share an id only if they look the same, even on different
    maps.
    """
    flags = ("l" * piece.lettered) + ("w" * piece.wrong) + ("s" * (piece.count > 1))
    facing = "" if piece.facing is None else f"t{piece.facing}"
    rest = "" if piece.shape in PLAIN else str(zlib.crc32("".join(layers(piece)).encode()))
    initial = piece.label if piece.shape == "disc" else ""
    parts = (
        PLAIN.get(piece.shape, piece.shape),
        piece.side.id,
        piece.symbol,
        piece.strength or "",
        initial,
        f"{flags}{facing}",
        rest,
    )
    return escape("-".join(("mc", *(str(one) for one in parts if one))))


@lru_cache(maxsize=4096)  # most counters look the same as on the previous page
def layers(piece: Piece) -> tuple[str, ...]:
    """Return the layers of a counter's drawing, from the bottom up. The shape, which many counters share,
    comes before letters and signs.
    """
    if piece.shape == "counter":
        return _counter(piece), _write_marks(piece)
    if piece.shape == "token":
        return _token(piece), _write_inscription(piece), *map(_badge, piece.badges), *_wedge(piece)
    if piece.shape == "chip":
        return (_chip(piece),)
    return (_plain(piece),)


def wears(piece: Piece) -> bool:
    """Return whether a plain counter's whole shape is filled with its side's pattern."""
    return piece.shape in SHIELDS and bool(piece.side.motif)


def _plain(piece: Piece) -> str:
    """Draw a counter on a map: a shield, star, ship or sign in its side's colour and pattern, with letters,
    a symbol and a number. A problem is marked along the lower rim.
    """
    shape, texts = piece.shape, ""
    crowded = bool(piece.symbol and piece.strength)
    # a small shape has room for letters or a number: a star over other pieces shows their strength
    if piece.lettered and not (piece.strength and shape not in NUMBER_AT):
        across, down = MARK_AT.get(shape, (0, 3.4))
        across = across if crowded else 0
        texts = f'<text class="map-piece__mark"{_x_attr(across)} y="{down}">{escape(_letters(piece))}</text>'
    if piece.symbol:
        texts += f'<use href="#map-symbol-{escape(piece.symbol)}" y="{SYMBOL_AT}"/>'
    if piece.strength:
        # without a symbol, the number is drawn large in the middle of a plain shield
        across, down = (
            NUMBER_AT["block"] if shape == "unit" and not crowded else NUMBER_AT.get(shape, (0, 3.8))
        )
        if shape == "block" and not piece.lettered:
            down = 4
        narrow = ' textLength="12" lengthAdjust="spacingAndGlyphs"' if crowded and piece.strength > 9 else ""
        texts += f'<text{_x_attr(across)} y="{down}"{narrow}>{piece.strength}</text>'
    worn = f'<use href="#map-{shape}" fill="url(#map-worn-{escape(piece.side.id)})"/>' if wears(piece) else ""
    wrong = f'<path class="map-piece__wrong" d="{RIMS.get(shape, "M-7 8h14")}"/>' if piece.wrong else ""
    under = f'<use href="#map-{shape}" x="1.5" y="-1.5"/>' if piece.count > 1 else ""
    looks = _front(shape, piece.facing) if piece.facing is not None else ""
    return f'{under}<use href="#map-{shape}"/>{worn}{texts}{wrong}{looks}'


def _letters(piece: Piece) -> str:
    """Return the letters on a counter: the initial of the leader whose star it is, if there is one, otherwise
    the letters of the side.
    """
    return piece.label if piece.shape == "disc" and piece.label else piece.side.mark


def _x_attr(x: float) -> str:
    return f' x="{x}"' if x else ""


WARDS = {2: (-9, 9), 4: (-15, -5, 5, 15)}  # horizontal positions of the shields along the front


def _counter(piece: Piece) -> str:
    """Draw a counter's block, rotated to its facing. The front shows a full shield for each one left and an
    empty shield for each one lost. The back shows the counter's swords.
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
    """Draw a wedge at the edge to which a piece faces."""
    wide, high = (15, 15.5) if shape == "block" else (12.5, 12.5)
    angle = math.radians(facing)
    x, y = wide * math.sin(angle), -high * math.cos(angle)
    return f'<path transform="translate({x:.1f} {y:.1f}) rotate({facing})" d="M-5 3L0-3L5 3z"/>'


# --- upright counters with badges at fixed corners, for hexes, where a piece can face six ways ----------

CORNERS = {"nw": (-13.5, -12), "ne": (13.5, -12), "se": (13.5, 12), "sw": (-13.5, 12)}


def _token(piece: Piece) -> str:
    """Draw the block of an upright counter, with a full pip for each shield left and an empty pip for each
    one lost.
    """
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
    """Draw an upright counter as a small chip for a distant view. It shows its label or its side's letters,
    and a bar for its remaining strength.
    """
    left, most = piece.shields
    part = round(17 * left / most, 1) if most else 0
    bar = f'<path class="map-pips" d="M-8.5 5h{part:g}v2.500h-{part:g}z"/>' if part else ""
    text = piece.label or piece.side.mark
    return f'<use href="#map-chip"/>{bar}<text y="{2.5 if most else 3.4}">{escape(text)}</text>'
