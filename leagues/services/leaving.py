"""People who go: their places stay in the results, by somebody who has left."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.parts import Part
from leagues.models import Chair, League, Member
from leagues.services.access import User, leagues_of
from leagues.services.shutting import shut


def without_trace() -> QuerySet[Member]:
    """Those who have never sat in a round, nor had a seat that somebody else took."""
    sat = Chair.objects.filter(Q(member=OuterRef("pk")) | Q(instead_of=OuterRef("pk")))
    return Member.objects.exclude(Exists(sat))


class InLeagues(Part):
    """Leagues and the people in them."""

    def leave(self, user: User, now: datetime) -> None:
        """They are drawn no more; a draw that has not begun is taken back, since nobody can play it so."""
        Member.objects.filter(user=user, left_at=None).update(left_at=now)
        for chair in Chair.objects.filter(member__user=user, round__begun_at=None).select_related("round"):
            chair.round.delete()
        without_trace().filter(user=user).delete()

    def hand_on(self, user: User, now: datetime) -> None:
        """What they lead goes to whoever has taken part longest; a league without anybody goes."""
        for league in League.objects.filter(gm=user):
            heir = league.members.filter(left_at=None, user__is_active=True).exclude(user=user).first()
            if heir is not None and heir.user is not None:
                league.gm = heir.user
                league.save(update_fields=["gm"])
            elif not league.rounds.exists():
                league.delete()
            elif not league.closed:
                shut(league, now)

    def forget(self, guest: User, now: datetime) -> None:
        """Leagues that a guest founded and nobody has played in."""
        League.objects.filter(gm=guest, rounds=None).delete()

    def known_of(self, user: User) -> dict[str, Any]:
        return {
            "leagues": [
                {"league": str(one.pk), "name": one.name, "led": one.gm_id == user.pk}
                for one in leagues_of(user)
            ]
        }
