"""The variants a game of *Italia* may choose."""

from __future__ import annotations

from campaigns.italia.rules.scenario.loading import TITLES, game_table
from campaigns.italia.rules.scenario.types import Options
from engine.choices import field_fits
from engine.game import BadScenario, Facts, Field, Mistake, Option, Pick


def _handicaps() -> tuple[Option, ...]:
    """By the cards alone, or with points to begin with; each with what was measured, by scenario."""
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
    Pick("scoring", (Option("standard"), Option("alternative"))),
    Pick("board", (Option("full"), Option("small"))),
    Pick("allied_roads", (Option("yes"), Option("no"))),
    Pick("consular_move", (Option("3"), Option("2"))),
    Pick("targets", (Option("types"), Option("units"))),
    Pick("cargo_shifts", (Option("no"), Option("yes"))),
    Pick("halving", (Option("turn"), Option("round"))),
    Pick("pyrrhus", (Option("rules"), Option("faq"))),
    Pick("battles", (Option("dice"), Option("open"))),
)


def parse(raw: Facts) -> Options:
    """The options written in ``raw``. Raises BadScenario with every mistake."""
    known = {field.name: field for field in FIELDS}
    mistakes = [
        Mistake(f"$.{name}", "unknown_option", {"option": name[:80]}) for name in raw if name not in known
    ]
    mistakes += [
        Mistake(f"$.{name}", "not_an_option", {"value": str(raw[name])[:80]})
        for name, field in known.items()
        if name in raw and not field_fits(field, raw[name])
    ]
    if mistakes:
        raise BadScenario(mistakes)
    return Options(
        scoring=raw.get("scoring", "standard"),
        board=raw.get("board", "full"),
        allied_roads=raw.get("allied_roads", "yes") == "yes",
        consular_move=int(raw.get("consular_move", "3")),
        targets=raw.get("targets", "types"),
        cargo_shifts=raw.get("cargo_shifts", "no") == "yes",
        halving=raw.get("halving", "turn"),
        pyrrhus=raw.get("pyrrhus", "rules"),
        handicap=raw.get("handicap", "printed"),
        battles=raw.get("battles", "dice"),
    )
