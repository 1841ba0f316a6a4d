"""The bot's choice of units to lose or move, for stacking limits, flights, battles at sea and cards."""

from __future__ import annotations

from campaigns.italia.bot.worth import worth
from campaigns.italia.rules.combat.retreats import Flight, Withdraw
from campaigns.italia.rules.combat.sinking import SinkCargo, SinkFleets, cargo_of
from campaigns.italia.rules.orders import roomiest
from campaigns.italia.rules.state.capital import NameCapital
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.progress import Trim
from campaigns.italia.rules.state.trim import RemoveUnits, capital_saves
from campaigns.italia.rules.turn.transformations import SendHome, Shrinking
from engine.game import Choices, Share
from kit.bot.answer import Answer, give_reason


def trim(pos: Position, frame: Trim, action: RemoveUnits) -> Answer:
    """Choose the cheapest units to remove. If the area can become the capital without losses in the old
    capital, make it the capital instead.
    """
    capital = pos.capital(frame.nation)
    spare = not capital or pos.troops(capital, frame.nation) < pos.limit(frame.nation, capital)
    if spare and capital_saves(pos, frame):
        return give_reason(NameCapital(frame.area, frame.nation), "capital_saves", area=frame.area)
    unit = next(iter(action.units))
    return give_reason(action, "cheapest_goes", unit=unit, number=pos.scn.units[unit].cost)


def flight(frame: Flight, choices: Choices, default: Withdraw) -> Answer:
    """Choose the retreat with room for the most units."""
    away = roomiest(choices) or default
    return give_reason(away, "flees_to_room", area=away.to, number=sum(away.units.values()))


def sinking(pos: Position, action: SinkFleets | SinkCargo) -> Answer:
    """Return the default losses at sea with the reason: the fleets with the least cargo sink, or the cheapest
    units aboard.
    """
    if isinstance(action, SinkCargo):
        unit = next(iter(action.units))
        return give_reason(action, "cheapest_drowns", unit=unit, number=pos.scn.units[unit].cost)
    return give_reason(action, "emptiest_sinks", number=max(cargo_of(kind) for kind in action.fleets))


def send_home(pos: Position, frame: Shrinking, choices: Choices) -> Answer:
    """Choose the units to send home, from stacks first and then from the least valuable places."""
    share = choices[0].fields[0]
    assert isinstance(share, Share)
    nation = frame.nation
    here = {str(o.value): o.high or 0 for o in share.options}
    left, found = share.low, dict[str, int]()
    for keep in (1, 0):  # in the first pass, leave one unit in each area to hold it
        for place in sorted(here, key=lambda p: (_place_worth(pos, nation, p), p)):
            number = min(left, here[place] - found.get(place, 0) - keep)
            if number > 0:
                found[place] = found.get(place, 0) + number
                left -= number
    place = next(iter(found))
    return give_reason(
        SendHome(found), "least_held", area=place, halves=round(2 * _place_worth(pos, nation, place))
    )


def _place_worth(pos: Position, nation: str, place: str) -> float:
    return 0.0 if pos.scn.is_sea(place) else worth(pos, nation, place)
