"""Set-up of the forces (3.2, 3.3), by accepting the suggested deployment or by placing them by hand."""

from __future__ import annotations

from campaigns.justinian.rules.setting_up.limits import (
    forces_to_place,
    frontier_provinces,
    section,
    start_armies,
)
from campaigns.justinian.rules.setting_up.placing import (
    PlaceArmy,
    PlaceFleet,
    PlaceGroup,
    barbarian_choices,
    byzantine_choices,
    place_army,
    place_fleet,
    place_group,
)
from campaigns.justinian.rules.state.events import LeaderAppointed
from campaigns.justinian.rules.state.handler import not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM, MAJORS, Army, State
from campaigns.justinian.rules.state.values import Place
from campaigns.justinian.rules.turn.sequence import Turn
from engine.frames import Ask, Frame
from engine.game import Choice, IllegalAction
from engine.values import dataclass
from kit.rules.decisions import Action, Event


@dataclass(frozen=True)
class SetUp(Frame):
    """The set-up of one side's forces (3.2, 3.3)."""

    seat: str


@dataclass(frozen=True)
class AcceptSetup(Action):
    """Accept the whole suggested deployment at once."""


@dataclass(frozen=True)
class FinishSetup(Action):
    pass


@dataclass(frozen=True)
class SideSetUp(Event):
    seat: str
    suggested: bool


__all__ = ["SetUpHandler", "blank", "frontier_provinces", "start_armies"]


def blank(setting: Setting) -> State:
    """Return the state before any placement, with markers, treasuries, and leaders in their boxes (3.3)."""
    scn = setting.scn
    armies: dict[str, Army] = {}
    for leader in scn.leaders.values():
        box = scn.boxes.get(Place.box(leader.power))
        if leader.power != BYZANTIUM and leader.arrival_turn == 1 and box is not None:
            armies[leader.id] = Army(leader.id, leader.power, leader.id, box.id, 0)
    markers = {p.id: p.start_control for p in scn.provinces.values() if p.start_control in MAJORS}
    return State(
        turn=setting.options.start_turn,
        gold=max(0, scn.setup.byzantium.treasury_g + setting.options.handicap_gold),
        armies=armies,
        frontier={},
        detached={},
        fleets={},
        markers={p: m for p, m in markers.items() if m},
        forts=frozenset(),
        treasuries={b.power: b.treasury for b in scn.setup.barbarians.values()},
        cup=tuple(sorted(m for m in scn.magistri_militum if scn.leaders[m].in_first_cup)),
        lone={},
        stack=(Turn("begin"), SetUp(BARBARIAN), SetUp(BYZANTIUM)),
    )


@handler(SetUp)
class SetUpHandler(FrameHandler):
    def advance(self, play: Play, frame: SetUp) -> bool:
        if play.options.setup == "suggested":
            suggest(play, frame.seat)
            finish(play, frame.seat, suggested=True)
            return True
        if frame.seat == BYZANTIUM and not play.state.fleets:  # Europa has at least two fleet SP (3.23)
            for province, sp in play.scn.setup.byzantium.fleets_fixed.items():
                play.set_fleet(BYZANTIUM, province, sp)
            return True
        if frame.seat == BARBARIAN:
            placed = False
            for side in play.scn.setup.barbarians.values():
                if side.fleet_at and f"{side.power}@{side.fleet_at}" not in play.state.fleets:
                    play.set_fleet(side.power, side.fleet_at, side.fleet_sp)
                    placed = True
            return placed
        return False

    def ask(self, pos: Position, frame: SetUp) -> Ask:
        rule = "3.2" if frame.seat == BYZANTIUM else "3.3"
        return Ask(frame.seat, "set_up", AcceptSetup(), rule, forces_to_place(pos, frame.seat))

    def choices(self, pos: Position, frame: SetUp) -> tuple[Choice, ...]:
        choices = [Choice("accept_setup", rule="3.2" if frame.seat == BYZANTIUM else "3.3")]
        if frame.seat == BYZANTIUM:
            choices += byzantine_choices(pos)
        else:
            choices += barbarian_choices(pos)
        if unplaced_refusal(pos, frame.seat) is None:
            choices.append(Choice("finish_setup", rule=choices[0].rule))
        return tuple(choices)

    def answer(self, play: Play, frame: SetUp, action: Action) -> None:
        if isinstance(action, AcceptSetup):
            clear(play, frame.seat)
            suggest(play, frame.seat)
            finish(play, frame.seat, suggested=True)
        elif isinstance(action, PlaceArmy):
            place_army(play, frame.seat, action)
        elif isinstance(action, PlaceGroup):
            place_group(play, frame.seat, action)
        elif isinstance(action, PlaceFleet):
            place_fleet(play, frame.seat, action)
        elif isinstance(action, FinishSetup):
            check(play, frame.seat)
            finish(play, frame.seat, suggested=False)
        else:
            not_now(action)


def check(play: Play, seat: str) -> None:
    """Refuse to finish the set-up while forces are unplaced."""
    found = unplaced_refusal(play.pos, seat)
    if found is not None:
        raise found


def unplaced_refusal(pos: Position, seat: str) -> IllegalAction | None:
    """Return the error that refuses to finish the set-up while a force is unplaced, or None if all forces
    are placed.
    """
    left = forces_to_place(pos, seat)
    groups = {BYZANTIUM: left} if seat == BYZANTIUM else left
    for power, rest in groups.items():
        for army in rest.get("armies", ()):
            return IllegalAction("3.21", "army_missing", army=army)
        if rest.get("leader"):
            return IllegalAction(section(power), "leader_missing", leader=rest["leader"])
        if rest["land"] or rest["fleets"]:
            facts = {"power": power, "land": rest["land"], "fleets": rest["fleets"]}
            return IllegalAction(section(power), "sp_left_over", **facts)
    return None


def clear(play: Play, seat: str) -> None:
    """Remove all forces of the seat's side, for a fresh deployment."""
    mine = [BYZANTIUM] if seat == BYZANTIUM else list(play.scn.setup.barbarians)
    state = play.state
    play.set(
        armies={k: a for k, a in state.armies.items() if a.power not in mine},
        frontier={} if seat == BYZANTIUM else state.frontier,
        detached=state.detached if seat == BYZANTIUM else {},
        fleets={k: f for k, f in state.fleets.items() if f.power not in mine},
    )


def suggest(play: Play, seat: str) -> None:
    """Place the deployment that the scenario suggests."""
    if seat == BYZANTIUM:
        suggested = play.scn.setup.byzantium.suggested
        for army, (province, sp) in suggested.armies.items():
            play.put(Army(army, BYZANTIUM, None, province, sp))
        for province, sp in suggested.frontier.items():
            play.set_frontier(province, sp)
        for province, sp in suggested.fleets.items():
            play.set_fleet(BYZANTIUM, province, sp)
        return
    for side in play.scn.setup.barbarians.values():
        advice = side.suggested
        play.put(Army(side.leader, side.power, side.leader, advice.leader_at, advice.army_sp))
        for province, sp in advice.detached.items():
            play.set_detached(province, side.power, sp)
        for province, sp in advice.fleets.items():
            play.set_fleet(side.power, province, sp)


def finish(play: Play, seat: str, suggested: bool) -> None:
    """End a side's set-up. For Byzantium, draw leaders for the armies, then add the leaders kept out of that
    draw (Belisarius and Narses) to the cup (3.24).
    """
    play.pop()
    play.tell(SideSetUp(seat, suggested))
    if seat != BYZANTIUM:
        return
    for army in start_armies(play.setting):
        leader = play.draw("3.24")
        play.change(army, leader=leader)
        play.tell(LeaderAppointed(leader or "", army, "start"))
    for leader_id in play.scn.magistri_militum:
        if not play.scn.leaders[leader_id].in_first_cup:
            play.into_cup(leader_id)
