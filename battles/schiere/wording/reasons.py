"""Texts for the reasons that the bot gives with its advice (battles.schiere.bot.reasons)."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from battles.schiere.wording.names import piece, pieces
from engine.game import Facts


def reason(why: Facts) -> str:
    facts = {
        "unit": piece(str(why.get("unit", ""))),
        "target": piece(str(why.get("target", ""))),
        "units": pieces(why.get("units", ())),
        **{name: _points(why.get(name, 0)) for name in ("gain", "next", "damage")},
        **{name: why.get(name, 0) for name in ("tried", "before", "after", "held", "left", "falls")},
    }
    code = str(why["code"])
    said = _who_acts().get(code) or _moves().get(code) or _answers().get(code)
    text = said % facts if said else code
    return " ".join((text, *(more % facts for more in _more(why))))


def _points(tenths: int) -> str:
    return str(number_format(tenths / 10, 1))


def _more(why: Facts) -> list[str]:
    found = []
    if "falls" in why:
        found.append(_("In %(falls)s of 100 draws the commander falls."))
    if "next" in why:
        found.append(_("The next best of %(tried)s moves compared: %(next)s."))
    return found


def _who_acts() -> dict[str, str]:
    return {
        "commander_shelters": _(
            "%(units)s: an enemy could reach this commander, who is alone; safety comes first."
        ),
        "chief_comes_up": _(
            "A good part of the army is about to leave the reach of the commander in chief, who moves"
            " up first."
        ),
        "chief_follows": _(
            "No unit gains by acting; the commander in chief is behind most of the army and follows it."
        ),
        "body_attacks": _(
            "Units nearest the enemy are considered first; these are number %(tried)s, and the first "
            "to gain anything: by an attack, %(gain)s points more than by doing nothing."
        ),
        "body_shoots": _(
            "Units nearest the enemy are considered first; these are number %(tried)s, and the first "
            "to gain anything: by a shot, %(gain)s points."
        ),
        "body_marches": _(
            "Units nearest the enemy are considered first; these are number %(tried)s, and the first "
            "to gain anything: by a march, %(gain)s points more than by doing nothing."
        ),
        "body_gains": _(
            "Units nearest the enemy are considered first; these are number %(tried)s, and the first "
            "to gain anything: %(gain)s points more than by doing nothing."
        ),
        "nothing_gains": _(
            "Groups of units considered: %(tried)s; none of them gains by acting now. Saved actions "
            "can be used once the enemy has moved."
        ),
    }


def _moves() -> dict[str, str]:
    return {
        "joins_host": _(
            "%(unit)s: the safest unit that this commander may join here, by damage, kind and distance "
            "from the enemy."
        ),
        "goes_to_host": _("An enemy could reach this commander: this is the cheapest way to join a unit."),
        "attack_pays": _(
            "%(unit)s against %(target)s: tried with different luck and any cards, the position is worth "
            "%(gain)s points more afterwards than if nothing is done."
        ),
        "shot_pays": _(
            "Over all draws the shot at %(target)s does %(damage)s damage on average, which is worth "
            "%(gain)s points."
        ),
        "second_march": _(
            "They are still on their way: what a second march in this action brings them nearer is worth "
            "%(gain)s points."
        ),
        "march_to_fight": _(
            "Side by side with the enemy: %(unit)s. Tried with different luck, the position is worth "
            "%(gain)s points more than if nothing is done."
        ),
        "march_nearer": _(
            "Nearer to the enemy, from %(before)s squares to %(after)s: %(unit)s. The position is worth "
            "%(gain)s points more than if nothing is done."
        ),
        "march_away": _(
            "Better placed farther from the enemy, at %(after)s squares instead of %(before)s: %(unit)s. "
            "The position is worth %(gain)s points more than if nothing is done."
        ),
        "march_stands_better": _(
            "Better placed there, as near to the enemy as before: %(unit)s. The position is worth "
            "%(gain)s points more than if nothing is done."
        ),
        "move_gains": _("The position is worth %(gain)s points more afterwards than if nothing is done."),
        "nothing_better": _("Moves compared: %(tried)s; none is worth more than ending the action."),
    }


def _answers() -> dict[str, str]:
    return {
        "duel_solved": _(
            "It plays the solved game of this duel: at each blow the best mixture of cards for the damage "
            "done, less the damage taken."
        ),
        "bids_swords": _(
            "The commander in chief holds %(held)s orders for the %(left)s turns that are left: "
            "enough to play one with swords for the initiative."
        ),
        "bids_nothing": _(
            "No order for the initiative: the commander in chief holds %(held)s, and %(left)s turns are "
            "left, or none of them has two swords or more."
        ),
        "answer_better": _(
            "Of %(tried)s answers tried with different luck this leaves the position worth most: %(gain)s "
            "points more than the usual one."
        ),
        "answer_usual": _(
            "Of %(tried)s answers tried with different luck none leaves the position worth more than this, "
            "the usual one."
        ),
    }
