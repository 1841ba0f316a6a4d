"""The bot's purchases, and the placement of units bought or arriving (6.2, 6.4, 7.1, 7.2)."""

from __future__ import annotations

from campaigns.italia.bot.worth import city_points, count_threats, worth
from campaigns.italia.rules.money.arrivals import PlaceGroup, PlaceLeader, Spread
from campaigns.italia.rules.money.income import BuyAside, Tribute
from campaigns.italia.rules.money.levy import BuildCities, Buy, EndLevy, Levy, PlaceAside
from campaigns.italia.rules.scenario.types import FLEET, UnitType
from campaigns.italia.rules.state.play import MOST_GOLD
from campaigns.italia.rules.state.position import Position
from engine.game import Choices, Many, Option, Pick, Share
from kit.bot.answer import Answer, give_reason

CITY_FOR_GOLD = 0.9  # value of a city that earns points, compared with a unit's strength per gold


def buy(pos: Position, frame: Levy, choices: Choices) -> Answer:
    """Choose a purchase: the strongest affordable land unit where it is needed, or a city if that is better.
    If nothing is worth buying, end the purchases.
    """
    best: tuple[float, Answer] | None = None
    for choice in choices:
        found: tuple[float, Answer] | None = None
        if choice.kind in ("buy", "place_aside") and choice.fixed["unit"] != FLEET:
            share = choice.fields[0]
            assert isinstance(share, Share)
            unit = pos.scn.units[choice.fixed["unit"]]
            where = _place_by_need(pos, frame.nation, share)
            if where:
                aside = choice.kind == "place_aside"
                action = (PlaceAside if aside else Buy)(unit.id, where)
                found = strength(unit) + (5 if aside else 0), _purchase_reason(pos, frame.nation, action)
        elif choice.kind == "build_cities":
            site = _best_site(pos, frame.nation, choice.fields[0])
            if site:
                halves = round(2 * city_points(pos, frame.nation, site))
                found = (
                    CITY_FOR_GOLD,
                    give_reason(BuildCities((site,)), "city_scores", area=site, halves=halves),
                )
        if found and (best is None or found[0] > best[0]):
            best = found
    return best[1] if best else _saving_reason(pos, frame, choices)


def strength(unit: UnitType) -> float:
    """Return a unit type's fighting power per gold."""
    return unit.hits * (11 - unit.to_hit) / unit.cost


def _purchase_reason(pos: Position, nation: str, action: Buy | PlaceAside) -> Answer:
    """Return a purchase with its reason, which names the first area where units are placed."""
    area = next(iter(action.where))
    near = count_threats(pos, nation, area)
    if near:
        return give_reason(action, "units_for_danger", area=area, unit=action.unit, number=near)
    return give_reason(
        action, "units_for_worth", area=area, unit=action.unit, halves=round(2 * worth(pos, nation, area))
    )


def _saving_reason(pos: Position, frame: Levy, choices: Choices) -> Answer:
    """Return the answer that ends the purchases, with the reason why the nation buys nothing more."""
    gold = pos.holdings(frame.nation).gold
    if any(c.kind in ("buy", "place_aside") and c.fixed["unit"] != FLEET for c in choices):
        return give_reason(EndLevy(), "no_room_for_units", number=gold)
    return give_reason(EndLevy(), "nothing_to_buy", number=gold)


def _place_by_need(pos: Position, nation: str, share: Share) -> dict[str, int]:
    def need(option: Option) -> tuple[float, str]:
        area = str(option.value)
        return (-(count_threats(pos, nation, area) + worth(pos, nation, area)), area)

    found: dict[str, int] = {}
    for option in sorted(share.options, key=need):
        area = str(option.value)
        room = pos.limit(nation, area) + 1 - pos.troops(area, nation)
        number = min(option.high or share.high, room, share.high - sum(found.values()))
        if number > 0:
            found[area] = number
    return found


def _best_site(pos: Position, nation: str, field: object) -> str:
    assert isinstance(field, Many)
    found = [(city_points(pos, nation, str(o.value)), str(o.value)) for o in field.options]
    safe = [one for one in found if one[0] > 0 and not count_threats(pos, nation, one[1])]
    return max(safe)[1] if safe else ""


def tribute(pos: Position, frame: Tribute, choices: Choices) -> Answer:
    """Choose the unit to buy with gold over the limit, which would otherwise be lost: the land unit with the
    best value for its price.
    """
    field = choices[0].fields[0]
    assert isinstance(field, Pick)
    over = pos.holdings(frame.nation).gold - MOST_GOLD
    units = [pos.scn.units[str(o.value)] for o in field.options if o.value != FLEET]
    if not units:
        return give_reason(BuyAside(), "tribute_lost", number=over)
    best = max(units, key=lambda unit: (strength(unit), unit.id))
    return give_reason(BuyAside(best.id), "tribute_unit", number=over, unit=best.id)


def place(pos: Position, nation: str, choices: Choices) -> Answer:
    """Choose where to place reinforcements: next to valuable areas that can be conquered."""
    choice = choices[0]
    field = choice.fields[0]
    if isinstance(field, Share):
        order = sorted(
            (str(o.value) for o in field.options), key=lambda p: (-_front_value(pos, nation, p), p)
        )
        found: dict[str, int] = {}
        left = field.low
        for number in (2, field.low):
            for area in order:
                taken = min(left, number)
                if taken:
                    found[area] = found.get(area, 0) + taken
                    left -= taken
        return _explain_arrival(pos, nation, Spread(choice.fixed["unit"], found), order[0])
    assert isinstance(field, Pick)
    best = max((str(o.value) for o in field.options), key=lambda p: (_front_value(pos, nation, p), p))
    action = PlaceGroup(best) if choice.kind == "place_group" else PlaceLeader(choice.fixed["leader"], best)
    return _explain_arrival(pos, nation, action, best)


def _explain_arrival(
    pos: Position, nation: str, action: Spread | PlaceGroup | PlaceLeader, area: str
) -> Answer:
    return give_reason(action, "arrives", area=area, halves=round(2 * _front_value(pos, nation, area)))


def _front_value(pos: Position, nation: str, place: str) -> float:
    if pos.scn.is_sea(place):
        return sum(worth(pos, nation, area) for area in sorted(pos.scn.board.coasts[place])) / 4
    near = sorted(pos.scn.board.adjacent_areas(place))
    return worth(pos, nation, place) + sum(
        worth(pos, nation, a) for a in near if pos.treats_as_ordinary(nation, a) and not pos.holds(nation, a)
    )
