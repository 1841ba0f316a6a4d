"""A voyage, in which a fleet sails from sea to sea, patrols, enters a port, or lands an army (7.2)."""

from __future__ import annotations

from typing import Any

from campaigns.justinian.rules.march import interception, zones
from campaigns.justinian.rules.sea.naval_battle import SeaFight
from campaigns.justinian.rules.sea.naval_retreat import PutIn
from campaigns.justinian.rules.state import lazica
from campaigns.justinian.rules.state.control import controller, record_control
from campaigns.justinian.rules.state.events import ArmyPlaced
from campaigns.justinian.rules.state.fleets import dock, enemy_fleets_at
from campaigns.justinian.rules.state.handler import not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler
from campaigns.justinian.rules.state.position import Position, Setting
from campaigns.justinian.rules.state.progress import March, Sail, SeaCheck
from campaigns.justinian.rules.state.state import State, enemy
from campaigns.justinian.rules.state.values import MOVING, FleetKey
from engine.frames import Ask
from engine.game import Choice, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, refuse


@dataclass(frozen=True)
class SailTo(Action):
    sea: str


@dataclass(frozen=True)
class Patrol(Action):
    pass


@dataclass(frozen=True)
class FleetSailed(Event):
    power: str
    sp: int
    origin: str
    sea: str
    army: str | None = None


@dataclass(frozen=True)
class FleetStopped(Event):
    power: str
    place: str
    sp: int
    patrol: bool


def key_of(frame: Sail) -> FleetKey:
    return FleetKey(frame.power, MOVING)


@handler(Sail)
class SailHandler(FrameHandler):
    def advance(self, play: Play, frame: Sail) -> bool:
        if key_of(frame) not in play.state.fleets:  # the fleet was lost or driven into a port
            play.pop()
            if frame.army and not frame.retreating:
                zones.check_zone(play, frame.army)
        elif frame.stage == "arriving":
            arrive(play, frame)
        elif frame.army and not play.state.force_sp(frame.army):
            play.swap(frame.but(army=""))
        elif frame.retreating:
            sail_next_sea(play, frame)
        else:
            return False
        return True

    def ask(self, pos: Position, frame: Sail) -> Ask:
        facts = {"power": frame.power, "sea": frame.sea, "areas": frame.areas, "army": frame.army}
        return Ask(frame.seat, "sail", default(pos, frame), "7.21", facts)

    def choices(self, pos: Position, frame: Sail) -> tuple[Choice, ...]:
        found = []
        seas = next_seas(pos.setting, frame)
        if seas:
            facts = tuple(
                Option(s, {"patrols": len(enemy_fleets_at(pos.state, s, frame.power))}) for s in seas
            )
            found.append(Choice("sail_to", fields=(Pick("sea", facts),), rule="7.21"))
        ports = harbours(pos, frame)
        if ports:
            facts = tuple(Option(p, _port_facts(pos.state, frame, p)) for p in ports)
            found.append(Choice("put_in", fields=(Pick("province", facts),), rule="7.22"))
        if frame.sea and not frame.army:
            found.append(Choice("patrol", rule="7.22"))
        return tuple(found)

    def answer(self, play: Play, frame: Sail, action: Action) -> None:
        if isinstance(action, SailTo):
            if action.sea not in next_seas(play.setting, frame):
                refuse("7.21", "cannot_sail_there", sea=action.sea)
            enter(play, frame, action.sea)
        elif isinstance(action, PutIn):
            if action.province not in harbours(play.pos, frame):
                refuse("7.22", "no_such_harbour", province=action.province)
            if action.sea:
                refuse("8.33", "no_such_way", sea=action.sea)
            play.swap(frame.but(stage="arriving", port=action.province))
        elif isinstance(action, Patrol) and frame.sea and not frame.army:
            finish(play, frame, frame.sea)
        else:
            not_now(action)


def next_seas(setting: Setting, frame: Sail) -> tuple[str, ...]:
    """Return the seas the fleet can enter next (7.21). From port these are the adjacent seas, at no cost. At
    sea they are the adjacent seas while movement remains. There are none if the fleet must stop.
    """
    if frame.must_stop:
        return ()
    if not frame.sea:
        return tuple(setting.scn.provinces[frame.start].seas)
    return tuple(setting.scn.seas[frame.sea].adjacent) if frame.areas else ()


def harbours(pos: Position, frame: Sail) -> tuple[str, ...]:
    """Return the ports that the fleet can enter, including its own if it has not left. A fleet cannot enter
    Lazica with an army that cannot fight the Lazi (3.41).
    """
    if not frame.sea:
        return (frame.start,)
    coasts = tuple(pos.scn.seas[frame.sea].coasts)
    if frame.army and lazica.is_barred(pos.state, pos.state.armies[frame.army], frame.seat):
        coasts = tuple(p for p in coasts if p != lazica.LAZICA)
    return coasts


def _port_facts(state: State, frame: Sail, province: str) -> dict[str, Any]:
    fleets = sum(state.fleets[k].sp for k in enemy_fleets_at(state, province, frame.power))
    return {"enemy_fleets": fleets, "enemy_sp": state.sp_at(province, enemy(frame.seat))}


def default(pos: Position, frame: Sail) -> Any:
    """Return the default end of the voyage. It is the fleet's own port if the fleet has not left, otherwise
    the safest harbour.
    """
    if not frame.sea:
        return PutIn(frame.start)

    def rank(province: str) -> tuple[int, int, bool, str]:
        own = controller(pos.state, province) in (frame.power, frame.seat)
        foes = pos.sp_at(province, enemy(frame.seat))
        return len(enemy_fleets_at(pos.state, province, frame.power)), foes, not own, province

    return PutIn(min(harbours(pos, frame), key=rank))


def enter_sea(frame: Sail, sea: str) -> Sail:
    """Return the voyage after the fleet enters a sea. From port this is free, otherwise it costs one area
    (7.21).
    """
    return frame.but(sea=sea, last=frame.sea, areas=frame.areas - 1 if frame.sea else frame.areas)


def enter(play: Play, frame: Sail, sea: str) -> None:
    """Enter a sea area, where enemy patrols can intercept (7.23)."""
    first = not frame.sea
    origin = frame.sea or frame.start
    fleet = play.state.fleets[key_of(frame)]
    play.swap(enter_sea(frame, sea))
    play.set_fleet(fleet.power, MOVING, fleet.sp, sea, fleet.unpaid)
    if frame.army:
        for army in play.state.force(frame.army):
            if first:
                record_control(play, army.at)
            play.change(army.id, at=sea)
    play.tell(FleetSailed(frame.power, fleet.sp, origin, sea, frame.army or None))
    patrols = enemy_fleets_at(play.state, sea, frame.power)
    if patrols:
        evadable = not first and not frame.retreating and not frame.evaded  # 7.36, ruling C25
        play.push(SeaCheck(key_of(frame), sea, patrols, evadable=evadable))


def sail_next_sea(play: Play, frame: Sail) -> None:
    """Sail a retreating fleet to the next sea on its route (8.21)."""
    if frame.route:
        play.swap(frame.but(route=frame.route[1:]))
        enter(play, frame.but(route=frame.route[1:]), frame.route[0])
    else:
        play.swap(frame.but(stage="arriving"))


def arrive(play: Play, frame: Sail) -> None:
    """Enter the port. Enemy fleets in it must be beaten first (7.25)."""
    foes = enemy_fleets_at(play.state, frame.port, frame.power) if frame.sea else ()
    if foes:
        play.push(SeaFight(key_of(frame), foes[0], frame.port))
        return
    finish(play, frame, frame.port)


def finish(play: Play, frame: Sail, place: str) -> None:
    fleet = play.state.fleets[key_of(frame)]
    dock(play, frame.power, place)
    play.tell(FleetStopped(frame.power, place, fleet.sp, place in play.scn.seas))
    play.pop()
    if frame.army and frame.sea:
        land(play, frame, place)
    elif frame.army:
        zones.check_zone(play, frame.army)


def land(play: Play, frame: Sail, place: str) -> None:
    """Land the army, which can attack at once without spending MP (7.24)."""
    record_control(play, place)
    rising = (
        place == lazica.LAZICA and not frame.retreating and lazica.levy_would_fight(play.state, frame.seat)
    )
    for army in play.state.force(frame.army):
        play.change(army.id, at=place)
    play.tell(ArmyPlaced(frame.army, place, "retreat" if frame.retreating else "landed"))
    if frame.retreating:
        return
    ashore = March(frame.army, frame.seat, 0, landed=True, deserted=True)
    play.push(ashore)
    if rising:
        lazica.attack_levy(play, ashore)
    else:
        interception.start(play, frame.army, place, frame.seat)
