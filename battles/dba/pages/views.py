"""The additional pages of a table battle: a single combat, swaps, the report and the screen."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from battles.dba.pages import combat as dba_combat
from battles.dba.pages import setup as dba_setup
from battles.dba.pages.rules_at_hand import handbook
from battles.dba.report import markdown, story
from battles.dba.rules.table.rules import TableRules
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from games import access, services
from games.models import Game
from games.views import act, spectators


def game_of(request: HttpRequest, pk: UUID) -> Game:
    """Return a DBA game that has begun and that this user can see. Raises Http404 otherwise."""
    game = access.get_game_for(request.user, pk)
    if game.system != "dba" or game.seq < 0:
        raise Http404
    return game


def game_in_phase(request: HttpRequest, pk: UUID, phase: str = "") -> tuple[Game, Battle, TableState]:
    """Return a game, its battle and its state. Raises Http404 if the battle is not in the given phase."""
    game = game_of(request, pk)
    table = services.table(game)
    rules = table.rules
    if not isinstance(rules, TableRules) or (phase and table.state.phase != phase):
        raise Http404
    return game, rules.battle, table.state


def form(request: HttpRequest, game: Game) -> dict[str, Any]:
    """Return the template variables that every form of these pages needs."""
    seat = access.seat_of(request.user, game, request.GET.get("seat", ""))
    return {
        "game": game,
        "seat": seat,
        "drawn_seq": game.seq,
        "key": str(uuid.uuid4()),
        "physical": game.dice_mode != Game.DiceMode.VIRTUAL,
        "mixed": game.dice_mode == Game.DiceMode.MIXED,
    }


def act_with(request: HttpRequest, pk: UUID, fields: Mapping[str, str]) -> HttpResponse:
    """Carry out the action described by the form's fields."""
    posted = request.POST.copy()
    for name, value in fields.items():
        posted[name] = value
    request.POST = posted  # type: ignore[assignment]
    return act.act(request, pk)


@never_cache
@require_safe
def combat(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the page of one combat or shot, where players choose opponents, facts and dice and see the
    odds.
    """
    game, battle, state = game_in_phase(request, pk)
    told = dba_combat.compose(battle, state, request.GET, game.scenario)
    told["handbook"] = handbook(services.table(game).view(None), game.scenario)
    return render(request, "battles/dba/combat.html", {**form(request, game), **told})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def swaps(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the form in which the defender swaps up to two pairs of elements. A POST makes the swaps and
    begins the battle.
    """
    if request.method == "POST":
        return act_with(request, pk, {"f-pairs": dba_setup.pairs_json(request.POST)})
    game, battle, state = game_in_phase(request, pk, "swaps")
    chosen = dba_setup.swaps(battle, state, request.GET, game.scenario)
    return render(request, "battles/dba/swaps.html", {**form(request, game), **chosen})


@never_cache
@require_safe
def screen(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the battle in large type, for people standing around the table."""
    return spectators.draw_for_spectators(request, game_of(request, pk))


@never_cache
@require_safe
def report(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the report of the battle as a page that can be shared and printed."""
    game = game_of(request, pk)
    told = story.tell(game, services.table(game))
    return render(request, "battles/dba/report.html", {"game": game, **told})


@never_cache
@require_safe
def report_markdown(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Return the battle's report as a Markdown file."""
    game = game_of(request, pk)
    text = markdown.report_markdown(game.title, story.tell(game, services.table(game)))
    response = HttpResponse(text, content_type="text/markdown; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="battle-{game.pk}.md"'
    return response
