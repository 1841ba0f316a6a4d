"""Pages for a game's chronicle, its verification, and its exports."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import clocks
from engine.game import GM
from games import access, pages, plugins, services
from games.access import User
from games.caches import page_cache
from games.models import Game
from games.motion import milestones
from games.services import viewers
from games.services.proof.chance import is_revealed
from games.views import exports, files
from games.views.frame import frame
from games.views.people import arrangements
from games.views.people.treaties import news_after, news_by_turn
from games.wording.narration import fold_lines
from games.wording.numbers import whole

PAGE = 40
LAST = 10**8  # larger than any number of entries or turns
# query parameters that select the plain list of entries even if the system has its own layout
ENTRY_BY_ENTRY = {"steps", "by", "before"}


@never_cache
@require_safe
def chronicle(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the chronicle in the system's layout or as a plain list of entries."""
    game = access.get_game_for(request.user, pk)
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    return chronicle_page(request, at)


def chronicle_page(request: HttpRequest, at: pages.Scene, **more: Any) -> HttpResponse:
    """Render the chronicle of a scene. ``more`` holds further values for the template's context."""
    page = plugins.page(at.game.system)
    if not page.chronicle_template or at.table.head is None or not ENTRY_BY_ENTRY.isdisjoint(request.GET):
        return _entries_page(request, at, **more)
    told = {"treaty_news": news_by_turn(at), "agreed_news": arrangements.news_by_turn(at)}
    found = page.chronicle(request, pages.redact_scene(at))
    stones = milestones.of_turns(at, [one.number for one in found["told"]])
    context = {**frame(at, "chronicle"), **told, **found, "remembered": stones, **more}
    return render(request, page.chronicle_template, context)


def _entries_page(request: HttpRequest, at: pages.Scene, **more: Any) -> HttpResponse:
    """Show the entries page by page, newest first. The parameter ``by`` limits them to one seat, and
    ``turn`` to one turn.
    """
    game = at.game
    by, turn = request.GET.get("by", ""), _read_number(request.GET.get("turn"))
    before = _read_number(request.GET.get("before"))
    found = services.chronicle(at.table, at.eyes, PAGE + 1, before_seq=before, turn=turn, by=by or None)
    seqs = [] if by or turn is not None else [line.seq for line in found[:PAGE]]
    news, more_news = news_after(at, seqs), arrangements.news_after(at, seqs)
    context = {
        **frame(at, "chronicle"),
        "lines": fold_lines(pages.describe_entries(at, found[:PAGE]), {**news, **more_news}),
        "treaty_news": news,
        "agreed_news": more_news,
        "older": found[PAGE - 1].seq if len(found) > PAGE else None,
        "before": before,
        "by": by,
        "filters": [*at.places, at.place(GM)],
        "turn": turn,
        "turns": [(number, pages.turn_name(game, number)) for number in services.turns(game)],
        **more,
    }
    return render(request, "games/chronicle.html", context)


@never_cache
@require_safe
def export(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Send the complete game as a file, with the objections and treaties that this user may read."""
    game = access.get_game_for(request.user, pk)
    if not viewers.may_download(request.user, game):
        text = _(
            "The file contains hidden information. While the game is running, only a game master who "
            "isn't playing can download it."
        )
        return render(request, "games/refused.html", {"text": text, "game": game}, status=403)
    refused = files.too_many_files(request, game)
    if refused is not None:
        return refused
    response = HttpResponse(export_text(game, request.user), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="vexillum-{game.system}-{game.pk}.json"'
    return response


def export_text(game: Game, reader: User) -> str:
    """Return the complete game as the text of a file. The text is cached until the game changes, separately
    for each player and once for everybody else.
    """
    near = access.takes_part(reader, game) or access.lends(reader, game)
    whose = reader if near else AnonymousUser()
    now, seed = clocks.now(), is_revealed(game)
    facts = ("export", str(game.pk), game.version, game.seq, game.status, seed, whose.pk)
    key = sha256(repr(facts).encode()).hexdigest()
    text = page_cache.get_file(key)
    if text is None:
        text = json.dumps(services.export_game(game, now, whose), ensure_ascii=False, indent=1)
        if is_revealed(game) == seed:  # false if the export itself has just revealed the seed
            page_cache.put_file(key, text)
    return text


def _read_number(text: str | None) -> int | None:
    return whole(text, 0, LAST)


@require_safe
def chronicle_csv(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Send the complete chronicle as a CSV file, limited to what the reader may know."""
    game = access.get_game_for(request.user, pk)
    refused = files.too_many_files(request, game)
    if refused is not None:
        return refused
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    return files.csv_file(f"vexillum-chronicle-{game.pk}.csv", at, "chronicle", exports.chronicle)
