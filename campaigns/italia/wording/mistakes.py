"""Texts for mistakes in a scenario file, which say how to correct them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.game import Mistake


def mistake_text(mistake: Mistake) -> str:
    """Describe a mistake in a scenario, or return "" for a code without a text."""
    text = _texts().get(mistake.code, "")
    facts = {key: _word_value(value) for key, value in mistake.facts.items()}
    try:
        return text % facts
    except KeyError:
        return ""


def _word_value(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _texts() -> dict[str, str]:
    return {
        "missing_field": _("%(field)s is missing."),
        "unknown_field": _("There is no field %(field)s here."),
        "not_a_number": _("This must be a whole number from %(low)s to %(high)s."),
        "not_a_range": _("This must be two whole numbers: the first and the last."),
        "not_a_point": _("This must be a latitude and a longitude, as [latitude, longitude]."),
        "not_one_of": _("Choose one of %(expected)s."),
        "repeated_id": _("%(id)s appears twice."),
        "too_long": _("At most %(high)s characters."),
        "unknown_seat": _("There is no player %(name)s."),
        "unknown_nation": _("There is no nation %(name)s."),
        "another_nation": _("This file is for one nation only and may contain only its rows: %(name)s."),
        "unknown_unit": _("There is no unit type %(name)s."),
        "unknown_area": _("There is no area %(name)s."),
        "unknown_place": _("There is no area or sea %(name)s."),
        "unknown_leader": _("There is no such leader of this nation: %(name)s."),
        "nation_never_acts": _("%(name)s is not in the order of play."),
        "no_such_counter": _("%(nation)s has no counters of type %(unit)s: see its card."),
        "not_enough_counters": _(
            "%(nation)s would need %(number)s counters of type %(unit)s, more than it has."
        ),
        "no_city_here": _("There can be no city in %(name)s."),
    }


def table(name: str) -> str:
    """Return the name of a table of a scenario, or "" if the table is unknown."""
    return {
        "game": _("Rounds, order of play, years"),
        "nations": _("All nation cards"),
        "setups": _("Set-ups"),
        "reinforcements": _("Reinforcements"),
        "charts": _("Charts of points"),
        "events": _("Rewards as they happen"),
    }.get(name, "")
