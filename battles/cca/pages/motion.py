"""Turn the events of a battle into motion on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from django.utils.text import capfirst

from battles.cca.pages.position import ReadersBoard
from battles.cca.rules.terrain.board import BOARD, HEXES
from battles.cca.wording import names
from engine.game import Facts
from games.motion.values import BattleShown, Milestone, Motion, PieceMove, Spot
from maps.hexes import tiling

WENT = frozenset({"unit_moved", "leader_moved", "went_back", "advanced", "evaded"})


def places() -> Mapping[str, Spot]:
    """Return the centre of every hex in the drawing."""
    return {name: Spot(name, *at) for name, at in tiling(BOARD).points.items()}


def motions(
    entries: Sequence[Sequence[Facts]], seen: ReadersBoard, seat: str | None, said: Callable[[Facts], str]
) -> list[list[Motion]]:
    """Return the motions of each log entry (see games.contract.Page)."""
    return [[one for event in events for one in _motions_of(event, seen, seat, said)] for events in entries]


def _motions_of(
    e: Facts, seen: ReadersBoard, seat: str | None, said: Callable[[Facts], str]
) -> Iterator[Motion]:
    kind, flag = e["kind"], seen.flags.get(str(e.get("seat", "")))
    sign = (flag.mark, flag.colour) if flag else ("", "")
    if kind in WENT and e.get("at") in HEXES and e.get("to") in HEXES and e["at"] != e["to"]:
        who = names.unit(e["unit"]) if "unit" in e else names.leader(str(e.get("name", "")))
        yield PieceMove(str(capfirst(who)), (e["at"], e["to"]), *sign)
    elif kind == "struck":
        title = f"{capfirst(names.unit(e['unit']))} – {names.unit(e['target'])}"
        yield BattleShown(e["at"], title, (names.hits(e["hits"]), *_flags(e)), said(e), *sign)
    elif kind in ("unit_lost", "leader_lost"):
        yield Milestone(said(e), e["at"] if e["at"] in HEXES else "", good=e["seat"] != seat)


def _flags(event: Facts) -> tuple[str, ...]:
    return (names.flags(event["flags"]),) if event["flags"] else ()
