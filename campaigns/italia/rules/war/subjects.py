"""Submission and revolt (12.5, 12.6)."""

from __future__ import annotations

from campaigns.italia.rules.scenario.types import Arrival, Submits
from campaigns.italia.rules.state.play import FRAMES, Offered, Play, bounty
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.progress import GameRound
from campaigns.italia.rules.state.state import State
from engine.frames import Ask, Frame
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, Event


@dataclass(frozen=True)
class Submitted(Event):
    nation: str
    overlord: str


@dataclass(frozen=True)
class SubmissionEnded(Event):
    """A submission ended. ``why``: revolt, overlord_gone or other_overlord."""

    nation: str
    overlord: str
    why: str


def terms(pos: Position, nation: str, overlord: str) -> Submits | None:
    """Return the terms on which a nation can submit to another in this round, or None."""
    return next(
        (s for s in pos.nation(nation).submits if s.to == overlord and s.first <= pos.state.round <= s.last),
        None,
    )


def must_submit(pos: Position, nation: str, attacker: str) -> bool:
    """Return whether a nation attacked on land has so few areas that it submits before any die is rolled."""
    found = terms(pos, nation, attacker)
    return found is not None and len(pos.areas_of(nation)) <= found.must


def may_submit(pos: Position, nation: str, attacker: str) -> bool:
    found = terms(pos, nation, attacker)
    return found is not None and len(pos.areas_of(nation)) <= found.may


def submit(play: Play, nation: str, overlord: str) -> None:
    """Make a nation submit to an overlord, who replaces any former one. The caller must push
    :class:`campaigns.italia.rules.combat.retreats.Flight` frames, which make the overlord's units leave
    the subject's areas.
    """
    before = play.pos.holdings(nation).overlord
    if before:
        play.tell(SubmissionEnded(nation, before, "other_overlord"))
    play.hold(nation, overlord=overlord, since=play.state.round)
    play.tell(Submitted(nation, overlord))
    play.score(overlord, bounty(play, overlord, "subjugate"), "subjugate", nation)


def set_free(play: Play, nation: str, why: str) -> None:
    overlord = play.pos.holdings(nation).overlord
    if overlord:
        play.hold(nation, overlord="", since=0)
        play.tell(SubmissionEnded(nation, overlord, why))


def free_orphaned_subjects(play: Play) -> None:
    """Free the subjects of every overlord that is out of the game for good. Such an overlord has no pieces on
    the map and no reinforcements to come.
    """
    now, before = play.state, play.watched
    if before is now:
        return
    play.watched = now
    if before is not None and _is_unchanged(before, now):
        return
    subjects = [(nation, has.overlord) for nation, has in now.nations.items() if has.overlord]
    for nation, overlord in subjects:
        if not play.pos.alive(overlord) and not has_reinforcements(play.pos, overlord):
            set_free(play, nation, "overlord_gone")


def _is_unchanged(before: State, now: State) -> bool:
    """Return whether nothing changed that could eliminate a nation."""
    return (
        before.units is now.units
        and before.leaders is now.leaders
        and before.nations is now.nations
        and before.round == now.round
    )


def has_reinforcements(pos: Position, nation: str) -> bool:
    """Return whether the nation has reinforcements to come, in this round or later."""
    return any(
        a.nation == nation and (a.round > pos.state.round or _is_due_today(pos, a)) for a in pos.scn.arrivals
    )


def _is_due_today(pos: Position, a: Arrival) -> bool:
    frame = pos.state.in_progress(GameRound)
    if frame is None or a.round != pos.state.round:
        return False
    return a.timing == "end_of_round" or (a.timing == "placement_phase" and a.nation in frame.left)


# --- revolts on which a nation decides ----------------------------------------------------------------------


@dataclass(frozen=True)
class MayRevolt(Frame):
    nation: str
    against: str


@dataclass(frozen=True)
class RiseUp(Action):
    """Revolt against the overlord."""


@dataclass(frozen=True)
class StayLoyal(Action):
    """Remain a subject of the overlord."""


@FRAMES.handler(MayRevolt)
class _MayRevolt(Offered):
    def advance(self, play: Play, frame: MayRevolt) -> bool:
        if play.pos.holdings(frame.nation).overlord == frame.against:
            return False
        play.pop()
        return True

    def ask(self, pos: Position, frame: MayRevolt) -> Ask:
        facts = {"against": frame.against}
        return Ask(pos.seat(frame.nation), "revolt", StayLoyal(), "12.6", facts, frame.nation)

    def choices(self, pos: Position, frame: MayRevolt) -> Choices:
        facts = {"nation": frame.nation, "against": frame.against}
        return (Choice("rise_up", rule="12.6", facts=facts), Choice("stay_loyal", rule="12.6", facts=facts))

    def execute(self, play: Play, frame: MayRevolt, action: Action) -> None:
        play.pop()
        if isinstance(action, RiseUp):
            set_free(play, frame.nation, "revolt")


def resolve_revolts(play: Play, when: str, nation: str = "", leader: str = "") -> None:
    """Resolve the revolts due at ``when``. Automatic revolts happen at once. If a revolt is optional, let the
    nation decide. ``nation``: the only nation that can revolt, or "" for all. ``leader``: the leader whose
    arrival permits the revolt, or "".
    """
    for card in play.scn.nations.values():
        for revolt in card.revolts:
            fits = revolt.when == when and revolt.round == play.state.round and revolt.leader == leader
            if not fits or (nation and card.id != nation):
                continue
            if play.pos.holdings(card.id).overlord != revolt.against:
                continue
            if when in ("start_of_round", "at_arrival"):
                set_free(play, card.id, "revolt")
            else:
                play.push(MayRevolt(card.id, revolt.against))


def may_revolt_near(pos: Position, leader: str) -> tuple[MayRevolt, ...]:
    """Return the revolts to decide now, because the leader is in or next to an area that the revolting nation
    holds (13.2).
    """
    here = pos.leader_at(leader)
    if not here or pos.scn.is_sea(here):
        return ()
    around = {here} | pos.scn.board.adjacent_areas(here)
    return tuple(
        MayRevolt(card.id, revolt.against)
        for card in pos.scn.nations.values()
        for revolt in card.revolts
        if (revolt.when, revolt.leader, revolt.round) == ("near_leader", leader, pos.state.round)
        and pos.holdings(card.id).overlord == revolt.against
        and any(pos.holds(card.id, area) for area in around)
    )
