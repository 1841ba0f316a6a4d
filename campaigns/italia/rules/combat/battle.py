"""The combat of two nations in one area, round by round (10.1).

A combat begins with the events before the first dice (submission, panic, desertion). Each round then has
a conversion, the attacker's aims, the defender's aims, the dice, and the attacker's and the defender's
retreats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

from campaigns.italia.rules.combat import singly
from campaigns.italia.rules.combat.elsewhere import OpenField
from campaigns.italia.rules.combat.events import Aimed, BattleBegan, BattleEnded, RoundFought
from campaigns.italia.rules.combat.preliminaries import before_first_round, convert, convertible
from campaigns.italia.rules.combat.raid import settle_raid
from campaigns.italia.rules.combat.retreats import (
    Flight,
    Withdraw,
    carry_off,
    deduct_for_retreated_leaders,
    retreat_places,
    withdrawals,
)
from campaigns.italia.rules.combat.rounds import fight
from campaigns.italia.rules.combat.situation import (
    AT_SEA,
    ATTACKER,
    DEFENDER,
    KNIGHT,
    Aims,
    Group,
    Side,
    Situation,
    other,
    still_hurt,
    type_of,
    usual_aims,
)
from campaigns.italia.rules.combat.supremacy import supremacy
from campaigns.italia.rules.scenario.types import ENTRY, FLEET, HIGHLAND
from campaigns.italia.rules.state.capital import NameCapital, capital_choices, name_capital
from campaigns.italia.rules.state.play import FRAMES, Offered, Play, UnitsLost, score_destroyed_units
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.war.plans import is_garrison
from campaigns.italia.rules.war.subjects import may_submit, must_submit, submit
from engine.codec import late_field
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Option, Pick, Share
from engine.values import dataclass
from kit.rules.decisions import Action


@dataclass(frozen=True)
class Guest:
    """A converted unit whose new nation has no counter left. It fights for that nation until the end of the
    combat and then leaves (14.3).
    """

    side: str
    unit: str


@dataclass(frozen=True)
class Battle(Frame):
    """A combat in progress. ``came``: the areas from which the attackers entered. ``seaborne``: how many of
    each type came by sea or across a strait. ``reacted``: areas from which reaction moves started.
    ``round``: the number of rounds fought.
    """

    area: str
    attacker: str
    defender: str
    raid: bool = False
    came: tuple[str, ...] = ()
    seaborne: Mapping[str, int] = field(default_factory=dict)
    reacted: tuple[str, ...] = ()
    campaign: str = ""
    start_units: int = 0
    start_foes: int = 0
    round: int = 0
    stage: str = "begin"
    hurt: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # side -> kind -> hits taken
    aims: Mapping[str, Mapping[str, Mapping[str, int]]] = field(default_factory=dict)
    converted: bool = False
    submitted: bool = False
    guest: Guest | None = late_field(None)
    stood: Mapping[str, Mapping[str, int]] | None = late_field(
        None
    )  # side -> units left right after the dice

    def nation(self, side: Side) -> str:
        return self.attacker if side == ATTACKER else self.defender


# --- actions ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Aim(Action):
    """Aim units at targets. Each field is a type of the side's units. It maps enemy kinds to the number of
    units that aim at them.
    """

    infantry: Mapping[str, int] = field(default_factory=dict)
    roman_foederati: Mapping[str, int] = field(default_factory=dict)
    legion: Mapping[str, int] = field(default_factory=dict)
    consular_legion: Mapping[str, int] = field(default_factory=dict)
    knight: Mapping[str, int] = field(default_factory=dict)
    elephant: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class FightOn(Action):
    """Fight on, and retreat no more units for now."""


@dataclass(frozen=True)
class Submit(Action):
    """Submit to the attacker (12.5)."""


@dataclass(frozen=True)
class Convert(Action):
    """Convert one enemy unit (14.3). ``unit``: None to convert nobody now."""

    unit: str | None = None


# --- the combat as a Situation ------------------------------------------------------------------------------


def situation(pos: Position, battle: Battle) -> Situation:
    """Return the Situation of the combat before its next round."""
    units = fighters(pos, battle, ATTACKER)
    if battle.round == 0:
        units = split_seaborne(units, battle.seaborne)
    defending = fighters(pos, battle, DEFENDER)
    kind = pos.area(battle.area).kind
    return Situation(
        pos.scn.units,
        _group(pos, battle, ATTACKER, units),
        _group(pos, battle, DEFENDER, defending),
        HIGHLAND if kind == ENTRY else kind,
        pos.has_city(battle.area),
        supremacy(pos, battle.area, battle.attacker, battle.defender),
        battle.round == 0,
        battle.raid,
        aims_singly(pos, battle),
    )


def ground_of(pos: Position, battle: Battle) -> Facts:
    """Return the conditions of a combat apart from units and leaders, for players who fight it in another
    game.
    """
    s = situation(pos, battle)
    return {
        "area": battle.area,
        "ground": s.ground,
        "city": s.city,
        "supremacy": s.supremacy,
        "seaborne": dict(battle.seaborne),
        "weak": {side: s.group(side).weak for side in (ATTACKER, DEFENDER)},
        "round": pos.state.round,
    }


def aims_singly(pos: Position, battle: Battle) -> bool:
    """Return whether each unit is a separate target (house rule at 10). Raiders never aim."""
    return pos.setting.options.targets == "units" and not battle.raid


def situation_of(pos: Position, battle: Battle) -> Situation:
    """Return the Situation of the combat before its next round. If the option asks for it, every unit is a
    separate target.
    """
    s = situation(pos, battle)
    return singly.separate_units(s) if aims_singly(pos, battle) else s


def usual_aim(pos: Position, battle: Battle, side: Side) -> Aim:
    """Return a side's default targets. If each unit is a separate target, return only the targets of the type
    that aims next.
    """
    s = situation_of(pos, battle)
    if not aims_singly(pos, battle):
        return aim(usual_aims(s, side))
    before = battle.aims.get(side, {})
    unit = singly.still_to_aim(s, side, before)
    return Aim(**{unit: singly.default_targets(s, side, unit, before)})


def fighters(pos: Position, battle: Battle, side: Side) -> dict[str, int]:
    """Return the number of units of each type that fight for a side, including a guest."""
    units = {u: n for u, n in pos.units(battle.area, battle.nation(side)).items() if u != FLEET}
    guest = battle.guest
    if guest and guest.side == side:
        units[guest.unit] = units.get(guest.unit, 0) + 1
    return units


def _group(pos: Position, battle: Battle, side: Side, units: Mapping[str, int]) -> Group:
    nation = battle.nation(side)
    return Group(
        units,
        len(pos.leaders(battle.area, nation)),
        dict(battle.hurt.get(side, {})),
        weak=weakness(pos, nation),
    )


def split_seaborne(units: Mapping[str, int], seaborne: Mapping[str, int]) -> dict[str, int]:
    """Return the number of a side's units of each kind. Units that came by sea or across a strait are
    separate kinds.
    """
    found: dict[str, int] = {}
    for unit, number in units.items():
        wet = min(number, seaborne.get(unit, 0))
        if wet:
            found[unit + AT_SEA] = wet
        if number > wet:
            found[unit] = number - wet
    return found


def weakness(pos: Position, nation: str) -> int:
    """Return the penalty that a nation's card puts on its dice. The card names an area and a leader. There is
    no penalty while the nation holds the area without enemies and the leader is on the map.
    """
    weak = pos.nation(nation).effect("weak")
    if weak is None:
        return 0
    holds = pos.holds(nation, weak["holds"]) and not pos.foes(nation, weak["holds"])
    return 0 if holds and pos.leader_at(weak["leader"]) else int(weak["by"])


# --- the course of the combat -------------------------------------------------------------------------------


@FRAMES.handler(Battle)
class _Battle(Offered):
    def advance(self, play: Play, frame: Battle) -> bool:
        match frame.stage:
            case "begin":
                self._begin(play, frame)
            case "where":
                self._open_elsewhere(play, frame)
            case "convert":
                if convertible(play.pos, frame.attacker, frame.defender, frame.area, done=frame.converted):
                    return False
                play.swap(frame.but(stage="aim_attacker"))
            case "aim_attacker" | "aim_defender":
                return self._aim_by_default(play, frame)
            case "dice":
                self._dice(play, frame)
            case "after":
                self._finish_dice(play, frame)
            case "retreat_attacker" | "retreat_defender":
                return self._skip_retreats(play, frame)
            case _:
                self._end(play, frame)
        return True

    # --- before the dice ---

    def _begin(self, play: Play, frame: Battle) -> None:
        pos = play.pos
        play.tell(
            BattleBegan(
                frame.area,
                frame.attacker,
                frame.defender,
                dict(pos.units(frame.area, frame.attacker)),
                dict(pos.units(frame.area, frame.defender)),
                frame.raid,
            )
        )
        play.swap(frame.but(stage="convert"))
        if must_submit(pos, frame.defender, frame.attacker):
            self._submit(play, frame.but(stage="convert"))
            return
        before_first_round(play, frame.area, frame.attacker, frame.defender)
        if self._check_survivors(play, frame):
            play.swap(frame.but(stage="end"))
        elif play.pos.setting.options.battles == "open" and not frame.raid:
            play.swap(play.top.but(stage="where"))

    def _open_elsewhere(self, play: Play, frame: Battle) -> None:
        """Let players fight the combat elsewhere, and wait for their report. If they choose to resolve it by
        dice instead, it continues here.
        """
        play.swap(frame.but(stage="convert"))
        play.push(
            OpenField(
                frame.area,
                frame.attacker,
                frame.defender,
                ground_of(play.pos, frame),
                frame.came,
                frame.reacted,
                frame.campaign,
            )
        )

    def _check_survivors(self, play: Play, frame: Battle) -> bool:
        """Return whether a side has no units left. If only one side has any, the other side's leaders die."""
        pos = play.pos
        mine, theirs = (sum(fighters(pos, frame, side).values()) for side in (ATTACKER, DEFENDER))
        if mine and theirs:
            return False
        for nation, foe, left, against in (
            (frame.attacker, frame.defender, mine, theirs),
            (frame.defender, frame.attacker, theirs, mine),
        ):
            if not left and against:
                for leader in pos.leaders(frame.area, nation):
                    play.kill_leader(leader, "alone", foe)
        return True

    def _submit(self, play: Play, frame: Battle) -> None:
        """Make the defender a subject, and make the overlord's units leave all areas of the defender,
        beginning with the area of the combat.
        """
        play.swap(frame.but(stage="end", submitted=True))
        submit(play, frame.defender, frame.attacker)
        for area in reversed(play.pos.areas_of(frame.defender)):
            if play.pos.holds(frame.attacker, area):
                play.push(Flight(frame.attacker, area, "submission", "12.5", campaign=bool(frame.campaign)))

    # --- aiming ---

    def _side(self, frame: Battle) -> Side:
        return ATTACKER if frame.stage.endswith("attacker") else DEFENDER

    def _aim_by_default(self, play: Play, frame: Battle) -> bool:
        """Choose the default targets if the side has no choice to make, and return True. Return False if the
        player must choose.

        There is no choice for raiders, for garrisons in the last round (13.4), or against only one kind of
        unit.
        """
        side, s = self._side(frame), situation_of(play.pos, frame)
        asked = len(s.group(other(side)).units) > 1 and not is_garrison(play.pos, frame.nation(side))
        if asked and not (s.raid and side == ATTACKER):
            return False
        self._set_aims(
            play,
            frame,
            side,
            singly.all_default_targets(s, side) if aims_singly(play.pos, frame) else usual_aims(s, side),
        )
        return True

    def _aim(self, play: Play, frame: Battle, side: Side, action: Aim) -> None:
        s = situation_of(play.pos, frame)
        if not aims_singly(play.pos, frame):
            aims = divide_aims(s, side, action)
        else:
            before = frame.aims.get(side, {})
            unit = singly.still_to_aim(s, side, before)
            aims = {**before, unit: {target: n for target, n in aims_of(action, unit).items() if n}}
            if singly.still_to_aim(s, side, aims):
                play.swap(frame.but(aims={**frame.aims, side: aims}))
                return
        if any(aims.values()):
            play.tell(Aimed(frame.nation(side), frame.area, aims))
        self._set_aims(play, frame, side, aims)

    def _set_aims(self, play: Play, frame: Battle, side: Side, aims: Aims) -> None:
        stage = "aim_defender" if side == ATTACKER else "dice"
        play.swap(frame.but(stage=stage, aims={**frame.aims, side: aims}))

    # --- the dice ---

    def _dice(self, play: Play, frame: Battle) -> None:
        s = situation_of(play.pos, frame)
        purpose = "raid" if frame.raid else "combat"

        def throw(count: int, side: Side) -> tuple[int, ...]:
            return play.d10s(count, purpose, "10.7" if frame.raid else "10.2", frame.nation(side))

        result = fight(s, frame.aims[ATTACKER], frame.aims[DEFENDER], throw)
        lost = {
            ATTACKER: losses(s.attacker, result.attacker),
            DEFENDER: losses(s.defender, result.defender),
        }
        play.tell(
            RoundFought(
                frame.area,
                frame.round + 1,
                result.by_attacker.faces,
                result.by_defender.faces,
                result.by_attacker.hits,
                result.by_defender.hits,
                lost[ATTACKER],
                lost[DEFENDER],
            )
        )
        hurt: dict[str, Mapping[str, int]] = {
            ATTACKER: result.attacker.merge_seaborne().hurt,
            DEFENDER: result.defender.merge_seaborne().hurt,
        }
        stood = {
            ATTACKER: dict(result.attacker.merge_seaborne().units),
            DEFENDER: dict(result.defender.merge_seaborne().units),
        }
        frame = frame.but(round=frame.round + 1, stage="after", hurt=hurt, aims={}, stood=stood)
        play.swap(frame)
        self._push_rout(play, frame, ATTACKER, result.by_defender.routs)
        self._push_rout(play, frame, DEFENDER, result.by_attacker.routs)
        for side in (ATTACKER, DEFENDER):
            fallen = self._lose_guest(play, side, lost[side])
            play.lose(frame.nation(side), frame.area, fallen, "combat", frame.nation(other(side)))
        if frame.raid:
            settle_raid(
                play, frame.area, frame.attacker, frame.defender, sum(result.by_attacker.hits.values())
            )

    def _lose_guest(self, play: Play, side: Side, lost: dict[str, int]) -> dict[str, int]:
        """Record the loss of the guest if it fell, and return the other losses. Among units of one type the
        guest falls first, because it would leave anyway.
        """
        frame = play.state.in_progress(Battle)
        guest = frame.guest if frame else None
        if frame is None or guest is None or guest.side != side or not lost.get(guest.unit):
            return lost
        play.amend(Battle, guest=None)
        gone = {guest.unit: 1}
        foe = frame.nation(other(side))
        play.tell(UnitsLost(frame.nation(side), frame.area, gone, "combat", foe))
        score_destroyed_units(play, foe, frame.nation(side), gone)
        return {**lost, guest.unit: lost[guest.unit] - 1}

    def _push_rout(self, play: Play, frame: Battle, side: Side, number: int) -> None:
        """Make units flee from elephants, in addition to those lost (10.2)."""
        if number:
            barred = frame.came if side == DEFENDER else frame.reacted
            play.push(
                Flight(
                    frame.nation(side),
                    frame.area,
                    "elephants",
                    "10.2",
                    frame.nation(other(side)),
                    number,
                    barred=barred,
                    campaign=bool(frame.campaign) and side == ATTACKER,
                )
            )

    def _finish_dice(self, play: Play, frame: Battle) -> None:
        """Continue after the dice, once the units that elephants drove off have left."""
        frame = frame.but(hurt=_remaining_hits(play.pos, frame), stood=None)
        if frame.raid:
            play.swap(frame.but(stage="end"))
            self._withdraw_raiders(play, frame)
        elif self._check_survivors(play, frame):
            play.swap(frame.but(stage="end"))
        else:
            play.swap(frame.but(stage="retreat_attacker"))

    def _withdraw_raiders(self, play: Play, frame: Battle) -> None:
        """Make raiders retreat, except hurt knights, who cannot and are lost (10.7, 14.2)."""
        hurt = frame.hurt.get(ATTACKER, {}).get(KNIGHT, 0)
        play.lose(frame.attacker, frame.area, {KNIGHT: hurt}, "raid", frame.defender)
        play.push(
            Flight(
                frame.attacker,
                frame.area,
                "raid",
                "10.7",
                frame.defender,
                barred=frame.reacted,
                campaign=bool(frame.campaign),
            )
        )

    # --- retreats ---

    def _mobile_units(self, pos: Position, frame: Battle, side: Side) -> dict[str, int]:
        """Return the number of land units of each type that can retreat. Hurt knights cannot (14.2), nor can
        garrisons of the last round (13.4).
        """
        hurt = frame.hurt.get(side, {})
        units: dict[str, int] = {}
        if is_garrison(pos, frame.nation(side)):
            return units  # garrisons of the last round never retreat (13.4)
        for unit, number in pos.units(frame.area, frame.nation(side)).items():
            free = number - (hurt.get(unit, 0) if unit == KNIGHT else 0)
            if unit != FLEET and free > 0:
                units[unit] = free
        return units

    def _retreats(self, pos: Position, frame: Battle) -> Choices:
        side = self._side(frame)
        nation = frame.nation(side)
        units = self._mobile_units(pos, frame, side)
        leaders = () if is_garrison(pos, nation) else pos.leaders(frame.area, nation)
        if not units and not leaders:
            return ()
        barred = frame.came if side == DEFENDER else frame.reacted
        room = retreat_places(
            pos, nation, frame.area, barred, campaign=bool(frame.campaign) and side == ATTACKER
        )
        return withdrawals(pos, nation, frame.area, units, leaders, room)

    def _skip_retreats(self, play: Play, frame: Battle) -> bool:
        """Continue if the side has nothing to decide about retreats, and return True. Return False if a
        player must decide.
        """
        if self._check_survivors(play, frame):
            play.swap(frame.but(stage="end"))
            return True
        if next(self._ways_out(play.pos, frame), None) is None:
            self.execute(play, frame, FightOn())
            return True
        return False

    def _end(self, play: Play, frame: Battle) -> None:
        play.pop()
        pos = play.pos
        if frame.guest:
            nation = frame.attacker if frame.guest.side == ATTACKER else frame.defender
            play.tell(UnitsLost(nation, frame.area, {frame.guest.unit: 1}, "no_counter", ""))
        if not frame.raid and not frame.submitted:
            if pos.leaders(frame.area, frame.attacker) and pos.leaders(frame.area, frame.defender):
                campaign = bool(frame.campaign)
                play.push(
                    Flight(
                        frame.attacker, frame.area, "leaders", "10.2", leaders_only=True, campaign=campaign
                    )
                )
            award_pitched(play, frame)
        play.tell(BattleEnded(frame.area, frame.attacker, frame.defender, frame.round))

    # --- decisions for the players ---

    def ask(self, pos: Position, frame: Battle) -> Ask:
        facts: dict[str, Any] = {"area": frame.area, "round": frame.round}
        if frame.stage == "convert":
            nation = convertible(pos, frame.attacker, frame.defender, frame.area, done=frame.converted)
            return Ask(pos.seat(nation), "convert", Convert(), "14.3", facts, nation)
        side = self._side(frame)
        nation = frame.nation(side)
        if frame.stage.startswith("aim"):

            def usual() -> Aim:
                return usual_aim(pos, frame, side)

            return Ask(pos.seat(nation), "aim", usual, "10.4", facts, nation)
        return Ask(pos.seat(nation), "retreat", FightOn(), "10.5", facts, nation)

    def choices(self, pos: Position, frame: Battle) -> Choices:
        if frame.stage == "convert":
            return self._conversions(pos, frame)
        side = self._side(frame)
        if frame.stage.startswith("aim"):
            return (self._aim_choice(pos, frame, side),)
        nation = frame.nation(side)
        found = [*self._ways_out(pos, frame)]
        if found and not is_garrison(pos, nation):
            found += capital_choices(pos, nation)
        return (*found, Choice("fight_on", rule="10.5"))

    def _ways_out(self, pos: Position, frame: Battle) -> Iterator[Choice]:
        yield from self._retreats(pos, frame)
        if self._side(frame) == DEFENDER and may_submit(pos, frame.defender, frame.attacker):
            yield Choice("submit", rule="12.5", facts={"nation": frame.attacker})

    def matching_choices(self, pos: Position, frame: Battle, action: Action) -> Iterable[Choice]:
        asked = frame.stage.startswith("retreat")
        if asked and isinstance(action, FightOn):
            return (Choice("fight_on", rule="10.5"),)
        if asked and isinstance(action, Withdraw | Submit):
            return self._ways_out(pos, frame)
        return self.choices(pos, frame)

    def _conversions(self, pos: Position, frame: Battle) -> Choices:
        nation = convertible(pos, frame.attacker, frame.defender, frame.area, done=frame.converted)
        foe = frame.defender if nation == frame.attacker else frame.attacker
        spared = pos.nation(nation).effects["conversion"][0]["spared"]
        units = tuple(Option(u) for u in pos.units(frame.area, foe) if u not in spared and u != FLEET)
        return (Choice("convert", {}, (Pick("unit", units, optional=True),), "14.3"),)

    def _aim_choice(self, pos: Position, frame: Battle, side: Side) -> Choice:
        s = situation_of(pos, frame)
        if aims_singly(pos, frame):
            done = frame.aims.get(side, {})
            share = singly.target_field(s, side, singly.still_to_aim(s, side, done), done)
            return Choice("aim", {}, (share,), "10.4", facts={"area": frame.area})
        targets = tuple(Option(kind) for kind in s.group(other(side)).units)
        own: dict[str, int] = {}
        for kind, number in s.group(side).units.items():
            own[type_of(kind)] = own.get(type_of(kind), 0) + number
        fields = tuple(Share(unit, targets, number, number) for unit, number in own.items())
        return Choice("aim", {}, fields, "10.4", facts={"area": frame.area})

    def execute(self, play: Play, frame: Battle, action: Action) -> None:
        match action:
            case Aim():
                side = self._side(frame)
                self._aim(play, frame, side, action)
            case Convert():
                play.swap(frame.but(stage="aim_attacker", converted=bool(action.unit)))
                if action.unit:
                    self._convert(play, action.unit)
            case NameCapital():
                name_capital(play, frame.nation(self._side(frame)), action.area)
            case Withdraw():
                self._withdraw(play, frame, action)
            case Submit():
                self._submit(play, frame)
            case _:
                following = "retreat_defender" if frame.stage == "retreat_attacker" else "convert"
                play.swap(frame.but(stage=following))

    def _convert(self, play: Play, unit: str) -> None:
        frame = play.top
        assert isinstance(frame, Battle)
        nation = convertible(play.pos, frame.attacker, frame.defender, frame.area, done=False)
        side: Side = ATTACKER if nation == frame.attacker else DEFENDER
        if not convert(play, nation, frame.nation(other(side)), frame.area, unit):
            frame = frame.but(guest=Guest(side, unit))
            play.swap(frame)
        if self._check_survivors(play, frame):
            play.swap(frame.but(stage="end"))

    def _withdraw(self, play: Play, frame: Battle, action: Withdraw) -> None:
        side = self._side(frame)
        nation = frame.nation(side)
        led = [leader for leader in play.pos.leaders(frame.area, nation) if action.units.get(leader)]
        stood = {one: fighters(play.pos, frame, one) for one in (ATTACKER, DEFENDER)}
        carry_off(play, nation, frame.area, action.to, action.units)
        play.swap(frame.but(hurt=_remaining_hits(play.pos, frame.but(stood=stood))))
        deduct_for_retreated_leaders(play, nation, len(led), frame.area)


def _remaining_hits(pos: Position, frame: Battle) -> dict[str, dict[str, int]]:
    """Return the hits on the units still in the combat after deaths and departures, by side and type."""
    found: dict[str, dict[str, int]] = {}
    for side in (ATTACKER, DEFENDER):
        here, stood = fighters(pos, frame, side), (frame.stood or {}).get(side, {})
        left = {
            unit: still_hurt(unit, here[unit], hits, max(0, stood.get(unit, 0) - here[unit]))
            for unit, hits in frame.hurt.get(side, {}).items()
            if unit in here
        }
        found[side] = {unit: hits for unit, hits in left.items() if hits}
    return found


def losses(before: Group, after: Group) -> dict[str, int]:
    """Return the number of casualties for each unit type."""
    found: dict[str, int] = {}
    for kind, number in before.units.items():
        gone = number - after.units.get(kind, 0)
        if gone:
            found[type_of(kind)] = found.get(type_of(kind), 0) + gone
    return found


def aim(aims: Aims) -> Aim:
    """Return the action for these aims. Units that came by sea are merged with the others of their type."""
    found: dict[str, dict[str, int]] = {}
    for kind, at in aims.items():
        mine = found.setdefault(type_of(kind), {})
        for target, number in at.items():
            mine[target] = mine.get(target, 0) + number
    return Aim(**found)


def divide_aims(s: Situation, side: Side, action: Aim) -> Aims:
    """Return an action's aims by kind of unit. Units that came by sea are a separate kind, but aim like the
    others of their type.
    """
    found: dict[str, dict[str, int]] = {}
    for unit in {type_of(kind): None for kind in sorted(s.group(side).units)}:
        targets = [t for t, n in sorted(aims_of(action, unit).items()) for _ in range(n)]
        for kind in (unit, unit + AT_SEA):
            number = s.group(side).units.get(kind, 0)
            mine, targets = targets[:number], targets[number:]
            if mine:
                found[kind] = {target: mine.count(target) for target in dict.fromkeys(mine)}
    return found


def aims_of(action: Aim, unit: str) -> Mapping[str, int]:
    """Return the aims of one unit type in an action: the number of units that aim at each enemy."""
    found: Mapping[str, int] = vars(action)[unit]
    return found


def award_pitched(play: Play, frame: Battle) -> None:
    """Award the points for a leader's victory in a pitched battle. Both sides must have started with enough
    units, and no enemy may be left.
    """
    pos = play.pos
    if pos.troops(frame.area, frame.defender) or not pos.troops(frame.area, frame.attacker):
        return
    for b in play.scn.bounties:
        if (b.nation, b.event) != (frame.attacker, "pitched_battle") or frame.attacker != play.state.nation:
            continue
        if b.rounds and play.state.round not in b.rounds:
            continue
        if pos.leader_at(b.leader) != frame.area or min(frame.start_units, frame.start_foes) < b.least:
            continue
        if not b.versus or frame.defender in b.versus:
            play.score(frame.attacker, b.halves, "pitched_battle", frame.area)
