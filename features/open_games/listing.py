"""The list of open games, limited to what one reader may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.core.cache import cache
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts import parts
from accounts.guests import is_guest
from accounts.models import Block
from engine import registry
from features.open_games.models import Offer
from games import pages, plugins
from games.access import with_people
from games.models import Game, Seat

SIZES: Final = {"2": Q(seats_all=2), "3": Q(seats_all__gte=3)}
KEPT_SECONDS: Final = 300  # how many seconds calculated ratings are cached
NEAR: Final = 400  # largest difference between two ratings that count as near


@dataclass(frozen=True)
class ListedGame:
    """An open game, its scenario's title and its free seats. ``own``: whether the reader leads the game."""

    offer: Offer
    scenario: str
    free: tuple[pages.Place, ...]
    own: bool

    @property
    def game(self) -> Game:
        return self.offer.game


def open_offers(user: Any, now: datetime) -> QuerySet[Offer]:
    """Return the offers with a free seat that this user may see. Games that the user plays in are left out.
    So are games led by anyone whom the user has blocked, and games with anyone who has blocked the user.
    """
    free = Seat.objects.filter(game=OuterRef("game"), user=None, is_bot=False, lender=None)
    found = (
        Offer.objects.filter(Exists(free), invitation__uses_left__gt=0, invitation__expires_at__gt=now)
        .exclude(game__status__in=Game.OVER)
        .filter(game__sealed=False, game__tryout=False, game__gm__is_active=True)
        .filter(game__system__in=registry.names())
        .annotate(seats_all=Count("game__seats"))
        .select_related("invitation")
        .order_by("-offered_at", "pk")
    )
    if not user.is_authenticated:
        return found
    blocking = Block.objects.filter(blocked=user.pk).values("user")
    there = Seat.objects.filter(game=OuterRef("game"))
    met = there.filter(Q(user__in=blocking) | Q(lender__in=blocking))
    mine = there.filter(Q(user=user.pk) | Q(lender=user.pk))
    blocked = Block.objects.filter(user=user.pk).values("blocked")
    return found.exclude(Exists(met) | Exists(mine) | Q(game__gm__in=blocking) | Q(game__gm__in=blocked))


def matching(offers: QuerySet[Offer], chosen: Mapping[str, str]) -> QuerySet[Offer]:
    """Filter offers by the reader's choices. Unknown values filter nothing."""
    if chosen.get("system") in registry.names():
        offers = offers.filter(game__system=chosen["system"])
    if chosen.get("players") in SIZES:
        offers = offers.filter(SIZES[chosen["players"]])
    if chosen.get("pace") in Offer.Pace.values:
        offers = offers.filter(pace=chosen["pace"])
    if chosen.get("level") in {Offer.Level.NEW, Offer.Level.SKILLED}:
        offers = offers.filter(level__in=(chosen["level"], Offer.Level.ANY))
    if chosen.get("language"):
        offers = offers.filter(language__in=(chosen["language"], ""))
    return offers.filter(guests=True) if chosen.get("guests") else offers


def near_rating(user: Any, offers: QuerySet[Offer]) -> QuerySet[Offer]:
    """Keep the offers of games in which anyone who plays or leads has a rating near the user's. In a system
    where the user has no rating, keep the games in which nobody has one.
    """
    wanted = Q(pk__in=())
    for system in set(offers.order_by().values_list("game__system", flat=True)):
        known = _ratings(system)
        mine = known.get(user.pk)
        alike = [who for who, rating in known.items() if mine is None or abs(rating - mine) <= NEAR]
        playing = Seat.objects.filter(user__in=alike).values("game")
        there = Q(game__gm__in=alike) | Q(game__in=playing)
        wanted |= Q(game__system=system) & (~there if mine is None else there)
    return offers.filter(wanted)


def _ratings(system: str) -> dict[int, int]:
    """Return the ratings in a system, by user id. They are calculated from every result in its leagues, and
    therefore cached.
    """
    key = f"open_games.ratings.{system}"
    found: dict[int, int] | None = cache.get(key)
    if found is None:
        found = parts.ratings_in(system)
        cache.set(key, found, KEPT_SECONDS)
    return found


def list_offers(user: Any, offers: Iterable[Offer]) -> list[ListedGame]:
    """Prepare offers for display on the page."""
    games = Game.objects.select_related("gm").prefetch_related(with_people())
    rows = list(offers)
    known = {game.pk: game for game in games.filter(pk__in=[one.game_id for one in rows])}
    for one in rows:
        one.game = known[one.game_id]
    return [_list_offer(user, one) for one in rows]


def _list_offer(user: Any, offer: Offer) -> ListedGame:
    at = pages.scene(user, offer.game, bare=True)
    title = plugins.system(offer.game.system).scenarios().get(offer.game.scenario_name)
    free = tuple(place for place in at.places if place.free)
    return ListedGame(offer, _(title) if title else _("own scenario"), free, offer.game.gm_id == user.pk)


def shows_names(user: Any) -> bool:
    """Return whether the reader sees players' names. Only members do."""
    return bool(user.is_authenticated) and not is_guest(user)
