"""The position that the rules query: scenario, options, state and the resulting board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from battles.cca.rules.cards import CARDS, Card
from battles.cca.rules.options import Options
from battles.cca.rules.play.state import SEATS, Army, State, Turn
from battles.cca.rules.position import Ground, Position
from battles.cca.rules.scenarios import Scenario
from battles.cca.rules.terrain.board import HEXES, NAMES, Side
from engine.values import cached_property, dataclass
from kit.grid.hexes import Hex
from kit.hand.hands import holdable_kinds

SIDES = {seat: Side(seat) for seat in SEATS}


@dataclass(frozen=True)
class Setting:
    """A scenario with its options."""

    scenario: Scenario
    options: Options = Options()

    @property
    def ground(self) -> Mapping[Hex, Ground]:
        """The terrain of the board, which never changes."""
        return self.scenario.position.ground

    def goal(self, seat: str) -> int:
        """Return the number of banners that a side needs to win (L150)."""
        return self.scenario.goal(SIDES[seat])

    def special(self, rule: str) -> Iterator[Mapping[str, Any]]:
        """Yield the scenario's special rules of one kind."""
        return (one for one in self.scenario.special if one["rule"] == rule)


class Battle:
    """A state of a battle, with the values derived from it."""

    def __init__(self, setting: Setting, state: State) -> None:
        self.setting, self.state = setting, state

    @cached_property
    def board(self) -> Position:
        """The board with every unit and leader."""
        state = self.state
        return Position(
            {HEXES[name]: unit for name, unit in state.units.items()},
            {HEXES[name]: leader for name, leader in state.leaders.items()},
            self.setting.ground,
        )

    @property
    def turn(self) -> Turn:
        """The notes on the current turn."""
        return self.state.turn

    @property
    def side(self) -> Side:
        """The side whose turn it is."""
        return SIDES[self.state.turn.seat]

    @property
    def army(self) -> Army:
        """The army whose turn it is."""
        return self.state.armies[self.state.turn.seat]

    def holdable(self, seat: str) -> tuple[str, ...]:
        """Return the kinds of cards that could be in a side's hand."""
        return holdable_kinds(self.state.armies[seat].hand, self.state.deck)

    @property
    def card(self) -> Card:
        """The card whose orders are carried out this turn. Raises KeyError before a card is played."""
        return CARDS[self.turn.stands_for]

    def banners(self, seat: str) -> int:
        """Return the number of a side's banners, from destroyed enemies and from the scenario (L150-152)."""
        army = self.state.armies[seat]
        return army.fallen + army.extra + self._camps(seat)

    def _camps(self, seat: str) -> int:
        for rule in self.setting.special("camps_held"):
            number = sum(self.state.held.get(name) == seat for name in rule["hexes"])
            return int(rule["banners"][str(number)])
        return 0

    def units_of(self, seat: str) -> tuple[str, ...]:
        """Return the hexes of a side's units, in order."""
        side = SIDES[seat]
        return tuple(sorted(name for name, unit in self.state.units.items() if unit.side is side))

    def leaders_of(self, seat: str) -> tuple[str, ...]:
        """Return the hexes of a side's leaders, in order."""
        side = SIDES[seat]
        return tuple(sorted(name for name, leader in self.state.leaders.items() if leader.side is side))

    def __str__(self) -> str:
        state = self.state
        lines = [f"turn {state.number} of {state.turn.seat}, card {state.turn.card or 'none'}"]
        for seat in SEATS:
            army = state.armies[seat]
            hand = " ".join(card or "?" for card in army.hand)
            lines.append(f"{seat}: {self.banners(seat)} banners, command {army.command}, hand {hand}")
        lines += [f"{type(frame).__name__}: {frame}" for frame in reversed(state.stack)]
        return "\n".join((*lines, str(self.board)))


def hex_names(hexes: Iterator[Hex]) -> tuple[str, ...]:
    """Return the names of hexes, in order."""
    return tuple(sorted(NAMES[at] for at in hexes))
