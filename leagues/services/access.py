"""Access to leagues, and locking a league for changes. Outsiders do not learn that a private league
exists.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from leagues.models import League, Member
from leagues.refusals import LeagueRefused

User = Any  # a user or AnonymousUser


def member_of(user: User, league: League) -> Member | None:
    """Return the user's row in the league, even after they have left, or None."""
    if not user.is_authenticated:
        return None
    return Member.objects.filter(league=league, user=user).first()


def takes_part(user: User, league: League) -> bool:
    """Return whether the user takes part in the season or once did."""
    return member_of(user, league) is not None


def leads(user: User, league: League) -> bool:
    return bool(user.is_authenticated) and league.gm_id == user.pk


def league_for(user: User, league: UUID) -> League:
    """Return the league if this user may see it. Raises Http404 otherwise."""
    found = League.objects.select_related("gm").filter(pk=league).first()
    if found is None or not (found.public or leads(user, found) or member_of(user, found)):
        raise Http404
    return found


def lock_league(user: User, league: UUID, *, also_closed: bool = False) -> League:
    """Lock the league for this transaction on behalf of its organiser. Raises Http404 for a hidden league,
    PermissionDenied for anyone but the organiser, and LeagueRefused if the league is closed.
    """
    league_for(user, league)
    found = lock(league)
    if not leads(user, found):
        raise PermissionDenied
    if found.is_closed and not also_closed:
        raise LeagueRefused("closed")
    return found


def lock(league: UUID) -> League:
    """Lock the league for this transaction."""
    return League.objects.select_for_update(no_key=True).get(pk=league)


def leagues_of(user: User) -> QuerySet[League]:
    """Return the leagues that the user leads or plays in."""
    mine = Member.objects.filter(league=OuterRef("pk"), user=user)
    return League.objects.select_related("gm").filter(Q(gm=user) | Exists(mine))


def public_leagues() -> QuerySet[League]:
    return League.objects.select_related("gm").filter(public=True)


def league_of_link(token: str) -> League:
    """Return the league to which an invitation link leads. Raises Http404 for an unknown link and for a
    closed league.
    """
    league = League.objects.select_related("gm").filter(token=token).first()
    if league is None or league.is_closed:
        raise Http404
    return league
