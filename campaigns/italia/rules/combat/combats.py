"""The combat phase. Called battles at sea come first, then combats in areas one by one in the attacker's
order (10.0).
"""

from __future__ import annotations

from campaigns.italia.rules.combat.battle import Battle
from campaigns.italia.rules.combat.naval import NavalBattle, NavalCalls, callers
from campaigns.italia.rules.combat.phase import Call, Combats
from campaigns.italia.rules.combat.rebuild import Rebuilding, ruins
from campaigns.italia.rules.combat.sack import Sacking, note_owners, sackable_cities
from campaigns.italia.rules.state.play import FRAMES, Offered, Play
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.progress import Trim
from campaigns.italia.rules.war.plans import campaign_to_come
from engine.frames import Ask
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action


@dataclass(frozen=True)
class Attack(Action):
    """Fight a nation in an area."""

    area: str
    nation: str


@dataclass(frozen=True)
class Raid(Action):
    """Raid a nation's city in an area."""

    area: str
    nation: str


@dataclass(frozen=True)
class FightAtSea(Action):
    sea: str
    nation: str


def pending_fights(pos: Position, nation: str) -> tuple[tuple[str, str], ...]:
    """Return the land areas where a nation must fight, each with an enemy nation."""
    return tuple((area, foe) for area in pos.areas_of(nation) for foe in pos.foes(nation, area))


def may_raid(pos: Position, nation: str, area: str) -> bool:
    """Return whether a nation can raid an area's city. The nation must have units in the area. The city must
    be intact and belong to another player. It must not have been raided and rebuilt this turn (10.7) or in
    the last round (13.4).
    """
    city = pos.city(area)
    return (
        city is not None
        and city.standing
        and city.owner != pos.seat(nation)
        and area not in pos.state.today.restored
        and f"saved:{area}" not in pos.state.tallies
        and pos.troops(area, nation) > 0
    )


@FRAMES.handler(Combats)
class _Combats(Offered):
    def advance(self, play: Play, frame: Combats) -> bool:
        pos = play.pos
        match frame.stage:
            case "calls":
                play.swap(frame.but(stage="fights"))
                if callers(pos, frame.nation):
                    play.push(NavalCalls(frame.nation, callers(pos, frame.nation)))
            case "fights":
                return self._fights(play, frame)
            case "sack":
                play.swap(frame.but(stage="rebuild"))
                taken = sackable_cities(pos, frame.nation)
                if taken:
                    play.push(Sacking(frame.nation, taken))
            case "rebuild":
                note_owners(play)
                play.swap(frame.but(stage="trim"))
                if ruins(pos, frame.nation):
                    play.push(Rebuilding(frame.nation))
            case _:
                play.pop()
                self._push_trims(play, frame)
        return True

    def _fights(self, play: Play, frame: Combats) -> bool:
        open_fights = pending_fights(play.pos, frame.nation)
        calls = tuple(c for c in frame.calls if self._can_fight(play.pos, frame, c))
        if calls != frame.calls:
            play.swap(frame.but(calls=calls))
            return True
        if not calls and not open_fights:
            play.swap(frame.but(stage="sack"))
            return True
        choices = self.choices(play.pos, frame)
        if len(choices) == 1:
            self.execute(play, frame, action_of(choices[0]))
            return True
        return False

    def _can_fight(self, pos: Position, frame: Combats, call: Call) -> bool:
        return bool(pos.fleets(call.sea, frame.nation) and pos.fleets(call.sea, call.nation))

    def _push_trims(self, play: Play, frame: Combats) -> None:
        """Check stacking after the combats. There is no check between the two phases of an invasion, nor in
        the area where a campaign starts (8.3, 8.4).
        """
        coming = campaign_to_come(play.pos, frame.nation)
        led = frame.campaign or (coming.leader if coming else "")
        free = play.pos.leader_at(led) if led else ""
        for area in frame.fought:
            if frame.invasion or area == free:
                continue
            refuge = area in frame.refuge  # one more unit can stay where the attacker retreated to (8.6)
            if play.pos.troops(area, frame.nation) > play.pos.limit(frame.nation, area) + refuge:
                limit = play.pos.area(area).limit + refuge
                play.push(Trim(frame.nation, area, limit, capital_counts=True, fought=True))

    def ask(self, pos: Position, frame: Combats) -> Ask:
        def usual() -> Action:
            choices = self.choices(pos, frame)
            return action_of(next((c for c in choices if c.kind != "raid"), choices[0]))

        return Ask(pos.seat(frame.nation), "combat", usual, "10.0", {}, frame.nation)

    def choices(self, pos: Position, frame: Combats) -> Choices:
        found = [
            Choice("fight_at_sea", {"sea": call.sea, "nation": call.nation}, rule="10.8")
            for call in _first_calls(pos, frame)
        ]
        for area, foe in pending_fights(pos, frame.nation):
            fixed = {"area": area, "nation": foe}
            if area not in frame.raids:
                found.append(Choice("attack", fixed, rule="10.1"))
            if may_raid(pos, frame.nation, area) and (area in frame.raids or not frame.campaign):
                found.append(Choice("raid", fixed, rule="10.7"))
            elif area in frame.raids:
                found.append(Choice("attack", fixed, rule="10.1"))
        return tuple(found)

    def execute(self, play: Play, frame: Combats, action: Action) -> None:
        if isinstance(action, FightAtSea):
            calls = tuple(c for c in frame.calls if (c.sea, c.nation) != (action.sea, action.nation))
            play.swap(frame.but(calls=calls))
            play.push(NavalBattle(action.sea, frame.nation, action.nation))
            return
        assert isinstance(action, Attack | Raid)
        play.swap(frame.but(fought=tuple(dict.fromkeys((*frame.fought, action.area)))))
        play.push(
            Battle(
                action.area,
                frame.nation,
                action.nation,
                raid=isinstance(action, Raid),
                came=frame.came.get(action.area, ()),
                seaborne=frame.seaborne.get(action.area, {}),
                reacted=frame.reacted,
                campaign=frame.campaign,
                start_units=_count_with_subjects(play.pos, frame.nation, action.area),
                start_foes=play.pos.troops(action.area, action.nation),
            )
        )


def action_of(choice: Choice) -> Action:
    """Return the action of a choice that has no fields to fill in."""
    place = choice.fixed.get("area") or choice.fixed["sea"]
    kinds = {"attack": Attack, "raid": Raid, "fight_at_sea": FightAtSea}
    return kinds[choice.kind](place, choice.fixed["nation"])


def _first_calls(pos: Position, frame: Combats) -> tuple[Call, ...]:
    """Return the called battle that comes first in each sea. This is the battle against the nation with the
    most fleets in the sea (10.81).
    """
    first: dict[str, Call] = {}
    for call in frame.calls:
        best = first.get(call.sea)
        if best is None or pos.fleets(call.sea, call.nation) > pos.fleets(best.sea, best.nation):
            first[call.sea] = call
    return tuple(first.values())


def _count_with_subjects(pos: Position, nation: str, area: str) -> int:
    """Return how many units a nation and its subjects have in an area (13.2)."""
    return pos.troops(area, nation) + sum(
        pos.troops(area, other) for other in pos.nations_at(area) if pos.holdings(other).overlord == nation
    )
