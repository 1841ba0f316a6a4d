"""Standing orders answer every interrupt, and only legally."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from campaigns.rules.justinian import standing_affairs as affairs
from campaigns.rules.justinian.frames import NikaMarch, Sardinia, SeaWithdraw
from campaigns.rules.justinian.standing import ORDER_KINDS, SEGMENT
from campaigns.rules.justinian.state import Fleet, sp_at
from campaigns.rules.justinian.system import JUSTINIAN
from engine.choices import permits
from engine.dice import Seeded
from engine.game import Pick
from tests.campaigns.justinian.players import play, rules

RULES = Path(__file__).resolve().parents[3] / "campaigns/rules/justinian"


def opened() -> tuple[Any, Any]:
    game = rules(setup="suggested")
    return game.table, game.setup(Seeded(b"standing", "x", 0)).state


OFTEN = 40  # answers tried of each kind in a game: those of a march alone would be hundreds


def orders(pick: int) -> dict[str, dict[str, Any]]:
    """One order of every kind: of each policy the ``pick``-th (the last, if there are fewer)."""
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
    """Who sleeps for a night is answered for by his own words, whatever befalls him."""
    source = "\n".join(p.read_text(encoding="utf-8") for p in RULES.glob("*.py"))
    asked = set(re.findall(r"Ask\(\s*[^\"()]*(?:\([^()]*\))?[^\"()]*\"([a-z_]+)\"", source))
    assert "sea_withdraw" in asked
    assert asked - SEGMENT - {"set_up", "battle"} == {kind.decision for kind in ORDER_KINDS} - {"segments"}


def test_9_0_orders_for_revolts_send_whom_they_name() -> None:
    table, state = opened()
    strong = affairs.sardinia(table, state, Sardinia("byzantium", "byzantium"), {"policy": "strongest"})
    weak = affairs.sardinia(table, state, Sardinia("byzantium", "byzantium"), {"policy": "weakest"})
    assert sum(strong.land.values()) == sum(weak.land.values()) == 5
    assert state.armies["oriens"].sp == max(a.sp for a in state.armies.values() if a.power == "byzantium")
    assert list(strong.land) == ["army:oriens"] and "army:oriens" not in weak.land
    sent = affairs.nika(table, state, NikaMarch(), {"policy": "strongest"}).army
    assert state.armies[sent].at == "europa"  # who is there already stays


def test_8_33_a_beaten_fleet_flees_to_friends_or_to_a_city() -> None:
    table, state = opened()
    fleets = {"byzantium@moving": Fleet("byzantium", "mare_egeo", 1)}
    state = replace(state, fleets=fleets)
    frame = SeaWithdraw("byzantium@moving", ("mare_egeo",))
    to_city = affairs.sea_withdraw(table, state, frame, {"policy": "to_city"}).province
    assert table.scn.provinces[to_city].is_city
    to_friends = affairs.sea_withdraw(table, state, frame, {"policy": "to_friends"}).province
    most = max(sp_at(state, p, "byzantium") for p in table.scn.seas["mare_egeo"].coasts)
    assert sp_at(state, to_friends, "byzantium") == most


def decisions(number: int, steps: int) -> list[tuple[Any, Any]]:
    """States of a bot game with what each owes."""
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
    for state, decision in decisions(32, 200):
        assert game.standing(state, decision, everything) is not None
        if decision.kind == "bribe":
            mine = {**everything, "bribe": {"gold": 0, "keep": 0}}
            assert game.standing(state, decision, mine).gold == 0


def test_a_game_left_to_the_program_by_orders_is_the_same_every_time() -> None:
    """Pure and replayable: no dice of its own."""

    def end(times: int) -> Any:
        game = rules(setup="suggested")
        state = game.setup(Seeded(b"sleep", "x", 0)).state
        for number in range(1, times):
            (decision,) = game.pending(state)
            action = game.standing(state, decision, {"segments": {"policy": "everything"}})
            state = game.apply(state, decision.seat, action, Seeded(b"sleep", "x", number)).state
        return state

    assert end(150) == end(150)


def test_no_order_no_answer() -> None:
    game = rules(setup="suggested")
    for state, _, _, _ in play(game, 30, "bot", 60):
        assert game.standing(state, game.pending(state)[0], {}) is None
