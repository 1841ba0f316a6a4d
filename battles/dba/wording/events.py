"""The chronicle of a table battle, with one sentence for each event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.dba.wording import board_events
from battles.dba.wording import phrases as dba_texts
from battles.dba.wording import table_texts as texts
from battles.dba.wording.names import army_name, element_name, group_names
from engine.game import Facts

Worded = Callable[[Facts, Facts], str]


def names(elements: Iterable[str], game: Facts) -> str:
    return ", ".join(element_name(one, game) for one in elements)


def _aggression(e: Facts, g: Facts) -> str:
    red, blue = (g["armies"][seat]["aggression"] for seat in ("red", "blue"))
    return _("Aggression: %(army1)s %(d1)s + %(a1)s = %(t1)s, %(army2)s %(d2)s + %(a2)s = %(t2)s.") % {
        "army1": army_name("red", g),
        "army2": army_name("blue", g),
        "d1": e["dice"][0],
        "a1": red,
        "t1": e["totals"][0],
        "d2": e["dice"][1],
        "a2": blue,
        "t2": e["totals"][1],
    }


def _pieces(e: Facts, g: Facts) -> str:
    laid = ", ".join(str(texts.PIECES[piece["kind"]]) for piece in e["pieces"])
    return _("The battlefield: %(pieces)s.") % {"pieces": laid}


def _word_redrawn(e: Facts, g: Facts) -> str:
    said = _("%(army)s redraws the battlefield.") if e["again"] else _("%(army)s draws the battlefield.")
    return said % {"army": army_name(e["seat"], g)}


def _edge(e: Facts, g: Facts) -> str:
    return _("The invader preferred the %(wish)s, rolled %(die)s and enters from the %(edge)s.") % {
        "wish": texts.EDGES[e["wish"]],
        "die": e["die"],
        "edge": texts.EDGES[e["edge"]],
    }


def _camp(e: Facts, g: Facts) -> str:
    if not e["pitched"]:
        return _("%(army)s: no camp.") % {"army": army_name(e["seat"], g)}
    if e["garrison"]:
        return _("%(army)s: camp held by %(garrison)s.") % {
            "army": army_name(e["seat"], g),
            "garrison": element_name(e["garrison"], g),
        }
    return _("%(army)s: camp left undefended.") % {"army": army_name(e["seat"], g)}


def _word_deployed(e: Facts, g: Facts) -> str:
    parts = [_("%(army)s: the army is deployed.") % {"army": army_name(e["seat"], g)}]
    if e["garrison"]:
        parts.append(_("In the built-up area: %(element)s.") % {"element": element_name(e["garrison"], g)})
    if e["reserve"]:
        parts.append(_("Waiting aboard: %(elements)s.") % {"elements": names(e["reserve"], g)})
    return " ".join(parts)


def _word_swapped(e: Facts, g: Facts) -> str:
    if not e["pairs"]:
        return _("The defender makes no swaps.")
    pairs = "; ".join(" ↔ ".join(element_name(one, g) for one in pair) for pair in e["pairs"])
    return _("The defender swaps %(pairs)s.") % {"pairs": pairs}


def _word_moved(e: Facts, g: Facts) -> str:
    text = ngettext("%(elements)s moved for %(cost)s PIP", "%(elements)s moved for %(cost)s PIPs", e["cost"])
    if e["contact"]:
        text = ngettext(
            "%(elements)s moved into contact for %(cost)s PIP",
            "%(elements)s moved into contact for %(cost)s PIPs",
            e["cost"],
        )
    why = ", ".join(str(texts.REASONS[reason]) for reason in e["reasons"])
    told = text % {"elements": group_names(e["elements"], g), "cost": e["cost"]}
    told += f" ({why})" if why else ""
    return told + "; " + _("%(left)s left.") % {"left": e["left"]}


def _broke_off(e: Facts, g: Facts) -> str:
    told = _("%(element)s breaks off from %(enemy)s (%(cost)s PIP): at least 200 paces straight back.") % {
        "element": element_name(e["element"], g),
        "enemy": element_name(e["enemy"], g),
        "cost": e["cost"],
    }
    if e["pursues_mm"]:
        told += " " + _("%(enemy)s pursues %(mm)s mm at once.") % {
            "enemy": element_name(e["enemy"], g),
            "mm": e["pursues_mm"],
        }
    if e.get("supported"):
        told += " " + _("Its supporter from behind does too.")
    return told


def _word_entered(e: Facts, g: Facts) -> str:
    text = _("%(element)s takes the %(place)s.") if e["taken"] else _("%(element)s enters the %(place)s.")
    return text % {"element": element_name(e["element"], g), "place": texts.PLACES[e["place"]]}


def word_fought(e: Facts, g: Facts) -> str:
    """Describe a combat in one sentence: opponents, dice, totals and results."""
    text = _("%(a)s %(ta)s (die %(da)s) against %(b)s %(tb)s (die %(db)s): %(result)s")
    if e["mode"] == "shooting":
        text = _("%(a)s shoots %(ta)s (die %(da)s) at %(b)s %(tb)s (die %(db)s): %(result)s")
    return text % {
        "a": element_name(e["first"], g),
        "da": e["dice"][0],
        "ta": e["totals"][0],
        "b": element_name(e["second"], g),
        "db": e["dice"][1],
        "tb": e["totals"][1],
        "result": result(e, g),
    }


def result(e: Facts, g: Facts) -> str:
    """Describe the fates of both elements, leaving out an element that is not affected."""
    fates = [
        (who, fate) for who, fate in zip((e["first"], e["second"]), e["fates"], strict=True) if fate != "none"
    ]
    if not fates:
        return _("nothing happens.")
    told = (f"{element_name(who, g)}: {str(dba_texts.FATES[fate]).lower()}" for who, fate in fates)
    return "; ".join(told) + "."


def _word_lost(e: Facts, g: Facts) -> str:
    told = _("%(element)s is lost: %(cause)s.") % {
        "element": element_name(e["element"], g),
        "cause": texts.CAUSES[e["cause"]],
    }
    return told if e["counts"] or e["cause"] == "replaced" else told + " " + _("It does not count as a loss.")


def _denizens(e: Facts, g: Facts) -> str:
    if e["surrendered_to"]:
        return _("The denizens surrender and change sides: %(side)s.") % {
            "side": army_name(e["surrendered_to"], g)
        }
    return _("The denizens are beaten.")


def _bua_noted(e: Facts, g: Facts) -> str:
    parts = [_("Also on the table: a built-up area of %(army)s.") % {"army": army_name(e["owner"], g)}]
    if e["garrison"]:
        parts.append(_("In the built-up area: %(element)s.") % {"element": element_name(e["garrison"], g)})
    if e["camp_struck"]:
        parts.append(
            _("An army that controls one has no camp: the camp comes off the table with its followers.")
        )
    return " ".join(parts)


def _ended_bound(e: Facts, g: Facts) -> str:
    red, blue = (lost + extra for lost, extra in zip(e["losses"], e["extras"], strict=True))
    return _("Bound %(bound)s ends. Lost so far: %(army1)s %(red)s, %(army2)s %(blue)s.") % {
        "bound": e["bound"],
        "army1": army_name("red", g),
        "army2": army_name("blue", g),
        "red": red,
        "blue": blue,
    }


def _word_ended(e: Facts, g: Facts) -> str:
    why = texts.ENDINGS[e["reason"]]
    if e["winner"]:
        return _("Victory: %(army)s (%(why)s).") % {"army": army_name(e["winner"], g), "why": why}
    return _("A draw: %(why)s.") % {"why": why}


EVENTS: Final[dict[str, Worded]] = {
    "army_placed": board_events.army_placed,
    "elements_placed": board_events.elements_placed,
    "aggression_rolled": _aggression,
    "invader_known": lambda e, g: (
        _("Invader: %(invader)s. Defender: %(defender)s.")
        % {"invader": army_name(e["invader"], g), "defender": army_name(e["defender"], g)}
    ),
    "terrain_placed": _pieces,
    "battlefield_drawn": _word_redrawn,
    "edge_rolled": _edge,
    "camp_pitched": _camp,
    "army_deployed": _word_deployed,
    "kept_aboard": lambda e, g: (
        _("%(army)s, waiting aboard: %(elements)s.")
        % {"army": army_name(e["seat"], g), "elements": names(e["reserve"], g)}
    ),
    "elements_swapped": _word_swapped,
    "table_set": lambda e, g: _("The armies are on the table."),
    "terrain_noted": lambda e, g: (
        _("Also on the table: %(pieces)s.")
        % {"pieces": ", ".join(str(texts.PIECES[kind]) for kind in e["terrain"])}
    ),
    "bua_noted": _bua_noted,
    "bound_began": lambda e, g: (
        _("Bound %(bound)s: %(side)s.") % {"bound": e["bound"], "side": army_name(e["seat"], g)}
    ),
    "pips_rolled": lambda e, g: (
        (
            _("%(side)s: %(die)s rolled, %(pips)s PIPs by better leadership.")
            if e["pips"] > e["die"]
            else ngettext("%(side)s: %(pips)s PIP rolled.", "%(side)s: %(pips)s PIPs rolled.", e["pips"])
        )
        % {"side": army_name(e["seat"], g), "pips": e["pips"], "die": e["die"]}
    ),
    "sack_began": lambda e, g: (
        _("%(element)s sacks the built-up area.") % {"element": element_name(e["element"], g)}
    ),
    "sack_ended": lambda e, g: (
        _("%(element)s ends its sacking.") % {"element": element_name(e["element"], g)}
    ),
    "denizens_revolted": lambda e, g: (
        _("The denizens revolt and fight for their own side again: %(side)s.")
        % {"side": army_name(e["seat"], g)}
    ),
    "general_placed": lambda e, g: (
        _("%(side)s: the general is %(place)s.")
        % {"side": army_name(e["seat"], g), "place": texts.PLACES[e["place"]]}
    ),
    "elements_moved": _word_moved,
    "elements_dismounted": lambda e, g: (
        _("Dismounted: %(elements)s, now %(codes)s.")
        % {"elements": names(e["elements"], g), "codes": ", ".join(e["codes"])}
    ),
    "river_found": lambda e, g: (
        _("The river (%(die)s): %(nature)s.") % {"die": e["die"], "nature": texts.NATURES[e["nature"]]}
    ),
    "fording_failed": lambda e, g: (
        _("%(element)s does not get across (%(die)s); nobody fords again this bound.")
        % {"element": element_name(e["element"], g), "die": e["die"]}
    ),
    "reserve_landed": lambda e, g: _("Landed: %(elements)s.") % {"elements": names(e["elements"], g)},
    "contact_broken": _broke_off,
    "stronghold_entered": _word_entered,
    "stronghold_left": lambda e, g: _("%(element)s comes out.") % {"element": element_name(e["element"], g)},
    "moves_ended": lambda e, g: (
        ngettext("Moves end; %(unused)s PIP unused.", "Moves end; %(unused)s PIPs unused.", e["unused"]) % e
    ),
    "fought": word_fought,
    "element_lost": _word_lost,
    "general_lost": lambda e, g: _("%(army)s: the general is lost!") % {"army": army_name(e["seat"], g)},
    "denizens_fell": _denizens,
    "stood_apart": lambda e, g: (
        _("Not in contact after all: %(elements)s.") % {"elements": names(e["elements"], g)}
    ),
    "shooting_ended": lambda e, g: _("The shooting ends."),
    "bound_ended": _ended_bound,
    "draw_offered": lambda e, g: _("%(side)s: a draw is offered.") % {"side": army_name(e["seat"], g)},
    "battle_ended": _word_ended,
}
