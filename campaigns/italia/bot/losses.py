"""The bot's choice of units to remove or move: over a limit, in flight, at sea, or by its card."""

from __future__ import annotations

from campaigns.italia.bot.worth import worth
from campaigns.italia.rules.combat.retreats import Flight, Withdraw
from campaigns.italia.rules.combat.sinking import SinkCargo, SinkFleets, aboard
from campaigns.italia.rules.orders import roomiest
from campaigns.italia.rules.state.capital import NameCapital
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.progress import Trim
from campaigns.italia.rules.state.trim import RemoveUnits, capital_saves
from campaigns.italia.rules.turn.transformations import SendHome, Shrinking
from engine.game import Choices, Share
from kit.bot.answer import Answer, because


def trim(pos: Position, frame: Trim, action: RemoveUnits) -> Answer:
    """Remove nothing if the area can become the capital without losses in the old one; otherwise remove the
    cheapest units.
    """
    capital = pos.capital(frame.nation)
    spare = not capital or pos.troops(capital, frame.nation) < pos.limit(frame.nation, capital)
    if spare and capital_saves(pos, frame):
        return because(NameCapital(frame.area, frame.nation), "capital_saves", area=frame.area)
    unit = next(iter(action.units))
    return because(action, "cheapest_goes", unit=unit, number=pos.scn.units[unit].cost)


def flight(frame: Flight, choices: Choices, default: Withdraw) -> Answer:
    """Flee to the place with the most room."""
    away = roomiest(choices) or default
    return because(away, "flees_to_room", area=away.to, number=sum(away.units.values()))


def sinking(pos: Position, action: SinkFleets | SinkCargo) -> Answer:
    """Lose the emptiest fleets and the cheapest units."""
    if isinstance(action, SinkCargo):
        unit = next(iter(action.units))
        return because(action, "cheapest_drowns", unit=unit, number=pos.scn.units[unit].cost)
    return because(action, "emptiest_sinks", number=max(aboard(kind) for kind in action.fleets))


def send_home(pos: Position, frame: Shrinking, choices: Choices) -> Answer:
    """Send units home from stacks first, then from the least valuable places."""
    share = choices[0].fields[0]
    assert isinstance(share, Share)
    nation = frame.nation
    here = {str(o.value): o.high or 0 for o in share.options}
    left, found = share.low, dict[str, int]()
    for keep in (1, 0):  # keep one to hold an area, if others can go
        for place in sorted(here, key=lambda p: (_place_worth(pos, nation, p), p)):
            number = min(left, here[place] - found.get(place, 0) - keep)
            if number > 0:
                found[place] = found.get(place, 0) + number
                left -= number
    place = next(iter(found))
    return because(
        SendHome(found), "least_held", area=place, halves=round(2 * _place_worth(pos, nation, place))
    )


def _place_worth(pos: Position, nation: str, place: str) -> float:
    return 0.0 if pos.scn.is_sea(place) else worth(pos, nation, place)
