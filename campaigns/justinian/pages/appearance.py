"""The appearance of forms, by kind of action. A kind can have a template of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.forms import Act

FOLDER = "campaigns/justinian/"
PLAIN = "games/_act.html"
PICKS = FOLDER + "_picks.html"  # a template in which each option of the only field is a button

Context = Mapping[str, Any]  # the data of the page, without the forms


@dataclass(frozen=True)
class FormAppearance:
    """The appearance of all forms of one kind of action. ``fits`` returns whether the kind's ``template`` can
    draw a form. A form that asks for dice never uses the template. ``elsewhere`` returns whether the page
    shows the kind's forms in another place. ``caution`` returns the text of a confirmation, or "".
    """

    template: str = ""
    fits: Callable[[Act], bool] = lambda act: True
    alone: str = ""  # a template that replaces all forms on the page
    folded: str = ""  # a template that merges all forms of the kind into one in their collapsible section
    help: str = ""  # a template above the forms in the collapsible section
    beside: str = ""  # a template below the forms
    pick: str = ""  # a template in which options are buttons; pressing one submits the form
    heading: Any = ""  # heading of a section with several forms; default: the common part of their labels
    named: bool = False  # use the heading even for a single form
    unfolded: bool | None = None  # whether the section starts open; None: only if there are few forms
    before: str = ""  # a template above all forms, if the kind's own forms are shown elsewhere
    elsewhere: Callable[[Context], bool] = lambda context: False
    caution: Callable[[Context], str] = lambda context: ""
    quiet: bool = False  # the action gives something up, so the page never suggests it
    marked: bool = False  # the map marks the places where the action is possible
    anywhere: bool = False  # the action concerns no place, so it is offered whatever place is selected
    cost: int = 0  # the cost in G, if the options do not show a price (6.5)
