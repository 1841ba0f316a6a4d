"""The story of a battle, bound by bound, with a chart of the losses and a summary of each side's luck."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import Any

from battles.dba import pages as dba
from battles.dba.pages.battlefield import page as battlefield
from battles.dba.pages.result import result
from battles.dba.wording.combat import decimal
from battles.dba.wording.names import army_name
from engine.game import Facts
from games import plugins, services
from games.contract import Wording
from games.models import Game
from games.wording.numbers import minus

SEATS = ("red", "blue")
WIDTH, HEIGHT, LEFT, BOTTOM = 600, 240, 34, 30


def tell(game: Game, table: Any) -> dict[str, Any]:
    """Return everything that a battle report shows. Undone moves are left out."""
    lines = services.chronicle(table, None, limit=100_000)
    events = [event for line in reversed(lines) if not line.undone for event in line.events]
    view, wording = table.view(None), plugins.wording(game)
    bounds = list(_bounds(events, wording))
    return {
        "view": view,
        "outcome": table.outcome(),
        "ended": [wording.event(e) for e in events if e["kind"] == "battle_ended"],
        "sides": [dba.side(seat, view, game) for seat in SEATS],
        "before": [wording.event(e) for e in _events_of_bound(events)],
        "bounds": bounds,
        "chart": chart(events, view),
        "battlefield": battlefield.board_view(view, game.scenario),
        "luck": [luck(seat, view["luck"][seat], game.scenario) for seat in SEATS],
    }


def _events_of_bound(events: Iterable[Facts]) -> Iterable[Facts]:
    for event in events:
        if event["kind"] == "bound_began":
            return
        yield event


def _bounds(events: Iterable[Facts], wording: Wording) -> Iterable[dict[str, Any]]:
    """Yield a chapter for each bound, with a line for every event and the calculation of each combat."""
    bound: dict[str, Any] | None = None
    for event in events:
        if event["kind"] == "bound_began":
            if bound:
                yield bound
            seat = event["seat"]
            bound = {
                "number": event["bound"],
                "seat": seat,
                "army": army_name(seat, wording.scenario),
                "lines": [],
            }
        elif bound is not None and event["kind"] != "battle_ended":
            fought = result(event, wording.scenario) if event["kind"] == "fought" else None
            bound["lines"].append({"text": wording.event(event), "combat": fought})
    if bound:
        yield bound


def chart(events: Iterable[Facts], view: Facts) -> dict[str, Any]:
    """Return a chart of both sides' losses at the end of each bound, as two stepped lines, with the breaking
    points.
    """
    points: dict[str, list[tuple[int, int]]] = {seat: [(0, 0)] for seat in SEATS}
    for event in events:
        if event["kind"] == "bound_ended":
            for index, seat in enumerate(SEATS):
                total = event["losses"][index] + event["extras"][index]
                points[seat].append((event["bound"], total))
    breaks: dict[str, int] = {seat: view["armies"][seat]["standing"]["breaks_at"] for seat in SEATS}
    last = max(1, points["red"][-1][0])
    most = max([*breaks.values(), *(lost for row in points.values() for _, lost in row)]) + 1

    def x(bound: int) -> int:
        return LEFT + round((WIDTH - LEFT - 10) * bound / last)

    def y(lost: int) -> int:
        return int((HEIGHT - BOTTOM) * (1 - lost / most)) + 5

    return {
        "width": WIDTH,
        "height": HEIGHT + 10,
        "left": LEFT,
        "bottom": y(0),
        "right": WIDTH - 10,
        "lines": [(seat, _steps([(x(b), y(lost)) for b, lost in points[seat]])) for seat in SEATS],
        "breaks": [(y(at), at) for at in sorted(set(breaks.values()))],
        "ticks": [(x(b), b) for b in range(0, last + 1, max(1, last // 8))],
        "levels": [(y(n), n) for n in range(0, most, max(1, most // 6))],
        "table": [(b, lost, points["blue"][i][1]) for i, (b, lost) in enumerate(points["red"]) if b],
    }


def _steps(points: list[tuple[int, int]]) -> str:
    path = f"M{points[0][0]} {points[0][1]}"
    return path + "".join(f"H{x}V{y}" for x, y in points[1:])


def luck(seat: str, sums: Facts, scenario: Facts) -> dict[str, Any]:
    """Return a side's kills, losses, PIPs and dice next to the expected values, formatted for the report. The
    values are exact until they are formatted, except ``sigmas``, the side's luck in standard deviations.
    """
    kills, losses, variance = (Fraction(sums[k]) for k in ("expected_kills", "expected_losses", "variance"))
    ahead = sums["kills"] - sums["losses"] - (kills - losses)
    pips = sums["pips"] - Fraction(7, 2) * sums["pip_rolls"]
    dice = sums["dice"] - Fraction(7, 2) * sums["dice_rolls"]
    return {
        "army": army_name(seat, scenario),
        "seat": seat,
        **sums,
        "pips_ahead": _with_sign(pips),
        "dice_ahead": _with_sign(dice),
        "expected_kills": _two_decimals(kills),
        "expected_losses": _two_decimals(losses),
        "ahead": _with_sign(ahead),
        "sigmas": _with_sign(float(ahead) / sqrt(variance)) if variance else decimal("0.0"),
    }


def _two_decimals(value: Fraction) -> str:
    return decimal(f"{float(value):.2f}")


def _with_sign(value: Fraction | float) -> str:
    return minus(decimal(f"{float(value):+.1f}"))
