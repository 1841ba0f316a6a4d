"""Invariants of bot games and random games."""

import random
from typing import Any

import pytest

from campaigns.justinian.rules.march.march import ArmyMoved
from campaigns.justinian.rules.state.geography import box_links, entries, neighbours
from campaigns.justinian.rules.system import JUSTINIAN
from engine.codec import canonical
from engine.dice import Seeded
from engine.game import IllegalAction
from tests.campaigns.justinian.players import fill, gold_change, ledger, pick, play, rules, sp_by_power
from tests.engine.contract import check_contract
from tests.found import some

GAMES = [("bot", 1, {}), ("bot", 2, {"bot": "first"}), ("random", 3, {}), ("random", 4, {"battles": "open"})]


@pytest.mark.parametrize(("how", "seed", "options"), GAMES)
def test_gold_and_sp_never_come_or_go_without_an_event(how: str, seed: int, options: dict[str, Any]) -> None:
    for before, _, _, step in some(play(rules(setup="suggested", **options), seed, how)):
        expected = sp_by_power(before)
        expected.update(ledger(step.events))
        assert +expected == sp_by_power(step.state), step.events
        assert before.gold + gold_change(step.events) == step.state.gold, step.events


@pytest.mark.parametrize(("how", "seed", "options"), GAMES)
def test_limits_borders_and_the_cup(how: str, seed: int, options: dict[str, Any]) -> None:
    game = rules(setup="suggested", **options)
    scn = game.setting.scn
    for _, _, _, step in some(play(game, seed, how)):
        state = step.state
        assert state.byzantine_sp() <= 150
        assert state.power_sp("persia") <= 80
        assert state.power_sp("vandals") <= 50
        assert state.power_sp("ostrogoths") <= 75
        assert all(0 <= a.total <= 35 for a in state.armies.values() if a.power == "byzantium")
        assert state.gold >= 0
        assert "lazica" not in state.frontier
        assert "lazica" not in state.markers
        for event in step.events:
            if isinstance(event, ArmyMoved):
                power = scn.leaders[event.army].power if event.army in scn.leaders else "byzantium"
                if event.origin in scn.provinces:
                    assert event.to in neighbours(scn, event.origin)
                else:
                    assert event.to in (*entries(scn, power), *box_links(scn, event.origin))


def test_random_illegal_actions_are_refused_and_change_nothing() -> None:
    """An action from another moment or seat is accepted only if it is among the choices."""
    game, rng = rules(setup="suggested"), random.Random(6)
    moments = [
        state for number, (state, _, _, _) in enumerate(play(game, 6, "random", 900)) if number % 9 == 0
    ]
    pool = [fill(pick(game.choices(s, game.pending(s)[0].seat), rng), rng) for s in moments for _ in range(3)]
    refused = 0
    for state in moments:
        before = canonical(JUSTINIAN.codec.encode(state))
        kinds = {c.kind for c in game.choices(state, game.pending(state)[0].seat)}
        for action in rng.choices(pool, k=250):
            owner = game.pending(state)[0].seat
            seat = rng.choice(("byzantium", "barbarian", "gm"))
            legal = seat == owner and JUSTINIAN.codec.write(action)["kind"] in kinds
            if legal:
                continue
            with pytest.raises(IllegalAction) as caught:
                game.apply(state, seat, action, Seeded(b"x", "x", 1))
            assert caught.value.code
            refused += 1
        assert canonical(JUSTINIAN.codec.encode(state)) == before
    assert refused >= 10_000


@pytest.mark.parametrize("seed", [1, 2])
def test_the_contract_of_the_engine(seed: int) -> None:
    check_contract(JUSTINIAN, seed, every=9)


def test_the_stored_state_is_small() -> None:
    game = rules(setup="suggested")
    states = [state for state, _, _, _ in play(game, 7)][::10]
    assert max(len(canonical(JUSTINIAN.codec.encode(state))) for state in states) < 20_000
