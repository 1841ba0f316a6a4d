"""Texts for land battles: retreat before combat, command and the fight (8.1)."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.event_fields import check, modifiers, of_army
from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import LAND, Chapter, DecisionText, Order
from engine.game import Facts


def _word_fought(e: Facts, names: Names) -> str:
    winners = {
        "attacker": gettext("the attackers win"),
        "defender": gettext("the defenders win"),
        "tie": gettext("a tie"),
        "nobody": gettext("both sides are destroyed"),
    }
    known = {
        "province": names.place(e["province"]),
        "attacker": e["attacker_sp"],
        "defender": e["defender_sp"],
        "a_loses": e["attacker_loses"],
        "d_loses": e["defender_loses"],
        "outcome": winners.get(e["winner"], gettext("nobody wins")),
    }
    line = (
        gettext(
            "Battle in %(province)s: %(attacker)s SP attack %(defender)s. The attackers lose %(a_loses)s, "
            "the defenders %(d_loses)s: %(outcome)s."
        )
        % known
    )
    if e.get("by") != "table":
        return line
    if _loser_was_wiped_out(e):
        line += " " + gettext("By the table the losers would have lost more than they had.")
    dice = {
        "a_die": e["attacker_die"],
        "a_drms": modifiers(e["attacker_drms"]),
        "d_die": e["defender_die"],
        "d_drms": modifiers(e["defender_drms"]),
    }
    return f"{line} " + gettext("(Attack: die %(a_die)s%(a_drms)s; defence: die %(d_die)s%(d_drms)s.)") % dice


def _loser_was_wiped_out(e: Facts) -> bool:
    """Return whether the loser was wiped out although the winner lost at least as many SP. Such a battle is
    decided by the table's results, not by the SP lost (G6).
    """
    lost = {"attacker": e["attacker_loses"], "defender": e["defender_loses"]}
    beaten = {"attacker": "defender", "defender": "attacker"}.get(e["winner"])
    return beaten is not None and lost[beaten] <= lost[e["winner"]]


def _retreated_before(e: Facts, names: Names) -> str:
    known = check(e) | {"origin": names.place(e["origin"]), "to": names.place(e["to"])}
    if e["face"] + e["drm"] > e["control"]:
        text = gettext(
            "Retreat %(of_army)s before combat, from %(origin)s to %(to)s: it goes badly "
            "(%(face)s%(drm)s against control %(control)s, chance of an orderly one %(chance)s)."
        )
    else:
        text = gettext(
            "Retreat %(of_army)s before combat, from %(origin)s to %(to)s, in good order "
            "(%(face)s%(drm)s against control %(control)s, chance %(chance)s)."
        )
    return text % of_army(known, e, names)


WORDS = Chapter(
    decisions={
        "retreat_before": DecisionText(
            _("Attack in %(province)s: %(attacker_sp)s SP against %(army)s (%(sp)s SP). Stand or retreat?"),
            title=_("Attacked: stand or retreat"),
            awaited=_("to decide whether %(army)s stands or retreats in %(province)s"),
        ),
        "command": DecisionText(
            _("Who commands in %(province)s?"),
            title=_("Who commands several armies"),
            awaited=_("choosing who commands in %(province)s"),
        ),
        "battle": DecisionText(
            _("A battle must be fought. Report it, or resolve it on the campaign's table."),
            title=_("A battle"),
        ),
    },
    orders={
        "retreat_before": Order(
            _("Attacked: stand or retreat"),
            help=_(
                "200 percent means: the attackers have at least twice as many SP as the defenders. A retreat "
                "rolls against control: a bad roll disorganises the army and may cost SP."
            ),
            said={
                "stand": _("Attacked, we stand and fight."),
                "if_outnumbered": _(
                    "Attacked by %(percent)s percent of our SP or more, we retreat; else we stand and fight."
                ),
                "always": _("Attacked, we always retreat."),
            },
            suggested={"policy": "if_outnumbered", "percent": 200},
            default=_("No order: we stand and fight."),
            group=LAND,
        ),
        "command": Order(
            _("Who commands several armies"),
            help=_("The battle rating counts in battle, the control rating when order is checked after it."),
            said={
                "best_battle": _("The leader with the best battle rating commands."),
                "best_control": _("The leader with the best control rating commands."),
            },
            suggested={"policy": "best_battle"},
            default=_("No order: the best leader commands."),
            group=LAND,
        ),
    },
    policies={
        "stand": _("always stand and fight"),
        "if_outnumbered": _("retreat if outnumbered"),
        "best_battle": _("the best battle rating"),
        "best_control": _("the best control rating"),
    },
    labels={
        "stand": _("Stand and fight"),
        "command": _("%(army)s leads"),
        "resolve_by_table": _("Resolve the battle on the campaign's table"),
        "report_battle": _("Report the battle"),
    },
    unchosen={
        "command": _("Choose who leads"),
    },
    fields={
        "winner": _("Winner"),
        "percent": _("Outnumbered means: the enemy has this many percent of our SP"),
    },
    values={
        ("winner", "attacker"): _("the attackers"),
        ("winner", "defender"): _("the defenders"),
        ("winner", "tie"): _("nobody: a draw"),
    },
    ground={
        "province": _("Province"),
        "city": _("City"),
        "fort": _("Fort"),
        "coastal": _("Coast"),
        "controller": _("Held by"),
        "strait": _("Attack across a strait"),
        "landing": _("Attack from the sea"),
        "interception": _("Interception"),
    },
    refusals={
        "cannot_command": _("%(army)s does not take part in this battle."),
        "more_elements_than_fielded": _("%(unit)s fielded only %(elements)s elements."),
        "no_such_winner": _("The winner is the attacker, the defender, or nobody."),
    },
    events={
        "levy_raised": _("The Lazi take up arms: %(sp)s."),
    },
    told={
        "battle_fought": _word_fought,
        "retreated_before": _retreated_before,
    },
    throws={
        "battle": _("battle"),
        "levy": _("levy of the Lazi"),
    },
    reasons={
        "stands": _(
            "The attacker has only a %(win)s%% chance of winning, or there is no safe place to go; "
            "the attacker loses %(loss)s SP on average."
        ),
        "avoids_battle": _(
            "The attacker has a %(win)s%% chance of winning; the battle would cost %(gain)s SP on average."
        ),
    },
    codes={
        "leader": _("leader"),
        "strength_differential": _("more troops"),
        "byzantine_attack": _("Byzantines against non-Persians"),
        "crossing": _("across a strait or landing"),
        "city": _("city"),
        "fort": _("fort"),
        "coastal": _("coast"),
        "ostrogoth_attack": _("Ostrogoths attack"),
        "vandal_attack": _("Vandals attack"),
        "weak_troops": _("weaker troops"),
        "in_the_open": _("in the open"),
        "battle": _("battle"),
        "victory": _("victory"),
        "won": _("victory"),
        "lost": _("defeat"),
        "defeat": _("defeat"),
        "tie": _("tie"),
        "retreat_before": _("retreat before combat"),
    },
)
