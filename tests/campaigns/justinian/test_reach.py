"""The planner's forecast equals actual marches: ways and costs (7.1), interceptions (7.3), retreats before
combat (8.13) and battles (8.1), in positions from whole games and in hand-made ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from fractions import Fraction
from typing import Any

import pytest

from campaigns.justinian import forecast as odds
from campaigns.justinian.forecast import prospects
from campaigns.justinian.rules.march import reach
from campaigns.justinian.rules.march.handler import MoveArmy
from campaigns.justinian.rules.march.interception import InterceptWith
from campaigns.justinian.rules.state.geography import neighbours
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import March, Operation
from campaigns.justinian.rules.state.state import State
from engine.dice import Scripted, Seeded
from engine.game import Pick
from engine.routes.paths import cost, goals, sample
from tests.campaigns.justinian.players import play, rules
from tests.found import some

GAME = rules()
SETTING = GAME.setting


def opened() -> State:
    return rules(setup="suggested").setup(Seeded(b"reach", "opened", 0)).state


def with_army(state: State, army: str, **changes: Any) -> State:
    return replace(state, armies={**state.armies, army: replace(state.armies[army], **changes)})


def at_dalmatia(sp: int) -> State:
    """Return a state with Goths in Dalmatia and the Army of Illyricum next to them."""
    return with_army(with_army(opened(), "athalaric", at="dalmatia", sp=sp), "illyricum", at="praevalitana")


def marching(state: State, army: str, seat: str, mp: int) -> State:
    return replace(state, stack=(*state.stack, March(army, seat, mp)))


def walk(state: State, seat: str, path: tuple[str, ...]) -> State:
    """March along this path with no interception."""
    for place in path:
        state = GAME.apply(state, seat, MoveArmy(place), Scripted([])).state
        decision = GAME.decision(state)
        if decision is not None and decision.kind == "intercept":
            state = GAME.apply(state, decision.seat, InterceptWith(()), Scripted([])).state
    return state


def marches(seed: int, limit: int) -> Iterator[tuple[State, str, March]]:
    """Yield moments of a bot game at which an army may march with no deserters on the way (6.27)."""
    for state, seat, _action, _step in play(GAME, seed):
        frame = state.stack[-1]
        if not isinstance(frame, March) or frame.mp < 2 or frame.then:
            continue
        if state.armies[frame.army].power not in state.recruited:
            yield state, seat, frame
            limit -= 1
        if not limit:
            return


def offered(state: State, seat: str, kind: str) -> dict[Any, Any]:
    """Return the values offered for this kind of action, with their facts."""
    picks = [f for c in GAME.choices(state, seat) if c.kind == kind for f in c.fields if isinstance(f, Pick)]
    return {o.value: o.facts for pick in picks for o in pick.options}


def test_7_13_the_first_steps_are_those_that_are_offered() -> None:
    for state, seat, frame in some(marches(11, 60)):
        routes = reach.routes(Position(SETTING, state), frame.army, frame.mp)
        assert {r.path[1] for r in routes.values()} == set(offered(state, seat, "move_army"))


def test_7_12_the_path_of_a_march_has_the_goals_and_costs_of_its_routes() -> None:
    for state, _seat, frame in some(marches(11, 30)):
        pos = Position(SETTING, state)
        routes = reach.routes(pos, frame.army, frame.mp)
        found = {goal.place: goal.cost for goal in goals(reach.path_field(pos, frame.army, frame.mp))}
        assert found == {place: route.total for place, route in routes.items()}


def test_7_12_whatever_way_is_drawn_can_be_walked() -> None:
    """Random routes are tried, not only the cheapest. Routes are left out if they pass through Lazica, need
    all MP, or do not end in a province.
    """
    walked = 0
    for number, (state, seat, frame) in enumerate(marches(13, 40)):
        path = reach.path_field(Position(SETTING, state), frame.army, frame.mp)
        drawn = tuple(sample(path, Seeded(b"ways", "walk", number)))
        if "lazica" in drawn or cost(path, drawn) == frame.mp or drawn[-1] not in SETTING.scn.provinces:
            continue
        after = walk(state, seat, drawn)
        assert after.armies[frame.army].at == drawn[-1]
        walked += 1
    assert walked > 10


def test_7_12_every_goal_is_reached_for_its_cost_and_the_battle_there_is_the_one_foretold() -> None:
    """In forty marches of a game, marching to a goal costs what was predicted, and the battle there has the
    predicted odds. Every goal with enemies is tried, and the farthest goal.
    """
    walked = fought = 0
    for state, seat, frame in marches(11, 40):
        routes = reach.routes(Position(SETTING, state), frame.army, frame.mp)
        by_land = [
            r
            for k, r in routes.items()
            if k in SETTING.scn.provinces and k != "lazica" and r.total < frame.mp  # otherwise it ends there
        ]
        farthest = max(by_land, key=lambda r: len(r.path), default=None)
        for route in by_land:
            found = prospects.prospects(Position(SETTING, state), frame.army, route)
            if not found and route is not farthest:
                continue
            after = walk(state, seat, route.path[1:])
            walked += 1
            there = after.stack[-1]
            assert isinstance(there, March) and there.mp == frame.mp - route.total
            assert after.armies[frame.army].at == route.path[-1]
            battles = offered(after, seat, "attack")
            for prospect in found:
                fought += 1
                assert prospect.certain and asdict(prospect.battle) == battles[prospect.target]["battle"]
                assert prospect.chances == odds.land(prospect.battle)
    assert walked > 20 and fought > 10


def test_7_31_whoever_may_intercept_is_told_with_his_chance() -> None:
    goths = with_army(opened(), "athalaric", at="epirus_nova", sp=9)
    state = with_army(goths, "illyricum", at="praevalitana")
    (threat,) = prospects.threats(Position(SETTING, state), "illyricum", "epirus_nova")
    control = SETTING.scn.leaders["athalaric"].control
    assert (threat.army, threat.province) == ("athalaric", "epirus_nova")
    assert threat.chance == odds.interception_chance(control, drm=-2)  # Dyrrachium is hostile
    disorganised = with_army(state, "athalaric", disorganised=True)
    assert prospects.threats(Position(SETTING, disorganised), "illyricum", "epirus_nova") == ()
    assert prospects.passage_chance([threat, threat]) == (1 - threat.chance) ** 2


def test_8_13_a_defender_may_leave_but_not_where_the_attacker_comes_from() -> None:
    state = at_dalmatia(9)
    routes = reach.routes(Position(SETTING, state), "illyricum", 8)
    (leaver,) = prospects.leavers(Position(SETTING, state), "illyricum", routes["dalmatia"], "all")
    ways = {way.province: way for way in leaver.ways}
    assert leaver.army == "athalaric" and routes["dalmatia"].path[-2] not in ways and len(ways) > 1
    for way in ways.values():
        assert way.odds == odds.retreat_chances(way.control, way.drm, disorganised=False, defeated=False)


def test_8_17_a_city_counts_for_who_held_it_before_the_march() -> None:
    state = with_army(opened(), "athalaric", at="flaminia", sp=9)
    army = with_army(state, "illyricum", at="picenum", sp=12)
    pos = Position(SETTING, army)
    (prospect,) = prospects.prospects(pos, "illyricum", reach.routes(pos, "illyricum", 4)["flaminia"])[:1]
    assert prospect.battle.city and prospect.battle.defender_controls_site


def test_7_12_crossing_a_strait_costs_and_counts_in_the_battle() -> None:
    state = with_army(opened(), "athalaric", at="sicilia", sp=9)
    state = with_army(state, "illyricum", at="lucania_et_brutti", sp=12)
    route = reach.routes(Position(SETTING, state), "illyricum", 8)["sicilia"]
    assert [line.code for line in route.lines[-1]][-1] == "strait"
    assert prospects.prospects(Position(SETTING, state), "illyricum", route)[0].battle.strait


def test_equally_cheap_ways_avoid_who_may_intercept() -> None:
    state = opened()
    before = reach.routes(Position(SETTING, state), "thrace", 8)
    guarded = next(r.path[1] for r in before.values() if len(r.path) == 3 and _has_detour(before, r.path[-1]))
    enemy = with_army(state, "athalaric", at=guarded, sp=9)
    after = reach.routes(Position(SETTING, enemy), "thrace", 8)
    moved = [
        k for k, r in before.items() if guarded in r.path[1:-1] and k in after and after[k].total == r.total
    ]
    assert moved and all(guarded not in after[k].path for k in moved)


def _has_detour(routes: Any, end: str) -> bool:
    """Return whether two neighbouring provinces lead to the goal at the same cost."""
    near = neighbours(SETTING.scn, end)
    return len([n for n, kind in near.items() if n in routes and routes[n].total == 1 and kind == "land"]) > 1


def test_3_41_the_levy_of_the_lazi_is_counted_over_its_die() -> None:
    chosroes = next(a for a in opened().armies.values() if a.power == "persia" and a.leader)
    state = with_army(opened(), chosroes.id, at="armenia_i", sp=20)
    routes = reach.routes(Position(SETTING, state), chosroes.id, 8)
    (prospect,) = prospects.prospects(Position(SETTING, state), chosroes.id, routes["lazica"])
    assert prospect.fought == Fraction(9, 10) and not prospect.certain
    assert all(r.path.index("lazica") == len(r.path) - 1 for r in routes.values() if "lazica" in r.path)
    assert prospects.threats(Position(SETTING, state), chosroes.id, "lazica") == ()


def test_6_23_a_leader_in_his_box_is_planned_with_the_troops_he_will_raise() -> None:
    state = opened()
    slavs = state.armies["slavs_leader"]
    assert slavs.at == "slavs_box" and not slavs.total
    routes = reach.routes(Position(SETTING, state), slavs.id, 8)
    foe = next(k for k, r in routes.items() if k in state.frontier)
    (prospect, *_rest) = prospects.prospects(Position(SETTING, state), slavs.id, routes[foe])
    sizes = odds.recruit(SETTING.scn.powers["slavs"].troops)
    assert not prospect.certain and prospect.battle.attacker_sp in sizes
    assert prospect.fought == sum(c for sp, c in sizes.items() if sp)


def test_7_31_recruits_to_come_may_be_intercepted_too() -> None:
    state = with_army(opened(), "thrace", at="moesia_ii")
    (threat,) = prospects.threats(Position(SETTING, state), "bulgars_leader", "moesia_ii")
    assert threat.army == "thrace" and not state.armies["bulgars_leader"].total
    sizes = odds.recruit(SETTING.scn.powers["bulgars"].troops)
    raised = (
        prospects.with_recruits(Position(SETTING, state), "bulgars_leader").armies["bulgars_leader"].total
    )
    assert sizes[raised] == max(sizes.values())


def test_4_35_recruits_are_foretold_within_the_powers_limit() -> None:
    limit = SETTING.scn.powers["persia"].sp_limit
    assert limit is not None
    state = with_army(opened(), "chosroes", sp=0)
    rest = sum(a.sp for a in state.armies.values() if a.power == "persia")
    found = prospects.recruits(
        Position(SETTING, with_army(state, "chosroes", sp=limit - rest - 21)), "persia"
    )
    assert (min(found), max(found)) == (20, 21) and sum(found.values()) == 1


def test_7_24_a_landed_army_marches_no_farther() -> None:
    state = marching(opened(), "thrace", "byzantium", 6)
    frame = state.stack[-1]
    assert isinstance(frame, March)
    landed = replace(state, stack=(*state.stack[:-1], replace(frame, landed=True)))
    assert (
        reach.routes(Position(SETTING, state), "thrace", 6)
        and reach.routes(Position(SETTING, landed), "thrace", 6) == {}
    )


@pytest.mark.parametrize("left", [("slavs_leader",), ("athalaric",)])
def test_6_44_a_combined_operation_adds_a_movement_point(left: tuple[str, ...]) -> None:
    state = opened()
    state = replace(state, stack=(*state.stack, Operation("athalaric", "slavs_leader", left=left)))
    assert reach.bonus(state, "slavs_leader") == ("slavs_leader" in left)


def test_7_14_a_force_may_end_only_where_all_its_armies_may() -> None:
    state = with_army(opened(), "thrace", at="europa")
    combined = with_army(state, "thrace", head="praesental_i")
    zone = SETTING.scn.armies["thrace"].end_zone
    outside = next(p for p in SETTING.scn.armies["praesental_i"].end_zone if p not in zone)
    assert reach.may_end(Position(SETTING, state), "praesental_i", outside)
    assert not reach.may_end(Position(SETTING, combined), "praesental_i", outside)


def test_6_52_combined_armies_cross_a_strait_together_as_planned() -> None:
    """Both Praesental Armies start at the Bosporus under one leader and go as far as six MP take them."""
    state = with_army(opened(), "praesental_ii", at="europa", head="praesental_i")
    state = marching(with_army(state, "praesental_i", at="europa"), "praesental_i", "byzantium", 6)
    routes = reach.routes(Position(SETTING, state), "praesental_i", 6)
    beyond = [r for r in routes.values() if "bithynia" in r.path and r.total == 5]
    assert beyond
    for route in beyond:
        after = walk(state, "byzantium", route.path[1:])
        assert {a.at for a in after.armies.values() if "praesental" in a.id} == {route.path[-1]}
        assert [line.code for line in route.lines[0]] == ["enter", "strait"]
