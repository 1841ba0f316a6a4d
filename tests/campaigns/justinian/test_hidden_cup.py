"""Nobody knows which leaders are in the cup before the draw (3.24, 4.14)."""

from dataclasses import asdict
from json import dumps

import pytest

from campaigns.justinian.rules.system import JUSTINIAN, JustinianRules
from engine.dice import Seeded
from tests.campaigns.justinian.players import play, rules
from tests.found import some


def named(value: object, leaders: tuple[str, ...]) -> list[str]:
    text = dumps(value, default=repr)
    return [leader for leader in leaders if f'"{leader}"' in text]


def in_first_cup(game: JustinianRules, leader: str) -> bool:
    return game.setting.scn.leaders[leader].in_first_cup


@pytest.mark.parametrize("seed", [11, 12])
def test_no_page_choice_or_question_names_a_leader_in_the_cup(seed: int) -> None:
    game = rules(setup="suggested")
    for number, (state, _, _, _) in enumerate(some(play(game, seed, "random", 1500))):
        if number % 5:
            continue
        (decision,) = game.pending(state)
        assert named(dict(decision.facts), state.cup) == []
        for seat in ("byzantium", "barbarian", None):
            view = game.view(state, seat)
            assert view["cup"] == len(state.cup) and named(view, state.cup) == []
            choices = [asdict(c) for c in game.choices(state, seat)] if seat else []
            assert named(choices, state.cup) == []


@pytest.mark.parametrize("seed", [11, 12])
def test_events_name_him_only_when_he_is_drawn(seed: int) -> None:
    game, drawn = rules(setup="suggested"), 0
    for state, _, _, step in some(play(game, seed, "random", 1500)):
        told = [JUSTINIAN.codec.write(e) for e in step.events]
        for leader in named(told, state.cup):
            assert leader not in step.state.cup, (leader, told)
            drawn += 1
    assert drawn


def test_everybody_can_reckon_who_is_in_the_cup_so_that_a_seat_imagines_what_is_there() -> None:
    game = rules(setup="suggested")
    reckoned = 0
    for state, _, _, _ in some(play(game, 13, "random", 1500)):
        shown = game.view(state, None)
        in_play = {*shown["lone"], *(a["leader"] for a in shown["armies"])}
        come_up = {m for m in game.setting.scn.magistri_militum if in_first_cup(game, m) or shown["turn"]}
        assert set(state.cup) == come_up - in_play
        assert game.imagine(state, "barbarian", Seeded(b"", "imagined", 0)) is state
        reckoned += bool(state.cup)
    assert reckoned


def test_the_cup_holds_each_leader_once_and_nobody_who_is_in_play() -> None:
    game = rules(setup="suggested")
    for _, _, _, step in some(play(game, 13, "random", 1500)):
        state = step.state
        armies = [a.leader for a in state.armies.values() if a.power == "byzantium" and a.leader]
        everybody = [*state.cup, *state.lone, *armies]
        assert len(everybody) == len(set(everybody))
