"""A user's messages, with the same contents as the user's e-mail."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.absence import tolerate_failure
from accounts.models import Profile
from games import access
from games.message_kinds import find
from games.models import Game, Outbox
from games.prepared_sql import Values
from games.services.notices.wishes import count_unreached
from games.services.notices.words import address_of, headline, obsolete

PAGE = 30


def messages_of(user: Any) -> QuerySet[Outbox]:
    """Return a user's messages, newest first."""
    return Outbox.objects.filter(recipient_id=user.pk).order_by("-pk")


def count_unseen(user: Any) -> int:
    """Return the number of messages that are newer than the user's last look at the list."""
    return len(_UNSEEN(user.pk))


def _unseen_query(user: int) -> QuerySet[Outbox, Any]:
    seen = Profile.objects.filter(user=OuterRef("recipient")).values("seen_notice")
    fresh = Outbox.objects.filter(recipient_id=user, pk__gt=Coalesce(Subquery(seen), 0))
    return fresh.order_by().values_list("pk", flat=True)


_UNSEEN = Values(_unseen_query, int)


@login_required
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """List the user's messages, newest first, and mark those that are new or no longer need an answer. A
    message about a game that the user has left has no link.
    """
    profile = Profile.of(request.user)
    seen = profile.seen_notice
    rows = messages_of(request.user).select_related("game").defer("game__scenario")
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    known = set(access.games_of(request.user).prefetch_related(None).values_list("pk", flat=True))
    shown = [
        {
            "notice": one,
            "headline": headline(one),
            "address": address_of(one) if one.game_id in known else "",
            "fresh": one.pk > seen,
            "settled": find(one.kind).is_request and obsolete(one),
        }
        for one in page
    ]
    newest = next((one.pk for one in page), 0)
    if page.number == 1 and newest > seen:
        profile.seen_notice = newest
        with tolerate_failure("which notices were seen"):
            profile.save(update_fields=["seen_notice"])
    missed = count_unreached(request.user)
    unreached_in = [(game, missed[game.pk]) for game in Game.objects.filter(pk__in=missed)]
    context = {
        "page": page,
        "notices": shown,
        "unreached": unreached_in,
    }
    return render(request, "games/notices.html", context)
