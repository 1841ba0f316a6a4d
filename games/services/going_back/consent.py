"""Consent to rewinds: how far a user may rewind alone, and who must agree beyond that.

Players can undo their own steps as long as no dice were rolled, no other player has answered and nothing
hidden was shown. They must also be in time: an undo does not stop the clock. Beyond that every player
concerned must agree, or a game master who does not play. Players who have long been absent are not waited
for. Nothing is decided by majority, because accounts are free and their number proves nothing. A game
master who does not play needs no consent. Neither does a user with whom nobody else plays, nor do people
who roll real dice at one table. All moves stay in the log either way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Final
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db.models import F, Q

from engine.game import GM, Facts
from engine.journal import ACTION, AMEND, REWIND
from games.access import User, is_gm, takes_part, voices_of
from games.caches import prefetch
from games.models import BattleLink, Entry, Game, Outbox, PendingDecision, RewindRequest, Seat
from games.participants import by_people, games_together, link_of, players, plays
from games.prepared_sql import PreparedQuery, Question
from games.services import messages, pending
from games.services.clock import outages
from games.services.fairplay import guard
from games.services.tables import LiveGame

OWN: Final = "own"  # the user's own latest steps
TABLE: Final = "table"  # dice rolled by hand at one table
SOLO: Final = "solo"  # nobody else plays
LED: Final = "gm"  # the game master does not play
AGREED: Final = "agreed"  # everyone asked has agreed
CAMPAIGN: Final = "campaign:"  # prefix of a campaign's seat in a battle's log


def count_known(rolls: Iterable[Facts]) -> int:
    """Return the number of these rolls that people have seen."""
    return sum(not roll.get("secret") for roll in rolls)


@dataclass(frozen=True)
class UndoneMoves:
    """The moves that a rewind undoes: entries of the current branch, newest first, and the battles they
    opened.
    """

    to_seq: int
    entries: tuple[Entry, ...]
    battles: tuple[BattleLink, ...] = ()

    @cached_property
    def rolls(self) -> tuple[Facts, ...]:
        """The rolls of these entries, in the order in which they were made."""
        return tuple(roll for entry in reversed(self.entries) for roll in entry.rolls)

    @cached_property
    def battle_rolls(self) -> tuple[Facts, ...]:
        """The rolls of battles that would become void. Battles that people fought are left out, because
        their results are kept.
        """
        games = [
            link.battle_id for link in self.battles if link.battle_id is not None and not by_people(link)
        ]
        found = Entry.objects.filter(game__in=games, kind=ACTION).order_by("game", "seq")
        return tuple(roll for rolls in found.values_list("rolls", flat=True) for roll in rolls)

    @cached_property
    def questions(self) -> tuple[PendingDecision, ...]:
        """The decisions that these entries answered."""
        if not self.entries:
            return ()
        first = self.entries[-1]
        return tuple(pending.closed_since(first.game_id, first.seq, first.created_at))

    def part_after(self, seq: int) -> UndoneMoves:
        """Return the moves that a rewind to the later entry ``seq`` would undo."""
        return UndoneMoves(
            seq,
            tuple(entry for entry in self.entries if entry.seq > seq),
            tuple(link for link in self.battles if _changed_after(link, seq)),
        )

    @property
    def dice(self) -> int:
        """The number of known rolls that would be undone. Secret rolls do not count, since even their number
        is hidden.
        """
        return count_known((*self.rolls, *self.battle_rolls))

    @property
    def server_roll_count(self) -> int:
        """The number of the server's rolls that would be undone."""
        return sum(roll["source"] == "seeded" for roll in (*self.rolls, *self.battle_rolls))


@dataclass(frozen=True)
class ConsentNeeded:
    """The people whose consent is needed. They are the players of ``seats``, named as in the log, or a game
    master who does not play.
    """

    seats: Mapping[str, Any] = field(default_factory=dict)
    referee: Any = None

    def __bool__(self) -> bool:
        return bool(self.seats) or self.referee is not None

    @property
    def people(self) -> list[Any]:
        return [*self.seats.values(), *([self.referee] if self.referee is not None else [])]

    def name(self, user: User) -> str | None:
        """Return the name under which this user can answer, or None if their consent is not needed."""
        seat = next((key for key, one in self.seats.items() if one.pk == user.pk), None)
        if seat is None and self.referee is not None and self.referee.pk == user.pk:
            return GM
        return seat

    def lacking(self, game: Game, said: Collection[int], now: datetime) -> list[Any]:
        """Return the people whose consent is missing once the people with the ids in ``said`` have agreed.
        Players who have long been absent are not waited for once somebody present has agreed.
        """
        if self.referee is not None and self.referee.pk in said:
            return []
        wanted = {one.pk: one for one in self.seats.values()}
        rest = [one for pk, one in wanted.items() if pk not in said]
        if not rest or len(rest) == len(wanted):
            return rest or ([self.referee] if self.referee is not None and not wanted else [])
        gone = guard.absences(game, [one for one in game.seats.all() if one.key in self.seats], now)
        here = {one.pk for key, one in self.seats.items() if key not in gone}
        return [one for one in rest if one.pk in here]

    def names(self, said: Collection[int]) -> str:
        """Return the seats or roles of the users who agreed (``said``, by id), separated by commas, for the
        log.
        """
        if self.referee is not None and self.referee.pk in said:
            return GM
        return ",".join(key for key, one in self.seats.items() if one.pk in said)


def collect_undone(at: LiveGame, to_seq: int) -> UndoneMoves:
    """Collect everything that a rewind to the position after entry ``to_seq`` would undo."""
    rows = Entry.objects.filter(game=at.game, seq__gt=to_seq, kind__in=(ACTION, AMEND)).order_by("-seq")
    entries = tuple(row for row in rows if row.seq not in at.undone_entries)
    later = Q(opened_seq__gt=to_seq) | Q(answered_seq__gt=to_seq)
    battles = BattleLink.objects.filter(later, campaign=at.game).exclude(status=BattleLink.Status.VOID)
    return UndoneMoves(to_seq, entries, tuple(battles.select_related("battle")))


def _changed_after(link: BattleLink, seq: int) -> bool:
    return link.opened_seq > seq or (link.answered_seq is not None and link.answered_seq > seq)


@dataclass(frozen=True)
class Reach:
    """How far one user may rewind alone in the current position."""

    at: LiveGame
    user: Any
    now: datetime

    def free_reason(self, back: UndoneMoves) -> str | None:
        """Return the reason the user may rewind without consent (OWN, TABLE, SOLO, LED), or None."""
        if self._free is not None:
            return self._free
        if not takes_part(self.user, self.at.game) or self._is_confirmed:
            return None
        if self._has_only_own_steps(back):
            return OWN if self.own_steps(back) else None
        return (
            TABLE
            if self._at_one_table and not back.server_roll_count and not self._has_secrets(back)
            else None
        )

    def own_steps(self, back: UndoneMoves) -> bool:
        """Return whether the rewind undoes only the user's own open moves. Moves are open as long as no dice
        were rolled, nobody else answered or confirmed, nothing hidden was revealed, and time is left.
        """
        if not back.entries or not takes_part(self.user, self.at.game) or self._is_confirmed:
            return False
        return self._has_only_own_steps(back) and not self._has_secrets(back) and not self._is_late(back)

    @cached_property
    def _free(self) -> str | None:
        return freedom(self.at.game, self.user)

    def _has_only_own_steps(self, back: UndoneMoves) -> bool:
        """Return whether the rewind undoes only the user's own steps, without dice or a battle that has
        begun.
        """
        mine = voices_of(self.user, self.at.game)
        given = {Entry.Reason.PLAYER, Entry.Reason.GM}
        return all(
            entry.kind == ACTION
            and entry.actor_id == self.user.pk
            and entry.seat in mine
            and entry.reason in given
            and not entry.rolls
            for entry in back.entries
        ) and not any(_has_begun(link) for link in back.battles)

    def _is_late(self, back: UndoneMoves) -> bool:
        """Return whether an answer that would be undone is past its deadline, so that the default would
        replace it.
        """
        return any(outages.is_past_deadline(self.at.game, row, self.now) for row in back.questions)

    @cached_property
    def _at_one_table(self) -> bool:
        """Whether real dice are rolled, and either everyone is at one table or one person plays alone."""
        game = self.at.game
        if game.dice_mode == Game.DiceMode.VIRTUAL:
            return False
        return game.players_rewind or players([game]) <= {self.user.pk}

    @cached_property
    def _is_confirmed(self) -> bool:
        """Whether another side has confirmed this battle's result, which counts as an answer."""
        link = link_of(self.at.game)
        if link is None or link.status != BattleLink.Status.REPORTED:
            return False
        return any(key in link.confirmations for key in _seated_others(link.campaign, but=self.user))

    def _has_secrets(self, back: UndoneMoves) -> bool:
        """Return whether any of these steps cannot be undone, because it was a secret answer or may have
        revealed something hidden. The rules decide this.
        """
        rules, read = self.at.rules, self.at.system.codec.read
        if rules.hides_nothing:
            return False
        eyes: list[str | None] = [None, *(info.id for info in rules.seats)]
        for entry in back.entries:
            if entry.kind == AMEND:
                return True
            events = [read(event) for event in entry.events]
            if not rules.is_undoable(read(entry.action), events):
                return True
            if any(rules.sees(event, seat) != event for event in events for seat in eyes):
                return True
        return False


def freedom(game: Game, user: User) -> str | None:
    """The reason the user may rewind without consent (LED or SOLO), or None."""
    playing = players(games_together(game))
    if is_gm(user, game) and user.pk not in playing:
        return LED
    others = playing | {one.gm_id for one in games_together(game)}
    return SOLO if takes_part(user, game) and others <= {user.pk} else None


def required_consents(at: LiveGame, user: User, back: UndoneMoves) -> ConsentNeeded:
    """Return the people who must consent to a rewind, usually those whose steps or open decisions would be
    undone. Everyone must consent if known dice would be rerolled, or if no other player's steps or decisions
    would be undone. The same is true if a bot's steps would be undone, since nobody speaks for a bot. In a
    battle against the bot, the campaign's other players must consent.
    """
    game = at.game
    others, touched = _seated_others(game, but=user), _touched_seats(at, back)
    bots = {seat.key for seat in game.seats.all() if seat.user_id is None}
    seats = {key: one for key, one in others.items() if key in touched}
    if not seats or touched & bots or back.dice:  # otherwise two friends could reroll each other's dice
        seats = others
    if not seats:
        seats = {
            f"{CAMPAIGN}{key}": one
            for campaign in games_together(game)[1:]
            for key, one in _seated_others(campaign, but=user).items()
        }
    impartial = not game.sealed and game.gm_id != user.pk and not plays(game.gm, game)
    return ConsentNeeded(seats, game.gm if impartial else None)


@dataclass(frozen=True)
class Point:
    """A possible target of a rewind. ``way`` is the reason the rewind needs no consent, or None if it
    needs consent. ``back`` is what the rewind would undo.
    """

    seq: int
    way: str | None
    dice: int
    back: UndoneMoves = field(repr=False)


def points(at: LiveGame, user: User, seqs: Sequence[int], now: datetime) -> list[Point]:
    """Return the possible targets of a rewind, one after each of these entries, in the same order."""
    if not seqs:
        return []
    reach, most = Reach(at, user, now), collect_undone(at, min(seqs))
    found = []
    for seq in seqs:
        back = most.part_after(seq)
        found.append(Point(seq, reach.free_reason(back), back.dice, back))
    return found


def battle_begun(campaign: Game, user: User) -> bool:
    """Return whether this user plays in the campaign while one of its battles is in progress. Changing how
    the campaign's battles are fought would void that battle.
    """
    links = campaign.battle_links.filter(answered_seq__isnull=True).exclude(status=BattleLink.Status.VOID)
    return any(_has_begun(link) for link in links) and plays(user, campaign)


def drops_battle(game: Game, user: User) -> bool:
    """Return whether this user plays in a campaign battle that has begun, and could gain by ending it. The
    moves would be lost, since the campaign would refight the battle or decide it by its own table.
    """
    link = link_of(game)
    if link is None or link.is_settled or link.status == BattleLink.Status.VOID:
        return False
    return freedom(game, user) is None and plays(user, game) and _has_begun(link)


def marks(way: str, back: UndoneMoves, *, by: str = "", agreed: str = "") -> dict[str, Any]:
    """Return the record of a rewind for the log, without its target. It says why the rewind was allowed
    (``way``), who asked for it (``by``), and who agreed. It also gives the number of undone dice, and how
    many of these the server rolled.
    """
    word = {"asked": by, "agreed": agreed} if way == AGREED else {}
    return {"way": way, **word, "dice": back.dice, "seeded": back.server_roll_count}


def server_rolls_again(at: LiveGame) -> bool:
    """Return whether dice that the server rolled were undone this turn (or ever, in rules without turns).
    Until the turn ends nobody can enter replacements by hand.
    """
    rewinds = Entry.objects.filter(game=at.game, kind=REWIND).values_list("turn", "action")
    return any(
        (action or {}).get("seeded", 0) > 0 and (turn is None or at.turn is None or at.turn <= turn)
        for turn, action in rewinds
    )


# --- people and their seats ---------------------------------------------------------------------------------


def _seated_others(game: Game, *, but: User) -> dict[str, Any]:
    """Map the seats of people other than ``but`` to their players."""
    people = get_user_model().objects.in_bulk(
        {seat.user_id for seat in game.seats.all() if seat.user_id is not None} - {but.pk}
    )
    return {seat.key: people[seat.user_id] for seat in game.seats.all() if seat.user_id in people}


def _touched_seats(at: LiveGame, back: UndoneMoves) -> set[str]:
    """Return the seats whose moves or dice would be undone, and those that now owe an answer because of the
    undone moves.
    """
    since = PendingDecision.objects.filter(game=at.game, opened_seq__gt=back.to_seq, answered_at__isnull=True)
    fought = {seat for link in back.battles for seat in (link.attacker, link.defender)}
    return {
        *(entry.seat for entry in back.entries),
        *(roll.get("seat", "") for roll in back.rolls),
        *since.values_list("seat", flat=True),
        *fought,
    }


def _has_begun(link: BattleLink) -> bool:
    """Return whether an opened battle has seen a move, a roll or a report."""
    if link.report is not None or link.answered_seq is not None:
        return True
    begun = Entry.objects.filter(game=link.battle_id) if link.battle_id is not None else Entry.objects.none()
    return begun.filter(seq__gt=0).exists() or any(begun.values_list("rolls", flat=True))


# --- requests -----------------------------------------------------------------------------------------------


def request_of(game: Game) -> RewindRequest | None:
    """The open request to rewind a game, or None."""
    return (
        RewindRequest.objects.select_related("user")
        .filter(game=game, status=RewindRequest.Status.OPEN)
        .first()
    )


_ASKED = PreparedQuery(
    lambda game: RewindRequest.objects.filter(game=game, status=RewindRequest.Status.OPEN), UUID
)


def requests_asked(game: UUID) -> Question:
    """Return the query for open requests, for :func:`let_lapse`."""
    return _ASKED.question(game)


def let_lapse(game: Game, now: datetime, cause: RewindRequest.Cause, *, actor: User = None) -> None:
    """Close the game's open requests, with the cause. The requester is notified unless they are ``actor``,
    whose action made the request impossible. Runs in the caller's transaction.
    """
    known = prefetch.take(game, "asks")
    for request in _ASKED(game.pk) if known is None else known:
        request.cause = cause
        close(request, RewindRequest.Status.LAPSED, now)
        kind, key = Outbox.Kind.BACK_LAPSED, str(request.pk)
        messages.owe(game, kind, key, [request.user], now, actor=actor, cause=str(cause))


def close(
    request: RewindRequest, status: RewindRequest.Status, now: datetime, by: str = "", answer: str = ""
) -> None:
    """Close a request and refresh every open page of the game, in the caller's transaction. ``by``: the seats
    that agreed. ``answer``: the reason for declining.
    """
    request.status, request.closed_at, request.answered_by, request.answer = status, now, by, answer
    request.save(update_fields=["status", "closed_at", "answered_by", "answer", "cause"])
    Game.objects.filter(pk=request.game_id).update(version=F("version") + 1)


def asker_gone(request: RewindRequest) -> bool:
    """Return whether the requester has left the seat from which they asked."""
    if request.seat == GM:
        return not Game.objects.filter(pk=request.game_id, gm=request.user_id).exists()
    return not Seat.objects.filter(game=request.game_id, key=request.seat, user=request.user_id).exists()
