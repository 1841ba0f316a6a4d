"""Texts for battles on the map: decisions, choices, events and refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles.cataphract.wording.names import FACINGS, Names, Words, word
from battles.cataphract.wording.names import hits as count_hits
from engine.game import Choice, Facts

HEX: Final = 4  # length of a hex name
DECISIONS: Final[Words] = {
    "muster": gettext_lazy("Activate a leader"),
    "orders": gettext_lazy("Give orders"),
    "march": gettext_lazy("Move or shoot"),
    "react": gettext_lazy("React to the enemy"),
    "shelter": gettext_lazy("Form a Shieldwall?"),
    "designate": gettext_lazy("Who attacks whom?"),
    "wave": gettext_lazy("The Wedge attacks, row by row"),
    "advance": gettext_lazy("Advance after combat"),
    "flee": gettext_lazy("Which way does it flee?"),
    "ride": gettext_lazy("Where does the leader ride?"),
    "rush": gettext_lazy("Impetuous: where does it close in?"),
    "enter": gettext_lazy("Reinforcements"),
}

CHOICES: Final[Mapping[str, Callable[[Choice, Names], str]]] = {
    "forgo_elite": lambda c, n: _("No elite phase this turn"),
    "order_unit": lambda c, n: _("Order a unit"),
    "order_leader": lambda c, n: _("Move a leader"),
    "command_rank": lambda c, n: _("Line Command"),
    "halt_line": lambda c, n: _("End the Line's movement"),
    "drive_wedge": lambda c, n: _("Move the Wedge: its point to"),
    "form_wedge": lambda c, n: _("Form the Wedge again"),
    "end_orders": lambda c, n: _("On to shock"),
    "march": lambda c, n: _("Move to"),
    "shoot_at": lambda c, n: _("Shoot"),
    "harass": lambda c, n: _("Harass, then feign a retreat") if c.fixed["feign"] else _("Harass"),
    "rush": lambda c, n: _("Close in"),
    "change_column": lambda c, n: _("Form or leave a Column"),
    "halt": lambda c, n: _("End this order"),
    "ride": lambda c, n: _("Move the leader to"),
    "react": lambda c, n: _("React, or do nothing"),
    "shelter": lambda c, n: _("Before the shot at %(units)s") % {"units": n.many(c.facts["units"])},
    "leave_shieldwall": lambda c, n: _("Leave the Shieldwall"),
    "let_lead": lambda c, n: _("Don't trump"),
    "join_shock": lambda c, n: _("Attack as well, without a check"),
    "engage": lambda c, n: _("Declare a clash with %(units)s") % {"units": n.many(c.fixed["defenders"])},
    "step_back": lambda c, n: _("%(unit)s steps back") % {"unit": n.unit(str(c.fixed["unit"]))},
    "fight_shock": lambda c, n: _("Fight all clashes"),
    "surge": lambda c, n: _("%(unit)s moves up") % {"unit": n.unit(str(c.fixed["unit"]))},
    "wave_shoot": lambda c, n: _("%(unit)s shoots") % {"unit": n.unit(str(c.fixed["unit"]))},
    "wave_fight": lambda c, n: _("The row attacks"),
    "follow": lambda c, n: _("Move the leader to"),
    "advance": lambda c, n: _("%(unit)s advances") % {"unit": n.unit(str(c.fixed["unit"]))},
    "flee": lambda c, n: _("Flee to"),
    "choose_gate": lambda c, n: _("Choose where they enter"),
    "enter_map": lambda c, n: _("Bring in the next unit"),
    "march_on": lambda c, n: _("%(unit)s marches on") % {"unit": n.unit(str(c.fixed["unit"]))},
    "end_entry": lambda c, n: _("The column waits"),
}

REACTIONS: Final[Words] = {
    "withdraw": gettext_lazy("withdraws"),
    "harry": gettext_lazy("shoots and withdraws"),
    "line": gettext_lazy("withdraws with its Line"),
    "volley": gettext_lazy("shoots and withdraws with its Line"),
    "feign": gettext_lazy("feigns a retreat"),
    "turn": gettext_lazy("turns"),
    "fire": gettext_lazy("shoots"),
    "retire": gettext_lazy("retires"),
    "bolt": gettext_lazy("shoots"),
}
FIELDS: Final[Words] = {
    "to": gettext_lazy("Hex and facing"),
    "hex": gettext_lazy("Hex"),
    "ride": gettext_lazy("Does the leader go along?"),
    "facing": gettext_lazy("New facing"),
    "charge": gettext_lazy("How its order ends"),
    "reactions": gettext_lazy("Reactions"),
    "rank": gettext_lazy("Units of the Line"),
    "at": gettext_lazy("Target, and the end of the path"),
    "withdraw": gettext_lazy("Orderly withdrawal"),
    "form": gettext_lazy("Shieldwall"),
    "wall": gettext_lazy("Shieldwall against shots"),
    "turn": gettext_lazy("Turn in reaction"),
    "fire": gettext_lazy("Reaction fire"),
    "feign": gettext_lazy("Feigned retreat"),
    "bolt": gettext_lazy("Artillery’s reaction fire"),
}


def place_text(text: str) -> str:
    """Describe a hex, or a hex with a facing."""
    if len(text) <= HEX:
        return text
    return _("%(hex)s, facing %(facing)s") % {"hex": text[:HEX], "facing": word(FACINGS, text[HEX:])}


def flight_text(met: str, names: Names) -> str:
    """Describe the route of a rout move by naming the friends that it runs through (10.24)."""
    if not met:
        return _("Flee through no friends")
    return _("Flee through %(units)s") % {"units": ", ".join(map(names.unit, met.split("+")))}


def reaction_text(what: str, rest: Sequence[str], names: Names) -> str:
    """Describe a reaction without naming its unit."""
    at = place_text(rest[0]) if rest and what != "fire" else ""
    return {
        "stay": _("Stay"),
        "withdraw": _("Withdraw to %(at)s") % {"at": at},
        "harry": _("Shoot, then withdraw to %(at)s") % {"at": at},
        "line": _("Withdraw to %(at)s with the whole Line") % {"at": at},
        "volley": _("Shoot, then withdraw to %(at)s with the whole Line") % {"at": at},
        "feign": _("Feign a retreat to %(at)s") % {"at": at},
        "turn": _("Turn to %(facing)s") % {"facing": word(FACINGS, rest[0]) if what == "turn" else ""},
        "fire": _("Shoot at %(unit)s") % {"unit": names.unit(rest[0])} if rest else _("Shoot"),
        "retire": _("Retire to %(at)s") % {"at": at},
        "bolt": _("Shoot"),
    }[what]


def value(field: str, found: Any, names: Names) -> str | None:
    """Return the label of a value in a field of the map. Return None for any other field."""
    if field == "form":
        return _("Form the Shieldwall") if found else _("No Shieldwall")
    if field == "charge":
        return _("Attack what is in its zone") if found else _("End without attacking")
    if field in ("to", "hex"):
        at, bar, met = str(found).partition("|")
        return f"{at}: {flight_text(met, names)}" if bar else place_text(at)
    if field == "at":
        unit, _bar, end = str(found).partition("|")
        return _("%(unit)s, by %(hex)s") % {"unit": names.unit(unit), "hex": end}
    if field == "facing":
        if not found:
            return _("As it stands")
        return word(FACINGS, str(found))
    if field == "reactions":
        who, what, *rest = str(found).split("|")
        name = names.leader(who) if who in names.leaders else names.unit(who)
        return f"{name}: {reaction_text(what, rest, names)}"
    if field == "rank":
        number, _bar, first = str(found).partition("|")
        if number == "wedge":
            return _("The Wedge, with %(unit)s at its point") % {"unit": names.unit(first)}
        return _("Line %(number)s, from %(unit)s") % {"number": number, "unit": names.unit(first)}
    return None


def facts(found: Facts) -> str | None:
    """Describe the facts of a place or of a Line. Return None for any other facts."""
    if set(found) == {"mp"}:
        return _("%(mp)s MP") % found
    if set(found) == {"mp", "hits"}:
        told = _("%(mp)s MP") % found
        return f"{told}, {count_hits(found['hits'])}" if found["hits"] else told
    if set(found) == {"units"}:
        return ngettext("%(n)s unit", "%(n)s units", len(found["units"])) % {"n": len(found["units"])}
    return None


def _word_step(e: Facts, n: Names) -> str:
    facts = {"unit": n.unit(e["unit"]), "hex": e["at"]}
    return {
        "march": _("%(unit)s moves to %(hex)s."),
        "withdraw": _("%(unit)s withdraws to %(hex)s."),
        "turn": _("%(unit)s turns in %(hex)s."),
        "flee": _("%(unit)s flees to %(hex)s."),
        "advance": _("%(unit)s advances to %(hex)s."),
        "enter": _("%(unit)s enters the map in %(hex)s."),
        "feign": _("%(unit)s rides away to %(hex)s."),
        "pursue": _("%(unit)s rides to %(hex)s."),
        "step_back": _("%(unit)s steps back to %(hex)s."),
        "surge": _("%(unit)s moves up with the Wedge, to %(hex)s."),
        "rush": _("%(unit)s rushes at its harasser, to %(hex)s."),
    }[e["how"]] % facts


EVENTS: Final[Mapping[str, Callable[[Facts, Names], str]]] = {
    "unit_stepped": _word_step,
    "leader_rode": lambda e, n: (
        _("%(leader)s rides to %(hex)s.") % {"leader": n.leader(e["leader"]), "hex": e["at"]}
    ),
    "rank_commanded": lambda e, n: _("The Line: %(units)s.") % {"units": n.many(e["units"])},
    "units_joined": lambda e, n: _("%(units)s attack as well.") % {"units": n.many(e["units"])},
    "shieldwall_formed": lambda e, n: _("Shieldwall: %(units)s.") % {"units": n.many(e["units"])},
    "shieldwall_left": lambda e, n: (
        _("The Shieldwall is dissolved: %(units)s.") % {"units": n.many(e["units"])}
    ),
    "successor_leads": lambda e, n: (
        _("%(successor)s takes over from %(leader)s.")
        % {"successor": e["successor"], "leader": n.leader(e["leader"])}
    ),
    "wedge_formed": lambda e, n: _("The Wedge is formed: %(units)s.") % {"units": n.many(e["units"])},
    "wedge_left": lambda e, n: _("No longer in the Wedge: %(units)s.") % {"units": n.many(e["units"])},
    "initiative_rolled": lambda e, n: (
        (
            _("Both overall commanders are elite: the %(side)s choose first.")
            if e.get("elite")
            else _("Equal Initiative: the %(side)s go first.")
        )
        % {"side": n.side(e["seat"])}
    ),
}

QUIET: Final[Mapping[str, Callable[[Facts, Names], str]]] = {
    "order_unit": lambda a, n: _("%(unit)s has an order.") % {"unit": n.unit(str(a.get("unit")))},
    "order_leader": lambda a, n: _("%(leader)s has an order.") % {"leader": n.leader(str(a.get("leader")))},
    "fire": lambda a, n: (
        _("%(firer)s: shot at %(target)s.")
        % {"firer": n.unit(str(a.get("firer"))), "target": n.unit(str(a.get("target")))}
    ),
    "describe_clash": lambda a, n: _("The clash is described."),
    "next_step": lambda a, n: _("The next step of the clash."),
    "end_turn": lambda a, n: _("The turn ends."),
    "halt": lambda a, n: _("It attacks.") if a.get("charge") else _("Its order ends."),
    "react": lambda a, n: _("No reaction."),
    "end_orders": lambda a, n: _("No more orders."),
    "halt_line": lambda a, n: _("The Line halts."),
    "wave_fight": lambda a, n: _("The row attacks."),
    "follow": lambda a, n: _("The leader stays."),
    "forgo_elite": lambda a, n: _("No elite phase."),
    "shelter": lambda a, n: _("No Shieldwall."),
    "let_lead": lambda a, n: _("No Trump."),
    "end_entry": lambda a, n: _("The column waits."),
    "choose_gate": lambda a, n: _("They enter at %(hex)s.") % {"hex": a.get("hex")},
}

REFUSALS: Final[Words] = {
    "other_side_first": gettext_lazy("The other side activates its leader first."),
    "elite_phase_first": gettext_lazy("Decide on the elite phase first."),
    "outside_the_range": gettext_lazy("%(leader)s is outside the overall commander's range."),
    "leader_in_a_zone": gettext_lazy("A leader in an enemy zone gives no orders."),
    "foreign_unit": gettext_lazy("The leader does not command %(unit)s."),
    "one_type_a_phase": gettext_lazy(
        "In one phase the leader commands HI or LI only: %(unit)s is of the other type."
    ),
    "out_of_command_range": gettext_lazy("%(unit)s%(leader)s is outside the command range."),
    "not_of_this_line": gettext_lazy("%(unit)s is not of the commanded Line."),
    "no_such_rank": gettext_lazy("These units are no Line that the leader can command."),
    "halt_the_line_first": gettext_lazy("End the Line's movement first."),
    "line_must_advance": gettext_lazy("An Uncontrolled Line has to advance with every unit."),
    "must_act_after_trump": gettext_lazy("A leader who has trumped must do something."),
    "shock_first": gettext_lazy("The shock segment comes first."),
    "no_such_target": gettext_lazy("%(unit)s is no target from here."),
    "shot_without_moving": gettext_lazy("%(unit)s has shot as a unit that does not move."),
    "no_leader_with_the_unit": gettext_lazy("The active leader is not with %(unit)s."),
    "out_of_reach": gettext_lazy("%(place)s is out of reach."),
    "heavy_unit_must_attack": gettext_lazy("%(unit)s is heavy and has moved next to the enemy: it attacks."),
    "not_next_to_an_enemy": gettext_lazy("%(unit)s has no enemy in its zone."),
    "enemy_left_out": gettext_lazy("%(unit)s is left out: every enemy in a zone is attacked."),
    "may_not_join": gettext_lazy("%(unit)s cannot attack in this segment."),
    "no_such_reaction": gettext_lazy("This reaction is not possible: %(reaction)s."),
    "leader_cannot_reach": gettext_lazy("%(leader)s cannot ride to %(hex)s."),
    "no_mp_left": gettext_lazy("%(leader)s has no movement points left in this phase."),
    "not_the_shortest_way": gettext_lazy("A routed unit takes the shortest free way."),
    "not_in_the_open": gettext_lazy("%(unit)s is in rough terrain."),
    "enemy_adjacent": gettext_lazy("An enemy is next to %(unit)s."),
    "shot_at": gettext_lazy("%(unit)s is within range of enemy missiles."),
    "archers_wait": gettext_lazy("The Gothic archers wait for shock, or for a shot at one of them."),
    "no_path_to_harass": gettext_lazy(
        "%(unit)s has no free path through its front to the target, or is not two to four hexes away."
    ),
    "no_feint_after": gettext_lazy("%(unit)s cannot feign a retreat before this target."),
    "stays_on_the_wall": gettext_lazy("%(unit)s stays on its wall."),
    "no_wedge": gettext_lazy("There is no Wedge."),
    "wedge_not_commanded": gettext_lazy("The Wedge moves by a Line Command of its leader."),
    "wedge_goes_straight": gettext_lazy("The Wedge moves straight ahead only, and cannot reach %(place)s."),
    "moves_with_the_wedge": gettext_lazy("%(unit)s keeps its place in the Wedge and moves with it."),
    "only_its_leader_forms_a_wedge": gettext_lazy(
        "Only the active leader of the Wedge forms it, before the shock segment."
    ),
    "no_wedge_in_shape": gettext_lazy(
        "Six units at least must stand in the shape of a Wedge, or there is a Wedge already."
    ),
    "not_with_the_wedge": gettext_lazy("%(leader)s is not with a unit of the first three rows."),
    "walled": gettext_lazy("%(unit)s is in Shieldwall, which does not move."),
    "whole_wall_leaves": gettext_lazy("All units of a Shieldwall leave it together, by a Line Command."),
    "not_on_the_edge": gettext_lazy("Reinforcements cannot enter by %(hex)s."),
}
