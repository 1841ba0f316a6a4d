"""The pages of the battlefield, on which players draw, view, print and download it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from battles.dba.pages import views as dba
from battles.dba.pages.battlefield import page, picture, sheets
from battles.dba.pages.board import static_board
from battles.dba.rules.field.shapes import Drawing
from battles.dba.rules.system import ON_THE_BOARD
from battles.dba.rules.table.state import TableState
from games import access, services
from games.models import Game
from games.wording.numbers import whole


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def terrain(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the page for drawing the battlefield, which checks the layout on every change. A POST submits the
    layout; with ``look`` it only previews the layout, for browsers without scripts.
    """
    game, battle, state = dba.game_in_phase(request, pk)
    if not _may_draw(game, state):
        raise Http404
    if request.method == "POST" and "look" not in request.POST:
        return dba.act_with(request, pk, page.fields_json(battle, state, request.POST, str(game.pk)))
    told = request.POST if request.method == "POST" else request.GET
    laid = page.layout_context(battle, state, told, str(game.pk))
    form = dba.form(request, game)
    seat = access.seat_of(request.user, game, told.get("seat", ""))
    return render(request, "battles/dba/terrain.html", {**form, **laid, "seat": seat})


def _may_draw(game: Game, state: TableState) -> bool:
    """Return whether the battlefield can be drawn now. In a battle on the board, a finished drawing cannot
    be replaced.
    """
    on_board = game.scenario.get(ON_THE_BOARD) is True
    return bool(page.mode(state)) and not (on_board and state.drawing)


def _drawn_game(request: HttpRequest, pk: UUID) -> tuple[Game, dict[str, Any], Drawing]:
    """Return the game, its public view and its drawing. Raises Http404 if nothing was drawn."""
    game = dba.game_of(request, pk)
    view = services.table(game).view(None)
    drawing = page.from_view(view)
    if not drawing:
        raise Http404
    return game, dict(view), drawing


@never_cache
@require_safe
def field(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the finished battlefield, with a description of its pieces and links to its printable sheets."""
    game, view, _drawing = _drawn_game(request, pk)
    context: dict[str, Any] = {"game": game, "battlefield": page.board_view(view, game.scenario)}
    _battle = dba.game_in_phase(request, pk)
    context["redraw"] = _may_draw(game, _battle[2]) and access.seat_of(request.user, game, "")
    context |= {"papers": _papers(""), "figures": tuple(sheets.FIGURES)}
    context["standing"] = static_board.position_in(view) is not None
    return render(request, "battles/dba/field/field.html", context)


@never_cache
@require_safe
def field_svg(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Return the board as an SVG file in true millimetres. With ``piece``, return the outline of that
    piece.
    """
    game, view, drawing = _drawn_game(request, pk)
    figures = _figures(request)
    piece = whole(request.GET.get("piece"), 1, len(drawing))
    if piece is None:
        drawn = sheets.standalone(drawing, figures, page.edge_names(view, game.scenario), game.title)
        name = f"battlefield-{figures}mm.svg"
    else:
        drawn = sheets.piece_alone(drawing[piece - 1], piece, figures)
        name = f"piece-{piece}-{figures}mm.svg"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(drawn, content_type="image/svg+xml", headers=headers)


@never_cache
@require_safe
def field_print(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the printable sheets. ``what``: board (the board in tiles), pieces (outlines for cutting) or
    position (the board with the elements on it).
    """
    game, view, drawing = _drawn_game(request, pk)
    paper = request.GET.get("paper", "")
    paper = paper if paper in sheets.PAPERS else "a4"
    asked, position = request.GET.get("what"), static_board.position_in(view)
    what = asked if asked == "pieces" or (asked == "position" and position) else "board"
    figures = _figures(request)
    make = sheets.outlines if what == "pieces" else sheets.board
    bases = static_board.draw_bases(position, static_board.COLOURS) if position and what == "position" else ""
    inside = f'<g id="battlefield-all">{picture.board(drawing)}{bases}</g>'
    defs = f"{picture.defs(drawing)}<defs>{inside}</defs>"
    context = {
        "game": game,
        "paper": paper,
        "papers": _papers(paper),
        "what": what,
        "standing": position is not None,
        "figures": figures,
        "scales": tuple(sheets.FIGURES),
        "side": 60 * sheets.FIGURES[figures] // 100,
        "sheets": list(make(drawing, figures, paper)),
        "defs": picture.svg(defs, (0, 0, 1, 1), aria_hidden="true", **{"class": "sheet-defs"}),
        "stylesheet": f"battles/paper/{paper}.css",
    }
    return render(request, "battles/dba/field/print.html", context)


def _papers(chosen: str) -> list[tuple[str, str, bool]]:
    return [(code, name, code == chosen) for code, (name, *_) in sheets.PAPERS.items()]


def _figures(request: HttpRequest) -> int:
    asked = whole(request.GET.get("figures"))
    return asked if asked is not None and asked in sheets.FIGURES else 15
