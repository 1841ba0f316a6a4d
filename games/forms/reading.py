"""Convert forms to actions, and actions to the forms that submit them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import QueryDict

from engine import documents
from engine.choices import many_cost, share_bounds, share_cost
from engine.codec import canonical
from engine.game import Choice, Facts, Field, Given, Many, Mistake, Number, Path, Pick, Share, Word
from engine.routes import paths
from games.forms.shapes import GIVEN_LIMIT, BadForm, Posted, text_of
from games.wording.numbers import whole


def find_choice(choices: Sequence[Choice], posted: Posted) -> Choice | None:
    """Return the choice whose form was submitted, or None if it is not offered now."""
    try:
        fixed = canonical(documents.read(posted.get("fixed") or "{}", GIVEN_LIMIT))
    except documents.NoDocument:
        return None
    kind = posted.get("kind")
    same = [c for c in choices if c.kind == kind and canonical(dict(c.fixed)) == fixed]
    return next((c for c in same if len(same) > 1 and _readable(c, posted)), same[0] if same else None)


def _readable(choice: Choice, posted: Posted) -> bool:
    try:
        read(choice, posted)
    except BadForm:
        return False
    return True


def read(choice: Choice, posted: Posted) -> dict[str, Any]:
    """Read the action from a submitted form. Raises BadForm listing every mistake."""
    action: dict[str, Any] = {"kind": choice.kind, **choice.fixed}
    action.update(read_fields(choice.fields, posted))
    return action


def guess(posted: Posted) -> dict[str, Any]:
    """Read the action from a form even if no choice offers it. The result contains the form's fixed fields,
    and the others as parsed JSON or, failing that, as text. It is {} if the fixed fields cannot be read.
    """
    try:
        fixed = documents.read(posted.get("fixed") or "{}", GIVEN_LIMIT)
    except documents.NoDocument:
        return {}
    if not isinstance(fixed, dict):
        return {}
    sent = {name.removeprefix("f-"): posted[name] for name in posted if name.startswith("f-")}
    return {"kind": posted.get("kind", ""), **fixed, **{name: _plain(text) for name, text in sent.items()}}


def _plain(text: Any) -> Any:
    try:
        return documents.read(text, GIVEN_LIMIT)
    except documents.NoDocument:
        return text or None


def read_fields(fields: Sequence[Field], posted: Posted, prefix: str = "") -> dict[str, Any]:
    """Read the values of several fields. Raises BadForm listing every mistake."""
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
        case Path():
            return _read_path(one, sent)
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
    number = whole(sent)
    if number is None:
        raise _bad(one, "not_a_number" if sent else "missing_field")
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
    values = [by_text[text] for text in dict.fromkeys(sent)]
    _check_budget(one, many_cost(one, values))
    return values


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
    _check_budget(one, share_cost(one, shares))
    return shares


def _read_path(one: Path, sent: str) -> list[str]:
    try:
        way = documents.read(sent or "[]", GIVEN_LIMIT)
    except documents.NoDocument:
        raise _bad(one, "not_a_path") from None
    found = paths.find_mistake(one, way)
    if found is not None:
        raise _bad(one, "missing_field" if not way else found.code, **found.facts)
    return list(way)


def _check_budget(one: Many | Share, cost: int) -> None:
    if one.budget is not None and cost > one.budget:
        raise _bad(one, "over_budget", low=0, high=one.budget, value=cost, over=cost - one.budget)


def fill(choice: Choice, action: Facts) -> Posted:
    """Fill in the form of a choice as if it were submitted for an action. This is the inverse of
    :func:`read`.
    """
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


def form_key(posted: Posted) -> UUID | None:
    """Return the key of a form, or None. A form gets a new key whenever it is rendered, and two submissions
    with the same key count once.
    """
    try:
        return UUID(posted.get("key", ""))
    except ValueError:
        return None
