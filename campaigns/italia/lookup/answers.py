"""The calculator's answers as numbers. static/campaigns/italia_lookup.js computes the same answers
offline.
"""

from __future__ import annotations

from typing import Any

from campaigns.italia.answers.combat import needs, read
from campaigns.italia.forecast.by_round import by_round
from campaigns.italia.forecast.combat import about_the_end, summary
from campaigns.italia.forecast.raids import raid
from engine.game import Facts

ROUNDS = 6
MOST_WAYS = 4000  # no odds are computed if two groups have more states than this


def answer(question: Facts) -> dict[str, Any]:
    """Answer a question. The answer has the numbers to hit with their modifiers, and the odds at the end and
    after each of the first rounds. For a raid, it has the odds of the single round. Odds are left out if the
    groups are too large. Raises BadScenario if the question is faulty.
    """
    s, _top = read(question)
    found = needs(s)
    ways = 1
    for group in (s.attacker.merge_seaborne(), s.defender):
        for kind, number in group.units.items():
            ways *= 1 + number * s.types[kind].hits
    if ways > MOST_WAYS:
        return {**found, "raid": None, "end": None, "rounds": []}
    if s.raid:
        told = raid(s)
        chances = {
            "succeeds": float(told.succeeds),
            "lost": [float(chance) for chance in told.lost],
            "left": float(told.survivors),
        }
        return {**found, "raid": chances, "end": None, "rounds": []}
    return {
        **found,
        "raid": None,
        "end": summary(about_the_end(s), 0.0),
        "rounds": [dict(one._asdict()) for one in by_round(s, ROUNDS)],
    }
