"""The parts of a league's page: standings, rounds and boards as one reader sees them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.names import name_of
from engine.game import Facts, SeatInfo
from games import access, plugins
from games.contract import Wording
from games.models import Game
from games.templatetags.vexillum import time_given
from leagues.models import Board, Chair, League, Member, Round, Ruling
from leagues.scoring.matchpoints import Matchpoints
from leagues.scoring.points import bye_half_points, half_points
from leagues.scoring.standings import Row
from leagues.services.access import User, leads
from leagues.services.results import (
    CountedResult,
    Season,
    byes_of,
    counted_result,
    is_deserted,
    scores_of,
    side_scores,
)

PARTS = {0: "", 1: "¼", 2: "½", 3: "¾"}


def points(value: int, of: int = 2) -> str:
    """Format a number of half-points (quarter-points if ``of`` is 4) as points with a fraction.

    >>> [points(n) for n in (0, 1, 2, 5)], points(3, 4), points(6, 4)
    (['0', '½', '1', '2½'], '¾', '1½')
    """
    whole, rest = divmod(value, of)
    part = PARTS[rest * 4 // of]
    return f"{whole or ''}{part}" if part else str(whole)


def member_name(member: Member | None) -> str:
    """Return a member's public name, or "the bot" for None."""
    if member is None:
        return _("the bot")
    return name_of(member.user) or _("somebody who has left")


@dataclass(frozen=True)
class Line:
    """A row of the season's standings."""

    row: Row
    member: Member
    mine: bool
    rating: int | None
    matched: Matchpoints | None = None  # only in a season of duplicates

    @property
    def name(self) -> str:
        return member_name(self.member)

    @property
    def points(self) -> str:
        return points(self.row.points)

    @property
    def opponents(self) -> str:
        return points(self.row.opponents)

    @property
    def beaten(self) -> str:
        return points(self.row.beaten, 4)


@dataclass(frozen=True)
class SeatView:
    """A seat of a board, with its player and their result. ``matched``: the seat's matchpoints at a table of
    a duplicate.
    """

    chair: Chair
    info: SeatInfo
    points: str
    rank: int | None
    mine: bool
    matched: Matchpoints | None = None
    score: int | None = None
    margin: int | None = None  # the margin over the other side, at a table of a duplicate
    now: str = ""  # the actual player, if the result counts for someone else
    free: bool = False  # whether nobody plays the seat in a running game

    @property
    def name(self) -> str:
        return member_name(self.chair.member)

    @property
    def replaced_name(self) -> str:
        """The name of the player whom the current one replaced, or ""."""
        return member_name(self.chair.instead_of) if self.chair.instead_of else ""


@dataclass(frozen=True)
class BoardView:
    """A board with its seats and result. ``address``: the URL of its game, for readers who may see it.
    ``people``: candidates for a free seat.
    """

    board: Board
    seats: tuple[SeatView, ...]
    counted: CountedResult
    address: str
    people: tuple[Member, ...] = ()

    @property
    def mine(self) -> bool:
        return any(one.mine for one in self.seats)

    @property
    def rulings(self) -> list[Ruling]:
        return list(self.board.rulings.all())

    @property
    def running(self) -> bool:
        return self.board.game is not None and self.board.game.running

    @property
    def waits(self) -> bool:
        """Whether a seat is free, so that other players have to wait."""
        return any(one.free for one in self.seats)

    @property
    def is_deserted(self) -> bool:
        """Whether the game is running with no players left."""
        return self.board.game is not None and is_deserted(self.board.game)

    @property
    def state(self) -> str:
        """The board's progress in a few words."""
        game, ruling = self.board.game, self.counted.ruling
        if ruling is not None:
            return _("ruled by the organiser") if self.counted.ranks else _("does not count")
        if self.counted.ranks is not None:
            return _("ended")
        if game is None:
            return _("the game no longer exists")
        if game.sealed and game.is_over:
            return _("over; shown when all tables are finished")
        if self.is_deserted:
            return _("everyone has left")
        return {
            Game.Status.ENDED: _("ended after the season"),
            Game.Status.ABANDONED: _("abandoned: the organiser decides how it counts"),
        }.get(Game.Status(game.status), _("under way"))


@dataclass(frozen=True)
class ShownRound:
    """A round with its boards and byes."""

    round: Round
    boards: tuple[BoardView, ...]
    resting: tuple[str, ...]

    @property
    def is_sealed(self) -> bool:
        """Whether the round's tables share dice and are not all over."""
        return any(one.board.game is not None and one.board.game.sealed for one in self.boards)

    @property
    def ranked_sides(self) -> list[SeatView]:
        """The sides of a duplicate, grouped by seat, the best first."""
        sides = [seat for one in self.boards for seat in one.seats if seat.matched is not None]
        return sorted(sides, key=lambda one: (one.chair.seat, -(one.matched.share if one.matched else 0)))

    @property
    def commitment(self) -> str:
        """The commitment to the seed that a duplicate's tables share."""
        return next((one.board.game.commitment for one in self.boards if one.board.game is not None), "")


class LeaguePage:
    """A season prepared for one reader's page."""

    def __init__(self, season: Season, user: User) -> None:
        self.season, self.user, self.league = season, user, season.league
        self.leads = leads(user, self.league)

    @cached_property
    def wording(self) -> Wording:
        return wording_of(self.league)

    @cached_property
    def infos(self) -> dict[str, SeatInfo]:
        return {info.id: info for info in seats_of(self.league)}

    def lines(self) -> list[Line]:
        members = {one.pk: one for one in self.season.members}
        rated = self.season.ratings
        matched = dict(self.season.matchpoints) if self.league.duplicate else {}
        return [
            Line(
                row,
                members[row.person],
                self._is_mine(members[row.person]),
                rated[row.person].display_value if row.person in rated else None,
                matched.get(row.person),
            )
            for row in self.season.table
        ]

    def winners(self) -> list[str]:
        """Return the names of a closed season's winners. There are none if no game counted."""
        if not self.league.is_closed or not self.season.results:
            return []
        return [line.name for line in self.lines() if line.row.place == 1]

    def rounds(self) -> list[ShownRound]:
        """Return the rounds that have begun, the latest first."""
        return [self.round(one) for one in reversed(self.season.begun_rounds)]

    def round(self, one: Round) -> ShownRound:
        matched = self.season.round_matchpoints(one)
        boards = tuple(self._board(board, matched.get(board.pk, {})) for board in one.boards.all())
        return ShownRound(one, boards, tuple(member_name(chair.member) for chair in byes_of(one)))

    def _board(self, board: Board, matched: Mapping[str, Matchpoints]) -> BoardView:
        game = board.game
        scores, what = scores_of(board), counted_result(board)
        won = half_points(what.ranks) if what.ranks else {}
        margins = side_scores(board, self.league.system) if matched else {}
        seats = tuple(
            SeatView(
                chair,
                self.infos[chair.seat],
                points(won[chair.seat]) if chair.seat in won else "",
                what.ranks.get(chair.seat) if what.ranks else None,
                self._is_mine(chair.member),
                matched.get(chair.seat),
                scores.get(chair.seat),
                margins[chair.seat].margin if chair.seat in margins and matched else None,
                _current_player(game, chair) if game is not None and game.running else "",
                game is not None and game.running and _is_free(game, chair.seat),
            )
            for chair in board.chairs.all()
        )
        seen = game is not None and access.can_see(self.user, game)
        address = game.get_absolute_url() if game is not None and seen else ""
        return BoardView(
            board, seats, what, address, self._candidates(board) if any(one.free for one in seats) else ()
        )

    def _candidates(self, board: Board) -> tuple[Member, ...]:
        drawn = next(one for one in self.season.rounds if one.pk == board.round_id)
        others = [one for one in drawn.boards.all() if one.pk != board.pk]
        sitting = {chair.member_id for one in others for chair in one.chairs.all()}
        return tuple(one for one in self.season.active if one.pk not in sitting)

    def _is_mine(self, member: Member | None) -> bool:
        return member is not None and member.user_id is not None and member.user_id == self.user.pk


def _current_player(game: Game, chair: Chair) -> str:
    """Name the current player of a seat if the result counts for someone else, otherwise return "". A
    substitute is not named, since their play counts for the seat's owner.
    """
    seat = next((one for one in game.seats.all() if one.key == chair.seat), None)
    if seat is None or chair.member is None:
        return ""
    if chair.member.user_id is not None and chair.member.user_id in (seat.user_id, seat.lender_id):
        return ""
    if seat.user is None:
        return _("a bot plays there") if seat.is_bot else _("the place is free")
    return _("%(name)s plays there") % {"name": name_of(seat.user)}


def _is_free(game: Game, key: str) -> bool:
    return any(seat.free for seat in game.seats.all() if seat.key == key)


def wording_of(league: League) -> Wording:
    return plugins.wording_class(league.system)(_scenario(league))


def _scenario(league: League) -> Facts:
    found: Facts = plugins.system(league.system).scenario(league.scenario_name)
    return found


def seats_of(league: League) -> tuple[SeatInfo, ...]:
    """Return the seats of a league's games, with their names."""
    rules = plugins.system(league.system).open(_scenario(league), league.options)
    found: tuple[SeatInfo, ...] = rules.seats
    return found


def facts_of(league: League) -> list[tuple[str, str]]:
    """Return the league's conditions, as (label, text) pairs."""
    wording = wording_of(league)
    scenarios = plugins.system(league.system).scenarios()
    title = scenarios.get(league.scenario_name, league.scenario_name)
    rows = [(_("Scenario"), _(title))]
    rows += [(wording.field(name), wording.value(name, value)) for name, value in league.options.items()]
    if league.armies:
        rows.append((_("Armies"), str(League.Armies(league.armies).label)))
    bye = bye_half_points(len(league.seats))
    earned = ngettext("%(points)s point", "%(points)s points", 1 if bye == 2 else 2) % {"points": points(bye)}
    return [
        *rows,
        (_("Rounds"), str(league.rounds_planned)),
        (_("Time per decision"), time_given(league.hours_per_decision)),
        (_("A bye"), earned),
        (_("Organiser"), name_of(league.gm)),
    ]
