"""Choices that can be made at a place on the map. Such a choice names the place in a fixed value, an option,
its facts or its question.

A system only has to map a value to its place (``Where``), for example an army or a fleet to its location.
Every choice of the rules is then also offered at its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.game import Choice, Many, Path, Pick, Share
from games.forms.shapes import Act, FieldForm, OptionForm
from games.wording.numbers import whole

Where = Callable[[str], str]  # maps a value to its place, or to "" if it has none
FEW = 2  # up to this many forms are shown expanded at a place


PICK = "games/_pick_here.html"


@dataclass(frozen=True)
class PlaceForm:
    """A choice offered at a place. ``open``: whether the form is shown expanded. ``pick``: the template of
    its single option, if that is a button.
    """

    act: Act
    open: bool = False
    pick: str = PICK

    @property
    def names_act(self) -> bool:
        """Whether the act is named above the button, because the button names only the option."""
        return self.pick != PICK

    @property
    def only_option(self) -> OptionForm | None:
        """The single option that completes the form, or None."""
        fields = self.act.fields
        lone = len(fields) == 1 and fields[0].type == "pick" and len(fields[0].options) == 1
        waits = self.act.refusal or self.act.dice or self.act.caution
        return fields[0].options[0] if lone and not waits and not fields[0].optional else None


@dataclass(frozen=True)
class Group:
    """Forms of one kind at a place. A group with a ``label`` is collapsed under the label."""

    label: str
    forms: tuple[PlaceForm, ...]


# --- finding choices ----------------------------------------------------------------------------------------


def places(choice: Choice, where: Where, asked: str = "") -> frozenset[str]:
    """Return the places that a choice concerns: the places in its fixed values and options. If these name
    none, return the places in its facts. If the facts name none either, return the place of its question
    (``asked``), if it has one.
    """
    named = _places_among((*choice.fixed.values(), *_offered_values(choice)), where)
    named = named or _places_among(choice.facts.values(), where)
    return named or frozenset({asked} - {""})


def _places_among(values: Iterable[Any], where: Where) -> frozenset[str]:
    return frozenset(where(value) for value in values if isinstance(value, str) and value) - {""}


def _offered_values(choice: Choice) -> Iterator[Any]:
    for one in choice.fields:
        if isinstance(one, Pick | Many | Share):
            yield from (option.value for option in one.options)
        elif isinstance(one, Path):
            yield one.start


def forms_near(acts: Sequence[Act], at: str, where: Where, asked: str = "") -> tuple[PlaceForm, ...]:
    """Return the forms that concern a place, each narrowed to its options at the place. They are shown
    expanded if there are at most FEW. ``asked``: the place of the pending question.
    """
    found = [act for act in acts if not act.dice and at in places(act.choice, where, asked)]
    return tuple(PlaceForm(narrow_form(act, at, where), open=len(found) <= FEW) for act in found)


def group_forms(forms: Sequence[PlaceForm], label: Callable[[Sequence[Act]], str]) -> tuple[Group, ...]:
    """Group forms by kind. Groups with more than FEW forms are collapsed under the heading that ``label``
    returns.
    """
    kinds: dict[str, list[PlaceForm]] = {}
    for one in forms:
        kinds.setdefault(one.act.kind, []).append(one)
    return tuple(
        Group(label([n.act for n in found]) if len(found) > FEW else "", tuple(found))
        for found in kinds.values()
    )


# --- narrowing forms to a place -----------------------------------------------------------------------------


def narrow_form(act: Act, at: str, where: Where) -> Act:
    """Narrow a form to a place. The narrowed form gets a different id, since the whole form may be on the
    same page.
    """
    fields = tuple(narrow_field(one, at, where) for one in act.fields)
    return replace(act, id=f"here-{act.id}", fields=fields)


def narrow_field(field: FieldForm, at: str, where: Where) -> FieldForm:
    """Narrow a field to its options at a place. Options that belong to no place remain. Amounts already
    chosen for other places are submitted as hidden values. A field without options at the place is
    unchanged.
    """
    options = tuple(one for one in field.options if where(one.text) in (at, ""))
    if (
        not any(where(one.text) for one in options)
        or len(options) == len(field.options)
        or field.type == "path"
    ):
        return field
    if field.type == "pick":
        options = (replace(options[0], chosen=True),) if len(options) == 1 else options
        return replace(field, options=options)
    rest = [one for one in field.options if one not in options]
    kept = _kept_amounts(field, rest)
    count, cost = sum(kept.values()), sum(one.cost * kept[one.text] for one in rest if one.text in kept)
    most = sum(one.high for one in options) if field.type == "share" else len(options)
    low, high = max(field.low - count, 0), min(field.high - count, most)
    if low > most or high < 1 or (kept and low == high):
        return field
    budget = None if field.budget is None else field.budget - cost
    return replace(field, options=options, low=low, high=high, budget=budget, kept=_sent_pairs(field, kept))


def _kept_amounts(field: FieldForm, rest: Iterable[OptionForm]) -> Mapping[str, int]:
    amounts = {
        one.text: (whole(one.amount, 0) or 0) if field.type == "share" else int(one.chosen) for one in rest
    }
    return {text: amount for text, amount in amounts.items() if amount}


def _sent_pairs(field: FieldForm, kept: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    """Return the kept values as (name, value) pairs, as the form submits them."""
    if field.type == "share":
        return tuple((f"{field.name}-{text}", str(amount)) for text, amount in kept.items())
    return tuple((field.name, text) for text in kept)
