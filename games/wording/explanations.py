"""Hooks by which a feature explains the rules' sections and the technical terms that a page mentions."""

from __future__ import annotations


class Explainer:
    """A feature that explains sections and terms. Every such feature registers here, so that ``games`` does
    not depend on the features.
    """

    def section(self, system: str, rule: str) -> str:
        """Return the URL that explains a section of the rules, or "" if there is none."""
        return ""

    def mark_terms(self, text: str, system: str) -> str:
        """Return the text with its terms marked up. A text without terms is unchanged."""
        return text


_explainers: list[Explainer] = []


def register(explainer: Explainer) -> None:
    """Register a feature. Its app calls this once, when it is ready."""
    _explainers.append(explainer)


def section_url(system: str, rule: str) -> str:
    """Return the URL that explains a section of a system's rules, or "" if there is none."""
    return next((found for one in _explainers if (found := one.section(system, rule))), "")


def with_terms(text: str, system: str) -> str:
    """Return the text with every term that some feature explains linked to its explanation."""
    for one in _explainers:
        text = one.mark_terms(text, system)
    return text
