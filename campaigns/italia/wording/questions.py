"""Texts for decisions and their answers, and the reasons for refusals."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from campaigns.italia.wording import handicap
from campaigns.italia.wording.names import Names, nation, points_text
from engine.game import Choice, Decision, Facts

_DECISIONS: Final = {
    "levy": _("What do you buy?"),
    "tribute": _("The treasury overflows: which unit do you buy with the tribute?"),
    "reinforcements": _("Where do the reinforcements come?"),
    "trim": _("Which units in excess do you remove?"),
    "movement": _("Who moves?"),
    "campaign_move": _("Where does the army march?"),
    "combat": _("Which combat is next?"),
    "aim": _("Which units shoot at what?"),
    "retreat": _("Do you retreat or fight on?"),
    "flight": _("Where do the units that must leave go?"),
    "convert": _("Do you win an enemy unit over?"),
    "sack": _("Do you sack the city?"),
    "rebuild": _("Do you rebuild a ruin?"),
    "naval_calls": _("Do you call battles at sea?"),
    "naval_retreat": _("Do the fleets sail away?"),
    "naval_loss": _("Which fleets were hit?"),
    "cargo_loss": _("Who was aboard the fleets that were hit?"),
    "revolt": _("Do you revolt?"),
    "campaign": _("Another campaign move?"),
    "announce": _("Do you announce raids or a block?"),
    "react": _("How do you react to the army's move?"),
    "send_home": _("Which units go home?"),
    "battle": _("This combat is waiting to be fought elsewhere."),
    "crown": _("Do you take the title of emperor?"),
}


def decision(kind: str) -> str:
    """Return the question for a kind of decision, or "" if there is none."""
    return str(_DECISIONS.get(kind, ""))


def question_text(owed: Decision, names: Names) -> str:
    """Return the question for a decision, with its place, gold or units."""
    text, facts = decision(owed.kind), owed.facts
    place = facts.get("area") or facts.get("sea")
    if text and place:
        return _("%(place)s: %(question)s") % {"place": names.place(place), "question": text}
    if owed.kind in ("levy", "campaign", "tribute"):
        return _("%(question)s (%(gold)s gold)") % {"question": text, "gold": facts.get("gold", 0)}
    if owed.kind == "reinforcements":
        force = names.force(facts.get("units", {}), facts.get("leaders", ()))
        return _("%(question)s (%(units)s)") % {"question": text, "units": force}
    return text


def choice(found: Choice, names: Names) -> str:
    """Return the label of a choice, or "" if there is none."""
    fixed, facts = found.fixed, found.facts
    words = {
        "unit": names.any(fixed.get("unit") or ""),
        "origin": names.place(fixed.get("origin") or fixed.get("sea") or ""),
        "to": names.place(fixed.get("to") or fixed.get("sea") or ""),
        "place": names.place(fixed.get("area") or fixed.get("sea") or facts.get("area") or ""),
        "leader": names.leader(fixed.get("leader") or ""),
        "nation": nation(fixed.get("nation") or facts.get("nation") or ""),
        "against": nation(facts.get("against") or ""),
    }
    text = _CHOICES.get(found.kind)
    if fixed.get("leader"):
        text = _LED.get(found.kind, text)
    if fixed.get("nation"):
        text = _UNASKED.get(found.kind, text)
    return "" if text is None else text % words


_UNASKED: Final = {"name_capital": _("Name another capital of %(nation)s")}
_LED: Final = {
    "march": _("%(leader)s: %(origin)s to %(to)s"),
    "advance": _("%(leader)s: from %(origin)s further on"),
}
_CHOICES: Final = {
    "buy": _("Buy: %(unit)s"),
    "place_aside": _("Place what tribute has bought: %(unit)s"),
    "build_cities": _("Build cities"),
    "end_levy": _("Buy no more"),
    "name_capital": _("Name another capital"),
    "buy_aside": _("Buy one unit, or none"),
    "place_group": _("Place all of them together"),
    "place_leader": _("Place %(leader)s"),
    "spread": _("Place reinforcements: %(unit)s"),
    "remove_units": _("Remove units in %(place)s"),
    "march": _("%(origin)s to %(to)s"),
    "advance": _("From %(origin)s further on"),
    "muster": _("Lift units from %(origin)s"),
    "take_off": _("Take units off the map in %(place)s"),
    "embark": _("Go aboard from %(origin)s"),
    "sail": _("Sail from %(origin)s to %(to)s"),
    "voyage": _("Sail from %(origin)s further on"),
    "cross": _("Cross the sea from %(origin)s"),
    "land": _("Land from %(origin)s in %(to)s"),
    "end_movement": _("End the movement"),
    "attack": _("Attack %(nation)s in %(place)s"),
    "raid": _("Raid the city of %(nation)s in %(place)s"),
    "fight_at_sea": _("Fight %(nation)s in %(place)s"),
    "aim": _("Target"),
    "withdraw": _("Retreat to %(to)s"),
    "fight_on": _("Fight on"),
    "submit": _("Submit to %(nation)s"),
    "convert": _("Convert one unit, or none"),
    "sack": _("Sack %(place)s"),
    "spare": _("Spare %(place)s"),
    "rebuild": _("Rebuild %(place)s"),
    "leave_ruins": _("Leave the ruins"),
    "call_battles": _("Call these battles"),
    "sail_away": _("Sail away to %(to)s"),
    "stay_at_sea": _("Fight on at sea"),
    "sink_fleets": _("These fleets were hit"),
    "sink_cargo": _("These units go down"),
    "rise_up": _("Revolt against %(against)s"),
    "stay_loyal": _("Stay loyal to %(against)s"),
    "make_move": _("Pay for another move"),
    "end_campaign": _("End the campaign"),
    "announce": _("Announce"),
    "block": _("Block %(place)s"),
    "no_reaction": _("Do not react"),
    "enter_battle": _("Join the fight"),
    "move_and_see": _("Move a stack from %(origin)s to %(to)s"),
    "resolve_by_dice": _("Fight it by the game's own dice"),
    "report_battle": _("Report what happened"),
    "send_home": _("Send units home"),
    "take_title": _("Take the title and leave"),
    "leave_title": _("Stay without the title"),
}


_MOVES: Final = {
    "march": _("Marches"),
    "advance": _("Marches of several areas"),
    "embark": _("Going aboard"),
    "sail": _("Sailing to the next sea"),
    "voyage": _("Voyages of several seas"),
    "cross": _("Crossings by sea"),
    "land": _("Landings"),
    "muster": _("Units to be lifted"),
}


def moves(kind: str) -> str:
    """Return the heading for all moves of one kind, or "" for choices that are not moves."""
    return str(_MOVES.get(kind, ""))


_FIELDS: Final = {
    "where": _("Where"),
    "units": _("Units"),
    "path": _("Way"),
    "unit": _("Unit"),
    "areas": _("Areas"),
    "area": _("Area"),
    "place": _("Place"),
    "leaders": _("Leaders"),
    "number": _("Number of fleets"),
    "fleets": _("Number of fleets"),
    "reward": _("Reward"),
    "battles": _("Battles"),
    "raids": _("Raids"),
    "handicap": _("Handicap"),
    "scoring": _("Rounds that score"),
    "board": _("Board"),
    "allied_roads": _("Cities of allies serve as roads"),
    "consular_move": _("Movement of consular legions"),
    "targets": _("Aiming"),
    "cargo_shifts": _("Units aboard a sunk fleet may transfer to others"),
    "halving": _("Points of subjects are halved"),
    "pyrrhus": _("Pyrrhus among enemies"),
    "winner": _("Winner"),
    "losses": _('Units lost, as "attacker:legion": 1'),
    "fallen": _("Leaders fallen"),
    "policy": _("Order"),
    "least": _("Fight on from this chance to win, in per cent"),
    "submit": _("Submit when it is lower"),
}


def field(name: str) -> str:
    """Return the label of a field, or "" if there is none."""
    return str(_FIELDS.get(name, ""))


def facts(said: Facts) -> str:
    """Describe the facts shown next to an option, such as its points or cost."""
    parts = []
    if said.get("strait"):
        parts.append(str(_("across the strait: their whole movement")))
    if "halves" in said:
        parts.append(points_text(said["halves"]))
    if "gold" in said:
        parts.append(_("%(gold)s gold") % {"gold": said["gold"]})
    if "cost" in said:
        parts.append(_("%(gold)s gold each") % {"gold": said["cost"]})
    if "measured" in said:
        parts.append(handicap.handicap_text(said))
    return ", ".join(parts)


_CAUTIONS: Final = {
    "over": _("Units beyond the limit, which are removed: %(number)s (%(where)s)."),
    "entry_area": _("Units still in entry areas, which are eliminated: %(number)s (%(where)s)."),
    "friends_area": _(
        "Units in areas of subjects or the overlord, which are eliminated: %(number)s (%(where)s)."
    ),
    "capital": _("One more may stay where the nation names its capital, and it can name this area."),
    "idle": _("This move is paid for, but no unit has moved."),
    "gold_lost": _("Gold beyond ten, which is lost: %(number)s."),
}


def caution(said: Facts, names: Names) -> str:
    """Describe what a player would lose, and where, by ending a purchase, movement or campaign now. ``said``:
    these losses as facts of the choice. Return "" if nothing is lost.
    """
    return " ".join(
        text % {"number": said[why], "where": ", ".join(names.place(at) for at in said.get(f"{why}_at", ()))}
        for why, text in _CAUTIONS.items()
        if said.get(why)
    )


_REFUSALS: Final = {
    "not_offered": _("The rules do not allow this here."),
    "not_your_decision": _("It is someone else's turn to answer."),
    "game_over": _("The game is over."),
    "no_such_counters": _("This nation has no such counters."),
    "no_more_of_these": _("No more of these can be raised now: there are too few counters or cities."),
    "not_enough_gold": _("This costs %(cost)s gold and there are %(gold)s."),
    "cannot_be_placed_there": _(
        "It can't be placed there: one land unit per area, fleets off your own coasts."
    ),
    "no_such_area": _("There is no such area."),
    "not_adjacent": _("%(origin)s and %(to)s do not touch: go area by area."),
    "entry_area_closed": _("The card of this nation does not open %(area)s."),
    "only_with_the_leader": _("In a campaign units move with %(leader)s only."),
    "leader_not_here": _("That leader is not there."),
    "not_so_many_here": _("There aren't that many units in %(area)s."),
    "moved_enough": _("These units in %(area)s can move no further."),
    "enemies_not_held": _("Too few units would stay in %(area)s to hold the enemies there."),
    "too_many_attackers": _("No more units may attack %(area)s."),
    "no_such_fleet": _("There is no such fleet in this sea: it has sailed or sunk."),
    "no_room_aboard": _("The fleets in %(sea)s can't carry that many that far: two units each."),
    "not_so_far": _(
        "Not all of these units can go to %(area)s this way: there are too many, or they have moved too far."
    ),
    "not_your_nation": _("Somebody else leads this nation."),
    "fixed_capital": _("The card of this nation fixes its capital."),
    "not_controlled": _("%(area)s cannot be its capital: it is not held alone, or is the capital already."),
    "half_points": _("Most points over all nations win."),
    "no_such_question": _("There is no such question."),
    "dice_wanted": _("The dice don't match."),
    "no_such_winner": _("The winner is the attacker, the defender, or nobody."),
    "more_than_there_is": _("There are only %(number)s of %(unit)s."),
    "no_such_leader": _("%(leader)s is not in this battle."),
    "winner_has_nobody_left": _("The winner keeps at least one unit."),
    "more_elements_than_fielded": _("There are only %(elements)s elements of %(unit)s."),
}


def refusal(code: str, said: Facts, names: Names) -> str:
    """Explain why an action was refused, with the remedy if there is one. Return "" for a code
    without a text.
    """
    text = _REFUSALS.get(code)
    if text is None:
        return ""
    shown = {key: names.any(value) for key, value in said.items()}
    try:
        return text % shown
    except KeyError:
        return ""


_OPTIONS: Final = {
    "handicap": {
        "printed": _("none: the cards as printed"),
        "even": _("balanced between bots: starting points"),
    },
    "scoring": {"standard": _("as printed"), "alternative": _("the other reading")},
    "board": {"full": _("all areas"), "small": _("without three areas")},
    "allied_roads": {"yes": _("yes"), "no": _("no")},
    "targets": {"types": _("by kinds of units"), "units": _("unit by unit (house rule)")},
    "cargo_shifts": {"yes": _("yes"), "no": _("no")},
    "battles": {
        "dice": _("by the game's own dice"),
        "open": _("elsewhere: reported, or as separate games"),
    },
    "halving": {"turn": _("turn and round apart"), "round": _("once a round (advice)")},
    "pyrrhus": {"rules": _("attacks or leaves a force"), "faq": _("walks away freely (FAQ)")},
}


def option(name: str, word: str) -> str:
    """Return the text for a value of a game option, or "" if the option or the value has none."""
    return str(_OPTIONS.get(name, {}).get(word, ""))


_WINNERS: Final = {
    "attacker": _("the attacker"),
    "defender": _("the defender"),
    "tie": _("nobody: the attacker gives way"),
}


def winner(word: str) -> str:
    """Name the winner of a battle fought elsewhere, or return "" for any other value."""
    return str(_WINNERS.get(word, ""))


_POLICIES: Final = {
    "usual": _("as the bot would"),
    "never": _("never"),
    "always": _("whenever possible"),
    "stronger": _("where there are more own fleets"),
    "stay": _("stay"),
    "leave": _("leave"),
    "none": _("do nothing"),
    "nothing": _("buy nothing"),
    "land": _("as many land units as gold and room allow"),
    "hold": _("stay where they are"),
    "end": _("no campaign move"),
    "attack": _("attack everybody"),
    "best": _("the most expensive unit"),
    "gold": _("take the gold"),
    "points": _("take the points"),
    "spare": _("spare the city"),
    "join": _("join the battle where own units are attacked"),
    "aside": _("step aside where the army has come"),
    "rise": _("revolt when they may"),
    "yes": _("yes"),
    "no": _("no"),
}


def policy(word: str) -> str:
    """Return the text for the policy of a standing order."""
    return str(_POLICIES.get(word, word))


_ORDER_HELP: Final = {
    "aim": _("Each unit shoots at what it hits most easily."),
    "retreat": _("Below that chance the units retreat where most of them find room."),
    "flight": _("The units go where most of them find room."),
    "trim": _("The cheapest units go first."),
    "react": _("Other nations' campaigns continue without waiting for this nation."),
    "levy": _("Bought where there are fewest units; cities and fleets only by yourself."),
    "movement": _("No unit moves; units that can't stay are lost."),
    "naval_loss": _("The emptiest fleets go first."),
    "cargo_loss": _("The cheapest units go first."),
}


def order_help(decision: str) -> str:
    """Explain a standing order, or return "" if its fields explain themselves."""
    return str(_ORDER_HELP.get(decision, ""))
