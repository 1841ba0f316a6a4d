"""The page for one combat or shot, with chips for the facts that can matter, the calculation and the odds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from battles.dba.forecast.advice import loss_chance
from battles.dba.pages import element as block
from battles.dba.pages.facts import ASKED, able_to_shoot, rows_of
from battles.dba.rules.odds import odds
from battles.dba.rules.reckoning import reckon
from battles.dba.rules.situation import Side, Situation
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import contacts, engagement, shooters
from battles.dba.rules.table.choices import opponents
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState, other
from battles.dba.rules.table.strongholds import denizens_fight_for
from battles.dba.rules.table.view import element as facts_of
from battles.dba.rules.troops import CIVILIANS
from battles.dba.wording import DbaWording
from battles.dba.wording import phrases as dba_texts
from battles.dba.wording.combat import percent, troop
from battles.dba.wording.combat_results import reckoning_lines
from battles.dba.wording.names import army_name, element_name
from engine.game import Facts, IllegalAction
from games.wording.numbers import format_signed, whole

Told = Mapping[str, Any]  # query parameters: a QueryDict, loosely typed


def compose(battle: Battle, state: TableState, told: Any, scenario: Facts) -> dict[str, Any]:
    """Return the template variables of the page, for the fields that have been filled in so far."""
    mode = "shooting" if told.get("mode") == "shooting" else "close"
    right_part = state.phase == ("shooting" if mode == "shooting" else "combat")
    found: dict[str, Any] = {
        "mode": mode,
        "right_part": right_part,
        "query": told,
        "told_terrain": bool(state.pieces),
    }
    if not right_part:
        return found
    firsts, seconds = _who(battle, state, mode, told.get("first", ""))
    first = told.get("first", "") if told.get("first") in firsts else ""
    second = told.get("second", "") if told.get("second") in seconds else ""
    found |= {
        "first": first,
        "second": second,
        "firsts": [_choice(battle, state, one, scenario) for one in firsts],
        "seconds": [_choice(battle, state, one, scenario) for one in seconds] if first else [],
        "first_name": element_name(first, scenario),
        "second_name": element_name(second, scenario),
    }
    return (
        found | _engagement(battle, state, mode, first, second, told, scenario) if first and second else found
    )


def _who(battle: Battle, state: TableState, mode: str, first: str) -> tuple[list[str], list[str]]:
    if mode == "close":
        return opponents(battle, state)
    ready = able_to_shoot(battle, state)
    enemy = other(battle.blocks[first].seat) if first in battle.blocks else ""
    targets = [e for e in state.on_table() if battle.blocks[e].seat == enemy]
    if enemy and denizens_fight_for(battle, state, enemy):
        targets.append(engagement.DENIZENS)
    return ready, [
        e for e in targets if not (shooters.was_shot_at(state, e) or contacts.is_in_contact(state, e))
    ]


def _choice(battle: Battle, state: TableState, identity: str, scenario: Facts) -> dict[str, Any]:
    """Return the template variables of an opponent that can be chosen: an element's block, or the
    denizens.
    """
    if identity == engagement.DENIZENS:
        return {"id": identity, "label": element_name(identity, scenario), "denizens": True}
    seat = battle.blocks[identity].seat
    number = battle.of(seat).index(identity) + 1
    facts = block(facts_of(battle, state, identity), number)
    return {
        **facts,
        "label": element_name(identity, scenario),
        "seat": seat,
        "seat_name": army_name(seat, scenario),
    }


def _engagement(
    battle: Battle, state: TableState, mode: str, first: str, second: str, told: Any, scenario: Facts
) -> dict[str, Any]:
    action = _action(battle, state, mode, first, second, told)
    try:
        engaged = engagement.engage(battle, state, action)
    except IllegalAction as refused:
        plain = _action(battle, state, mode, first, second, {})
        rows = (
            rows_of(battle, state, engagement.engage(battle, state, plain), told, scenario, plain)
            if _fits(battle, state, plain)
            else []
        )
        return {"problem": DbaWording(scenario).refusal(refused), "problem_rule": refused.rule, "rows": rows}
    situation = engaged.situation
    return {
        "rows": rows_of(battle, state, engaged, told, scenario, action),
        "preview": _preview(situation, first, second, scenario),
        "post": _post(action),
    }


def _fits(battle: Battle, state: TableState, action: act.Fight | act.Shoot) -> bool:
    try:
        engagement.engage(battle, state, action)
    except IllegalAction:
        return False
    return True


def _action(
    battle: Battle, state: TableState, mode: str, first: str, second: str, told: Any
) -> act.Fight | act.Shoot:
    a, b = _stance("a", told), _stance("b", told)
    if mode == "close":
        charged = None if "charged" not in told else told["charged"] == "1"
        if "sent" in told:
            charged = told.get("charged") == "1"
        return act.Fight(first, second, a, b, charged)
    more = told.getlist("more") if hasattr(told, "getlist") else []
    mine = tuple(e for e in more if e in able_to_shoot(battle, state) and e != first)
    able = second != engagement.DENIZENS and shooters.must_answer(battle, state, second, first)
    # an opponent that has the shooter in range and arc must shoot back (section "shooting")
    answered = able and told.get("answered", "1") == "1"
    theirs = told.getlist("back") if answered and hasattr(told, "getlist") else []
    back = tuple(e for e in theirs if e in able_to_shoot(battle, state) and e != second)
    return act.Shoot(first, second, mine, answered, able and not answered, a, b, back)


def _stance(side: str, told: Any) -> act.Stance:
    values: dict[str, Any] = {}
    for name, one in ASKED.items():
        given = told.get(f"{side}.{name}", "")
        if not given or name == "struck":
            continue
        if isinstance(one.default, bool):
            values[name] = given == "1"
        elif isinstance(one.default, int):
            values[name] = whole(given, 0, 3) or 0
        else:
            values[name] = given[:40]
    struck = told.getlist(f"{side}.struck") if hasattr(told, "getlist") else []
    return act.Stance(**values, struck=tuple(struck))


def _short_name(kind: str) -> str:
    """Return the code of a troop type. Denizens and camp followers have no code, so their name is
    returned.
    """
    return troop(kind) if kind in CIVILIANS else kind


def _preview(situation: Situation, first: str, second: str, scenario: Facts) -> dict[str, Any]:
    """Return the calculation for both elements and the odds of their fates."""
    reckoning, chances = reckon(situation), odds(situation)
    sides = []
    ends: tuple[tuple[Side, Side, str], ...] = (("a", "b", first), ("b", "a", second))
    for side, foe, who in ends:
        lines = [asdict(line) for line in getattr(reckoning, side)]
        counts = getattr(chances, side)
        sides.append(
            {
                "name": element_name(who, scenario),
                "type": _short_name(getattr(situation, side).type),
                "base": getattr(reckoning, f"total_{side}"),
                "total": format_signed(getattr(reckoning, f"total_{side}")),
                "lost": percent(loss_chance(chances, side)),
                "lines": reckoning_lines(lines, getattr(situation, foe).type),
                "fates": [
                    {
                        "fate": fate,
                        "label": dba_texts.FATES[fate],
                        "count": counts[fate],
                        "percent": percent(Fraction(counts[fate], 36)),
                    }
                    for fate in dba_texts.FATES
                    if fate in counts
                ],
            }
        )
    return {"sides": sides}


def _post(action: act.Fight | act.Shoot) -> dict[str, Any]:
    """Return the form fields that submit the combat or shot."""
    hidden = {"f-a": json.dumps(asdict(action.a)), "f-b": json.dumps(asdict(action.b))}
    if isinstance(action, act.Fight):
        charged = "" if action.charged is None else json.dumps(action.charged)
        hidden |= {
            "kind": "fight",
            "f-attacker": action.attacker,
            "f-defender": action.defender,
            "f-charged": charged,
        }
        return {"hidden": hidden, "lists": (), "dice": ("a", "b")}
    hidden |= {
        "kind": "shoot",
        "fixed": json.dumps({"answered": action.answered} | ({"unable": True} if action.unable else {})),
        "f-shooter": action.shooter,
        "f-target": action.target,
    }
    lists = [("f-more", one) for one in action.more] + [("f-back", one) for one in action.back]
    return {"hidden": hidden, "lists": lists, "dice": ("a", "b")}
