"""Whole battles: the contract, secrets, and what is true at every moment of them."""

from collections import Counter

import pytest

from battles.cca.rules.cards import CARDS, DECK
from battles.cca.rules.ground.board import BOARD, HEXES, Side
from battles.cca.rules.play.state import SEATS, State, foe
from battles.cca.rules.rules import CcaRules
from battles.cca.rules.system import CCA
from engine.dice import Seeded
from tests.engine.contract import Played, check_contract, check_refusals
from tests.engine.secrecy import check_secrecy
from tests.found import some

SCENARIOS = tuple(CCA.scenarios())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_battles_keep_the_contract(scenario: str) -> None:
    facts = CCA.scenario(scenario)
    _holds(check_contract(CCA, len(scenario), scenario=facts, wild_steps=150, every=40))


def test_a_battle_between_bots_keeps_it_too() -> None:
    _holds(check_contract(CCA, seed=7, wild=0, every=10))


def test_what_no_choice_offers_is_refused_with_a_reason() -> None:
    played = check_contract(CCA, seed=9, wild_steps=150, every=60)
    reasons = check_refusals(played, 600)
    assert {"not_your_decision", "not_offered", "out_of_reach", "no_target"} <= reasons


def test_battles_keep_their_secrets() -> None:
    kept = check_secrecy(CCA, seed=1)
    assert kept.worlds > 50 and kept.steps > 50


def _holds(played: Played) -> None:
    """Sixty cards always, one unit a hex and nobody on impassable ground, banners for what has fallen."""
    rules = played.opening.rules
    assert isinstance(rules, CcaRules)
    first = played.heads[0].state
    for head in some(played.heads):
        _sound(rules, first, head.state)


def _sound(rules: CcaRules, first: State, state: State) -> None:
    pos = rules.position(state)
    cards = Counter((*state.deck.cards, *state.discards, *(c for s in SEATS for c in state.armies[s].hand)))
    if state.turn.card and state.last.seat != state.turn.seat:
        cards[state.turn.card] += 1
    assert cards.total() == DECK and all(cards[card.id] == card.count for card in CARDS.values())
    for at, unit in some(state.units.items()):
        terrain = pos.board.terrain(HEXES[at])
        assert not terrain.impassable and terrain.id not in unit.kind.barred
        assert 1 <= unit.blocks <= unit.kind.blocks
        assert at not in state.leaders or state.leaders[at].side is unit.side
    for seat in SEATS:
        gone = _pieces(first, foe(seat)) - _pieces(state, foe(seat))
        if state.held.get("ambush") == foe(seat):
            reserve = rules.setting.scenario.reserve
            gone += len(reserve.units) + len(reserve.leaders)
        assert state.armies[seat].fallen <= gone  # leaders and war machines may leave without a banner
    assert {HEXES[at] for at in (*state.units, *state.leaders)} <= set(BOARD)


def _pieces(state: State, seat: str) -> int:
    units = sum(str(one.side) == seat for one in state.units.values())
    return units + sum(str(one.side) == seat for one in state.leaders.values())


def test_the_first_hands_are_those_of_the_scenario() -> None:
    for name in some(SCENARIOS):
        rules = CCA.open(CCA.scenario(name), {})
        state = rules.setup(Seeded(b"hands", name, 0)).state
        for seat in SEATS:
            hand = state.armies[seat].hand
            assert len(hand) == rules.setting.scenario.seats[Side(seat)].hand
