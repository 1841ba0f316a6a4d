"""The forms for a seat's decisions on its page. Each kind of action has its own ``Part``, but a decision
that fills the page has its own template.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.pages.appearance import FOLDER, PICKS, PLAIN, Context, FormAppearance
from campaigns.justinian.pages.forms import alliance
from campaigns.justinian.pages.forms.default_answers import fill_form
from campaigns.justinian.rules.state.tables import EXPENSES
from engine.game import Choice
from games.forms import Act, place_forms
from games.forms.place_forms import Where
from games.pages import Group, shared_label

ORDINARY = FormAppearance()
_PICK = FOLDER + "_pick.html"


def _replacement_note(context: Context) -> str:
    if not context.get("begun"):
        return ""
    return gettext("It replaces what you have placed by hand and ends your deployment.")


def _strays(context: Context) -> str:
    if not context.get("strays"):
        return ""
    text = gettext(
        "If the activation ends here, %(strays)s leaves the map with all SP: outside its zone. End it?"
    )
    return text % {"strays": context["strays"]}


SHOWN: Mapping[str, FormAppearance] = {
    # forms used in the set-up and in the phases of a turn
    "accept_setup": FormAppearance(caution=_replacement_note, anywhere=True),
    "place_army": FormAppearance(heading=_("Place an army"), marked=True),
    "place_group": FormAppearance(heading=_("Place troops")),
    "place_fleet": FormAppearance(heading=_("Place ships")),
    "pay_maintenance": FormAppearance(alone=FOLDER + "_maintenance.html"),
    "place_recruits": FormAppearance(alone=FOLDER + "_recruits.html"),
    "new_army": FormAppearance(help=FOLDER + "_new_army.html"),
    "move_leader": FormAppearance(heading=_("Move a leader alone"), folded=FOLDER + "_merged.html"),
    # forms used in segments
    "activate_army": FormAppearance(pick=FOLDER + "_pick_army.html", unfolded=True, marked=True),
    "draw_random": FormAppearance(anywhere=True),
    "recruit": FormAppearance(anywhere=True),
    "pass": FormAppearance(quiet=True, anywhere=True),
    "select_power": FormAppearance(heading=_("Use a Select marker"), pick=_PICK),
    "place_tribesmen": FormAppearance(heading=_("Place the recruits")),
    "start_operation": FormAppearance(
        heading=_("Begin a Combined Operation"), help=FOLDER + "_operation.html"
    ),
    "activate_fleet": FormAppearance(heading=_("Activate a fleet"), cost=EXPENSES["activate"]),
    "build_fort": FormAppearance(beside=FOLDER + "_fort_later.html", marked=True, cost=EXPENSES["fort"]),
    # shown next to the form that builds a fort
    "fort_later": FormAppearance(elsewhere=lambda context: True, quiet=True),
    **alliance.ACTS,
    # forms for an army on the march
    "move_army": FormAppearance(heading=_("One step only"), named=True, unfolded=False),
    "attack": FormAppearance(
        pick=FOLDER + "_pick_enemy.html",
        unfolded=True,
        before=FOLDER + "_attack.html",
        elsewhere=lambda context: bool(context.get("marching")),
    ),
    "redistribute": FormAppearance(heading=_("Redistribute troops")),
    "hand_over": FormAppearance(heading=_("Hand troops over")),
    "end_activation": FormAppearance(caution=_strays, quiet=True),
    "intercept_with": FormAppearance(FOLDER + "_intercept.html"),
    # forms for fleets and battles
    "sail_to": FormAppearance(pick=_PICK, marked=True),
    "put_in": FormAppearance(pick=FOLDER + "_pick_harbour.html", marked=True),
    "intercept_at_sea": FormAppearance(pick=_PICK),
    "command": FormAppearance(pick=_PICK),
    "retreat_to": FormAppearance(pick=_PICK, marked=True),
    "retreat_by_sea": FormAppearance(pick=_PICK, marked=True),
}
QUIET = frozenset(kind for kind, shown in SHOWN.items() if shown.quiet)


@dataclass(frozen=True)
class Part:
    """The forms of one kind of action. ``forms`` pairs each form with its template, and ``acts`` are all
    forms of the kind. ``fold``: whether they are gathered in a collapsible section. ``open``: whether it
    starts open.
    """

    shown: FormAppearance
    forms: tuple[tuple[str, Act], ...]
    acts: Sequence[Act]
    caution: str = ""
    beside: str = ""
    fold: bool = False
    open: bool = False
    heading: str = ""
    rule: str = ""
    cost: int = 0
    untitled: bool = False  # whether the heading of the section already names the form
    simple: bool = False  # whether each form is a single button, shown side by side

    @property
    def kind(self) -> str:
        return self.acts[0].kind


@dataclass(frozen=True)
class FormLayout:
    """The forms arranged for the page. If ``alone`` is set, this template fills the page with the form
    ``first``. Otherwise the page lists ``parts``. ``away``: the forms shown elsewhere on the page, by kind.
    ``before``: parts above the list, for kinds whose forms are in ``away``.
    """

    first: Act | None = None
    alone: str = ""
    before: tuple[Part, ...] = ()
    parts: tuple[Part, ...] = ()
    away: Mapping[str, Act] = field(default_factory=dict)

    @property
    def lists_armies(self) -> bool:
        """Return whether the armies to activate are listed as buttons, which link to where each can go."""
        forms = (form for part in self.parts for form in part.forms)
        return any(template == PICKS and act.kind == "activate_army" for template, act in forms)


def arrange_forms(groups: Sequence[Group], context: Context) -> FormLayout:
    """Arrange the seat's forms for the page, in order."""
    if not groups:
        return FormLayout()
    first = fill_form(groups[0].acts[0], context["suggested"])
    alone = "" if first.dice else _display_of(first).alone
    away = [g for g in groups if _display_of(g.acts[0]).elsewhere(context)]
    return FormLayout(
        first,
        alone,
        tuple(Part(_display_of(g.acts[0]), (), g.acts) for g in away if _display_of(g.acts[0]).before),
        tuple(_part(g, len(groups), context) for g in groups if g not in away),
        {g.acts[0].kind: g.acts[0] for g in away},
    )


def forms_near(
    acts: Sequence[Act], at: str, where: Where, asked: str, context: Context
) -> tuple[place_forms.Group, ...]:
    """Return the actions possible at the selected place, grouped by kind. Single steps of a march or voyage
    are left out if the page offers the whole route.
    """
    ways = {"move_army"} if context.get("marching") and context.get("goal") else set[str]()
    if context.get("sailing") and context["sailing"].passages:
        ways |= {"sail_to", "put_in"}
    found = [
        replace(one, act=_with_caution(one.act, context), pick=_display_of(one.act).pick or _PICK)
        for one in place_forms.forms_near(
            [fill_form(act, context["suggested"]) for act in acts], at, where, asked
        )
        if not (_display_of(one.act).anywhere or one.act.kind in ways)
    ]
    return place_forms.group_forms(found, _heading)


def _with_caution(act: Act, context: Context) -> Act:
    return replace(act, caution=act.caution or _display_of(act).caution(context))


def _heading(acts: Sequence[Act]) -> str:
    return str(_display_of(acts[0]).heading or shared_label(acts))


def offered_places(choices: Sequence[Choice], where: Where) -> frozenset[str]:
    """Return the places to mark on the map because an action is possible there."""
    marked = (choice for choice in choices if SHOWN.get(choice.kind, ORDINARY).marked)
    return frozenset(place for choice in marked for place in place_forms.places(choice, where))


def _display_of(act: Act) -> FormAppearance:
    return SHOWN.get(act.kind, ORDINARY)


def _part(group: Group, groups: int, context: Context) -> Part:
    first, lone = fill_form(group.acts[0], context["suggested"]), len(group.acts) == 1
    shown = _display_of(first)
    caution = shown.caution(context)
    if caution:
        return Part(shown, ((PLAIN, first),), group.acts, caution=caution)
    if shown.template and not first.dice and shown.fits(first):
        return Part(shown, ((shown.template, first),), group.acts)
    if lone and not first.fields:
        return Part(shown, ((PLAIN, first),), group.acts)
    if lone and (first.open or groups == 1):
        return Part(shown, ((_template(shown, first), first),), group.acts, beside=shown.beside)
    by_heading = shown.named or not lone
    return Part(
        shown,
        _group_templates(group, shown, context),
        group.acts,
        beside=shown.beside,
        fold=True,
        open=_starts_open(group, groups, shown),
        heading=str(shown.heading or group.label) if by_heading else first.label,
        rule="" if by_heading else first.rule,
        cost=shown.cost if context["priced"] else 0,
        untitled=lone,
        simple=group.simple,
    )


def _template(shown: FormAppearance, first: Act) -> str:
    return PICKS if shown.pick and not first.dice else PLAIN


def _group_templates(group: Group, shown: FormAppearance, context: Context) -> tuple[tuple[str, Act], ...]:
    first = group.acts[0]
    if shown.folded and not first.open and not first.dice:
        return ((shown.folded, first),)
    return tuple((_template(shown, first), fill_form(act, context["suggested"])) for act in group.acts)


def _starts_open(group: Group, groups: int, shown: FormAppearance) -> bool:
    first = group.acts[0]
    if shown.unfolded or first.open or first.refusal or first.dice:
        return True
    return shown.unfolded is None and group.open and groups < 4
