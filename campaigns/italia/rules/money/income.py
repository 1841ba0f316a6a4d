"""Income and tribute (6.1, 6.4)."""

from __future__ import annotations

from typing import NamedTuple

from campaigns.italia.rules.money.prices import price, recruitable_units
from campaigns.italia.rules.scenario.types import ENTRY
from campaigns.italia.rules.state.play import FRAMES, MOST_GOLD, GoldChanged, Offered, Play
from campaigns.italia.rules.state.position import Position
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Option, Pick
from engine.values import dataclass, replace
from kit.rules.decisions import Action, Event


class Income(NamedTuple):
    """A nation's income: from areas, from cities, and in total after the changes on its card. ``tribute``:
    the part that goes to its overlord.
    """

    areas: int
    cities: int
    whole: int
    tribute: int

    @property
    def net_gold(self) -> int:
        return self.whole - self.tribute


def income(pos: Position, nation: str) -> Income:
    """Return a nation's current income. Each area and each city in it yields one gold. An entry area yields
    the amount on the nation's card. An income that the card halves is rounded up, and a subject's
    payments are rounded down.
    """
    card, areas, cities = pos.nation(nation), 0, 0
    for area in pos.areas_of(nation):
        if pos.area(area).kind == ENTRY:
            right = card.rights.get(area)
            areas += right.income if right else 0
        else:
            areas += 1
            cities += pos.has_city(area)
    whole = areas + cities
    half = card.income == "half_up" or (
        card.income == "normal_or_half" and not any(pos.holds(nation, area) for area in card.normal_while)
    )
    if card.income == "none":
        whole = 0
    elif half:
        whole = (whole + 1) // 2
    return Income(areas, cities, whole, whole // 2 if pos.holdings(nation).overlord else 0)


@dataclass(frozen=True)
class IncomeDrawn(Event):
    nation: str
    areas: int
    cities: int
    gold: int
    tribute: int
    overlord: str


def draw_income(play: Play, nation: str) -> None:
    """Resolve phase 1, in which a nation receives its income and pays tribute to its overlord. The limit of
    ten gold applies only after the purchases, so the treasury can exceed it until then.
    """
    found, has = income(play.pos, nation), play.pos.holdings(nation)
    if found.whole:
        play.tell(IncomeDrawn(nation, found.areas, found.cities, found.net_gold, found.tribute, has.overlord))
    play.hold(nation, gold=has.gold + found.net_gold)
    if found.tribute:
        pay_tribute(play, nation, has.overlord, found.tribute)


def pay_tribute(play: Play, nation: str, overlord: str, gold: int) -> None:
    """Pay ``gold`` to a subject's overlord. If this overflows the overlord's treasury, the overlord can buy a
    unit (6.4). The subject's treasury is not changed.
    """
    before = play.pos.holdings(overlord).gold
    if before + gold <= MOST_GOLD:
        play.pay(overlord, gold, "tribute")
        return
    play.hold(overlord, gold=before + gold)
    play.tell(GoldChanged(overlord, gold, "tribute"))
    play.push(Tribute(overlord))


# --- a treasury that overflows (6.4) ----------------------------------------------------------------------


@dataclass(frozen=True)
class Tribute(Frame):
    nation: str


@dataclass(frozen=True)
class BuyAside(Action):
    """Buy a unit with tribute. The unit is placed in the nation's next placement. ``unit``: None to buy
    nothing.
    """

    unit: str | None = None


@dataclass(frozen=True)
class BoughtAside(Event):
    nation: str
    unit: str


@FRAMES.handler(Tribute)
class _Tribute(Offered):
    def units(self, pos: Position, nation: str) -> tuple[str, ...]:
        return tuple(
            unit
            for unit in recruitable_units(pos, nation)
            if price(pos, nation, unit) <= pos.holdings(nation).gold
        )

    def advance(self, play: Play, frame: Tribute) -> bool:
        if self.units(play.pos, frame.nation):
            return False
        self.execute(play, frame, BuyAside())
        return True

    def ask(self, pos: Position, frame: Tribute) -> Ask:
        gold = pos.holdings(frame.nation).gold
        return Ask(pos.seat(frame.nation), "tribute", BuyAside(), "6.4", {"gold": gold}, frame.nation)

    def choices(self, pos: Position, frame: Tribute) -> Choices:
        options = tuple(
            Option(unit, cost=price(pos, frame.nation, unit)) for unit in self.units(pos, frame.nation)
        )
        return (Choice("buy_aside", fields=(Pick("unit", options, optional=True),), rule="6.4"),)

    def execute(self, play: Play, frame: Tribute, action: BuyAside) -> None:
        play.pop()
        has = play.pos.holdings(frame.nation)
        if action.unit:
            cost = price(play.pos, frame.nation, action.unit)
            has = replace(has, gold=has.gold - cost, aside=(*has.aside, action.unit))
            play.hold(frame.nation, gold=has.gold, aside=has.aside)
            play.tell(GoldChanged(frame.nation, -cost, "purchase"))
            play.tell(BoughtAside(frame.nation, action.unit))
        discard_excess_gold(play, frame.nation)


def discard_excess_gold(play: Play, nation: str) -> None:
    """Discard a nation's gold over ten (6.1)."""
    over = play.pos.holdings(nation).gold - MOST_GOLD
    if over > 0:
        play.hold(nation, gold=MOST_GOLD)
        play.tell(GoldChanged(nation, -over, "limit"))


def excess_gold_facts(pos: Position, nation: str) -> Facts:
    """Return the gold over ten that a nation would lose now (6.1), as facts of a choice. The result is empty
    if it would lose none.
    """
    over = pos.holdings(nation).gold - MOST_GOLD
    return {"gold_lost": over} if over > 0 else {}
