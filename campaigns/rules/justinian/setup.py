"""Setting up (3.2, 3.3): suggested in one action, or by hand with every limit checked."""

from __future__ import annotations

from typing import Any

from campaigns.rules.justinian import actions as act
from campaigns.rules.justinian import events as ev
from campaigns.rules.justinian.duty import Ask, Duty, not_now
from campaigns.rules.justinian.frames import SetUp, Turn
from campaigns.rules.justinian.play import Play, Table, refuse
from campaigns.rules.justinian.scenario import OSTROGOTHS, VANDALS
from campaigns.rules.justinian.state import BARBARIAN, BYZANTIUM, MAJORS, Army, State, byzantine_sp, power_sp
from engine.game import Choice, Field, Number, Option, Pick


def blank(table: Table) -> State:
    """Before anybody has placed anything: leaders in their boxes, markers, treasuries (3.3)."""
    scn = table.scn
    armies: dict[str, Army] = {}
    for leader in scn.leaders.values():
        box = scn.boxes.get(f"{leader.power}_box")
        if leader.power != BYZANTIUM and leader.arrival_turn == 1 and box is not None:
            armies[leader.id] = Army(leader.id, leader.power, leader.id, box.id, 0)
    markers = {p.id: p.start_control for p in scn.provinces.values() if p.start_control in MAJORS}
    return State(
        turn=table.options.start_turn,
        gold=max(0, scn.setup.byzantium.treasury_g + table.options.handicap_gold),
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


class SetUpDuty(Duty):
    def advance(self, play: Play, frame: SetUp) -> bool:
        if play.options.setup == "suggested":
            suggest(play, frame.seat)
            finish(play, frame.seat, suggested=True)
            return True
        if frame.seat == BYZANTIUM and not play.state.fleets:  # 3.23: two in Europa at least
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

    def ask(self, table: Table, state: State, frame: SetUp) -> Ask:
        rule = "3.2" if frame.seat == BYZANTIUM else "3.3"
        return Ask(frame.seat, "set_up", act.AcceptSetup(), rule, remaining(table, state, frame.seat))

    def choices(self, table: Table, state: State, frame: SetUp) -> tuple[Choice, ...]:
        choices = [Choice("accept_setup", rule="3.2" if frame.seat == BYZANTIUM else "3.3")]
        if frame.seat == BYZANTIUM:
            choices += _byzantine_choices(table, state)
        else:
            choices += _barbarian_choices(table, state)
        return (*choices, Choice("finish_setup", facts=remaining(table, state, frame.seat)))

    def answer(self, play: Play, frame: SetUp, action: Any) -> None:
        if isinstance(action, act.AcceptSetup):
            clear(play, frame.seat)
            suggest(play, frame.seat)
            finish(play, frame.seat, suggested=True)
        elif isinstance(action, act.PlaceArmy):
            place_army(play, frame.seat, action)
        elif isinstance(action, act.PlaceGroup):
            place_group(play, frame.seat, action)
        elif isinstance(action, act.PlaceFleet):
            place_fleet(play, frame.seat, action)
        elif isinstance(action, act.FinishSetup):
            check(play, frame.seat)
            finish(play, frame.seat, suggested=False)
        else:
            not_now(action)


def start_armies(table: Table) -> tuple[str, ...]:
    return tuple(a.id for a in table.scn.armies.values() if a.start)


def frontier_provinces(table: Table) -> tuple[str, ...]:
    """Where frontier SP may be set up (3.22)."""
    setup = table.scn.setup.byzantium
    return tuple(
        p.id
        for p in table.scn.provinces.values()
        if p.prefecture in setup.frontier_prefectures
        and p.frontier_allowed
        and p.id not in setup.frontier_exclude
    )


def fleet_provinces(table: Table) -> tuple[str, ...]:
    """Coastal provinces where the free Byzantine fleets may be set up (3.23)."""
    return tuple(p for p in frontier_provinces(table) if table.scn.provinces[p].coastal)


def section(power: str) -> str:
    """Where the forces of a side stand in the rulebook; 3.32 is printed as 3.23 (C18)."""
    return {BYZANTIUM: "3.22", OSTROGOTHS: "3.31", VANDALS: "3.32"}.get(power, "3.3")


def home(table: Table, power: str) -> tuple[str, ...]:
    prefecture = table.scn.setup.barbarians[power].prefecture
    return tuple(p.id for p in table.scn.provinces.values() if p.prefecture == prefecture)


def remaining(table: Table, state: State, seat: str) -> dict[str, Any]:
    """What is still to be placed."""
    if seat == BYZANTIUM:
        setup = table.scn.setup.byzantium
        fleets = sum(f.sp for f in state.fleets.values() if f.power == BYZANTIUM)
        missing = [a for a in start_armies(table) if a not in state.armies]
        return {
            "land": setup.land_sp - byzantine_sp(state),
            "fleets": setup.fleet_sp - fleets,
            "armies": missing,
        }
    facts: dict[str, Any] = {}
    for side in table.scn.setup.barbarians.values():
        fleets = sum(f.sp for f in state.fleets.values() if f.power == side.power)
        facts[side.power] = {
            "land": side.land_sp - power_sp(state, side.power),
            "fleets": side.fleet_sp - fleets,
            "leader": None if side.leader in state.armies else side.leader,
        }
    return facts


def _byzantine_choices(table: Table, state: State) -> list[Choice]:
    left = remaining(table, state, BYZANTIUM)
    choices = []
    for army in start_armies(table):
        info = table.scn.armies[army]
        has = state.armies[army].sp if army in state.armies else 0
        low = info.min_start_sp or 1
        high = min(table.scn.counters.army_sp_limit, left["land"] + has)
        if high >= low:
            fields: tuple[Field, ...] = (_places(sorted(info.setup)), Number("sp", low, high, has or low))
            choices.append(Choice("place_army", {"army": army}, fields, "3.21"))
    fields = (_places(frontier_provinces(table)), Number("sp", 0, max(0, left["land"]), 1))
    choices.append(Choice("place_group", {"power": BYZANTIUM}, fields, "3.22"))
    fields = (_places(fleet_provinces(table)), Number("sp", 0, 4, 1))
    choices.append(Choice("place_fleet", {"power": BYZANTIUM}, fields, "3.23"))
    return choices


def _barbarian_choices(table: Table, state: State) -> list[Choice]:
    left = remaining(table, state, BARBARIAN)
    choices = []
    for side in table.scn.setup.barbarians.values():
        rule, where = section(side.power), _places(home(table, side.power))
        has = state.armies[side.leader].sp if side.leader in state.armies else 0
        fields: tuple[Field, ...] = (where, Number("sp", 0, left[side.power]["land"] + has, has))
        choices.append(Choice("place_army", {"army": side.leader}, fields, rule))
        fields = (where, Number("sp", 0, max(0, left[side.power]["land"]), 0))
        choices.append(Choice("place_group", {"power": side.power}, fields, rule))
        if side.fleet_at is None:
            ports = [p for p in home(table, side.power) if _port(table, p)]
            fields = (_places(ports), Number("sp", 0, side.fleet_sp, side.fleet_sp))
            choices.append(Choice("place_fleet", {"power": side.power}, fields, rule))
    return choices


def _port(table: Table, province: str) -> bool:
    found = table.scn.provinces[province]
    return found.coastal and found.is_city


def _places(provinces: Any) -> Pick:
    return Pick("province", tuple(Option(p) for p in provinces))


def place_army(play: Play, seat: str, action: act.PlaceArmy) -> None:
    table, state = play.table, play.state
    left = remaining(table, state, seat)
    before = state.armies.get(action.army)
    if seat == BYZANTIUM:
        info = table.scn.armies.get(action.army)
        if info is None or not info.start:
            refuse("3.21", "no_such_army", army=action.army)
        if action.province not in info.setup:
            refuse("3.21", "not_a_setup_province", army=action.army, province=action.province)
        low, limit = info.min_start_sp or 1, table.scn.counters.army_sp_limit
        power, room = BYZANTIUM, left["land"] + (before.sp if before else 0)
        leader = None
    else:
        side = next((s for s in table.scn.setup.barbarians.values() if s.leader == action.army), None)
        if side is None:
            refuse("3.3", "no_such_army", army=action.army)
        if action.province not in home(table, side.power):
            refuse(section(side.power), "not_a_setup_province", army=action.army, province=action.province)
        low, limit, power, leader = 0, side.land_sp, side.power, side.leader
        room = left[power]["land"] + (before.sp if before else 0)
    if not low <= action.sp <= min(limit, room):
        refuse(section(power), "sp_out_of_range", low=low, high=min(limit, room))
    play.put(Army(action.army, power, leader, action.province, action.sp))
    play.tell(ev.ForcePlaced(f"army:{action.army}", action.province, action.sp))


def place_group(play: Play, seat: str, action: act.PlaceGroup) -> None:
    table, state = play.table, play.state
    left = remaining(table, state, seat)
    if seat == BYZANTIUM:
        if action.power != BYZANTIUM or action.province not in frontier_provinces(table):
            refuse("3.22", "not_a_setup_province", province=action.province)
        has = state.frontier[action.province].sp if action.province in state.frontier else 0
        room = left["land"] + has
    else:
        if action.power not in table.scn.setup.barbarians or action.province not in home(table, action.power):
            refuse(section(action.power), "not_a_setup_province", province=action.province)
        room = left[action.power]["land"] + state.detached.get(action.province, {}).get(action.power, 0)
    if not 0 <= action.sp <= room:
        refuse(section(action.power), "sp_out_of_range", low=0, high=room)
    if seat == BYZANTIUM:
        play.set_frontier(action.province, action.sp)
        unit = f"frontier:{action.province}"
    else:
        play.set_detached(action.province, action.power, action.sp)
        unit = f"detached:{action.province}:{action.power}"
    play.tell(ev.ForcePlaced(unit, action.province, action.sp))


def place_fleet(play: Play, seat: str, action: act.PlaceFleet) -> None:
    table, state = play.table, play.state
    fixed = 0
    if seat == BYZANTIUM:
        if action.power != BYZANTIUM or action.province not in fleet_provinces(table):
            refuse("3.23", "not_a_setup_province", province=action.province)
        fixed = table.scn.setup.byzantium.fleets_fixed.get(action.province, 0)
        total = table.scn.setup.byzantium.fleet_sp
    else:
        side = table.scn.setup.barbarians.get(action.power)
        if side is None or side.fleet_at is not None or action.province not in home(table, action.power):
            refuse(section(action.power), "not_a_setup_province", province=action.province)
        if not _port(table, action.province):
            refuse(section(action.power), "not_a_city_port", province=action.province)
        total = side.fleet_sp
    key = f"{action.power}@{action.province}"
    has = state.fleets[key].sp if key in state.fleets else 0
    high = total - sum(f.sp for f in state.fleets.values() if f.power == action.power) + has
    if not fixed <= action.sp <= high:
        rule = "3.23" if seat == BYZANTIUM else section(action.power)
        refuse(rule, "sp_out_of_range", low=fixed, high=high)
    play.set_fleet(action.power, action.province, action.sp)
    play.tell(ev.ForcePlaced(f"fleet:{key}", action.province, action.sp))


def check(play: Play, seat: str) -> None:
    """Everything is placed, no more and no less."""
    left = remaining(play.table, play.state, seat)
    groups = {BYZANTIUM: left} if seat == BYZANTIUM else left
    for power, rest in groups.items():
        for army in rest.get("armies", ()):
            refuse("3.21", "army_missing", army=army)
        if rest.get("leader"):
            refuse(section(power), "leader_missing", leader=rest["leader"])
        if rest["land"] or rest["fleets"]:
            refuse(section(power), "sp_left_over", power=power, land=rest["land"], fleets=rest["fleets"])


def clear(play: Play, seat: str) -> None:
    """Take back what was placed by hand."""
    mine = [BYZANTIUM] if seat == BYZANTIUM else list(play.scn.setup.barbarians)
    state = play.state
    play.set(
        armies={k: a for k, a in state.armies.items() if a.power not in mine},
        frontier={} if seat == BYZANTIUM else state.frontier,
        detached=state.detached if seat == BYZANTIUM else {},
        fleets={k: f for k, f in state.fleets.items() if f.power not in mine},
    )


def suggest(play: Play, seat: str) -> None:
    """The suggested deployment of the scenario."""
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
    """Byzantium draws its leaders, then Belisarius and Narses join the cup (3.24)."""
    play.pop()
    play.tell(ev.SideSetUp(seat, suggested))
    if seat != BYZANTIUM:
        return
    for army in start_armies(play.table):
        leader = play.draw("3.24")
        play.change(army, leader=leader)
        play.tell(ev.LeaderAppointed(leader or "", army, "start"))
    for leader_id in play.scn.magistri_militum:
        if not play.scn.leaders[leader_id].in_first_cup:
            play.into_cup(leader_id)
