"""Texts for a nation's card: its arrivals and special rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from campaigns.italia.rules.scenario.types import Arrival, Campaign, Nation, Removal, Revolt, Right, Submits
from campaigns.italia.wording.names import Names, capital, join_words, nation, unit_type
from engine.game import Facts
from games.wording.generic import readable


def any_area() -> str:
    return _("any area it holds")


def arrival(found: Arrival, where: Sequence[str], names: Names) -> str:
    """Describe reinforcements with their units, places, time in the round, and conditions."""
    if found.top_up:
        text = _("%(unit)s up to %(n)s in %(where)s") if found.top_up.in_area else _("%(unit)s up to %(n)s")
        told = text % {
            "unit": unit_type(found.top_up.unit),
            "n": found.top_up.to,
            "where": join_words(list(where)),
        }
    else:
        told = _("%(units)s in %(where)s") % {
            "units": names.force(found.units, found.leaders),
            "where": _join_or(where),
        }
    conditions = [_timing(found.timing), _condition(found.only_if)]
    if found.clears:
        conditions.append(_("others there retreat"))
    said = "; ".join(one for one in conditions if one)
    return f"{told} ({said})" if said else told


def _join_or(where: Sequence[str]) -> str:
    if len(where) < 2:
        return "".join(where)
    return _("%(first)s or %(last)s") % {"first": ", ".join(where[:-1]), "last": where[-1]}


def _timing(timing: str) -> str:
    return {
        "start_of_round": _("at the start of the round"),
        "end_of_round": _("at the end of the round"),
    }.get(timing, "")


def _condition(condition: str) -> str:
    return {
        "own": _("only if it holds the place"),
        "own_or_empty": _("only if nobody else holds the place"),
        "no_foreign": _("only if no foreign unit is there"),
    }.get(condition, "")


def campaign(found: Campaign, names: Names) -> str:
    text = {
        "instead_of_turn": _("Campaign of %(leader)s in place of its turn, %(gold)s gold"),
        "last_round": _("Campaign of %(leader)s in the last round, %(gold)s gold"),
    }.get(found.timing, _("Campaign of %(leader)s after its turn, %(gold)s gold"))
    return text % {"leader": names.leader(found.leader), "gold": found.gold}


def invasion(bonuses: Mapping[str, int]) -> str:
    told = []
    if "extra_move" in bonuses:
        told.append(_("%(n)s more area in the first movement") % {"n": bonuses["extra_move"]})
    if "no_limit_at_leader" in bonuses:
        told.append(_("no stacking limit at its leader"))
    text = _("Major invasion: two movements and combats")
    return f"{text} ({'; '.join(told)})" if told else text


def revolt(found: Revolt, names: Names) -> str:
    against = nation(found.against)
    text = {
        "start_of_round": _("Revolts automatically against %(other)s at the start of the round"),
        "at_arrival": _("Revolts automatically against %(other)s when %(leader)s arrives"),
        "free_at_arrival": _("May revolt against %(other)s when %(leader)s arrives"),
        "near_leader": _("May revolt against %(other)s when %(leader)s is near"),
    }.get(found.when, _("May revolt against %(other)s at the start of its turn"))
    return text % {"other": against, "leader": names.leader(found.leader) if found.leader else ""}


def removal(found: Removal, names: Names) -> str:
    if not found.into:
        return _("Leaves the game after this round")
    text = _("Becomes part of %(other)s after this round")
    if found.most:
        text = _("Becomes part of %(other)s after this round, at most %(n)s units in %(place)s")
    return text % {
        "other": nation(found.into),
        "n": found.most,
        "place": names.place(found.in_area) if found.in_area else "",
    }


def submits(terms: Submits) -> str:
    """Describe when a nation must submit to another nation, and when it can choose to, by its number of
    areas.
    """
    who = nation(terms.to)
    rounds = _("rounds %(first)s to %(last)s") % {"first": terms.first, "last": terms.last}
    if terms.must:
        text = _("Must submit to %(other)s at %(must)s areas or fewer, may at %(may)s (%(rounds)s)")
    else:
        text = _("May submit to %(other)s at %(may)s areas or fewer (%(rounds)s)")
    return text % {"other": who, "must": terms.must, "may": terms.may, "rounds": rounds}


def right(found: Right, names: Names) -> str:
    text = {
        "normal": _("Uses %(place)s like any other area"),
    }.get(found.right, _("May enter %(place)s, but not stay"))
    told = text % {"place": names.place(found.area)}
    if found.income:
        told += ", " + _("income %(n)s") % {"n": found.income}
    return told


def income(found: Nation, names: Names) -> str:
    """Describe how a nation's income differs from the usual one, or return "" if it does not."""
    if found.income == "normal_or_half":
        areas = join_words([names.place(area) for area in found.normal_while])
        return _("Half income unless it holds one of: %(areas)s") % {"areas": areas}
    return {"none": _("No income"), "half_up": _("Half income, rounded up")}.get(found.income, "")


def effect(entry: Facts, names: Names) -> str:
    """Describe a special rule of a card with its parameters."""
    name = str(entry["effect"])
    text = _effects().get(name)
    if text is None:
        return readable(name)
    return capital(text % _word_effect(entry, names))


def _effects() -> dict[str, str]:
    return {
        "arrives_among_enemies": _("%(leader)s may arrive where others are, and that alone causes no fight"),
        "fleets_only_in": _("fleets are built only in: %(seas)s"),
        "muster": _("in round %(round)s %(leader)s may gather in %(to)s units from: %(areas)s"),
        "home": _(
            "others leave %(area)s before its income, and its ruin is rebuilt, until round %(until_round)s"
        ),
        "fixed_capital": _("%(area)s is its capital for good"),
        "limit_per_cities": _("one unit of %(unit)s for every %(cities)s cities"),
        "panic": _(
            "before a battle against %(before)s each unit but %(spared)s runs from a die of %(thresholds)s"
        ),
        "defection": _("%(unit)s of %(of)s where %(leader)s is come over from a die of %(threshold)s"),
        "shrink": _("at the end of round %(round)s at most %(to)s of %(unit)s stay"),
        "price": _("%(unit)s cost %(cost)s gold"),
        "desertion": _("%(unit)s may go over before a battle, against %(thresholds)s"),
        "weak": _("%(by)s less on its dice, unless it controls %(holds)s and %(leader)s is on the map"),
        "stays": _("%(leader)s stays until round %(until_round)s"),
        "conversion": _("wins over an enemy unit %(times)s times in the game, except: %(spared)s"),
        "emperor": _("%(leader)s may become emperor in %(area)s"),
        "peace": _("does not fight %(with)s in %(area)s"),
    }


def _word_effect(entry: Facts, names: Names) -> dict[str, Any]:
    """Return the parameters of an effect as texts for its sentence."""
    found: dict[str, Any] = {}
    for key, value in entry.items():
        if isinstance(value, Mapping):
            found[key] = join_words(
                [_("%(who)s from %(n)s") % {"who": nation(k), "n": v} for k, v in value.items()]
            )
        elif isinstance(value, list):
            found[key] = ", ".join(_word_value(one, names) for one in value)
        elif key in ("of", "with"):
            found[key] = nation(str(value))
        else:
            found[key] = _word_value(value, names)
    return found


def _word_value(value: Any, names: Names) -> str:
    return names.any(value) if isinstance(value, str) else str(value)
