"""Texts for alliances of minor powers: the bribe, the roll, and the use of a Byzantine ally (6.3)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.rules.segment.alliance import side_of as alliance
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.event_fields import percent, values
from campaigns.justinian.wording.grammar import Words
from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import GOLD, Chapter, DecisionText, Order
from engine.game import Facts
from games.wording.numbers import format_signed, minus


def _word_paid(e: Facts, names: Names) -> str:
    """Describe a bribe. A bribe of 0 G counts as no offer."""
    if e["gold"]:
        return gettext("Byzantium pays %(gold)s G %(to_power)s.") % values(e, names)
    return gettext("Byzantium offers no gold %(to_power)s.") % values(e, names)


def _word_rolled(e: Facts, names: Names) -> str:
    results = {
        "barbarian": gettext("they side with the Barbarians"),
        "neutral": gettext("they stay neutral"),
        "byzantine": gettext("they side with Byzantium"),
        "byzantium": gettext("they side with Byzantium"),
    }
    known = {
        "power": names.power(e["power"]),
        "face": e["face"],
        "drm": format_signed(e["drm"]),
        "bribe": format_signed(e["bribe_drm"]),
        "total": minus(e["face"] + e["drm"] + e["bribe_drm"]),
        "result": results.get(e["result"], word(e["result"])),
    }
    won = sum(alliance(face + e["drm"] + e["bribe_drm"]) == "byzantine" for face in range(10))
    known["chance"] = percent(won)
    text = gettext(
        "The alliance %(of_power)s: %(face)s %(drm)s, gold %(bribe)s, makes %(total)s; %(result)s "
        "(chance for Byzantium %(chance)s)."
    )
    return text % Words(known, lambda _field: names.article_and("power", e["power"]))


def _word_allied(event: Facts, names: Names) -> str:
    side = {"byzantium": "byzantine"}.get(event["result"], event["result"])
    return gettext("%(power)s: %(side)s") % {"power": names.power(event["power"]), "side": word(side)}


def _word_order(order: Facts) -> Any:
    if order.get("gold"):
        return _("We bribe with up to %(gold)s G, as long as %(keep)s G stay in the treasury.")
    return _("We pay no bribe.")


WORDS = Chapter(
    decisions={
        "bribe": DecisionText(
            _("Do you bribe the %(power)s before their alliance is rolled?"),
            title=_("Bribes before an alliance is rolled"),
            awaited=_("offering a bribe %(to_power)s, or not"),
        ),
        "ally": DecisionText(
            _("%(army)s: what does your new ally do?"),
            title=_("What a new ally of Byzantium does"),
            awaited=_("using a new ally: %(army)s"),
            explained=_(
                "It is on your side until the next turn begins. If it does nothing now, you may activate it "
                "in your segments like an army of your own. If it joins an army, its leader goes home, and "
                "its SP march, fight and count as that army's own; they go home too when the next turn "
                "begins, unless the army stands in a City province then."
            ),
        ),
    },
    orders={
        "bribe": Order(
            _("Bribes before an alliance is rolled"),
            help=_(
                "Every 3 G add 1 to the roll, up to 9 G. Example: 3 G, but never less than 10 G left in the "
                "treasury."
            ),
            said=_word_order,
            suggested={"gold": 3, "keep": 10},
            default=_("No order: no bribe is offered."),
            group=GOLD,
        ),
        "ally": Order(
            _("What a new ally of Byzantium does"),
            help=_("It joins an army in reach, marches by itself at once, or stays at home."),
            said={
                "join": _("A new ally joins the strongest army in reach."),
                "march": _("A new ally marches at once."),
                "nothing": _("A new ally stays at home."),
            },
            suggested={"policy": "join"},
            default=_("No order: the ally joins the army in reach that needs it most."),
            group=GOLD,
        ),
    },
    policies={
        "join": _("it joins the strongest army nearby"),
        "march": _("it marches at once"),
        "nothing": _("nothing"),
    },
    labels={
        "offer_bribe": _("Offer a bribe"),
        "march_ally": _("The ally marches at once"),
        "join_army": _("The ally joins %(army)s"),
    },
    unchosen={
        "join_army": _("The ally joins an army"),
    },
    passes={
        "6.34": _("It does nothing now"),
    },
    refusals={
        "bribe_in_steps": _("A bribe is paid in steps of %(step)s G."),
        "bribe_out_of_range": _("A bribe is 0 to %(high)s G."),
        "cannot_join": _("%(army)s isn't in a prefecture that the ally can enter from its home."),
    },
    told={
        "bribe_paid": _word_paid,
        "alliance_rolled": _word_rolled,
    },
    headlines={
        "alliance_rolled": _word_allied,
    },
    throws={
        "alliance": _("alliance"),
    },
    reasons={
        "bribe_buys": _(
            "With %(gold)s G the chance of the alliance is %(with)s%%, without a bribe %(without)s%%."
        ),
        "gold_is_short": _("The last %(kept)s G are kept for activations."),
        "few_men": _(
            "It brings few men, or would never come; without a bribe it sides with Byzantium in "
            "%(without)s%%."
        ),
        "armies_wait": _(
            "Garrisons and fleets come first: unpaid, they may mutiny. An unpaid army fights as well and "
            "costs men only by pillage after a victory; the %(left)s G that are left serve activations "
            "(%(activations)s G) and bribes (up to %(bribes)s G)."
        ),
        "too_little": _(
            "There isn't enough gold for all: cheap groups come first, and %(left)s G are left for "
            "activations and bribes."
        ),
    },
    codes={
        "bribe": _("a bribe"),
        "barbarian": _("with the Barbarians"),
        "neutral": _("neutral"),
        "byzantine": _("with Byzantium"),
        "joined_army": _("joins the army"),
    },
)
