"""Texts for the phases of a turn."""

from campaigns.justinian.wording.turn import (
    leaders,
    levy,
    maintenance,
    random_events,
    revenue,
    revolts,
    sequence,
    treasuries,
)

CHAPTERS = (
    leaders.WORDS,
    levy.WORDS,
    maintenance.WORDS,
    random_events.WORDS,
    revenue.WORDS,
    revolts.WORDS,
    sequence.WORDS,
    treasuries.WORDS,
)
