"""Texts for fleets."""

from campaigns.justinian.wording.sea import battle, interception, sail

CHAPTERS = (
    battle.WORDS,
    interception.WORDS,
    sail.WORDS,
)
