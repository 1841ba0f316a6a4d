"""Choices as forms, and forms as actions. See :class:`Act` for the protocol of the fields.

A form posts ``kind``, ``fixed`` (JSON of the choice's fixed fields) and one ``f-<name>`` for each field: Pick
the value (text as itself, anything else as JSON, "" for nothing), Number a whole number, Many repeated, Share
``f-<name>-<value>`` for each option, Word text, Given JSON text.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict

from engine.choices import share_bounds
from engine.codec import canonical, digest
from engine.dice import Throw
from engine.game import Choice, Facts, Field, Given, Many, Mistake, Number, Option, Pick, Share, Word
from games import documents, plugins
from games.generic import WORDING, form_text, readable

GIVEN_LIMIT = 200_000  # bytes of JSON in a form
Posted = QueryDict  # what a form sent


class BadForm(Exception):
    """A form that was filled in wrongly; every mistake with its place."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("; ".join(f"{m.path}: {m.code}" for m in mistakes))


def text_of(value: Any) -> str:
    """A value as a form carries it."""
    if value is None:
        return ""
    return value if isinstance(value, str) else canonical(value)


# --- drawing ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OptionForm:
    """A value to tick or to give a share."""

    text: str
    label: str
    detail: str = ""
    chosen: bool = False
    low: int = 0
    high: int = 0
    amount: str = ""


@dataclass(frozen=True)
class FieldForm:
    """A field as the template draws it. ``type`` is pick, number, many, share, word or given."""

    type: str
    name: str
    label: str
    options: tuple[OptionForm, ...] = ()
    value: str = ""
    low: int = 0
    high: int = 0
    optional: bool = False
    error: str = ""

    @property
    def short(self) -> bool:
        """Few enough options to show them all at once."""
        return len(self.options) <= 8


@dataclass(frozen=True)
class Face:
    """A die that somebody rolls on the table: which faces to tap."""

    label: str
    sides: int
    faces: tuple[int, ...]
    rule: str = ""
    entered: str = ""


@dataclass(frozen=True)
class Act:
    """A choice as a form. ``key`` makes sending it twice harmless; ``id`` is the same at every drawing."""

    choice: Choice
    id: str
    key: str
    label: str
    fields: tuple[FieldForm, ...]
    fixed_json: str = ""
    detail: str = ""
    rule: str = ""
    decision: str | None = None
    refusal: Any = None
    dice: tuple[Face, ...] = ()
    entered: tuple[str, ...] = ()
    virtual_allowed: bool = False
    open: bool = field(default=False)
    caution: str = ""  # asked before it is sent: it cannot be taken back by a move

    @property
    def kind(self) -> str:
        return self.choice.kind


def rule_name(system: str, rule: str) -> str:
    """A section as people know it: by its number, or by its heading where a rulebook numbers none."""
    named = getattr(plugins.wording(system), "rule", None)
    return str(named(rule)) if named and rule else rule


def act_id(choice: Choice) -> str:
    """A short name for a choice, equal for equal choices."""
    sums = [[one.name, one.low, one.high] for one in choice.fields if isinstance(one, Share)]
    return "act-" + digest([choice.kind, choice.fixed, choice.decision, *sums])[:10]


def draw(choice: Choice, system: str, scenario: Facts, posted: Posted | None = None) -> Act:
    """A choice as a form; with what was ``posted`` kept, if it was this form."""
    wording = plugins.wording(system)
    facts = getattr(wording, "facts", None)
    caution = getattr(wording, "caution", None)
    return Act(
        choice=choice,
        id=act_id(choice),
        key=str(uuid.uuid4()),
        label=wording.choice(choice, scenario),
        fields=tuple(draw_field(one, system, scenario, posted) for one in choice.fields),
        fixed_json=canonical(dict(choice.fixed)) if choice.fixed else "",
        detail=facts(choice.facts, scenario) if facts and choice.facts else "",
        rule=rule_name(system, choice.rule),
        decision=choice.decision,
        caution=caution(choice, scenario) if caution else "",
    )


def draw_field(
    one: Field,
    system: str,
    scenario: Facts,
    posted: Posted | None = None,
    initial: Any = None,
    prefix: str = "",
) -> FieldForm:
    """A field with its options worded, and with what was posted or the ``initial`` value in it. ``prefix``
    keeps fields of the same name apart on one form."""
    wording = plugins.wording(system)
    name_of = getattr(wording, "field", None) or WORDING.field
    base = FieldForm("", f"f-{prefix}{one.name}", name_of(one.name, scenario))

    def option(o: Option, chosen: set[str], **more: Any) -> OptionForm:
        facts = getattr(wording, "facts", None)
        shown = {k: v for k, v in o.facts.items() if k not in ("low", "high", "usual")}
        detail = facts(shown, scenario) if facts and shown else ""
        text = text_of(o.value)
        return OptionForm(text, wording.value(one.name, o.value, scenario), detail, text in chosen, **more)

    value = posted.get(base.name, "") if posted is not None else text_of(initial)
    match one:
        case Pick():
            first = text_of(one.options[0].value) if one.options and not one.optional else ""
            usual = next((text_of(o.value) for o in one.options if o.facts.get("usual")), "")
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


def faces_of(throws: Sequence[Throw], system: str, entered: Sequence[str] = ()) -> tuple[Face, ...]:
    """The dice that are to be rolled on the table."""
    wording = plugins.wording(system)
    return tuple(
        Face(
            _purpose(wording, t),
            t.sides,
            tuple(range(t.low, t.low + t.sides)),
            rule_name(system, t.rule),
            entered[i] if i < len(entered) else "",
        )
        for i, t in enumerate(throws)
    )


def _purpose(wording: plugins.Wording, one: Throw) -> str:
    """What a die is for, and whose it is where the system says (``throw_of``, an optional method)."""
    throw_of = getattr(wording, "throw_of", None)
    return throw_of(one.purpose, one.seat) if throw_of and one.seat else wording.throw(one.purpose)


def fill(choice: Choice, action: Facts) -> Posted:
    """The form of that choice as it would be sent for that action: what :func:`read` reads back."""
    filled = QueryDict(mutable=True)
    filled["kind"] = choice.kind
    if choice.fixed:
        filled["fixed"] = canonical(dict(choice.fixed))
    for one in choice.fields:
        name, value = f"f-{one.name}", action.get(one.name)
        match one:
            case Many():
                filled.setlist(name, [text_of(v) for v in value or ()])
            case Share():
                for option in one.options:
                    amount = (value or {}).get(str(option.value), share_bounds(one, option)[0])
                    filled[f"{name}-{text_of(option.value)}"] = str(amount)
            case _:
                filled[name] = text_of(value)
    return filled


# --- reading ----------------------------------------------------------------------------------------------


def chosen(choices: Sequence[Choice], posted: Posted) -> Choice | None:
    """The choice whose form was sent, or None when it is not offered (any more)."""
    try:
        fixed = canonical(documents.read(posted.get("fixed") or "{}", GIVEN_LIMIT))
    except documents.NoDocument:
        return None
    kind = posted.get("kind")
    same = [c for c in choices if c.kind == kind and canonical(dict(c.fixed)) == fixed]
    return next((c for c in same if len(same) > 1 and _readable(c, posted)), same[0] if same else None)


def _readable(choice: Choice, posted: Posted) -> bool:
    """Of forms that differ in their sums alone, whether what was sent fits this one."""
    try:
        read(choice, posted)
    except BadForm:
        return False
    return True


def read(choice: Choice, posted: Posted) -> dict[str, Any]:
    """The action that a filled-in form means. Raises BadForm with every mistake."""
    action: dict[str, Any] = {"kind": choice.kind, **choice.fixed}
    action.update(read_fields(choice.fields, posted))
    return action


def read_fields(fields: Sequence[Field], posted: Posted, prefix: str = "") -> dict[str, Any]:
    """The values of some fields. Raises BadForm with every mistake."""
    values: dict[str, Any] = {}
    mistakes: list[Mistake] = []
    for one in fields:
        try:
            values[one.name] = _read_field(one, posted, f"f-{prefix}{one.name}")
        except BadForm as bad:
            mistakes.extend(bad.mistakes)
    if mistakes:
        raise BadForm(mistakes)
    return values


def _bad(one: Field, code: str, **facts: Any) -> BadForm:
    return BadForm([Mistake(f"$.{one.name}", code, facts)])


def _read_field(one: Field, posted: Posted, place: str) -> Any:
    sent = posted.get(place, "")
    match one:
        case Pick():
            return _read_pick(one, sent)
        case Number():
            return _read_number(one, sent, one.low, one.high)
        case Many():
            return _read_many(one, posted.getlist(place))
        case Share():
            return _read_share(one, posted, place)
        case Word():
            if len(sent) > one.longest:
                raise _bad(one, "too_long", low=0, high=one.longest)
            return sent
        case Given():
            try:
                return documents.read(sent, GIVEN_LIMIT)
            except documents.NoDocument:
                raise _bad(one, "not_json") from None
    raise TypeError(f"no field: {one!r}")


def _read_pick(one: Pick, sent: str) -> Any:
    for option in one.options:
        if text_of(option.value) == sent:
            return option.value
    if sent == "" and one.optional:
        return None
    raise _bad(one, "missing_field" if sent == "" else "not_one_of")


def _read_number(one: Field, sent: str, low: int, high: int) -> int:
    try:
        number = int(sent)
    except ValueError:
        raise _bad(one, "not_a_number" if sent else "missing_field") from None
    if number < low:
        raise _bad(one, "too_low", low=low, high=high)
    if number > high:
        raise _bad(one, "too_high", low=low, high=high)
    return number


def _read_many(one: Many, sent: Sequence[str]) -> list[Any]:
    by_text = {text_of(option.value): option.value for option in one.options}
    if any(text not in by_text for text in sent):
        raise _bad(one, "not_one_of")
    high = len(one.options) if one.high is None else one.high
    if len(sent) < one.low:
        raise _bad(one, "too_few", low=one.low, high=high)
    if len(sent) > high:
        raise _bad(one, "too_many", low=one.low, high=high)
    return [by_text[text] for text in dict.fromkeys(sent)]


def _read_share(one: Share, posted: Posted, place: str) -> dict[str, int]:
    shares: dict[str, int] = {}
    for option in one.options:
        low, high = share_bounds(one, option)
        sent = posted.get(f"{place}-{text_of(option.value)}", "") or "0"
        number = _read_number(one, sent, low, high)
        if number or low:
            shares[str(option.value)] = number
    total = sum(shares.values())
    if not one.low <= total <= one.high:
        raise _bad(
            one, "sum_exact" if one.low == one.high else "sum", low=one.low, high=one.high, value=total
        )
    return shares


def with_errors(act: Act, mistakes: Sequence[Mistake]) -> Act:
    """The form with each mistake at its field."""
    texts: Mapping[str, str] = {
        m.path.removeprefix("$."): form_text(m.code, m.facts) or readable(m.code) for m in mistakes
    }
    fields = tuple(replace(f, error=texts.get(f.name.removeprefix("f-"), "")) for f in act.fields)
    return replace(act, fields=fields)
