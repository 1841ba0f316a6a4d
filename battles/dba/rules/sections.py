"""The sections of the rulebook. Rules are cited by an id such as ``results.lower``."""

from __future__ import annotations

from battles.dba.rules.tables import load
from engine.values import dataclass


@dataclass(frozen=True)
class Section:
    """A heading of the rulebook in both languages, its page in the booklet, and its lines in
    our source text.
    """

    id: str
    it: str
    en: str
    page: int
    seed: str


SECTIONS: dict[str, Section] = {
    name: Section(name, str(row["it"]), str(row["en"]), int(row["page"]), str(row["seed"]))
    for name, row in load("sections")["section"].items()
}


def section(rule: str) -> Section:
    """Return the section that a citation names. Raises KeyError for a citation without a section."""
    return SECTIONS[rule]
