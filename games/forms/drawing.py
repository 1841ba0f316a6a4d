"""Convert choices to forms."""

from __future__ import annotations

import json
import uuid
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from engine.choices import share_bounds
from engine.codec import canonical, digest
from engine.dice import Throw
from engine.game import Choice, Field, Given, Many, Mistake, Number, Option, Path, Pick, Share, Word
from engine.routes import paths
from games.contract import Wording
from games.forms.shapes import Act, Face, FieldForm, OptionForm, Posted, text_of
from games.wording.generic import form_text, readable


def rule_name(wording: Wording, rule: str) -> str:
    """Return a section of the rules as players know it: its number or, in a rulebook without numbers, its
    heading.
    """
    return wording.rule(rule) if rule else rule


def act_id(choice: Choice) -> str:
    """Return a short id for a choice. Equal choices have equal ids."""
    sums = [[one.name, one.low, one.high] for one in choice.fields if isinstance(one, Share | Number)]
    return "act-" + digest([choice.kind, choice.fixed, choice.decision, *sums])[:10]


def draw(choice: Choice, wording: Wording, posted: Posted | None = None) -> Act:
    """Convert a choice to a form, filled in with the values that this form last submitted (``posted``)."""
    return Act(
        choice=choice,
        id=act_id(choice),
        key=str(uuid.uuid4()),
        label=wording.choice(choice),
        fields=tuple(draw_field(one, wording, posted) for one in choice.fields),
        button_label=button_label_of(choice, wording),
        fixed_json=canonical(dict(choice.fixed)) if choice.fixed else "",
        detail=wording.facts(choice.facts) if choice.facts else "",
        rule=rule_name(wording, choice.rule),
        decision=choice.decision,
        caution=wording.caution(choice),
    )


def button_label_of(choice: Choice, wording: Wording) -> str:
    """Return the label of a choice's button: its own label if the wording has one, otherwise the choice's
    title.
    """
    return wording.button_label(choice) or wording.choice(choice)


def draw_field(
    one: Field,
    wording: Wording,
    posted: Posted | None = None,
    initial: Any = None,
    prefix: str = "",
) -> FieldForm:
    """Convert a field to a form field with a label for each option, filled in with the posted or the
    ``initial`` value. ``prefix`` distinguishes fields of the same name.
    """
    base = FieldForm("", f"f-{prefix}{one.name}", wording.field(one.name))
    if isinstance(one, Many | Share) and one.budget is not None:
        base = replace(base, budget=one.budget, budget_label=wording.budget(one.name))

    def option(o: Option, chosen: set[str], **more: Any) -> OptionForm:
        detail = wording.facts(o.facts) if o.facts else ""
        text = text_of(o.value)
        label = wording.value(one.name, o.value)
        return OptionForm(text, label, detail, text in chosen, cost=o.cost, **more)

    value = posted.get(base.name, "") if posted is not None else text_of(initial)
    match one:
        case Pick():
            first = text_of(one.options[0].value) if one.options and not one.optional else ""
            usual = next((text_of(o.value) for o in one.options if o.usual), "")
            chosen = {value or usual or (first if len(one.options) == 1 else "")}
            options = tuple(option(o, chosen) for o in one.options)
            none = wording.nothing(one.name) if one.optional else ""
            return replace(
                base, type="pick", options=options, optional=one.optional, nothing=none, value=value
            )
        case Number():
            start = value or str(one.default if one.default is not None else one.low)
            return replace(base, type="number", low=one.low, high=one.high, value=start)
        case Many():
            sent = posted.getlist(base.name) if posted is not None else [text_of(v) for v in initial or ()]
            high = len(one.options) if one.high is None else one.high
            options = tuple(option(o, set(sent)) for o in one.options)
            return replace(base, type="many", options=options, low=one.low, high=high)
        case Share():
            rows = []
            for o in one.options:
                low, high = share_bounds(one, o)
                place = f"{base.name}-{text_of(o.value)}"
                amount = (
                    posted.get(place, "") if posted is not None else (initial or {}).get(str(o.value), low)
                )
                rows.append(option(o, set(), low=low, high=high, amount=str(amount)))
            return replace(base, type="share", options=tuple(rows), low=one.low, high=one.high)
        case Word():
            return replace(base, type="word", high=one.longest, value=value)
        case Path():
            return _draw_path(one, base, wording, value)
        case Given():
            example = json.dumps(one.example, ensure_ascii=False, indent=1) if one.example is not None else ""
            return replace(base, type="given", value=value or example)
    raise TypeError(f"no field: {one!r}")


def _draw_path(one: Path, base: FieldForm, wording: Wording, value: str) -> FieldForm:
    """Return the form field for a path. It lists the goals, each with its cheapest route. A script can build
    any other path leg by leg. If another route was submitted, it remains in the list.
    """
    ways = {text_of(list(goal.way)): goal for goal in paths.goals(one)}

    def name(place: str) -> str:
        return wording.value(one.name, place)

    def option(text: str, way: Sequence[str], spent: int) -> OptionForm:
        over = ", ".join(name(place) for place in way[:-1])
        return OptionForm(text, name(way[-1]), over, text == value, cost=spent)

    options = [option(text, goal.way, goal.cost) for text, goal in ways.items()]
    sent = _way_of(value)
    if sent and value not in ways and paths.find_mistake(one, sent) is None:
        options.insert(0, option(value, sent, paths.cost(one, sent)))
    return replace(
        base,
        type="path",
        options=tuple(options),
        optional=not one.low,
        value=value,
        budget=one.budget,
        budget_label=wording.budget(one.name) if one.budget is not None else "",
        path=legs_of(one, wording),
    )


def legs_of(one: Path, wording: Wording) -> dict[str, Any]:
    """Return the data from which a script builds a path leg by leg."""
    places = {place for leg in one.legs for place in (leg.origin, leg.to)} | {one.start}
    return {
        "start": one.start,
        "legs": [
            [leg.origin, leg.to, leg.cost, wording.facts(leg.facts) if leg.facts else ""] for leg in one.legs
        ],
        "names": {place: wording.value(one.name, place) for place in sorted(places)},
        "budget": one.budget,
        "low": one.low,
        "high": one.high,
        "halts": sorted(one.halts),
        "not_in": sorted(one.not_in),
    }


def ways_through(text: str, places: Collection[str]) -> bool:
    """Return whether a path, given as the text of its field, passes through any of these places."""
    return not set(places).isdisjoint(map(str, _way_of(text)))


def _way_of(value: str) -> list[str]:
    try:
        way = json.loads(value or "[]")
    except ValueError:
        return []
    return way if isinstance(way, list) else []


def faces_of(throws: Sequence[Throw], wording: Wording, entered: Sequence[str] = ()) -> tuple[Face, ...]:
    """Return the dice to roll on the table, with the faces entered so far."""
    return tuple(
        Face(
            _purpose(wording, t),
            t.sides,
            tuple(range(t.low, t.low + t.sides)),
            rule_name(wording, t.rule),
            entered[i] if i < len(entered) else "",
        )
        for i, t in enumerate(throws)
    )


def _purpose(wording: Wording, one: Throw) -> str:
    return wording.throw_of(one.purpose, one.seat) if one.seat else wording.throw(one.purpose)


def with_errors(act: Act, mistakes: Sequence[Mistake]) -> Act:
    """Return the form with each mistake shown at its field."""
    by_name = {m.path.removeprefix("$."): m for m in mistakes}
    fields = tuple(_with_error(f, by_name.get(f.name.removeprefix("f-"))) for f in act.fields)
    return replace(act, fields=fields)


def _with_error(one: FieldForm, mistake: Mistake | None) -> FieldForm:
    if mistake is None:
        return one
    names = one.path["names"] if one.path else {}
    facts = {k: names.get(v, v) if isinstance(v, str) else v for k, v in mistake.facts.items()}
    return replace(one, error=form_text(mistake.code, facts) or readable(mistake.code))
