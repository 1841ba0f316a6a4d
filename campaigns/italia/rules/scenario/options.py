"""The options of a game of *Italia*."""

from __future__ import annotations

from campaigns.italia.rules.scenario.loading import TITLES, game_table
from campaigns.italia.rules.scenario.types import Options
from engine.game import Facts, Field, Option, Pick
from kit.rules.decisions import pick
from kit.rules.scenarios import choose_options


def _handicaps() -> tuple[Option, ...]:
    """Return the handicaps that a game can have, with the results measured for each scenario. ``printed`` is
    the game without a handicap, and ``even`` gives all bots equal chances.
    """
    tables = {name: game_table(name).get("handicap", {}) for name in TITLES}
    wins = {
        way: {name: {"games": one["games"], "won": one["won"][way]} for name, one in tables.items() if one}
        for way in ("printed", "even")
    }
    points = {name: one["halves"] for name, one in tables.items() if one}
    return (
        Option("printed", {"measured": wins["printed"]}),
        Option("even", {"measured": wins["even"], "points": points}),
    )


FIELDS: tuple[Field, ...] = (
    Pick("handicap", _handicaps()),
    pick("scoring", ("standard", "alternative")),
    pick("board", ("full", "small")),
    pick("allied_roads", ("yes", "no")),
    pick("consular_move", ("3", "2")),
    pick("targets", ("types", "units")),
    pick("cargo_shifts", ("no", "yes")),
    pick("halving", ("turn", "round")),
    pick("pyrrhus", ("rules", "faq")),
    pick("battles", ("dice", "open")),
)


def parse(raw: Facts) -> Options:
    """Parse the options in ``raw``. Raises BadScenario listing every mistake."""
    return choose_options(Options, FIELDS, raw)
