"""Texts of DBA combat in the active language. The translations are cached, because a page needs hundreds of
them.
"""

from __future__ import annotations

from functools import cache

from django.utils import translation

from battles.dba.wording import phrases as dba_texts

_ELEMENTS = ("TROOPS", "FATES", "FATES_SHORT", "LINES", "COMPARISONS", "CAUSES", "DEEDS")
GROUPS = (*_ELEMENTS, "FIELDS", "OPTIONS", "MISTAKES", "PAGE")

Texts = dict[str, dict[str, str]]  # texts by group (in lower case), then by code


@cache
def texts(language: str) -> Texts:
    """Return every text in the given language. Treat the result as read-only."""
    with translation.override(language):
        return {
            group.lower(): {code: str(text) for code, text in getattr(dba_texts, group).items()}
            for group in GROUPS
        }


def texts_of(group: str) -> dict[str, str]:
    """Return the texts of a group in the active language."""
    return texts("it" if italian() else "en")[group]


def italian() -> bool:
    """Return whether the active language is Italian. Every other language gets English texts."""
    return (translation.get_language() or "en").startswith("it")
