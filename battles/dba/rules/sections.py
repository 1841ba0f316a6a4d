"""The sections of the rulebook. A rule is cited by its section's id, such as ``results.lower``."""

from __future__ import annotations

from battles.dba.rules.tables import load
from engine.values import dataclass


@dataclass(frozen=True)
class Section:
    """A heading of the rulebook in both languages, with its page in the booklet and its lines in the source
    text (``seed``).
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
    """Return the section that a citation names. Raises KeyError if there is no such section."""
    return SECTIONS[rule]
