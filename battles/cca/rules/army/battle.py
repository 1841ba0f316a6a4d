"""A points battle set up as a scenario: two armies of equal points from the box, and the terrain between
them. The players compose the armies, or they are drawn at random from a seed. The same recipe always
gives the same battle.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from battles.cca.rules.army.deploy import GROUNDS, deploy_army, ground_between
from battles.cca.rules.army.kinds import KINDS
from battles.cca.rules.army.muster import LEAST_POINTS, MOST_POINTS, Lots, half_box, raise_army
from battles.cca.rules.army.points import Army
from battles.cca.rules.terrain.board import HEXES, NAMES, Side, mirror
from engine.reading import Reader
from engine.refusals import BadScenario
from engine.values import dataclass

HANDS: Final = (4, 5, 6)
NAMES_OF: Final = {Side.BOTTOM: "Southern", Side.TOP: "Northern"}
SEED: Final = re.compile(r"[0-9A-Za-z-]{1,20}")
# destroying 18 of 50 enemy pieces wins: about a third, as in printed scenarios
_BANNERS: Final = (18, 50)
_FIELDS: Final = "points bottom top ground hand mirrored seed"


@dataclass(frozen=True)
class Recipe:
    """The recipe of a random battle. ``bottom`` and ``top``: the kinds of the two armies. ``mirrored``:
    whether the top side gets the bottom side's army, with the same units in the same places.
    """

    points: int = 130
    bottom: str = "mixed"
    top: str = "mixed"
    ground: str = "some"
    hand: int = 5
    mirrored: bool = False
    seed: str = "1"


def read_recipe(given: Mapping[str, Any]) -> Recipe:
    """Read a recipe. Raises BadScenario listing every mistake."""
    top = Reader(given, "").only(_FIELDS)
    seed = top["seed"].text(most=20)
    if seed and not SEED.fullmatch(seed):
        top["seed"].note_mistake("no_seed", seed=seed)
    found = Recipe(
        top["points"].number(LEAST_POINTS, MOST_POINTS),
        top["bottom"].one_of(KINDS),
        top["top"].one_of(KINDS),
        top["ground"].one_of(GROUNDS),
        top["hand"].number(HANDS[0], HANDS[-1]),
        top["mirrored"].flag(),
        seed,
    )
    top.raise_mistakes(BadScenario)
    return found


def armies_of(recipe: Recipe) -> dict[Side, Army]:
    """Return the two armies that a recipe produces."""
    found = {
        side: raise_army(recipe.points, KINDS[kind], half_box(), _lots(recipe, str(side)))
        for side, kind in ((Side.BOTTOM, recipe.bottom), (Side.TOP, recipe.top))
    }
    return dict.fromkeys(Side, found[Side.BOTTOM]) if recipe.mirrored else found


def battle_by_points(recipe: Recipe) -> dict[str, Any]:
    """Return the scenario that a recipe produces, as JSON."""
    return battle_of(armies_of(recipe), recipe)


def battle_of(armies: Mapping[Side, Army], recipe: Recipe) -> dict[str, Any]:
    """Return the scenario of two armies, deployed on the recipe's terrain, as JSON."""
    units, leaders = [], []
    for side in Side:
        # the same random draws place mirrored armies
        drawn_for = Side.BOTTOM if recipe.mirrored else side
        placed, led = deploy_army(armies[side], _lots(recipe, f"places of {drawn_for}"))
        for at, kind in sorted(placed.items()):
            units.append({"side": str(side), "type": kind, "hex": _seen_by(side, at)})
        for at in led:
            leaders.append({"side": str(side), "name": "", "hex": _seen_by(side, at)})
    lots = _lots(recipe, "battle")
    goals = {side: banners_against(armies[side.other]) for side in Side}
    uneven = len(set(goals.values())) > 1
    return {
        "id": f"points-{recipe.seed}",
        "name": "Battle by points",
        "year": "",
        "set": "own",
        **{str(side): _seat(side, recipe.hand, goals[side] if uneven else 0) for side in Side},
        "first": lots.one(tuple(str(side) for side in Side)),
        "banners": min(goals.values()),
        "briefing_prov": "design",
        "special": [],
        "layout_prov": "design",
        "layout_source": "battles by points",
        "terrain": ground_between(recipe.ground, lots),
        "units": units,
        "leaders": leaders,
        "reserve": None,
        "recipe": asdict(recipe),
    }


def banners_against(army: Army) -> int:
    """Return the number of banners that wins against an army. It is a fixed share of the army's pieces, so a
    large army of cheap troops can afford to lose more pieces.
    """
    each, per = _BANNERS
    return max(1, min((army.pieces * each + per // 2) // per, 15))


def _seat(side: Side, hand: int, banners: int) -> dict[str, Any]:
    seat = {"army": NAMES_OF[side], "leader": "", "hand": hand}
    return {**seat, "banners": banners} if banners else seat


def _seen_by(side: Side, at: str) -> str:
    return at if side is Side.BOTTOM else NAMES[mirror(HEXES[at])]


def _lots(recipe: Recipe, purpose: str) -> Lots:
    return Lots(recipe.seed.encode(), purpose)
