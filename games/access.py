"""Rights to see a game and to act in it. A 404 always comes before a 403. games.services.viewers decides
which hidden facts a game master may see.
"""

from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
    prefetch_related_objects,
)
from django.db.models.functions import Coalesce
from django.http import Http404

from accounts.models import Block
from engine.game import GM
from games import plugins
from games.models import (
    Amendment,
    BattleLink,
    Branch,
    Companion,
    Game,
    Letter,
    PendingDecision,
    PowerRequest,
    Reading,
    RewindRequest,
    Seat,
)
from games.models.letter import EVERYBODY
from games.participants import link_of
from games.prepared_sql import OfSeveral, PreparedQuery, Question

User = Any  # a user or AnonymousUser
NOBODY = 0  # an id that no user has


class NotYourSeat(PermissionDenied):
    """Raised when a user acts for a seat that is not theirs."""


def with_people() -> Prefetch:  # type: ignore[type-arg]  # not a generic class at run time
    """Prefetch the seats of games, their players, and the profiles that say when each player sleeps or is
    away.
    """
    return Prefetch("seats", Seat.objects.select_related("user__profile", "lender"))


def letters_unread(user: int) -> Coalesce:
    """Return an annotation that counts the letters of a game that this user may read but has not seen."""
    at_table = Seat.objects.filter(user=user, game=OuterRef("game"))
    seats = at_table.filter(Q(letters_since=None) | Q(letters_since__lte=OuterRef("created_at")))
    led = Q(game__gm=user)
    ours = Exists(seats.filter(key=OuterRef("to"))) | Exists(seats.filter(key=OuterRef("seat")))
    meant = (Q(to=EVERYBODY) & (Exists(at_table) | led)) | ours | (led & (Q(to=GM) | Q(seat=GM)))
    seen = Reading.objects.filter(user=user, game=OuterRef("game")).values("letter")
    fresh = Q(deleted_at=None, pk__gt=Coalesce(Subquery(seen), Value(0)))
    unheard = Block.objects.filter(user=user).values("blocked")
    found = Letter.objects.filter(meant, fresh, game=OuterRef("pk")).exclude(author=user)
    found = found.exclude(author__in=unheard)
    counted = found.order_by().values("game").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted, output_field=IntegerField()), Value(0))


def _game_query(pk: UUID, user: int) -> QuerySet[Game]:
    """Query a game with everything that a page needs, except its scenario. The process caches scenarios, and
    services.table(game) adds the game's own.
    """
    asking = RewindRequest.objects.filter(game=OuterRef("pk"), status=RewindRequest.Status.OPEN)
    games = Game.objects.filter(pk=pk).select_related("gm").defer("scenario")
    asks_back = Exists(asking)  # whether a request to rewind is open; read by pages.back_request
    right = Amendment.objects.filter(
        game=OuterRef("pk"), status=Amendment.Status.OPEN, asked_seq=OuterRef("seq")
    )
    brought = Branch.objects.filter(game=OuterRef("pk"), state=Branch.State.OPEN)
    consent = PowerRequest.objects.filter(game=OuterRef("pk"), status=PowerRequest.Status.OPEN)
    asks = {"asks_back": asks_back, "asks_right": Exists(right), "asks_consent": Exists(consent)}
    return games.annotate(**asks, has_branches=Exists(brought), letters_unread=letters_unread(user))


def _seats_query(game: UUID) -> QuerySet[Seat]:
    return Seat.objects.select_related("user__profile", "lender", "plan").filter(game=game)


_GAME, _SEATS = PreparedQuery(_game_query, UUID, int), PreparedQuery(_seats_query, UUID)


def seats_asked(game: UUID) -> Question:
    """Return the query for a game's seats, to be used with :func:`attach_seats`."""
    return _SEATS.question(game)


def seat_people(game: Game) -> Game:
    """Load a game's seats with their players, and return the game. This is :func:`with_people` for one
    game.
    """
    return attach_seats(game, _SEATS(game.pk))


def attach_people(games: Collection[Game]) -> None:
    """Load the seats of several games with their players. This is :func:`with_people` for a list."""
    found: dict[UUID, list[Seat]] = {game.pk: [] for game in games}
    for seat in _SEATS_OF(found):
        found[seat.game_id].append(seat)
    for game in games:
        attach_seats(game, found[game.pk])


def attach_waiting(games: Collection[Game]) -> None:
    """Load the open decisions of several games, and attach them to each game as ``waiting``."""
    found: dict[UUID, list[PendingDecision]] = {game.pk: [] for game in games}
    for row in _WAITING_OF(found):
        found[row.game_id].append(row)
    for game in games:
        game.waiting = found[game.pk]  # type: ignore[attr-defined]
        for row in found[game.pk]:
            row.game = game


def attach_seats(game: Game, found: list[Seat]) -> Game:
    """Attach loaded seats to a game and return the game."""
    seats = game.seats.all()
    seats._result_cache = found
    seats._prefetch_done = True  # type: ignore[attr-defined]  # as prefetch_related leaves it
    for seat in seats:
        seat.game = game
        if seat.user is not None and seat.user_id == game.gm_id and "gm" not in game._state.fields_cache:
            game.gm = seat.user
    game.__dict__.setdefault("_prefetched_objects_cache", {})["seats"] = seats
    return game


def is_gm(user: User, game: Game) -> bool:
    return bool(user.is_authenticated) and game.gm_id == user.pk


def own_seats(user: User, game: Game) -> tuple[str, ...]:
    """Return the seats that the user plays on their own account, in table order. They have several if they
    play more than one side.
    """
    if not user.is_authenticated:
        return ()
    return tuple(seat.key for seat in game.seats.all() if seat.user_id == user.pk)


def companions_of(game: Game) -> list[Companion]:
    """Return the phones and screens that have joined the game's table by its code and have not left. They are
    queried at most once per request.
    """
    if not game.has_companions:
        return []
    if game.came is None:
        rows = Companion.objects.filter(game=game, ended_at=None)
        game.came = list(rows.select_related("user__profile", "host"))
    found: list[Companion] = game.came
    return found


def seats_of(user: User, game: Game) -> tuple[str, ...]:
    """Return the seats that this user plays. At a shared table (the feature shared_table), a user who enters
    moves for the others also gets their seats.
    """
    if not user.is_authenticated:
        return ()
    came = companions_of(game)
    if all(one.user_id != user.pk or one.role != Companion.Role.BOTH for one in came):
        return own_seats(user, game)
    here = table_of(user, came)
    return tuple(seat.key for seat in game.seats.all() if seat.user_id in here)


def table_of(user: User, came: Iterable[Companion]) -> set[int]:
    """Return the ids of the users at this user's table, found by following who showed whom the join code.
    ``came``: the companions at all of the game's tables. A game can have several tables, and nobody enters
    moves for another table.
    """
    playing = (Companion.Role.LEAD, Companion.Role.BOTH)
    pairs = [(one.user_id, one.host_id) for one in came if one.role in playing and one.user_id is not None]
    here = {user.pk}
    while True:
        more = {who for pair in pairs if here & {*pair} for who in pair} - here
        if not more:
            return here
        here |= more


def can_see(user: User, game: Game) -> bool:
    """Return whether a user may see the game. Its game master, its players and people who have joined their
    table always may. Other users may once the game has begun, if spectators are allowed. A sealed game is
    visible only to its players.
    """
    if game.sealed:
        return bool(seats_of(user, game)) or lends(user, game)
    return (
        is_gm(user, game)
        or bool(seats_of(user, game))
        or lends(user, game)
        or any(one.user_id == user.pk for one in companions_of(game) if user.pk)
        or (game.public and game.seq >= 0)
    )


def open_to_all(game: Game) -> bool:
    """Whether anyone can open the game's page."""
    return game.public and not game.sealed and game.seq >= 0


def lends(user: User, game: Game) -> bool:
    """Whether the user has lent one of their seats to a substitute or to the bot."""
    return bool(user.is_authenticated) and any(seat.lender_id == user.pk for seat in game.seats.all())


def get_game_for(user: User, game_id: UUID | str) -> Game:
    """Load a game that this user may see. Raises Http404 otherwise, so that a stranger does not learn that
    the game exists.
    """
    game = _GAME.one(_id(game_id), user.pk or NOBODY)
    if game is None or not can_see(user, seat_people(game)):
        raise Http404
    return game


def _id(text: UUID | str) -> UUID:
    """Parse the id in a URL. Raises Http404 for a text that is not a UUID."""
    try:
        return text if isinstance(text, UUID) else UUID(str(text))
    except ValueError:
        raise Http404 from None


def led_by(user: User, game_id: UUID | str) -> Game:
    """Load a game for its game master. Anyone else gets 404, or 403 if they may see the game."""
    game = get_game_for(user, game_id)
    if not is_gm(user, game):
        raise PermissionDenied
    return game


def game_to_lead(user: User, game_id: UUID | str) -> Game:
    """Load a game for its game master, even a sealed game, which its game master may not see. Raises Http404
    or PermissionDenied for anyone else, like :func:`led_by`.
    """
    game = _GAME.one(_id(game_id), user.pk or NOBODY)
    if game is None or not (game.sealed and is_gm(user, game)):
        return led_by(user, game_id)
    return seat_people(game)


def seat_of(user: User, game: Game, wanted: str = "") -> str | None:
    """Return the seat whose view the user gets, or None for a spectator.

    It is ``wanted`` if the user plays that seat, otherwise their first seat. A game master without a seat
    gets the spectators' view unless they ask for "gm".
    """
    mine = seats_of(user, game)
    if wanted == GM and is_gm(user, game):
        return GM
    if wanted in mine:
        return wanted
    return mine[0] if mine else None


def voices_of(user: User, game: Game) -> tuple[str, ...]:
    """Return the roles in which the user writes and reads letters: the seats they play on their own account
    and, for the game master, GM.
    """
    return (*own_seats(user, game), *((GM,) if is_gm(user, game) else ()))


def may_act(user: User, game: Game, seat: str) -> bool:
    """Return whether the user may act for a seat: one they play, or the game master's if they lead the game.
    Nobody, not even an admin, acts for another player.
    """
    return is_gm(user, game) if seat == GM else seat in seats_of(user, game)


def takes_part(user: User, game: Game) -> bool:
    """Whether the user leads or plays the game. games.services.going_back.consent decides what they may
    undo."""
    return is_gm(user, game) or bool(seats_of(user, game))


def games_of(user: User) -> QuerySet[Game]:
    """Return the games that a user leads, plays or has joined at a table, latest move first. A game without
    moves is placed by its creation time.
    """
    beside = Companion.objects.filter(user=user, ended_at=None).values("game_id")
    seated = Seat.objects.filter(Q(user=user) | Q(lender=user)).values("game_id")
    return (
        Game.objects.filter(Q(gm=user, sealed=False) | Q(pk__in=seated) | Q(pk__in=beside, sealed=False))
        .defer("scenario")
        .select_related("gm")
        .prefetch_related(with_people(), Prefetch("decisions", _open(), to_attr="waiting"))
        .order_by(Coalesce("moved_at", "created_at").desc(), "pk")
    )


def by_urgency(user: User, games: QuerySet[Game], battles: Iterable[BattleLink] = ()) -> QuerySet[Game]:
    """Sort games by urgency. Games in which the user owes an answer, or a decision about one of ``battles``,
    come first, those with the nearest deadline at the top. Other games are sorted by their latest move.
    """
    owed = owed_answers(user).filter(game_id=OuterRef("pk"))
    asked = Q(Exists(owed)) | Q(pk__in=[link.campaign_id for link in battles])
    marked = games.annotate(
        owed=ExpressionWrapper(asked, BooleanField()), owed_until=Subquery(owed.values("due_at")[:1])
    )
    latest = Coalesce("moved_at", "created_at").desc()
    return marked.order_by("-owed", F("owed_until").asc(nulls_last=True), latest, "pk")


def public_games() -> QuerySet[Game]:
    """Return the games that anyone can watch, latest move first. Sandboxes are left out."""
    watched = Game.objects.filter(public=True, sealed=False, tryout=False, seq__gte=0)
    return watched.defer("scenario").order_by("-moved_at")


def battles_awaiting(user: User) -> list[BattleLink]:
    """Return the campaign battles in which the user's side must report or confirm a result. A battle played
    on this site is decided in its own game.
    """
    found = _BATTLES(user.pk)
    prefetch_related_objects(found, "campaign__seats")
    return [
        link
        for link in found
        if {link.attacker, link.defender} & {*seats_of(user, link.campaign)} - {*link.confirmations}
    ]


def _battles_query(user: int) -> QuerySet[BattleLink]:
    """Query battles that need a report or an agreement from either side, in campaigns where the user has a
    seat.
    """
    to_say = Q(status=BattleLink.Status.REPORTED) | Q(status=BattleLink.Status.OPEN, battle=None)
    seated = Exists(Seat.objects.filter(user=user, game_id=OuterRef("campaign_id")))
    return (
        BattleLink.objects.filter(to_say, seated, campaign__status=Game.Status.RUNNING, answered_seq=None)
        .select_related("campaign", "battle")
        .defer("campaign__scenario", "battle__scenario", "opening", "muster", "report")
    )


_BATTLES = PreparedQuery(_battles_query, int)


def owed_answers(user: User) -> QuerySet[PendingDecision]:
    """Return the answers that this user owes, most urgent first and those without a deadline last. Sandboxes
    are left out. The game master is not asked for a battle's result while its two sides can still settle
    it.
    """
    mine = Exists(Seat.objects.filter(user=user, game_id=OuterRef("game_id"), key=OuterRef("seat")))
    links = BattleLink.objects.filter(campaign_id=OuterRef("game_id"), decision=OuterRef("decision"))
    fighting = Q(status=BattleLink.Status.OPEN, report__isnull=True) | Q(status=BattleLink.Status.REPORTED)
    theirs = Exists(links.filter(fighting, answered_seq=None))
    return (
        _open()
        .filter(
            mine | (Q(game__gm=user, game__sealed=False, seat=GM) & ~theirs),
            game__status=Game.Status.RUNNING,
            game__tryout=False,
        )
        .select_related("game")
        .defer("game__scenario")
        .order_by(F("due_at").asc(nulls_last=True), "pk")
    )


def battle_of(user: User, game: Game) -> BattleLink | None:
    """Return the link to the campaign to which this battle belongs. Return None for any other game, or if the
    user may not see the campaign, as a guest commander may not.
    """
    if not plugins.is_battle(game.system):
        return None
    link = link_of(game)
    return link if link is not None and can_see(user, seat_people(link.campaign)) else None


def _open() -> QuerySet[PendingDecision]:
    return PendingDecision.objects.filter(answered_at__isnull=True)


_SEATS_OF = OfSeveral(
    lambda games: Seat.objects.select_related("user__profile", "lender").filter(game__in=games), UUID
)
_WAITING_OF = OfSeveral(lambda games: _open().filter(game__in=games), UUID)
