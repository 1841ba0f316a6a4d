"""Members who leave. Their places stay in the results, without a name if the account is gone."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import ngettext

from accounts.parts import Part
from games import services
from games.models import Game
from games.templatetags.vexillum import system_title
from games.wording.numbers import minus
from leagues.models import Chair, League, Member
from leagues.services.access import User, league_of_link, leagues_of, public_leagues
from leagues.services.results import boards_of, is_deserted, ratings_of
from leagues.services.shutting import close_season


def unused_members() -> QuerySet[Member]:
    """Return the members who have never had a place in a round and were never replaced."""
    sat = Chair.objects.filter(Q(member=OuterRef("pk")) | Q(instead_of=OuterRef("pk")))
    return Member.objects.exclude(Exists(sat))


def _places_in_games() -> QuerySet[Chair]:
    """Return a query for a member's seats in games in progress, for use as a subquery."""
    return Chair.objects.filter(member=OuterRef("pk"), board__game__status=Game.Status.RUNNING)


def _abandon_blocking_games(league: League, now: datetime) -> None:
    for board in boards_of(league):
        if board.game is not None and board.game.sealed and is_deserted(board.game):
            services.abandon(board.game.pk, board.game.gm, now=now)


def _rating(user: User, system: str) -> tuple[str, str, str] | None:
    rows = ratings_of(public_leagues().filter(system=system))
    found = next((one for who, one in rows if who.pk == user.pk), None)
    if found is None:
        return None
    told = ngettext("%(rating)s after %(n)d game", "%(rating)s after %(n)d games", found.games)
    facts = {"rating": minus(found.display_value), "n": found.games}
    return system_title(system), told % facts, reverse("leagues:ratings", args=[system])


class InLeagues(Part):
    """The part of an account that concerns leagues."""

    def have_met(self, user: User, other: User) -> bool:
        theirs = Exists(Member.objects.filter(league=OuterRef("pk"), user=other))
        return leagues_of(user).filter(Q(gm=other) | theirs).exists()

    def facts_about(self, user: User, viewer: User) -> list[tuple[str, str, str]]:
        """Return the person's rating in each system in whose public leagues they have played."""
        systems = public_leagues().filter(members__user=user).values_list("system", flat=True)
        return [row for system in sorted(set(systems)) if (row := _rating(user, system))]

    def ratings_in(self, system: str) -> dict[int, int]:
        """Return everybody's rating from the public leagues of a system."""
        return {
            who.pk: found.display_value for who, found in ratings_of(public_leagues().filter(system=system))
        }

    def invites(self, address: str) -> bool:
        try:
            match = resolve(urlsplit(address).path)
            return match.view_name == "leagues:join" and bool(league_of_link(match.kwargs["token"]))
        except (Resolver404, Http404, ValueError):
            return False

    def leave(self, user: User, now: datetime) -> None:
        """Remove a departing user from future rounds. A round that has not begun is deleted if its pairings
        include the user, because it can no longer be played.
        """
        Member.objects.filter(user=user, left_at=None).update(left_at=now)
        for chair in Chair.objects.filter(member__user=user, round__begun_at=None).select_related("round"):
            chair.round.delete()
        unused_members().filter(user=user).delete()

    def hand_on(self, user: User, now: datetime) -> None:
        """Hand a departing organiser's leagues to their longest-standing members. A league with neither
        members nor rounds is deleted. If only games in progress are left, the season ends and one of their
        players becomes the organiser. If no players are left either, unfinished games of a duplicate are
        abandoned, because they keep the other tables sealed.
        """
        for league in League.objects.filter(gm=user):
            people = league.members.filter(user__is_active=True).exclude(user=user)
            heir = people.filter(left_at=None).first()
            if heir is None and not league.rounds.exists():
                league.delete()
                continue
            if heir is None and not league.is_closed:
                close_season(league, now)
            heir = heir or people.filter(Exists(_places_in_games())).first()
            if heir is not None and heir.user is not None:
                league.gm = heir.user
                league.save(update_fields=["gm"])
            else:
                _abandon_blocking_games(league, now)

    def forget(self, guest: User, now: datetime) -> None:
        """Delete the leagues that a guest created and nobody has played in."""
        League.objects.filter(gm=guest, rounds=None).delete()

    def named_fields(self) -> list[tuple[Any, str]]:
        return [(League, "name")]

    def data_about(self, user: User) -> dict[str, Any]:
        return {
            "leagues": [
                {"league": str(one.pk), "name": one.name, "led": one.gm_id == user.pk}
                for one in leagues_of(user)
            ]
        }
