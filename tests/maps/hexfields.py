"""Two boards of hexes, each on a page: 113 hexes in rows, and 2,400 in columns."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from kit.grid.board import HexBoard, columns, rows
from kit.grid.hexes import Hex, hexside
from maps import drawing
from maps.grounds import GROUNDS
from maps.hexes import facing_to_corner, hex_map, strokes_along, vertical_strokes
from maps.values import Badge, Ground, Links, Map, Marks, Piece, Side, Way
from tests.maps.skirmish import PAGE

ROWS = rows((13, 12) * 4 + (13,))
COLUMNS = columns(range(1, 61), range(1, 41))
RED, BLUE = Side("red", "RE", "#96201c", "M0 4H8"), Side("blue", "BL", "#2b4c8c", "M4 0V8")
SYMBOLS = {"foot": "M-5-3.5H5V3.5H-5ZM-5-3.5L5 3.5M5-3.5L-5 3.5", "light": "M0-4A4 4 0 1 0 .01-4Z"}
GROUNDS_AT = {
    "woods": ("E3", "E4", "F3", "F1"),
    "broken": ("C7", "C8"),
    "hill": ("E7", "F12"),
    "hill2": ("F7", "D12"),
    "hill3": ("E8",),
    "river": ("G10", "G11"),
    "ford": ("H10",),
    "marsh": ("B3", "B4"),
    "camp": ("D11",),
    "coast": ("A1", "A2"),
    "lake": ("I13",),
    "rampart": ("D5",),
    "wall": ("C10", "B10"),
}
GROUND_AT = {name: kind for kind, names in GROUNDS_AT.items() for name in names}


def ancients(chosen: str = "") -> tuple[Map, Marks]:
    """Return a small battle on hexes in rows."""
    at = ROWS.place
    pieces = {
        at(f"B{n}"): (Piece("token", RED, symbol="light", label="LI", shields=(4 - n % 3, 4), led=n == 5),)
        for n in range(2, 11)
    }
    pieces |= {
        at(f"H{n}"): (Piece("token", BLUE, symbol="foot", label="MI", shields=(n % 4, 4)),)
        for n in range(2, 11)
    }
    m = hex_map(
        "Ancients",
        ROWS,
        pieces,
        lambda here: _told(ROWS, here, pieces),
        ground={at(name): GROUNDS[kind] for name, kind in GROUND_AT.items()},
        own=lambda here: here in pieces and pieces[here][0].side == RED,
        symbols=SYMBOLS,
        strokes=(
            *vertical_strokes(ROWS, "section", (5, 9)),
            *strokes_along(ROWS, "rampart", [hexside(at("D5"), side) for side in (0, 1, 2)]),
            *strokes_along(ROWS, "river", [hexside(at("F5"), side) for side in (4, 3)]),
            *strokes_along(ROWS, "wall", [hexside(at("C10"), side) for side in (0, 1)]),
            *strokes_along(ROWS, "trench", [hexside(at("F9"), side) for side in (3, 4)]),
        ),
    )
    states = {
        "can": frozenset({"B2", "B3"}),
        "ordered": frozenset({"B5", "B6"}),
        "moved": frozenset({"B6"}),
        "fights": frozenset({"B7"}),
        "fought": frozenset({"B8"}),
    }
    reach = {"C4": "1", "C5": "1", "D6": "2", "H4": ""}
    marks = Marks(
        chosen or "B5",
        reach,
        frozenset({"H4"}),
        (Way(("B5", "C5", "D6")),),
        frozenset({"G3", "G4"}),
        states=states,
    )
    return m, marks


def cataphract(units: int = 100, chosen: str = "") -> tuple[Map, Marks]:
    """Return a large battle on hexes in columns, with facings and badges."""
    pieces = {}
    for n in range(units):
        here = COLUMNS.place(f"{n * 7 % 60 + 1:02}{n * 3 % 40 + 1:02}")
        badges = (Badge("nw", str(n % 9 + 1)), Badge("ne", str(n % 7)), Badge("se", "M", "done"))
        hurt = (Badge("sw", str(n % 3), "hurt"),) if n % 3 else ()
        pieces[here] = (
            Piece(
                "token",
                RED if n % 2 else BLUE,
                facing=facing_to_corner(COLUMNS, n % 6),
                symbol="foot" if n % 3 else "light",
                badges=badges + hurt,
            ),
        )
    ground: dict[Hex, Ground] = {}
    for middle, kind in (("1010", "woods"), ("3020", "hill"), ("4030", "marsh"), ("5008", "broken")):
        ground |= dict.fromkeys(COLUMNS.hexes_within(COLUMNS.place(middle), 4), GROUNDS[kind])
    ground |= dict.fromkeys(COLUMNS.hexes_within(COLUMNS.place("3020"), 2), GROUNDS["hill2"])
    m = hex_map(
        "Cataphract",
        COLUMNS,
        pieces,
        lambda here: _told(COLUMNS, here, pieces),
        ground=ground,
        symbols=SYMBOLS,
        strokes=tuple(
            strokes_along(COLUMNS, "river", [hexside(COLUMNS.place(f"20{n:02}"), 1) for n in range(1, 41)])
        ),
    )
    reach = {
        COLUMNS.name(at): str(n % 9) for n, at in enumerate(COLUMNS.hexes_within(COLUMNS.place("1510"), 5))
    }
    return m, Marks(chosen or "1510", reach)


def _told(board: HexBoard, here: Hex, pieces: dict[Hex, tuple[Piece, ...]]) -> str:
    name = board.name(here)
    found = [f"{one.side.id} {one.symbol}" for one in pieces.get(here, ())]
    ground = GROUND_AT.get(name, "")
    return ": ".join((name, ", ".join((*found, *([ground] if ground else []))))) if found or ground else name


def page(request: HttpRequest, which: str) -> HttpResponse:
    m, marks = (ancients if which == "rows" else cataphract)(chosen=request.GET.get("at", ""))
    context = {
        "map": drawing.svg(m, marks, Links("?at=")),
        "query": {"kept": (), "field": "at", "zoom": "", "looks": "at"},
        "focus": marks.chosen,
        "zooms": (),
        "game": {"pk": f"hexes-{which}"},
    }
    return HttpResponse(engines["django"].from_string(PAGE).render(context, request))


urlpatterns = [path("hexes/<str:which>/", page), path("", include("config.urls"))]
