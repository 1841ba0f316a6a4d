"""The choice of edges. Each side draws a sword card, and the side with more swords chooses its edge (L25,
L39).
"""

from __future__ import annotations

from collections.abc import Mapping

from battles.schiere.rules.board.ground import EDGES
from battles.schiere.rules.board.play import FRAMES, Offered, Play
from battles.schiere.rules.board.position import Position, foe
from battles.schiere.rules.board.troops import SEATS
from battles.schiere.rules.cards import swords
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event

RULE = "sides"


@dataclass(frozen=True)
class ChooseEdge(Action):
    """Choose the edge of the board from which the army enters."""

    edge: str


@dataclass(frozen=True)
class EdgesDrawn(Event):
    """Both sides have drawn cards for the choice of edges. ``chooser`` is the side that chooses."""

    cards: Mapping[str, str]
    chooser: str


@dataclass(frozen=True)
class EdgeChosen(Event):
    """Both sides have their edges. ``seat`` chose, and ``edges`` lists each side's edge."""

    seat: str
    edges: Mapping[str, str]


@dataclass(frozen=True)
class ChoosingEdge(Frame):
    """A side chooses its edge. ``chooser`` is the side that drew more swords, or "" before the draw."""

    chooser: str = ""


@FRAMES.handler(ChoosingEdge)
class _ChoosingEdge(Offered):
    def advance(self, play: Play, frame: ChoosingEdge) -> bool:
        if frame.chooser:
            return False
        cards = play.draw_cards("side", RULE)
        while swords(cards[SEATS[0]]) == swords(cards[SEATS[1]]):
            cards = play.draw_cards("side", RULE)
        chooser = max(SEATS, key=lambda seat: swords(cards[seat]))
        play.tell(EdgesDrawn(dict(cards), chooser))
        play.swap(frame.but(chooser=chooser))
        return True

    def ask(self, pos: Position, frame: ChoosingEdge) -> Ask:
        return Ask(frame.chooser, "choose_edge", ChooseEdge(EDGES[0]), RULE)

    def choices(self, pos: Position, frame: ChoosingEdge) -> Choices:
        return (Choice("choose_edge", {}, (Pick("edge", tuple(Option(e) for e in EDGES)),), RULE),)

    def execute(self, play: Play, frame: ChoosingEdge, action: ChooseEdge) -> None:
        play.pop()
        other = next(edge for edge in EDGES if edge != action.edge)
        edges = {frame.chooser: action.edge, foe(frame.chooser): other}
        for seat, edge in edges.items():
            play.change_side(seat, edge=edge)
        play.tell(EdgeChosen(frame.chooser, edges))
