"""The form's controls for the facts of a combat or shot that can matter on this table."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from battles.dba.rules.relevance import chips
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import engagement, laid_terrain, shooters
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState, other
from battles.dba.wording import phrases as dba_texts
from battles.dba.wording import table_texts as texts
from battles.dba.wording.names import element_name
from engine.game import Facts

# facts that players are asked for; the assistant knows all others
ASKED = {f.name: f for f in fields(act.Stance)}
ASKED_FIRST = ("answered", "more", "back", "overlaps")  # facts of nearly every combat, shown before others
# facts that matter only if an element gives way
AFTERWARDS = (
    "obstacle",
    "flight",
    "pursuit",
    "room",
    "struck",
    "met",
)


def able_to_shoot(battle: Battle, state: TableState) -> list[str]:
    """Return the elements that can still shoot, including those that may only answer a shot."""
    ready = shooters.ready(battle, state)
    return [e for e in ready if not shooters.must_wait(battle, state, e, under_fire=True)]


def rows_of(
    battle: Battle, state: TableState, engaged: engagement.Engagement, told: Any, scenario: Facts, action: Any
) -> list[dict[str, Any]]:
    """Return the form's controls for the facts that can matter, in rows."""
    rows: list[dict[str, Any]] = []
    for side, element, seat in zip(("a", "b"), engaged.elements, engaged.seats, strict=True):
        controls = []
        one = getattr(engaged.situation, side)
        for chip in chips(engaged.situation):
            options = laid_terrain.possible(state, seat, one, chip.field, chip.options)
            if chip.side != side or len(options) < 2:
                continue
            if chip.field == "behind":
                controls.append(_behind_control(battle, state, side, element, seat, options, told, scenario))
            elif chip.field == "charged" and side == "a":
                controls.append(_control("charged", chip.field, options, engaged.situation.a.charged))
            elif chip.field in ASKED:
                value = getattr(engaged.stances[0 if side == "a" else 1], chip.field)
                controls.append(_control(f"{side}.{chip.field}", chip.field, options, value))
        controls += _victims(battle, state, side, element, seat, engaged, told, scenario)
        if isinstance(action, act.Shoot):
            told_first = _shot_controls if side == "a" else _back_controls
            controls = told_first(battle, state, engaged, action, scenario) + controls
        rows.append({"side": side, "name": element_name(element, scenario), **_sort_controls(controls)})
    return rows


def _sort_controls(controls: list[dict[str, Any]]) -> dict[str, Any]:
    rest = [c for c in controls if _field(c) in AFTERWARDS]
    ticks = [c for c in controls if c["kind"] == "tick" and c not in rest]
    first = [c for name in ASKED_FIRST for c in controls if _field(c) == name and c not in ticks]
    return {
        "asked_first": first,
        "ticks": ticks,
        "controls": [c for c in controls if c not in (*rest, *ticks, *first)],
        "rest": rest,
        "open": any(c["changed"] for c in rest),
    }


def _field(control: dict[str, Any]) -> str:
    return str(control["name"].rpartition(".")[2])


def _control(name: str, field: str, options: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """Return a tick box for a yes-or-no fact, or a row of chips for any other."""
    label = dba_texts.FIELDS.get(field, field)
    if isinstance(options[0], bool):
        return {"name": name, "label": label, "kind": "tick", "on": bool(value), "changed": bool(value)}
    labels = [
        {"value": "" if o is None else o, "label": dba_texts.OPTIONS.get(f"{field}.{o}", o), "on": o == value}
        for o in options
    ]
    return {"name": name, "label": label, "kind": "chips", "options": labels, "changed": value != options[0]}


def _elements(ids: list[str], chosen: tuple[str, ...], scenario: Facts) -> list[dict[str, Any]]:
    return [{"value": e, "label": element_name(e, scenario), "on": e in chosen} for e in ids]


def _behind_control(
    battle: Battle,
    state: TableState,
    side: str,
    element: str,
    seat: str,
    types: tuple[Any, ...],
    told: Any,
    scenario: Facts,
) -> dict[str, Any]:
    friends = [
        e
        for e in state.on_table()
        if battle.blocks[e].seat == seat
        and e != element
        and state.elements[e].where == "table"
        and battle.base(e, state).type in types
    ]
    chosen = told.get(f"{side}.behind", "")
    nobody = {"value": "", "label": dba_texts.OPTIONS["behind."], "on": not chosen}
    options = [nobody, *_elements(friends, (chosen,), scenario)]
    return {"name": f"{side}.behind", "label": dba_texts.FIELDS["behind"], "kind": "list", "options": options}


def _victims(
    battle: Battle,
    state: TableState,
    side: str,
    element: str,
    seat: str,
    engaged: engagement.Engagement,
    told: Any,
    scenario: Facts,
) -> list[dict[str, Any]]:
    """Return the control that asks which enemies a recoil strikes or which friend it meets, depending on the
    obstacle. For any other obstacle return no control.
    """
    stance = engaged.stances[0 if side == "a" else 1]
    if stance.obstacle == "enemy_struck":
        enemies = [
            e for e in state.on_table() if battle.blocks[e].seat == other(seat) and e not in engaged.elements
        ]
        options = _elements(enemies, stance.struck, scenario)
        return [
            {"name": f"{side}.struck", "label": texts.NOTES["struck"], "kind": "many", "options": options}
        ]
    if stance.obstacle == "friend_turned":
        friends = [e for e in state.on_table() if battle.blocks[e].seat == seat and e != element]
        nobody = {"value": "", "label": dba_texts.OPTIONS["behind."], "on": not stance.met}
        options = [nobody, *_elements(friends, (stance.met,), scenario)]
        return [
            {
                "name": f"{side}.met",
                "label": texts.NOTES["met"],
                "kind": "list",
                "options": options,
                "changed": True,
            }
        ]
    return []


def _shot_controls(
    battle: Battle, state: TableState, engaged: engagement.Engagement, action: act.Shoot, scenario: Facts
) -> list[dict[str, Any]]:
    """Return the controls that ask whether the target shoots back, and which other elements shoot at it."""
    mates = _fellow_shooters(battle, state, engaged.seats[0], action.shooter)
    found: list[dict[str, Any]] = []
    if action.answered or action.unable:
        options = [
            {"value": "1", "label": texts.NOTES["answers"], "on": action.answered},
            {"value": "0", "label": texts.NOTES["unable"], "on": action.unable},
        ]
        label = dba_texts.FIELDS["answered"]
        found.append({"name": "answered", "label": label, "kind": "chips", "options": options})
    if mates:
        options = _elements(mates, action.more, scenario)
        found.append({"name": "more", "label": texts.FIELDS["more"], "kind": "many", "options": options})
    return found


def _back_controls(
    battle: Battle, state: TableState, engaged: engagement.Engagement, action: act.Shoot, scenario: Facts
) -> list[dict[str, Any]]:
    mates = _fellow_shooters(battle, state, engaged.seats[1], action.target) if action.answered else []
    if not mates:
        return []
    options = _elements(mates, action.back, scenario)
    return [{"name": "back", "label": texts.FIELDS["back"], "kind": "many", "options": options}]


def _fellow_shooters(battle: Battle, state: TableState, seat: str, first: str) -> list[str]:
    """Return the elements that can join a side's first shooter. Artillery that is not under fire must wait,
    so it is left out.
    """
    able = (e for e in shooters.ready(battle, state) if battle.blocks[e].seat == seat and e != first)
    return [e for e in able if not shooters.must_wait(battle, state, e, under_fire=False)]
