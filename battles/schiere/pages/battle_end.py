"""The end of a battle: each side's score and losses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.schiere.pages import panels, words
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.rules.board.state import gone_parts
from battles.schiere.rules.board.troops import COMMANDERS, STANDARD, TROOPS
from battles.schiere.rules.turn.ending import TROPHIES, WHOLE_COMMANDER
from games.scene import Place
from maps.values import Side


@dataclass(frozen=True)
class Count:
    """A side's final score, part by part. ``lost`` lists its units off the board and how each was lost."""

    place: Place
    side: Side
    parts: tuple[tuple[str, int], ...]
    points: int
    lost: tuple[str, ...]


def counts(seen: ReadersBoard, places: Sequence[Place]) -> tuple[Count, ...]:
    """Return the final scores of both sides, or () while the battle is in progress."""
    if seen.view["in_progress"]:
        return ()
    return tuple(_count(seen, place) for place in places if place.key in seen.view["sides"])


def _count(seen: ReadersBoard, place: Place) -> Count:
    told, parts = seen.view["sides"][place.key], tuple(_parts(seen, place.key))
    return Count(place, seen.flags[place.key], parts, told["points"], tuple(_lost_texts(seen, place.key)))


def _parts(seen: ReadersBoard, seat: str) -> Iterator[tuple[str, int]]:
    pos = seen.pos
    own = [(id, pos.piece(id)) for id in pos.of(seat)]
    shields = sum(pos.defence(id) for id, one in own if one.troop not in (*COMMANDERS, STANDARD))
    whole = sum(one.troop in COMMANDERS and not one.damage for _id, one in own)
    carried = sum(one.captured == seat for one in seen.pieces.values() if one.troop == STANDARD)
    yield _("shields of units on the board"), shields
    if whole:
        yield (
            ngettext("%(n)d unhurt commander", "%(n)d unhurt commanders", whole) % {"n": whole},
            whole * WHOLE_COMMANDER,
        )
    for what in seen.view["sides"][seat]["trophies"]:
        yield panels.trophy(what), TROPHIES[what]
    if carried:
        yield _("standards carried home"), carried * TROPHIES["standard"]


def _lost_texts(seen: ReadersBoard, seat: str) -> Iterator[str]:
    for key, number in seen.view["gone"].items():
        whose, troop, how = gone_parts(key)
        if whose == seat and troop in TROOPS:
            yield f"{words.troop(troop)} × {number} ({words.lost(how)})"
