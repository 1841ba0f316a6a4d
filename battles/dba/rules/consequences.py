"""The consequences of an outcome, as a list that players carry out in order (section "results")."""

from __future__ import annotations

from battles.dba.rules.flight import flight_death, flight_mm, held_back, pursues, pursuit_mm
from battles.dba.rules.outcomes import Outcome, Result
from battles.dba.rules.recoil import Recoil, recoil
from battles.dba.rules.situation import SIDES, Contender, Side, Situation, contender, depth, other
from battles.dba.rules.support import supporter_at_risk, supporter_follows
from battles.dba.rules.troops import CIVILIANS
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class Consequence:
    """One consequence to carry out after a combat.

    side   the side to which the affected models belong
    who    element; behind (the friend behind the element); flankers (friends in contact with the
           enemy's flank or rear); met (a friend that faces another way, hit by a recoil);
           struck (an enemy hit by a recoil); place (a camp or built-up area)
    type   the troop type, or "bua" or "camp" ("" if the situation does not say)
    mm     the distance to move, or None if nothing moves
    count  the number of models affected
    cause  the reason for the consequence, or ""
    """

    code: str
    side: Side
    who: str
    rule: str
    type: str = ""
    mm: int | None = None
    count: int = 1
    cause: str = ""


def fate(s: Situation, side: Side, result: Result) -> str:
    """Return the final fate of an element. A recoil or a flight can turn into its destruction."""
    return end_of(contender(s, side), result.code, s.mode == "close")


def end_of(c: Contender, code: str, close: bool) -> str:
    """Return the final fate of an element, given its result ``code`` from the tables."""
    if code != "recoil" and code != "flee":
        return code
    if recoil(c, close).death or (code == "flee" and flight_death(c)):
        return "destroyed"
    return code


def consequences(s: Situation, outcome: Outcome) -> tuple[Consequence, ...]:
    """Return the consequences in order, or one "stand" for each side if nothing happens."""
    found: list[Consequence] = []
    fates = {side: fate(s, side, result) for side, result in zip(SIDES, outcome, strict=True)}
    for side, result in zip(SIDES, outcome, strict=True):
        found += _own_consequences(s, side, result)
    for side in SIDES:
        if fates[side] != "none":
            found += _friends_around(s, side, fates[side])
    if s.mode == "close":
        for side in SIDES:
            if fates[side] == "none" and fates[other(side)] != "none":
                found += _victor(s, side, fates[other(side)])
    return tuple(found) or tuple(
        Consequence("stand", side, "element", "results", contender(s, side).type) for side in SIDES
    )


def _own_consequences(s: Situation, side: Side, result: Result) -> list[Consequence]:
    c = contender(s, side)
    if result.code == "none":
        return [Consequence("stand", side, "element", result.rule, c.type)] if result.cause else []
    if result.code in ("destroyed", "surrender"):
        return [Consequence(result.code, side, "element", result.rule, c.type, cause=result.cause)]
    end = recoil(c, s.mode == "close")
    if end.death:
        return _recoil_death(side, c, end)
    found = [Consequence("recoil", side, "element", "recoil", c.type, depth(c))]
    found += _friends_met(side, c, end)
    return found + _second_leg(side, c) if result.code == "flee" else found


def _recoil_death(side: Side, c: Contender, end: Recoil) -> list[Consequence]:
    found = [Consequence("destroyed", side, "element", end.rule, c.type, cause=end.death)]
    if end.death == "enemy_struck":
        found.append(Consequence("destroyed", other(side), "struck", "recoil", cause="struck_by_recoil"))
    return found


def _friends_met(side: Side, c: Contender, end: Recoil) -> list[Consequence]:
    """Return the effects of a recoil on friends in its way (passed, pushed, or trampled by elephants). If the
    element recoils into its own camp, the camp followers are removed.
    """
    found: list[Consequence] = []
    if end.friend == "killed":
        turned = c.obstacle == "friend_turned"
        who, victim = ("met", "") if turned else ("behind", c.behind)
        found.append(Consequence("destroyed", side, who, "recoil", victim, cause="trampled"))
        if turned and c.behind:
            found.append(Consequence("destroyed", side, "behind", "recoil", c.behind, cause="trampled"))
    elif end.friend == "pushed":
        found.append(Consequence("pushed", side, "behind", end.rule, c.behind, depth(c)))
    elif end.friend == "passed":
        found.append(Consequence("passed", side, "behind", end.rule, c.behind))
    if c.obstacle == "own_camp":
        found.append(Consequence("followers_removed", side, "place", "garrisons", "camp"))
    return found


def _second_leg(side: Side, c: Contender) -> list[Consequence]:
    if c.flight == "blocked":
        return [Consequence("stays", side, "element", "flee", c.type)]
    found = [Consequence("flee", side, "element", "flee", c.type, flight_mm(c))]
    if flight_death(c):
        found.append(Consequence("destroyed", side, "element", "flee", c.type, cause=c.flight))
    elif c.flight == "unknown_river":
        found.append(Consequence("roll_river", side, "element", "rivers", c.type))
    return found


def _friends_around(s: Situation, side: Side, fell: str) -> list[Consequence]:
    """Return the consequences of an element's defeat for its friends. After shooting, there are none except
    for the camp or built-up area that the element defended.
    """
    if s.mode != "close":
        return _shot_out(s, side) if fell in ("destroyed", "surrender") else []
    c, foe = contender(s, side), contender(s, other(side))
    found: list[Consequence] = []
    if fell == "destroyed" and supporter_at_risk(c, foe):
        found.append(Consequence("destroyed", side, "behind", "results", c.behind, cause="supported"))
    helpers = foe.flank_contacts + int(foe.rear_contact)
    if helpers:
        found.append(Consequence("recoil", side, "flankers", "results", count=helpers))
    return found


def _shot_out(s: Situation, side: Side) -> list[Consequence]:
    """Return the consequences for a built-up area or camp that lost its defenders to shooting (section
    "garrisons"). In the open there are none.
    """
    c, foe = contender(s, side), contender(s, other(side))
    if c.post == "field":
        return []
    place = "bua" if c.post == "bua" else "camp"
    # Denizens do not take over from sackers, because a sacked place cannot be defended (L222).
    if c.type not in CIVILIANS and place == "bua" and not c.sacking:
        return [Consequence("denizens_defend", side, "place", "garrisons", place)]
    if c.type == "Denizens" and foe.type == "Art":
        return [Consequence("defect", side, "place", "garrisons", place)]
    return [Consequence("unoccupied", side, "place", "garrisons", place)]


def _victor(s: Situation, side: Side, beaten: str) -> list[Consequence]:
    c, loser = contender(s, side), contender(s, other(side))
    if loser.post != "field" and beaten in ("destroyed", "surrender"):
        return _occupies(side, c, loser)
    if pursues(c):
        found = [Consequence("pursue", side, "element", "pursuit", c.type, pursuit_mm(c))]
        if supporter_follows(c, loser):
            found.append(Consequence("pursue", side, "behind", "pursuit", c.behind, pursuit_mm(c)))
        return found
    why = held_back(c)
    return [Consequence("holds", side, "element", "pursuit", c.type, cause=why)] if why else []


def _occupies(side: Side, c: Contender, loser: Contender) -> list[Consequence]:
    """Return the consequences of a successful assault. The attacker enters the camp or built-up area, and
    sacks a built-up area (sections "garrisons" and "pursuit").
    """
    if loser.post != "bua":
        return [Consequence("occupy", side, "element", "pursuit", c.type, cause="camp")]
    found = [Consequence("combat_stops", side, "place", "close_combat", "bua")]
    if loser.type != "Denizens":
        found.append(Consequence("denizens_surrender", other(side), "place", "garrisons", "bua"))
    return [
        *found,
        Consequence("occupy", side, "element", "pursuit", c.type, cause="bua"),
        Consequence("sack", side, "element", "garrisons", c.type),
    ]
