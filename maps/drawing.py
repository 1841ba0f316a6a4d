"""The map as an SVG drawing: outlines that are drawn by reference, with pieces and names on top.

Names and pieces are drawn once for each zoom level (maps.placement), in screen pixels of that level. The page
shows the level that fits the zoom.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from django.utils.safestring import SafeString, mark_safe

from maps import surface
from maps.counters import draw_counter, repeat_counter_at, short, wears
from maps.placement import BOX, NAME, SIGN_MARK, Part, PlaceMarks, placed_on_map
from maps.values import Level, Links, Map, Marks, Place, Side, Surface, Way

# Shapes that are drawn often are defined once per zoom level, in that level's pixels.
SHAPES = (
    '<g id="map-city"><path class="map-city" d="M-4.5-4.5h9v9h-9z"/><circle class="map-city__in" r="2"/></g>'
    '<path id="map-ruin" class="map-ruin" d="M-4.5 4.5v-9h3v4h3v-2h3v7z"/>'
    '<path id="map-fort" class="map-fort" d="M-5 4.5L0-4.5L5 4.5z"/>'
    '<path id="map-flag" class="map-flag" d="M-4 5.5V-5.5L5-2.5L-4 .5"/>'
    '<circle id="map-treasure" class="map-treasure" r="5"/>'
    '<path id="map-block" d="M-12-12.5H12V1Q12 9 0 12.5-12 9-12 1z"/>'
    '<path id="map-disc" d="M0-11L3.6-5 10.5-3.4 5.8 1.9 6.5 8.9 0 6.1-6.5 8.9-5.8 1.9-10.5-3.4-3.6-5z"/>'
    '<path id="map-ship" d="M-9-10.5Q0-12.5 9-10.5V2Q0 0-9 2zM-12 3.5H12Q11.5 8.5 7.5 10.5H-8Q-11 8-12 3.5z"'
    '/><path id="map-unit" d="M-13.5-14H13.5V3Q13.5 10.5 0 14-13.5 10.5-13.5 3z"/>'
    '<path id="map-hull" d="M-8.5-12Q0-14 8.5-12V1Q0-1-8.5 1zM-15 2.5H15Q14.5 9 10.5 12H-10.5Q-14 9-15 2.5z"'
    "/>"
    '<path id="map-square" d="M-7.5-7h15v14h-15z"/>'
    '<path id="map-lozenge" d="M0-9L9.5 0L0 9L-9.5 0z"/>'
    '<rect id="map-counter" x="-21" y="-11" width="42" height="24" rx="1.5"/>'
    '<rect id="map-body" x="-19" y="-11" width="38" height="22" rx="2"/>'
    '<rect id="map-chip" x="-9.5" y="-8.5" width="19" height="17" rx="1.5"/>'
    '<circle id="map-badge" r="5.8"/>'
    '<rect id="map-badge-wide" x="-8" y="-5.8" width="16" height="11.6" rx="5"/>'
    '<path id="map-star" d="M0-5L1.5-1.5L5-1.2L2.3 1.1L3.2 4.7L0 2.8L-3.2 4.7L-2.3 1.1L-5-1.2L-1.5-1.5z"/>'
    '<path id="map-card" d="M-3.5-5h7v10h-7zM-1.5-2.500h3v5h-3z"/>'
    '<marker id="map-arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="4" markerHeight="4" '
    'orient="auto"><path d="M0 0L8 4L0 8z"/></marker>'
    '<marker id="map-stop" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="9" markerHeight="9" '
    'orient="auto"><path d="M1 1L7 7M7 1L1 7"/></marker>'
    '<pattern id="map-tile" width="8" height="8" patternUnits="userSpaceOnUse"/>'  # other patterns inherit it
    '<pattern id="map-shade" width="8" height="8" patternUnits="userSpaceOnUse">'
    '<path d="M-2 2L2-2M0 8L8 0M6 10L10 6"/></pattern>'
)
# Patterns over a place's fill, sparse enough not to look like the pattern of a side.
GROUNDS = {
    "highland": (26, 22, "M4 11l5-8 5 8zM16 20l4.5-7 4.5 7z"),
    "marsh": (26, 20, "M3 9h10M5 9V4M8 9V2M11 9V4M15 18h10M17 18v-5M20 18v-7M23 18v-5"),
}
BASELINE = 0.35  # how far the baseline is below the middle of a letter, as a fraction of the letter size


def svg(
    m: Map, marks: Marks, links: Links, *, width: int = 0, whole: bool = False, level: int | None = None
) -> SafeString:
    """Return the whole drawing. ``width``: the width in pixels, or 0 for the scale of play. ``whole``:
    whether the drawing fits the window. Both are for browsers without scripts; with scripts the viewer zooms
    freely. ``level``: the zoom level whose names are shown, or None for the level that fits the width.
    """
    out = m.outlines
    wide = width or round(m.levels[-1].scale * out.width)
    size = " data-whole" if whole else f' width="{wide}" height="{round(wide * out.height / out.width)}"'
    if m.plain is not None and not m.plain.mark:
        size += " data-bare"  # unowned places have neither pattern nor colour
    if level is None:
        level = 0 if whole else shown_at(m, wide / out.width)
    parts = [
        f'<svg class="map__svg" viewBox="0 0 {out.width:g} {out.height:g}"{size} role="group" '
        f'aria-label="{escape(m.title)}" data-level="{level}" '
        f'data-levels="{" ".join(f"{one.scale:g}" for one in m.levels)}">',
        f"<defs>{SHAPES}",
        *(_draw_land(m, links) if m.surface is None else _draw_board(m, m.surface, marks, links)),
        f'<g id="map-marks">{draw_marks(m, marks)}</g>',
        _counters(m),
        '<g class="map-ink" aria-hidden="true">',
        *(_level(m, number) for number in range(len(m.levels))),
        "</g></svg>",
    ]
    return mark_safe("".join(parts))


def _draw_land(m: Map, links: Links) -> Iterator[str]:
    of_kind = {kind: [p for p in m.places if p.kind == kind] for kind in ("sea", "land", "box")}
    yield patterns((p.holder for p in of_kind["land"]), m.plain)
    yield f"{_grounds(m)}{_motifs(m)}{_symbols(m)}</defs>"
    if m.outlines.address:
        yield '<rect class="map-water" width="100%" height="100%"/>'
    yield '<g class="map-seas">'
    yield from (_area(place, links, m) for place in of_kind["sea"])
    yield f'</g>{_shore(m)}<g class="map-land">'
    yield from (_area(place, links, m) for place in of_kind["land"])
    yield f"</g>{_relief(m)}{_write_edges(m)}"
    yield from _lines(m)
    yield from (_box(place, links) for place in of_kind["box"])


def _draw_board(m: Map, board: Surface, marks: Marks, links: Links) -> Iterator[str]:
    yield f"{_motifs(m)}{_symbols(m)}{surface.bases(m)}</defs>"
    yield from surface.ground(m, board, marks, links, patterns)
    yield _write_edges(m)


def _write_edges(m: Map) -> str:
    """Write the names of rows and columns along the edges."""
    texts = "".join(f'<text x="{x:g}" y="{y:g}">{escape(text)}</text>' for text, x, y in m.edges)
    return f'<g class="map-edge">{texts}</g>' if texts else ""


def scroll_to_place(m: Map, focus: str, *, width: int = 0) -> SafeString:
    """Return markup that scrolls the window to a place in browsers without scripts. It contains a spacer as
    large as the area above and to the left of the place. ``width``: the width of the drawing in pixels, or 0
    for the scale of play.
    """
    if focus not in m.outlines.points:
        return mark_safe("")
    scale = (width or round(m.levels[-1].scale * m.outlines.width)) / m.outlines.width
    x, y = (round(value * scale) for value in m.outlines.points[focus])
    spacer = f'<svg width="{x}" height="{y}"></svg>'
    return mark_safe(f'<noscript><div class="map__opening">{spacer}<i></i></div></noscript>')


def shown_at(m: Map, scale: float) -> int:
    """Return the number of the zoom level shown at this scale, in pixels per drawing unit."""
    return max((number for number, one in enumerate(m.levels) if one.scale <= scale + 0.001), default=0)


def patterns(sides: Iterable[Side | None], plain: Side | None) -> str:
    """Return SVG with one fill pattern for each side, without repeats. The side ``plain`` has none."""
    found = {side.id: side for side in sides if side is not None and side != plain}
    return "".join(
        f'<pattern id="map-of-{escape(key)}" color="{side.colour}" href="#map-tile">'
        f'<path class="map-tint" d="M0 0h8v8h-8z"/>'
        f'<path class="map-motif" d="{side.motif}"/></pattern>'
        for key, side in sorted(found.items())
    )


def _motifs(m: Map) -> str:
    pieces = (p for place in m.places for p in place.pieces if p.shape in ("counter", "token") or wears(p))
    found = {piece.side.id: piece.side for piece in pieces}
    return "".join(
        f'<pattern id="map-worn-{escape(key)}" href="#map-tile">'
        f'<path class="map-worn" d="{side.motif}"/></pattern>'
        for key, side in sorted(found.items())
    )


def _grounds(m: Map) -> str:
    found = sorted({place.ground for place in m.places if place.ground})
    return "".join(
        f'<pattern id="map-on-{ground}" width="{wide}" height="{high}" patternUnits="userSpaceOnUse">'
        f'<path class="map-ground map-ground--{ground}" d="{path}"/></pattern>'
        for ground in found
        for wide, high, path in (GROUNDS[ground],)
    )


def _symbols(m: Map) -> str:
    return "".join(
        f'<path id="map-symbol-{escape(name)}" class="map-symbol" d="{path}"/>'
        for name, path in m.symbols.items()
    )


def _link(place: Place, links: Links) -> str:
    """Return the opening tag of a link to a place. It contains the place's name and middle, because its
    outlines may load later.
    """
    key = escape(place.id)
    return (
        f'<a href="{escape(links.url_of(place))}#map" id="m-{key}" data-middle="{place.x:g} {place.y:g}"'
        f"{' data-own' if place.own else ''}><title>{escape(place.described)}</title>"
    )


def _area(place: Place, links: Links, m: Map) -> str:
    fill = ""
    if place.holder is not None and place.holder != m.plain:
        fill = f' fill="url(#map-of-{escape(place.holder.id)})"'
    drawn = _shape(place, m, fill)
    if place.ground:
        drawn += _shape(place, m, f' class="map-over" fill="url(#map-on-{place.ground})"')
    return f"{_link(place, links)}{drawn}</a>"


def _shape(place: Place, m: Map, css: str) -> str:
    """Draw the outlines of a place by reference."""
    return "".join(f'<use{css} href="{m.outlines.address}#{escape(one)}"/>' for one in place.outline_ids)


def _shore(m: Map) -> str:
    """Draw the soft edge of the sea as broad outlines below all land, then the land outside the provinces."""
    address = escape(m.outlines.address)
    if not address:
        return ""
    lines = "".join(f'<use class="map-shore map-shore--{n}" href="{address}#shore"/>' for n in (1, 2))
    return f'{lines}<use class="map-beyond" href="{address}#beyond"/>'


def _relief(m: Map) -> str:
    """Draw the hatching of mountains, if the outlines contain any."""
    return (
        f'<use class="map-relief" href="{escape(m.outlines.address)}#relief"/>' if m.outlines.relief else ""
    )


def _box(place: Place, links: Links) -> str:
    return f'{_link(place, links)}<circle class="map-box" cx="{place.x}" cy="{place.y}" r="{BOX:g}"/></a>'


def _lines(m: Map) -> Iterator[str]:
    """Draw lines between places that are joined by a strait, or by a border that lies under water."""
    for a, b, kind in m.outlines.links:
        (ax, ay), (bx, by) = m.outlines.points[a], m.outlines.points[b]
        yield f'<path class="map-line map-line--{kind}" d="M{ax:g} {ay:g}L{bx:g} {by:g}"/>'


# --- marks -----------------------------------------------------------------------------------------------


def draw_marks(m: Map, marks: Marks) -> SafeString:
    """Return SVG of the marks on the map: shading, links over water, frames, routes and costs."""
    ways = "".join(_way(way, m) for way in marks.ways)
    costs = "".join(_costs(m, number, marks) for number in range(len(m.levels)) if marks.reach)
    if m.surface is not None:
        return mark_safe("".join((*surface.mark_paths(m, m.surface, marks), ways, costs)))
    shades = (_shape(p, m, ' class="map-shade"') for p in m.places if p.id in marks.shaded)
    links = _over_water(m, marks.links)
    frames = (_frame(place, m, marks) for place in m.places)
    return mark_safe("".join((*shades, *links, *frames, ways, costs)))


def _over_water(m: Map, links: Iterable[tuple[str, str]]) -> Iterator[str]:
    points = m.outlines.points
    drawn = "".join(
        f"M{points[a][0]:g} {points[a][1]:g}L{points[b][0]:g} {points[b][1]:g}" for a, b in sorted(links)
    )
    if drawn:
        yield f'<path class="map-sail" d="{drawn}"/>'


def _frame(place: Place, m: Map, marks: Marks) -> str:
    """Draw a frame around a place: solid if it is selected, dashed if it can be reached, dotted if it can be
    attacked, and thin where ships can land.
    """
    chosen, near, port = place.id == marks.chosen, place.id in marks.reach, place.id in marks.ports
    if not (chosen or near or port):
        return ""
    target = place.id in marks.targets
    css = "chosen" if chosen else "target" if target else "reach" if near else "port"
    if place.kind == "box":
        return f'<circle class="map-frame map-frame--{css}" cx="{place.x}" cy="{place.y}" r="{BOX:g}"/>'
    return _shape(place, m, f' class="map-frame map-frame--{css}"')


def _way(way: Way, m: Map) -> str:
    points = "L".join(f"{x:g} {y:g}" for x, y in (m.outlines.points[place] for place in way.places))
    end = "stop" if way.kind == "stopped" else "arrow"
    return f'<path class="map-way map-way--{escape(way.kind)}" d="M{points}" marker-end="url(#map-{end})"/>'


def _costs(m: Map, number: int, marks: Marks) -> str:
    level = m.levels[number]
    if m.surface is not None:
        taken = frozenset(place.id for place in m.places)
        texts = list(surface.costs(m.surface, level, marks, taken))
    else:
        texts = [
            _text(
                part,
                text,
                NAME,
                ' class="map-cost map-cost--target"' if one.place.id in marks.targets else "",
            )
            for one in placed_on_map(m, level)
            if one.place is not None and (text := marks.reach.get(one.place.id, ""))
            for part in one.parts
            if part.kind == "cost"
        ]
    return _group(level, number, f'<g class="map-cost">{"".join(texts)}</g>')


# --- names, signs and pieces for each level --------------------------------------------------------------


def _group(level: Level, number: int, drawn: str) -> str:
    return f'<g class="map-level map-level--{number}" transform="scale({1 / level.scale:.4f})">{drawn}</g>'


def _counters(m: Map) -> str:
    """Return SVG that defines each different counter once. Boards do this in maps.surface."""
    if m.surface is not None:
        return ""
    laid = (placed_on_map(m, level) for level in m.levels)
    pieces = dict.fromkeys(part.piece for one in laid for place in one for part in place.parts if part.piece)
    drawn = {draw_counter(piece): None for piece in pieces if piece}
    return f"<defs>{''.join(drawn)}</defs>"


def _level(m: Map, number: int) -> str:
    if m.surface is not None:
        return _group(
            m.levels[number], number, "".join(surface.pieces(m, m.surface, m.levels[number], number))
        )
    laid = placed_on_map(m, m.levels[number])
    return _group(m.levels[number], number, "".join((*_names(laid), *_signs(laid), *_pieces(laid))))


def _names(laid: Iterable[PlaceMarks]) -> Iterator[str]:
    """Draw names by style: rich places in bold, boxes in italics, seas and regions spaced out."""
    kinds: dict[str, list[str]] = {}
    for one in laid:
        for part in one.parts:
            if part.kind in ("name", "sea", "region"):
                kinds.setdefault(_style_of(one.place, part), []).append(_text(part, part.text, NAME))
    for css, texts in kinds.items():
        yield f'<g class="map-name{css}">{"".join(texts)}</g>'


def _style_of(place: Place | None, part: Part) -> str:
    if part.kind != "name" or place is None:
        return f" map-name--{part.kind}"
    return " map-name--box" if place.kind == "box" else " map-name--rich" if place.rich else ""


def _text(part: Part, text: str, size: float, css: str = "") -> str:
    """Return an SVG text element. Its whole-pixel coordinates keep a page with hundreds of names small."""
    return f'<text{css} x="{part.box.x:.0f}" y="{part.box.y + size * BASELINE:.0f}">{escape(text)}</text>'


def _signs(laid: Iterable[PlaceMarks]) -> Iterator[str]:
    """Draw the signs of places: a city or fort, a flag, treasure, and the holder's letters."""
    for one in laid:
        for part in one.parts:
            if part.kind != "sign" or one.place is None:
                continue
            if part.text == SIGN_MARK and one.place.holder:
                yield _text(part, one.place.holder.mark, 9.5, ' class="map-holder"')
            else:
                flag = one.place.flag if part.text == "flag" else None
                colour = f' class="map-of" color="{flag.colour}"' if flag else ""
                x, y = short(part.box.x), short(part.box.y)
                yield f'<use{colour} href="#map-{part.text}" x="{x}" y="{y}"/>'


def _pieces(laid: Iterable[PlaceMarks]) -> Iterator[str]:
    for one in laid:
        for part in one.parts:
            if part.piece is not None:
                yield repeat_counter_at(part.piece, part.box.x, part.box.y)
