"""The appearance of forms by kind of action; a kind can have its own template."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.forms import Act

FOLDER = "campaigns/justinian/"
PLAIN = "games/_act.html"
PICKS = FOLDER + "_picks.html"  # each option of the only field is a button

Context = Mapping[str, Any]  # the page's data besides the forms


@dataclass(frozen=True)
class FormAppearance:
    """The appearance of the forms of one kind of action. ``fits``: whether the kind's ``template`` can draw a
    form; it never draws one that asks for dice.
    """

    template: str = ""
    fits: Callable[[Act], bool] = lambda act: True
    alone: str = ""  # a template that replaces all forms
    folded: str = ""  # a template for all forms of the kind together, in their fold
    help: str = ""  # a template above the forms in the fold
    beside: str = ""  # a template after the forms
    pick: str = ""  # options are buttons: one press chooses one, and the next step follows at once
    heading: Any = ""  # heading of a fold with several forms; by default the common part of their labels
    named: bool = False  # use the heading even for a single form
    unfolded: bool | None = None  # always or never; None: if there is little else
    before: str = ""  # a template above all others, if the kind's forms are elsewhere
    elsewhere: Callable[[Context], bool] = lambda context: False
    caution: Callable[[Context], str] = lambda context: ""
    quiet: bool = False  # the action gives something up, so it is never shown as the obvious choice
    marked: bool = False  # the map marks the places where the action is possible
    anywhere: bool = False  # the action concerns no place, so it is offered whatever is selected
    cost: int = 0  # in G, if the options do not show it (6.5)
