"""Play whole battles, and check the contract, secrecy and invariants after every step."""

from collections import Counter
from dataclasses import replace

import pytest

from battles.cca.rules.cards import CARDS, DECK
from battles.cca.rules.fight.fall import LeaderLost
from battles.cca.rules.fight.harm import UnitLost
from battles.cca.rules.play.state import SEATS, State, foe
from battles.cca.rules.rules import CcaRules
from battles.cca.rules.system import CCA
from battles.cca.rules.terrain.board import BOARD, HEXES, Side
from battles.cca.rules.turn.battling import Attack
from battles.cca.rules.turn.rallying import BlockRestored
from battles.cca.rules.turn.turns import BattleEnded
from engine.choices import sample_action
from engine.dice import Seeded, Throw, commitment
from engine.journal import Opening, begin
from tests.battles.cca.boards import battling, do, holding
from tests.engine.contract import Played, check_contract, check_refusals
from tests.engine.secrecy import Look, check_secrecy
from tests.found import some

SCENARIOS = tuple(CCA.scenarios())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_battles_keep_the_contract(scenario: str) -> None:
    facts = CCA.scenario(scenario)
    _holds(check_contract(CCA, len(scenario), scenario=facts, wild_steps=150, every=40))


def test_a_battle_between_bots_keeps_it_too() -> None:
    _holds(check_contract(CCA, seed=7, wild=0, every=10))


def test_what_no_choice_offers_is_refused_with_a_reason() -> None:
    played = check_contract(CCA, seed=9, wild_steps=150, every=20)
    reasons = check_refusals(played, 1200)
    assert {"not_your_decision", "not_offered", "out_of_reach"} <= reasons


def test_battles_keep_their_secrets() -> None:
    kept = check_secrecy(CCA, seed=1)
    assert kept.worlds > 50 and kept.steps > 50


def test_an_advance_in_place_hides_nothing() -> None:
    """A successful attacker that can only advance to its own hex reveals no hidden card by its answer. The
    news reports that a unit "advances" in place, but not that a unit stays. Both have the same effect, so the
    opponent learns nothing from the difference.
    """
    board = "E6: bottom medium_cav 3\nF6: top medium_inf 1\nA1: bottom light_inf 4\nI13: top light_inf 4"
    rules, state = battling(board, {"E6": 0})
    state = do(rules, state.but(discards=("first_strike",)), Attack("E6", "F6"), 2, 2, 2)
    state = holding(state, "bottom", *state.armies["bottom"].hand[1:])  # so that a secret card is drawn next
    assert {"to": "E6"} in [choice.fixed for choice in rules.choices(state, "bottom")]
    opening = Opening("momentum", CCA, CCA.scenario("akragas"), {}, commitment(b"secret"))
    head = replace(begin(opening, Seeded(b"secret", "momentum", 0)).head, state=state)
    look = Look(opening, b"secret", lambda _decision: "", ())
    assert all(look.what_might_have_been(replace(head, step=step), "top").steps for step in range(12))


@pytest.mark.parametrize("scenario", ["crimissos", "zama", "utica_rebel_camp"])
def test_every_banner_has_fallen_and_blocks_grow_by_rally_alone(scenario: str) -> None:
    """A bot plays random actions to the end, and the events of each step must account for the change of
    state.
    """
    rules = CCA.open(CCA.scenario(scenario), {"legions": "julian"})
    state, fallen = rules.setup(Seeded(b"step", scenario, 0)).state, dict.fromkeys(SEATS, 0)
    steps = 0
    while rules.outcome(state) is None:
        steps += 1
        seat, own = rules.pending(state)[0].seat, Seeded(b"own", scenario, steps)
        if seat == SEATS[0]:
            action = rules.bot(rules.imagine(state, seat, own), seat, own)
        else:
            choices = rules.choices(state, seat)
            choice = choices[own.roll(Throw(len(choices), "choice", low=0))]
            action = CCA.codec.read(sample_action(choice, own))
        step = rules.apply(state, seat, action, Seeded(b"dice", scenario, steps))
        restored = sum(isinstance(event, BlockRestored) for event in step.events)
        assert _blocks(step.state) <= _blocks(state) + restored
        for event in step.events:
            if isinstance(event, (UnitLost, LeaderLost)) and not _over(step.events, event):
                fallen[foe(event.seat)] += 1
        assert {one: step.state.armies[one].fallen for one in SEATS} == fallen
        state = step.state
    assert state.ended and steps < 5000


def _over(events: tuple[object, ...], event: object) -> bool:
    """Return whether one of these events ended the battle before the given event. Losses after the end earn
    no banner.
    """
    return any(isinstance(one, BattleEnded) for one in events[: events.index(event)])


def _blocks(state: State) -> int:
    return sum(unit.blocks for unit in state.units.values())


def _holds(played: Played) -> None:
    """Check for sixty cards, one unit a hex, no unit on impassable ground, and a banner for each loss."""
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
        assert state.armies[seat].fallen <= gone  # leaders and war machines can leave without giving a banner
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
