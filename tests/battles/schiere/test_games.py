"""Whole battles: the contract, secrecy, and invariants after every step."""

import pytest

from battles.schiere.rules.board.position import holds_square
from battles.schiere.rules.board.state import State
from battles.schiere.rules.board.troops import SEATS, TROOPS
from battles.schiere.rules.command.sending import ON_THE_WAY
from battles.schiere.rules.rules import SchiereRules
from battles.schiere.rules.system import SCHIERE
from tests.engine.contract import Played, check_contract, check_refusals
from tests.engine.secrecy import check_secrecy

SCENARIOS = tuple(SCHIERE.scenarios())


def test_a_small_battle_keeps_the_contract() -> None:
    check_contract(SCHIERE, seed=1, options={"points": "20", "turns": "6"}, every=40)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_battles_keep_the_contract(scenario: str) -> None:
    facts, options = SCHIERE.scenario(scenario), {"points": "40", "turns": "6"}
    _holds(check_contract(SCHIERE, len(scenario), scenario=facts, options=options, every=25))


def test_a_battle_between_programs_keeps_it_too() -> None:
    _holds(check_contract(SCHIERE, seed=7, wild=0, every=20))


def test_what_no_choice_offers_is_refused_with_a_reason() -> None:
    played = check_contract(SCHIERE, seed=5, every=50)
    reasons = check_refusals(played, 600)
    assert {"not_your_decision", "not_offered"} <= reasons


def test_battles_keep_their_secrets() -> None:
    kept = check_secrecy(SCHIERE, seed=1, options={"points": "20", "turns": "6"})
    assert kept.worlds > 50 and kept.steps > 50


def _holds(played: Played) -> None:
    """Check that no square holds two pieces, that all pieces are on the board, and that counters, orders
    and points add up.
    """
    rules = played.opening.rules
    assert isinstance(rules, SchiereRules)
    for head in played.heads:
        _sound(rules, head.state)


def _sound(rules: SchiereRules, state: State) -> None:
    pos = rules.position(state)
    stood = [piece.at for piece in state.pieces.values() if holds_square(piece)]
    assert len(set(stood)) == len(stood), "two pieces on a square"
    assert not any(pos.ground.is_barred(square) for square in stood)
    for id, piece in state.pieces.items():
        assert not pos.can_be_hurt(id) or piece.damage < len(pos.track(id)) - 1
        assert not piece.host or piece.host in state.pieces
    for seat in SEATS:
        spent = sum(
            TROOPS[p.troop].points
            for p in state.pieces.values()
            if p.seat == seat and _unit(p.troop) and not p.captured  # captured ballistae do not count
        )
        assert spent <= pos.setting.points
    held = {order.holder for order in state.orders.values()} - {"chief", ON_THE_WAY}
    assert held <= set(state.pieces), "an order of nobody"
    assert all(number >= 0 for number in state.today.actions.values())


def _unit(troop: str) -> bool:
    return troop in TROOPS
