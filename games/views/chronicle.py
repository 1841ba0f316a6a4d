"""The chronicle of a game, earlier positions, and the proof that the dice were honest."""

from __future__ import annotations

import json
from functools import partial
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clocks
from accounts.limits import place_of, too_often
from engine.game import GM
from games import access, limits, page_cache, pages, plugins, services
from games.access import User
from games.models import Game
from games.motion import milestones
from games.narration import fold_lines
from games.numbers import whole
from games.services import history, viewers
from games.services.people.treaties import secrets_of
from games.services.proof.chance import is_revealed
from games.views import exports, files
from games.views.frame import frame
from games.views.people import arrangements
from games.views.people.treaties import told_after, told_in_turns

PAGE = 40
LAST = 10**8  # more entries or turns than any game has
# query parameters that ask for the plain chronicle even if the system has a layout for it
ENTRY_BY_ENTRY = {"steps", "by", "before"}


@never_cache
@require_safe
def chronicle(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the chronicle in the system's layout, or entry by entry."""
    game = access.get_game_for(request.user, pk)
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    return chronicle_page(request, at)


def chronicle_page(request: HttpRequest, at: pages.Scene, **more: Any) -> HttpResponse:
    """Show the chronicle of a scene. ``more``: extra values for the page's head."""
    page = plugins.page(at.game.system)
    if not page.chronicle_template or at.table.head is None or not ENTRY_BY_ENTRY.isdisjoint(request.GET):
        return _entries(request, at, **more)
    told = {"treaty_news": told_in_turns(at), "agreed_news": arrangements.told_in_turns(at)}
    found = page.chronicle(request, pages.redact_scene(at))
    stones = milestones.of_turns(at, [one.number for one in found["told"]])
    context = {**frame(at, "chronicle"), **told, **found, "remembered": stones, **more}
    return render(request, page.chronicle_template, context)


def _entries(request: HttpRequest, at: pages.Scene, **more: Any) -> HttpResponse:
    """Show the entries, newest first, in pages; ``by`` shows only one seat's, ``turn`` only one turn's."""
    game = at.game
    by, turn = request.GET.get("by", ""), _number(request.GET.get("turn"))
    before = _number(request.GET.get("before"))
    found = services.chronicle(at.table, at.eyes, PAGE + 1, before_seq=before, turn=turn, by=by or None)
    seqs = [] if by or turn is not None else [line.seq for line in found[:PAGE]]
    news, more_news = told_after(at, seqs), arrangements.told_after(at, seqs)
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
@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Verify the complete game from its log and report whether every die and every event agrees."""
    game = access.get_game_for(request.user, pk)
    at = pages.scene(request.user, game, bare=True)
    taken_back = pages.describe_entries(at, history.rewinds(at.table)) if at.table.head is not None else ()
    context = {
        **frame(at, "verify"),
        "seed": services.revealed_seed(game, clocks.now()),
        "fingerprint": services.fingerprint(at.table),
        "taken_back": taken_back,
        "secrets": partial(secrets_of, request.user, game),
    }
    origin = place_of(request)
    if request.method == "POST" and not limits.CHECKS.take(origin):
        return render(
            request,
            "games/refused.html",
            {"text": too_often(limits.CHECKS).message, "game": game},
            status=429,
        )
    if request.method == "POST":
        context["verdict"] = services.verify_game(game)
    return render(request, "games/verify.html", context)


@never_cache
@require_safe
def export(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The complete game as a file, with the objections and treaties this user may read."""
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
    """The complete game as the text of a file, cached until the game changes: one version per player, and one
    for all others.
    """
    near = access.takes_part(reader, game) or access.lends(reader, game)
    whose = reader if near else AnonymousUser()
    now, seed = clocks.now(), is_revealed(game)
    facts = ("export", str(game.pk), game.version, game.seq, game.status, seed, whose.pk)
    key = sha256(repr(facts).encode()).hexdigest()
    text = page_cache.get_file(key)
    if text is None:
        text = json.dumps(services.export_game(game, now, whose), ensure_ascii=False, indent=1)
        if is_revealed(game) == seed:  # otherwise the export itself has just revealed the seed
            page_cache.put_file(key, text)
    return text


def _number(text: str | None) -> int | None:
    return whole(text, 0, LAST)


@require_safe
def chronicle_csv(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The complete chronicle as a CSV file, as the reader may know it."""
    game = access.get_game_for(request.user, pk)
    refused = files.too_many_files(request, game)
    if refused is not None:
        return refused
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    return files.csv_file(f"vexillum-chronicle-{game.pk}.csv", at, "chronicle", exports.chronicle)
