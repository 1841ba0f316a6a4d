"""The bot's campaigns, and its reactions to those of other nations (12.3, 12.5, 12.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from campaigns.italia.bot.movement import best_idea
from campaigns.italia.bot.outlook import LEADER, RID, outlook
from campaigns.italia.bot.stacks import land
from campaigns.italia.bot.worth import gold_worth, unit_worth, worth
from campaigns.italia.forecast.prospects import Prospects, prospects
from campaigns.italia.rules.absence import largest_force
from campaigns.italia.rules.combat.battle import Battle, situation
from campaigns.italia.rules.combat.combats import may_raid, pending_fights
from campaigns.italia.rules.combat.situation import Situation
from campaigns.italia.rules.movement.ledger import Movement, ships_of
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.turn.sequence import Crowning, TakeTitle
from campaigns.italia.rules.war.announce import Announce, Announcing
from campaigns.italia.rules.war.campaign import Campaign, EndCampaign, MakeMove
from campaigns.italia.rules.war.reactions import EnterBattle, MoveAndSee, NoReaction, Reacting
from campaigns.italia.rules.war.subjects import MayRevolt, RiseUp, StayLoyal
from engine.game import Choices, Share
from kit.bot.answer import Answer, give_reason

MORE = 0.2  # another campaign move must be worth this much more than its gold
REACTS = 0.3  # the lowest gain that makes the bot react


def campaign(pos: Position, frame: Campaign) -> Answer:
    """Decide whether to make another campaign move. It must gain more than the gold that it costs."""
    ships = ships_of(pos, frame.nation)
    start = pos.leader_at(frame.leader)
    idea = best_idea(pos, Movement(frame.nation, ships=ships, campaign=frame.leader, start=start))
    price = 0.0 if frame.single else gold_worth(pos, frame.nation) + MORE
    if idea is None:
        return give_reason(EndCampaign(), "no_move_of_army")
    facts = {"area": idea.to or start, "halves": round(2 * idea.gain)}
    if idea.gain > price:
        return give_reason(MakeMove(), "army_goes_on", **facts)
    return give_reason(EndCampaign(), "army_stays", **facts)


def announce(pos: Position, frame: Announcing) -> Answer:
    """Decide which raids to announce: those that are worth more than a fight."""
    nation = frame.combats.nation
    view = outlook(pos, nation)
    raids, asked = list[str](), list[str]()
    for area in dict.fromkeys(area for area, _ in pending_fights(pos, nation)):
        units, led = land(pos, nation, area), len(pos.leaders(area, nation))
        if may_raid(pos, nation, area):
            asked.append(area)
            if view.raid(area, units) > view.assault(area, units, led, {}):
                raids.append(area)
    if not asked:
        return give_reason(Announce(), "no_city_to_raid")
    area = (raids or asked)[0]
    units = land(pos, nation, area)
    assault = view.assault(area, units, len(pos.leaders(area, nation)), {})
    worth_it = {"halves": round(2 * view.raid(area, units)), "instead": round(2 * assault)}
    return give_reason(
        Announce(tuple(raids)), "raid_announced" if raids else "raid_worth_less", area=area, **worth_it
    )


# --- reactions --------------------------------------------------------------------------------------------


def react(pos: Position, frame: Reacting, nation: str, choices: Choices) -> Answer:
    """Decide on a reaction to a campaign. The bot joins a fight if that helps enough, or withdraws from one
    that is likely lost. Otherwise it does nothing.
    """
    here = pos.leader_at(frame.leader)
    if pos.seat(nation) == pos.seat(frame.nation):
        return give_reason(NoReaction(), "same_player")
    if pos.scn.is_sea(here) or not pos.troops(here, nation) or pos.friends(nation, frame.nation):
        return give_reason(NoReaction(), "not_attacked", area=here)
    s = situation(pos, Battle(here, frame.nation, nation))
    before = prospects(s)
    found = [
        *_joins(pos, nation, here, s, before, choices),
        *_withdrawals(pos, nation, here, before, choices),
    ]
    gain, best = max(found, key=lambda one: one[0], default=(0.0, None))
    if best is not None and gain > REACTS:
        return best
    return give_reason(NoReaction(), "holds_alone", area=here, percent=round(100 * before.lose))


def _joins(
    pos: Position, nation: str, here: str, s: Situation, before: Prospects, choices: Choices
) -> Iterator[tuple[float, Answer]]:
    """Yield answers that join a fight with nearby units, each with its gain. Every answer sends one more
    stack than the answer before.
    """
    entering = next((c for c in choices if c.kind == "enter_battle"), None)
    if entering is None:
        return
    field = entering.fields[0]
    assert isinstance(field, Share)
    named: dict[str, int] = {}
    for option in field.options:
        area, _, unit = str(option.value).partition(":")
        if pos.scn.is_sea(area) or unit not in pos.scn.units:
            continue
        spare = (option.high or 0) - (1 if worth(pos, nation, area) > 0 else 0)
        if spare <= 0:
            continue
        named[str(option.value)] = spare
        units = dict(s.defender.units)
        for key, number in named.items():
            kind = key.partition(":")[2]
            units[kind] = units.get(kind, 0) + number
        after = prospects(s.with_groups(s.attacker, replace(s.defender, units=units)))
        gain = (after.lose - before.lose) * (worth(pos, nation, here) + LEADER)
        gain += (after.defenders - before.defenders - sum(named.values())) * unit_worth(pos, nation)
        gain += (before.attackers - after.attackers) * RID
        facts = {"percent": round(100 * before.lose), "instead": round(100 * after.lose)}
        yield gain, give_reason(EnterBattle(dict(named)), "joins", area=here, **facts)


def _withdrawals(
    pos: Position, nation: str, here: str, before: Prospects, choices: Choices
) -> Iterator[tuple[float, Answer]]:
    """Yield answers that move all units out of the fight to one place, each with its gain."""
    own, leaders = unit_worth(pos, nation), LEADER * len(pos.leaders(here, nation))
    stays = before.lose * (worth(pos, nation, here) + leaders) + before.defenders * own
    for choice in choices:
        if choice.kind != "move_and_see" or choice.fixed["origin"] != here:
            continue
        to = choice.fixed["to"]
        named = largest_force(choice)
        units = sum(n for unit, n in named.items() if unit in pos.scn.units)
        room = units if pos.scn.is_sea(to) else pos.limit(nation, to) - pos.troops(to, nation)
        if units < pos.troops(here, nation) or room < units:
            continue
        gain = units * own + leaders - stays
        if not pos.scn.is_sea(to) and not pos.holds(nation, to):
            gain += worth(pos, nation, to) / 2
        facts = {"area": to, "percent": round(100 * before.lose)}
        yield gain, give_reason(MoveAndSee(here, to, named), "steps_aside", **facts)


# --- revolt and the title -----------------------------------------------------------------------------------


def revolt(pos: Position, frame: MayRevolt) -> Answer:
    """Decide on a revolt. A subject loses half its points, so the bot revolts unless the overlord has many
    units nearby.
    """
    near = sum(
        pos.troops(area, frame.against)
        for held in pos.areas_of(frame.nation)
        for area in pos.scn.board.adjacent_areas(held)
    )
    own = sum(pos.troops(area, frame.nation) for area in pos.areas_of(frame.nation))
    facts = {"number": own, "foes": near}
    if near <= 2 * own:
        return give_reason(RiseUp(), "rises_up", **facts)
    return give_reason(StayLoyal(), "stays_loyal", **facts)


def crown(pos: Position, frame: Crowning) -> Answer:
    """Decide to take the title of emperor, which scores more points than holding the area."""
    points = sum(b.halves for b in pos.scn.bounties if (b.nation, b.event) == (frame.nation, "emperor_title"))
    return give_reason(TakeTitle(), "title_scores", area=frame.area, halves=points)
