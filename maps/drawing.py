"""The map as an SVG: outlines by reference, on them what stands there. In few bytes and little time: a page
with a hundred places is drawn at every look at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from django.utils.safestring import SafeString, mark_safe

from maps.layout import Laid, laid_out
from maps.values import Links, Map, Marks, Piece, Place, Side

# Shapes that are drawn often, once.
SHAPES = (
    '<g id="map-city"><path class="map-city" d="M-2.4-1.8h4.8v4.8h-4.8z"/>'
    '<circle class="map-city__in" cy=".6" r="1"/></g>'
    '<path id="map-fort" class="map-fort" d="M-2.6 3L0-1.8L2.6 3z"/>'
    '<path id="map-flag" class="map-flag" d="M5 3V-3L10-1.5L5 0"/>'
    '<circle id="map-treasure" class="map-treasure" cx="-7" cy=".6" r="2.6"/>'
    '<rect id="map-block" x="-7.5" y="-4.5" width="15" height="9" rx="1"/>'
    '<circle id="map-disc" r="4"/>'
    '<path id="map-ship" d="M-6-1H6L4 4H-4zM0-1V-5L4-2z"/>'
    '<path id="map-square" d="M-4-4h8v8h-8z"/>'
    '<path id="map-lozenge" d="M0-4.8L4.8 0L0 4.8L-4.8 0z"/>'
)


def svg(m: Map, marks: Marks, links: Links, *, width: int = 0, whole: bool = False) -> SafeString:
    """The whole drawing. ``width`` fixes it in pixels, ``whole`` makes it fit."""
    laid = laid_out(m.places)
    of_kind = {kind: [one for one in laid if one.place.kind == kind] for kind in ("sea", "land", "box")}
    out = m.outlines
    size = " data-whole" if whole else ""
    if width:
        size = f' width="{width}" height="{round(width * out.height / out.width)}" data-fixed'
    parts = [
        f'<svg class="map__svg" viewBox="0 0 {out.width} {out.height}"{size} role="group" '
        f'aria-label="{escape(m.title)}">',
        f"<defs>{SHAPES}{patterns((p.holder for p in m.places if p.kind == 'land'), m.plain)}</defs>",
        f'<rect class="map-water" width="100%" height="100%"/>'
        f'<use class="map-beyond" href="{out.address}#beyond"/>',
        '<g class="map-seas">',
        *(_sea(one, links, out.address) for one in of_kind["sea"]),
        '</g><g class="map-land">',
        *(_land(one.place, links, m) for one in of_kind["land"]),
        "</g>",
        *_lines(m),
        f'<g id="map-marks">{_marks(m, laid, marks)}</g>',
        *(_box(one.place, links) for one in of_kind["box"]),
        '<g class="map-ink" aria-hidden="true">',
        *_names(of_kind["land"] + of_kind["box"]),
        *(_signs(one, m.plain) for one in of_kind["land"]),
        *(_piece(*piece) for one in laid for piece in one.pieces),
        "</g></svg>",
    ]
    return mark_safe("".join(parts))


def marked(m: Map, marks: Marks) -> SafeString:
    """What is marked on the map, alone."""
    return mark_safe(_marks(m, laid_out(m.places), marks))


def patterns(sides: Iterable[Side | None], plain: Side | None) -> str:
    """The fillings of those sides, each once."""
    found = {side.id: side for side in sides if side is not None and side != plain}
    return "".join(
        f'<pattern id="map-of-{escape(key)}" color="{side.colour}" width="8" height="8" '
        f'patternUnits="userSpaceOnUse"><path class="map-tint" d="M0 0h8v8h-8z"/>'
        f'<path class="map-motif" d="{side.motif}"/></pattern>'
        for key, side in sorted(found.items())
    )


def _link(place: Place, links: Links) -> str:
    """The opening of a link to that place, with its name."""
    key = escape(place.id)
    return (
        f'<a href="{escape(links.address)}{key}{"" if place.own else escape(links.keep)}#map" id="m-{key}"'
        f"{' data-own' if place.own else ''}><title>{escape(place.described)}</title>"
    )


def _sea(one: Laid, links: Links, address: str) -> str:
    place = one.place
    texts = "".join(f'<text x="{place.x}" y="{y}">{escape(text)}</text>' for text, y in one.lines)
    return f'{_link(place, links)}<use href="{address}#{escape(place.id)}"/>{texts}</a>'


def _land(place: Place, links: Links, m: Map) -> str:
    fill = ""
    if place.holder is not None and place.holder != m.plain:
        fill = f' fill="url(#map-of-{escape(place.holder.id)})"'
    return f'{_link(place, links)}<use{fill} href="{m.outlines.address}#{escape(place.id)}"/></a>'


def _box(place: Place, links: Links) -> str:
    return f'{_link(place, links)}<circle class="map-box" cx="{place.x}" cy="{place.y}" r="19"/></a>'


def _lines(m: Map) -> Iterator[str]:
    """Straits, and neighbours whose border is under water, as lines between their labels."""
    for a, b, kind in m.outlines.links:
        (ax, ay), (bx, by) = m.outlines.points[a], m.outlines.points[b]
        yield f'<path class="map-line map-line--{kind}" d="M{ax} {ay}L{bx} {by}"/>'


def _marks(m: Map, laid: Iterable[Laid], marks: Marks) -> str:
    """The place that is looked at, and what can be reached with its cost."""
    found = []
    for one in laid:
        place = one.place
        reach, chosen = marks.reach.get(place.id, ""), place.id == marks.chosen
        if not reach and not chosen:
            continue
        css = "map-frame" if chosen else "map-frame map-frame--reach"
        if place.kind == "box":
            found.append(f'<circle class="{css}" cx="{place.x}" cy="{place.y}" r="19"/>')
        else:
            found.append(f'<use class="{css}" href="{m.outlines.address}#{escape(place.id)}"/>')
        if reach:
            right = one.letters + 9 if one.letters > 0 else 11
            found.append(
                f'<text class="map-cost" x="{place.x + right}" y="{place.y + 2.6:.1f}">{escape(reach)}</text>'
            )
    return "".join(found)


def _names(laid: Iterable[Laid]) -> Iterator[str]:
    """Names by how they are written: rich places bold, boxes in italics."""
    kinds: dict[str, list[str]] = {"": [], " map-name--rich": [], " map-name--box": []}
    for one in laid:
        box, rich = one.place.kind == "box", one.place.rich
        css = " map-name--box" if box else " map-name--rich" if rich else ""
        kinds[css] += (f'<text x="{one.place.x}" y="{y}">{escape(text)}</text>' for text, y in one.lines)
    for css, texts in kinds.items():
        yield f'<g class="map-name{css}">{"".join(texts)}</g>'


def _signs(one: Laid, plain: Side | None) -> str:
    """City or fort, flag, treasure, and the letters of who holds the place unless it is plain."""
    place, found = one.place, []
    if place.sign:
        found.append(f'<use href="#map-{place.sign}"/>')
    if place.flag:
        found.append(f'<use class="map-of" color="{place.flag.colour}" href="#map-flag"/>')
    if place.treasure:
        found.append('<use href="#map-treasure"/>')
    if place.holder is not None and place.holder != plain and place.holder.mark:
        found.append(f'<text class="map-holder" x="{one.letters}" y="2.6">{place.holder.mark}</text>')
    return f'<g transform="translate({place.x} {place.y})">{"".join(found)}</g>' if found else ""


def _piece(piece: Piece, x: float, y: float) -> str:
    """A counter: its shape by kind, letters and number on it, underlined when something is wrong with it."""
    texts = ""
    if piece.lettered:
        left, down = ("-3.6", "1.8") if piece.text else ("0", "1.6")
        texts = f'<text class="map-piece__mark" x="{left}" y="{down}">{piece.side.mark}</text>'
    if piece.text:
        left, down = {"block": ("3.6", "2.3"), "ship": ("0", "3.4")}.get(piece.shape, ("0", "2"))
        texts += f'<text x="{left}" y="{down}">{escape(piece.text)}</text>'
    wrong = ""
    if piece.wrong:
        wrong = (
            f'<path class="map-piece__wrong" d="{"M-7.5 6h15" if piece.shape == "block" else "M-4 5.5h8"}"/>'
        )
    return (
        f'<g class="map-piece map-piece--{piece.shape} map-of" color="{piece.side.colour}" '
        f'transform="translate({x} {y})"><use href="#map-{piece.shape}"/>{texts}{wrong}</g>'
    )
