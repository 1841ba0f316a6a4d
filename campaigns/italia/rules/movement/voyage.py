"""A voyage over several seas as one action (9.5, 9.6): a path, checked as a whole and sailed sea by sea.

Nothing stops a fleet on its way: battles at sea are called when the movement is over (10.8).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaigns.italia.rules.movement.ledger import Movement, Ship
from campaigns.italia.rules.movement.sea import kinds_of_ships, sail, sailors
from campaigns.italia.rules.state.play import Play
from campaigns.italia.rules.state.position import Position
from engine.game import Choice, Number, Share
from engine.routes.paths import Leg, Path, wrong
from engine.values import dataclass
from kit.rules.decisions import Action, refuse

SHORTEST = 2  # seas; a path of one sea is a single step


@dataclass(frozen=True)
class Voyage(Action):
    """Sail ``number`` equal fleets along the seas after ``sea``, with their cargo. ``ship``: the first of
    them in the list of fleets. ``leaders`` -> 1 for those aboard.
    """

    sea: str
    path: tuple[str, ...]
    ship: int
    number: int
    leaders: Mapping[str, int]


def voyages(pos: Position, frame: Movement) -> Iterator[Choice]:
    """Yield every path of several seas still open to some fleets."""
    for index, ship, alike in kinds_of_ships(pos, frame):
        found = sailors(pos, frame, ship)
        if ship.left < SHORTEST or found is None:
            continue
        fixed = {"sea": ship.at, "ship": index}
        fields = (way_of(pos, ship), Number("number", 1, alike), Share("leaders", *found))
        yield Choice("voyage", fixed, fields, "9.5", facts={"cargo": dict(ship.cargo)})


def way_of(pos: Position, ship: Ship) -> Path:
    """Return the seas that a fleet can still reach, step by step."""
    legs, edge, seen = list[Leg](), {ship.at}, set[str]()
    for _ in range(ship.left):
        seen |= edge
        onward = [Leg(sea, to) for sea in sorted(edge) for to in sorted(pos.scn.board.waters[sea])]
        legs += onward
        edge = {leg.to for leg in onward} - seen
    return Path("path", ship.at, tuple(legs), ship.left, low=SHORTEST)


def why_not(pos: Position, frame: Movement, action: Voyage) -> None:
    """Refuse a path, with the reason."""
    if not 0 <= action.ship < len(frame.ships) or frame.ships[action.ship].at != action.sea:
        refuse("9.5", "no_such_fleet")
    ship = frame.ships[action.ship]
    legs = tuple(Leg(sea, to) for sea, there in pos.scn.board.waters.items() for to in sorted(there))
    found = wrong(Path("path", ship.at, legs, ship.left, low=SHORTEST), list(action.path))
    if found is not None:
        refuse("9.5", found.code, **found.facts)


def voyage(play: Play, frame: Movement, action: Voyage) -> None:
    """Sail sea by sea, as single steps would."""
    fleet = frame.ships[action.ship]
    for to in action.path:
        fleet = sail(play, fleet, to, action.number, action.leaders)
