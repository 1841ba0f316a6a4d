"""Find the overlapping parts of a drawn map."""

from __future__ import annotations

from itertools import combinations

from maps.placement import PlaceMarks


def overlapping(laid: tuple[PlaceMarks, ...]) -> list[tuple[str, str]]:
    """Return each pair of overlapping parts on a map. A part is named by its place, or else by its text."""
    parts = [(one.place.id if one.place else part.text, part) for one in laid for part in one.parts]
    return [(a, b) for (a, p), (b, q) in combinations(parts, 2) if p.box.meets(q.box)]
