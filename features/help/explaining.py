"""Links from any page to sections of the rules, and explanations of terms."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from django.urls import NoReverseMatch, reverse
from django.utils.html import conditional_escape, format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from features.help.sections import find_row
from features.help.terms import Term, terms_in_order
from games.wording.explanations import Explainer


class Help(Explainer):
    """Explains terms and sections of the rules with the help pages."""

    def section(self, system: str, rule: str) -> str:
        if find_row(system, rule) is None:
            return ""
        try:
            return f"{reverse('help-sections', args=[system])}?{urlencode({'of': rule})}#here"
        except NoReverseMatch:
            return ""

    def mark_terms(self, text: str, system: str) -> SafeString:
        """Link the first occurrence of each term to the glossary. A tap on the term shows its meaning."""
        terms = _terms(system, get_language() or "en")
        seen: set[str] = set()

        def marked(found: re.Match[str]) -> str:
            term = terms[found[0].casefold()]
            if term.anchor in seen:
                return found[0]
            seen.add(term.anchor)
            return _link(found[0], term)

        return mark_safe(_pattern(system, get_language() or "en").sub(marked, conditional_escape(text)))


def _link(word: str, term: Term) -> SafeString:
    try:
        page = reverse("help-glossary")
    except NoReverseMatch:
        return mark_safe(word)  # the word was escaped together with the text around it
    return format_html(
        '<a class="term" href="{}#{}" data-meaning="{}">{}</a>',
        page,
        term.anchor,
        term.meaning,
        mark_safe(word),
    )


@lru_cache(64)
def _terms(system: str, language: str) -> Mapping[str, Term]:
    """Map names to terms: those of a system, and those that all systems share."""
    found = [one for one in terms_in_order() if one.system in ("", system)]
    return {
        str(conditional_escape(word)).casefold(): one
        for one in found
        for word in written_forms(str(one.name), language)
    }


def written_forms(name: str, language: str) -> tuple[str, ...]:
    """Return the forms in which texts use a term: its whole name, each part of "Strength point (SP)" or
    "Disorganised, Defeated", and in English their plurals.
    """
    parts = [part.strip() for part in re.split(r"[(),]", name) if part.strip()]
    plurals = [f"{part}s" for part in parts] if language == "en" else []
    return tuple(dict.fromkeys((name, *parts, *plurals)))


@lru_cache(64)
def _pattern(system: str, language: str) -> re.Pattern[str]:
    names = sorted(_terms(system, language), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)", re.IGNORECASE)
