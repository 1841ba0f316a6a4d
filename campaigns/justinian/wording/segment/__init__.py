"""Texts for decisions, actions and events in the Byzantine and Barbarian segments."""

from campaigns.justinian.wording.segment import (
    activation,
    alliance,
    byzantine,
    combined_operations,
    forts,
    program,
)

CHAPTERS = (
    activation.WORDS,
    alliance.WORDS,
    byzantine.WORDS,
    combined_operations.WORDS,
    forts.WORDS,
    program.WORDS,
)
