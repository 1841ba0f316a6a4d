"""Draw a board of equal spaces: fills, lines, marks and pieces. The cost depends on the contents of the
board, not on its size.

Empty spaces have no SVG element of their own. ``data-runs`` and ``data-look`` tell static/maps/spaces.js
where empty spaces are and which URL a tap opens. The script turns a space into a link when a finger or a
key reaches it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape

from maps.counters import layers
from maps.placement import NAME, placed_on_map
from maps.tiling import Point, Tiling
from maps.values import Ground, Level, Links, Map, Marks, Place, Side, Surface

LEAST = 30  # characters; for a shorter drawing, a reference would save nothing
READABLE = 20  # smallest number of pixels per space at which numbers fit
SEEN = 14  # smallest number of pixels per space at which counters are not reduced to dots
DOTS = ("m-{n}-{n}h{m}v{m}h-{m}z", "m0-{n}l{n} {n}-{n} {n}-{n}-{n}z", "m-{n} {n}l{n}-{m} {n} {m}z")
MARKS = {  # states of pieces on a space, as signs drawn around the origin
    "moved": "M-4 0H4M1-3L4 0L1 3",
    "fights": "M-4-4L4 4M4-4L-4 4",
    "fought": "M-4 0L-1 3L4-3",
}


def ground(m: Map, surface: Surface, marks: Marks, links: Links, patterns: Patterns) -> Iterator[str]:
    """Draw the board below its pieces: its fills, its lines, and a link for each space that is occupied,
    reachable or selected. ``patterns``: returns the fill patterns of sides.
    """
    tiling = surface.tiling
    yield "<defs>"
    yield _grid(tiling)
    yield f'<path id="map-space" d="{tiling.cell}"/><path id="map-outline" d="{tiling.board}"/>'
    sides = [kind for kind, _names in surface.fills if isinstance(kind, Side)]
    yield patterns(sides, None)
    yield from (_motif(kind, tiling) for kind, _names in surface.fills if isinstance(kind, Ground))
    yield "</defs>"
    yield (
        f'<g class="map-spaces" data-runs="{escape(tiling.runs)}" data-look="{escape(links.address)}" '
        f'data-told="{escape(_pack_texts(surface.told))}">'
    )
    yield '<use class="map-board" href="#map-outline"/>'
    for kind, names in surface.fills:
        yield from _filling(kind, tiling.outline(names))
    yield '<use class="map-grid" fill="url(#map-grid)" href="#map-outline"/>'
    yield from _strokes(surface)
    yield from (_space(place, links, tiling) for place in _linked_places(m, surface, marks))
    yield "</g>"


Patterns = Callable[[Iterable[Side | None], Side | None], str]  # returns the fill patterns of the sides


def _linked_places(m: Map, surface: Surface, marks: Marks) -> Iterator[Place]:
    """Yield the spaces that get a link: all occupied ones, and empty ones that are reachable or selected."""
    yield from m.places
    there = {place.id for place in m.places}
    for name in dict.fromkeys((*marks.reach, *((marks.chosen,) if marks.chosen else ()))):
        if name not in there and name in surface.tiling.middles:
            told = surface.told.get(name, name)
            yield Place(name, "space", *surface.tiling.points[name], "", told)


def _space(place: Place, links: Links, tiling: Tiling) -> str:
    x, y = tiling.middles[place.id]
    own = " data-own" if place.own else ""
    return (
        f'<a href="{escape(links.url_of(place))}#map" id="m-{escape(place.id)}"{own}>'
        f'<title>{escape(place.described)}</title><use href="#map-space" x="{x}" y="{y}"/></a>'
    )


def _pack_texts(told: Mapping[str, str]) -> str:
    found: dict[str, list[str]] = {}
    for name, text in told.items():
        if text.startswith(name) and text != name:
            found.setdefault(text[len(name) :], []).append(name)
    return json.dumps({rest: " ".join(names) for rest, names in found.items()}, ensure_ascii=False)


# --- fills and lines -------------------------------------------------------------------------------------


def _grid(tiling: Tiling) -> str:
    """Define the pattern of lines between spaces. It draws only half of each space's sides, because the
    neighbours draw the other half.
    """
    corners = tiling.corners
    half = corners[: len(corners) // 2 + 1]
    d = f"M{half[0][0]} {half[0][1]}L{' '.join(f'{x} {y}' for x, y in half[1:])}"
    return _pattern("map-grid", tiling, f'<path class="map-between" d="{d}"/>')


def _motif(kind: Ground, tiling: Tiling) -> str:
    return _pattern(
        f"map-on-{escape(kind.id)}",
        tiling,
        f'<path class="map-lies map-lies--{escape(kind.id)}" d="{kind.motif}"/>',
    )


def _pattern(name: str, tiling: Tiling, drawn: str) -> str:
    x, y, wide, high = tiling.tile
    return (
        f'<pattern id="{name}" x="{x}" y="{y}" width="{wide}" height="{high}" patternUnits="userSpaceOnUse">'
        f"{tiling.repeat_motif(drawn)}</pattern>"
    )


def _filling(kind: Side | Ground, outline: str) -> Iterator[str]:
    name = escape(kind.id)
    if isinstance(kind, Side):
        yield f'<path class="map-fill" fill="url(#map-of-{name})" d="{outline}"/>'
        return
    yield f'<defs><path id="map-over-{name}" d="{outline}"/></defs>'
    yield f'<use class="map-tinted" color="{kind.colour}" href="#map-over-{name}"/>'
    yield f'<use class="map-motifs" fill="url(#map-on-{name})" href="#map-over-{name}"/>'


def _strokes(surface: Surface) -> Iterator[str]:
    """Draw the lines of each kind as one path. A second path on top can make it two lines or a wave."""
    found: dict[str, list[str]] = {}
    for one in surface.strokes:
        (ax, ay), (bx, by) = one.start, one.end
        found.setdefault(one.kind, []).append(f"M{ax:g} {ay:g}L{bx:g} {by:g}")
    for kind, lines in sorted(found.items()):
        name = escape(kind)
        yield f'<defs><path id="map-line-{name}" d="{"".join(lines)}"/></defs>'
        for part in ("", "-in"):
            yield f'<use class="map-stroke map-stroke--{name}{part}" href="#map-line-{name}"/>'


# --- marks -----------------------------------------------------------------------------------------------


def mark_paths(m: Map, surface: Surface, marks: Marks) -> Iterator[str]:
    """Draw shading, frames and states of pieces, with one path for each kind. Frames differ by their lines:
    solid if selected, dashed if reachable, dotted if a target.
    """
    tiling = surface.tiling

    def lie(names: Iterable[str]) -> list[str]:
        wanted = set(names)
        return [name for name in tiling.middles if name in wanted]

    shaded = lie(marks.shaded)
    if shaded:
        yield f'<path class="map-shade" d="{tiling.outline(shaded)}"/>'
    targets = marks.targets & marks.reach.keys() - {marks.chosen}
    frames = {
        "can": marks.states.get("can", ()),
        "ordered": marks.states.get("ordered", ()),
        "reach": marks.reach.keys() - targets - {marks.chosen},
        "target": targets,
        "chosen": (marks.chosen,),
    }
    for css, names in frames.items():
        found = lie(names)
        if found:
            yield (
                f'<path class="map-frame map-frame--{css}" data-n="{len(found)}" d="{tiling.cells(found)}"/>'
            )
    for state, sign in MARKS.items():
        found = lie(marks.states.get(state, ()))
        if found:
            yield _signs(tiling, state, sign, found)


def _signs(tiling: Tiling, state: str, sign: str, names: Iterable[str]) -> str:
    aside = -7 if state == "moved" else 7
    at = (tiling.middles[name] for name in names)
    uses = "".join(f'<use href="#map-{state}" x="{x + aside}" y="{y + 21}"/>' for x, y in at)
    return (
        f'<defs><g id="map-{state}" class="map-state map-state--{state}"><circle r="6"/>'
        f'<path d="{sign}"/></g></defs>{uses}'
    )


def costs(surface: Surface, level: Level, marks: Marks, taken: frozenset[str]) -> Iterator[str]:
    """Draw movement costs on empty spaces, if the spaces are large enough. ``taken``: the spaces that are not
    empty.
    """
    if level.scale * surface.tiling.space_width < READABLE:
        return
    for name, text in marks.reach.items():
        if text and name in surface.tiling.middles and name not in taken:
            x, y = surface.tiling.middles[name]
            css = ' class="map-cost map-cost--target"' if name in marks.targets else ""
            yield (
                f'<text{css} x="{x * level.scale:.4g}" y="{y * level.scale + NAME * 0.35:.4g}">'
                f"{escape(text)}</text>"
            )


# --- pieces ----------------------------------------------------------------------------------------------


def bases(m: Map) -> str:
    """Define the blocks of counters, once for each side that has counters."""
    pieces = {(one.shape, one.side.id): one for place in m.places for one in place.pieces}
    found = []
    for (shape, name), piece in sorted(pieces.items()):
        worn = f'fill="url(#map-worn-{escape(name)})"'
        if shape == "counter":
            found.append(
                f'<g id="map-base-{escape(name)}"><use href="#map-counter"/><rect class="map-wear" {worn} '
                'x="-21" y="-11" width="42" height="24"/><path class="map-front" d="M-21-11H21"/></g>'
            )
        elif shape == "token":
            found.append(
                f'<g id="map-body-{escape(piece.side.id)}"><use href="#map-body"/>'
                f'<use class="map-wear" {worn} href="#map-body"/></g>'
            )
    return "".join(found)


def pieces(m: Map, surface: Surface, level: Level, number: int) -> Iterator[str]:
    """Draw all pieces of a zoom level, sharing repeated drawings. If spaces are very small, each occupied
    space shows only a dot.
    """
    across = level.scale * surface.tiling.space_width
    if across < SEEN:
        yield from _dots(m, surface, level)
        return
    groups: dict[tuple[str, str, str], list[tuple[tuple[str, ...], Point]]] = {}
    for one in placed_on_map(m, level):
        for part in one.parts:
            if part.piece is not None:
                key = part.piece.shape, part.piece.side.id, part.piece.side.colour
                groups.setdefault(key, []).append(
                    (layers(part.piece), (round(part.box.x), round(part.box.y)))
                )
    seen = Counter(layer for group in groups.values() for drawn, _at in group for layer in drawn)
    known = {"": f"m{number}-"}
    for (shape, side, colour), group in sorted(groups.items()):
        yield f'<g class="map-piece map-piece--{shape} map-of" data-side="{escape(side)}" color="{colour}">'
        for drawn, at in group:
            yield _put(drawn, at, shape, seen, known)
        yield "</g>"


def _put(drawn: tuple[str, ...], at: Point, shape: str, seen: Counter[str], known: dict[str, str]) -> str:
    """Draw the layers of a piece at its point. A layer that several pieces share is drawn once and then
    referred to by id. ``seen``: how often each layer occurs. ``known``: the ids of layers drawn so far. A
    drawing used by reference inherits no style, so shared drawings carry their own classes.
    """
    parts = []
    for layer in drawn:
        if seen[layer] < 2 or len(layer) < LEAST:
            parts.append(layer)
        elif layer in known:
            parts.append(f'<use href="#{known[layer]}"/>')
        else:
            known[layer] = f"{known['']}{len(known)}"
            parts.append(f'<g id="{known[layer]}" class="map-piece map-piece--{shape}">{layer}</g>')
    if len(parts) == 1 and parts[0].startswith("<use href") and parts[0].count("<") == 1:
        return f'{parts[0][:-2]} x="{at[0]}" y="{at[1]}"/>'
    return f'<g transform="translate({at[0]} {at[1]})">{"".join(parts)}</g>'


def _dots(m: Map, surface: Surface, level: Level) -> Iterator[str]:
    """Draw a dot for each occupied space, as large as the space allows, with one path for each side. The
    dots of different sides differ in shape.
    """
    half = surface.tiling.space_width * level.scale * 0.4
    found: dict[tuple[str, str], list[str]] = {}
    sides = sorted({piece.side.id for place in m.places for piece in place.pieces})
    for place in m.places:
        for piece in place.pieces[:1]:
            shape = DOTS[sides.index(piece.side.id) % len(DOTS)].format(n=f"{half:.3g}", m=f"{half * 2:.3g}")
            at = f"M{place.x * level.scale:.4g} {place.y * level.scale:.4g}"
            found.setdefault((piece.side.id, piece.side.colour), []).append(at + shape)
    for (_id, colour), paths in sorted(found.items()):
        yield f'<path class="map-dots map-of" color="{colour}" d="{"".join(paths)}"/>'
