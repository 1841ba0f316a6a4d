"""A skirmish on squares, on a page: everything that the ``maps`` app needs of a battle, and no more."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from kit.grid.square import FOUR, Board, Square, sees, ways
from maps import drawing
from maps.squares import board_map
from maps.values import Links, Map, Marks, Piece, Side, Way

BOARD = Board(8, 6)
RED, BLUE = Side("red", "RE", "#96201c"), Side("blue", "BL", "#2b4c8c")
WOOD = Side("wood", "", "#2f5d2a", "M4 1L7 6H1Z")
WOODS = {BOARD.square(name): WOOD for name in ("d3", "d4", "e4")}
PIECES = {
    BOARD.square("b2"): (Piece("block", RED, 8, lettered=True, facing=45),),
    BOARD.square("c5"): (Piece("block", BLUE, 6, lettered=True, facing=180, wrong=True),),
    BOARD.square("g5"): (Piece("disc", BLUE, lettered=True, facing=270),),
}
MOVER = BOARD.square("b2")
PAGE = """{% load static %}<!doctype html><html lang="en"><title>Skirmish</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{% static 'vexillum.css' %}">
<link rel="stylesheet" href="{% static 'maps/map.css' %}">
<script src="{% static 'maps/spaces.js' %}" defer></script>
<script src="{% static 'maps/map.js' %}" defer></script>
<section class="map" id="map">{% include "maps/_window.html" %}</section>"""


def skirmish(chosen: str = "") -> tuple[Map, Marks]:
    """Return the board, with the red block's reach of 4 and its view from the chosen square."""
    m = board_map("A skirmish", BOARD, PIECES, described, ground=WOODS, own=lambda square: square == MOVER)
    found = ways(BOARD, MOVER, _cost, 4, FOUR)
    reach = {str(square): str(cost) for square, (cost, _way) in found.items() if cost}
    seen = chosen and sees(MOVER, Square.parse(chosen), WOODS.__contains__)
    return m, Marks(chosen, reach, ways=(Way((str(MOVER), chosen), "sight"),) if seen else ())


def _cost(_here: Square, there: Square) -> int | None:
    return None if there in PIECES else 2 if there in WOODS else 1


def described(square: Square) -> str:
    pieces = ", ".join(f"{piece.side.id} {piece.strength}" for piece in PIECES.get(square, ()))
    return f"{square}: {pieces}" if pieces else str(square)


def page(request: HttpRequest) -> HttpResponse:
    m, marks = skirmish(request.GET.get("at", ""))
    context = {
        "map": drawing.svg(m, marks, Links("?at=")),
        "query": {"kept": (), "field": "at", "zoom": "", "looks": "at"},
        "focus": str(MOVER),
        "zooms": (),
        "game": {"pk": "skirmish"},
    }
    return HttpResponse(engines["django"].from_string(PAGE).render(context, request))


urlpatterns = [path("skirmish/", page), path("", include("config.urls"))]
