"""Carry out the consequences of a combat or shot on the board, in order (section "results")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from battles.dba.rules.board import flights, garrisons, recoils
from battles.dba.rules.board.recoils import Change
from battles.dba.rules.board.turning import Response, respond
from battles.dba.rules.consequences import Consequence
from battles.dba.rules.field import touch
from battles.dba.rules.field.position import Position
from battles.dba.rules.table.actions import Stance
from engine.values import dataclass

GONE: Final = ("destroyed", "surrender")


@dataclass(frozen=True)
class Aftermath:
    """The position after a combat or shot, each change in order, and the elements that turned to face a
    pursuer.
    """

    position: Position
    changes: tuple[Change, ...]
    turned: tuple[Response, ...] = ()


def follow(
    position: Position,
    pair: tuple[str, str],
    stances: tuple[Stance, Stance],
    consequences: Sequence[Consequence],
) -> Aftermath:
    """Carry out the consequences of a combat or shot between two elements. ``stances``: what was known about
    each of the two before the combat.
    """
    before, done = position, list[Change]()
    turned: tuple[Response, ...] = ()
    for one in consequences:
        side = 0 if one.side == "a" else 1
        name, stance, foe = pair[side], stances[side], pair[1 - side]
        if one.code in GONE:
            victims = {
                "element": (name,),
                "behind": (stance.behind,),
                "met": (stance.met,),
                "struck": stances[1 - side].struck,
            }[one.who]
            beaten = one.who == "element" and one.rule.startswith("results")
            position = _lose(position, victims, "" if beaten else one.cause or one.code, done)
        elif one.code == "recoil" and one.who == "element":
            position = _add(recoils.recoil(position, name), done)
        elif one.code == "recoil" and one.who == "flankers":
            for helper in _flankers(before, name, foe):
                if helper in position.elements:
                    position = _add(flanker_recoils(position, helper), done)
        elif one.code == "flee" and name in position.elements:
            position = _add(flights.flee(position, name), done)
        elif one.code == "pursue" and one.who == "element" and name in position.elements:
            supported = any(c.code == "pursue" and c.who == "behind" for c in consequences)
            who = (name, stance.behind) if supported and stance.behind in position.elements else (name,)
            position = _add(flights.pursue(position, who, position.base(name).deep), done)
            position, turned = respond(position, who[:1])
        elif one.code == "occupy" and name in position.elements:
            position = _occupy(position, name, one.cause, done)
    return Aftermath(position, tuple(done), turned)


def _add(result: recoils.CompletedRecoil, done: list[Change]) -> Position:
    done += result.changes
    return result.position


def _lose(position: Position, names: Sequence[str], cause: str, done: list[Change]) -> Position:
    for name in names:
        if name in position.elements:
            done.append(Change("dies", name, cause=cause))
            position = position.remove_elements(name)
    return position


def _flankers(position: Position, name: str, foe: str) -> Iterator[str]:
    """Yield the loser's friends whose fronts were in contact with its enemy's flank or rear (L364)."""
    if foe not in position.elements or position.elements[foe].inside:
        return
    seat = position.elements[name].seat if name in position.elements else ""
    for other in touch.flank_enemies(position, foe):
        if position.elements[other].seat == seat:
            yield other


def flanker_recoils(position: Position, name: str) -> recoils.CompletedRecoil:
    """Carry out the recoil of a friend of a defeated element. The friend can die as in any recoil, for
    example because an enemy's front is on its flank or rear (L364, L397).
    """
    if touch.flank_enemies(position, name):
        return recoils.CompletedRecoil(
            position.remove_elements(name), (Change("dies", name, cause="enemy_on_flank"),), "enemy_on_flank"
        )
    return recoils.recoil(position, name)


def _occupy(position: Position, name: str, what: str, done: list[Change]) -> Position:
    """Return the position after the winner of an assault has moved into the camp or built-up area (L401)."""
    place = next(
        (
            place
            for place, outline in position.areas
            if touch.is_against(position.base(name), outline) and place.startswith(what)
        ),
        "",
    )
    if not place:
        return position
    done.append(Change("enters", name, position.base(name), place))
    return garrisons.enter(position, name, place)
