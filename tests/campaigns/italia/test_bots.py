"""The program plays better than chance, whichever colour it has."""

from typing import Any

import pytest

from campaigns.italia.bot.outlook import outlook
from campaigns.italia.rules.ask.position import FIELDS, position
from campaigns.italia.rules.ground.play import Play
from campaigns.italia.rules.movement.ledger import Movement, ships_of
from campaigns.italia.rules.opened import ItaliaRules
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording import ItaliaWording
from engine.choices import sample_action
from engine.dice import Scripted, Seeded, Throw
from engine.game import InvalidAction
from engine.order import in_order
from engine.reading import Reader


def winner(scenario: str, clever: str, seed: int) -> dict[str, int]:
    """Points of a game in which one seat is the program and all others choose at random."""
    rules = ITALIA.open(ITALIA.scenario(scenario), {})
    state = rules.setup(Seeded(b"game", str(seed), 0)).state
    place = 0
    while (outcome := rules.outcome(state)) is None:
        place += 1
        own = Seeded(b"own", str(seed), place)
        state = in_order(state)
        decision = rules.pending(state)[0]
        if decision.seat == clever:
            action = rules.bot(state, clever, own)
        else:
            choices = rules.choices(state, decision.seat)
            one = choices[own.roll(Throw(len(choices), "choice", low=0))]
            action = ITALIA.codec.read(sample_action(one, own))
        try:
            state = rules.apply(state, decision.seat, action, Seeded(b"game", str(seed), place)).state
        except InvalidAction:
            raise AssertionError(f"{action} was offered") from None
    return {seat: int(points) for seat, points in outcome.scores.items()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "clever"),
    [(game, seat) for game in ("italia1", "italia2") for seat in ITALIA.scenario(game)["game"]["seats"]],
)
def test_it_scores_more_than_a_random_player_in_its_seat(scenario: str, clever: str) -> None:
    with_program = winner(scenario, clever, 1)[clever]
    at_random = winner(scenario, "nobody", 1)[clever]
    assert with_program > at_random


# --- single answers ---------------------------------------------------------------------------------------


def advised(facts: dict[str, Any]) -> tuple[str, dict[str, Any] | None, str]:
    """The answer of the program in a position of Italia I where a nation moves, and its reason, in words."""
    top = Reader({"ask": "play", **facts}).only(f"ask {FIELDS} nation")
    pos, nation = position(top), facts["nation"]
    rules = ItaliaRules(pos.setting)
    play = Play(pos, Scripted([]))
    play.set(nation=nation)
    play.push(Movement(nation, ships=ships_of(play.pos, nation)))
    rules.drive(play)
    action = rules.bot(play.state, pos.seat(nation), Scripted([]))
    why = rules.why(play.state, action)
    said = ItaliaWording(ITALIA.scenario("italia1")).reason(why) if why else ""
    return type(action).__name__, {**vars(action), **(why or {})}, said


def test_it_says_what_its_move_is_for() -> None:
    kind, found, said = advised(
        {"nation": "romans", "round": 5, "pieces": {"roma": {"romans": {"legion": 4}}}}
    )
    assert (kind, found["code"]) == ("March", "goes_to_hold")
    assert found["halves"] > 0 and "points" in said


def test_a_fight_is_worth_what_its_exact_odds_promise() -> None:
    """Four legions against one infantry gain; one legion against three in a city loses itself."""
    top = Reader(
        {
            "ask": "play",
            "round": 5,
            "pieces": {
                "corfinium": {"samnites": {"infantry": 1}},
                "neapolis": {"samnites": {"infantry": 3}},
                "roma": {"romans": {"legion": 4}},
            },
            "cities": {"neapolis": "yellow"},
        }
    ).only(f"ask {FIELDS}")
    view = outlook(position(top), "romans")
    assert view.wins("corfinium", {"legion": 4}, 0) > 0.99
    assert view.assault("corfinium", {"legion": 4}, 0, {}) > 4 * view.unit_worth
    assert view.wins("neapolis", {"legion": 1}, 0) < 0.01
    assert view.assault("neapolis", {"legion": 1}, 0, {}) < view.unit_worth


def test_it_does_not_throw_one_unit_at_three_in_a_city() -> None:
    kind, found, said = advised(
        {
            "nation": "romans",
            "round": 5,
            "pieces": {"roma": {"romans": {"legion": 1}}, "corfinium": {"samnites": {"infantry": 3}}},
            "cities": {"corfinium": "yellow"},
        }
    )
    assert kind != "March" or found["to"] != "corfinium"
    assert said
