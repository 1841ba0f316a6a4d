"""Replace piece ids in a text with the names on the board: troop, letter of the schiera, and number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from battles.schiere.pages.board import owned_name, piece_name, units_title
from battles.schiere.pages.position import ReadersBoard, letter
from battles.schiere.pages.roster import Roll
from battles.schiere.rules.board.troops import COMMANDERS

# Sentences write ids of pieces in capitals and squares in lower case, as in "C6: at c10".
PIECES: Final = re.compile(r"\b[RC][1-9][0-9]*\b(?:, [RC][1-9][0-9]*\b)*")


def with_names(seen: ReadersBoard, text: str, *, squares: bool = True) -> str:
    """Replace the piece ids in a text with names. ``squares``: whether to add each piece's current square,
    which would be wrong in texts about the past.
    """

    def named(ids: tuple[str, ...]) -> Iterator[str]:
        for name, together in _joint_names(seen, ids):
            where = [seen.pieces[id].at for id in together if id in seen.pieces]
            yield f"{name} ({', '.join(where)})" if squares and where else name

    return _replace_ids(text, named)


def with_arrival_names(roll: Callable[[], Roll], text: str) -> str:
    """Replace the piece ids in a text with the names that the pieces had on arrival. Unknown ids stay.
    ``roll`` loads the roster only when a name is needed.
    """
    return _replace_ids(text, lambda ids: (name for name, _ids in _from_roll(roll(), ids)))


def _replace_ids(text: str, named: Callable[[tuple[str, ...]], Iterable[str]]) -> str:
    return text and PIECES.sub(lambda found: ", ".join(named(tuple(found.group().lower().split(", ")))), text)


def _joint_names(seen: ReadersBoard, ids: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a shared name for the pieces of each kind, such as "Legionaries A2, A3", with those pieces. If
    all remaining units of a schiera are named, its letter alone is enough.
    """
    found: dict[str, list[str]] = {}
    for id in ids:
        found.setdefault(piece_name(seen, id) if id in seen.pieces else "", []).append(id)
    for name, alike in found.items():
        if not name:
            yield from _from_roll(seen.roll, tuple(alike))
            continue
        piece = seen.pieces[alike[0]]
        whole = not piece.schiera or set(alike) == set(seen.pos.schiera(piece.schiera))
        labels = [seen.label(id) for id in alike]
        single = whole and len(alike) > 1 or labels == [seen.letter(alike[0])]
        yield (name if single or not piece.schiera else units_title(piece.troop, labels)), tuple(alike)


def _from_roll(roll: Roll, ids: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Group these pieces by the schiera to which the roster assigns them. Yield each group's name and its
    pieces, which may have left the board since.
    """
    found: dict[str, list[str]] = {}
    for id in ids:
        known = roll.get(id)
        found.setdefault(known.schiera if known and known.schiera else id, []).append(id)
    for alike in found.values():
        known = roll.get(alike[0])
        if known is None:
            yield alike[0].upper(), tuple(alike)
        elif not known.schiera:
            yield _sided_name(known.troop, known.kind, alike[0]), tuple(alike)
        else:
            letters = letter(known.schiera)
            whole = len(alike) == len(known.together)
            labels = [letters] if whole else [f"{letters}{roll[id].number}" for id in alike]
            yield units_title(known.troop, labels), tuple(alike)


def _sided_name(troop: str, kind: str, id: str) -> str:
    return owned_name(
        troop, kind if troop in COMMANDERS else "", "rome" if id.startswith("r") else "carthage"
    )


def name_awaited(seen: ReadersBoard, waits: Iterable[Any]) -> list[Any]:
    """Return the pending decisions with piece ids replaced by names."""
    return [
        replace(one, text=with_names(seen, one.text), default=with_names(seen, one.default)) for one in waits
    ]
