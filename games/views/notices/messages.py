"""A user's messages, the same as those sent by e-mail."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.absence import in_passing
from accounts.models import Profile
from games import access
from games.models import Game, Outbox
from games.services.notices.headlines import headline
from games.services.notices.wishes import count_unreached
from games.services.notices.words import ASKING, address_of, obsolete

PAGE = 30


def messages_of(user: Any) -> QuerySet[Outbox]:
    """A user's messages, newest first."""
    return Outbox.objects.filter(recipient_id=user.pk).order_by("-pk")


def count_unseen(user: Any) -> int:
    """The number of messages since the user last looked at them."""
    seen = Profile.objects.filter(user=OuterRef("recipient")).values("seen_notice")
    return messages_of(user).filter(pk__gt=Coalesce(Subquery(seen), 0)).count()


@login_required
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """List the user's messages, newest first; new and settled ones are marked. A game the user has left is
    named but not linked.
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
            "settled": one.kind in ASKING and obsolete(one),
        }
        for one in page
    ]
    newest = next((one.pk for one in page), 0)
    if page.number == 1 and newest > seen:
        profile.seen_notice = newest
        with in_passing("which notices were seen"):
            profile.save(update_fields=["seen_notice"])
    missed = count_unreached(request.user)
    unreached_in = [(game, missed[game.pk]) for game in Game.objects.filter(pk__in=missed)]
    context = {
        "page": page,
        "notices": shown,
        "unreached": unreached_in,
    }
    return render(request, "games/notices.html", context)
