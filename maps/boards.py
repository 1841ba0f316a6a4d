"""Turn a board of equal spaces into a map. Only occupied spaces become places of the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from maps.tiling import Tiling
from maps.values import Ground, Level, Map, Outlines, Piece, Place, Side, Stroke, Surface


def assemble_map(
    title: str,
    tiling: Tiling,
    pieces: Mapping[str, Sequence[Piece]],
    ground: Mapping[str, Side | Ground],
    described: Callable[[str], str],
    *,
    own: Callable[[str], bool],
    levels: tuple[Level, ...],
    symbols: Mapping[str, str],
    strokes: tuple[Stroke, ...],
    edges: tuple[tuple[str, float, float], ...],
) -> Map:
    """Build the map of a board with its pieces. All spaces are given by name. ``described``: returns the
    description of a space, used for occupied spaces and those with special ground.
    """
    places = tuple(
        Place(
            name,
            "space",
            *tiling.points[name],
            "",
            described(name),
            pieces=tuple(found),
            own=own(name),
        )
        for name, found in pieces.items()
        if found and name in tiling.middles
    )
    taken = {place.id for place in places}
    fills: dict[Side | Ground, list[str]] = {}
    told = {}
    for name, kind in ground.items():
        if name in tiling.middles:
            fills.setdefault(kind, []).append(name)
            if name not in taken:
                told[name] = described(name)
    surface = Surface(
        tiling,
        tuple((kind, tuple(names)) for kind, names in sorted(fills.items(), key=lambda one: one[0].id)),
        strokes,
        told,
    )
    outlines = Outlines("", tiling.width, tiling.height, tiling.points, ())
    return Map(title, outlines, places, levels, edges=edges, symbols=symbols, surface=surface)
