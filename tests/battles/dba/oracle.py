"""A second reading of the booklet: combat, shooting and their results, written from its text alone.

This oracle shares only the names of the facts (`Situation`) with the rules. The tables are typed in again,
and the rulings are those of docs/rulings/dba.md. Where the two readings differ, one of them is wrong.
Numbers are lines of the Italian text.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from battles.dba.rules.situation import Contender, Situation

MOUNTED = {"El", "Kn", "Cv", "LH", "SCh", "Cm"}
# fmt: off
AGAINST_FOOT = {
    "Bd": 5, "El": 4, "Sp": 4, "SCh": 4, "WWg": 4, "Art": 4, "Kn": 3, "Pk": 3, "Cv": 3, "Ax": 3,
    "Wb": 3, "Hd": 3, "Bw": 2, "Cm": 2, "LH": 2, "Ps": 2, "Followers": 1, "Denizens": 1,
}
AGAINST_MOUNTED = {
    "Bd": 3, "El": 5, "Sp": 4, "SCh": 4, "WWg": 4, "Art": 4, "Kn": 4, "Pk": 4, "Cv": 3, "Ax": 2,
    "Wb": 2, "Hd": 2, "Bw": 4, "Cm": 4, "LH": 2, "Ps": 2, "Followers": 1, "Denizens": 1,
}
# page 5: each type's default base depth, and the exceptions by code
DEPTHS = {
    "El": 40, "Kn": 30, "Cv": 30, "LH": 30, "SCh": 40, "Cm": 30, "Sp": 15, "Pk": 15, "Bd": 15,
    "Ax": 20, "Bw": 20, "Ps": 20, "Wb": 15, "Hd": 30, "Art": 40, "WWg": 80, "Followers": 20,
}
CODE_DEPTHS = {
    "3Kn": 30, "4Kn": 30, "6Kn": 60, "HCh": 40, "3Cv": 30, "6Cv": 60, "LCh": 40, "2LH": 30,
    "2Cm": 30, "SCh": 40, "3Cm": 30, "4Sp": 15, "3Sp": 30, "4Pk": 15, "4Bd": 15, "3Bd": 20,
    "4Ax": 20, "3Ax": 20, "2Ps": 20, "4Wb": 15, "3Wb": 20, "5Wb": 30, "7Hd": 30, "Art": 40,
    "WWg": 80, "Lit": 80, "El": 40, "4Bw": 20, "4Lb": 20, "4Cb": 20, "3Bw": 20, "3Lb": 20,
    "3Cb": 20, "8Bw": 40, "8Lb": 40, "8Cb": 40,
}
# fmt: on
# page 10, at 25 mm for 100 paces: distances off road
GOOD_MOVE = {"LH": 500, "Cv": 400, "Cm": 400, "SCh": 400, "Kn": 300, "El": 300}


@dataclass
class Verdict:
    """The booklet's answer for one situation and one roll of both dice."""

    scores: dict[str, int]
    fates: dict[str, str] = field(default_factory=lambda: {"a": "none", "b": "none"})
    deeds: set[str] = field(default_factory=set)


def judge(s: Situation, dice: tuple[int, int]) -> Verdict:
    """Return both scores with dice, the fate of both sides, and the moves and losses that follow."""
    of = {"a": s.a, "b": s.b}
    said = Verdict({"a": dice[0] + score(s, "a"), "b": dice[1] + score(s, "b")})
    for mine, its in (("a", "b"), ("b", "a")):
        if s.mode == "shooting" and mine == "a" and not s.answered:
            continue  # 364: the shooter suffers nothing unless the target shoots back
        table = by_table(s, of[mine], of[its], mine, said.scores[mine], said.scores[its])
        said.fates[mine] = execute(s, of[mine], mine, table, said.deeds)
        if s.mode == "close":
            after_combat(of[mine], of[its], mine, its, said.fates[mine], said.deeds)
    for side in ("a", "b"):  # nobody pursues an element that is gone (a tie of two scythed chariots)
        if said.fates[side] == "destroyed":
            said.deeds -= {d for d in said.deeds if d.startswith(f"{side} ") and d.split()[2] == "pursue"}
    return said


def bad(going: str, camel: bool) -> bool:
    return going in ("bad", "bad_road") or (going == "sand" and not camel)


def camel(c: Contender) -> bool:
    return c.type == "Cm" or c.code == "2Cm"


def open_ground(loser: Contender, as_camel: bool) -> bool:
    """Return whether the ground is neither bad going nor a river nor a built-up area (196, 198, 206)."""
    return not bad(loser.going, as_camel) and loser.going != "river" and loser.post != "bua"


def score(s: Situation, side: str) -> int:
    me, foe = (s.a, s.b) if side == "a" else (s.b, s.a)
    close = s.mode == "close"
    total = (AGAINST_MOUNTED if foe.type in MOUNTED else AGAINST_FOOT)[me.type]
    if close:
        total += rear_support(me, foe) + psiloi_support(me, foe)
        total += (me.uphill and me.post != "bua") or me.bank  # 358, 220
        unfit = me.type not in ("Ax", "Bw", "Ps") and bad(me.going, camel(me))
        wary = me.type in MOUNTED and bad(foe.going, camel(me))
        storms = me.type in MOUNTED and me.type != "El" and foe.post == "bua"
        total -= 2 * (unfit or wary or storms)  # 360
        total -= min(2, me.overlaps + me.flank_contacts + me.rear_contact)  # 359
    elif side == "b" or s.answered:
        total -= min(2, me.extra_shooters)
    if close or side == "b" or s.answered:
        foot = me.type not in MOUNTED
        total += 4 * (foot and me.type != "WWg" and me.post == "bua" and not me.sacking)  # 355, 220, 222
        total += 2 * (foot and me.post == "camp")  # 356
        total += me.general  # 357
    return total


def rear_support(me: Contender, foe: Contender) -> int:
    """Return the factor for rear support (347)."""
    if me.behind != me.type or me.behind_gap or me.behind_bad or bad(me.going, False) or foe.post == "bua":
        return 0
    if me.type in ("Pk", "Wb"):
        return 0 if foe.type in ("Cv", "LH", "SCh", "Bw", "Ps") else {"Pk": 3, "Wb": 1}[me.type]
    return int(me.type == "Sp" and foe.type in ("Kn", "Sp"))


def psiloi_support(me: Contender, foe: Contender) -> int:
    """Return the factor for psiloi support (349)."""
    near = (me.behind == "Ps" and not me.behind_gap) or me.psiloi_beside
    return int(me.type in ("Sp", "Bd", "Ax") and foe.type in MOUNTED and near)


def by_table(s: Situation, me: Contender, foe: Contender, side: str, mine: int, its: int) -> str:
    """Return the outcome from the tables in lines 366-395 of the rulebook."""
    if mine == its:
        return "destroyed" if me.type == "SCh" else "none"
    if mine > its:
        return "none"
    own_bound = s.active == side
    lesser = lower(me, foe, s.mode == "close", own_bound)
    if 2 * mine > its:
        return lesser
    doubled = half(me, foe, s.mode == "close")
    order = ("none", "recoil", "flee", "destroyed", "surrender")  # D12: the worse result counts
    return max(lesser, doubled, key=order.index)


def lower(me: Contender, foe: Contender, close: bool, own_bound: bool) -> str:
    t, by = me.type, foe.type
    guns = by == "Art" and not close
    in_bad = bad(me.going, camel(me))
    in_open = open_ground(me, camel(me))
    warband = by == "Wb" and foe.post != "bua"
    if t == "El":
        return "destroyed" if by in ("Ps", "Ax", "LH") or guns else "recoil"
    if t == "SCh":
        return "destroyed"
    if t == "Kn":
        met_bows = by == "Bw" and close and me.charged and own_bound
        return "destroyed" if by in ("El", "SCh", "LH") or met_bows or in_bad else "recoil"
    if t in ("Cv", "Cm"):
        return "flee" if by == "SCh" or in_bad else "recoil"
    if t == "LH":
        return "flee" if by == "SCh" or guns or in_bad else "recoil"
    if t in ("Pk", "Sp"):
        return "destroyed" if (by in ("El", "Kn", "LH", "SCh") and in_open) or warband else "recoil"
    if t == "Bd":
        return "destroyed" if (by in ("Kn", "SCh") and in_open) or warband else "recoil"
    if t == "Ax":
        return "destroyed" if by == "Kn" and in_open else "recoil"
    if t == "Bw":
        return "destroyed" if by in MOUNTED else "recoil"
    if t == "Ps":
        return "destroyed" if by in ("Kn", "Cv", "Cm") and open_ground(me, by == "Cm") else "flee"
    if t == "Wb":
        return "destroyed" if by in ("El", "Kn", "SCh") and in_open else "recoil"
    if t == "Hd":
        trampled = by in ("El", "Kn", "SCh") and in_open
        return "destroyed" if me.post == "bua" or trampled or warband or not close else "none"
    if t == "Art":
        return "destroyed" if close else "recoil"
    if t == "WWg":
        return "destroyed" if guns or by == "El" else "none"
    return "surrender" if guns else "destroyed" if close else "none"  # camp followers and denizens


def half(me: Contender, foe: Contender, close: bool) -> str:
    t, by = me.type, foe.type
    in_bad = bad(me.going, camel(me))
    if t == "Cv":
        return "flee" if by in ("Pk", "Sp", "Hd") or in_bad or (close and by == "Art") else "destroyed"
    if t == "LH":
        dies = by in MOUNTED or (by == "Art" and not close) or by in ("Bw", "Ps") or in_bad
        return "destroyed" if dies else "flee"
    if t == "Ps":
        ridden = by in ("Kn", "Cv", "Cm", "LH") and open_ground(me, camel(foe))
        return "destroyed" if ridden or by in ("Bw", "Ax", "Ps") else "flee"
    return "recoil" if close and by == "Art" else "destroyed"


def execute(s: Situation, me: Contender, side: str, table: str, deeds: set[str]) -> str:
    """Return the final fate of the loser (397, 399), and add its moves to ``deeds``."""
    if table not in ("recoil", "flee"):
        return table
    held = s.mode == "close" and (me.flank_contacts or me.rear_contact)
    if held or (s.mode == "shooting" and me.shot_from_behind) or me.post != "field":
        return "destroyed"
    if me.obstacle in ("enemy", "enemy_struck", "impassable", "garrisoned_bua", "table_edge"):
        return "destroyed"
    if me.type != "El" and (me.obstacle == "friend_turned" or (me.behind and friend_met(me) == "dies")):
        return "destroyed"
    deeds.add(f"{side} element recoil {depth(me)}")
    if me.behind:
        met = "destroyed" if me.type == "El" else friend_met(me)
        deeds.add(f"{side} behind {met}" + (f" {depth(me)}" if met == "pushed" else ""))
    if table == "recoil":
        return "recoil"
    if me.flight == "blocked":
        return "flee"
    deeds.add(f"{side} element flee {flight(me)}")
    return "destroyed" if me.flight in ("river", "table_edge") else "flee"


def friend_met(me: Contender) -> str:
    """Return the outcome when a recoiling element meets the friend behind it (281, 397): "passed" or
    "pushed" for the friend's fate, or "dies" if the recoiling element is destroyed.
    """
    t, friend = me.type, me.behind
    passes = (
        (t in MOUNTED and friend not in ("Pk", "El"))
        or (t == "Bd" and friend in ("Bd", "Sp"))
        or (t in ("Pk", "Bw") and friend == "Bd")
        or (t == "Ps" and friend != "Ps")
    )
    if passes and me.room == "free":
        return "passed"
    return "dies" if friend in ("El", "WWg") or me.room == "blocked" else "pushed"


def after_combat(me: Contender, foe: Contender, side: str, its: str, fate: str, deeds: set[str]) -> None:
    """Add what follows a combat (364, 401): lost supporters, recoils of friends on the enemy's flanks,
    pursuit.
    """
    if fate == "none":
        return
    ones = (rear_support(me, foe) == 1 and me.behind == me.type) or (
        psiloi_support(me, foe) and me.behind == "Ps" and not me.behind_gap
    )
    if fate == "destroyed" and ones:
        deeds.add(f"{side} behind destroyed")
    if foe.flank_contacts or foe.rear_contact:
        deeds.add(f"{side} flankers recoil")
    won_a_place = me.post != "field" and fate == "destroyed"
    if (
        foe.type in ("Kn", "SCh", "Wb", "Hd")
        and foe.post == "field"
        and foe.pursuit == "clear"
        and not won_a_place
    ):
        deeds.add(f"{its} element pursue {depth(foe)}")
        if rear_support(foe, me) or (psiloi_support(foe, me) and foe.behind == "Ps"):
            deeds.add(f"{its} behind pursue")


def depth(c: Contender) -> int:
    return c.depth_mm or CODE_DEPTHS.get(c.code) or DEPTHS[c.type]


def flight(c: Contender) -> int:
    """Return the distance of one tactical move in millimetres."""
    if c.type in ("Ax", "Ps"):
        paces = 300
    elif c.type not in MOUNTED or bad(c.going, camel(c)):
        paces = 200
    else:
        paces = GOOD_MOVE[c.type]
    return paces // 4
