"""The fort that may be built in a Byzantine segment, at any moment of it, also on the march (6.54)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from campaigns.justinian.rules.ground.control import controllers, note
from campaigns.justinian.rules.ground.duty import Pass, not_now
from campaigns.justinian.rules.ground.play import Play, Table, refuse
from campaigns.justinian.rules.ground.progress import ByzantineSegment
from campaigns.justinian.rules.ground.registry import Action, Ask, Duty, Event, Frame, duty
from campaigns.justinian.rules.ground.state import BYZANTIUM, State, in_progress
from campaigns.justinian.rules.ground.tables import EXPENSES
from engine.game import Choice, Option, Pick


@dataclass(frozen=True)
class LateFort(Frame):
    """The action of a Byzantine segment is over; its fort may still be built (6.54)."""


@dataclass(frozen=True)
class BuildFort(Action):
    province: str


@dataclass(frozen=True)
class FortLater(Action):
    """The fort of this segment is asked for when its action is over (6.54)."""


@dataclass(frozen=True)
class FortBuilt(Event):
    province: str


def fort_places(table: Table, state: State) -> tuple[str, ...]:
    """Controlled, no City, no Fort, while counters last (6.54)."""
    if len(state.forts) >= table.scn.counters.built_forts:
        return ()
    held = controllers(table.scn, state)
    return tuple(
        p.id
        for p in table.scn.provinces.values()
        if not p.is_city and not p.fort and p.id not in state.forts and held[p.id] == BYZANTIUM
    )


def choices(table: Table, state: State) -> list[Choice]:
    """Once in a segment; whoever wants to see first what comes of his action may ask for it afterwards."""
    segment = in_progress(state, ByzantineSegment)
    built = _built(table, state)
    if not built or segment is None:
        return built
    if segment.later:
        return [replace(choice, facts={"later": True}) for choice in built]
    return [*built, Choice("fort_later", rule="6.54")]


def _built(table: Table, state: State) -> list[Choice]:
    segment = in_progress(state, ByzantineSegment)
    if segment is None or segment.fort or state.gold < EXPENSES["fort"]:
        return []
    places = tuple(Option(p) for p in fort_places(table, state))
    return [Choice("build_fort", fields=(Pick("province", places),), rule="6.54")] if places else []


def build(play: Play, action: BuildFort) -> None:
    segment = in_progress(play.state, ByzantineSegment)
    if segment is None:
        not_now(action)
        return
    if segment.fort:
        refuse("6.54", "one_fort_a_segment")
    if action.province not in fort_places(play.table, play.state):
        refuse("6.54", "no_fort_there", province=action.province)
    play.spend(EXPENSES["fort"], "fort", "6.54")
    play.set(forts=play.state.forts | {action.province})
    play.tell(FortBuilt(action.province))
    note(play, action.province)
    play.amend(ByzantineSegment, fort=True)


def put_off(play: Play, action: FortLater) -> None:
    segment = in_progress(play.state, ByzantineSegment)
    if segment is not None and segment.fort:
        refuse("6.54", "one_fort_a_segment")
    if all(choice.kind != "fort_later" for choice in choices(play.table, play.state)):
        not_now(action)
    play.amend(ByzantineSegment, later=True)


DO: dict[type, Callable[[Play, Any], None]] = {BuildFort: build, FortLater: put_off}


def asked_late(play: Play, segment: ByzantineSegment) -> bool:
    """Ask for the fort that was put off, if it can be built: nobody else is kept waiting by the question."""
    if not segment.later or not _built(play.table, play.state):
        return False
    play.swap(replace(segment, later=False))
    play.push(LateFort())
    return True


@duty(LateFort)
class LateFortDuty(Duty):
    def ask(self, table: Table, state: State, frame: LateFort) -> Ask:
        return Ask(BYZANTIUM, "late_fort", Pass(), "6.54", {"gold": state.gold})

    def choices(self, table: Table, state: State, frame: LateFort) -> tuple[Choice, ...]:
        return (*_built(table, state), Choice("pass", rule="6.54"))

    def answer(self, play: Play, frame: LateFort, action: Action) -> None:
        if isinstance(action, BuildFort):
            build(play, action)
        elif not isinstance(action, Pass):
            not_now(action)
        play.pop()
