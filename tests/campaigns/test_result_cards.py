"""The card of the latest battle. It shows the result from the point of view of the reader's side, with the
losses, totals and odds.
"""

from fractions import Fraction
from typing import Any

from campaigns.italia.pages.annals import fights as italian
from campaigns.justinian.pages import fights
from campaigns.justinian.wording.names import Names
from tests.campaigns.italia.fought import BEGAN, ENDED, FELL, FOUGHT, GONE
from tests.campaigns.italia.fought import NAMES as ITALIAN
from tests.campaigns.justinian.begun import SCENARIO

DECLARED = {"kind": "attack_declared", "province": "dalmatia", "attackers": ["athalaric"], "target": "all"}
BATTLE: dict[str, Any] = {
    "kind": "battle_fought",
    "province": "dalmatia",
    "attacker_sp": 30,
    "defender_sp": 10,
    "attacker_die": 0,
    "defender_die": 9,
    "attacker_drms": {},
    "defender_drms": {"weaker": -1},
    "attacker_loses": 1,
    "defender_loses": 4,
    "winner": "attacker",
}


def test_both_sides_see_who_won_with_losses_and_totals() -> None:
    events = [DECLARED, BATTLE]
    seen = {
        seat: fights.results([], events, seat, Names(SCENARIO), lambda later: [])
        for seat in ("byzantium", "barbarian")
    }
    (ours,), (theirs,) = seen["byzantium"], seen["barbarian"]
    assert (ours.tone, theirs.tone) == ("bad", "good")
    assert ours.title.startswith("Defeat") and theirs.title.startswith("Victory")
    attacker, defender = ours.sides
    assert (attacker.had, attacker.survivors, defender.survivors) == (30, 29, 6)
    assert attacker.won and not defender.won
    assert "30 SP" in attacker.total and "8" in defender.total, "with the modifiers, never a bare die"
    assert ours.chance and Fraction(1, 2) < ours.chance <= 1


def test_a_result_card_lists_later_events_and_needs_a_battle() -> None:
    names = Names(SCENARIO)
    (found,) = fights.results(
        [DECLARED],
        [BATTLE, {"kind": "army_halted", "army": "athalaric"}],
        "byzantium",
        names,
        lambda later: [str(len(later))],
    )
    assert found.after == ("1",)
    assert fights.results([DECLARED, BATTLE], [], "byzantium", names, lambda later: []) == ()


def test_a_battle_of_italia_counts_units() -> None:
    events = [BEGAN, FOUGHT, FELL, GONE, ENDED]
    own = frozenset({BEGAN["attacker"]})
    (found,) = italian.results(events[:2], events[2:], own, ITALIAN, lambda later: [])
    attacker, defender = found.sides
    assert attacker.had == sum(BEGAN["attacking"].values()) and defender.had == sum(
        BEGAN["defending"].values()
    )
    assert attacker.lost + defender.lost > 0
    assert found.tone == ("good" if attacker.won else "bad" if defender.won else "")
    assert italian.results([], events[:-1], frozenset(), ITALIAN, lambda later: []) == (), (
        "not while it is under way"
    )


def test_several_battles_since_the_last_move_are_all_told_the_last_first() -> None:
    names = Names(SCENARIO)
    other = {**BATTLE, "province": "moesia_prima"}
    lines = [DECLARED, BATTLE, {"kind": "army_halted", "army": "athalaric"}, DECLARED, other]
    last, first = fights.results([], lines, "byzantium", names, lambda later: [str(len(later))])
    assert last.title != first.title
    assert last.title.endswith(names.place("moesia_prima")), "the newest on top"
    assert not first.after, "what followed is told of the newest alone"
