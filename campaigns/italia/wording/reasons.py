"""Texts that explain the bot's advice."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.italia.wording.names import Names
from engine.game import Facts


def reason(why: Facts, names: Names) -> str:
    facts = {
        "area": names.any(str(why.get("area", ""))),
        "unit": names.any(str(why.get("unit", ""))),
        "percent": why.get("percent", 0),
        "number": why.get("number", 0),
        "foes": why.get("foes", 0),
        "points": f"{why.get('halves', 0) / 2:g}",
        "instead": why.get("instead", 0),
        "other": f"{why.get('instead', 0) / 2:g}",
    }
    code = str(why["code"])
    said = _turn_reasons().get(code) or _fight_reasons().get(code) or _other_reasons().get(code)
    return said % facts if said else code


def _turn_reasons() -> dict[str, str]:
    """Return the reasons for purchases, reinforcements, movement, campaigns and cities, by code."""
    return {
        "units_for_danger": _(
            "%(unit)s: strongest for its gold. Enemy units next to %(area)s: %(number)s; of the areas"
            " with room, it is worth most and most in danger."
        ),
        "units_for_worth": _(
            "%(unit)s: strongest for its gold. Of the areas with room, %(area)s is worth most: "
            "%(points)s points."
        ),
        "city_scores": _("A city in %(area)s will still give %(points)s points, and no enemy is next to it."),
        "no_room_for_units": _(
            "No area with room for new units; %(number)s gold is kept as far as the limit allows."
        ),
        "nothing_to_buy": _("%(number)s gold buys no land unit for which there is a counter and a place."),
        "tribute_unit": _("Gold over the limit would be lost: %(number)s. It helps to pay for this unit."),
        "tribute_lost": _("There is no land unit to buy; %(number)s gold over the limit is lost."),
        "arrives": _("%(area)s and what can be taken from there is worth most: %(points)s points."),
        "goes_to_fight": _("A fight for %(area)s: the move that adds most, %(points)s points."),
        "goes_to_hold": _("On the way to hold %(area)s: the move that adds most, %(points)s points."),
        "leaves_map": _("Units that leave the map in %(area)s bring %(points)s points."),
        "joins_army": _("The army gains more than %(area)s loses: one unit of each type stays there."),
        "no_move_adds": _("No move adds anything now."),
        "army_goes_on": _("Another move of the army, to %(area)s, adds %(points)s points: worth its gold."),
        "army_stays": _(
            "The best move of the army, to %(area)s, adds %(points)s points: not worth its gold."
        ),
        "no_move_of_army": _("No move of the army adds anything."),
        "no_city_to_raid": _("No city is in reach of a raid."),
        "raid_announced": _(
            "%(area)s: a raid is worth %(points)s points, a fight %(other)s, units saved and areas "
            "won counted."
        ),
        "raid_worth_less": _(
            "%(area)s: a raid is worth %(points)s points only, a fight %(other)s, units saved and areas won "
            "counted."
        ),
        "block_helps": _(
            "Units in %(area)s could join the fight: held down, the chance to win rises from %(percent)s to "
            "%(instead)s %%."
        ),
        "sack_points": _("%(area)s: %(points)s points are worth more than the gold (%(other)s)."),
        "sack_gold": _(
            "%(area)s: %(number)s gold is worth %(points)s points, more than the card gives (%(other)s)."
        ),
        "city_kept": _(
            "The city in %(area)s gives its new owner %(points)s points, the sack only %(other)s."
        ),
        "city_rises": _("A city in %(area)s is worth %(points)s points, the unit that it costs %(other)s."),
        "city_costs_more": _(
            "A city in %(area)s is worth %(points)s points, no more than the unit that it costs (%(other)s)."
        ),
        "would_empty": _("To rebuild %(area)s the last unit there would go."),
        "rises_by_itself": _("The city in %(area)s will soon be rebuilt for free."),
        "rises_up": _(
            "A subject loses half its points. Own units: %(number)s, the overlord's next to them: %(foes)s."
        ),
        "stays_loyal": _("Too few to revolt. Own units: %(number)s, the overlord's next to them: %(foes)s."),
        "title_scores": _("The title gives %(points)s points."),
    }


def _fight_reasons() -> dict[str, str]:
    """Return the reasons for decisions in combats on land and at sea, by code."""
    return {
        "raid_pays": _("A raid on %(area)s succeeds in %(percent)s %% and pays more than a fight."),
        "fight_pays": _("Fought to the end, %(area)s is taken in %(percent)s %%."),
        "sea_first": _("The sea is cleared before the land: won in %(percent)s %% when fought to the end."),
        "aims_easiest": _("Most easily hit: %(unit)s, on %(number)s or more."),
        "aims_weakest": _("All are hit alike, on %(number)s or more; %(unit)s dies with the fewest hits."),
        "aims_dearest": _("All are hit and die alike; %(unit)s costs most."),
        "aims_shared": _(
            "All are hit alike, on %(number)s or more: aim at each first with as much as it takes to kill it."
        ),
        "converts": _("With %(unit)s won over, the chance rises from %(percent)s to %(instead)s %%."),
        "spares_conversion": _(
            "With %(unit)s won over, the chance would only go from %(percent)s to %(instead)s %%, and "
            "conversions are few."
        ),
        "stays": _(
            "Fought to the end, this is won in %(percent)s %%: worth staying, %(points)s points against "
            "%(other)s."
        ),
        "leaves": _(
            "Fought to the end, this is won in %(percent)s %% only: %(points)s points, and the units saved "
            "are worth %(other)s."
        ),
        "nowhere_to_go": _("There is nowhere to retreat to; won in %(percent)s %% when fought to the end."),
        "submits": _("This is held in %(percent)s %% only: submission costs less."),
        "stays_at_sea": _("Fought to the end, this battle at sea is won in %(percent)s %%: worth staying."),
        "leaves_sea": _(
            "Fought to the end, this battle at sea is won in %(percent)s %% only; the fewest enemies are in "
            "%(area)s."
        ),
    }


def _other_reasons() -> dict[str, str]:
    """Return the reasons for losses, flights, battles at sea and reactions, by code."""
    return {
        "cheapest_goes": _("The cheapest go first: %(unit)s, %(number)s gold each."),
        "capital_saves": _("As the capital, %(area)s may hold one more unit, so none has to go."),
        "cheapest_drowns": _("The cheapest go down first: %(unit)s, %(number)s gold each."),
        "emptiest_sinks": _("The emptiest fleets first: none of these carries more units than %(number)s."),
        "flees_to_room": _("Most find room in %(area)s: %(number)s."),
        "least_held": _(
            "First from where there is more than one, or least is held: %(area)s, %(points)s points."
        ),
        "own_fleets_only": _("These fleets are the same player's."),
        "calls_by_numbers": _("Twice as many fleets, or more: in %(area)s %(number)s against %(foes)s."),
        "too_few_fleets": _("Not twice as many fleets anywhere: in %(area)s %(number)s against %(foes)s."),
        "same_player": _("It is an army of the same player."),
        "not_attacked": _("There are no units to save or help where the army is: %(area)s."),
        "holds_alone": _(
            "%(area)s is held in %(percent)s %%: neither help nor a step aside would add enough to that."
        ),
        "joins": _("With help the chance to hold %(area)s rises from %(percent)s to %(instead)s %%."),
        "steps_aside": _("Held in %(percent)s %% only: the units are worth more in %(area)s."),
    }
