"""Maps with a random number of things on them."""

from __future__ import annotations

from random import Random

from maps.values import Level, Map, Outlines, Piece, Place, Region, Side

SIDES = tuple(Side(f"side{i}", mark, "#5e2468", "M0 0H8") for i, mark in enumerate(("BY", "PE", "WW", "")))
SHAPES = ("block", "disc", "square", "lozenge", "ship")
LEVELS = (Level(0.3, regions=True), Level(0.7, regions=True), Level(1.3), Level(2, play=True))
WORDS = ("Roma", "Mediterranea", "Phrygia", "Salutaris", "II", "Wigmore", "Illyricum", "et", "Venetia")


def crowd(seed: int, count: int = 60, width: float = 700, height: float = 400) -> Map:
    """Draw places no closer together than on a drawn map, with names, signs and pieces."""
    random = Random(seed)
    points: list[tuple[float, float]] = []
    while len(points) < count:
        x, y = random.uniform(30, width - 30), random.uniform(20, height - 20)
        if all(((x - a) / 1.3) ** 2 + (y - b) ** 2 > 21**2 for a, b in points):
            points.append((round(x, 1), round(y, 1)))
    places = tuple(place(random, f"p{i}", x, y) for i, (x, y) in enumerate(points))
    regions = tuple(Region(f"Region {i}", width * (i + 1) / 4, height / 2) for i in range(3))
    out = Outlines("/static/drawn.svg", width, height, {p.id: (p.x, p.y) for p in places}, ())
    return Map("A crowd", out, places, LEVELS, SIDES[0], regions)


def place(random: Random, name: str, x: float, y: float) -> Place:
    """Draw a place with random signs and pieces."""
    pieces = tuple(piece(random) for _ in range(random.choice((0, 0, 1, 2, 3))))
    return Place(
        name,
        random.choice(("land", "land", "land", "sea")),
        x,
        y,
        " ".join(random.sample(WORDS, random.choice((1, 1, 2)))),
        "described",
        holder=random.choice((None, *SIDES)),
        rich=random.random() < 0.3,
        sign=random.choice(("", "", "city", "fort")),
        flag=random.choice((None, SIDES[1])),
        treasure=random.random() < 0.1,
        pieces=pieces,
    )


def piece(random: Random) -> Piece:
    shape = random.choice(SHAPES)
    lettered = shape in ("block", "disc")
    return Piece(shape, random.choice(SIDES[:3]), random.randint(1, 40), lettered, random.random() < 0.2)
