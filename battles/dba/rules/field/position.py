"""A position: where every element is on the drawn battlefield. It is a value with a text format.

Each line gives one fact, in millimetres of a 60 cm board and degrees clockwise from the far edge:

    r1 red 4Kn 200 300 0 general
    b1 blue 4Sp facing r1
    r2 red 2Ps behind r1 by 20
    b2 blue 3Bw 310 205 180 in bua
    camp red 240 580 0 80x40 held blue
    terrain woods 300 200 100x80 turned 30
    terrain river edge 4 wide 30 at 300 310 320 310 300
    river hindering
    denizens blue
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Final

from battles.dba.rules.field import bases, geometry
from battles.dba.rules.field.bases import STEP, WIDE, Base
from battles.dba.rules.field.convex import TOUCH, outlines_overlap
from battles.dba.rules.field.geometry import UNIT, Line, Point
from battles.dba.rules.field.shapes import STATIONS, Drawing, DrawnPiece, outline
from battles.dba.rules.table.terrain import KINDS, LINEAR
from engine.game import InvalidAction
from engine.values import cached_property, dataclass, replace

SEATS: Final = ("red", "blue")
PLACES: Final = ("camp", "enemy_camp", "bua")
NATURES: Final = ("unknown", "paltry", "hindering", "difficult")


@dataclass(frozen=True, slots=True)
class Placed:
    """An element on the board. ``inside`` is the kind of camp or built-up area that it holds, or "" in the
    open.
    """

    seat: str
    base: Base
    general: bool = False
    inside: str = ""


@dataclass(frozen=True)
class Camp:
    """A camp, which is a rectangle. ``x`` and ``y``: its left front corner. ``wide`` and ``deep``: its sides
    in steps of five millimetres. ``holder``: the seat that controls it.
    """

    x: int
    y: int
    heading: int
    wide: int
    deep: int
    holder: str

    @cached_property
    def outline(self) -> Line:
        left = (self.x, self.y)
        right = bases.offset(left, self.heading, 0, self.wide)
        return (
            left,
            right,
            bases.offset(right, self.heading, -self.deep),
            bases.offset(left, self.heading, -self.deep),
        )


@dataclass(frozen=True)
class Position:
    """All elements, camps and terrain. ``river``: what is known about the river. ``barred``: whether a
    crossing has failed in this bound. ``denizens``: the seat for which the denizens of the built-up area
    fight, or "".
    """

    elements: Mapping[str, Placed] = field(default_factory=dict)
    drawing: Drawing = ()
    camps: Mapping[str, Camp] = field(default_factory=dict)
    river: str = "unknown"
    denizens: str = ""
    barred: bool = False

    @classmethod
    def parse(cls, text: str) -> Position:
        """Parse a position. Raises InvalidAction with the number of the faulty line."""
        return _parse(text)

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    @cached_property
    def bases_in_open(self) -> Mapping[str, Base]:
        """The bases of all elements in the open."""
        return {name: one.base for name, one in self.elements.items() if not one.inside}

    @cached_property
    def by_spot(self) -> Mapping[bases.Spot, tuple[str, ...]]:
        """The elements in the open by the place of their front corner and their heading."""
        found: dict[bases.Spot, tuple[str, ...]] = {}
        for name, base in self.bases_in_open.items():
            spot = (base.x, base.y, base.heading)
            found[spot] = (*found.get(spot, ()), name)
        return found

    @cached_property
    def garrisons(self) -> tuple[tuple[str, Placed], ...]:
        """The elements that hold a camp or the built-up area."""
        return tuple((name, one) for name, one in self.elements.items() if one.inside)

    @cached_property
    def by_seat(self) -> Mapping[str, tuple[str, ...]]:
        """The elements of each side that are in the open, neither in a camp nor in a built-up area."""
        return {seat: tuple(n for n in self.bases_in_open if self.elements[n].seat == seat) for seat in SEATS}

    @cached_property
    def areas(self) -> tuple[tuple[str, Line], ...]:
        """The outlines of the camps ("camp red") and of the built-up area ("bua")."""
        camps = ((f"camp {seat}", camp.outline) for seat, camp in self.camps.items())
        return (*camps, *(("bua", outline(piece)) for piece in self.drawing if piece.kind == "bua"))

    @cached_property
    def cache(self) -> dict[tuple[str, ...], Any]:
        """A cache of answers about this position, by question and elements or seat."""
        return {}

    def base(self, name: str) -> Base:
        return self.elements[name].base

    def foes(self, name: str) -> Iterator[str]:
        """Yield an element's enemies that are in the open."""
        seat = self.elements[name].seat
        return iter(self.by_seat[SEATS[1 - SEATS.index(seat)]])

    def friends(self, name: str) -> Iterator[str]:
        """Yield an element's friends that are in the open."""
        return (n for n in self.by_seat[self.elements[name].seat] if n != name)

    def find_overlaps(self, outline: Sequence[Point], slack: int = TOUCH) -> Iterator[str]:
        """Yield the elements in the open whose bases an outline overlaps by more than ``slack``."""
        left, top, right, low = geometry.box(outline)
        if right - left <= slack or low - top <= slack:
            return
        for name, base in self.bases_in_open.items():
            a, b, c, d = base.box  # ``boxes_overlap``, written out because this is the most frequent test
            if c - left <= slack or right - a <= slack or d - top <= slack or low - b <= slack:
                continue
            if outlines_overlap(outline, base.corners, slack):
                yield name

    def put(self, **where: Base) -> Position:
        """Return the position with some bases moved."""
        changed = {name: replace(self.elements[name], base=base) for name, base in where.items()}
        return replace(self, elements={**self.elements, **changed})

    def remove_elements(self, *names: str) -> Position:
        """Return the position without some elements, which have left the board."""
        left = {name: one for name, one in self.elements.items() if name not in names}
        return replace(self, elements=left)

    def holds(self, place: str, seat: str = "") -> str:
        """Return the element inside a place, which is "bua" or the "camp" of a seat. Return "" if the place
        is empty.
        """
        for name, one in self.garrisons:
            if place == "bua" and one.inside == "bua":
                return name
            if place == "camp" and one.inside == ("camp" if one.seat == seat else "enemy_camp"):
                return name
        return ""


def controller(position: Position, place: str) -> str:
    """Return the seat that controls a camp or the built-up area, or "" if nobody does."""
    if place == "bua":
        inside = position.holds("bua")
        return position.elements[inside].seat if inside else position.denizens
    return position.camps[place.removeprefix("camp ")].holder


# --- the text format ---


def _lines(position: Position) -> Iterator[str]:
    for name, one in position.elements.items():
        base = one.base
        words = [name, one.seat, base.code, _mm(base.x), _mm(base.y), _degrees(base.heading)]
        if one.general:
            words.append("general")
        if one.inside:
            words += ["in", one.inside]
        yield " ".join(words)
    for seat, camp in position.camps.items():
        size = f"{camp.wide * STEP // UNIT}x{camp.deep * STEP // UNIT}"
        held = "" if camp.holder == seat else f" held {camp.holder}"
        yield f"camp {seat} {_mm(camp.x)} {_mm(camp.y)} {_degrees(camp.heading)} {size}{held}"
    for piece in position.drawing:
        yield f"terrain {_piece(piece)}"
    if position.river != "unknown":
        yield f"river {position.river}{' barred' if position.barred else ''}"
    if position.denizens:
        yield f"denizens {position.denizens}"


def _piece(one: DrawnPiece) -> str:
    if one.linear:
        return f"{one.kind} edge {one.edge} wide {one.width} at {' '.join(map(str, one.course))}"
    turned = f" turned {one.turn}" if one.turn else ""
    return f"{one.kind} {one.x} {one.y} {one.length}x{one.width}{turned}"


def _mm(units: int) -> str:
    """Format hundredths of a millimetre as millimetres, without trailing zeros."""
    whole, rest = divmod(abs(units), UNIT)
    text = f"{whole}.{rest:02d}".rstrip("0").rstrip(".")
    return f"-{text}" if units < 0 else text


def _degrees(half: int) -> str:
    return f"{half // 2}{'.5' if half % 2 else ''}"


def _parse(text: str) -> Position:
    position = Position()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        try:
            position = _READ.get(words[0], _element)(position, words)
        except (ValueError, KeyError, IndexError) as wrong:
            raise InvalidAction("", "position_line", line=number, text=line.strip()[:80]) from wrong
    return position


def _element(position: Position, words: list[str]) -> Position:
    name, seat, code, *rest = words
    if seat not in SEATS or name in position.elements:
        raise ValueError(name)
    bases.steps_deep(code), bases.kind_of(code)
    general, inside = False, ""
    if rest[-2] == "in":
        *rest, _, inside = rest
        if inside not in PLACES:
            raise ValueError(inside)
    if rest[-1] == "general":
        general, rest = True, rest[:-1]
    placed = Placed(seat, _base(position, code, rest), general, inside)
    return replace(position, elements={**position.elements, name: placed})


def _base(position: Position, code: str, words: list[str]) -> Base:
    if len(words) == 3:
        try:
            x, y, heading = _units(words[0]), _units(words[1]), _halves(words[2])
        except ValueError:
            pass
        else:
            return Base(code, x, y, heading)
    on = right = 0
    while len(words) > 2 and words[-2] in ("by", "right", "on"):
        *words, what, much = words
        if what == "right":
            right = _units(much)
        else:
            on = _units(much) * (-1 if what == "by" else 1)
    *how, other = words
    return bases.LINED_UP[" ".join(how)](position.base(other), code).move_by(on, right)


def _camp(position: Position, words: list[str]) -> Position:
    _, seat, x, y, heading, size, *held = words
    wide, deep = (_steps(side) for side in size.split("x"))
    holder = held[1] if held else seat
    if seat not in SEATS or holder not in SEATS or (held and held[0] != "held"):
        raise ValueError(seat)
    camp = Camp(_units(x), _units(y), _halves(heading), wide, deep, holder)
    return replace(position, camps={**position.camps, seat: camp})


def _terrain(position: Position, words: list[str]) -> Position:
    kind = KINDS[[str(kind) for kind in KINDS].index(words[1])]
    if kind in LINEAR:
        _, _, edge_, edge, wide, width, at, *course = words
        if (edge_, wide, at) != ("edge", "wide", "at") or len(course) != len(STATIONS):
            raise ValueError(kind)
        piece = DrawnPiece(kind, width=int(width), edge=int(edge), course=tuple(map(int, course)))
    else:
        _, _, x, y, size, *turned = words
        length, width = size.split("x")
        turn = int(turned[1]) % 360 if turned else 0
        piece = DrawnPiece(kind, int(x), int(y), int(length), int(width), turn)
    return replace(position, drawing=(*position.drawing, piece))


def _river(position: Position, words: list[str]) -> Position:
    if words[1] not in NATURES:
        raise ValueError(words[1])
    return replace(position, river=words[1], barred=words[2:3] == ["barred"])


def _denizens(position: Position, words: list[str]) -> Position:
    if words[1] not in SEATS:
        raise ValueError(words[1])
    return replace(position, denizens=words[1])


_READ: Final = {"camp": _camp, "terrain": _terrain, "river": _river, "denizens": _denizens}


def _units(text: str) -> int:
    """Parse millimetres with at most two decimal places as hundredths of a millimetre."""
    sign, text = (-1, text[1:]) if text.startswith("-") else (1, text)
    whole, _, rest = text.partition(".")
    if not (whole + rest).isdecimal() or len(rest) > 2:
        raise ValueError(text)
    return sign * (int(whole) * UNIT + int(rest.ljust(2, "0")))


def _halves(text: str) -> int:
    found, rest = divmod(_units(text), UNIT // 2)
    if rest:
        raise ValueError(text)
    return found % bases.FULL


def _steps(text: str) -> int:
    found, rest = divmod(int(text) * UNIT, STEP)
    if rest or found < 1:
        raise ValueError(text)
    return found


def sketch(position: Position, names: Iterable[str] = ()) -> str:
    """Draw a position as text. A character represents five by ten millimetres. Bases are filled with arrows
    that show their heading, with their names in the middle. ``names`` are the elements to draw; if it is
    empty, all are drawn.
    """
    shown = {n: position.base(n) for n in names or position.elements}
    if not shown:
        return ""
    points = [point for base in shown.values() for point in base.corners]
    left, top = min(x for x, _ in points) // STEP, min(y for _, y in points) // (2 * STEP)
    right, low = -(-max(x for x, _ in points) // STEP), -(-max(y for _, y in points) // (2 * STEP))
    rows = [[_cell(shown, at, row) for at in range(left, right)] for row in range(top, low)]
    for name, base in shown.items():
        x, y = base.middle
        row = min(max((y - 1) // (2 * STEP) - top, 0), len(rows) - 1)
        at = min(max(x // STEP - left - len(name) // 2, 0), right - left - 1)
        rows[row][at : at + len(name)] = list(name)
    return "\n".join("".join(row).rstrip() for row in rows)


def _cell(shown: Mapping[str, Base], at: int, row: int) -> str:
    x, y = at * STEP + STEP // 2, row * 2 * STEP + STEP
    for base in shown.values():
        if _covers(base, (x, y)):
            return "^>v<"[(base.heading + 90) // 180 % 4]
    return " "


def _covers(base: Base, point: Point) -> bool:
    (fx, fy), (rx, ry) = bases.vector_ahead(base.heading), bases.rightwards(base.heading)
    dx, dy = point[0] - base.x, point[1] - base.y
    along, back, whole = dx * rx + dy * ry, -dx * fx - dy * fy, rx * rx + ry * ry
    return 0 <= along < WIDE * whole and 0 <= back < base.deep * whole
