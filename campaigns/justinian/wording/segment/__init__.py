"""Texts for the segments of both sides."""

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
