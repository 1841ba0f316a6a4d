"""Entries of the chronicle in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games import plugins
from games.generic import WORDING
from games.models import Game

if TYPE_CHECKING:
    from games.pages import Place, Scene


@dataclass(frozen=True)
class Die:
    """A die of the chronicle, its purpose in words."""

    face: int
    sides: int
    source: str
    purpose: str
    rule: str


@dataclass(frozen=True)
class Told:
    """An entry in words."""

    seq: int
    place: Place | None
    who: str
    reason: str
    created_at: Any
    lines: tuple[str, ...]
    dice: tuple[Die, ...]
    kind: str
    undone: bool
    back_to: int | None = None
    silent: bool = False  # nothing came of it, for anybody
    why: str = ""  # of a rewind: the reason given
    heading: str = ""  # the turn, where it is another one than that of the entry told before


def told(at: Scene, entries: Sequence[Any]) -> tuple[Told, ...]:
    """Chronicle lines in words."""
    wording = plugins.wording(at.game.system)
    scenario = at.game.scenario
    before = [None, *(line.turn for line in entries)]
    return tuple(
        Told(
            line.seq,
            at.place(line.seat) if line.seat else None,
            line.actor,
            line.reason,
            line.created_at,
            tuple(text for event in line.events if (text := wording.event(event, scenario))),
            tuple(
                Die(
                    r["face"], r["sides"], r.get("source", ""), wording.throw(r["purpose"]), r.get("rule", "")
                )
                for r in line.rolls
            ),
            line.kind,
            line.undone,
            line.back_to,
            line.silent,
            line.why,
            turn_name(at.game, line.turn) if line.turn is not None and line.turn != last else "",
        )
        for line, last in zip(entries, before, strict=False)
    )


def turn_name(game: Game, number: int) -> str:
    """A turn as the system calls it."""
    named = getattr(plugins.wording(game.system), "turn", WORDING.turn)
    return named(number, game.scenario)
