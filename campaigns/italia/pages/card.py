"""A nation's card on the page: its awards, arrivals and special rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.italia.pages.board import nation_label
from campaigns.italia.pages.heraldry import side
from campaigns.italia.pages.panels import Line, lines
from campaigns.italia.pages.rewards import rewards
from campaigns.italia.rules.money.income import income
from campaigns.italia.rules.scenario.types import CONTROLLED, Arrival, Nation
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.turn.scoring import chart
from campaigns.italia.wording import cards
from campaigns.italia.wording.names import Names, halves, unit_type
from engine.game import Facts
from maps.values import Side


@dataclass(frozen=True)
class Coming:
    """A line of the card about one round, or about all rounds if ``round`` is 0. ``ours``: whether the line
    is Vexillum's reconstruction, because the printed card is not available.
    """

    round: int
    text: str
    ours: bool = False


@dataclass(frozen=True)
class Counter:
    """A unit type with the number of its counters on the map (``placed``) and in total."""

    name: str
    placed: int
    most: int


@dataclass(frozen=True)
class Chart:
    """The chart that is scored after a round, and the points that it would give now."""

    round: int
    lines: tuple[Line, ...]
    now: str


@dataclass(frozen=True)
class Card:
    id: str
    name: str
    side: Side
    rounds: tuple[int, int]
    gold: int
    income: int
    points: str
    counters: tuple[Counter, ...]
    charts: tuple[Chart, ...]
    rewards: tuple[str, ...]
    coming: tuple[Coming, ...]
    special: tuple[Coming, ...]  # their round is 0, because these rules always apply
    submits: tuple[Coming, ...]
    now: int  # the current round

    @property
    def own_rules(self) -> int:
        """The number of special rules and terms of submission on the card."""
        return len(self.special) + len(self.submits)

    @property
    def soon(self) -> tuple[Coming, ...]:
        """The entries of the card for this round and the next."""
        return tuple(one for one in self.coming if one.round <= self.now + 1)

    @property
    def later(self) -> tuple[Coming, ...]:
        return tuple(one for one in self.coming if one.round > self.now + 1)


def card(pos: Position, raw: Facts, key: str, names: Names) -> Card | None:
    """Return a nation's card, or None if there is no such nation. ``raw``: the scenario's document, which
    has the provenance of each entry.
    """
    nation = pos.scn.nations.get(key)
    if nation is None:
        return None
    written: Facts = next((one for one in raw.get("nations", ()) if one.get("id") == key), {})
    return Card(
        key,
        nation_label(key),
        side(pos.scn, key),
        (nation.first, nation.last),
        pos.holdings(key).gold,
        income(pos, key).net_gold,
        halves(pos.state.scores.get(key, 0)),
        tuple(Counter(unit_type(u), pos.on_board(key, u), n) for u, n in nation.counters.items()),
        tuple(_charts(pos, key, names)),
        rewards(pos.scn, key, names),
        tuple(sorted(_coming_changes(pos, nation, written, raw, names), key=lambda one: one.round)),
        tuple(_special(nation, written, names)),
        tuple(_submits(nation, written)),
        pos.state.round,
    )


def _charts(pos: Position, key: str, names: Names) -> Iterator[Chart]:
    for after, counted in sorted(pos.scn.scoring.items()):
        found = chart(pos, key, counted)
        if after >= pos.state.round and found:
            facts = [
                {
                    "award": one.award.award,
                    "halves": one.award.halves,
                    "areas": list(one.award.areas),
                    "worth": one.halves,
                }
                for one in found
            ]
            yield Chart(after, lines(facts, names), halves(sum(one.halves for one in found)))


def _coming_changes(
    pos: Position, nation: Nation, written: Facts, raw: Facts, names: Names
) -> Iterator[Coming]:
    """Yield the nation's events of this round and later ones. They are reinforcements, campaigns, major
    invasions, revolts, and its removal.
    """
    now = pos.state.round
    for number, arrival in enumerate(pos.scn.arrivals):
        if arrival.nation == nation.id and arrival.round >= now:
            ours = _is_ours_at(raw.get("reinforcements", ()), number)
            yield Coming(arrival.round, _arrival(arrival, names), ours)
    entries = written.get("campaigns", ())
    for number, campaign in enumerate(nation.campaigns.values()):
        if campaign.round >= now:
            yield Coming(campaign.round, cards.campaign(campaign, names), _is_ours_at(entries, number))
    entries = written.get("invasions", ())
    for number, (round, bonuses) in enumerate(nation.invasions.items()):
        if round >= now:
            yield Coming(round, cards.invasion(bonuses), _is_ours_at(entries, number))
    entries = written.get("revolts", ())
    for number, revolt in enumerate(nation.revolts):
        if revolt.round >= now:
            yield Coming(revolt.round, cards.revolt(revolt, names), _is_ours_at(entries, number))
    if nation.removal and nation.removal.after_round >= now:
        yield Coming(
            nation.removal.after_round,
            cards.removal(nation.removal, names),
            _is_ours(written.get("removal") or {}),
        )


def _arrival(arrival: Arrival, names: Names) -> str:
    where = [cards.any_area() if place == CONTROLLED else names.place(place) for place in arrival.where]
    return cards.arrival(arrival, where, names)


def _special(nation: Nation, written: Facts, names: Names) -> Iterator[Coming]:
    entries: Any = written.get("effects", ())
    for entry in entries:
        yield Coming(0, cards.effect(entry, names), _is_ours(entry))
    rights: Any = written.get("rights", ())
    for right, entry in zip(nation.rights.values(), rights, strict=False):
        yield Coming(0, cards.right(right, names), _is_ours(entry))
    text = cards.income(nation, names)
    if text:
        yield Coming(0, text, _is_ours(written.get("income", {})))


def _submits(nation: Nation, written: Facts) -> Iterator[Coming]:
    entries = written.get("submits", ())
    for number, terms in enumerate(nation.submits):
        yield Coming(0, cards.submits(terms), _is_ours_at(entries, number))


def _is_ours_at(entries: Any, number: int) -> bool:
    return number < len(entries) and _is_ours(entries[number])


def _is_ours(entry: Mapping[str, Any]) -> bool:
    """Return whether an entry of the scenario, or a part of it, is Vexillum's reconstruction."""
    mark = entry.get("prov")
    return "design" in (mark.values() if isinstance(mark, Mapping) else (mark,))
