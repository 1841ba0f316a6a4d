"""Texts for armies on the march."""

from campaigns.justinian.wording.march import armies, interception, march

CHAPTERS = (
    armies.WORDS,
    interception.WORDS,
    march.WORDS,
)
