"""All texts of the calculators, by code, for the server's page and for offline use."""

from __future__ import annotations

from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from armies.schiere.catalogue import ArmyList, Kind, army_lists, kinds


def texts(language: str) -> dict[str, Any]:
    """Return all texts in a language, by section and code."""
    with translation.override(language):
        return {
            "page": _page(),
            "classes": _classes(),
            "cards": _cards(),
            "lines": _lines(),
            "facts": _facts(),
            "options": _options(),
            "weapons": _weapons(),
            "nerve": _nerve(),
            "rally": _rally(),
            "rally_why": _rally_why(),
            "chiefs": _chiefs(),
            "wings": _wings(),
            "armies": {id: _name_in(army, language) for id, army in army_lists().items()},
            "kinds": {id: _name_in(kind, language) for id, kind in kinds().items()},
            "problems": _problems(),
            "aims": _aims(),
            "mistakes": _mistakes(),
        }


def _page() -> dict[str, str]:
    return {
        "title": _("Schiere calculator"),
        "duel": _("Duel"),
        "shot": _("Shot"),
        "initiative": pgettext("schiere", "Initiative"),
        "nerve": pgettext("schiere", "Rout"),
        "rally": pgettext("schiere", "Rally"),
        "army": pgettext("schiere", "Army"),
        "because": _("Why"),
        "line": _("Line"),
        "rests": _("They may be sent to attack again after a turn."),
        "legal": _("This army may be fielded."),
        "not_legal": _("This army may not be fielded."),
        "cost": _("What it costs"),
        "cost_units": _("units"),
        "cost_orders": _("orders bought"),
        "cost_actions": _("actions bought"),
        "cost_left": _("left over"),
        "points": _("points"),
        "orders_at_start": _("It begins with %(n)s orders."),
        "schiere": _("Schiere"),
        "a": _("Attacker"),
        "d": _("Defender"),
        "b": _("Second side"),
        "first_side": _("First side"),
        "second": _("Second attacker, from another side"),
        "nobody": _("nobody"),
        "none": _("none"),
        "yes": _("yes"),
        "no": _("no"),
        "more": _("Commanders, orders, ground and more"),
        "played": _("Cards played"),
        "blow": _("Blow %(n)s"),
        "show": _("Show"),
        "shooters": _("Shooters"),
        "shooter": _("Shooter %(n)s"),
        "target": _("Target"),
        "card_a": _("Attack card"),
        "card_d": _("Defence card"),
        "clear": _("Clear"),
        "refused": _("This cannot be"),
        "json": _("The same as JSON, with exact fractions"),
        "blows": _("Blow by blow"),
        "strikes": _("attack / defence"),
        "damage": _("damage"),
        "left": _("Left, attack / defence: attacker %(a)s, defender %(d)s."),
        "may_a": _("The defender may call for a test of nerve on the attacker."),
        "may_d": _("The attacker may call for a test of nerve on the defender."),
        "best": _("Best play at the next blow"),
        "best_hint": _(
            "How often to play each card, and what that is worth no matter what the other side does."
        ),
        "over": _("The duel is over."),
        "card": _("Card"),
        "chances": _("If both play their cards at random"),
        "chances_hint": _("From the first blow on, over every order of the cards."),
        "lost": _("is lost"),
        "mean": _("damage on average"),
        "of_damage": _("%(n)s damage"),
        "counts": _("What counts"),
        "counts_nothing": _("Nothing apart from counters and cards."),
        "first_only": _("first blow only"),
        "sets": _("Cards: %(attack)s against %(defence)s."),
        "hits": _("It hits"),
        "hit": _("It hits: %(n)s damage."),
        "missed": _("It misses."),
        "result": _("Result"),
        "first_a": _("the first side begins"),
        "first_b": _("the second side begins"),
        "equal": _("equal: one action in turn"),
        "actions": _("%(n)s actions"),
        "chance": _("Chance"),
        "games": _("Games"),
        "armies": _("Armies"),
    }


def _classes() -> dict[str, str]:
    return {
        "heavy_infantry": _("heavy infantry"),
        "light_infantry": _("light infantry"),
        "heavy_cavalry": _("heavy cavalry"),
        "light_cavalry": _("light cavalry"),
        "elephants": pgettext("schiere", "elephants"),
        "ballista": _("ballista"),
        "chief": _("commander in chief"),
        "wing": _("wing commander"),
    }


def _cards() -> dict[str, str]:
    return {
        "sword1": _("1 sword"),
        "sword2": _("2 swords"),
        "sword3": _("3 swords"),
        "shield": pgettext("schiere card", "shield"),
        "feint": pgettext("schiere card", "feint"),
    }


def _lines() -> dict[str, str]:
    return {
        "support": _("a friend touches with a corner"),
        "commander_beside": _("a commander next to it"),
        "solid_chief": _("within reach of a solid chief"),
        "out_of_command": _("out of command"),
        "shaken": _("disordered this turn"),
        "on_height": _("on a height"),
        "on_wood": _("in a wood"),
        "in_ford": _("in a ford"),
        "in_stream": _("in a stream"),
        "enemy_in_ford": _("the enemy is in a ford"),
        "enemy_in_stream": _("the enemy is in a stream"),
        "charged_by_elephants": _("charged by elephants"),
        "turns": _("turns to face the attack"),
        "stands": _("stands against the charge"),
        "struck_from_the_side": _("struck in flank or rear: no attack, half its defence"),
        "second_attacker": _("the second attacker"),
        "between_two": _("between two attackers: half its defence"),
        "isolated": _("isolated"),
    }


def _facts() -> dict[str, str]:
    return {
        "class": _("Unit"),
        "damage": _("Damage taken"),
        "commander": _("Commander joined to it"),
        "commander_damage": _("Commander's damage"),
        "order": _("Tactical order"),
        "support": _("Friends at its corners"),
        "beside": _("Commanders next to it"),
        "solid": _("within reach of a solid chief"),
        "out_of_command": _("out of command"),
        "shaken": _("disordered this turn"),
        "isolated": _("isolated"),
        "ground": _("Ground"),
        "received": _("The charge"),
        "struck": _("Struck in"),
        "tests": _("Test of nerve called on"),
        "moves": _("it can still move"),
        "enterprising": _("enterprising chief"),
        "weapon": _("Weapon"),
        "distance": _("Squares"),
        "velites": _("Roman velites"),
        "from": _("They shoot"),
        "drawn": _("Card drawn"),
        "rampaging": _("elephants that have turned back"),
        "chief": _("Commander in chief"),
        "wing": _("Wing commander"),
        "in_chain": _("they are within the chain of command"),
        "army": _("Army list"),
        "points": _("Points agreed"),
        "orders": _("Orders bought"),
        "actions": _("Actions bought"),
        "agreed": _("Orders agreed (0: one for six points of units)"),
    }


def _options() -> dict[str, str]:
    return {
        "plain": _("plain"),
        "height": pgettext("schiere", "height"),
        "wood": pgettext("schiere", "wood"),
        "ford": pgettext("schiere", "ford"),
        "stream": pgettext("schiere", "stream"),
        "stands": _("is met standing"),
        "countercharges": _("is met by a countercharge"),
        "already_fighting": _("they are fighting already"),
        "front": _("the front"),
        "flank": _("the flank"),
        "rear": _("the rear"),
        "two_sides": _("two sides"),
        "open": _("in the open"),
        "in_wood": _("out of a wood"),
        "over_river": _("over a river"),
        "a": _("the attacker"),
        "d": _("the defender"),
        "ad": _("both"),
    }


def _weapons() -> dict[str, str]:
    return {
        "javelins": _("javelins"),
        "slings": _("slings"),
        "bows": _("bows"),
        "light_cavalry": _("light cavalry"),
        "ballista": _("ballista"),
    }


def _nerve() -> dict[str, str]:
    return {
        "stands": _("it stands and fights on"),
        "retreats": _("it retreats as far as it can and rests a turn"),
        "surrenders": _("it surrenders"),
        "routs": _("it routs"),
    }


def _rally() -> dict[str, str]:
    return {
        "rallies": _("They are stopped and come back to order."),
        "routs": _("They cannot be stopped."),
        "lost": _("They are lost."),
    }


def _rally_why() -> dict[str, str]:
    return {
        "chief_not_solid": _("Only a solid commander in chief can stop fleeing units (L220)."),
        "outside_the_chain": _("They are outside the chain of command (L405)."),
        "no_shield_order": _("It takes an order with a shield (L220, L308)."),
    }


def _chiefs() -> dict[str, str]:
    return {
        "solid": pgettext("schiere chief", "solid"),
        "astute": pgettext("schiere chief", "astute"),
        "enterprising": pgettext("schiere chief", "enterprising"),
    }


def _wings() -> dict[str, str]:
    return {
        "resolute": pgettext("schiere wing", "resolute"),
        "impetuous": pgettext("schiere wing", "impetuous"),
        "energetic": pgettext("schiere wing", "energetic"),
    }


def _name_in(one: ArmyList | Kind, language: str) -> str:
    return one.name_it if language == "it" else one.name


def _problems() -> dict[str, str]:
    return {
        "points_out_of_range": _("A battle is fought with %(low)s to %(high)s points, not %(have)s."),
        "other_army": _("%(kind)s belong to another army."),
        "too_few_counters": _("%(kind)s: %(have)s units, but the box has counters for %(most)s."),
        "no_units": _("There is no unit in this army."),
        "too_many_wings": _("%(have)s wing commanders; at most %(most)s besides the commander in chief."),
        "too_dear": _("The army costs %(have)s of %(most)s points: %(over)s too many."),
    }


def _aims() -> dict[str, str]:
    return {
        "net": _("Aim: as much net damage as possible. Worth %(value)s points to the attacker."),
        "eliminate": _("Aim: to eliminate the defender. The attacker does so in %(value)s."),
        "survive": _("Aim: not to be eliminated. The attacker lives in %(value)s."),
    }


def _mistakes() -> dict[str, str]:
    return {
        "eliminated": _("A unit with that much damage is gone."),
        "commander_joins_a_unit": _("A commander joins a unit, not another commander."),
        "no_commander": _("No commander is joined to it."),
        "no_orders_out_of_command": _("Out of command no orders are used (L210)."),
        "ballista_has_no_attack": _("A ballista has no attack hand to hand (L316)."),
        "nobody_charges_elephants": _("Nobody charges elephants (L344)."),
        "foot_never_charges_horse": _("Foot never charges or countercharges horse (L344)."),
        "elephants_charge_on_plain": _("Elephants charge only on the plain (L300)."),
        "elephants_keep_off": _("Elephants attack nobody on a height or in a wood (L300)."),
        "elephants_are_not_met": _("Nobody countercharges elephants (L298)."),
        "struck_from_the_side": _("A unit struck in flank or rear can't countercharge (L352)."),
        "must_stand": _("Out of command a unit has to stand (L210)."),
        "two_sides_need_two_attackers": _(
            "Two sides need two attackers, and two attackers two sides (L358)."
        ),
        "played_twice": _("A card is played once in a duel (L134)."),
        "duel_is_over": _("The duel is over before that blow."),
        "out_of_range": _("It cannot shoot so far, or not from there (L380-399)."),
        "velites_throw_javelins": _("Velites throw javelins."),
        "elephants_fear_velites_and_ballistae": _("Only velites and ballistae shoot at elephants (L302)."),
        "hidden_in_a_wood": _("Nobody shoots at units hiding in a wood (L370)."),
        "missing_field": _("This is missing."),
        "may_not_be_asked": _("It may be asked only with one shield left against two swords (L405)."),
        "not_one_of": _("This is not one of the possibilities."),
        "not_a_number": _("This number isn't possible."),
        "unknown_field": _("There is no such fact."),
    }
