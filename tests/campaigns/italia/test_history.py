"""The chronicle of Italia as a history: nations' turns, battles, headlines, and news since the last visit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import translation

from campaigns.italia.pages.annals import fights, news, story
from campaigns.italia.wording import headlines
from tests.campaigns.italia.fought import BEGAN, ENDED, FELL, FOUGHT, GONE, NAMES, event


@dataclass(frozen=True)
class Entry:
    """The fields of a log entry that the story reads."""

    seq: int
    events: tuple[dict[str, Any], ...]
    rolls: tuple[dict[str, Any], ...] = ()
    undone: bool = False
    kind: str = "action"


def moved(units: dict[str, int], origin: str, to: str) -> dict[str, Any]:
    return event("units_moved", nation="romans", origin=origin, to=to, units=units, leaders=[], how="march")


def test_a_round_falls_into_turns_of_nations_and_the_points_at_its_end() -> None:
    lines = [
        Entry(0, (event("units_placed", why="set_up"), event("round_began", round=1))),
        Entry(1, (event("turn_began", nation="celts"),)),
        Entry(2, (event("turn_began", nation="romans"), BEGAN)),
        Entry(3, (event("scored", what="area", nation="romans"), event("round_ended", round=1))),
        Entry(4, (event("round_began", round=2), event("turn_began", nation="celts"))),
    ]
    found = story.STORY.of_turn(lines, 1)
    told = [(p.sort, p.marker) for p in found]
    assert told == [("set_up", ""), ("opening", ""), ("turn", "celts"), ("turn", "romans"), ("ending", "")]
    assert [p.number for p in story.STORY.of_turn(lines, 2)][:1] == [2]


def test_a_battle_is_told_as_one_with_its_rounds_and_who_is_left() -> None:
    with translation.override("en"):
        (fight,) = fights.join_fights([BEGAN, FOUGHT, FELL, GONE, ENDED], NAMES)
        assert isinstance(fight, fights.Fight)
        assert (fight.winner, fight.attacker_lost, fight.defender_lost) == (
            "romans",
            "1 legion",
            "2 infantry",
        )
        assert fight.rounds[0].attacker_dice == (9, 8, 2)
        assert "the Romans win after 1 round" in fight.line


def test_a_raid_that_succeeds_is_won_by_the_raiders_even_if_they_all_fall() -> None:
    """A successful raid is a victory of the raiders and bad news for the raided player, even if no raider
    survives.
    """
    began = {**BEGAN, "raid": True}
    fallen = event("units_lost", nation="romans", units=began["attacking"], place="etruria", why="combat")
    for success, winner in ((True, "romans"), (False, "etruscans")):
        ended = event("raid_ended", area="etruria", attacker="romans", defender="etruscans", success=success)
        fight, *_ended = fights.join_fights([began, FOUGHT, fallen, ended], NAMES)
        assert isinstance(fight, fights.Fight) and fight.winner == winner
        cards = fights.results(
            [], [began, FOUGHT, fallen, ended], frozenset({"etruscans"}), NAMES, lambda later: []
        )
        assert [card.tone for card in cards] == ["bad" if success else "good"]


def test_a_battle_without_rounds_is_not_said_to_have_been_won_after_none() -> None:
    sides = {"attacker": "romans", "defender": "etruscans"}
    reported = event("battle_reported", area="etruria", winner="defender", **sides)
    over = {**ENDED, "rounds": 0}
    with translation.override("en"):
        told = [
            next(iter(fights.join_fights(found, NAMES))) for found in ([BEGAN, reported, FELL, over], [BEGAN])
        ]
        assert [fight.line for fight in told if isinstance(fight, fights.Fight)] == [
            "Battle of Etruria: the Etruscans win (the Romans lose 1 legion, the Etruscans nobody).",
            "Battle of Etruria: it begins.",
        ]


def test_who_retreats_leaves_the_field_to_the_other() -> None:
    left = event("retreated", nation="romans", origin="etruria", to="roma", units={"legion": 2}, leaders=[])
    fight, retreat = fights.join_fights([BEGAN, FELL, left, ENDED], NAMES)
    assert isinstance(fight, fights.Fight) and fight.winner == "etruscans"
    assert not isinstance(retreat, fights.Fight) and retreat["kind"] == "retreated"


def test_marches_of_one_nation_are_one_line_and_go_on_together() -> None:
    two = {"legion": 2}
    steps = [moved(two, "roma", "etruria"), moved(two, "etruria", "florentia"), moved(two, "roma", "umbria")]
    with translation.override("en"):
        assert news.brief(steps, NAMES) == [
            "The Romans move: 2 legions Roma → Etruria → Florentia; 2 legions Roma → Umbria."
        ]


def test_a_headline_says_what_a_turn_came_to() -> None:
    sacked = event("city_changed", area="etruria", how="sacked", nation="romans")
    subdued = event("submitted", nation="etruscans", overlord="romans")
    with translation.override("en"):
        told = headlines.of_turn("romans", [BEGAN, sacked, subdued], ["etruria", "umbria"], [], NAMES)
        assert told == "The Romans subdue the Etruscans, sack Etruria and take Umbria"
        assert headlines.of_turn("romans", [BEGAN], [], [], NAMES) == "The Romans fight for Etruria"
    with translation.override("it"):
        assert headlines.of_turn("romans", [], [], [], NAMES) == "Romani tengono ciò che hanno"
