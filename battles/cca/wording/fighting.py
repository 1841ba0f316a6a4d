"""Texts for combats: attacks, evasion, flags, retreats, rampages, leaders and momentum."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.cca.wording.names import blocks, face, faces, hexes, leader
from battles.cca.wording.names import unit_at as standing
from battles.cca.wording.turn import Army
from engine.game import Choice, Decision, Facts

OFF: Final = "off"


def _word_declared(e: Facts, army: Army) -> str:
    facts = {"unit": capfirst(standing(e["unit"], e["at"])), "target": standing(e["against"], e["target"])}
    if e["mode"] == "ranged":
        return _("%(unit)s fire at %(target)s.") % facts
    if e["bonus"]:
        return _("%(unit)s attack again: %(target)s.") % facts
    return _("%(unit)s attack %(target)s.") % facts


def _word_struck(e: Facts, army: Army) -> str:
    facts = {"unit": capfirst(standing(e["unit"], e["by"])), "faces": faces(e["faces"]), "n": e["hits"]}
    said = (
        ngettext("%(unit)s roll %(faces)s: %(n)s hit.", "%(unit)s roll %(faces)s: %(n)s hits.", e["hits"])
        % facts
    )
    if e["flags"]:
        flags = ngettext("%(n)s flag.", "%(n)s flags.", e["flags"]) % {"n": e["flags"]}
        return f"{said} {flags}"
    return said


def _word_lost(e: Facts, army: Army) -> str:
    facts = {"unit": capfirst(standing(e["unit"], e["at"])), "blocks": blocks(e["number"]), "n": e["left"]}
    if not e["left"]:
        return _("%(unit)s lose %(blocks)s.") % facts
    return _("%(unit)s lose %(blocks)s, %(n)s left.") % facts


def _word_checked(e: Facts, army: Army) -> str:
    facts = {"leader": leader(e["name"]), "faces": faces(e["faces"])}
    if e["killed"]:
        return _("Leader check, %(leader)s: %(faces)s. Hit.") % facts
    return _("Leader check, %(leader)s: %(faces)s. Not hit.") % facts


def _went_back(e: Facts, army: Army) -> str:
    facts = {"unit": capfirst(standing(e["unit"], e["at"])), "to": e["to"], "gone": hexes(e["gone"])}
    if not e["gone"]:
        return _("%(unit)s cannot retreat.") % facts
    return _("%(unit)s retreat %(gone)s to %(to)s.") % facts


def _word_fled(e: Facts, army: Army) -> str:
    facts = {"leader": leader(e["name"]), "at": e["at"], "to": e["to"]}
    if e["to"] == OFF:
        return _("%(leader)s leaves the battle over their own edge.") % facts
    return _("%(leader)s evades from %(at)s to %(to)s.") % facts


def _escape(e: Facts, army: Army) -> str:
    facts = {"leader": leader(e["name"]), "unit": standing(e["unit"], e["at"]), "faces": faces(e["faces"])}
    if e["killed"]:
        return _("%(leader)s goes through %(unit)s (%(faces)s) and is hit.") % facts
    return _("%(leader)s goes through %(unit)s (%(faces)s) and escapes.") % facts


def _word_trampled(e: Facts, army: Army) -> str:
    facts = {
        "unit": capfirst(standing(e["unit"] or "leader", e["at"])),
        "faces": faces(e["faces"]),
        "n": e["hits"],
    }
    return ngettext("%(unit)s: %(faces)s, %(n)s hit.", "%(unit)s: %(faces)s, %(n)s hits.", e["hits"]) % facts


def _marsh(e: Facts, army: Army) -> str:
    who = _("A leader") if e["unit"] == "leader" else capfirst(standing(e["unit"], e["at"]))
    facts = {"who": who, "army": army(e["seat"]), "face": face(e["face"])}
    if e["lost"]:
        return _("%(who)s of the %(army)s in the marsh: %(face)s, a loss.") % facts
    return _("%(who)s of the %(army)s in the marsh: %(face)s, no loss.") % facts


EVENTS: Final[Mapping[str, Callable[[Facts, Army], str]]] = {
    "attack_declared": _word_declared,
    "first_strike_played": lambda e, army: (
        _("The %(army)s play First Strike: %(unit)s strike first.")
        % {"army": army(e["seat"]), "unit": standing(e["unit"], e["at"])}
    ),
    "evasion_announced": lambda e, army: (
        _("%(unit)s evade.") % {"unit": capfirst(standing(e["unit"], e["at"]))}
    ),
    "evaded": lambda e, army: (
        _("%(unit)s evade to %(to)s.") % {"unit": capfirst(standing(e["unit"], e["at"])), "to": e["to"]}
    ),
    "struck": _word_struck,
    "blocks_lost": _word_lost,
    "unit_lost": lambda e, army: (
        _("%(unit)s of the %(army)s are eliminated.")
        % {"unit": capfirst(standing(e["unit"], e["at"])), "army": army(e["seat"])}
    ),
    "leader_checked": _word_checked,
    "leader_lost": lambda e, army: (
        _("%(leader)s of the %(army)s falls.") % {"leader": leader(e["name"]), "army": army(e["seat"])}
    ),
    "flags_ignored": lambda e, army: (
        ngettext(
            "%(unit)s ignore %(n)s flag of %(flags)s.",
            "%(unit)s ignore %(n)s flags of %(flags)s.",
            e["number"],
        )
        % {"unit": capfirst(standing(e["unit"], e["at"])), "n": e["number"], "flags": e["flags"]}
    ),
    "rampaged": lambda e, army: _("Elephants in %(hex)s run wild.") % {"hex": e["at"]},
    "trampled": _word_trampled,
    "went_back": _went_back,
    "pushed": lambda e, army: (
        _("The way of the elephants is blocked: %(hexes)s lose %(blocks)s each.")
        % {"hexes": ", ".join(e["hexes"]), "blocks": blocks(e["number"])}
    ),
    "marsh_entered": _marsh,
    "leader_fled": _word_fled,
    "escape_tried": _escape,
    "advanced": lambda e, army: (
        _("%(unit)s advance to %(to)s.") % {"unit": capfirst(standing(e["unit"], e["at"])), "to": e["to"]}
    ),
}


QUIET: Final[Mapping[str, Callable[[Facts, str], str]]] = {
    "stand": lambda a, army: _("The %(army)s stand and fight.") % {"army": army},
    "battle_back": lambda a, army: _("The %(army)s do not battle back.") % {"army": army},
    "ignore_flags": lambda a, army: _("The %(army)s obey every flag.") % {"army": army},
    "hold_back": lambda a, army: _("The %(army)s do not strike first.") % {"army": army},
    "stay_put": lambda a, army: _("The %(army)s do not advance.") % {"army": army},
    "rest": lambda a, army: _("The %(army)s do not attack again.") % {"army": army},
    "end_battles": lambda a, army: _("The %(army)s end their battles.") % {"army": army},
}


def _way(choice: Choice) -> str:
    way = [str(step) for step in choice.fixed["way"]]
    if way[-1] == OFF:
        return _("Leave the board over your own edge")
    return _("Evade: %(way)s") % {"way": " – ".join(way)}


CHOICES: Final[Mapping[str, Callable[[Choice], str]]] = {
    "attack": lambda c: _("%(hex)s attacks %(target)s") % {"hex": c.fixed["at"], "target": c.fixed["target"]},
    "fire": lambda c: _("%(hex)s fires at %(target)s") % {"hex": c.fixed["at"], "target": c.fixed["target"]},
    "end_battles": lambda c: _("End turn"),
    "strike_first": lambda c: _("Play First Strike"),
    "hold_back": lambda c: _("Do not strike first"),
    "evade": lambda c: _("Evade"),
    "stand": lambda c: _("Stand and fight"),
    "withdraw": lambda c: _("Evade to %(hex)s") % {"hex": c.fixed["to"]},
    "battle_back": lambda c: _("Battle back") if c.fixed["strike"] else _("Do not battle back"),
    "ignore_flags": lambda c: _("Ignore flags"),
    "go_back": lambda c: _("Retreat to %(hex)s") % {"hex": c.fixed["to"]},
    "trample_next": lambda c: _("Roll for %(hex)s next") % {"hex": c.fixed["hex"]},
    "flee": _way,
    "advance": lambda c: _("Advance to %(hex)s") % {"hex": c.fixed["to"]},
    "stay_put": lambda c: _("Do not advance"),
    "fight_on": lambda c: _("Attack %(target)s again") % {"target": c.fixed["target"]},
    "rest": lambda c: _("Do not attack again"),
}


def _attack_facts(decision: Decision) -> dict[str, str]:
    facts = decision.facts
    return {
        "unit": standing(str(facts.get("unit", "")), str(facts.get("at", ""))),
        "attacker": standing(str(facts.get("attacker", "")), str(facts.get("by", ""))),
    }


ASKED: Final[Mapping[str, Callable[[Decision], str]]] = {
    "battle": lambda d: _("Choose a battle, or end your turn."),
    "first_strike": lambda d: _("%(attacker)s attack your %(unit)s. Strike first?") % _attack_facts(d),
    "evade": lambda d: _("%(attacker)s attack your %(unit)s. Evade?") % _attack_facts(d),
    "withdraw": lambda d: _("Where do your %(unit)s evade to?") % _attack_facts(d),
    "battle_back": lambda d: _("Your %(unit)s have held. Battle back at %(attacker)s?") % _attack_facts(d),
    "flags": lambda d: (
        ngettext(
            "%(n)s flag against your %(unit)s, %(hexes)s each. How many do they ignore?",
            "%(n)s flags against your %(unit)s, %(hexes)s each. How many do they ignore?",
            int(d.facts.get("flags", 0)),
        )
        % {**_attack_facts(d), "n": d.facts.get("flags", 0), "hexes": hexes(int(d.facts.get("hexes", 0)))}
    ),
    "go_back": lambda d: (
        _("Your %(unit)s must retreat %(hexes)s. Which way?")
        % {**_attack_facts(d), "hexes": hexes(int(d.facts.get("hexes", 0)))}
    ),
    "trample": lambda d: _("Elephants run wild: whom do you roll for next?"),
    "flee": lambda d: (
        _("%(leader)s in %(hex)s must evade. Which way?")
        % {"leader": leader(str(d.facts.get("leader", ""))), "hex": d.facts.get("at", "")}
    ),
    "advance": lambda d: _("Your %(unit)s were successful. Advance?") % _attack_facts(d),
    "fight_on": lambda d: _("Your %(unit)s may attack again.") % _attack_facts(d),
}
KINDS: Final[Mapping[str, Callable[[], str]]] = {
    "battle": lambda: _("battles"),
    "first_strike": lambda: _("striking first"),
    "evade": lambda: _("evading"),
    "withdraw": lambda: _("where to evade to"),
    "battle_back": lambda: _("battling back"),
    "flags": lambda: _("ignoring flags"),
    "go_back": lambda: _("the way of a retreat"),
    "trample": lambda: _("the order of a rampage"),
    "flee": lambda: _("the way of a leader"),
    "advance": lambda: _("advancing"),
    "fight_on": lambda: _("attacking again"),
}
ORDERS: Final[Mapping[str, Callable[[], str]]] = {
    "evade": lambda: _("Whether units that may evade do so: never, always, or with few blocks left."),
    "withdraw": lambda: _("Where evading units go, if there is a choice."),
    "flags": lambda: _("Whether units ignore all the flags that they may, or none."),
    "battle_back": lambda: _("Whether units that have held battle back."),
    "go_back": lambda: _("Where retreating units go, if there is a choice."),
    "flee": lambda: _("Where a leader without a unit goes. Leaders avoid enemies if they can."),
    "advance": lambda: _("Whether successful units advance into the hex that the enemy has left."),
    "fight_on": lambda: _("Whether units that may attack again do so, where they roll most dice."),
    "first_strike": lambda: _("Whether you play First Strike as soon as you can, when you hold it."),
}
REFUSALS: Final[Mapping[str, Callable[[Facts], str]]] = {
    "card_forbids_close": lambda f: _("With this card there is no close combat."),
    "card_forbids_fire": lambda f: _("With this card nobody fires."),
    "fought_already": lambda f: _("It has fought in this turn already."),
    "moved_too_far": lambda f: _("It has moved too far to fight in this turn."),
    "no_battle_on_entry": lambda f: _("It has entered terrain in which it may not fight at once."),
    "no_missiles": lambda f: _("That unit has no missiles."),
    "engaged": lambda f: _("An enemy unit is next to it: it may only fight at close quarters."),
    "no_target": lambda f: _("It has no dice against that hex: it is out of range or sight, or empty."),
    "must_fight": lambda f: (
        _("The warriors in %(at)s ran two hexes or more: they must fight first.") % {"at": f.get("at", "")}
    ),
    "flags_to_ignore": lambda f: (
        ngettext(
            "At most %(n)s flag may be ignored.", "At most %(n)s flags may be ignored.", int(f.get("most", 0))
        )
        % {"n": f.get("most", 0)}
    ),
}
THROWS: Final[Mapping[str, Callable[[], str]]] = {
    "attack": lambda: _("Attack"),
    "answer": lambda: _("Battle back or First Strike"),
    "evaded": lambda: _("Attack on a unit that evades"),
    "ranged": lambda: _("Fire"),
    "leader": lambda: _("Leader check"),
    "rampage": lambda: _("Rampage"),
    "escape": lambda: _("Escape of a leader"),
    "marsh": lambda: _("Entering a marsh"),
}
