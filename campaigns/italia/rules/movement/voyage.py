"""A voyage over several seas as one action (9.5, 9.6). The path is checked as a whole and sailed sea by sea.

Nothing stops a fleet on its way, because battles at sea follow the movement (10.8).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaigns.italia.rules.movement.ledger import Movement, Ship
from campaigns.italia.rules.movement.sea import kinds_of_ships, sail, sailors
from campaigns.italia.rules.state.play import Play
from campaigns.italia.rules.state.position import Position
from engine.game import Choice, Number, Share
from engine.routes.paths import Leg, Path, find_mistake
from engine.values import dataclass
from kit.rules.decisions import Action, refuse

SHORTEST = 2  # minimum seas in a path; sailing to the next sea is a single step


@dataclass(frozen=True)
class Voyage(Action):
    """Sail ``number`` identical fleets and their cargo from ``sea`` along ``path``. ``ship``: the index of
    the first of these fleets. ``leaders``: 1 for each leader aboard.
    """

    sea: str
    path: tuple[str, ...]
    ship: int
    number: int
    leaders: Mapping[str, int]


def voyages(pos: Position, frame: Movement) -> Iterator[Choice]:
    """Yield a choice for each group of identical fleets that can still sail over several seas."""
    for index, ship, alike in kinds_of_ships(pos, frame):
        found = sailors(pos, frame, ship)
        if ship.left < SHORTEST or found is None:
            continue
        fixed = {"sea": ship.at, "ship": index}
        fields = (way_of(pos, ship), Number("number", 1, alike), Share("leaders", *found))
        yield Choice("voyage", fixed, fields, "9.5", facts={"cargo": dict(ship.cargo)})


def way_of(pos: Position, ship: Ship) -> Path:
    """Return the field for a fleet's path through the seas within its remaining range."""
    legs, edge, seen = list[Leg](), {ship.at}, set[str]()
    for _ in range(ship.left):
        seen |= edge
        onward = [Leg(sea, to) for sea in sorted(edge) for to in sorted(pos.scn.board.waters[sea])]
        legs += onward
        edge = {leg.to for leg in onward} - seen
    return Path("path", ship.at, tuple(legs), ship.left, low=SHORTEST)


def refuse_voyage(pos: Position, frame: Movement, action: Voyage) -> None:
    """Refuse an illegal voyage, giving the reason."""
    if not 0 <= action.ship < len(frame.ships) or frame.ships[action.ship].at != action.sea:
        refuse("9.5", "no_such_fleet")
    ship = frame.ships[action.ship]
    legs = tuple(Leg(sea, to) for sea, there in pos.scn.board.waters.items() for to in sorted(there))
    found = find_mistake(Path("path", ship.at, legs, ship.left, low=SHORTEST), list(action.path))
    if found is not None:
        refuse("9.5", found.code, **found.facts)


def voyage(play: Play, frame: Movement, action: Voyage) -> None:
    """Sail fleets sea by sea, exactly as single steps would."""
    fleet = frame.ships[action.ship]
    for to in action.path:
        fleet = sail(play, fleet, to, action.number, action.leaders)
