"""Battles at sea (10.8)."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.italia.rules.combat.events import BattleEnded
from campaigns.italia.rules.combat.phase import Call, Combats, Fled, count_fled
from campaigns.italia.rules.combat.retreats import Retreated, deduct_for_retreated_leaders
from campaigns.italia.rules.combat.sinking import Sinking, pack_cargo
from campaigns.italia.rules.combat.situation import ATTACKER, DEFENDER, Group, Side, Situation, other, to_hit
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.play import FRAMES, Offered, Play
from campaigns.italia.rules.state.position import Position
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Many, Number, Option
from engine.values import dataclass
from kit.rules.decisions import Action, Event


@dataclass(frozen=True)
class NavalBattle(Frame):
    sea: str
    attacker: str
    defender: str
    round: int = 0
    stage: str = "dice"

    def nation(self, side: Side) -> str:
        return self.attacker if side == ATTACKER else self.defender


@dataclass(frozen=True)
class NavalCalls(Frame):
    """The stage of a combat phase in which nations decide whether to call battles at sea. ``left``: the
    nations not yet asked, starting with the active one.
    """

    nation: str
    left: tuple[str, ...]


@dataclass(frozen=True)
class CallBattles(Action):
    """Call battles at sea. Each is named as "sea:nation"."""

    battles: tuple[str, ...] = ()


@dataclass(frozen=True)
class SailAway(Action):
    """Retreat to the next sea with a number of fleets and all the units they can carry."""

    to: str
    fleets: int


@dataclass(frozen=True)
class StayAtSea(Action):
    """Stay and fight another round."""


@dataclass(frozen=True)
class BattleCalled(Event):
    sea: str
    nation: str
    against: str


@dataclass(frozen=True)
class SeaRoundFought(Event):
    sea: str
    round: int
    attacker: str
    defender: str
    attacker_dice: tuple[int, ...]
    defender_dice: tuple[int, ...]
    attacker_lost: int
    defender_lost: int


def meetings(pos: Position, nation: str) -> tuple[Call, ...]:
    """Return the battles at sea that are possible. In each sea, the nation's fleets can meet other fleets
    that are not friendly. The largest other fleets come first (10.81).
    """
    found = []
    for sea in pos.scn.board.seas:
        if pos.fleets(sea, nation):
            others = [o for o in pos.nations_at(sea) if pos.fleets(sea, o) and not pos.friends(o, nation)]
            found += [Call(sea, o) for o in sorted(others, key=lambda o: -pos.fleets(sea, o))]
    return tuple(found)


def callers(pos: Position, nation: str) -> tuple[str, ...]:
    """Return the nations that can call battles, in the order in which they decide."""
    others = {call.nation for call in meetings(pos, nation)}
    return (nation, *(o for o in pos.scn.nations if o in others)) if others else ()


@FRAMES.handler(NavalCalls)
class _NavalCalls(Offered):
    def open(self, pos: Position, frame: NavalCalls) -> tuple[Call, ...]:
        """Return the battles that the next nation can still call."""
        called = _pending_calls(pos)
        mine = frame.left[0]
        return tuple(
            call
            for call in meetings(pos, frame.nation)
            if call not in called and mine in (frame.nation, call.nation)
        )

    def advance(self, play: Play, frame: NavalCalls) -> bool:
        if not frame.left:
            play.pop()
            _sort_calls(play)
            return True
        if self.open(play.pos, frame):
            return False
        play.swap(frame.but(left=frame.left[1:]))
        return True

    def ask(self, pos: Position, frame: NavalCalls) -> Ask:
        nation = frame.left[0]
        return Ask(pos.seat(nation), "naval_calls", CallBattles(), "10.8", {}, nation)

    def choices(self, pos: Position, frame: NavalCalls) -> Choices:
        options = tuple(Option(f"{c.sea}:{c.nation}") for c in self.open(pos, frame))
        return (Choice("call_battles", {}, (Many("battles", options),), "10.8"),)

    def execute(self, play: Play, frame: NavalCalls, action: CallBattles) -> None:
        calls = [Call(*named.split(":")) for named in action.battles]
        play.swap(frame.but(left=frame.left[1:]))
        for call in calls:
            play.tell(BattleCalled(call.sea, frame.left[0], call.nation))
        phase = play.state.in_progress(Combats)
        assert phase
        play.amend(Combats, calls=(*phase.calls, *calls))


def _sort_calls(play: Play) -> None:
    """Sort the called battles. In each sea the nation with the most fleets fights first. Nations with
    equally many roll a die (10.81).
    """
    phase = play.state.in_progress(Combats)
    assert phase
    ranked: list[tuple[int, int, Call]] = []
    for call in phase.calls:
        fleets = play.pos.fleets(call.sea, call.nation)
        tied = [c for c in phase.calls if c.sea == call.sea and play.pos.fleets(c.sea, c.nation) == fleets]
        face = play.d10s(1, "naval_order", "10.81", call.nation)[0] if len(tied) > 1 else 0
        ranked.append((-fleets, -face, call))
    calls = tuple(call for _, _, call in sorted(ranked, key=lambda one: one[:2]))
    if calls != phase.calls:
        play.amend(Combats, calls=calls)


def _pending_calls(pos: Position) -> tuple[Call, ...]:
    phase = pos.state.in_progress(Combats)
    return phase.calls if phase else ()


# --- the battle -------------------------------------------------------------------------------------------


def sea_situation(pos: Position, frame: NavalBattle) -> Situation:
    def group(nation: str) -> Group:
        cargo = pos.troops(frame.sea, nation)
        fleets = pack_cargo(pos.fleets(frame.sea, nation), cargo)
        return Group(fleets, len(pos.leaders(frame.sea, nation)), cargo=cargo)

    return Situation(pos.scn.units, group(frame.attacker), group(frame.defender), "sea")


@FRAMES.handler(NavalBattle)
class _NavalBattle(Offered):
    def advance(self, play: Play, frame: NavalBattle) -> bool:
        pos = play.pos
        if not pos.fleets(frame.sea, frame.attacker) or not pos.fleets(frame.sea, frame.defender):
            play.pop()
            play.tell(BattleEnded(frame.sea, frame.attacker, frame.defender, frame.round))
            return True
        if frame.stage == "dice":
            self._dice(play, frame)
            return True
        return False

    def _dice(self, play: Play, frame: NavalBattle) -> None:
        s = sea_situation(play.pos, frame)
        faces, hits = {}, {}
        for side in (ATTACKER, DEFENDER):
            fleets = s.group(side).units
            kinds = [kind for kind in sorted(fleets) for _ in range(fleets[kind])]
            faces[side] = play.d10s(len(kinds), "naval", "10.8", frame.nation(side))
            hits[side] = sum(
                face >= to_hit(s, side, kind, FLEET) for kind, face in zip(kinds, faces[side], strict=True)
            )
        lost = {
            ATTACKER: min(hits[DEFENDER], play.pos.fleets(frame.sea, frame.attacker)),
            DEFENDER: min(hits[ATTACKER], play.pos.fleets(frame.sea, frame.defender)),
        }
        play.tell(
            SeaRoundFought(
                frame.sea,
                frame.round + 1,
                frame.attacker,
                frame.defender,
                faces[ATTACKER],
                faces[DEFENDER],
                lost[ATTACKER],
                lost[DEFENDER],
            )
        )
        play.swap(frame.but(round=frame.round + 1, stage="retreat_attacker"))
        for side in (DEFENDER, ATTACKER):
            if lost[side]:
                play.push(Sinking(frame.sea, frame.nation(side), frame.nation(other(side)), lost[side]))

    def _side(self, frame: NavalBattle) -> Side:
        return ATTACKER if frame.stage == "retreat_attacker" else DEFENDER

    def ask(self, pos: Position, frame: NavalBattle) -> Ask:
        nation = frame.nation(self._side(frame))
        facts = {"sea": frame.sea, "round": frame.round}
        return Ask(pos.seat(nation), "naval_retreat", StayAtSea(), "10.8", facts, nation)

    def choices(self, pos: Position, frame: NavalBattle) -> Choices:
        fleets = pos.fleets(frame.sea, frame.nation(self._side(frame)))
        away = tuple(
            Choice("sail_away", {"to": to}, (Number("fleets", 1, fleets),), "10.8")
            for to in sorted(pos.scn.board.waters[frame.sea])
        )
        return (*away, Choice("stay_at_sea", rule="10.8"))

    def execute(self, play: Play, frame: NavalBattle, action: Action) -> None:
        if isinstance(action, SailAway):
            nation = frame.nation(self._side(frame))
            led = flee(play, nation, frame.sea, action.to, action.fleets)
            note_flight(play, nation, frame.sea, action.to, action.fleets)
            deduct_for_retreated_leaders(play, nation, led, frame.sea)
        else:
            following = "retreat_defender" if frame.stage == "retreat_attacker" else "dice"
            play.swap(frame.but(stage=following))


def flee(play: Play, nation: str, sea: str, to: str, fleets: int) -> int:
    """Retreat a number of fleets with as many units as they can carry. The leaders go with the last fleet.
    Return the number of leaders who left.
    """
    units, leaders = with_cargo(play.pos, nation, sea, fleets)
    play.shift(nation, units, sea, to)
    for leader in leaders:
        play.move_leader(leader, to)
    play.tell(Retreated(nation, sea, to, units, leaders))
    return len(leaders)


def with_cargo(pos: Position, nation: str, sea: str, fleets: int) -> tuple[dict[str, int], tuple[str, ...]]:
    """Return the pieces that leave a sea with a number of fleets: the number of units of each type (fleets
    included, with as much cargo as they can carry), and the leaders. Leaders go only with the last fleet.
    """
    units: dict[str, int] = {FLEET: fleets}
    room = 2 * fleets
    cargo: Mapping[str, int] = {u: n for u, n in pos.units(sea, nation).items() if u != FLEET}
    for unit, number in cargo.items():
        taken = min(number, room)
        room -= taken
        if taken:
            units[unit] = taken
    return units, pos.leaders(sea, nation) if pos.fleets(sea, nation) == fleets else ()


def note_flight(play: Play, nation: str, sea: str, to: str, fleets: int) -> None:
    """Record the retreat of fleets, because retreated fleets give no supremacy for the rest of this phase
    (10.9).
    """
    phase = play.state.in_progress(Combats)
    if phase is None:
        return
    kept = [f for f in phase.fled if f.nation != nation or f.sea not in (sea, to)]
    here = max(0, count_fled(play.state, sea, nation) - fleets)
    there = count_fled(play.state, to, nation) + fleets
    kept += [Fled(at, nation, number) for at, number in ((sea, here), (to, there)) if number]
    play.amend(Combats, fled=tuple(kept))
