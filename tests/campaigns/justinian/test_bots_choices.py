"""The better bot's choices in positions with one sensible answer."""

from fractions import Fraction
from typing import Any

import pytest

from campaigns.justinian import forecast as odds
from campaigns.justinian.answers.cases import game, position
from campaigns.justinian.bot import better
from campaigns.justinian.bot.chances import battle_chances, chances_of_battle
from campaigns.justinian.bot.planner import is_pinned, join_armies
from campaigns.justinian.forecast.battles import winning_chance
from campaigns.justinian.rules.battle.land_battle import Group, LandBattle
from campaigns.justinian.rules.march.combine import Combine
from campaigns.justinian.rules.march.handler import Attack
from campaigns.justinian.rules.march.markers import RemoveMarker
from campaigns.justinian.rules.segment.byzantine import Recruit
from campaigns.justinian.rules.state.position import Position
from engine.dice import Scripted, Seeded
from tests.campaigns.justinian.players import rules
from tests.campaigns.justinian.positions import PRAESENTALS, army, march, tribe


def answer(given: dict[str, Any]) -> Any:
    """Return the bot's action in a position; it must not roll dice."""
    table = game()
    state = position(table, {"markers": {}, **given})
    (decision,) = table.pending(state)
    return better.choose(table, state, decision.seat, Scripted([]))


@pytest.mark.parametrize(("attackers", "defenders"), [(10, 10), (30, 20), (50, 25)])
def test_its_chances_of_a_battle_are_those_shown_to_players(attackers: int, defenders: int) -> None:
    attacker = Group("illyricum", "byzantium", "field", attackers, leader_battle=1)
    defender = Group("totila", "ostrogoths", "field", defenders, leader_battle=1)
    battle = LandBattle("flaminia", (attacker,), (defender,), "illyricum", "totila", city=True)
    mine, shown = chances_of_battle(battle), odds.land(battle)
    assert Fraction(mine.win).limit_denominator(100) == shown.attacker_wins
    assert Fraction(mine.tie).limit_denominator(100) == shown.tie
    assert mine.gain == pytest.approx(float(shown.mean_defender))


def test_a_modifier_more_is_never_worse() -> None:
    wins = [battle_chances(20, 20, drm, 0).win for drm in range(-4, 5)]
    assert wins == sorted(wins) and wins[0] < wins[-1]


def test_it_attacks_a_small_garrison_and_not_a_host() -> None:
    weak = {
        "armies": {**PRAESENTALS, "illyricum": army("flaminia", 20)},
        "doing": march("illyricum", "byzantium", 4),
    }
    assert answer({**weak, "detached": {"flaminia": {"ostrogoths": 3}}}) == Attack("all")
    assert not isinstance(answer({**weak, "detached": {"flaminia": {"ostrogoths": 60}}}), Attack)


def test_it_takes_away_a_marker_where_it_stands() -> None:
    here = {"armies": {**PRAESENTALS, "illyricum": army("picenum", 10)}, "markers": {"picenum": "ostrogoths"}}
    assert answer({**here, "doing": march("illyricum", "byzantium", 2)}) == RemoveMarker()


def test_the_last_army_of_the_capital_stays() -> None:
    state = position(game(), {"armies": PRAESENTALS, "markers": {"macedonia": "ostrogoths"}})
    assert is_pinned(Position(game().setting, state), state.armies["praesental_i"])
    guarded = position(game(), {"armies": PRAESENTALS, "frontier": {"europa": 14}})
    assert not is_pinned(Position(game().setting, guarded), guarded.armies["praesental_i"])


def test_two_armies_go_together_against_what_neither_beats() -> None:
    armies = {**PRAESENTALS, "oriens": army("armenia_iii", 35), "armenia": army("armenia_iii", 35)}
    given = {"armies": {**armies, "perozes": tribe("armenia_i", 30, leader="perozes")}}
    found = answer({**given, "doing": march("oriens", "byzantium", 5)})
    assert found == Combine(("armenia",))
    state = position(game(), given)
    assert join_armies(state, "oriens", ("armenia",), "armenia_iii").force_sp("oriens") == 70


def test_recruiting_comes_first_while_a_praesental_is_short() -> None:
    short = {**PRAESENTALS, "praesental_ii": {"at": "bithynia", "sp": 8, "leader": "mundus"}}
    assert answer({"armies": short, "doing": {"segment": "byzantium"}}) == Recruit()


def test_it_sets_up_by_hand_within_the_rules() -> None:
    """Every placement is accepted, and in the end all 100 SP are on the map."""
    table = rules()
    state = table.setup(Seeded(b"deploy", "x", 0)).state
    number = 0
    while table.pending(state)[0].kind == "set_up":
        (decision,) = table.pending(state)
        number += 1
        action = better.choose(table, state, decision.seat, Scripted([]))
        state = table.apply(state, decision.seat, action, Seeded(b"deploy", "x", number)).state
    assert state.byzantine_sp() == 100
    assert number > 10


def test_the_bots_chances_are_those_of_the_forecast_even_when_a_side_is_wiped_out():
    for attacker in (1, 2, 3, 5, 9, 14):
        for defender in (1, 3, 4, 8):
            for a_drm, d_drm in ((0, 0), (3, -1), (-2, 4)):
                found = battle_chances(attacker, defender, a_drm, d_drm)
                shown = [
                    winning_chance((attacker, a_drm), (defender, d_drm), side)
                    for side in ("attacker", "defender")
                ]
                assert Fraction(round(found.win * 100), 100) == shown[0], (attacker, defender, a_drm, d_drm)
                assert Fraction(round(found.tie * 100), 100) == 1 - sum(shown)
