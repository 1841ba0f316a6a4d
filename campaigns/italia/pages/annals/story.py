"""Group Italia's events into passages: the start of a round, a nation's turn, and the scoring at the end."""

from __future__ import annotations

from campaigns.annals.story import Passage, Telling
from campaigns.italia.rules.scenario.cards import AWARDS
from engine.game import Facts

SETTING_UP, OPENING, TURN, ENDING = "set_up", "opening", "turn", "ending"
QUIET = frozenset({"round_ended", "turn_began", "aimed", "battle_ended", "campaign_ended"})


def _open_passage(found: list[Passage], event: Facts) -> bool:
    kind = str(event["kind"])
    if kind == "round_began":
        found.append(Passage(OPENING, number=event["round"]))
    elif kind == "turn_began":
        found.append(Passage(TURN, marker=event["nation"]))
    elif _counts_points(event) and found and found[-1].sort != ENDING:
        found.append(Passage(ENDING))
    elif not found:
        found.append(Passage(SETTING_UP))
    else:
        return False
    return True


def _counts_points(event: Facts) -> bool:
    """Return whether an event scores a round, or ends a round that does not score."""
    return event["kind"] == "round_ended" or (event["kind"] == "scored" and event["what"] in AWARDS)


def _round_of(event: Facts) -> int | None:
    return int(event["round"]) if event["kind"] == "round_began" else None


STORY = Telling(_open_passage, _round_of, QUIET, SETTING_UP)
