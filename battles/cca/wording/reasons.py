"""Texts for the reasons that the bot gives with its advice (battles.cca.bot)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.cca.wording.names import card
from engine.game import Facts


def reason(why: Facts) -> str:
    """Describe one of the bot's reasons in a sentence."""
    facts = {
        "card": card(str(why.get("card", ""))),
        **{name: why.get(name, "") for name in ("at", "to", "target", "by", "percent")},
    }
    said = {
        "usual": _("The usual answer."),
        "best_card": _("%(card)s gives the orders that are worth most now."),
        "any_card": _("Any card gives orders: %(card)s."),
        "lead_leader": _("The leader helps more units in %(to)s than here."),
        "safest_way_back": _("The way to %(to)s has friends near it, and no enemies."),
        "ambush": _("A fresh force behind the enemy is worth a whole turn."),
        "orders_done": _("No further order or move improves the position."),
        "order_to_fight": _("The unit in %(at)s fights best where it stands."),
        "move_to_fight": _("From %(to)s the unit can attack %(target)s with good chances."),
        "come_nearer": _("The unit is better placed in %(to)s: nearer to the enemy, with friends at hand."),
        "best_attack": _("The best battle now: %(percent)s%% to eliminate the target."),
        "no_battle_worth_it": _("No battle that is left is worth its risk."),
        "evade_cheaper": _("Standing would cost more than evading."),
        "stand_cheaper": _("The unit can hold, and battle back."),
        "strike_first": _("The blow is strong enough to be worth the card."),
        "keep_first_strike": _("The card is worth more later."),
        "stand_firm": _("A unit that holds can battle back."),
        "save_the_rest": _("A unit with one block left is safer farther back."),
        "stay": _("The hex ahead is worse than this one."),
        "press_on": _("In %(to)s the unit keeps up the pressure."),
        "fight_on": _("Another attack is worth its risk."),
    }.get(str(why["code"]))
    if why["code"] == "safest_way_back" and why.get("to") == "off":
        return _("Over the edge the leader is out of the battle, and gives no banner.")
    return said % facts if said else str(why["code"])
