"""Shooting and close combat: builds the Situation, has it resolved, and takes off the table what dies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from fractions import Fraction
from typing import Any, Final

from battles.dba.forecast.odds import PAIRS, odds
from battles.dba.rules.consequences import Consequence
from battles.dba.rules.resolve import Resolution, resolve
from battles.dba.rules.situation import Contender, Side, Situation
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import contacts, lay, rivers, shooters, strongholds, victory
from battles.dba.rules.table import events as ev
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import Cause, Luck, TableState, other
from battles.dba.rules.validate import mistakes
from engine.dice import Dice, Throw
from engine.game import IllegalAction, Step
from engine.story import Story

DENIZENS: Final = strongholds.DENIZENS
MOST_SHOOTERS: Final = 3
MOST_ASSAULTS: Final = 3
Happened = tuple[Any, ...]


@dataclass(frozen=True)
class Engagement:
    """Who meets whom: the Situation, and behind its two letters the seats, elements and stances."""

    situation: Situation
    seats: tuple[str, str]
    elements: tuple[str, str]
    stances: tuple[act.Stance, act.Stance]
    more: tuple[str, ...] = ()
    back: tuple[str, ...] = ()


# --- who may ---


def engage(battle: Battle, state: TableState, action: act.Fight | act.Shoot) -> Engagement:
    """The Situation of a combat or a shot that was told. Raises IllegalAction when it is impossible."""
    found = _fight(battle, state, action) if isinstance(action, act.Fight) else _shot(battle, state, action)
    for mistake in mistakes(found.situation):
        facts = {k: v for k, v in mistake.facts.items() if k != "rule"}
        raise IllegalAction(str(mistake.facts.get("rule", "")), mistake.code, path=mistake.path, **facts)
    _check_told(battle, state, found)
    return found


def _fight(battle: Battle, state: TableState, action: act.Fight) -> Engagement:
    attacker, defender = action.attacker, action.defender
    for one, seat in ((attacker, state.active), (defender, state.passive)):
        _fighter(battle, state, one, seat)
    believed = attacker != DENIZENS and state.elements[attacker].charged
    charged = action.charged if action.charged is not None else believed
    a = _contender(battle, state, attacker, action.a, charged)
    b = _contender(battle, state, defender, action.b, False)
    situation = Situation(mode="close", a=a, b=b, active="a")
    return Engagement(situation, (state.active, state.passive), (attacker, defender), (action.a, action.b))


_GROUND: Final = {
    "bank": "rivers",
    "going": "area_features",
    "uphill": "area_features",
    "behind_bad": "area_features",
    "flight": "flee",
    "obstacle": "recoil",
    "pursuit": "pursuit",
}
_USUAL: Final = act.Stance()  # says nothing, and so is always possible


def _check_told(battle: Battle, state: TableState, found: Engagement) -> None:
    """Refuse ground that this table does not have, and victims of a recoil that are no victims."""
    for seat, one, stance, c in zip(
        found.seats, found.elements, found.stances, (found.situation.a, found.situation.b), strict=True
    ):
        for name, rule in _GROUND.items():
            value = getattr(stance, name)
            usual = getattr(_USUAL, name)
            if value != usual and value not in lay.possible(state, seat, c, name, (usual, value)):
                raise IllegalAction(rule, "not_on_this_table", path=name, value=value)
        for victim, side in ((stance.met, seat), *((one, other(seat)) for one in stance.struck)):
            if victim:
                _present(battle, state, victim, side)
        if stance.met == one:
            raise IllegalAction("recoil", "meets_itself", element=one)
        inside = strongholds.garrison_of_camp(battle, state, seat)
        room = inside is None or (battle.blocks[inside].followers and battle.blocks[inside].seat == seat)
        if stance.obstacle == "own_camp" and not room:
            raise IllegalAction("camps", "camp_full", element=inside)


def may_fight(state: TableState, one: str) -> bool:
    """Whether that element or the denizens may fight still: once in a bound, who is in a built-up area three
    times."""
    most = MOST_ASSAULTS if one == DENIZENS or state.elements[one].where == "bua" else 1
    return state.fought.count(one) < most


def _fighter(battle: Battle, state: TableState, one: str, seat: str) -> None:
    """Refuse who is not there, or not on that side, or has fought."""
    if one == DENIZENS:
        if not strongholds.denizens_fight_for(battle, state, seat):
            raise IllegalAction("garrisons", "no_denizens")
    else:
        _present(battle, state, one, seat)
    if not may_fight(state, one):
        raise IllegalAction("close_combat", "fought_already", element=one)


def _shot(battle: Battle, state: TableState, action: act.Shoot) -> Engagement:
    """All who shoot at the target do so together, and all who shoot at the first of them."""
    seat = battle.blocks[action.shooter].seat if action.shooter in battle.blocks else state.active
    _check_together(battle, state, (action.shooter, *action.more), seat, action.answered)
    _check_target(battle, state, action, other(seat))
    if action.back and not action.answered:
        raise IllegalAction("shooting", "back_needs_answer")
    if action.answered:
        _check_together(battle, state, (action.target, *action.back), other(seat), True)
    a = _contender(battle, state, action.shooter, action.a, False)
    if shooters.hit(state, action.shooter):  # artillery may shoot in its own bound: see shooters.waits
        a = replace(a, extra_shooters=1)
    if action.back:
        a = replace(a, extra_shooters=len(action.back))
    b = replace(_contender(battle, state, action.target, action.b, False), extra_shooters=len(action.more))
    situation = Situation(
        mode="shooting", a=a, b=b, active="a" if seat == state.active else "b", answered=action.answered
    )
    return Engagement(
        situation,
        (seat, other(seat)),
        (action.shooter, action.target),
        (action.a, action.b),
        action.more,
        action.back,
    )


def _check_together(
    battle: Battle, state: TableState, together: tuple[str, ...], seat: str, under_fire: bool
) -> None:
    """One to three elements of that side, each able to shoot still; only the first of them is under fire."""
    if len(together) > MOST_SHOOTERS or len(set(together)) != len(together):
        raise IllegalAction("shooting", "three_shooters", number=len(together))
    for shooter in together:
        _present(battle, state, shooter, seat)
        if not shooters.can_shoot(battle, state, shooter):
            raise IllegalAction("shooting", "cannot_shoot", element=shooter)
        if contacts.touches(state, shooter):
            raise IllegalAction("shooting", "in_contact", element=shooter)
        if shooter in state.shot:
            raise IllegalAction("shooting", "shot_already", element=shooter)
        if shooters.waits(battle, state, shooter, under_fire=under_fire and shooter == together[0]):
            raise IllegalAction("shooting", "artillery_waits", element=shooter)


def end_shooting(battle: Battle, state: TableState, action: act.EndShooting) -> Step[TableState]:
    """On to close combat, unless opponents are left that can shoot at each other and nobody says that they
    stand out of range or arc."""
    own, enemies = shooters.opposed(battle, state)
    if own and not action.none_in_reach:
        raise IllegalAction("shooting", "must_shoot", elements=[*own, *enemies])
    return Step(replace(state, phase="combat"), (ev.ShootingEnded(),))


def _check_target(battle: Battle, state: TableState, action: act.Shoot, enemy: str) -> None:
    target = action.target
    if target == DENIZENS:
        if not strongholds.denizens_fight_for(battle, state, enemy):
            raise IllegalAction("garrisons", "no_denizens")
        if action.answered:
            raise IllegalAction("shooting", "cannot_answer", element=target)
    else:
        _present(battle, state, target, enemy)
    if contacts.touches(state, target):
        raise IllegalAction("shooting", "in_contact", element=target)
    if shooters.hit(state, target):
        raise IllegalAction("shooting", "target_already", element=target)
    able = target != DENIZENS and shooters.must_answer(battle, state, target, action.shooter)
    if action.answered and not able:
        raise IllegalAction("shooting", "cannot_answer", element=target)
    if able and not action.answered and not action.unable:
        raise IllegalAction("shooting", "must_answer", element=target)


def _present(battle: Battle, state: TableState, element: str, seat: str) -> None:
    if element not in battle.blocks:
        raise IllegalAction("", "no_such_element", element=element[:40])
    if battle.blocks[element].seat != seat:
        raise IllegalAction("close_combat", "wrong_side", element=element)
    if element not in set(state.on_table()):
        raise IllegalAction("close_combat", "not_on_table", element=element)


def _contender(
    battle: Battle, state: TableState, element: str, stance: act.Stance, charged: bool
) -> Contender:
    told = {
        f: getattr(stance, f)
        for f in (
            "going",
            "uphill",
            "bank",
            "behind_gap",
            "behind_bad",
            "room",
            "psiloi_beside",
            "overlaps",
            "flank_contacts",
            "rear_contact",
            "shot_from_behind",
            "obstacle",
            "flight",
            "pursuit",
        )
    }
    if element == DENIZENS:
        return Contender(type="Denizens", post="bua", **told)
    base, now = battle.base(element, state), state.elements[element]
    behind = ""
    if stance.behind:
        _present(battle, state, stance.behind, battle.blocks[element].seat)
        behind = battle.base(stance.behind, state).type
        if stance.behind == element:
            raise IllegalAction("support", "behind_itself", element=element)
    post = {"camp": "camp", "enemy_camp": "enemy_camp", "bua": "bua"}.get(now.where, "field")
    return Contender(
        type=base.type,
        code="" if battle.blocks[element].followers else base.code,
        depth_mm=base.depth_mm,
        general=battle.blocks[element].general,
        post=post,
        sacking=now.sacking,
        charged=charged,
        behind=behind,
        moved=now.moves > 0,
        **told,
    )


# --- dice and what follows ---


def fight(battle: Battle, state: TableState, action: act.Fight | act.Shoot, dice: Dice) -> Step[TableState]:
    """Dice for both, totals compared, result and consequences applied at once."""
    found = engage(battle, state, action)
    mode = "combat" if found.situation.mode == "close" else "shooting"
    rule = "close_combat" if mode == "combat" else "shooting"
    story = Story(dice)
    die_a, die_b = dice.roll_all([Throw(6, mode, rule, seat) for seat in found.seats])
    done = _as_it_is(state, resolve(found.situation, die_a, die_b))
    state = _note(state, found, action)
    state = _luck(state, found, done)
    story.tell(_told(found, done))
    for consequence in done.consequences:
        if consequence.code == "roll_river":
            state, more = _into_the_river(battle, state, found, consequence, dice)
        elif consequence.code == "followers_removed":
            state, more = _into_own_camp(battle, state, found, consequence, done)
        else:
            state, more = _apply(battle, state, found, consequence)
        story.tell(*more)
    state, more = _general_fled(battle, state, found, done)
    story.tell(*more)
    return story.step(_contacts_after(state, found, done))


def _as_it_is(state: TableState, done: Resolution) -> Resolution:
    """What follows, where nobody lives in the built-up area any more: no denizens defend or surrender."""
    if state.bua is None or state.bua.denizens == "alive":
        return done
    told = [
        replace(c, code="unoccupied") if c.code == "denizens_defend" else c
        for c in done.consequences
        if c.code != "denizens_surrender"
    ]
    return done._replace(consequences=tuple(told))


def _into_own_camp(
    battle: Battle, state: TableState, found: Engagement, consequence: Consequence, done: Resolution
) -> tuple[TableState, Happened]:
    """Who recoils into the own camp is its garrison now; who flees on only sends its followers away."""
    element = found.elements[0 if consequence.side == "a" else 1]
    if any((c.code, c.who, c.side) == ("flee", "element", consequence.side) for c in done.consequences):
        return strongholds.send_followers_off(battle, state, battle.blocks[element].seat)
    return strongholds.enter(battle, state, element, "own_camp")


def _general_fled(
    battle: Battle, state: TableState, found: Engagement, done: Resolution
) -> tuple[TableState, Happened]:
    """A general who flees leaves the wood, oasis or marsh."""
    events: Happened = ()
    for seat, element, fate in zip(found.seats, found.elements, (done.fate_a, done.fate_b), strict=True):
        if fate == "flee" and element == battle.general(seat):
            state, more = in_the_open(state, seat)
            events += more
    return state, events


def in_the_open(state: TableState, seat: str) -> tuple[TableState, Happened]:
    """Nobody has told of a wood, oasis or marsh where that side's general stands now."""
    if not state.general_in.get(seat):
        return state, ()
    return replace(state, general_in={**state.general_in, seat: ""}), (ev.GeneralPlaced(seat, ""),)


def _contacts_after(state: TableState, found: Engagement, done: Resolution) -> TableState:
    """Who is in frontal contact now: two that both stand, or a pursuer and who recoiled no farther than it
    followed. Who gives way or pursues faces nobody else."""
    gave_way = [
        e for e, fate in zip(found.elements, (done.fate_a, done.fate_b), strict=True) if fate != "none"
    ]
    if not gave_way:
        return contacts.meet(state, *found.elements) if found.situation.mode == "close" else state
    state = contacts.part(state, *gave_way)
    deeds = {(c.code, c.who, c.side): c for c in done.consequences}
    sides: tuple[Side, Side] = ("a", "b")
    for index, side in enumerate(sides):
        pursued = deeds.get(("pursue", "element", side))
        if pursued is None:
            continue
        loser = sides[1 - index]
        state = contacts.part(state, found.elements[index])
        recoiled = deeds.get(("recoil", "element", loser))
        stays = (done.fate_a, done.fate_b)[1 - index] == "recoil" and ("passed", "behind", loser) not in deeds
        if stays and recoiled and (recoiled.mm or 0) <= (pursued.mm or 0):
            state = contacts.meet(state, *found.elements)
    return state


def stand_apart(battle: Battle, state: TableState, action: act.StandApart) -> Step[TableState]:
    """What the assistant believed was wrong: these are in contact with nobody."""
    if not action.elements or len(set(action.elements)) < len(action.elements):
        raise IllegalAction("close_combat", "nobody_named")
    for element in action.elements:
        if not contacts.touches(state, element):
            raise IllegalAction("close_combat", "not_in_contact", element=element[:40])
    for element in action.elements:
        if element in state.elements:
            state = state.with_element(element, charged=False)
    return Step(contacts.part(state, *action.elements), (ev.StoodApart(action.elements),))


def _into_the_river(
    battle: Battle, state: TableState, found: Engagement, consequence: Consequence, dice: Dice
) -> tuple[TableState, Happened]:
    """Who flees into a river finds out what it is like, and drowns unless it is shallow. "flee", "rivers" """
    fleeing = found.elements[0 if consequence.side == "a" else 1]
    if state.river is None or fleeing not in battle.blocks:
        return state, ()
    state, events = rivers.known(state, battle.blocks[fleeing].seat, dice)
    if state.river is not None and state.river.nature == "paltry":
        return state, events
    state, more = lose(battle, state, fleeing, "river")
    return state, events + more


def lose(battle: Battle, state: TableState, element: str, cause: Cause) -> tuple[TableState, Happened]:
    """That element leaves the battle; once only."""
    if state.elements[element].where == "lost":
        return state, ()
    block = battle.blocks[element]
    state = strongholds.relieved(state, element, block.seat)
    state = state.with_element(element, where="lost", cause=cause, lost_in=state.bound, sacking=False)
    events: Happened = (ev.ElementLost(element, block.seat, cause, victory.counts(battle, element)),)
    return state, (*events, ev.GeneralLost(block.seat, element)) if block.general else events


def _note(state: TableState, found: Engagement, action: act.Fight | act.Shoot) -> TableState:
    if isinstance(action, act.Fight):
        return replace(state, fought=(*state.fought, *found.elements))
    shot = (*state.shot, action.shooter, *action.more, f"@{action.target}")
    if action.answered:
        shot = (*shot, action.target, *action.back, f"@{action.shooter}")
    return replace(state, shot=shot)


def _told(found: Engagement, done: Resolution) -> ev.Fought:
    chances = odds(found.situation)
    return ev.Fought(
        mode=found.situation.mode,
        first=found.elements[0],
        second=found.elements[1],
        more=found.more,
        back=found.back,
        dice=(done.die_a, done.die_b),
        totals=(done.final_a, done.final_b),
        comparison=done.comparison,
        fates=(done.fate_a, done.fate_b),
        situation=written(found.situation),
        reckoning={side: [asdict(line) for line in getattr(done.reckoning, side)] for side in ("a", "b")},
        consequences=[asdict(c) for c in done.consequences],
        chances={side: dict(getattr(chances, side)) for side in ("a", "b")},
    )


_FACTS: Final = {f.name: f.default for f in fields(Contender)}


def written(situation: Situation) -> dict[str, Any]:
    """A situation as the look-up reads it, without what goes without saying."""
    sides = {
        side: {
            name: value
            for name, usual in _FACTS.items()
            if (value := getattr(one, name)) != usual or name == "type"
        }
        for side, one in (("a", situation.a), ("b", situation.b))
    }
    return {"mode": situation.mode, **sides, "active": situation.active, "answered": situation.answered}


_KILLED: Final = ("destroyed", "surrender", "off_table")


def _luck(state: TableState, found: Engagement, done: Resolution) -> TableState:
    """Adds one combat to both sides' account: dice, kills, and what the exact chances promised."""
    chances = odds(found.situation)
    die_a, die_b = (sum(side.get(fate, 0) for fate in _KILLED) for side in (chances.a, chances.b))
    both = sum(n for (x, y), n in chances.joint.items() if x in _KILLED and y in _KILLED)
    p = (Fraction(die_a, PAIRS), Fraction(die_b, PAIRS))
    variance = Fraction(PAIRS * (die_a + die_b - 2 * both) - (die_a - die_b) ** 2, PAIRS * PAIRS)
    dead = (done.fate_a in _KILLED, done.fate_b in _KILLED)
    luck = dict(state.luck)
    for i, seat in enumerate(found.seats):
        foe, was = 1 - i, luck[seat]
        luck[seat] = Luck(
            was.pips,
            was.pip_rolls,
            was.dice + (done.die_a, done.die_b)[i],
            was.dice_rolls + 1,
            was.kills + dead[foe],
            was.losses + dead[i],
            was.expected_kills + p[foe],
            was.expected_losses + p[i],
            was.variance + variance,
        )
    return replace(state, luck=luck)


# --- consequences ---

Apply = Callable[[Battle, TableState, Engagement, Consequence, int], tuple[TableState, Happened]]


def _apply(
    battle: Battle, state: TableState, found: Engagement, consequence: Consequence
) -> tuple[TableState, Happened]:
    """What a consequence means for the books. Recoils, flights and pursuits are only for hands."""
    index = 0 if consequence.side == "a" else 1
    apply = _APPLY.get(consequence.code)
    return apply(battle, state, found, consequence, index) if apply else (state, ())


def _destroyed(
    battle: Battle, state: TableState, found: Engagement, consequence: Consequence, index: int
) -> tuple[TableState, Happened]:
    """Whose model goes: the element itself, its friend behind, a friend it ran into, enemies it struck."""
    element, stance, foe = found.elements[index], found.stances[index], found.stances[1 - index]
    if consequence.who == "element" and element == DENIZENS:  # those that surrender change sides: "defect"
        return (state, ()) if consequence.code == "surrender" else strongholds.denizens_fall(state)
    cause: Cause = "destroyed"
    if consequence.code == "surrender":
        cause = "surrendered"
    elif consequence.cause == "table_edge":
        cause = "left_table"
    elif consequence.cause == "river":
        cause = "river"
    elif consequence.cause == "supported":
        cause = "supporter"
    elif consequence.cause in ("trampled", "struck_by_recoil") or consequence.rule == "recoil":
        cause = "recoil"
    gone = {"element": (element,), "behind": (stance.behind,), "met": (stance.met,), "struck": foe.struck}
    events: Happened = ()
    for one in gone.get(consequence.who, ()):
        if one in battle.blocks:
            state, more = lose(battle, state, one, cause)
            events += more
    return state, events


def _occupy(
    battle: Battle, state: TableState, found: Engagement, consequence: Consequence, index: int
) -> tuple[TableState, Happened]:
    winner, loser = found.elements[index], (found.situation.a, found.situation.b)[1 - index]
    if winner not in set(state.on_table()) or state.elements[winner].where != "table":
        return state, ()
    place = {"bua": "bua", "camp": "enemy_camp", "enemy_camp": "own_camp"}[loser.post]
    return strongholds.enter(battle, state, winner, place)


def _sack(
    battle: Battle, state: TableState, found: Engagement, consequence: Consequence, index: int
) -> tuple[TableState, Happened]:
    winner = found.elements[index]
    inside = winner in battle.blocks and state.elements[winner].where == "bua"
    return (state.with_element(winner, sacking=True), (ev.SackBegan(winner),)) if inside else (state, ())


def _denizens_surrender(
    battle: Battle, state: TableState, found: Engagement, consequence: Consequence, index: int
) -> tuple[TableState, Happened]:
    """They serve the enemy of the side that lost them."""
    return strongholds.denizens_fall(state, surrendered_to=other(found.seats[index]))


_APPLY: Final[dict[str, Apply]] = {
    "destroyed": _destroyed,
    "surrender": _destroyed,
    "occupy": _occupy,
    "sack": _sack,
    "denizens_surrender": _denizens_surrender,
    "defect": _denizens_surrender,
}
