"""The bot's decisions about captured cities and ruins (10.6)."""

from __future__ import annotations

from campaigns.italia.bot.worth import city_points, gold_worth, rounds_left, unit_worth
from campaigns.italia.rules.combat.rebuild import LeaveRuins, Rebuild
from campaigns.italia.rules.combat.sack import BOOTY, Sack, Sacking, Spare
from campaigns.italia.rules.state.play import MOST_GOLD
from campaigns.italia.rules.state.position import Position
from engine.game import Choices, Pick
from kit.bot.answer import Answer, give_reason


def sack(pos: Position, frame: Sacking, choices: Choices) -> Answer:
    """Decide about a captured city. The bot sacks it for points or gold, whichever is worth more now, and
    spares a city that scores more while it exists.
    """
    choice = next(c for c in choices if c.kind == "sack")
    field = choice.fields[0]
    assert isinstance(field, Pick)
    area = choice.fixed["area"]
    points = next((o.facts["halves"] for o in field.options if o.value == "points"), 0) / 2
    most = min(BOOTY, max(0, MOST_GOLD - pos.holdings(frame.nation).gold))
    gold, kept = most * gold_worth(pos, frame.nation), _city_points(pos, frame.nation, area)
    facts = {"area": area, "halves": round(2 * max(points, gold))}
    if any(c.kind == "spare" for c in choices) and kept > max(points, gold):
        return give_reason(
            Spare(area), "city_kept", instead=facts["halves"], area=area, halves=round(2 * kept)
        )
    if points and points >= gold:
        return give_reason(Sack(area, "points"), "sack_points", instead=round(2 * gold), **facts)
    return give_reason(Sack(area, "gold"), "sack_gold", number=most, instead=round(2 * points), **facts)


def _city_points(pos: Position, nation: str, area: str) -> float:
    return city_points(pos, nation, area) + gold_worth(pos, nation)


def rebuild(pos: Position, nation: str, choices: Choices) -> Answer | None:
    """Decide whether to rebuild a ruin. The city must be worth more than the unit it costs. Return None if
    there is nothing to rebuild.
    """
    own, years = unit_worth(pos, nation), min(3, max(0, rounds_left(pos, nation)))
    found: list[tuple[float, str, str]] = []
    reasons: dict[str, str] = {}
    for choice in choices:
        if choice.kind != "rebuild":
            continue
        area, field = choice.fixed["area"], choice.fields[0]
        assert isinstance(field, Pick)
        if _rises_by_itself(pos, nation, area):
            reasons["rises_by_itself"] = area
        elif pos.troops(area, nation) < 2:
            reasons["would_empty"] = area
        else:
            unit = min((str(o.value) for o in field.options), key=lambda u: (pos.scn.units[u].cost, u))
            found.append((city_points(pos, nation, area) + years * gold_worth(pos, nation), area, unit))
    if found:
        gain, area, unit = max(found, key=lambda one: one[0])
        facts = {"area": area, "halves": round(2 * gain), "instead": round(2 * own)}
        if gain > own:
            return give_reason(Rebuild(area, unit), "city_rises", **facts)
        return give_reason(LeaveRuins(), "city_costs_more", **facts)
    for code, area in reasons.items():
        return give_reason(LeaveRuins(), code, area=area)
    return None  # nothing is left to rebuild, since pieces were corrected after the question


def _rises_by_itself(pos: Position, nation: str, area: str) -> bool:
    """Return whether an area is the nation's home, where the city is rebuilt free of charge (13.1)."""
    home = pos.nation(nation).effect("home")
    return home is not None and home["area"] == area and pos.state.round < home["until_round"]
