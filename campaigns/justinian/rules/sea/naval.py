"""Naval interception (7.34-7.36), naval battle (8.3) and the retreat of beaten fleets (8.33)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from campaigns.justinian.rules import actions as act
from campaigns.justinian.rules import events as ev
from campaigns.justinian.rules.ground.control import friendly
from campaigns.justinian.rules.ground.duty import Ask, Duty, not_now
from campaigns.justinian.rules.ground.frames import Losses, Sail, SeaCheck, SeaFight, SeaWithdraw
from campaigns.justinian.rules.ground.losses import demand, fell, sweep
from campaigns.justinian.rules.ground.lost_leaders import eliminate
from campaigns.justinian.rules.ground.play import Play, Table, refuse
from campaigns.justinian.rules.ground.state import (
    MOVING,
    State,
    enemy,
    fleet_key,
    force,
    force_sp,
    seat_of,
    sp_at,
)
from campaigns.justinian.rules.ground.tables import naval_interception_succeeds
from campaigns.justinian.rules.ground.units import lose, units_of_force
from campaigns.justinian.rules.sea.fleets import cargo, cast_off, dock, hostile, under_way
from campaigns.justinian.rules.sea.naval_battle import NavalBattle, needs_winner_die, resolve, transport_loss
from engine.game import Choice, Option, Pick


def _seat(state: State, key: str) -> str:
    return seat_of(state, key.partition("@")[0])


class SeaCheckDuty(Duty):
    """Each patrol may try once; the fleet intercepted may slip back (7.36)."""

    def advance(self, play: Play, frame: SeaCheck) -> bool:
        mover = play.state.fleets.get(frame.mover)
        left = tuple(k for k in frame.patrols if k in play.state.fleets)
        if mover is None or mover.at != frame.sea or (not left and frame.stage == "ask"):
            play.pop()
            return True
        if left != frame.patrols:
            play.swap(replace(frame, patrols=left))
            return True
        return False

    def ask(self, table: Table, state: State, frame: SeaCheck) -> Ask:
        facts = {"sea": frame.sea, "fleet": frame.mover, "sp": state.fleets[frame.mover].sp}
        if frame.stage == "evade":
            return Ask(_seat(state, frame.mover), "evade", act.Fight(), "7.36", facts)
        return Ask(_seat(state, frame.patrols[0]), "sea_intercept", act.Pass(), "7.34", facts)

    def choices(self, table: Table, state: State, frame: SeaCheck) -> tuple[Choice, ...]:
        if frame.stage == "evade":
            return (Choice("fight", rule="7.35"), Choice("evade", rule="7.36"))
        options = tuple(Option(k, {"sp": state.fleets[k].sp}) for k in frame.patrols)
        return (
            Choice("intercept_at_sea", fields=(Pick("fleet", options),), rule="7.34"),
            Choice("pass", rule="7.34"),
        )

    def answer(self, play: Play, frame: SeaCheck, action: Any) -> None:
        if frame.stage == "evade":
            self._evade(play, frame, action)
        elif isinstance(action, act.Pass):
            play.pop()
        elif isinstance(action, act.InterceptAtSea):
            if action.fleet not in frame.patrols:
                refuse("7.34", "cannot_intercept", fleet=action.fleet)
            rest = tuple(k for k in frame.patrols if k != action.fleet)
            face = play.d10("sea_interception", "7.35", _seat(play.state, action.fleet))
            success = naval_interception_succeeds(face)
            play.tell(ev.SeaInterceptionRolled(action.fleet, face, success))
            if not success:
                play.swap(replace(frame, patrols=rest))
            elif frame.evadable:
                play.swap(replace(frame, patrols=(action.fleet, *rest), stage="evade"))
            else:
                play.swap(replace(frame, patrols=rest))
                play.push(SeaFight(action.fleet, frame.mover, frame.sea))
        else:
            not_now(action)

    def _evade(self, play: Play, frame: SeaCheck, action: Any) -> None:
        hunter, rest = frame.patrols[0], frame.patrols[1:]
        if isinstance(action, act.Fight):
            play.swap(replace(frame, patrols=rest, stage="ask"))
            play.push(SeaFight(hunter, frame.mover, frame.sea))
        elif isinstance(action, act.Evade):
            sail = next(f for f in reversed(play.state.stack) if isinstance(f, Sail))
            fleet = play.state.fleets[frame.mover]
            play.pop()
            play.amend(Sail, sea=sail.last, last="", must_stop=True, evaded=True)
            play.set_fleet(fleet.power, MOVING, fleet.sp, sail.last, fleet.unpaid)
            if sail.army:
                for army in force(play.state, sail.army):
                    play.change(army.id, at=sail.last)
            play.tell(ev.BattleEvaded(fleet.power, sail.last))
            waiting = hostile(play.state, sail.last, fleet.power)
            if waiting:
                play.push(SeaCheck(frame.mover, sail.last, waiting))
        else:
            not_now(action)


class SeaFightDuty(Duty):
    """Dice at once; the loser flees, ships lost drown what they carried (8.32-8.34)."""

    def advance(self, play: Play, frame: SeaFight) -> bool:
        play.pop()
        state = play.state
        ours, theirs = state.fleets[frame.attacker], state.fleets[frame.defender]
        battle = NavalBattle(ours.power, ours.sp, theirs.power, theirs.sp)
        mine, yours = _seat(state, frame.attacker), _seat(state, frame.defender)
        a, d = play.d10("sea_battle", "8.32", mine), play.d10("sea_battle", "8.32", yours)
        third = None
        if needs_winner_die(battle, a, d):
            third = play.d10("sea_winner", "8.32", "")
        result = resolve(battle, a, d, third)
        play.tell(
            ev.SeaBattleFought(
                frame.attacker,
                frame.defender,
                frame.place,
                result.attacker_score,
                result.defender_score,
                result.attacker_loses,
                result.defender_loses,
                result.winner or "tie",
            )
        )
        beaten = frame.defender if result.winner == "attacker" else frame.attacker  # a tie: the attacker
        army = cargo(state, beaten)
        lose(play, f"fleet:{frame.attacker}", result.attacker_loses, "battle")
        lose(play, f"fleet:{frame.defender}", result.defender_loses, "battle")
        if beaten in play.state.fleets:
            flee(play, beaten, frame.place, army)
        for key in (frame.attacker, frame.defender):
            drown(play, key, cargo(state, key))
        return True


def drown(play: Play, key: str, army: str) -> None:
    """SP beyond the capacity that is left; leaders only with the whole fleet (8.34)."""
    if not army or army not in play.state.armies:
        return
    fleet = play.state.fleets.get(key)
    excess = transport_loss(force_sp(play.state, army), fleet.sp if fleet else 0)
    seat = seat_of(play.state, play.state.armies[army].power)
    members = [a.id for a in force(play.state, army)]
    demand(play, Losses(seat, units_of_force(play.state, army), excess, "drowned", "8.34"))
    if fleet is None:
        for member in members:
            if member in play.state.armies:
                eliminate(play, member)
    sweep(play)
    fell(play)


def flee(play: Play, key: str, place: str, army: str) -> None:
    """Beaten: to a friendly coast of that sea, out of port by way of the sea before it (8.33)."""
    from_port = place in play.scn.provinces and not under_way(key)
    if not under_way(key):
        power = key.partition("@")[0]
        cast_off(play, key, play.state.fleets[key].sp)
        key = fleet_key(power, MOVING)
    seas = tuple(play.scn.provinces[place].seas) if place in play.scn.provinces else (place,)
    if place in play.scn.provinces and not from_port:  # it had not put in yet: back to the sea it came by
        seas = (play.state.fleets[key].at,)
    play.push(SeaWithdraw(key, seas, army, from_port=from_port))


class SeaWithdrawDuty(Duty):
    def advance(self, play: Play, frame: SeaWithdraw) -> bool:
        fleet = play.state.fleets.get(frame.fleet)
        if fleet is None:
            play.pop()
        elif frame.stage == "sailing":
            play.pop()
            put_in(play, frame)
        else:
            ports = havens(play.table, play.state, frame)
            if not ports:
                play.pop()
                lose(play, f"fleet:{frame.fleet}", fleet.sp, "no_haven")
                drown(play, frame.fleet, frame.army)
            elif len(ports) == 1:
                self._go(play, frame, ports[0])
            else:
                return False
        return True

    def ask(self, table: Table, state: State, frame: SeaWithdraw) -> Ask:
        seat = _seat(state, frame.fleet)
        ports = havens(table, state, frame)
        best = min(ports, key=lambda p: (sp_at(state, p, enemy(seat)), -sp_at(state, p, seat), p))
        return Ask(seat, "sea_withdraw", act.PutIn(best), "8.33", {"fleet": frame.fleet})

    def choices(self, table: Table, state: State, frame: SeaWithdraw) -> tuple[Choice, ...]:
        options = tuple(Option(p) for p in havens(table, state, frame))
        return (Choice("put_in", fields=(Pick("province", options),), rule="8.33"),)

    def answer(self, play: Play, frame: SeaWithdraw, action: Any) -> None:
        if not isinstance(action, act.PutIn):
            not_now(action)
            return
        if action.province not in havens(play.table, play.state, frame):
            refuse("8.33", "no_such_harbour", province=action.province)
        self._go(play, frame, action.province)

    def _go(self, play: Play, frame: SeaWithdraw, port: str) -> None:
        """A fleet driven out of port may be intercepted at sea (8.33)."""
        play.swap(replace(frame, stage="sailing", port=port))
        if not frame.from_port:
            return
        fleet = play.state.fleets[frame.fleet]
        sea, patrols = escape(play.table, play.state, frame, port)
        play.set_fleet(fleet.power, MOVING, fleet.sp, sea, fleet.unpaid)
        if patrols:
            play.push(SeaCheck(frame.fleet, sea, patrols))


def havens(table: Table, state: State, frame: SeaWithdraw) -> tuple[str, ...]:
    """Coasts of those seas that are friendly and hold no enemy fleet; not the port that was fought for."""
    fleet = state.fleets[frame.fleet]
    seat = _seat(state, frame.fleet)
    fought_for = {f.port for f in state.stack if isinstance(f, Sail) and f.stage == "arriving"}
    coasts = {p for sea in frame.seas for p in table.scn.seas[sea].coasts} - fought_for
    return tuple(p for p in sorted(coasts) if friendly(state, p, seat) and not hostile(state, p, fleet.power))


def escape(table: Table, state: State, frame: SeaWithdraw, port: str) -> tuple[str, tuple[str, ...]]:
    """The sea that a fleet driven out of port takes to that haven, and who watches it: the least watched."""
    power = state.fleets[frame.fleet].power
    ways = ((s, hostile(state, s, power)) for s in frame.seas if s in table.scn.provinces[port].seas)
    return min(ways, key=lambda way: len(way[1]))


def put_in(play: Play, frame: SeaWithdraw) -> None:
    fleet = play.state.fleets[frame.fleet]
    dock(play, fleet.power, frame.port)
    play.tell(ev.FleetRetreated(fleet.power, frame.port))
    if frame.army and frame.army in play.state.armies:
        for army in force(play.state, frame.army):
            play.change(army.id, at=frame.port)
        play.tell(ev.ArmyPlaced(frame.army, frame.port, "retreat"))
