"""Each die of a game belongs to the event it produced. The tests go through the rules section by section."""

from collections import Counter
from typing import Any, Final

import pytest

from campaigns.justinian.answers.cases import start
from campaigns.justinian.rules.segment.activation import DrawRandom
from campaigns.justinian.rules.system import JUSTINIAN
from engine.dice import Scripted
from engine.dice_record import pair_with_dice
from features.trials.playthrough import play_game
from tests.campaigns.justinian.positions import PRAESENTALS, game

# the purpose of each die, with the events that a reader of the rules would expect it to produce
OF: Final = {
    "battle": {"battle_fought"},
    "sea_battle": {"sea_battle_fought"},
    "sea_winner": {"sea_battle_fought"},
    "movement": {"army_activated"},
    "activation": {"power_drawn"},
    "event": {"event_rolled"},
    "revolt": {"revolt_rolled"},
    "mutiny": {"mutiny_rolled"},
    "alliance": {"alliance_rolled"},
    "interception": {"interception_rolled"},
    "sea_interception": {"sea_interception_rolled"},
    "retreat": {"retreated_before"},
    "disorganisation": {"disorganisation_rolled"},
    "pillage": {"pillage_rolled"},
    "levy": {"levy_raised"},
    "stranded": {"retreat_blocked"},
    "recruit": {"recruits_rolled"},
    "troops": {"recruits_rolled"},
    "politics": {"politics_rolled"},
    "sardinia": {"sardinia_rolled"},
    "treasury": {"treasury_captured"},
    "leader_draw": {"leader_appointed", "leader_moved"},
    "attrition": {"sp_lost"},
    "status": {"status_changed"},
}
# dice that may have no event in their entry: the table's event ends the game, the player chooses the lost
# troops later, or the die changes nothing
LATER: Final = {"activation", "attrition", "status"}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_in_whole_games_every_die_is_of_the_event_that_one_would_say(seed: int) -> None:
    found: Counter[str] = Counter()
    for entry in play_game(JUSTINIAN, seed, check=False).log:
        told, rest = pair_with_dice(entry.events, entry.rolls)
        for event, rolls in told:
            for roll in rolls:
                assert event["kind"] in OF[roll["purpose"]], (entry.seq, roll)
                found[roll["purpose"]] += 1
        assert {roll["purpose"] for roll in rest} <= LATER
    assert len(found) > 12 and found["battle"] > 20


def test_6_22_the_draw_keeps_its_dice_though_an_event_of_the_table_is_told_first() -> None:
    """The dice that draw a power belong to the event of the draw, even if a random event is rolled and
    reported before it. Here 5 and 6 draw the power, and 9 is the die of the random event.
    """
    rules = game()
    drawn = rules.apply(marker_next(rules), "barbarian", DrawRandom(), Scripted([5, 6, 9]))
    assert drawn.dice is not None
    kinds = [JUSTINIAN.codec.write(event)["kind"] for event in drawn.events]
    mine = [None if number is None else kinds[number] for number in drawn.dice]
    assert mine == ["power_drawn", "power_drawn", "event_rolled"]
    assert kinds.index("event_rolled") < kinds.index("power_drawn")


def marker_next(rules: Any) -> Any:
    """Return a state in which the barbarian side is about to use a marker."""
    given = {"doing": {"segment": "barbarian"}, "armies": PRAESENTALS}
    state, _ = start(rules, given)
    return state
