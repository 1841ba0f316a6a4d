"""Texts for the battle on the map: decisions, choices, events and refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles.cataphract.wording.names import Names, Words
from battles.cataphract.wording.names import hits as count_hits
from engine.game import Choice, Facts

HEX: Final = 4  # characters of the name of a hex
DECISIONS: Final[Words] = {
    "muster": gettext_lazy("Activate a leader"),
    "orders": gettext_lazy("Give orders"),
    "march": gettext_lazy("Move or shoot"),
    "react": gettext_lazy("React to the enemy"),
    "designate": gettext_lazy("Who attacks whom?"),
    "advance": gettext_lazy("Advance after combat"),
    "flee": gettext_lazy("Which way does it flee?"),
    "ride": gettext_lazy("Where does the leader ride?"),
    "enter": gettext_lazy("Reinforcements"),
}

CHOICES: Final[Mapping[str, Callable[[Choice, Names], str]]] = {
    "forgo_elite": lambda c, n: _("No elite phase this turn"),
    "order_unit": lambda c, n: _("Order a unit"),
    "order_leader": lambda c, n: _("Move a leader"),
    "command_rank": lambda c, n: _("Line Command"),
    "halt_line": lambda c, n: _("End the Line's movement"),
    "end_orders": lambda c, n: _("On to shock"),
    "march": lambda c, n: _("Move to"),
    "shoot_at": lambda c, n: _("Shoot"),
    "change_column": lambda c, n: _("Form or leave a Column"),
    "halt": lambda c, n: _("End this order"),
    "ride": lambda c, n: _("Move the leader to"),
    "react": lambda c, n: _("React, or do nothing"),
    "let_lead": lambda c, n: _("Don't trump"),
    "join_shock": lambda c, n: _("Attack as well, without a check"),
    "engage": lambda c, n: _("Declare a clash with %(units)s") % {"units": n.many(c.fixed["defenders"])},
    "fight_shock": lambda c, n: _("Fight all clashes"),
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
    "turn": gettext_lazy("turns"),
    "fire": gettext_lazy("shoots"),
    "retire": gettext_lazy("retires"),
}
FIELDS: Final[Words] = {
    "to": gettext_lazy("Hex and facing"),
    "hex": gettext_lazy("Hex"),
    "ride": gettext_lazy("Does the leader go along?"),
    "facing": gettext_lazy("New facing"),
    "charge": gettext_lazy("How its order ends"),
    "reactions": gettext_lazy("Reactions"),
    "rank": gettext_lazy("Units of the Line"),
}


def place_text(text: str) -> str:
    """Describe a hex, or a hex with a facing."""
    if len(text) <= HEX:
        return text
    return _("%(hex)s, facing %(facing)s") % {"hex": text[:HEX], "facing": text[HEX:]}


def flight_text(met: str, names: Names) -> str:
    """Describe a way of a rout move by the friends that it runs through (10.24)."""
    if not met:
        return _("Flee through no friends")
    return _("Flee through %(units)s") % {"units": ", ".join(map(names.unit, met.split("+")))}


def reaction_text(what: str, rest: Sequence[str], names: Names) -> str:
    """Describe a reaction without its unit."""
    at = place_text(rest[0]) if rest and what != "fire" else ""
    return {
        "stay": _("Stay"),
        "withdraw": _("Withdraw to %(at)s") % {"at": at},
        "harry": _("Shoot, then withdraw to %(at)s") % {"at": at},
        "turn": _("Turn to %(facing)s") % {"facing": at},
        "fire": _("Shoot at %(unit)s") % {"unit": names.unit(rest[0])} if rest else _("Shoot"),
        "retire": _("Retire to %(at)s") % {"at": at},
    }[what]


def value(field: str, found: Any, names: Names) -> str | None:
    """Return the label of a value of a field of the map, or None if the field is not one."""
    if field == "charge":
        return _("Attack what is in its zone") if found else _("End without attacking")
    if field in ("to", "hex"):
        at, bar, met = str(found).partition("|")
        return f"{at}: {flight_text(met, names)}" if bar else place_text(at)
    if field == "facing":
        return str(found)
    if field == "reactions":
        who, what, *rest = str(found).split("|")
        name = names.leader(who) if who in names.leaders else names.unit(who)
        return f"{name}: {reaction_text(what, rest, names)}"
    if field == "rank":
        number, _bar, first = str(found).partition("|")
        return _("Line %(number)s, from %(unit)s") % {"number": number, "unit": names.unit(first)}
    return None


def facts(found: Facts) -> str | None:
    """Return the facts of a place or of a Line, or None if they are neither."""
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
    }[e["how"]] % facts


EVENTS: Final[Mapping[str, Callable[[Facts, Names], str]]] = {
    "unit_stepped": _word_step,
    "leader_rode": lambda e, n: (
        _("%(leader)s rides to %(hex)s.") % {"leader": n.leader(e["leader"]), "hex": e["at"]}
    ),
    "rank_commanded": lambda e, n: _("The Line: %(units)s.") % {"units": n.many(e["units"])},
    "units_joined": lambda e, n: _("%(units)s attack as well.") % {"units": n.many(e["units"])},
    "initiative_rolled": lambda e, n: (
        _("Equal Initiative: the %(side)s go first.") % {"side": n.side(e["seat"])}
    ),
}

QUIET: Final[Mapping[str, Callable[[Facts, Names], str]]] = {
    "order_unit": lambda a, n: _("%(unit)s has an order.") % {"unit": n.unit(str(a.get("unit")))},
    "order_leader": lambda a, n: _("%(leader)s has an order.") % {"leader": n.leader(str(a.get("leader")))},
    "halt": lambda a, n: _("It attacks.") if a.get("charge") else _("Its order ends."),
    "react": lambda a, n: _("No reaction."),
    "end_orders": lambda a, n: _("No more orders."),
    "halt_line": lambda a, n: _("The Line halts."),
    "forgo_elite": lambda a, n: _("No elite phase."),
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
    "out_of_command_range": gettext_lazy("%(unit)s%(leader)s is outside the command range."),
    "not_of_this_line": gettext_lazy("%(unit)s is not of the commanded Line."),
    "no_such_rank": gettext_lazy("These units are no Line that the leader can command."),
    "halt_the_line_first": gettext_lazy("End the Line's movement first."),
    "line_must_advance": gettext_lazy("An Uncontrolled Line has to advance with every unit."),
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
    "not_on_the_edge": gettext_lazy("Reinforcements cannot enter by %(hex)s."),
}
