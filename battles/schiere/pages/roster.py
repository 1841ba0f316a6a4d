"""The roster of all pieces that have entered the board, including lost ones, with kind, schiera and number.

Piece ids reveal nothing about a piece, so the chronicle names pieces from the roster as the board named
them at the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from battles.schiere.rules.board.troops import STANDARD
from games import services
from games.caches.game_cache import Memory

SETTING_UP: Final = 160  # number of events to read, enough to cover the deployment of both armies
GAMES: Final = 60  # how many games' rosters a process caches
LARGEST: Final = 50_000  # maximum number of pieces in all cached rosters


@dataclass(frozen=True)
class RosterPiece:
    """A piece as it first entered the board. ``schiera`` is the name of its schiera, or "" for commanders and
    standard bearers. ``number`` is its position among the pieces placed ``together``. ``kind`` is the kind of
    commander.
    """

    troop: str
    schiera: str
    number: int
    together: tuple[str, ...]
    kind: str = ""


Roll = Mapping[str, RosterPiece]

_kept: Memory[tuple[UUID, int], Roll] = Memory(GAMES, LARGEST)


def roll_of(now: services.LiveGame) -> Roll:
    """Return every piece that has ever entered the board. The roster is public."""
    if now.head is None:
        return {}
    key = now.game.pk, len(now.undone_entries)
    found = _kept.get(key)
    if found is None:
        found = now.remember(("roll",), lambda: _read(now))
        if found and not any(side["more"] for side in now.view(None)["sides"].values()):
            _kept.keep(key, found, len(found))  # deployment is over, so the roster is final
    return found


def _read(now: services.LiveGame) -> Roll:
    found: dict[str, RosterPiece] = {}
    for event in services.events_before(now, "deployed", SETTING_UP):
        ids, (troop, _colon, rest) = tuple(event["pieces"]), str(event["group"]).partition(":")
        if event["schiera"]:
            found |= {id: RosterPiece(troop, event["schiera"], n, ids) for n, id in enumerate(ids, 1)}
        else:
            found[ids[0]] = RosterPiece(troop, "", 1, ids[:1], rest)
            found |= {id: RosterPiece(STANDARD, "", 1, (id,), rest) for id in ids[1:]}
    return found
