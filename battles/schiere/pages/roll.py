"""The roster of pieces that have come on the board, with kind, schiera and number, also of lost ones. Ids
reveal nothing; a chronicle names a piece as the board did at the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from battles.schiere.rules.board.troops import STANDARD
from games import services
from games.memory import Memory

SETTING_UP: Final = 160  # the entries that are read: all armies are placed within them
GAMES: Final = 60  # games whose rosters a process caches
LARGEST: Final = 50_000  # pieces


@dataclass(frozen=True)
class Enrolled:
    """A piece as it first came on the board. ``schiera``: its name, "" for commanders and bearers;
    ``number``: its own among those placed ``together``; ``kind``: of commanders."""

    troop: str
    schiera: str
    number: int
    together: tuple[str, ...]
    kind: str = ""


Roll = Mapping[str, Enrolled]

_kept: Memory[tuple[UUID, int], Roll] = Memory(GAMES, LARGEST)


def roll_of(now: services.Table) -> Roll:
    """Every piece that ever came on the board, which is public."""
    if now.head is None:
        return {}
    key = now.game.pk, len(now.undone)
    found = _kept.get(key)
    if found is None:
        found = now.known(("roll",), lambda: _read(now))
        if found and not any(side["more"] for side in now.view(None)["sides"].values()):
            _kept.keep(key, found, len(found))  # nothing new can arrive
    return found


def _read(now: services.Table) -> Roll:
    found: dict[str, Enrolled] = {}
    for event in services.happened(now, "deployed", SETTING_UP):
        ids, (troop, _colon, rest) = tuple(event["pieces"]), str(event["group"]).partition(":")
        if event["schiera"]:
            found |= {id: Enrolled(troop, event["schiera"], n, ids) for n, id in enumerate(ids, 1)}
        else:
            found[ids[0]] = Enrolled(troop, "", 1, ids[:1], rest)
            found |= {id: Enrolled(STANDARD, "", 1, (id,), rest) for id in ids[1:]}
    return found
