"""What a game master may put right: random facts, and positions that cannot be."""

from typing import Any

import pytest

from campaigns.justinian.rules.system import JUSTINIAN
from engine.game import Pick
from engine.log.amending import amended, change, facts
from tests.campaigns.justinian.players import play, rules
from tests.engine.amendments import check_amendments, check_no_mistakes
from tests.found import some

CODEC = JUSTINIAN.codec


def a_state() -> tuple[Any, Any]:
    game = rules(setup="suggested")
    *_, (_before, _seat, _action, step) = play(game, 1, "bot", 30)
    return game, step.state


def wrong(path: tuple[str, ...], to: Any) -> list[tuple[str, str]]:
    """What the rules say of the state with that fact."""
    game, state = a_state()
    one = change(facts(CODEC, game, state)[path], CODEC.write(state), to)
    return [(it.path, it.code) for it in game.check_state(amended(CODEC, game, state, [one]))]


@pytest.mark.slow
def test_random_facts_put_right_leave_the_game_playable_and_its_log_true() -> None:
    assert check_amendments(JUSTINIAN, 1, {"setup": "suggested"})["made"] > 20


@pytest.mark.slow
def test_gold_markers_and_garrisons_may_be_put_right() -> None:
    assert wrong(("gold",), 12) == []
    assert wrong(("markers", "sicilia"), "vandals") == []
    assert wrong(("frontier", "thracia", "sp"), 2) == []


@pytest.mark.slow
def test_more_troops_than_counters_are_refused() -> None:
    assert ("armies", "over_limit") in wrong(("frontier", "thracia", "sp"), 150)


@pytest.mark.slow
def test_an_army_is_offered_no_foreign_box_and_no_sea() -> None:
    game, state = a_state()
    scn = game.position(state).scn
    for path, fact in some([*facts(CODEC, game, state).items()]):
        if path[0] == "armies" and path[2] == "at" and isinstance(fact.field, Pick):
            army = state.armies[path[1]]
            places = {one.value for one in fact.field.options} - {army.at}
            assert places <= {*scn.provinces, f"{army.power}_box"}


@pytest.mark.slow
def test_an_alliance_and_a_lost_treasury_may_be_put_right_where_there_is_none() -> None:
    game, state = a_state()
    bare = state.but(alliances={}, treasuries={})
    found, written = facts(CODEC, game, bare), CODEC.write(bare)
    changes = [
        change(found["alliances", "franks"], written, "byzantium"),
        change(found["treasuries", "vandals"], written, "zeugitana"),
    ]
    after = amended(CODEC, game, bare, changes)
    assert (after.alliances, after.treasuries) == ({"franks": "byzantium"}, {"vandals": "zeugitana"})
    assert ("alliances", "persia") not in found and ("alliances", "vandals") not in found


@pytest.mark.slow
def test_a_place_that_is_none_is_refused() -> None:
    game, state = a_state()
    army = next(iter(state.armies))
    odd = state.but(armies={**state.armies, army: state.armies[army].but(at="atlantis")})
    assert (f"armies.{army}.at", "no_such_place") in {(it.path, it.code) for it in game.check_state(odd)}


@pytest.mark.slow
def test_no_position_that_the_rules_lead_to_has_a_mistake() -> None:
    check_no_mistakes(JUSTINIAN, 3, {"setup": "suggested"})
