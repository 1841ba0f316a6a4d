"""The retreat of a beaten fleet and the fate of the troops aboard (8.33, 8.34)."""

from __future__ import annotations

from campaigns.justinian.rules.state.control import friendly
from campaigns.justinian.rules.state.elimination import (
    eliminate,
    remove_armies_without_sp,
    remove_eliminated_powers,
)
from campaigns.justinian.rules.state.events import ArmyPlaced
from campaigns.justinian.rules.state.fleets import cast_off, dock, enemy_fleets_at, owner, transport_loss
from campaigns.justinian.rules.state.handler import not_now
from campaigns.justinian.rules.state.losses import Losses, impose_losses
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Sail, SeaCheck
from campaigns.justinian.rules.state.state import enemy
from campaigns.justinian.rules.state.units import lose, units_of_force
from campaigns.justinian.rules.state.values import MOVING, FleetKey, Ships
from engine.codec import late_field
from engine.frames import Ask, Frame
from engine.game import Choice, Facts, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, policy, refuse


@dataclass(frozen=True)
class SeaWithdraw(Frame):
    """The retreat of a beaten fleet to a port on one of the ``seas`` (8.33). ``stage``: choose, or sailing
    to ``port``.
    """

    fleet: FleetKey
    seas: tuple[str, ...]
    army: str = ""
    stage: str = "choose"
    port: str = ""
    from_port: bool = False


@dataclass(frozen=True)
class FleetRetreated(Event):
    power: str
    to: str


def drown(play: Play, key: FleetKey, army: str) -> None:
    """Drown the SP that the remaining ships cannot carry. Leaders drown only if the whole fleet is lost
    (8.34).
    """
    if not army or army not in play.state.armies:
        return
    fleet = play.state.fleets.get(key)
    excess = transport_loss(play.state.force_sp(army), fleet.sp if fleet else 0)
    seat = play.state.seat_of(play.state.armies[army].power)
    members = [a.id for a in play.state.force(army)]
    impose_losses(play, Losses(seat, units_of_force(play.state, army), excess, "drowned", "8.34"))
    if fleet is None:
        for member in members:
            if member in play.state.armies:
                eliminate(play, member)
    remove_armies_without_sp(play)
    remove_eliminated_powers(play)


def flee(play: Play, key: FleetKey, place: str, army: str) -> None:
    """Begin the retreat of a beaten fleet (8.33). A fleet beaten at sea flees to a friendly coast of that
    sea. One beaten in port flees through an adjacent sea.
    """
    from_port = place in play.scn.provinces and not key.under_way
    if not key.under_way:
        cast_off(play, key, play.state.fleets[key].sp)
        key = FleetKey(key.power, MOVING)
    seas = tuple(play.scn.provinces[place].seas) if place in play.scn.provinces else (place,)
    # the fleet had not entered the port, so it retreats from its current sea
    if place in play.scn.provinces and not from_port:
        seas = (play.state.fleets[key].at,)
    play.push(SeaWithdraw(key, seas, army, from_port=from_port))


@handler(SeaWithdraw)
class SeaWithdrawHandler(FrameHandler):
    def advance(self, play: Play, frame: SeaWithdraw) -> bool:
        fleet = play.state.fleets.get(frame.fleet)
        if fleet is None:
            play.pop()
        elif frame.stage == "sailing":
            play.pop()
            put_in(play, frame)
        else:
            ports = retreat_ports(play.pos, frame)
            if not ports:
                play.pop()
                lose(play, Ships(frame.fleet), fleet.sp, "no_haven")
                drown(play, frame.fleet, frame.army)
            elif len(ports) == 1:
                self._sail_to_port(play, frame, ports[0])
            else:
                return False
        return True

    def ask(self, pos: Position, frame: SeaWithdraw) -> Ask:
        seat = owner(pos.state, frame.fleet)
        ports = retreat_ports(pos, frame)
        best = min(ports, key=lambda p: (pos.sp_at(p, enemy(seat)), -pos.sp_at(p, seat), p))
        return Ask(seat, "sea_withdraw", PutIn(best), "8.33", {"fleet": frame.fleet})

    def choices(self, pos: Position, frame: SeaWithdraw) -> tuple[Choice, ...]:
        ports = retreat_ports(pos, frame)
        first = Choice("put_in", fields=(Pick("province", tuple(Option(p) for p in ports)),), rule="8.33")
        return (
            first,
            *(_offer_sea(pos, frame, sea, ports) for sea in _find_elective_seas(pos, frame, ports)),
        )

    def answer(self, play: Play, frame: SeaWithdraw, action: Action) -> None:
        if not isinstance(action, PutIn):
            not_now(action)
            return
        if action.province not in retreat_ports(play.pos, frame):
            refuse("8.33", "no_such_harbour", province=action.province)
        if action.sea and action.sea not in seas_to(play.pos, frame, action.province):
            refuse("8.33", "no_such_way", sea=action.sea)
        self._sail_to_port(play, frame, action.province, action.sea)

    def _sail_to_port(self, play: Play, frame: SeaWithdraw, port: str, way: str = "") -> None:
        """Sail a beaten fleet to its port of refuge. ``way``: the sea that its owner chose, or "". A fleet
        driven out of port can be intercepted at sea (8.33).
        """
        play.swap(frame.but(stage="sailing", port=port))
        if not frame.from_port:
            return
        fleet = play.state.fleets[frame.fleet]
        sea, patrols = escape(play.pos, frame, port, way)
        play.set_fleet(fleet.power, MOVING, fleet.sp, sea, fleet.unpaid)
        if patrols:
            play.push(SeaCheck(frame.fleet, sea, patrols))


def retreat_ports(pos: Position, frame: SeaWithdraw) -> tuple[str, ...]:
    """Return the ports of refuge, which are friendly coasts of the frame's seas. Ports with an enemy fleet
    are excluded, and so is the port that was fought for.
    """
    fleet = pos.state.fleets[frame.fleet]
    seat = owner(pos.state, frame.fleet)
    fought_for = {f.port for f in pos.state.stack if isinstance(f, Sail) and f.stage == "arriving"}
    coasts = {p for sea in frame.seas for p in pos.scn.seas[sea].coasts} - fought_for
    return tuple(
        p
        for p in sorted(coasts)
        if friendly(pos.state, p, seat) and not enemy_fleets_at(pos.state, p, fleet.power)
    )


def seas_to(pos: Position, frame: SeaWithdraw, port: str) -> tuple[str, ...]:
    """Return the seas through which a fleet driven out of port can reach the given port."""
    if not frame.from_port:
        return ()
    return tuple(sea for sea in frame.seas if sea in pos.scn.provinces[port].seas)


def _find_elective_seas(pos: Position, frame: SeaWithdraw, ports: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seas between which the fleet's owner can choose, because another sea leads to one of the
    same ports.
    """
    ways = (seas_to(pos, frame, port) for port in ports)
    return tuple(dict.fromkeys(sea for found in ways if len(found) > 1 for sea in found))


def _offer_sea(pos: Position, frame: SeaWithdraw, sea: str, ports: tuple[str, ...]) -> Choice:
    """Return the choice to flee through the given sea (8.33). It offers the ports that can also be reached
    through another sea.
    """
    reached = ((port, seas_to(pos, frame, port)) for port in ports)
    options = tuple(Option(port) for port, ways in reached if sea in ways and len(ways) > 1)
    return Choice("put_in", {"sea": sea}, (Pick("province", options),), "8.33")


def escape(pos: Position, frame: SeaWithdraw, port: str, way: str = "") -> tuple[str, tuple[FleetKey, ...]]:
    """Return the sea through which a fleet driven out of port flees, and the patrols in it. This is the sea
    that the owner chose (``way``), otherwise the one with the fewest patrols.
    """
    power = pos.state.fleets[frame.fleet].power
    seas = (way,) if way else seas_to(pos, frame, port)
    return min(
        ((sea, enemy_fleets_at(pos.state, sea, power)) for sea in seas), key=lambda found: len(found[1])
    )


def put_in(play: Play, frame: SeaWithdraw) -> None:
    fleet = play.state.fleets[frame.fleet]
    dock(play, fleet.power, frame.port)
    play.tell(FleetRetreated(fleet.power, frame.port))
    if frame.army and frame.army in play.state.armies:
        for army in play.state.force(frame.army):
            play.change(army.id, at=frame.port)
        play.tell(ArmyPlaced(frame.army, frame.port, "retreat"))


@standing_order("sea_withdraw", policy("to_friends", "to_city"), rule="8.33")
def follow_order(pos: Position, frame: SeaWithdraw, order: Facts) -> Action:
    """Return the action that carries out a standing order (8.33): retreat to a City if the order prefers one,
    otherwise to the port with the most friendly SP.
    """
    seat = owner(pos.state, frame.fleet)

    def rank(port: str) -> tuple[int, int, str]:
        city, friends = 0 if pos.scn.provinces[port].is_city else 1, -pos.sp_at(port, seat)
        return (city, friends, port) if order.get("policy") == "to_city" else (friends, city, port)

    return PutIn(min(retreat_ports(pos, frame), key=rank))


@dataclass(frozen=True)
class PutIn(Action):
    province: str
    # the sea through which a fleet driven out of port flees, if its owner chooses one (8.33)
    sea: str = late_field("")
