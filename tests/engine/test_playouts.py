"""Play-outs: exactly known chances, equal seeds, limits, and secrecy."""

from dataclasses import dataclass, replace
from math import comb
from typing import Any

import pytest

from engine.dice import Seeded
from engine.game import BattleReport, Force, ForceUnit, InvalidAction, OpenBattle, Outcome, usual_end
from engine.playouts import (
    STRICT,
    Counts,
    Tally,
    begin_after_battle,
    begin_at,
    differ,
    differ_by_more,
    one_game,
    run_playouts,
    wilson,
)
from tests.engine.coins import KNOWN, Coins, State, exact
from tests.engine.example.system import FORDS

RULES, SEED = Coins(), b"play-outs"
SIDES = ("attacker", "defender")


@pytest.mark.parametrize("points", KNOWN)
def test_play_outs_give_the_known_chances(points: tuple[int, int]) -> None:
    assert exact(points) == KNOWN[points]
    found = run_playouts(RULES, begin_at(RULES, State(points)), SEED, 600)
    red, blue = wilson(found.wins["red"], 600, STRICT), found.chance("blue")
    assert red.low < KNOWN[points] < red.high and red.high - red.low < 0.11
    assert found.games == 600 and round(red.middle + blue.middle, 6) == 1


def test_equal_seeds_give_equal_games_and_a_series_goes_on() -> None:
    begin = begin_at(RULES, State((1, 1)))
    whole = run_playouts(RULES, begin, SEED, 40)
    parts = run_playouts(RULES, begin, SEED, 15) + run_playouts(RULES, begin, SEED, 25, first=15)
    assert parts == whole != run_playouts(RULES, begin, b"another", 40)


def test_play_outs_stop_on_request_and_endless_games_have_no_winner() -> None:
    begin = begin_at(RULES, State())
    asked = iter((False, False, True))
    assert run_playouts(RULES, begin, SEED, 40, enough=lambda: next(asked)).games == 3
    endless = Coins(endless=True)
    found = run_playouts(endless, begin_at(endless, State()), SEED, 3, longest=20)
    assert found == Tally(3, {}, 3)


@dataclass(frozen=True)
class Counting(Coins):
    """The coin game with each throw as a turn, and red's points as a measure (``metrics``)."""

    def turn_of(self, state: State) -> int:
        return sum(state.points)

    def metrics(self, state: State) -> dict[str, int]:
        return {"heads": state.points[0]}


def test_play_outs_give_the_mean_of_a_measure_later_and_at_the_end() -> None:
    """Play-outs report the mean of a measure some turns later and at the end. After two throws red has one
    point on average; at the end the mean agrees with an exact count.
    """
    rules = Counting()
    found = run_playouts(rules, begin_at(rules, State()), SEED, 600)
    soon, late = found.soon["heads"].estimate(STRICT), found.late["heads"].estimate(STRICT)
    assert soon.low < 1 < soon.high and soon.high - soon.low < 0.2
    wins, lost = exact_end()
    assert late.low < wins + lost < late.high
    whole = run_playouts(rules, begin_at(rules, State()), SEED, 40)
    begin = begin_at(rules, State())
    assert run_playouts(rules, begin, SEED, 15) + run_playouts(rules, begin, SEED, 25, first=15) == whole
    ended = run_playouts(rules, begin_at(rules, State((3, 1))), SEED, 2)
    assert (ended.soon["heads"], ended.late["heads"]) == (Counts(2, 6, 18), Counts(2, 6, 18))
    assert run_playouts(RULES, begin, SEED, 2).late == {}, "these rules count nothing"


def exact_end() -> tuple[float, float]:
    """Return the average points that red gains per game, first from the games that red wins, then from those
    that red loses. Red wins with three points, and loses with none, one or two.
    """
    return 3 * 0.5, sum(points * comb(2 + points, points) * 0.5 ** (3 + points) for points in range(3))


def test_the_stakes_of_a_battle_are_measured() -> None:
    state = State((1, 1), battle=True)
    won = run_playouts(RULES, begin_after_battle(RULES, state, "attacker"), SEED, 400)
    lost = run_playouts(RULES, begin_after_battle(RULES, state, "defender"), SEED, 400)
    assert won.chance("red").low < exact((2, 1)) < won.chance("red").high
    assert lost.chance("red").low < exact((1, 2)) < lost.chance("red").high
    assert differ(won, lost, "red") and not differ(won, won, "red")
    counting = Counting()
    won, lost = (
        run_playouts(counting, begin_after_battle(counting, state, side), SEED, 60) for side in SIDES
    )
    assert differ_by_more(won.soon["heads"], lost.soon["heads"]) and not differ_by_more(
        won.soon["heads"], won.soon["heads"]
    )
    assert not differ_by_more(Counts(1, 5, 25), won.soon["heads"]), "one game tells nothing"


def test_play_outs_do_not_use_hidden_facts() -> None:
    @dataclass(frozen=True)
    class Peeping(Coins):
        def outcome(self, state: State) -> Outcome | None:
            assert state.secret != 4242, "the real state was played out"
            return super().outcome(state)

    peeping = Peeping()
    real, other = State((1, 0), secret=4242), State((1, 0), secret=7)
    found = [run_playouts(peeping, begin_at(peeping, one), SEED, 20) for one in (real, other)]
    assert found[0] == found[1]
    battles = [replace(one, battle=True) for one in (real, other)]
    ends = [run_playouts(peeping, begin_after_battle(peeping, one, "attacker"), SEED, 20) for one in battles]
    assert ends[0] == ends[1]


def test_a_bot_that_is_refused_is_answered_by_the_default() -> None:
    @dataclass(frozen=True)
    class Wrong(Coins):
        def bot(self, state: State, seat: str, dice: Any) -> Any:
            return "nonsense"

    outcome = one_game(Wrong(), State(), SEED, 0)
    assert outcome is not None and outcome == one_game(RULES, State(), SEED, 0)


def test_a_game_with_hidden_hands_is_played_out() -> None:
    rules = FORDS.open(FORDS.scenario("even"), {"rounds": 2, "cards": 1})
    state = rules.setup(Seeded(b"game", "test", 0)).state
    found = run_playouts(rules, begin_at(rules, state), SEED, 3)
    assert found.games == 3 and not found.unfinished


def test_few_games_tell_little() -> None:
    few, many = wilson(3, 5), wilson(60, 100)
    assert few.high - few.low > 0.6 and many.high - many.low < 0.2
    assert not differ(Tally(10, {"a": 4}), Tally(10, {"a": 7}), "a")
    assert not differ(Tally(), Tally(40, {"a": 40}), "a"), "no games tell nothing"


def test_the_usual_end_of_a_battle() -> None:
    units = (ForceUnit("guard", "red", "field", 5), ForceUnit("scouts", "red", "field", 1))
    battle = OpenBattle("gm", Force("red", units), Force("blue", (ForceUnit("foe", "blue", "field", 8),)), {})
    assert usual_end(battle, "attacker") == BattleReport("attacker", {"guard": 1, "foe": 4}, holds="attacker")
    assert usual_end(battle, "defender").losses == {"guard": 3, "scouts": 1, "foe": 2}
    with pytest.raises(InvalidAction):
        RULES.force_result(State(), "attacker", Seeded(b"", "test", 0))
