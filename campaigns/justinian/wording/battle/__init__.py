"""Texts for battles on land."""

from campaigns.justinian.wording.battle import aftermath, battle

CHAPTERS = (
    aftermath.WORDS,
    battle.WORDS,
)
