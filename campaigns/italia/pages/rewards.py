"""Descriptions of the rewards that nation cards give for events (11.0)."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaigns.italia.rules.scenario.types import ANY, Bounty, Scenario
from campaigns.italia.wording.events import award
from campaigns.italia.wording.names import Names, capital, halves, join_words, nation, unit_type

BY_UNIT = ("eliminate", "exit_units", "convert_unit")  # events that score points for each unit


def rewards(scn: Scenario, key: str, names: Names) -> tuple[str, ...]:
    """Describe the rewards and penalties on a nation's card."""
    return tuple(_word_bounty(one, names) for one in scn.bounties if one.nation == key)


def _word_bounty(one: Bounty, names: Names) -> str:
    what = capital(award(one.event))
    details = "; ".join(_details(one, names))
    if details:
        what = f"{what} ({details})"
    text = _("%(what)s: %(points)s a unit") if one.event in BY_UNIT else _("%(what)s: %(points)s")
    return text % {"what": what, "points": halves(one.halves)}


def _details(one: Bounty, names: Names) -> Iterator[str]:
    if one.unit != ANY:
        yield unit_type(one.unit)
    if one.leader != ANY:
        yield names.leader(one.leader)
    whose = [nation(key) for key in (*one.target, *one.versus, one.of) if key and key != ANY]
    if whose:
        yield join_words(whose)
    where = [names.place(area) for area in (*one.areas, one.area) if area and area != ANY]
    if where:
        yield join_words(where)
    if one.least:
        yield _("at least %(n)s units on each side") % {"n": one.least}
    if one.first_only:
        yield _("the first time")
    if one.rounds:
        yield _("rounds %(rounds)s") % {"rounds": ", ".join(map(str, one.rounds))}
