"""The sections of the rulebook: a rule citation is an id such as ``results.lower``."""

from __future__ import annotations

from dataclasses import dataclass

from battles.dba.rules.tables import load


@dataclass(frozen=True)
class Section:
    """A heading of the rulebook in both languages, its page in the booklet, its lines in our seed text."""

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
    """The section that a citation names. Raises KeyError for a rule that no section has."""
    return SECTIONS[rule]
