"""Show the events of a battle as motion on the board: marches, blows, shots and losses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext as _

from battles.schiere.pages import duel_risk, naming, words
from battles.schiere.pages.board import unit
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.rules.shooting.shooters import shot_at
from battles.schiere.rules.shooting.shot import damages
from engine.game import Facts
from games.motion.values import BattleShown, Milestone, Motion, PieceMove, Spot
from kit.grid.square import Square
from maps.squares import points

UNLIKELY: Final = 0.2  # a loss to a shot or in a duel is a milestone if its chance was no higher than this
NOWHERE: Final[Mapping[int, ReadersBoard]] = MappingProxyType({})


def felling_chance(stood: ReadersBoard, e: Facts) -> float | None:
    """Return the chance that a shot does at least the damage it did, over all draws. Return None if the shot
    did not damage its target, or if its pieces are unknown.
    """
    pos, target = stood.pos, str(e["target"])
    known = {target, *e["units"]} <= pos.state.pieces.keys()
    if not known or e["hurt"] != target or not e["damage"]:
        return None
    hits = damages(shot_at(pos, e["units"], target))
    much: int = e["damage"]
    return sum(one.damage >= much for one in hits) / len(hits)


def places(seen: ReadersBoard) -> dict[str, Spot]:
    """Return every square of the board as a spot of the map."""
    found = points(seen.pos.ground.board)
    return {at: Spot(at, *found[at]) for at in seen.pos.ground.squares}


def motions(
    entries: Sequence[Sequence[Facts]],
    seen: ReadersBoard,
    seat: str | None,
    said: Callable[[Facts], str],
    stood: Mapping[int, ReadersBoard] = NOWHERE,
) -> list[list[Motion]]:
    """Return the motions of each entry; see games.contract.Page. ``seen``: the board before the first entry.
    ``seat``: the reader's side, or None. ``said``: a function that turns an event into words. ``stood``: the
    boards before some of the entries, by index.
    """
    squares = seen.pos.ground.places
    at = {id: str(piece["at"]) for id, piece in seen.view["pieces"].items() if piece["at"] in squares}
    telling = _MotionReader(
        seen, seat, said, at, {id: piece["seat"] for id, piece in seen.view["pieces"].items()}
    )
    found = []
    for number, events in enumerate(entries):
        telling.stood, telling.shots = stood.get(number), 0
        telling.lost = {str(e["piece"]) for e in events if e["kind"] == "piece_lost"}
        found.append([one for event in events for one in telling.of(event)])
    return found


@dataclass
class _MotionReader:
    """A reader that turns events into motions, in sequence. It tracks the square of each piece (``at``),
    because most events name only pieces.
    """

    seen: ReadersBoard
    seat: str | None
    said: Callable[[Facts], str]
    at: dict[str, str] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)  # the side of each piece
    stood: ReadersBoard | None = None
    shots: int = 0  # how many shots this entry has fired so far
    lost: set[str] = field(default_factory=set)  # pieces lost in this entry
    # each side's chance of losing its unit in the duel in progress
    duel: Mapping[str, float] = field(default_factory=dict)

    def of(self, e: Facts) -> Iterator[Motion]:
        teller = TELLERS.get(e["kind"])
        if teller is not None:
            yield from teller(self, e)

    def _text(self, e: Facts) -> str:
        return naming.with_names(self.seen, self.said(e), squares=False)

    def _name(self, id: str) -> str:
        if id in self.seen.pieces:
            return unit(self.seen, id)
        return naming.with_arrival_names(lambda: self.seen.roll, id.upper())

    def _sign(self, id: str) -> tuple[str, str]:
        flag = self.seen.flags.get(self.seats.get(id, ""))
        return (flag.mark, flag.colour) if flag else ("", "")

    # --- movement ---

    def tell_deployment(self, e: Facts) -> Iterator[Motion]:
        self.at.update(zip(e["pieces"], e["squares"], strict=False))
        self.seats.update(dict.fromkeys(e["pieces"], e["seat"]))
        return iter(())

    def tell_shift(self, e: Facts) -> Iterator[Motion]:
        for id, square in zip(e["units"], e["squares"], strict=False):
            yield from self._step(id, (self.at.get(id, ""), square))

    def tell_march(self, e: Facts) -> Iterator[Motion]:
        way, units = tuple(e["way"]), e["units"]
        if not way:  # the units turn in place
            return
        lead = next((id for id in units if self.at.get(id) == way[0]), units[0])
        for id in units:
            if id != lead and id in self.at:
                self.at[id] = _square_along(self.at[id], way[0], way[-1])
        yield from self._step(lead, way)

    def tell_retreat(self, e: Facts) -> Iterator[Motion]:
        yield from self._step(e["unit"], (e["origin"], e["to"]))

    def _step(self, id: str, way: tuple[str, ...]) -> Iterator[Motion]:
        self.at[id] = way[-1]
        if len(way) > 1 and way[0] and way[0] != way[-1]:
            yield PieceMove(self._name(id), way, *self._sign(id))

    # --- combat ---

    def tell_blow(self, e: Facts) -> Iterator[Motion]:
        title = f"{self._name(e['attacker'])} – {self._name(e['defender'])}"
        cards = tuple(str(words.card(one)) for one in e["cards"])
        if e["number"] == 1:
            self.duel = duel_risk.losing(self.stood, e) if self.stood is not None else {}
        yield BattleShown(self.at.get(e["defender"], ""), title, cards, self._text(e))

    def tell_duel_end(self, e: Facts) -> Iterator[Motion]:
        self.duel = {}
        return iter(())

    def tell_shot(self, e: Facts) -> Iterator[Motion]:
        title = f"{self._name(e['units'][0])} – {self._name(e['target'])}"
        yield BattleShown(self.at.get(e["target"], ""), title, (), self._text(e), *self._sign(e["units"][0]))
        self.shots += 1
        counts = self.stood is not None and self.shots == 1 and e["target"] in self.lost
        chance = felling_chance(self.stood, e) if self.stood is not None and counts else None
        if chance is not None and chance <= UNLIKELY:
            said = _("Against the odds: %(unit)s brought down by a shot, %(percent)s%%")
            facts = {"unit": self._name(e["target"]), "percent": _percent(chance)}
            yield Milestone(said % facts, self.at.get(e["target"], ""), self._good(e["target"]))

    def _good(self, fallen: str) -> bool:
        return self.seat is None or self.seats.get(fallen) != self.seat

    def tell_loss(self, e: Facts) -> Iterator[Motion]:
        yield Milestone(self._text(e), e["at"], e["seat"] != self.seat)
        chance = self.duel.get(e["piece"])
        if chance is not None and chance <= UNLIKELY:
            said = _("Against the odds: %(unit)s lost in a duel, %(percent)s%%")
            facts = {"unit": self._name(e["piece"]), "percent": _percent(chance)}
            yield Milestone(said % facts, e["at"], self._good(e["piece"]))

    def tell_turned_elephants(self, e: Facts) -> Iterator[Motion]:
        text = _("Turned back, out of hand: %(unit)s") % {"unit": self._name(e["unit"])}
        yield Milestone(text, self.at.get(e["unit"], ""), self._good(e["unit"]))

    def tell_run(self, e: Facts) -> Iterator[Motion]:
        yield from self._step(e["unit"], (e["origin"], e["to"]))

    def tell_trophy(self, e: Facts) -> Iterator[Motion]:
        where = str(e.get("at") or self.at.get(e.get("unit", ""), ""))
        yield Milestone(self._text(e), where, self.seat is None or e["seat"] == self.seat)


def _percent(chance: float) -> str:
    return str(round(100 * chance)) if chance >= 0.005 else "<1"


def _square_along(at: str, start: str, goal: str) -> str:
    here, before, after = Square.parse(at), Square.parse(start), Square.parse(goal)
    column, row = here.column + after.column - before.column, here.row + after.row - before.row
    return str(Square(column, row)) if column >= 0 and row >= 0 else at


TELLERS: Final[Mapping[str, Callable[[_MotionReader, Facts], Iterator[Motion]]]] = {
    "deployed": _MotionReader.tell_deployment,
    "formed_up": _MotionReader.tell_shift,
    "shifted": _MotionReader.tell_shift,
    "marched": _MotionReader.tell_march,
    "unit_retreated": _MotionReader.tell_retreat,
    "blow_struck": _MotionReader.tell_blow,
    "shot_fired": _MotionReader.tell_shot,
    "duel_ended": _MotionReader.tell_duel_end,
    "elephants_turned": _MotionReader.tell_turned_elephants,
    "elephants_ran": _MotionReader.tell_run,
    "piece_lost": _MotionReader.tell_loss,
    "camp_taken": _MotionReader.tell_trophy,
    "standard_taken": _MotionReader.tell_trophy,
    "standard_brought_home": _MotionReader.tell_trophy,
}
