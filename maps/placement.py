"""Place names, signs and pieces without overlaps, at each zoom level. This module needs no Django.

Everything is calculated in the pixels of a level at its smallest scale. Within a level the drawing only
grows, so blocks that do not overlap at the smallest scale never overlap. Each place has a block of rows
around its point: its name, its signs and its pieces. Blocks are placed in order of importance, each as near
to its point as possible. The level of play shows everything. At other levels, a block that does not fit is
tried again with less content, and finally left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, product

from maps.values import Level, Map, Piece, Place, Region, Side

# Heights of rows and widths of their parts, in pixels. The style sheet uses the same values.
NAME, SEA, REGION = 11.5, 12.5, 15.0  # letter sizes
ROW, SIGN, GAP = 13.0, 11.0, 1.5
MARK, COST = 18.0, 17.0  # the width of a side's two letters, and of a cost
SIZES = {
    "block": (26.0, 27.0),
    "disc": (23.0, 22.0),
    "square": (17.0, 16.0),
    "lozenge": (20.0, 19.0),
    "ship": (26.0, 23.0),
    "unit": (29.0, 30.0),
    "hull": (32.0, 26.0),
    "counter": (44.5, 44.5),
    "token": (44.5, 44.5),
    "chip": (20.0, 18.0),
}
SIGNS = {"city": 11.0, "ruin": 11.0, "fort": 12.0, "treasure": 12.0, "flag": 12.0}
SIGN_MARK = "mark"
FACING = (40.0, 40.0)  # size of a piece with a facing, including its pointer
ABREAST = 3  # maximum number of counters in a row
BOX = 19.0  # radius of the circle that shows a place of kind "box", in drawing units

# Widths of letters as fractions of the letter size, for a wide serif font. Other fonts are narrower.
WIDTHS = {
    **dict.fromkeys("abdeghnopquvxyzABCDEFGHKLNOPQRSTUVXYZ0123456789", 0.64),
    **dict.fromkeys("ijl .'", 0.33),
    **dict.fromkeys("fIJ-rt", 0.46),
    **dict.fromkeys("cs–", 0.56),
    **dict.fromkeys("BEFLPSTVXYZ", 0.74),
    **dict.fromkeys("ACDGHKNOQRU", 0.86),
    **dict.fromkeys("mwMW", 1.0),
}
WIDEST, BOLD, SPACED = 0.9, 1.1, 1.0

STEP = 3.0  # pixels between the positions tried around a point
FAR, FARTHEST = 15.0, 42.0  # the farthest a block can move: one that may be left out, and one that may not
CELL = 48.0
TOUCH = 0.01  # tolerance for rounding when blocks touch at an edge
REMEMBERED = 4096  # cached blocks: enough for several games at every level, in two languages

# a rival box: its middle, and twice the horizontal and vertical distance to keep from it
Rival = tuple[float, float, float, float]


Size = tuple[float, float]  # width and height of a drawing, in its units


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle given by its middle and its size."""

    x: float
    y: float
    wide: float
    high: float

    def meets(self, other: Box) -> bool:
        """Return whether two boxes overlap by more than an edge."""
        return (
            abs(self.x - other.x) * 2 < self.wide + other.wide - TOUCH
            and abs(self.y - other.y) * 2 < self.high + other.high - TOUCH
        )

    def is_within(self, right: float, low: float) -> bool:
        """Return whether the whole box is between the origin and the corner (``right``, ``low``)."""
        across, down = self.wide / 2, self.high / 2
        return across <= self.x <= right - across and down <= self.y <= low - down

    def move_by(self, dx: float, dy: float) -> Box:
        return Box(self.x + dx, self.y + dy, self.wide, self.high)


@dataclass(frozen=True, slots=True)
class Part:
    """An item shown for a place, with its position. ``kind``: name, sea, region, sign, piece, or cost, which
    reserves space for a movement cost.
    """

    kind: str
    box: Box
    text: str = ""
    piece: Piece | None = None


@dataclass(frozen=True)
class PlaceMarks:
    """The items shown for a place at one level. ``place``: the place, or None if the item is the name of a
    region.
    """

    place: Place | None
    parts: tuple[Part, ...]


def lines(name: str) -> tuple[str, ...]:
    """Break a long name into lines. Short words, such as numerals, stay with the word before them."""
    words = name.split(" ")
    found = [words[0]]
    for one in words[1:]:
        if len(one) <= 3 or len(found[-1]) + len(one) < 9:
            found[-1] += f" {one}"
        else:
            found.append(one)
    return tuple(found)


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return an upper bound for the width of a text."""
    wide = sum(WIDTHS.get(letter, WIDEST) for letter in text) * size
    return wide * (BOLD if bold else 1)


def stack_pieces(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Return one piece for each side's stack in a distant view, with ships in a separate stack. It is the
    stack's first piece with the total strength. It has a symbol only if all pieces of the stack share it.
    """
    found: dict[tuple[str, bool], Piece] = {}
    for piece in pieces:
        key = (piece.side.id, piece.afloat)
        above = found.get(key)
        if above is None:
            found[key] = _small_counter(piece) if piece.shape in ("counter", "token") else piece
            continue
        found[key] = replace(
            above,
            strength=above.strength + piece.strength,
            wrong=above.wrong or piece.wrong,
            count=above.count + piece.count,
            symbol=above.symbol if piece.symbol == above.symbol or not piece.strength else "",
        )
    return tuple(found.values())


def _small_counter(piece: Piece) -> Piece:
    """Return the small counter that stands for a piece in a distant view. It shows the side's letters, or
    the piece's label and remaining strength.
    """
    if piece.shape == "token":
        return Piece("chip", piece.side, label=piece.label, shields=piece.shields)
    return Piece("square", piece.side, lettered=True)


@lru_cache(maxsize=128)  # a page, and each tap on it, needs the same places
def place_everything(
    places: tuple[Place, ...],
    regions: tuple[Region, ...],
    plain: Side | None,
    level: Level,
    size: Size,
) -> tuple[PlaceMarks, ...]:
    """Return the positions of everything that a map of this size shows at this level."""
    ground = Ground(level, size)
    for place in places:
        if place.kind == "box":
            ground.keep(place.id, _circle_block(place.x, place.y, level.scale))
    ranked = sorted(places, key=_weight, reverse=True)
    mine = [place for place in ranked if place.own and level.regions]
    found = [
        *(_settle_place(place, plain, level, ground) for place in mine),
        *(_place_name(region, level, ground) for region in regions if level.regions),
        *(
            _settle_place(place, plain, level, ground)
            for place in ranked
            if not (place.own and level.regions)
        ),
    ]
    return tuple(laid for laid in found if laid.parts)


def _settle_place(place: Place, plain: Side | None, level: Level, ground: Ground) -> PlaceMarks:
    """Put as many of a place's name, signs and pieces on the map as fit on free ``ground``, and
    return them.
    """
    for number in range(VARIANTS):
        block = _variant(place, plain, level, number)
        settled = ground.settle(place.id, block) if block is not None else ()
        if settled:
            return PlaceMarks(place, settled)
    return PlaceMarks(place, ())


def _place_name(region: Region, level: Level, ground: Ground) -> PlaceMarks:
    return PlaceMarks(None, ground.settle("", _title(region, level.scale)))


def placed_on_map(m: Map, level: Level) -> tuple[PlaceMarks, ...]:
    """Return everything that a map shows at this level. On a board each piece is on its space, and nothing
    moves aside.
    """
    if m.surface is not None:
        return tuple(_place_on_space(place, level) for place in m.places)
    return place_everything(
        m.interned_places, m.regions, m.plain, level, (m.outlines.width, m.outlines.height)
    )


@lru_cache(maxsize=REMEMBERED)
def _place_on_space(place: Place, level: Level) -> PlaceMarks:
    """Return the pieces of a space, placed in its middle. In a distant view, the pieces of a side are shown
    as one.
    """
    pieces = place.pieces if level.play else stack_pieces(place.pieces)
    return PlaceMarks(place, _block(place.x * level.scale, place.y * level.scale, (), (), pieces))


@dataclass(frozen=True, eq=False, slots=True)
class Block:
    """Parts that stay together, with their bounding box. Most blocks do not change between pages, so each is
    built only once, and blocks are compared by identity.
    """

    parts: tuple[Part, ...]
    around: Box


def _enclose_parts(parts: Sequence[Part]) -> Block:
    boxes = [part.box for part in parts]
    left, right = min(b.x - b.wide / 2 for b in boxes), max(b.x + b.wide / 2 for b in boxes)
    top, low = min(b.y - b.high / 2 for b in boxes), max(b.y + b.high / 2 for b in boxes)
    return Block(tuple(parts), Box((left + right) / 2, (top + low) / 2, right - left, low - top))


class Ground:
    """The area that is already occupied at a level. It is divided into cells, so that a check needs only a
    few blocks.
    """

    def __init__(self, level: Level, size: Size) -> None:
        self._play = level.play
        self._right, self._low = size[0] * level.scale, size[1] * level.scale
        self._cells: dict[tuple[int, int], list[tuple[str, Block]]] = {}

    def keep(self, owner: str, block: Block) -> None:
        """Record that a place's block occupies its area of the map."""
        for cell in _cells(block.around):
            self._cells.setdefault(cell, []).append((owner, block))

    def rivals(self, owner: str, block: Block) -> tuple[Block, ...]:
        """Return the blocks of other places that are near enough to collide with this block."""
        far, around = FARTHEST if self._play else FAR, block.around
        reach = Box(around.x, around.y, around.wide + far * 2, around.high + far * 2)
        near = {
            taken: None
            for cell in _cells(reach)
            for other, taken in self._cells.get(cell, ())
            if (other != owner or not other) and taken.around.meets(reach)
        }
        return tuple(near)

    def settle(self, owner: str, block: Block) -> tuple[Part, ...]:
        """Move a block only as far as needed for all of it to fit, and return its parts. Return () if it
        fits nowhere.
        """
        found = _move_clear(block, self.rivals(owner, block), self._right, self._low, self._play)
        if found is None:
            return ()
        self.keep(owner, found)
        return found.parts


@lru_cache(maxsize=REMEMBERED)  # most places have the same surroundings as on the previous page
def _move_clear(
    block: Block, rivals: tuple[Block, ...], right: float, low: float, play: bool
) -> Block | None:
    """Return the block at the first position that is inside the drawing and clear of its rivals, or None."""
    far = FARTHEST if play else FAR
    taken = [part.box for rival in rivals for part in rival.parts]
    tried = [(part.box, _near_rivals(part.box, taken, far)) for part in block.parts]
    tried.sort(key=lambda one: -len(one[1]))  # try the most crowded part first, because it fails first
    for dx, dy in ANYWHERE if play else NEAR:
        if all(_fits(box, others, dx, dy, right, low) for box, others in tried):
            return _enclose_parts([replace(part, box=part.box.move_by(dx, dy)) for part in block.parts])
    return None


def _near_rivals(box: Box, taken: Iterable[Box], far: float) -> list[Rival]:
    """Return the boxes among ``taken`` that a box could touch if it moved by at most ``far``, as rivals (see
    Rival).
    """
    found = ((t.x, t.y, box.wide + t.wide - TOUCH, box.high + t.high - TOUCH) for t in taken)
    x, y, far = box.x, box.y, far * 2
    return [one for one in found if abs(x - one[0]) * 2 < one[2] + far and abs(y - one[1]) * 2 < one[3] + far]


def _fits(box: Box, rivals: Iterable[Rival], dx: float, dy: float, right: float, low: float) -> bool:
    """Return whether a moved box is inside the drawing and clear of its rivals. No Box is created, because
    thousands of positions are tried for each map.
    """
    x, y, across, down = box.x + dx, box.y + dy, box.wide / 2, box.high / 2
    if not (across <= x <= right - across and down <= y <= low - down):
        return False
    for there, below, wide, high in rivals:  # a loop, because a generator takes twice as long
        if abs(x - there) * 2 < wide and abs(y - below) * 2 < high:
            return False
    return True


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    columns = range(int((box.x - box.wide / 2) // CELL), int((box.x + box.wide / 2) // CELL) + 1)
    rows = range(int((box.y - box.high / 2) // CELL), int((box.y + box.high / 2) // CELL) + 1)
    return product(columns, rows)


def _nearby_steps(far: float) -> tuple[tuple[float, float], ...]:
    """Return offsets from a point, nearest first. Vertical offsets come before horizontal ones, which keeps
    a name close to its place.
    """
    count = int(far / STEP)
    steps = [(x * STEP, y * STEP) for x in range(-count, count + 1) for y in range(-count, count + 1)]
    near = [at for at in steps if at[0] ** 2 + at[1] ** 2 <= far**2]
    return tuple(sorted(near, key=lambda at: (at[0] ** 2 * 1.2 + at[1] ** 2, at)))


NEAR, ANYWHERE = _nearby_steps(FAR), _nearby_steps(FARTHEST)


def _weight(place: Place) -> tuple[bool, int, bool, int, str]:
    strength = sum(piece.strength + 1 for piece in place.pieces)
    return place.kind == "box", strength, place.rich, len(place.name), place.id


@lru_cache(maxsize=REMEMBERED)
def _variant(place: Place, plain: Side | None, level: Level, number: int) -> Block | None:
    rows = next(islice(_variants(place, plain, level), number, None), None)
    if rows is None or not any(rows):
        return None
    return _enclose_parts(_block(place.x * level.scale, place.y * level.scale, *rows))


def _variants(place: Place, plain: Side | None, level: Level) -> Iterator[Shown]:
    """Yield combinations of the name, signs and pieces to show for a place, the fullest first."""
    name, signs, pieces = _name(place), _signs(place, plain), place.pieces
    if level.play:
        yield name, signs, pieces
        return
    stacks = stack_pieces(pieces)
    if not level.regions:
        yield name, signs, stacks
        yield name, (), stacks
    armed = [piece for piece in stacks if piece.strength and (piece.lettered or not level.regions)]
    if armed:
        yield (), (), armed
        yield (), (), (max(armed, key=lambda piece: piece.strength),)


VARIANTS = 4  # maximum number of choices that _variants yields


@lru_cache(maxsize=REMEMBERED)
def _circle_block(x: float, y: float, scale: float) -> Block:
    return _enclose_parts((Part("box", Box(x * scale, y * scale, BOX * 2 * scale, BOX * 2 * scale)),))


@lru_cache(maxsize=REMEMBERED)
def _title(region: Region, scale: float) -> Block:
    wide = width(region.name, REGION) + len(region.name) * SPACED
    return _enclose_parts(
        (Part("region", Box(region.x * scale, region.y * scale, wide, REGION + 2), region.name),)
    )


Row = Sequence[tuple[str, float, float, str, Piece | None]]  # kind, width, height, text, piece
Shown = tuple[Sequence[Row], Sequence[Row], Sequence[Piece]]


def _name(place: Place) -> tuple[Row, ...]:
    size, kind = (SEA, "sea") if place.kind == "sea" else (NAME, "name")
    spaced = SPACED if kind == "sea" else 0
    if not place.name:
        return ()
    return tuple(
        ((kind, width(text, size, bold=place.rich) + spaced * len(text), ROW, text, None),)
        for text in lines(place.name)
    )


def _signs(place: Place, plain: Side | None) -> tuple[Row, ...]:
    """Return a place's row of signs, with space for the cost of reaching the place."""
    if place.kind == "sea":
        return ()
    row: list[tuple[str, float, float, str, Piece | None]] = []
    held = place.holder is not None and place.holder != plain and place.holder.mark
    # the letters on a piece already show who holds the place
    if held and not any(one.lettered and one.side == place.holder for one in place.pieces):
        row.append(("sign", MARK, SIGN, SIGN_MARK, None))
    signs = (place.sign, "treasure" if place.treasure else "", "flag" if place.flag else "")
    row += [("sign", SIGNS[sign], SIGN, sign, None) for sign in signs if sign]
    row.append(("cost", COST, SIGN, "", None))
    return (row,)


def _size(piece: Piece) -> Size:
    upright = piece.facing is None or piece.shape in ("counter", "token")
    return SIZES[piece.shape] if upright else FACING


def _block(
    x: float, y: float, name: Sequence[Row], signs: Sequence[Row], pieces: Sequence[Piece]
) -> tuple[Part, ...]:
    """Stack the rows of a place, centred on its point."""
    counters = [("piece", *_size(piece), "", piece) for piece in pieces]
    rows: list[Row] = [*name, *signs, *(counters[i : i + ABREAST] for i in range(0, len(counters), ABREAST))]
    heights = [max(part[2] for part in row) + (GAP if row[0][0] == "piece" else 0) for row in rows]
    top, parts = y - sum(heights) / 2, []
    for row, height in zip(rows, heights, strict=True):
        left = x - (sum(part[1] for part in row) + GAP * (len(row) - 1)) / 2
        for kind, wide, high, text, piece in row:
            parts.append(Part(kind, Box(left + wide / 2, top + height / 2, wide, high), text, piece))
            left += wide + GAP
        top += height
    return tuple(parts)
