"""The end of the game, and the winner (10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from campaigns.justinian.rules.state.control import controllers, lazica_lost, prefectures_held
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM
from engine.game import Outcome, won_by
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class TurnEnded(Event):
    turn: int
    prefectures: tuple[str, ...]
    lazica_lost: bool


@dataclass(frozen=True)
class GameEnded(Event):
    winner: str
    reason: str
    scores: Mapping[str, int] = field(default_factory=dict)


def scores(pos: Position) -> dict[str, int]:
    """Return how many prefectures ("prefectures") and provinces ("provinces") Byzantium controls."""
    held = controllers(pos.scn, pos.state)
    return {
        "prefectures": len(prefectures_held(pos.scn, held)),
        "provinces": sum(1 for p in pos.scn.provinces.values() if p.counts and held[p.id] == BYZANTIUM),
    }


def byzantium_wins(pos: Position) -> bool:
    """Return whether Byzantium controls all five prefectures and no barbarian army is in Lazica (10.21)."""
    held = prefectures_held(pos.scn, controllers(pos.scn, pos.state))
    return len(held) == len(pos.scn.prefectures) and not lazica_lost(pos.state)


def end_of_turn(play: Play) -> bool:
    """Resolve phase D, and return whether the game is over (10.1)."""
    held = prefectures_held(play.scn, controllers(play.scn, play.state))
    play.tell(TurnEnded(play.state.turn, held, lazica_lost(play.state)))
    if byzantium_wins(play.pos):
        finish(play, "all_prefectures")
    elif play.state.turn >= play.scn.last_turn:
        finish(play, "last_turn")
    return bool(play.state.ended)


def finish(play: Play, reason: str) -> None:
    """End the game and clear the stack."""
    winner = BYZANTIUM if byzantium_wins(play.pos) else BARBARIAN
    play.set(ended=reason, victor=winner, stack=())
    play.tell(GameEnded(winner, reason, scores(play.pos)))


def outcome(pos: Position) -> Outcome | None:
    if not pos.state.ended:
        return None
    rule = {"all_prefectures": "10.21", "epidemic": "10.1"}.get(pos.state.ended, "10.22")
    return Outcome(won_by(pos.state.victor), pos.state.ended, rule, scores(pos))
