"""Points at the end of a round (11.0)."""

from __future__ import annotations

from typing import NamedTuple

from campaigns.italia.rules.scenario.types import ENTRY, Award
from campaigns.italia.rules.state.play import Play
from campaigns.italia.rules.state.position import Position

UNHALVED = "unhalved:"  # prefix of a tally that holds a subject's unhalved points of this round


class Line(NamedTuple):
    """The points from one award of a chart. ``halves``: their number in half-points. ``areas``: the number of
    areas that count.
    """

    award: Award
    halves: int
    areas: int


def chart(pos: Position, nation: str, round: int) -> tuple[Line, ...]:
    """Return a line for each award on a nation's chart for a round, with the points that it gives in the
    current position.
    """
    return tuple(line(pos, award) for award in pos.scn.chart(nation, round))


def line(pos: Position, award: Award) -> Line:
    nation, areas = award.nation, _areas(pos, award)
    match award.award:
        case "area":
            count = sum(pos.holds(nation, area) for area in areas)
        case "city" | "area_with_city":
            count = sum(pos.holds(nation, area) and pos.has_city(area) for area in areas)
        case "region_control":
            count = int(pos.alive(nation) and not any(_is_foreign(pos, nation, area) for area in areas))
        case _:
            foreign = sum(_is_foreign(pos, nation, area) for area in areas)
            halves = max(0, award.halves - 2 * foreign) if pos.alive(nation) else 0
            return Line(award, halves, foreign)
    return Line(award, count * award.halves, count)


def _areas(pos: Position, award: Award) -> tuple[str, ...]:
    """Return the areas that count for an award. Entry areas count only if the award names them."""
    if award.areas:
        return award.areas
    return tuple(area.id for area in pos.scn.board.areas.values() if area.kind != ENTRY)


def _is_foreign(pos: Position, nation: str, area: str) -> bool:
    """Return whether any nation that is neither this one nor its subject has a piece in an area. For a
    region, empty areas and those of subjects count as the nation's own.
    """
    return any(other != nation and pos.holdings(other).overlord != nation for other in pos.nations_at(area))


def halve_up(halves: int) -> int:
    """Return half of a score, rounded up to a whole point (12.5). ``halves`` and the result are in
    half-points.

    >>> halve_up(10), halve_up(6), halve_up(1), halve_up(0), halve_up(-4)
    (6, 4, 2, 0, -2)
    """
    return -(-halves // 4) * 2


def score_round(play: Play) -> None:
    """Score the charts if this round scores. Subjects keep half their points."""
    charts = play.scn.scoring.get(play.state.round)
    for nation in play.scn.nations:
        lines = chart(play.pos, nation, charts) if charts else ()
        total = sum(one.halves for one in lines)
        for one in lines:
            play.score(nation, one.halves, one.award.award, "")
        _halve_round(play, nation, total)
    if play.state.round == play.scn.rounds:
        for b in play.scn.bounties:
            if b.event == "end_control" and play.pos.holds(b.nation, b.area):
                play.score(b.nation, b.halves, "end_control", b.area)


def _halve_round(play: Play, nation: str, charts: int) -> None:
    """Halve a subject's chart points and any points of its turn that were left for the end of the round
    (12.5).
    """
    earlier = play.state.tallies.get(f"{UNHALVED}{nation}", 0)
    total = earlier + (charts if play.pos.holdings(nation).overlord else 0)
    if total:
        play.score(nation, halve_up(total) - total, "subject", "")
    if earlier:
        play.count(f"{UNHALVED}{nation}", -earlier)


def end_turn(play: Play, nation: str) -> None:
    """Halve a subject's points when its turn ends, unless an option postpones this to the round's end."""
    points = play.state.today.points
    if not points or not play.pos.holdings(nation).overlord:
        return
    if play.setting.options.halving == "round":
        play.count(f"{UNHALVED}{nation}", points)
    else:
        play.score(nation, halve_up(points) - points, "subject", "")


def totals(pos: Position) -> dict[str, int]:
    """Return each seat's total score, in half-points."""
    return {
        seat: sum(n for nation, n in pos.state.scores.items() if pos.seat(nation) == seat)
        for seat in pos.scn.seats
    }
