"""Points battles, ready to play. The two armies are drawn at random from a seed or composed by the player."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.logins.answers import without_login
from battles.cca.editor import scenario_view
from battles.cca.editor.begin import WAYS
from battles.cca.editor.views import save_and_redirect
from battles.cca.rules.army.battle import HANDS, Recipe, armies_of, battle_of, read_recipe
from battles.cca.rules.army.deploy import GROUNDS
from battles.cca.rules.army.kinds import KINDS
from battles.cca.rules.army.muster import LEAST_POINTS, MOST_POINTS, MOST_UNITS
from battles.cca.rules.army.points import POINTS, Army
from battles.cca.rules.scenarios import read_scenario
from battles.cca.rules.terrain.board import Side
from battles.cca.rules.units import LEADER, UNITS
from battles.cca.wording import names
from engine.game import BadScenario, Mistake
from games.wording.numbers import whole

DIGITS: Final = 6  # length of a proposed seed
TYPES: Final = tuple(kind.id for kind in UNITS.values() if kind.in_base_box)


@dataclass(frozen=True)
class PointsBattle:
    """A points battle: its scenario and its two armies."""

    document: dict[str, Any]
    armies: Mapping[Side, Army]


@without_login
@require_http_methods(["GET", "HEAD", "POST"])
def by_points(request: HttpRequest) -> HttpResponse:
    """Show the form for points and armies, and the resulting battle. A POST plays the battle or opens it in
    the editor.
    """
    asked = request.POST if request.method == "POST" else request.GET
    standard = Recipe(seed=str(secrets.randbelow(10**DIGITS)).zfill(DIGITS))
    chosen = "seed" in asked
    context: dict[str, Any] = _form_fields(asked if chosen else None, standard)
    try:
        made = _make_battle(asked) if chosen else None
    except BadScenario as bad:
        context["faults"] = [scenario_view.fault(one) for one in bad.mistakes]
        return render(request, "battles/cca/editor/points.html", context, status=422)
    if made is None:
        return render(request, "battles/cca/editor/points.html", context)
    if request.method == "POST":
        way = request.POST.get("do", "")
        document = {**made.document, "name": _("Battle by points"), "year": ""}
        return save_and_redirect(request, document, way if way in WAYS else WAYS[-1])
    if "compose" in request.GET:
        context |= {"counts": _army_rows(made.armies), "composing": True}
    context |= {
        "made": made,
        "forces": [
            scenario_view.force(str(side), scenario_view.army(made.document, str(side)), made.armies[side])
            for side in Side
        ],
        "goals": [
            (scenario_view.army(made.document, str(side)), scenario_view.goal(made.document, str(side)))
            for side in Side
        ],
        "map": scenario_view.board_svg(made.document, linked=False),
        "asked": [(name, value) for name, value in request.GET.items() if name != "compose"],
        "armies": {str(side): scenario_view.army(made.document, str(side)) for side in Side},
    }
    return render(request, "battles/cca/editor/points.html", context)


def _form_fields(asked: QueryDict | None, standard: Recipe) -> dict[str, Any]:
    """Return the fields of the form with the values that were sent, or with proposed values."""
    sent = asdict(standard) if asked is None else asked.dict()
    composed = {} if asked is None else {side: _composed_army(asked, side) for side in Side}
    return {
        "sent": sent,
        "kinds": [(kind, str(capfirst(scenario_view.kind_name(kind)))) for kind in KINDS],
        "grounds": [(ground, str(capfirst(scenario_view.ground_name(ground)))) for ground in GROUNDS],
        "hands": HANDS,
        "least": LEAST_POINTS,
        "most": MOST_POINTS,
        "counts": _army_rows({side: army for side, army in composed.items() if army}),
        "composing": any(composed.values()),
        "fresh": standard.seed,
        "sides": scenario_view.sides(),
        "prices": [(str(capfirst(names.unit(kind))), POINTS[kind]) for kind in (*TYPES, LEADER)],
    }


def _army_rows(armies: Mapping[Side, Army]) -> list[tuple[str, str, int, list[tuple[str, int]]]]:
    """Return the rows of the form for composing armies. Each has a unit type, its name, its points, and the
    number of its units on each side.
    """
    rows = []
    for kind in (*TYPES, LEADER):
        numbers = []
        for side in Side:
            army = armies.get(side, Army())
            numbers.append((f"{side}-{kind}", army.leaders if kind == LEADER else army.units.get(kind, 0)))
        rows.append((kind, str(capfirst(names.unit(kind))), POINTS[kind], numbers))
    return rows


def _composed_army(asked: QueryDict, side: Side) -> Army | None:
    """Return the army that the player composed for a side, or None if the form contains none."""
    units = {kind: whole(asked.get(f"{side}-{kind}"), low=0, high=99) or 0 for kind in TYPES}
    leaders = whole(asked.get(f"{side}-{LEADER}"), low=0, high=99) or 0
    found = Army({kind: number for kind, number in units.items() if number}, leaders)
    return found if found.pieces else None


def _make_battle(asked: QueryDict) -> PointsBattle:
    """Return the requested battle. Raises BadScenario listing every mistake."""
    recipe = read_recipe(
        {
            "points": whole(asked.get("points")),
            "bottom": asked.get("bottom", ""),
            "top": asked.get("top", ""),
            "ground": asked.get("ground", ""),
            "hand": whole(asked.get("hand")),
            "mirrored": "mirrored" in asked,
            "seed": asked.get("seed", "").strip(),
        }
    )
    armies = armies_of(recipe)
    own = {side: army for side in Side if (army := _composed_army(asked, side))}
    if not own:
        return _check_document(battle_of(armies, recipe), armies)
    if recipe.mirrored:
        own = dict.fromkeys(Side, own.get(Side.BOTTOM) or armies[Side.BOTTOM])
    _check(own, recipe.points)
    armies |= own
    document = battle_of(armies, recipe)
    del document["recipe"]  # the seed alone would not give these composed armies
    return _check_document(document, armies)


def _check(armies: Mapping[Side, Army], points: int) -> None:
    """Refuse armies that cost too much or are too large. Raises BadScenario listing every mistake."""
    mistakes = []
    for side, army in armies.items():
        name, units = scenario_view.seat(str(side)), sum(army.units.values())
        if army.points > points:
            mistakes.append(
                Mistake("$", "over_budget", {"army": name, "points": army.points, "most": points})
            )
        if units > MOST_UNITS:
            mistakes.append(
                Mistake("$", "too_many_units", {"army": name, "units": units, "most": MOST_UNITS})
            )
        if not units or army.leaders > units:
            mistakes.append(Mistake("$", "no_units", {"army": name}))
    if mistakes:
        raise BadScenario(mistakes)


def _check_document(document: dict[str, Any], armies: Mapping[Side, Army]) -> PointsBattle:
    read_scenario(document)  # raises BadScenario if the box has too few blocks
    return PointsBattle(document, armies)
