"""Movement of leaders by their own order or the overall commander's (4.23, 4.4, 4.61, 6.14)."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from battles.cataphract.rules.battle.ordering import Ordering
from battles.cataphract.rules.battle.play import ActionHandler, MapPlay, Offered
from battles.cataphract.rules.battle.position import OVERALL, MapField, hex_of, name_of
from battles.cataphract.rules.field.costs import step_cost
from battles.cataphract.rules.field.pieces import Piece
from battles.cataphract.rules.sheet.play.play import FRAMES
from battles.cataphract.rules.sheet.units.orders import orders_left
from battles.cataphract.rules.unit import Unit
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.grid.hexes import Hex
from kit.rules.decisions import Action, handles, pick, refuse

ALLOWANCE: Final = 9  # the movement allowance of every leader (4.1)
HORSE: Final = Unit("LC", 5)  # leaders move as cavalry (6.15)


@dataclass(frozen=True)
class Riding(Frame):
    """A leader has an order to move. ``orders``: the number of Individual Orders that the move costs."""

    leader: str
    orders: int


@dataclass(frozen=True)
class OrderLeader(Action):
    """Order a leader to move (4.23, 4.4)."""

    leader: str


@dataclass(frozen=True)
class Ride(Action):
    """Move the leader to a hex. Staying in place costs no order."""

    to: str


def why_no_ride(pos: MapField, leader: str) -> str:
    """Return the reason code if a leader cannot be ordered to move now, or "" if they can."""
    phase = pos.state.phase
    if phase is None or phase.line or phase.fought:
        return "segment_over" if phase is not None else "nobody_active"
    if leader not in pos.living_leaders(phase.seat) or leader not in pos.board.posts:
        return "no_such_leader"
    if phase.lines:
        return "line_gives_no_such_order"
    overall = pos.chief(phase.leader).rank == OVERALL
    if leader != phase.leader:
        if not overall or pos.chief(leader).rank == OVERALL or pos.superior(leader) != phase.leader:
            return "not_the_overall_commander"
        if leader in pos.board.sent:
            return "ordered_already"
        if pos.post(leader) not in pos.command_range:
            return "out_of_command_range"
    elif pos.is_pinned(leader) and not overall:
        return "leader_in_a_zone"
    if not _mp_left(pos, leader):
        return "no_mp_left"
    return "" if orders_left(pos) >= count_orders_needed(pos, leader) else "no_orders_left"


def count_orders_needed(pos: MapField, leader: str) -> int:
    """Return the number of Individual Orders that a leader's move costs.

    Moving another leader out of an enemy zone costs two (4.4).
    """
    phase = pos.state.phase
    other = phase is not None and leader != phase.leader
    return 2 if other and pos.is_pinned(leader) else 1


def _mp_left(pos: MapField, leader: str) -> int:
    return ALLOWANCE - pos.board.rides.get(leader, 0)


def destinations(pos: MapField, leader: str) -> dict[Hex, int]:
    """Return the hexes that a leader can reach, each with its cost in movement points (4.61, 6.64)."""
    seat, start = pos.chief(leader).seat, pos.post(leader)
    field, ground = pos.battlefield, pos.setting.ground
    horse = Piece(leader, seat, HORSE, ALLOWANCE, start, 0)

    found, queue, most = {start: 0}, [(0, start)], _mp_left(pos, leader)
    while queue:
        spent, here = heappop(queue)
        if spent > found[here] or (here != start and field.holders(seat, here)):
            continue  # leaders stop on entering a zone
        for at in here.neighbours():
            if not ground.open_to(here, at) or field.enemies_at(seat, at):
                continue
            friend = bool(pos.units_in(seat, at))
            if field.holders(seat, at) and not friend:
                continue
            total = spent + step_cost(ground, horse, here, at).mp + friend
            if total <= most and total < found.get(at, most + 1):
                found[at] = total
                heappush(queue, (total, at))
    del found[start]
    return dict(sorted(found.items()))


@handles(Ordering)
class _OrderLeader(ActionHandler):
    action = OrderLeader

    def list_choices(self, pos: MapField, frame: Ordering) -> Choices:
        phase = pos.state.phase
        able = [] if phase is None else [u for u in pos.living_leaders(phase.seat) if not why_no_ride(pos, u)]
        return (Choice("order_leader", {}, (pick("leader", able),), rule="4.23"),) if able else ()

    def check(self, pos: MapField, frame: Ordering, action: OrderLeader) -> None:
        if why := why_no_ride(pos, action.leader):
            refuse("4.23" if why != "not_the_overall_commander" else "4.4", why, leader=action.leader[:40])

    def execute(self, play: MapPlay, frame: Ordering, action: OrderLeader) -> None:
        play.push(Riding(action.leader, count_orders_needed(play.pos, action.leader)))


@FRAMES.handler(Riding)
class _Riding(Offered):
    def ask(self, pos: MapField, frame: Riding) -> Ask:
        stay = Ride(pos.board.posts[frame.leader])
        return Ask(pos.chief(frame.leader).seat, "ride", stay, "4.23", {"leader": frame.leader})

    def choices(self, pos: MapField, frame: Riding) -> Choices:
        here = pos.board.posts[frame.leader]
        found = destinations(pos, frame.leader)
        picks = (Option(here, usual=True), *(Option(name_of(at), {"mp": mp}) for at, mp in found.items()))
        return (Choice("ride", {}, (Pick("to", picks),), rule="4.23"),)

    def objection(self, pos: MapField, frame: Riding, action: Action) -> None:
        if isinstance(action, Ride):
            refuse("4.61", "leader_cannot_reach", leader=frame.leader, hex=action.to[:8])

    def execute(self, play: MapPlay, frame: Riding, action: Ride) -> None:
        pos, phase = play.pos, play.state.phase
        assert phase is not None
        play.pop()
        if action.to == pos.board.posts[frame.leader]:
            return
        spent = destinations(pos, frame.leader)[hex_of(action.to)]
        rides = {**pos.board.rides, frame.leader: pos.board.rides.get(frame.leader, 0) + spent}
        sent = pos.board.sent if frame.leader == phase.leader else (*pos.board.sent, frame.leader)
        play.chart(rides=rides, sent=sent)
        play.set(phase=phase.but(orders=phase.orders + frame.orders, used=True))
        play.ride(frame.leader, action.to, "order")
