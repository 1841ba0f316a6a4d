"""The fort that Byzantium can build at any time in its segment, even during a march (6.54)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from campaigns.justinian.rules.state.control import controllers, record_control
from campaigns.justinian.rules.state.handler import Pass, not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import ByzantineSegment
from campaigns.justinian.rules.state.state import BYZANTIUM
from campaigns.justinian.rules.state.tables import EXPENSES
from engine.frames import Ask, Frame
from engine.game import Choice, Option, Pick
from engine.values import dataclass, replace
from kit.rules.decisions import Action, Event, refuse


@dataclass(frozen=True)
class LateFort(Frame):
    """The decision, after a segment's action, whether to build the segment's fort (6.54)."""


@dataclass(frozen=True)
class BuildFort(Action):
    province: str


@dataclass(frozen=True)
class FortLater(Action):
    """Postpone this segment's fort until after the segment's action (6.54)."""


@dataclass(frozen=True)
class FortBuilt(Event):
    province: str


def fort_places(pos: Position) -> tuple[str, ...]:
    """Return the provinces where a fort can be built (6.54). They must be controlled by Byzantium and have
    neither City nor Fort. There are none if no fort counter is left.
    """
    if len(pos.state.forts) >= pos.scn.counters.built_forts:
        return ()
    held = controllers(pos.scn, pos.state)
    return tuple(
        p.id
        for p in pos.scn.provinces.values()
        if not p.is_city and not p.fort and p.id not in pos.state.forts and held[p.id] == BYZANTIUM
    )


def choices(pos: Position) -> list[Choice]:
    """Return the choices to build this segment's fort now, or to decide after the action."""
    segment = pos.in_progress(ByzantineSegment)
    built = _fort_choices(pos)
    if not built or segment is None:
        return built
    if segment.later:
        return [replace(choice, facts={"later": True}) for choice in built]
    return [*built, Choice("fort_later", rule="6.54")]


def _fort_choices(pos: Position) -> list[Choice]:
    segment = pos.in_progress(ByzantineSegment)
    if segment is None or segment.fort or pos.state.gold < EXPENSES["fort"]:
        return []
    places = tuple(Option(p) for p in fort_places(pos))
    return [Choice("build_fort", fields=(Pick("province", places),), rule="6.54")] if places else []


def build(play: Play, action: BuildFort) -> None:
    segment = play.state.in_progress(ByzantineSegment)
    if segment is None:
        not_now(action)
        return
    if segment.fort:
        refuse("6.54", "one_fort_a_segment")
    if action.province not in fort_places(play.pos):
        refuse("6.54", "no_fort_there", province=action.province)
    play.spend(EXPENSES["fort"], "fort", "6.54")
    play.set(forts=play.state.forts | {action.province})
    play.tell(FortBuilt(action.province))
    record_control(play, action.province)
    play.amend(ByzantineSegment, fort=True)


def postpone_fort(play: Play, action: FortLater) -> None:
    segment = play.state.in_progress(ByzantineSegment)
    if segment is not None and segment.fort:
        refuse("6.54", "one_fort_a_segment")
    if all(choice.kind != "fort_later" for choice in choices(play.pos)):
        not_now(action)
    play.amend(ByzantineSegment, later=True)


DO: dict[type, Callable[[Play, Any], None]] = {BuildFort: build, FortLater: postpone_fort}


def offer_late_fort(play: Play, segment: ByzantineSegment) -> bool:
    """Offer the postponed fort if it can be built, and return whether it was offered."""
    if not segment.later or not _fort_choices(play.pos):
        return False
    play.swap(replace(segment, later=False))
    play.push(LateFort())
    return True


@handler(LateFort)
class LateFortHandler(FrameHandler):
    def ask(self, pos: Position, frame: LateFort) -> Ask:
        return Ask(BYZANTIUM, "late_fort", Pass(), "6.54", {"gold": pos.state.gold})

    def choices(self, pos: Position, frame: LateFort) -> tuple[Choice, ...]:
        return (*_fort_choices(pos), Choice("pass", rule="6.54"))

    def answer(self, play: Play, frame: LateFort, action: Action) -> None:
        if isinstance(action, BuildFort):
            build(play, action)
        elif not isinstance(action, Pass):
            not_now(action)
        play.pop()
