"""An opened game: its rules and its present state."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import Any, TypeVar, cast
from uuid import UUID

from django.db.models import Case, F, Q, QuerySet, When

from engine import registry
from engine.canonical_order import by_key, sort_keys
from engine.codec import canonical
from engine.contract.orders import of_power
from engine.game import (
    Choices,
    Decision,
    Facts,
    InvalidAction,
    OpenBattle,
    Outcome,
    Power,
    Rules,
    System,
    Unimaginable,
)
from engine.imagining import imagine_state
from engine.journal import REWIND, Head, Moment, Opening, state_of
from games.caches import prefetch
from games.caches.game_cache import Memory
from games.models import Entry, Game, Snapshot
from games.prepared_sql import PreparedQuery, Question, run_batch
from games.refusals import SystemMissing
from games.services import covert
from games.services.proof.seeds import imagining_dice, seed_of

log = logging.getLogger(__name__)

# cached by the scenario's digest; an item's size is the length of its JSON
_opened: Memory[tuple[Any, ...], Opening] = Memory(64, 6_000_000)
_opening = Lock()
WORLDS = 4  # how many states are imagined for a seat, differing in what is hidden from it

DIGEST = 64  # the length of a digest in characters
HEADS = 64  # maximum number of games whose positions a process caches
DRAWN = 48  # maximum number of derived results cached with a position

T = TypeVar("T")
_heads: dict[UUID, tuple[str, LiveGame]] = {}

KEPT = ("seq", "step", "digest", "entry_digest")
MOVING = ("seq", "step", "version", "status", "outcome", "trouble", "moved_at", "ended_at", "paused_at")


class Remembering:
    """A cache of results that were calculated from a game as it is after one log entry."""

    drawn: dict[Any, Any]

    def remember(self, name: Hashable, reckon: Callable[[], T]) -> T:
        """Return a value derived from the log so far. It is calculated only once while this process caches
        the position. Callers must not change it.
        """
        missing = object()
        found = self.drawn.get(name, missing)
        if found is missing:
            found = reckon()
            self.keep(name, found)
        return cast(T, found)

    def keep(self, name: Hashable, found: Any) -> None:
        """Cache a value under a name. When the cache is full, the oldest values are dropped."""
        while len(self.drawn) >= DRAWN:
            self.drawn.pop(next(iter(self.drawn), None), None)
        self.drawn[name] = found


@dataclass(frozen=True)
class LiveGame(Remembering):
    """An opened game: rules and state, for pages and steps. ``head`` is None before the start."""

    game: Game
    opened: Opening
    head: Head[Any] | None
    # the newest lines of the chronicle by seat; see history
    latest: dict[str | None, Any] = field(default_factory=dict, compare=False, repr=False)
    drawn: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def system(self) -> System:
        return self.opened.system

    @property
    def rules(self) -> Rules[Any]:
        return self.opened.rules

    @property
    def state(self) -> Any:
        return None if self.head is None else self.head.state

    @property
    def seq(self) -> int:
        return -1 if self.head is None else self.head.seq

    @property
    def goes_on(self) -> bool:
        """Whether anyone can act: the game runs, and this is not a view of the past."""
        return self.head is not None and self.game.running and self.head.seq == self.game.seq

    def view(self, seat: str | None) -> Facts:
        """Return a seat's view (None: a spectator's). It is empty before the start."""
        return {} if self.head is None else self.rules.view(self.state, seat)

    def choices(self, seat: str | None) -> Choices:
        """The current choices of a seat."""
        if seat is None or not self.goes_on:
            return ()
        return self.remember(("choices", seat), lambda: self.rules.choices(self.state, seat))

    def decisions(self) -> tuple[Decision, ...]:
        """Return the pending decisions of the game. A view of the past has none."""
        return self.remember("decisions", lambda: self.rules.pending(self.state)) if self.goes_on else ()

    @property
    def turn(self) -> int | None:
        """The number of the current turn (round, bound), or None before the start or if the rules do not
        count turns.
        """
        return None if self.head is None else self.rules.turn_of(self.state)

    def imagined_state(self, seat: str) -> Any:
        """Return a state that the seat cannot tell from the real one, for code that decides on its behalf.
        Every call at the same position returns the same state. Raises Unimaginable if the rules can
        imagine none.
        """
        if self.rules.hides_nothing:
            return self.state
        return self.remember(("imagined", seat), lambda: self._imagine(seat, seat))

    def worlds(self, seat: str) -> tuple[Any, ...]:
        """Return several states that the seat cannot tell from the real one, differing in what is hidden
        from it. If nothing is hidden, return only the real one. Raises Unimaginable if the rules can
        imagine none.
        """
        if self.rules.hides_nothing:
            return (self.state,)
        others = (self._imagine(f"{seat} {number}", seat) for number in range(2, WORLDS + 1))
        return self.remember(("worlds", seat), lambda: (self.imagined_state(seat), *others))

    def _imagine(self, drawn_for: str, seat: str) -> Any:
        dice = imagining_dice(self.game, seed_of(self.game), self.seq, drawn_for)
        return imagine_state(self.rules, self.state, seat, dice)

    def standing(self, decision: Decision, orders: Facts) -> Any | None:
        """Return the answer that standing orders give to a decision, or None. It is found in a state imagined
        for the seat, so that it depends only on what the seat knows.
        """
        if not orders:
            return None
        try:
            state = self.imagined_state(decision.seat)
        except Unimaginable as reason:
            log.warning("no order of %s answers %s: %s", decision.seat, decision.id, reason)
            return None
        given = covert.answers(of_power(orders, decision.power))
        return self.rules.standing(state, decision, by_key(given))

    def powers(self, seat: str) -> tuple[Power, ...]:
        """The powers that a seat leads at present."""
        return () if self.head is None else self.rules.powers(self.state, seat)

    def battle(self) -> OpenBattle | None:
        """Return the battle whose result would answer a pending decision, or None."""
        return self.rules.opens(self.state) if self.goes_on else None

    def outcome(self) -> Outcome | None:
        return None if self.head is None else self.rules.outcome(self.state)

    @cached_property
    def undone_entries(self) -> frozenset[int]:
        """The entries that rewinds have undone. The rewinds themselves are not included."""
        late = self.game.as_was is not None
        known = [one for one in _REWINDS(self.game.pk) if not late or one.seq <= self.game.seq]
        rewinds = {entry.seq: (entry.action or {})["to"] for entry in known}
        gone = frozenset(place for seq, to in rewinds.items() for place in range(to + 1, seq))
        return gone - rewinds.keys()


_REWINDS = PreparedQuery(
    lambda game: Entry.objects.filter(game=game, kind=REWIND).only("seq", "action"), UUID
)


def system_named(name: str) -> System:
    """Find a rules system by name. Raises SystemMissing if it is not installed."""
    try:
        return registry.get(name)
    except registry.UnknownSystem:
        raise SystemMissing("", "system_missing", system=name) from None


def opening_of(game: Game) -> Opening:
    """Return the game's opening, which is fixed at creation. A process reads each scenario once. After the
    call ``game.scenario`` is the cached scenario, even if the game was loaded without it, and must not be
    changed. Raises SystemMissing if the game's rules are not installed.
    """
    key = (
        *(game.pk, game.system, game.scenario_digest, game.commitment, game.binding, game.dice_mode),
        canonical(game.options),
    )
    found = _opened.get(key)
    if found is None:
        system = system_named(game.system)
        sources = ("seeded",) if game.dice_mode == Game.DiceMode.VIRTUAL else ("seeded", "entered")
        with _opening:
            scenario, size = _share_scenario(game)
            found = Opening(
                str(game.pk), system, scenario, game.options, game.commitment, sources, game.binding
            )
            _opened.keep(key, found, size)
    game.scenario = found.scenario
    return found


def _share_scenario(game: Game) -> tuple[Facts, int]:
    """Return the scenario and its cost in the cache, which is 0 if another cached game uses an equal
    scenario.
    """
    for (_game, system, digest, *_rest), opened in _opened.items():
        if (system, digest) == (game.system, game.scenario_digest):
            return opened.scenario, 0
    return game.scenario, len(canonical(game.scenario))


def head_of(opened: Opening, snapshot: Snapshot) -> Head[Any]:
    """Return the head at a snapshot, with its state in canonical order. Raises SystemMissing like
    :func:`stored_head`.
    """
    return order_head(stored_head(opened, snapshot))


def order_head(head: Head[Any]) -> Head[Any]:
    """Return the head with the mappings of its state in canonical order (engine.canonical_order), as the
    rules expect.
    """
    return replace(head, state=sort_keys(head.state))


def stored_head(opened: Opening, snapshot: Snapshot) -> Head[Any]:
    """Load the state of a snapshot. Raises SystemMissing if another version of the rules wrote it in an
    unknown format.
    """
    try:
        state = state_of(opened, snapshot.state)
    except InvalidAction:
        entry = Entry.objects.filter(game_id=snapshot.game_id, seq=snapshot.seq)
        played, installed = entry.values_list("rules_version", flat=True).get(), opened.system.version
        if played == installed:
            raise
        raise SystemMissing("", "other_rules", played=played, installed=installed) from None
    return Head(snapshot.seq, snapshot.step, snapshot.entry_digest, state)


def _newest_snapshot(pk: UUID, entry: str, state: str) -> QuerySet[Snapshot]:
    """Build the query for a game's newest snapshot. The state is left out if the process already has the
    state with these digests.
    """
    now = Snapshot.objects.select_related("game").only(*KEPT, *(f"game__{name}" for name in MOVING))
    other = ~Q(entry_digest=entry, digest=state)
    return now.filter(game_id=pk, seq=F("game__seq")).annotate(told=Case(When(other, then=F("state"))))


_NEWEST_SNAPSHOT = PreparedQuery(_newest_snapshot, UUID, str, str)


def standing_asked(pk: UUID) -> tuple[Question, LiveGame | None]:
    """Return the query for a game's newest snapshot, and the cached game or None. The query does not load a
    state that is already cached.
    """
    mark, known = _heads.get(pk, ("", None))
    return _NEWEST_SNAPSHOT.question(pk, mark[:DIGEST], mark[DIGEST:]), known


def table(game: Game) -> LiveGame:
    """Open a game at its present state. Raises SystemMissing if the rules cannot open it.

    ``game`` is brought up to date. One query reads its position and state, so that they always match. A
    view of the past is returned unchanged.
    """
    if game.as_was is not None:
        return cast(LiveGame, game.as_was)
    opened = opening_of(game)
    found, known = prefetch.take(game, "standing") or _load_snapshot(game.pk)
    while True:
        if not found:
            game.refresh_from_db(fields=MOVING)
            if game.seq < 0:
                return LiveGame(game, opened, None)
            found, known = _load_snapshot(game.pk)  # the game began in the meantime
            continue
        for name in MOVING:
            setattr(game, name, getattr(found[0].game, name))
        return _table_at(game, opened, found[0], known)


def _load_snapshot(pk: UUID) -> tuple[list[Snapshot], LiveGame | None]:
    asked, known = standing_asked(pk)
    return run_batch(asked)[0], known


def table_locked(game: Game) -> LiveGame:
    """Open a game that was just locked, whose position is therefore known."""
    if game.seq < 0:
        return LiveGame(game, opening_of(game), None)
    return table(game)


def _table_at(game: Game, opened: Opening, snapshot: Any, known: LiveGame | None) -> LiveGame:
    """Return the game at this snapshot. The state is loaded only if the process lacks it. An entry's digest
    covers the whole log, so equal digests mean equal states.
    """
    if snapshot.told is None:
        if known is not None and known.opened is opened:
            return LiveGame(game, opened, known.head, drawn=known.drawn)
        snapshot.refresh_from_db(fields=["state"])
    else:
        snapshot.state = snapshot.told
    found = LiveGame(game, opened, head_of(opened, snapshot))
    _keep(game.pk, snapshot.entry_digest + snapshot.digest, found)
    return found


def table_after_step(at: LiveGame, moment: Moment[Any]) -> LiveGame:
    """Return the game after a step that is not stored yet."""
    game = copy(at.game)
    game.seq, game.step = moment.head.seq, moment.head.step
    return LiveGame(game, at.opened, moment.head)


def remember(at: LiveGame, state_digest: str) -> None:
    """Cache the state after a step, keyed by its digests. If the step is rolled back, nothing looks up this
    key.
    """
    if at.head is not None:
        _keep(at.game.pk, at.head.digest + state_digest, at)


def _keep(game: UUID, mark: str, at: LiveGame) -> None:
    _heads.pop(game, None)
    _heads[game] = mark, LiveGame(Game(pk=game), at.opened, at.head, drawn=at.drawn)
    while len(_heads) > HEADS:
        _heads.pop(next(iter(_heads)), None)
