"""Hooks by which a feature explains what a page names: sections of the rules and words of the field."""

from __future__ import annotations


class Explainer:
    """A feature that explains things. Each registers here, so games need not know it."""

    def section(self, system: str, rule: str) -> str:
        """Return the URL that tells what a section of the rules says; "" if it is not known."""
        return ""

    def mark_terms(self, text: str, system: str) -> str:
        """Return the text with its terms marked up; the same text if there are none."""
        return text


_explainers: list[Explainer] = []


def register(explainer: Explainer) -> None:
    """Register a feature, once, when its app is ready."""
    _explainers.append(explainer)


def section_url(system: str, rule: str) -> str:
    """Return the URL that tells what a section of a system's rules says; "" without one."""
    return next((found for one in _explainers if (found := one.section(system, rule))), "")


def with_terms(text: str, system: str) -> str:
    """Return a text whose terms lead to their meanings, as far as a feature knows them."""
    for one in _explainers:
        text = one.mark_terms(text, system)
    return text
