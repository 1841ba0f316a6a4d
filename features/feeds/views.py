"""Feeds: a game's chronicle for a feed reader (Atom), and the user's deadlines for a calendar (iCalendar)."""

from __future__ import annotations

import re
from datetime import datetime
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import linebreaksbr
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clocks
from accounts.limits import network_of, too_often
from engine.codec import digest
from features.feeds import services as feeds
from games import access, limits, pages, services
from games.models import Game
from games.services.notices import wishes
from games.services.people import observers
from games.views.chronicle import PAGE
from games.views.people.observing import scene_of
from games.views.people.treaties import news_after

# characters that XML does not allow
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
LANGUAGES = {code for code, _name in settings.LANGUAGES}
TITLE = 120  # maximum length of a title, in characters


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the user's secret feed URLs, and create, replace or delete one."""
    user, now = request.user, clocks.now()
    if request.method == "POST":
        named = request.POST.get("game", "")
        game = _followable_game(user, named) if named else None
        if request.POST.get("do") == "make":
            feeds.make(user, game, now)
            messages.success(request, _("Here is the address. Anyone who has it can read what you can see."))
        else:
            feeds.revoke(user, game)
            messages.success(request, _("The address no longer works."))
        return redirect("feeds")
    mine = {feed.game_id: feed for feed in feeds.feeds_of(user)}
    calendar = mine.get(None)
    games = wishes.games_to_choose(user)
    games += [row.game for row in observers.observed_by(user) if row.game not in games]
    games += [f.game for f in mine.values() if f.game is not None and f.game not in games]
    context = {
        "calendar": calendar and _absolute_url(reverse("deadlines", args=[calendar.token])),
        "games": [
            (game, _absolute_url(reverse("feed", args=[mine[game.pk].token])) if game.pk in mine else "")
            for game in games
        ],
    }
    return render(request, "features/feeds/feeds.html", context)


def _followable_game(user: Any, named: str) -> Game:
    """Return the named game if the user may see it or observes it. Otherwise raise Http404."""
    observed = {str(row.game_id): row.game for row in observers.observed_by(user)}
    return observed.get(named) or access.get_game_for(user, named)


def _absolute_url(address: str) -> str:
    return settings.SITE_URL + address


@require_safe
def deadlines(request: HttpRequest, token: str) -> HttpResponse:
    """Send the user's deadlines as a calendar. A guessed URL gets the same answer as a revoked one."""
    feed = _find_feed(request, token, deadlines=True)
    if isinstance(feed, HttpResponse):
        return feed
    with override(feeds.language_of(feed.user)):
        text = feeds.deadlines_of(feed.user)
    return _answer(request, text, "text/calendar; charset=utf-8", "vexillum.ics")


@require_safe
def private_chronicle(request: HttpRequest, token: str) -> HttpResponse:
    """Send a game's chronicle to the owner of a feed URL, as long as they may see the game."""
    feed = _find_feed(request, token, deadlines=False)
    if isinstance(feed, HttpResponse):
        return feed
    assert feed.game_id is not None
    at, home = _followed_game(feed.user, feed.game_id)
    with override(feeds.language_of(feed.user)):
        return _answer(request, _atom(request, at, home), ATOM)


def _followed_game(user: Any, game_id: UUID) -> tuple[pages.Scene, str]:
    """Return the scene of a game as the user may see it, and the URL of its chronicle. An observer sees the
    game with the agreed delay, and a removed player sees it up to the removal. Raises Http404 if the user
    may not follow the game.
    """
    try:
        row = observers.permission_for(user, game_id)
        late = observers.late_view(row)
    except Http404:
        game = access.get_game_for(user, game_id)
        return pages.scene(user, game, bare=True), reverse("game-chronicle", args=[game.pk])
    if late.game is None:
        raise Http404
    return scene_of(late), reverse("observe-chronicle", args=[game_id])


@require_safe
def public_chronicle(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Send the chronicle of a public game, as a spectator may see it."""
    nobody = AnonymousUser()
    game = access.get_game_for(nobody, pk)
    language = request.GET.get("lang", "")
    with override(language if language in LANGUAGES else get_language()):
        at = pages.scene(nobody, game, bare=True)
        return _answer(request, _atom(request, at, reverse("game-chronicle", args=[game.pk])), ATOM)


ATOM = Atom1Feed.content_type


def _find_feed(request: HttpRequest, token: str, *, deadlines: bool) -> Any:
    """Return the feed of a URL, or a response with status 429 after too many guesses. A valid URL always
    works, regardless of earlier guesses. Raises Http404 for an unknown URL.
    """
    feed, origin = feeds.find_feed(token, deadlines=deadlines), network_of(request)
    if feed is not None:
        return feed
    if not limits.INVITATIONS.take(origin):
        return _too_many()
    raise Http404


def _too_many() -> HttpResponse:
    response = HttpResponse(too_often(limits.INVITATIONS).message, "text/plain; charset=utf-8", 429)
    response["Retry-After"] = str(limits.INVITATIONS.seconds)
    patch_cache_control(response, no_store=True)
    return response


def _answer(request: HttpRequest, text: str, kind: str, name: str = "") -> HttpResponse:
    """Send a text with an ETag, so that a reader who has the current version gets an empty 304."""
    tag = f'"{sha256(text.encode("utf-8", "replace")).hexdigest()[:32]}"'
    response = HttpResponse(text.encode("utf-8", "replace"), content_type=kind)
    response["ETag"] = tag
    if name:
        response["Content-Disposition"] = f'inline; filename="{name}"'
    patch_cache_control(response, private=True, max_age=0, must_revalidate=True)
    return get_conditional_response(request, etag=tag, response=response) or response


def _atom(request: HttpRequest, at: pages.Scene, chronicle: str) -> str:
    game = at.game
    lines = services.chronicle(at.table, at.eyes, PAGE) if at.table.head is not None else []
    home = _absolute_url(chronicle)
    feed = Atom1Feed(
        title=_strip_control(game.title),
        link=home,
        description="",
        language=get_language(),
        feed_url=_absolute_url(request.path),
        feed_guid=f"urn:uuid:{game.pk}",
        author_name="Vexillum",
    )
    started = game.started_at or game.created_at
    moment = _earliest(lines, started)
    treaties = news_after(at, [line.seq for line in lines])
    items = []
    # oldest first; an entry without a time takes the time of the entry before it
    for one in reversed(pages.describe_entries(at, lines)):
        moment = max(moment, one.created_at or moment)
        said = [line.text for line in one.lines]
        if said or one.seq in treaties:
            items.append((one, said, moment))
    host = urlsplit(settings.SITE_URL).hostname
    for one, said, when in reversed(items):
        for text, _secret, _what in treaties.get(one.seq, ()):
            feed.add_item(
                title=_strip_control(text if len(text) <= TITLE else text[: TITLE - 1] + "…"),
                link=home,
                description=_escape_summary(text),
                unique_id=f"tag:{host},2026:{game.pk}/{one.seq}/{digest(text)[:16]}",
                pubdate=when,
                updateddate=when,
            )
        who = one.place.name if one.place is not None else ""
        if not said:
            continue
        title = f"{who}: {said[0]}" if who else said[0]
        if one.undone:
            title = _("Undone: %(what)s") % {"what": title}
        feed.add_item(
            title=_strip_control(title if len(title) <= TITLE else title[: TITLE - 1] + "…"),
            link=f"{home}?steps#entry-{one.seq}",
            description=_escape_summary("\n".join(said)),
            unique_id=f"tag:{host},2026:{game.pk}/{one.seq}",
            pubdate=when,
            updateddate=when,
        )
    if not items:
        feed.latest_post_date = lambda: started  # type: ignore[method-assign]  # not the time of the request
    return str(feed.writeString("utf-8"))


def _earliest(lines: Any, otherwise: datetime) -> datetime:
    return min((line.created_at for line in lines if line.created_at is not None), default=otherwise)


def _strip_control(text: str) -> str:
    return CONTROL.sub(" ", text)


def _escape_summary(text: str) -> str:
    """Escape a text as HTML, because feed readers show summaries as HTML."""
    return linebreaksbr(escape(_strip_control(text)))
