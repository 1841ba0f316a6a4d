"""The table battle as a game: its pending decisions, its choices, and the effect of each action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from battles.dba.rules.field import drawing
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import (
    choices,
    combat,
    contacts,
    engagement,
    facts,
    laid_terrain,
    missing_area,
    moves,
    setup,
    shooters,
    strongholds,
    victory,
)
from battles.dba.rules.table import events as ev
from battles.dba.rules.table.proposal import propose_terrain
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import BLUE, RED, Ending, TableState, other
from battles.dba.rules.table.view import view
from engine.dice import Dice
from engine.game import (
    BattleReport,
    Choices,
    Decision,
    Fact,
    Facts,
    IllegalAction,
    InvalidAction,
    Mistake,
    OpenBattle,
    Outcome,
    Rules,
    SeatInfo,
    Step,
    won_by,
)
from engine.values import dataclass

SEAT_INFOS: Final = (SeatInfo(RED, "Red army", "#9b2d30", "RE"), SeatInfo(BLUE, "Blue army", "#2f5d8a", "BL"))
DEFAULT_NIGHTFALL: Final = 40  # in bounds; at a quarter of an hour for each bound, they make a long day

Carry = Callable[[Battle, TableState, Any, Dice], Step[TableState]]


@dataclass(frozen=True)
class TableRules(Rules[TableState]):
    """The rules of a battle at a table. ``quick``: whether players set up the table without help.
    ``anyone``: whether either seat can enter both sides' actions (two people at one table). After the bound
    ``nightfall`` the battle is a draw.
    """

    battle: Battle
    quick: bool = False
    anyone: bool = True
    nightfall: int = DEFAULT_NIGHTFALL
    system: ClassVar[str] = "dba"
    hides_nothing: ClassVar[bool] = True

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return SEAT_INFOS

    def setup(self, dice: Dice) -> Step[TableState]:
        return setup.first(self.battle, self.quick)

    def pending(self, state: TableState) -> tuple[Decision, ...]:
        if state.ending is not None:
            return ()
        seat = state.active or RED
        kind = f"dba_{state.phase}"
        name = f"{state.phase}.{state.bound}.{seat}"
        return (
            Decision(
                name,
                seat,
                kind,
                self._default(state),
                _SECTIONS[state.phase],
                {"bound": state.bound, "seat": seat},
            ),
        )

    def choices(self, state: TableState, seat: str) -> Choices:
        if state.ending is not None or seat not in (RED, BLUE):
            return ()
        now = choices.choices(self.battle, state, self.pending(state)[0].id) if self._may(state, seat) else ()
        return (*now, *choices.stopping(state, seat))

    def apply(self, state: TableState, seat: str, action: Any, dice: Dice) -> Step[TableState]:
        if state.ending is not None:
            raise IllegalAction("victory", "battle_over")
        if isinstance(action, act.Concede | act.AgreeDraw):
            return _end_early(state, seat, action)
        if not self._may(state, seat):
            raise IllegalAction("sequence", "not_your_bound", seat=seat, active=state.active)
        if not isinstance(action, (*_CARRY, act.DrawBattlefield)):
            raise InvalidAction("", "unknown_action")
        if isinstance(action, act.DrawBattlefield):
            return drawing.draw(state, seat, action)
        phases, carry = _CARRY[type(action)]
        if state.phase not in phases:
            raise IllegalAction(_SECTIONS[state.phase], "not_in_this_part", phase=state.phase)
        if isinstance(action, act.EndCombat):
            left = contacts.unfought(state)
            if left and not action.none_in_contact:
                raise IllegalAction("close_combat", "must_fight", elements=list(left))
            return self._end_bound(state)
        return carry(self.battle, state, action, dice)

    def view(self, state: TableState, seat: str | None) -> Facts:
        return view(self.battle, state, self.nightfall)

    def sees(self, event: Any, seat: str | None) -> Any | None:
        return event

    def turn_of(self, state: TableState) -> int:
        """Return the number of the bound, counting the bounds of both sides."""
        return state.bound

    def scores(self, state: TableState) -> Mapping[str, int]:
        return {seat: victory.standing(self.battle, state, seat).total for seat in (RED, BLUE)}

    def outcome(self, state: TableState) -> Outcome | None:
        if state.ending is None:
            return None
        ending = state.ending
        return Outcome(won_by(ending.winner), ending.reason, ending.rule, dict(self.scores(state)))

    def opens(self, state: TableState) -> OpenBattle | None:
        return None

    def report(self, state: TableState, report: BattleReport) -> Any:
        raise InvalidAction("", "no_open_battle")

    def standing(self, state: TableState, decision: Decision, orders: Facts) -> Any | None:
        return None

    def check_state(self, state: TableState) -> tuple[Mistake, ...]:
        return tuple(facts.mistakes(self.battle, state))

    def amendable(self, state: TableState) -> tuple[Fact, ...]:
        return facts.amendable(self.battle, state)

    def tidy_state(self, state: TableState) -> TableState:
        return facts.tidy_contacts(state)

    def _may(self, state: TableState, seat: str) -> bool:
        return seat in (RED, BLUE) and (self.anyone or not state.active or seat == state.active)

    def _default(self, state: TableState) -> Any:
        if state.phase == "terrain":
            return propose_terrain(self.battle, state, "")
        if state.phase == "camps":
            followers = [e for e in self.battle.of(state.active) if self.battle.blocks[e].followers]
            return act.PitchCamp(followers[0] if followers else None)
        if state.phase == "shooting":
            return act.EndShooting(none_in_reach=bool(shooters.opposed_shooters(self.battle, state)[0]))
        if state.phase == "combat":
            return act.EndCombat(none_in_contact=bool(contacts.unfought(state)))
        if state.phase == "sides":
            return act.ChooseEdge(setup.edges_to_wish(state)[0])
        return _DEFAULTS[state.phase]

    def _end_bound(self, state: TableState) -> Step[TableState]:
        stands = tuple(victory.standing(self.battle, state, seat) for seat in (RED, BLUE))
        ended: tuple[Any, ...] = (
            ev.BoundEnded(
                state.bound,
                (stands[0].lost, stands[1].lost),
                (stands[0].extra, stands[1].extra),
                (stands[0].general_lost, stands[1].general_lost),
            ),
        )
        ending = victory.ending(self.battle, state, self.nightfall)
        if ending is None:
            return setup.begin_bound(state, ended)
        return _end_step(state, ending, ended)


def _end_step(state: TableState, ending: Ending, events: tuple[Any, ...] = ()) -> Step[TableState]:
    ended = ev.BattleEnded(ending.winner, ending.reason, ending.rule)
    return Step(state.but(phase="over", ending=ending), (*events, ended))


def _end_early(state: TableState, seat: str, action: act.Concede | act.AgreeDraw) -> Step[TableState]:
    """Let one side concede, or offer a draw. A second offer, by the other side, accepts it and ends the
    battle.
    """
    if seat not in (RED, BLUE):
        raise IllegalAction("", "no_such_seat", seat=seat)
    if isinstance(action, act.Concede):
        return _end_step(state, Ending(other(seat), "conceded"))
    if state.draw_offered == other(seat):
        return _end_step(state, Ending(None, "agreed"))
    if state.draw_offered == seat:
        raise IllegalAction("", "draw_offered_already")
    return Step(state.but(draw_offered=seat), (ev.DrawOffered(seat),))


def _remove(battle: Battle, state: TableState, action: act.RemoveElement, dice: Dice) -> Step[TableState]:
    if action.element not in set(state.on_table()):
        raise IllegalAction("recoil", "not_on_table", element=action.element[:40])
    return Step(*combat.lose(battle, state, action.element, action.cause))


def _take(battle: Battle, state: TableState, action: act.TakeStronghold, dice: Dice) -> Step[TableState]:
    return Step(*strongholds.take(battle, state, action.element, action.place))


_ANY_PART: Final = frozenset({"moves", "shooting", "combat"})
_CARRY: Final[dict[type, tuple[frozenset[str], Carry]]] = {
    act.RollAggression: (frozenset({"aggression"}), lambda b, s, a, d: setup.roll_aggression(b, s, d)),
    act.SetTable: (frozenset({"aggression"}), lambda b, s, a, d: setup.set_table(b, s, a)),
    act.PlaceTerrain: (frozenset({"terrain"}), lambda b, s, a, d: setup.place_terrain(b, s, a)),
    act.ChooseEdge: (frozenset({"sides"}), setup.choose_edge),
    act.PitchCamp: (frozenset({"camps"}), lambda b, s, a, d: setup.pitch_camp(b, s, a)),
    act.Deploy: (frozenset({"deployment"}), lambda b, s, a, d: setup.deploy(b, s, a)),
    act.SwapElements: (frozenset({"swaps"}), lambda b, s, a, d: setup.swap(b, s, a)),
    act.NoteTerrain: (missing_area.PHASES, lambda b, s, a, d: laid_terrain.note(b, s, a.terrain)),
    act.NoteBua: (missing_area.PHASES, lambda b, s, a, d: missing_area.note_bua(b, s, a)),
    act.KeepAboard: (frozenset({"pips", "moves"}), lambda b, s, a, d: setup.keep_aboard(b, s, a)),
    act.RollPips: (frozenset({"pips"}), lambda b, s, a, d: moves.roll_pips(b, s, d)),
    act.InciteRevolt: (frozenset({"moves"}), lambda b, s, a, d: moves.revolt(b, s)),
    act.PlaceGeneral: (frozenset({"moves"}), lambda b, s, a, d: moves.place_general(b, s, a)),
    act.MoveElements: (frozenset({"moves"}), moves.move),
    act.LandReserve: (frozenset({"moves"}), lambda b, s, a, d: moves.land(b, s)),
    act.BreakOff: (frozenset({"moves"}), lambda b, s, a, d: moves.break_off(b, s, a)),
    act.EndMoves: (frozenset({"moves"}), lambda b, s, a, d: moves.end(b, s)),
    act.Shoot: (frozenset({"shooting"}), combat.fight),
    act.EndShooting: (frozenset({"shooting"}), lambda b, s, a, d: engagement.end_shooting(b, s, a)),
    act.Fight: (frozenset({"combat"}), combat.fight),
    act.EndCombat: (frozenset({"combat"}), lambda b, s, a, d: Step(s)),  # handled by TableRules._end_bound
    act.StandApart: (_ANY_PART, lambda b, s, a, d: combat.stand_apart(b, s, a)),
    act.RemoveElement: (_ANY_PART, _remove),
    act.TakeStronghold: (_ANY_PART, _take),
}
_DEFAULTS: Final[dict[str, Any]] = {
    "aggression": act.RollAggression(),
    "deployment": act.Deploy(),
    "swaps": act.SwapElements(),
    "pips": act.RollPips(),
    "moves": act.EndMoves(),
}
_SECTIONS: Final = {
    "aggression": "deployment",
    "terrain": "battlefield",
    "sides": "deployment",
    "camps": "camps",
    "deployment": "deployment",
    "swaps": "deployment",
    "pips": "pips",
    "moves": "tactical_moves",
    "shooting": "shooting",
    "combat": "close_combat",
    "over": "victory",
}
