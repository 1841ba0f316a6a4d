"""Standing orders answer every interrupt, and only legally."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.justinian.rules.battle.withdraw import RetreatBySea, Withdraw
from campaigns.justinian.rules.chapters import ORDER_KINDS
from campaigns.justinian.rules.sea import naval_retreat
from campaigns.justinian.rules.sea.naval_retreat import SeaWithdraw
from campaigns.justinian.rules.segment.alliance import OfferBribe
from campaigns.justinian.rules.segment.segments import SEGMENT
from campaigns.justinian.rules.state.losses import ARMIES_FIRST, GARRISONS_FIRST, SPREAD, divide_losses
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import March
from campaigns.justinian.rules.state.state import Fleet, Garrison
from campaigns.justinian.rules.state.units import sp_of, units_of_army
from campaigns.justinian.rules.state.values import FleetKey, Frontier, WholeForce
from campaigns.justinian.rules.system import JUSTINIAN, JustinianRules
from campaigns.justinian.rules.turn import nika, sardinia
from campaigns.justinian.rules.turn.nika import NikaMarch
from campaigns.justinian.rules.turn.sardinia import Sardinia
from engine.choices import permits
from engine.dice import Seeded
from engine.game import Pick
from tests.campaigns.justinian.players import play, rules
from tests.found import some

RULES = Path(__file__).resolve().parents[3] / "campaigns/justinian/rules"


def opened() -> tuple[Any, Any]:
    game = rules(setup="suggested")
    return game.setting, game.setup(Seeded(b"standing", "x", 0)).state


OFTEN = 40  # answers tried of each kind in a game; a march alone would have hundreds


def orders(pick: int) -> dict[str, dict[str, Any]]:
    """Return a standing order of every kind, by kind of decision. Each list in an order's form is set to
    option number ``pick`` (from 0), or to the last option if there are fewer.
    """
    found: dict[str, dict[str, Any]] = {}
    for kind in ORDER_KINDS:
        body: dict[str, Any] = {}
        for field in kind.fields:
            if isinstance(field, Pick):
                body[field.name] = field.options[min(pick, len(field.options) - 1)].value
            else:
                body[field.name] = field.default  # type: ignore[union-attr]
        found[kind.decision] = body
    return found


@pytest.mark.parametrize("pick", [0, 1, 2])
def test_orders_are_legal_at_every_decision_of_random_games(pick: int) -> None:
    game, ordered = rules(setup="suggested"), orders(pick)
    answered: Counter[str] = Counter()
    for state, seat, _, _ in play(game, 20 + pick, "random", 1500):
        (decision,) = game.pending(state)
        if answered[decision.kind] == OFTEN:
            continue
        action = game.standing(state, decision, ordered)
        if action is not None:
            answered[decision.kind] += 1
            assert permits(game.choices(state, seat), JUSTINIAN.codec.write(action)), (decision, action)
            game.apply(state, seat, action, Seeded(b"x", "x", 1))
    assert {"bribe", "maintenance", "intercept", "new_army", "change_leaders", "new_leader"} <= set(answered)


def test_whatever_is_asked_outside_a_segment_has_a_standing_order() -> None:
    """Every kind of decision that can be asked outside the player's own segments has a standing order."""
    source = "\n".join(p.read_text(encoding="utf-8") for p in RULES.rglob("*.py"))
    asked = set(re.findall(r"Ask\(\s*[^\"()]*(?:\([^()]*\))?[^\"()]*\"([a-z_]+)\"", source))
    assert "sea_withdraw" in asked
    assert asked - SEGMENT - {"set_up", "battle"} == {kind.decision for kind in ORDER_KINDS} - {"segments"}


def test_9_0_orders_for_revolts_send_whom_they_name() -> None:
    table, state = opened()
    strong = sardinia.follow_order(
        Position(table, state), Sardinia("byzantium", "byzantium"), {"policy": "strongest"}
    )
    weak = sardinia.follow_order(
        Position(table, state), Sardinia("byzantium", "byzantium"), {"policy": "weakest"}
    )
    assert sum(strong.land.values()) == sum(weak.land.values()) == 5
    assert state.armies["oriens"].sp == max(a.sp for a in state.armies.values() if a.power == "byzantium")
    assert list(strong.land) == ["army:oriens"] and "army:oriens" not in weak.land
    sent = nika.follow_order(Position(table, state), NikaMarch(), {"policy": "strongest"}).army
    assert state.armies[sent].at == "europa"  # an army already there stays


def test_8_33_a_beaten_fleet_flees_to_friends_or_to_a_city() -> None:
    table, state = opened()
    fleets = {FleetKey("byzantium", "moving"): Fleet("byzantium", "mare_egeo", 1)}
    state = replace(state, fleets=fleets)
    frame = SeaWithdraw(FleetKey("byzantium", "moving"), ("mare_egeo",))
    to_city = naval_retreat.follow_order(Position(table, state), frame, {"policy": "to_city"}).province
    assert table.scn.provinces[to_city].is_city
    to_friends = naval_retreat.follow_order(Position(table, state), frame, {"policy": "to_friends"}).province
    most = max(state.sp_at(p, "byzantium") for p in table.scn.seas["mare_egeo"].coasts)
    assert state.sp_at(to_friends, "byzantium") == most


def decisions(number: int, steps: int) -> list[tuple[Any, Any]]:
    """Return the states of a game between bots, each with its first pending decision."""
    game = rules(setup="suggested")
    return [(state, game.pending(state)[0]) for state, _, _, _ in play(game, number, "bot", steps)]


def test_who_sleeps_may_have_the_program_play_his_segments() -> None:
    game, played = rules(setup="suggested"), set()
    for state, decision in decisions(31, 150):
        action = game.standing(state, decision, {"segments": {"policy": "segments"}})
        assert (action is not None) == (decision.kind in SEGMENT)
        if action is not None:
            played.add(decision.kind)
            assert permits(game.choices(state, decision.seat), JUSTINIAN.codec.write(action)), action
            assert action == game.bot(state, decision.seat, Seeded(b"other dice", "x", 1))
    assert {"barbarian_segment", "byzantine_segment", "march", "place_recruits"} <= played


def test_the_program_answers_everything_without_an_order_of_its_own() -> None:
    game, everything = rules(setup="suggested"), {"segments": {"policy": "everything"}}
    for state, decision in some(decisions(32, 200)):
        assert game.standing(state, decision, everything) is not None
        if decision.kind == "bribe":
            mine = {**everything, "bribe": {"gold": 0, "keep": 0}}
            assert game.standing(state, decision, mine) == OfferBribe(0)


def test_a_game_left_to_the_program_by_orders_is_the_same_every_time() -> None:
    """Standing orders use no dice, so the game can be replayed."""

    def end(times: int) -> Any:
        game = rules(setup="suggested")
        state = game.setup(Seeded(b"sleep", "x", 0)).state
        for number in range(1, times):
            (decision,) = game.pending(state)
            action = game.standing(state, decision, {"segments": {"policy": "everything"}})
            state = game.apply(state, decision.seat, action, Seeded(b"sleep", "x", number)).state
        return state

    assert end(150) == end(150)


def test_without_standing_orders_nothing_is_answered() -> None:
    game = rules(setup="suggested")
    for state, _, _, _ in some(play(game, 30, "bot", 60)):
        assert game.standing(state, game.pending(state)[0], {}) is None


@given(
    armies=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4)), min_size=1, max_size=4),
    garrison=st.integers(0, 6),
    lost=st.integers(1, 40),
    order=st.sampled_from([GARRISONS_FIRST, ARMIES_FIRST, SPREAD]),
)
def test_8_21_losses_shared_out_kill_no_army_while_anybody_can_spare_an_sp(
    armies: list[tuple[int, int]], garrison: int, lost: int, order: dict[str, int]
) -> None:
    _, state = opened()
    kept = dict(zip(("thrace", "oriens", "illyricum", "praesental_i"), armies, strict=False))
    state = replace(
        state,
        armies={
            a: replace(state.armies[a], sp=sp, allied={"moors": n} if n else {})
            for a, (sp, n) in kept.items()
        },
        frontier={"europa": Garrison(garrison)} if garrison else {},
    )
    units = [u for a in kept for u in units_of_army(state, a)] + [Frontier("europa")] * bool(garrison)
    taken = divide_losses(state, units, lost, order)
    assert sum(taken.values()) == min(lost, sum(sp_of(state, u) for u in units))
    left = {u: sp_of(state, u) - taken.get(u, 0) for u in units}
    assert min(left.values(), default=0) >= 0
    strength = {a: sum(left[u] for u in units_of_army(state, a)) for a, both in kept.items() if sum(both)}
    if 0 in strength.values():
        assert max(strength.values()) <= 1 and left.get("frontier:europa", 0) == 0


def test_7_14_beaten_in_its_own_activation_an_army_takes_ship_rather_than_leave_its_zone() -> None:
    """Beaten in its own activation, the army finds a refuge within its zone only on the coast, so it takes
    ship. Driven out in the enemy's activation, it stays ashore.
    """
    table, state = opened()
    thrace = replace(state.armies["thrace"], at="hellespontus", sp=10, defeated=True)
    state = replace(
        state,
        armies={"thrace": thrace},
        frontier={"asia": Garrison(3)},
        fleets={FleetKey("byzantium", "hellespontus"): Fleet("byzantium", "hellespontus", 1)},
        markers={"europa": "revolt"},
    )
    frame = Withdraw(WholeForce("thrace"), "byzantium", "hellespontus")
    own = replace(state, stack=(*state.stack, March("thrace", "byzantium", 0, over=True), frame))
    orders = {"withdraw": {"policy": "to_friends"}}
    for now, kind in ((own, "retreat_by_sea"), (replace(state, stack=(*state.stack, frame)), "retreat_to")):
        (decision,) = JustinianRules(table).pending(now)
        for action in (JustinianRules(table).standing(now, decision, orders), decision.default):
            written = JUSTINIAN.codec.write(action)
            assert written["kind"] == kind
            assert (written["province"] in table.scn.armies["thrace"].end_zone) == (kind == "retreat_by_sea")


def test_8_21_of_several_ports_the_default_takes_the_one_with_most_friends() -> None:
    table, state = opened()
    thrace = replace(state.armies["thrace"], at="hellespontus", sp=10, defeated=True)
    ships = {FleetKey("byzantium", "hellespontus"): Fleet("byzantium", "hellespontus", 1)}
    frame = Withdraw(WholeForce("thrace"), "byzantium", "hellespontus")
    shut = dict.fromkeys(table.scn.provinces, "revolt")
    for friends in ("rhodope", "macedonia"):
        here = {"rhodope": Garrison(1), "macedonia": Garrison(1), friends: Garrison(4)}
        now = replace(
            state,
            armies={"thrace": thrace},
            frontier=here,
            fleets=ships,
            markers=shut,
            stack=(*state.stack, frame),
        )
        (decision,) = JustinianRules(table).pending(now)
        assert decision.default == RetreatBySea(friends)
