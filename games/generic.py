"""Codes as readable words: what is shown where a system has no words of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.game import Facts
from games.numbers import minus


def readable(code: Any) -> str:
    """A code as words: ``no_common_border`` -> ``No common border``."""
    text = str(code).replace("_", " ").strip()
    return text[:1].upper() + text[1:]


def plain(value: Any) -> str:
    """A JSON value as words."""
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
    """The sentence for a mistake in a form or a JSON value; "" for a code that is not of that kind."""
    texts = {
        "missing_field": _("This must be filled in."),
        "unknown_field": _("There is no such field."),
        "unknown_option": _("There is no such option."),
        "wrong_type": _("This is not of the right kind."),
        "wrong_length": _("This list has the wrong length."),
        "wrong_key": _("A whole number belongs here."),
        "not_one_of": _("This is none of the values offered."),
        "not_an_object": _("A JSON object belongs here."),
        "not_a_list": _("A list belongs here."),
        "not_json": _("This is no JSON."),
        "not_a_text": _("A text belongs here."),
        "not_yes_or_no": _("true or false belongs here."),
        "not_a_number": _("A whole number belongs here."),
        "unknown_kind": _("There is no such action."),
        "too_few": _("Choose at least %(low)s."),
        "too_many": _("Choose at most %(high)s."),
        "too_low": _("At least %(low)s is needed."),
        "too_high": _("At most %(high)s is possible."),
        "sum": _("Together they must be from %(low)s to %(high)s; now they are %(value)s."),
        "over_budget": _(
            "This costs %(value)s together, %(over)s more than the %(high)s there are. Take something away."
        ),
        "not_a_path": _("A list of places belongs here, in the order in which they are entered."),
        "no_such_leg": _("No way leads from %(origin)s to %(to)s. Choose a neighbouring place."),
        "entered_twice": _("The way enters %(place)s a second time. Take a leg back."),
        "must_halt": _("Whoever enters %(place)s goes no further. End the way there."),
        "path_over_budget": _("This way costs %(cost)s, and there are only %(budget)s. Take a leg back."),
        "path_too_short": _("The way needs at least %(low)s legs."),
        "path_too_long": _("The way has at most %(high)s legs. Take one back."),
        "may_not_end": _("The way may not end in %(place)s. Go on, or take a leg back."),
        "sum_exact": _("Together they must be exactly %(low)s; now they are %(value)s."),
        "over_limit": _("There would be %(value)s, and there may be at most %(high)s."),
        "no_such_place": _("There is no such place."),
        "not_allowed_there": _("That cannot stand there."),
        "not_there": _("It is not there any more."),
        "not_together": _("Who marches together stands in one place."),
        "no_room_aboard": _("There are not ships enough for everybody at sea."),
        "stands_there": _("Something else stands there already."),
        "held_by_another": _("Who is inside holds the place."),
        "why_lost": _("Say how it was lost, too."),
        "comes_to_nothing": _("By itself that comes to nothing: put right what it belongs to, too."),
        "not_on_its_card": _("The card of the nation names no such overlord."),
        "since_when": _("Say since when, too."),
        "under_way": _("What is under way needs it: let that end first."),
        "has_to_stay": _("The rules cannot do without it."),
        "leads_another": _("Nobody leads two armies: say who leads the other."),
        "follows_another": _("Two of them are never there together: take the other one off, too."),
        "out_of_the_game": _("That power is out of the game."),
        "not_alike": _("A schiera has units of one kind only, under one commander."),
        "cannot_go_on": _("From there the rules could not go on."),
        "too_big": _("The file is too big."),
        "too_long": _("At most %(high)s characters."),
    }
    text = texts.get(code, "")
    if "%" not in text:
        return text
    try:
        return text % {k: minus(v) if isinstance(v, int) else v for k, v in facts.items()}
    except KeyError:  # a code of that name without the facts of ours
        return text
