"""Deployment: the groups that the reader can place on each square, and the formations that each can take
there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import pgettext

from battles.schiere.pages import words
from engine.game import Choice, Pick
from games.forms import Act, FieldForm, OptionForm

DEPLOY: Final = "deploy"


def placed_on(choices: Iterable[Choice]) -> frozenset[str]:
    """Return the squares on which the reader can place pieces or a camp."""
    found = (choice for choice in choices if choice.kind in (DEPLOY, "place_camp"))
    fields = (one for choice in found for one in choice.fields if isinstance(one, Pick) and one.name == "at")
    return frozenset(str(option.value) for one in fields for option in one.options)


@dataclass(frozen=True)
class Placing:
    """A reserve group that can be placed on a square. ``ways`` holds the form data of each formation.
    ``under`` is a form field that offers the commanders who can lead the group.
    """

    key: str
    name: str
    ways: tuple[tuple[str, str], ...]
    under: FieldForm | None = None


def placings(acts: Sequence[Act], at: str) -> tuple[Placing, ...]:
    """Return the groups that the reader can place on a square."""
    found: dict[str, Placing] = {}
    for act in acts:
        if act.kind != DEPLOY or not any(one.text == at for one in _squares_of(act)):
            continue
        group, shape = str(act.choice.fixed["group"]), str(act.choice.fixed["shape"])
        under = next((one for one in act.fields if one.name.endswith("wing")), None)
        before = found.get(group) or Placing(act.key, _name(group), (), under)
        way = (act.fixed_json, words.shape(shape) if _has_shape(group) else pgettext("placing", "here"))
        found[group] = replace(before, ways=(*before.ways, way))
    return tuple(sorted(found.values(), key=lambda one: one.under is None))  # commanders come last


def _squares_of(act: Act) -> tuple[OptionForm, ...]:
    return next((one.options for one in act.fields if one.name.endswith("at")), ())


def reserve_name(group: str, shape: str) -> str:
    """Name a group of the reserve, with its formation if it has one."""
    name = _name(group)
    return f"{name}, {words.shape(shape)}" if _has_shape(group) else name


def _has_shape(group: str) -> bool:
    rest = group.partition(":")[2]
    return rest.isdigit() and rest != "1"


def _name(group: str) -> str:
    troop, _colon, rest = group.partition(":")
    if not rest.isdigit():
        return f"{words.troop(troop)}, {words.kind(rest)}"
    return words.troop(troop) if rest == "1" else f"{words.troop(troop)} × {rest}"
