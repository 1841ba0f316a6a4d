"""Choices as forms."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.choices import share_bounds
from engine.codec import canonical, digest
from engine.dice import Throw
from engine.game import Choice, Field, Given, Many, Mistake, Number, Option, Pick, Share, Word
from games.contract import Wording
from games.forms.shapes import Act, Face, FieldForm, OptionForm, Posted, text_of
from games.generic import form_text, readable


def rule_name(wording: Wording, rule: str) -> str:
    """A section as people know it: by its number, or by its heading where a rulebook numbers none."""
    return wording.rule(rule) if rule else rule


def act_id(choice: Choice) -> str:
    """A short name for a choice, equal for equal choices."""
    sums = [[one.name, one.low, one.high] for one in choice.fields if isinstance(one, Share | Number)]
    return "act-" + digest([choice.kind, choice.fixed, choice.decision, *sums])[:10]


def draw(choice: Choice, wording: Wording, posted: Posted | None = None) -> Act:
    """A choice as a form; with what was ``posted`` kept, if it was this form."""
    return Act(
        choice=choice,
        id=act_id(choice),
        key=str(uuid.uuid4()),
        label=wording.choice(choice),
        fields=tuple(draw_field(one, wording, posted) for one in choice.fields),
        deed=deed_of(choice, wording),
        fixed_json=canonical(dict(choice.fixed)) if choice.fixed else "",
        detail=wording.facts(choice.facts) if choice.facts else "",
        rule=rule_name(wording, choice.rule),
        decision=choice.decision,
        caution=wording.caution(choice),
    )


def deed_of(choice: Choice, wording: Wording) -> str:
    """What the button of a choice says: its deed where its label does not name it."""
    return wording.deed(choice) or wording.choice(choice)


def draw_field(
    one: Field,
    wording: Wording,
    posted: Posted | None = None,
    initial: Any = None,
    prefix: str = "",
) -> FieldForm:
    """A field with its options worded, and with what was posted or the ``initial`` value in it. ``prefix``
    keeps fields of the same name apart on one form."""
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
            return replace(base, type="pick", options=options, optional=one.optional, value=value)
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
        case Given():
            example = json.dumps(one.example, ensure_ascii=False, indent=1) if one.example is not None else ""
            return replace(base, type="given", value=value or example)
    raise TypeError(f"no field: {one!r}")


def faces_of(throws: Sequence[Throw], wording: Wording, entered: Sequence[str] = ()) -> tuple[Face, ...]:
    """The dice that are to be rolled on the table."""
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
    """What a die is for, and whose it is where it is known."""
    return wording.throw_of(one.purpose, one.seat) if one.seat else wording.throw(one.purpose)


def with_errors(act: Act, mistakes: Sequence[Mistake]) -> Act:
    """The form with each mistake at its field."""
    texts: Mapping[str, str] = {
        m.path.removeprefix("$."): form_text(m.code, m.facts) or readable(m.code) for m in mistakes
    }
    fields = tuple(replace(f, error=texts.get(f.name.removeprefix("f-"), "")) for f in act.fields)
    return replace(act, fields=fields)
