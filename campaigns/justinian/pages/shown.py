"""How to draw the forms of one kind of action; each kind may have its own template."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.forms import Act

FOLDER = "campaigns/justinian/"
PLAIN = "games/_act.html"
PICKS = FOLDER + "_picks.html"  # each option of its one field is a button

Context = Mapping[str, Any]  # the page's data besides the forms


@dataclass(frozen=True)
class Shown:
    """The appearance of forms of a kind. ``fits``: whether a form is drawn by the ``template`` of its kind; a
    form that asks for dice never is.
    """

    template: str = ""
    fits: Callable[[Act], bool] = lambda act: True
    alone: str = ""  # a template that replaces all forms
    folded: str = ""  # a template for all forms of the kind together, in their fold
    help: str = ""  # a template above the forms in the fold
    beside: str = ""  # a template after the forms
    pick: str = ""  # an option as a button: one press chooses it, and the next step follows at once
    heading: Any = ""  # the heading of a fold with several forms; else the common part of their labels
    named: bool = False  # named by the heading even if there is only one form
    unfolded: bool | None = None  # always or never; None: if there is little else
    before: str = ""  # a template above all others, if its forms are elsewhere
    elsewhere: Callable[[Context], bool] = lambda context: False
    caution: Callable[[Context], str] = lambda context: ""
    quiet: bool = False  # for surrendering something: never shown as the obvious choice
    marked: bool = False  # the map marks the places where it can be done
    anywhere: bool = False  # it concerns no place, wherever something is under way
    cost: int = 0  # in G, if the options do not show it (6.5)
