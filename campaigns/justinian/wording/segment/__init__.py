"""Texts for the segments of both sides."""

from campaigns.justinian.wording.segment import activation, alliance, byzantine, combined, forts, program

CHAPTERS = (
    activation.WORDS,
    alliance.WORDS,
    byzantine.WORDS,
    combined.WORDS,
    forts.WORDS,
    program.WORDS,
)
