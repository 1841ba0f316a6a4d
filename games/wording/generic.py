"""Turn codes into readable words, for systems without their own wording."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.game import Facts
from games.wording.numbers import minus


def readable(code: Any) -> str:
    """Turn a code into words: ``no_common_border`` -> ``No common border``."""
    text = str(code).replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def plain(value: Any) -> str:
    """Turn a JSON value into words."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{readable(k)} {plain(v)}" for k, v in value.items()) or "–"
    if isinstance(value, list | tuple):
        return ", ".join(plain(v) for v in value) or "–"
    if isinstance(value, int | float):
        return minus(value)
    return str(value).replace("_", " ")


def form_text(code: str, facts: Facts) -> str:
    """Return the sentence for a mistake in a form or in JSON, or "" for any other code."""
    texts = {
        "missing_field": _("This field is required."),
        "unknown_field": _("There is no such field."),
        "unknown_option": _("There is no such option."),
        "wrong_type": _("This value has the wrong type."),
        "wrong_length": _("This list has the wrong length."),
        "wrong_key": _("This must be a whole number."),
        "not_one_of": _("This is not one of the values offered."),
        "not_an_object": _("This must be a JSON object."),
        "not_a_list": _("This must be a list."),
        "not_json": _("This is not valid JSON."),
        "not_a_text": _("This must be text."),
        "not_yes_or_no": _("This must be true or false."),
        "not_a_number": _("This must be a whole number."),
        "unknown_kind": _("There is no such action."),
        "too_few": _("Choose at least %(low)s."),
        "too_many": _("Choose at most %(high)s."),
        "too_low": _("At least %(low)s is needed."),
        "too_high": _("At most %(high)s is allowed."),
        "sum": _("The total must be from %(low)s to %(high)s; it is now %(value)s."),
        "over_budget": _(
            "The total cost is %(value)s, %(over)s more than the %(high)s available. Remove something."
        ),
        "not_a_path": _("This must be a list of places, in the order in which they are entered."),
        "no_such_leg": _("There is no way from %(origin)s to %(to)s. Choose a neighbouring place."),
        "entered_twice": _("The route enters %(place)s a second time. Remove a step."),
        "must_halt": _("A march into %(place)s must end there. End the route there."),
        "path_over_budget": _("This route costs %(cost)s, and you have only %(budget)s. Remove a step."),
        "path_too_short": _("The route needs at least %(low)s steps."),
        "path_too_long": _("The route can have at most %(high)s steps. Remove one."),
        "may_not_end": _("The route can't end in %(place)s. Continue it, or remove a step."),
        "sum_exact": _("The total must be exactly %(low)s; it is now %(value)s."),
        "over_limit": _("That would be %(value)s; the maximum is %(high)s."),
        "no_such_place": _("There is no such place."),
        "not_allowed_there": _("That can't be there."),
        "not_there": _("It's no longer there."),
        "not_together": _("Units that march together must be in one place."),
        "no_room_aboard": _("There aren't enough ships for everybody at sea."),
        "stands_there": _("Something else is already there."),
        "held_by_another": _("The force inside holds the place."),
        "why_lost": _("Enter how it was lost as well."),
        "comes_to_nothing": _("That has no effect by itself: correct what it belongs to as well."),
        "not_on_its_card": _("The nation's card doesn't name such an overlord."),
        "since_when": _("Enter since when as well."),
        "under_way": _("Something in progress depends on it: finish that first."),
        "has_to_stay": _("The rules can't do without it."),
        "leads_another": _("Nobody can lead two armies: choose someone to lead the other."),
        "follows_another": _("The two can't be there together: remove the other one as well."),
        "out_of_the_game": _("That power is out of the game."),
        "not_alike": _("A schiera has units of one kind only, under one commander."),
        "cannot_go_on": _("The rules could not continue from there."),
        "too_big": _("The file is too big."),
        "too_long": _("At most %(high)s characters."),
    }
    text = texts.get(code, "")
    if "%" not in text:
        return text
    try:
        return text % {k: minus(v) if isinstance(v, int) else v for k, v in facts.items()}
    except KeyError:  # the facts lack a value that the text needs
        return text
