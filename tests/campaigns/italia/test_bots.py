"""The bot plays better than chance, whichever side it has."""

from typing import Any

import pytest

from campaigns.italia.answers.position import FIELDS, position
from campaigns.italia.bot.outlook import Outlook, outlook
from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.movement.ledger import Movement, ships_of
from campaigns.italia.rules.rules import ItaliaRules
from campaigns.italia.rules.state.capital import NameCapital
from campaigns.italia.rules.state.play import Play
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording import ItaliaWording
from engine.canonical_order import sort_keys
from engine.choices import sample_action
from engine.dice import Scripted, Seeded, Throw
from engine.game import InvalidAction
from engine.reading import Reader


def winner(scenario: str, clever: str, seed: int) -> dict[str, int]:
    """Return the points after a game in which one seat is a bot and all others choose at random."""
    rules = ITALIA.open(ITALIA.scenario(scenario), {})
    state = rules.setup(Seeded(b"game", str(seed), 0)).state
    place = 0
    while (outcome := rules.outcome(state)) is None:
        place += 1
        own = Seeded(b"own", str(seed), place)
        state = sort_keys(state)
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


@pytest.mark.parametrize(
    ("scenario", "clever"),
    [(game, seat) for game in ("italia1", "italia2") for seat in ITALIA.scenario(game)["game"]["seats"]],
)
def test_it_scores_more_than_a_random_player_in_its_seat(scenario: str, clever: str) -> None:
    with_program = winner(scenario, clever, 1)[clever]
    at_random = winner(scenario, "nobody", 1)[clever]
    assert with_program > at_random


# --- single answers ---------------------------------------------------------------------------------------


def advised(facts: dict[str, Any]) -> tuple[str, dict[str, Any], str]:
    """Return the bot's answer in a position of Italia I where a nation moves, with its reason in words."""
    top = Reader({"ask": "play", **facts}).only(f"ask {FIELDS} nation")
    pos, nation = position(top), facts["nation"]
    rules = ItaliaRules(pos.setting)
    play = Play(pos, Scripted([]))
    play.set(nation=nation)
    play.push(Movement(nation, ships=ships_of(play.pos, nation)))
    rules.drive(play)
    action, why = rules.advice(play.state, pos.seat(nation), Scripted([]))
    said = ItaliaWording(ITALIA.scenario("italia1")).reason(why) if why else ""
    return type(action).__name__, {**vars(action), **(why or {})}, said


def seen(nation: str, **facts: Any) -> Outlook:
    return outlook(position(Reader({"ask": "play", **facts}).only(f"ask {FIELDS}")), nation)


def test_the_last_foreign_area_of_a_region_is_worth_all_of_it() -> None:
    """In round 5 Carthage would score three points for all of Sicily. If a single Greek unit prevents this,
    its area is worth all three. If two do, each of their areas is worth less. An empty area adds none of the
    three.
    """
    greek = {"greeks": {"infantry": 1}}
    alone = seen("carthaginians", round=5, pieces={"messana": greek})
    two = seen("carthaginians", round=5, pieces={"messana": greek, "syracusae": greek})
    assert abs(alone.worth["messana"] - alone.worth["lilybaeum"] - 3.0) < 1e-9
    assert two.worth["lilybaeum"] < two.worth["messana"] < alone.worth["messana"]


def test_who_must_submit_is_worth_a_march() -> None:
    """The Samnites submit to Rome once they hold at most two areas. Their submission is worth two points, and
    no die is rolled for it (12.5).
    """
    weak = {"samnium": {"samnites": {"infantry": 3}}}
    view = seen("romans", round=3, pieces={**weak, "roma": {"romans": {"legion": 1}}})
    assert view.yields("samnium")
    assert view.assault("samnium", {"legion": 1}, 0, {}) > 2.0
    more = {**weak, "apulia": {"samnites": {"infantry": 1}}, "lucania": {"samnites": {"infantry": 1}}}
    strong = seen("romans", round=3, pieces={**more, "roma": {"romans": {"legion": 1}}})
    assert not strong.yields("samnium")
    assert strong.assault("samnium", {"legion": 1}, 0, {}) < 1.0


def test_it_says_what_its_move_is_for() -> None:
    kind, found, said = advised(
        {"nation": "romans", "round": 5, "pieces": {"roma": {"romans": {"legion": 4}}}}
    )
    assert (kind, found["code"]) == ("March", "goes_to_hold")
    assert found["halves"] > 0 and "points" in said


def test_a_fight_is_worth_what_its_exact_odds_promise() -> None:
    """Four legions gain by attacking one infantry; one legion loses by attacking three in a city."""
    top = Reader(
        {
            "ask": "play",
            "round": 5,
            "pieces": {
                **{area: {"samnites": {"infantry": 1}} for area in ("apulia", "corfinium", "lucania")},
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
            "pieces": {
                **{area: {"samnites": {"infantry": 3}} for area in ("apulia", "corfinium", "lucania")},
                "roma": {"romans": {"legion": 1}},
            },
            "cities": {"corfinium": "yellow"},
        }
    )
    assert kind != "March" or found["to"] != "corfinium"
    assert said


def test_8_1_it_names_the_area_its_capital_rather_than_lose_a_unit() -> None:
    """Four units have taken an area with a limit of three; naming it the capital saves the fourth."""
    pieces = {"lilybaeum": {"carthaginians": {"infantry": 4}}}
    top = Reader({"ask": "play", "round": 2, "pieces": pieces}).only(f"ask {FIELDS}")
    pos = position(top)
    rules, play = ItaliaRules(pos.setting), Play(pos, Scripted([]))
    play.set(nation="carthaginians")
    play.push(Combats("carthaginians", stage="trim", fought=("lilybaeum",)))
    rules.drive(play)
    action, why = rules.advice(play.state, "blue", Scripted([]))
    assert action == NameCapital("lilybaeum", "carthaginians") and why and why["code"] == "capital_saves"
    after = rules.apply(play.state, "blue", action, Scripted([])).state
    assert after.units["lilybaeum"]["carthaginians"]["infantry"] == 4 and not after.stack
