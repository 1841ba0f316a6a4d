"""Texts for everything that a sheet asks of players: decisions, choices, fields, values and rolls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from battles.cataphract.wording import on_map
from battles.cataphract.wording.names import CAUSES, FOUND, MARKS, STEPS, Names, Words, word
from engine.game import Choice, Facts

DECISIONS: Final[Words] = {
    "sheet": gettext_lazy("Enter what happens at the table"),
    "aim": gettext_lazy("How far is the shot?"),
    "describe": gettext_lazy("How is it attacked?"),
    "segment": gettext_lazy("Resolve the clashes"),
    "close_turn": gettext_lazy("Rout and reload"),
    "lure": gettext_lazy("Feigned retreat: is the target drawn on?"),
    "chase": gettext_lazy("Feigned retreat: how far does the pursuer come?"),
    "strike": gettext_lazy("Feigned retreat: who strikes?"),
}


def decision(kind: str, facts: Facts, names: Names) -> str:
    """Describe a pending decision."""
    if kind == "aim" and "firer" in facts:
        told = {"firer": names.unit(facts["firer"]), "target": names.unit(facts["target"])}
        return _("%(firer)s shoots at %(target)s: how far?") % told
    if kind in ("lure", "chase", "strike") and "unit" in facts:
        told = {"unit": names.unit(facts["unit"]), "target": names.unit(facts["target"])}
        return {
            "lure": _("%(unit)s feigns a retreat before %(target)s"),
            "chase": _("%(target)s pursues %(unit)s: how far?"),
            "strike": _("%(unit)s strikes at %(target)s"),
        }[kind] % told
    if kind == "describe" and "clash" in facts:
        return _("Clash %(clash)s: from which side, over what ground?") % facts
    if kind == "segment" and "step" in facts:
        told = {"step": word(STEPS, facts["step"]), "clashes": facts["clashes"]}
        return _("%(step)s: %(clashes)s clashes together") % told
    return word({**DECISIONS, **on_map.DECISIONS}, kind)


def _fire(choice: Choice, names: Names) -> str:
    facts = {"side": names.side(str(choice.facts["seat"]))}
    return {
        "order": _("%(side)s: fire by order"),
        "reaction": _("%(side)s: fire in reaction"),
        "harass": _("%(side)s: Harassment and Dispersal"),
    }[str(choice.fixed["reason"])] % facts


def _mark(choice: Choice, names: Names) -> str:
    facts = {"mark": word(MARKS, str(choice.fixed["mark"]))}
    return (_("Mark: %(mark)s") if choice.fixed["on"] else _("Unmark: %(mark)s")) % facts


def _note(choice: Choice, names: Names) -> str:
    found = {
        ("check", True): _("Moved into contact: checks quality"),
        ("check", False): _("Was in contact: no check of quality"),
        ("outflanked", True): _("In the zone of an enemy on its own flank or rear"),
        ("outflanked", False): _("Not outflanked after all"),
        ("held", True): _("Another enemy is in its zone: no advance after the charge"),
        ("held", False): _("No other enemy in its zone"),
        ("open_flank", True): _("A flank is open to swords"),
        ("open_flank", False): _("No open flank"),
    }
    return found[str(choice.fixed["fact"]), bool(choice.fixed["holds"])]


def _judge(choice: Choice, names: Names) -> str:
    side = _("Judge the attackers by") if choice.fixed["side"] == "a" else _("Judge the defenders by")
    if choice.fixed["clash"]:
        return _("Clash %(clash)s: %(said)s") % {"clash": choice.fixed["clash"], "said": side}
    return side


def _trump(choice: Choice, names: Names) -> str:
    return {"trump": _("Trump"), "counter": _("Counter-trump"), "momentum": _("Trump the Momentum")}[
        str(choice.facts["how"])
    ]


def _shoot(choice: Choice, names: Names) -> str:
    height = {
        "level": _("Shoot"),
        "lower": _("Shoot at a lower target"),
        "wall": _("Shoot from a wall of Dara"),
    }[str(choice.fixed["height"])]
    return _("%(shot)s, upwind") % {"shot": height} if choice.fixed["upwind"] else height


def _end_battle(choice: Choice, names: Names) -> str:
    winner = str(choice.fixed["winner"])
    if not winner:
        return _("Stop: a draw")
    return _("Stop: victory for the %(side)s") % {"side": names.side(winner)}


CHOICES: Final[Mapping[str, Callable[[Choice, Names], str]]] = {
    "activate": lambda c, n: _("Activate a leader"),
    "open_elite": lambda c, n: _("Elite Orders Phase"),
    "command_line": lambda c, n: _("Line Command"),
    "finish_leader": lambda c, n: _("End the Orders Phase"),
    "try_momentum": lambda c, n: _("Try for Momentum"),
    "trump": _trump,
    "place_leader": lambda c, n: _("%(side)s: where a leader is") % {"side": n.side(str(c.facts["seat"]))},
    "endanger_leader": lambda c, n: _("A leader is in danger"),
    "move_units": lambda c, n: _("Move units"),
    "take_hits": lambda c, n: _("%(side)s: take hits") % {"side": n.side(str(c.facts["seat"]))},
    "remove_hits": lambda c, n: _("%(side)s: remove hits") % {"side": n.side(str(c.facts["seat"]))},
    "mark_units": _mark,
    "rout_units": lambda c, n: _("%(side)s: units rout") % {"side": n.side(str(c.facts["seat"]))},
    "remove_units": lambda c, n: _("%(side)s: take units off") % {"side": n.side(str(c.facts["seat"]))},
    "call_reserves": lambda c, n: _("Roll for reinforcements"),
    "fire": _fire,
    "shoot": _shoot,
    "hold_fire": lambda c, n: _("Hold fire"),
    "check_quality": lambda c, n: _("%(side)s: check quality") % {"side": n.side(str(c.facts["seat"]))},
    "recover": lambda c, n: _("Recover hits"),
    "rally": lambda c, n: _("Rally a routed unit"),
    "charge": lambda c, n: _("Declare a clash"),
    "edit_clash": lambda c, n: _("Edit a clash"),
    "cancel_clash": lambda c, n: _("Withdraw a clash"),
    "describe_clash": lambda c, n: _("This is the clash"),
    "turn_attacker": lambda c, n: _("One attacker comes from another side"),
    "note_unit": _note,
    "judge_by": _judge,
    "resolve_segment": lambda c, n: _("Resolve all clashes (%(clashes)s)") % c.facts,
    "next_step": lambda c, n: _("Roll this step"),
    "fight_round": lambda c, n: _("Champions: fight a round"),
    "redeem_challenge": lambda c, n: _("Undo the lost challenge"),
    "open_battle": lambda c, n: _("Open the battle with any leader"),
    "close_in": lambda c, n: _("The Line closed in by two hexes"),
    "activate_line": lambda c, n: _("Uncontrolled Advance"),
    "replace_leader": lambda c, n: _("Replace a leader"),
    "pass_leader": lambda c, n: _("Leave a wavering leader Finished"),
    "enter_gate": lambda c, n: _("A unit enters the enemy's gate"),
    "switch_mode": lambda c, n: _("Switch artillery between firing and moving"),
    "move_wave": lambda c, n: _("The next row of the Wedge moves up"),
    "feign": lambda c, n: _("%(side)s: feign a retreat") % {"side": n.side(str(c.facts["seat"]))},
    "lure": lambda c, n: _("Roll for the pursuit"),
    "catch": lambda c, n: _("The pursuit ends"),
    "strike": lambda c, n: pgettext("cataphract", "Strike"),
    "end_turn": lambda c, n: _("End the turn"),
    "close_turn": lambda c, n: _("Close the turn"),
    "end_battle": _end_battle,
}
FIELDS: Final[Words] = {
    **on_map.FIELDS,
    "leader": gettext_lazy("Leader"),
    "unit": gettext_lazy("Unit"),
    "units": gettext_lazy("Units"),
    "hits": pgettext_lazy("cataphract", "Hits"),
    "cause": gettext_lazy("Reason"),
    "range": gettext_lazy("Within the overall commander's range?"),
    "how": gettext_lazy("What happens"),
    "firer": gettext_lazy("Firing unit"),
    "target": gettext_lazy("Target"),
    "distance": gettext_lazy("Distance in hexes"),
    "front": gettext_lazy("Through the target's front?"),
    "moves": gettext_lazy("Has the firing unit moved, or will it?"),
    "woods": gettext_lazy("Target in woods?"),
    "what": gettext_lazy("Check"),
    "amount": pgettext_lazy("cataphract", "Hits"),
    "attackers": gettext_lazy("Attackers"),
    "defenders": gettext_lazy("Defenders"),
    "clash": pgettext_lazy("cataphract", "Clash"),
    "aspect": gettext_lazy("Attacked side"),
    "terrain": gettext_lazy("Ground"),
    "advance_hits": gettext_lazy("Hits for entering the hex"),
    "gone": gettext_lazy("Routed units that leave the map, or cannot move"),
    "reload": gettext_lazy("Units that reload: in no enemy zone, out of reach of loaded enemies"),
    "hands": gettext_lazy("Who enters what happens"),
    "engaged": gettext_lazy("Optional rule: Engaged units (10.3)"),
    "ferocity": gettext_lazy("Ferocity of attacking tribes"),
    "pursuit": gettext_lazy("Value against feigned retreats on the map, where none is printed (6.74)"),
    "value": gettext_lazy("The target's value against feigned retreats"),
    "sight": gettext_lazy("Did the target see where the retreat began?"),
    "led": gettext_lazy("Is the target in range of a friendly leader?"),
    "close": gettext_lazy("Is the pursuer within two hexes, with a vacant one between?"),
    "line": pgettext_lazy("cataphract", "Line"),
    "passed": gettext_lazy("Friends that a unit moved through"),
}
_VALUES: Final[Words] = {
    "inside": gettext_lazy("inside"),
    "outside": gettext_lazy("outside"),
    "hit": gettext_lazy("may be hit: roll"),
    "killed": gettext_lazy("is caught: eliminated"),
    "any": gettext_lazy("anyone at the table, for both sides"),
    "own": gettext_lazy("each side its own"),
    "less": gettext_lazy("two off the die of the charge"),
    "more": gettext_lazy("two more on the die, as printed"),
    "fire": gettext_lazy("shoot"),
    "charge": gettext_lazy("attack"),
    "hold": gettext_lazy("do nothing"),
    "close": gettext_lazy("move next to it and shoot"),
    "none": gettext_lazy("none: nobody feigns a retreat"),
    "never": pgettext_lazy("cataphract", "never"),
    "always": pgettext_lazy("cataphract", "always"),
    "from_foot": gettext_lazy("from foot only"),
    "by_line": gettext_lazy("always, with the whole Line if possible"),
    "nearest": gettext_lazy("as near as possible"),
    "near": gettext_lazy("at units within four hexes"),
    "farthest": gettext_lazy("as far as possible"),
    "front": pgettext_lazy("cataphract", "front"),
    "flank": pgettext_lazy("cataphract", "flank"),
    "rear": pgettext_lazy("cataphract", "rear"),
    "river": gettext_lazy("all defenders behind a river"),
    "woods": gettext_lazy("all defenders in woods"),
    "trench": gettext_lazy("all defenders behind a trench"),
    "any_higher": gettext_lazy("some defender is higher than some attacker"),
    "all_higher": gettext_lazy("all defenders are higher"),
    "all_lower": gettext_lazy("all defenders are lower"),
}


LOST: Final[Words] = {
    "eliminated": gettext_lazy("eliminated units"),
    "routed": gettext_lazy("units in rout at the end"),
}


def value(field: str, found: Any, names: Names) -> str | None:
    """Return the label of a value, or None if it has no special label."""
    if (said := on_map.value(field, found, names)) is not None:
        return said
    if isinstance(found, bool):
        return _("yes") if found else _("no")
    if isinstance(found, int):
        return str(found)
    code = str(found)
    if field in ("unit", "units", "firer", "target", "attackers", "defenders", "gone", "reload", "passed"):
        return names.unit(code)
    if field == "leader":
        return names.leader(code)
    if field in ("cause", "what"):
        return word(CAUSES, code)
    if field == "lost":
        return word(LOST, code)
    if field == "mark":
        return word(MARKS, code)
    return str(_VALUES[code]) if code in _VALUES else None


THROWS: Final[Words] = {
    "charge": gettext_lazy("The charge"),
    "leader": gettext_lazy("Leader in danger"),
    "wound": gettext_lazy("Wound or death"),
    "clash": gettext_lazy("The clash"),
    "collapse": gettext_lazy("Collapse"),
    "discipline": gettext_lazy("Discipline"),
    "line": gettext_lazy("Line Command"),
    "momentum": gettext_lazy("Momentum"),
    "doom": gettext_lazy("Dieroll of Doom"),
    "trump": gettext_lazy("Trump"),
    "fire": gettext_lazy("Missiles"),
    "impetuosity": gettext_lazy("Impetuosity"),
    "rally": pgettext_lazy("cataphract", "Rally"),
    "reserves": gettext_lazy("Reinforcements"),
    "fast": gettext_lazy("The fast"),
    "passed_by_steppe": gettext_lazy("Steppe horse pass through"),
    "passed_by_routed": gettext_lazy("Routed friends pass through"),
    "reaction_facing": gettext_lazy("Turning in reaction"),
    "about_face": gettext_lazy("About-face"),
    "champion": gettext_lazy("Champions"),
    "redeem": gettext_lazy("Undoing the challenge"),
    "line_discipline": gettext_lazy("Discipline of the Line"),
    "line_order": gettext_lazy("Which Line goes first"),
    "ferocity": gettext_lazy("Ferocity"),
    "alans": gettext_lazy("Loyalty of the Alans"),
    "lure": gettext_lazy("Pursuit of a feigned retreat"),
}


def facts(found: Facts) -> str | None:
    """Describe the facts shown next to an option or a form. Return None if they are not facts of a sheet."""
    if (said := on_map.facts(found)) is not None:
        return said
    if "hits_on" in found:
        said = _("hits %(n)s of 10") % {"n": found["hits_on"]}
        if "found" in found:
            return _("%(said)s; strength %(found)s") % {"said": said, "found": word(FOUND, found["found"])}
        return said
    if set(found) == {"needs"}:
        return _("%(needs)s or less") % found
    if set(found) == {"waiting"}:
        return _("Leaders not yet activated: %(waiting)s") % found if found["waiting"] else ""
    if set(found) <= {"seat", "how", "clashes", "printed"}:
        return ""
    return None
