"""Texts for land battles."""

from campaigns.justinian.wording.battle import aftermath, battle

CHAPTERS = (
    aftermath.WORDS,
    battle.WORDS,
)
