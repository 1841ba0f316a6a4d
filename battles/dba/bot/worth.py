"""The worth of a position on the board to one side, in thousandths of an element.

The bot adds up the expected results of the combats. It counts how near each element is to an enemy that
it beats, and how well the line holds together. It subtracts open flanks, the charges that the enemy could
make in its next bound, and the enemy's shots. A general, and losses that bring an army near to breaking,
are worth more. Fast troops seek the ends of the enemy's line and its open camp. Late in the battle the bot
fears the enemy less and presses for a decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from battles.dba.bot.ends import open_ends, place_beside
from battles.dba.bot.paths import Paths, paths_of
from battles.dba.bot.race import price_generals, price_losses
from battles.dba.rules.board import clash, recoils
from battles.dba.rules.board.stances import DENIZENS
from battles.dba.rules.distances import reach
from battles.dba.rules.field import bases, convex, ground, groups, touch
from battles.dba.rules.field.bases import WIDE, Base
from battles.dba.rules.field.geometry import UNIT, Point, distance_between
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.sight import PER_PACE, range_of
from battles.dba.rules.odds import PAIRS, odds
from battles.dba.rules.situation import Contender, Situation
from battles.dba.rules.support import supporter_at_risk
from battles.dba.rules.table import victory
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import Board, TableState, other
from battles.dba.rules.troops import ENGINES, can_shoot, factor, is_mounted
from engine.values import replace

ELEMENT: Final = 1000
GENERAL: Final = 2500  # value of the bot's own general; the enemy's is worth less
DECIDING: Final = 1500  # added for the loss that would break an army
CAMP: Final = 1500  # value of a camp or built-up area, whose loss counts as two elements (L405)
DRIVEN: Final = 120  # value of an enemy that recoils or flees
NEARER: Final = 50  # value of each base width closer to an enemy worth fighting
TOGETHER: Final = 20  # value of a neighbour in the same group
BEHIND: Final = {"Pk": 120, "Wb": 60, "Sp": 30}  # value of support by the same type from behind (L347)
OPEN_FLANK: Final = 70  # cost of an enemy that can reach a flank or the rear
ALONE: Final = 100  # cost of an enemy that can charge a general with no friend at its side
BAD: Final = 60  # cost of close troops in bad going
CHARGES: Final = 4  # the largest number of charges to expect in the enemy's next bound
INITIATIVE: Final = 60  # value of the attacker's choice of where to fight
FATAL: Final = ("destroyed", "surrender")
HANDY: Final = ("Ax", "Bw", "Ps")  # troops that bad going doesn't weaken (L360)
BASE: Final = 40 * UNIT
CAREFUL: Final = 8  # up to this bound the bot waits out of the enemy's reach
URGE: Final = 16  # over this many later bounds the bot grows bolder, so that battles end before night
URGENT: Final = 16  # added to a combat's worth for each bound after a quarter of URGE has passed
FLANK: Final = 50  # value of being ready to charge the end of the enemy's line
CAMP_FAR: Final = 8 * BASE  # distance from which an open camp attracts fast troops
CAMP_NEAR: Final = 3 * BASE  # distance from which an open camp attracts other troops
VOLLEYS: Final = 2  # bounds that an element is expected to spend under fire
FAST: Final = ("LH", "Cv", "Kn", "Cm")
MARGIN: Final = 10 * UNIT
ROUND: Final = 25 * UNIT  # the greatest distance from a base's middle to its edge, for most bases
Foes = tuple[tuple[Base, bool], ...]  # the enemy's bases in the open, each with whether it fights


@dataclass
class Judge:
    """The worth of positions for one side. Odds are cached for each arrangement of a combat. A ``careful``
    judge also counts the enemy's charges, and waits for the enemy to come.
    """

    battle: Battle
    state: TableState
    seat: str
    careful: bool = True
    known: dict[tuple[object, ...], int] = field(default_factory=dict)
    joins: dict[tuple[object, ...], int] = field(default_factory=dict)
    ends: dict[tuple[object, ...], list[Point]] = field(default_factory=dict)
    pulls: dict[tuple[Base, Base], int] = field(default_factory=dict)
    scenes: dict[tuple[Foes, Point | None], dict[Base, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        mine, theirs = (victory.standing(self.battle, self.state, s) for s in (self.seat, other(self.seat)))
        self.last_own = mine.total + 1 >= mine.breaks_at and mine.total >= theirs.total
        self.last_foe = theirs.total + 1 >= theirs.breaks_at and theirs.total >= mine.total
        self.gain, self.cost = price_losses(mine, theirs)
        self.foe_general, self.own_general = price_generals(mine, theirs)
        self.waits = self.careful and self.state.bound <= CAREFUL
        camps = (self.state.board or Board()).camps.values()
        self.paths: Paths = paths_of(self.state.drawing, tuple(camp.outline for camp in camps))
        self.urge = min(URGE, max(0, self.state.bound - CAREFUL))
        self.urgency = URGENT * max(0, self.urge - URGE // 4)

    def worth(self, position: Position) -> int:
        own = position.by_seat[self.seat]
        fights = sum(self._combat(position, pair) for pair in touch.contacts(position))
        foes = tuple(
            (position.base(f), touch.fights(position, f)) for f in position.by_seat[other(self.seat)]
        )
        scene = self.scenes.setdefault((foes, self.open_camp(position)), {})
        each = sum(self._element(position, name, foes, scene) for name in own)
        total = fights + each + self._camps(position)
        return total - self._shots(position) - self._threats(position) if self.careful else total

    def _camps(self, position: Position) -> int:
        held = (camp.holder == self.seat for seat, camp in position.camps.items() if camp.holder != seat)
        total = sum(CAMP if ours else -CAMP for ours in held)
        inside = position.holds("bua")
        if inside and position.elements[inside].seat != self.state.defender:
            total += CAMP if position.elements[inside].seat == self.seat else -CAMP
        return total

    def _shots(self, position: Position) -> int:
        """Return the loss that the enemy's shooters are expected to cause. Each has one target in a bound,
        so a line that comes into range together loses no more than a single element.
        """
        free = [
            (name, base) for name, base in position.bases_in_open.items() if not touch.fights(position, name)
        ]
        own = [name for name, base in free if self._is_own(position, name)]
        shooters = (base for name, base in free if range_of(base) and not self._is_own(position, name))
        return VOLLEYS * sum(
            max((self._shot_loss(position, name, base) for name in own), default=0) for base in shooters
        )

    def _shot_loss(self, position: Position, name: str, theirs: Base) -> int:
        """Return the expected gain of an enemy that shoots at an element. Return 0 if the element is out of
        range or behind the enemy.
        """
        if not _is_in_range(position.base(name), theirs):
            return 0
        victim = self._victim(position, name)
        return max(0, volley(theirs.type, victim, self.own_general if victim.general else ELEMENT))

    def _victim(self, position: Position, name: str) -> Contender:
        """Return an element as the enemy sees it: a friend that faces another way makes its recoil deadly."""
        key = ("victim", name)
        if key not in position.cache:
            cramped = self._meets_a_friend(position, name)
            position.cache[key] = Contender(
                position.base(name).type,
                general=position.elements[name].general,
                obstacle=recoils.FACING_APART if cramped else "",
            )
        found: Contender = position.cache[key]
        return found

    def _meets_a_friend(self, position: Position, name: str) -> bool:
        """Return whether a recoil would meet a friend that faces another way."""
        mine = position.base(name)
        room = mine.deep * bases.STEP
        if not any(
            one.heading != mine.heading and convex.boxes_near(mine.box, one.box, room)
            for one in self._own_bases(position)
        ):
            return False
        return recoils.first_met(position, name, mine.deep).what == recoils.FACING_APART

    def _threats(self, position: Position) -> int:
        """Return the loss that the enemy's charges are expected to cause in its next bound. Each enemy
        charges one element, each element is charged once, and the enemy's PIPs pay for few charges.
        """
        own = position.by_seat[self.seat]
        free = [
            position.base(foe)
            for foe in position.by_seat[other(self.seat)]
            if not touch.fights(position, foe) and position.base(foe).type not in ENGINES
        ]
        found = [
            (threat, name, at)
            for name in own
            for at, base in enumerate(free)
            if (threat := self._threat(position, name, base))
        ]
        total = 0
        charged, charging = set[str](), set[int]()
        for threat, name, at in sorted(found, reverse=True):
            if len(charging) < CHARGES and name not in charged and at not in charging:
                charged.add(name)
                charging.add(at)
                total += threat
        return total * (URGE - self.urge // 2) // URGE

    def _threat(self, position: Position, name: str, theirs: Base) -> int:
        """Return the expected gain of an enemy that charges an element in its next bound. Return 0 if the
        enemy is out of reach.
        """
        mine = position.base(name)
        if distance_between(mine.middle, theirs.middle) > charge(theirs.type, theirs.code):
            return 0
        if not touch.fights(position, name):
            return max(0, self._duel(position, name, theirs.type) + INITIATIVE) // 2
        aside = _side_towards(mine, theirs.middle)
        beside = place_beside(mine, WIDE * aside)
        if any(distance_between(one.middle, beside) < BASE // 2 for one in self._own_bases(position)):
            return 0
        foes = touch.opponents(position, name)
        return max(0, self._join(position, name, foes[0], _is_exposed(mine, theirs))) // 2 if foes else 0

    def _duel(self, position: Position, name: str, kind: str) -> int:
        """Return the expected gain of an enemy that charges an element in the open."""
        victim = self._victim(position, name)
        return charge_gain(kind, victim, self.own_general if victim.general else ELEMENT)

    def _own_bases(self, position: Position) -> Iterator[Base]:
        return (position.base(name) for name in position.by_seat[self.seat])

    def _join(self, position: Position, mine: str, foe: str, on_flank: bool) -> int:
        """Return the cost of one more enemy in a combat, fought in the enemy's bound. The enemy overlaps the
        element, or strikes its flank, where a recoil kills.
        """
        key = (mine, foe, on_flank, *self._surroundings(position, mine, foe))
        if key not in self.joins:
            fought = clash.close_combat(position, mine, foe).situation
            own = fought.a
            if own.overlaps + own.flank_contacts > 1:
                return 0
            flanked, overlapped = own.flank_contacts + on_flank, own.overlaps + (not on_flank)
            worse = replace(fought, a=replace(own, flank_contacts=flanked, overlaps=overlapped))
            self.joins[key] = self._mean(position, mine, foe, fought) - self._mean(position, mine, foe, worse)
        return self.joins[key]

    # --- combats ---

    def _combat(self, position: Position, pair: tuple[str, str]) -> int:
        """Return the side's expected gain from a combat, if it were fought now in the side's own bound."""
        mine, foe = pair if self._is_own(position, pair[0]) else pair[::-1]
        if mine not in position.elements:
            return 0  # only denizens fight for this side
        key = (mine, foe, *self._surroundings(position, mine, foe))
        if key not in self.known:
            self.known[key] = self._expected_gain(position, mine, foe)
        return self.known[key]

    def combat_of(self, position: Position, name: str) -> int:
        """Return the expected gain from an element's combat, or 0 if it fights nobody."""
        foes = touch.opponents(position, name)
        return self._combat(position, (name, foes[0])) if foes else 0

    def _is_own(self, position: Position, name: str) -> bool:
        return name in position.elements and position.elements[name].seat == self.seat

    def _surroundings(self, position: Position, mine: str, foe: str) -> Iterator[object]:
        """Yield every element near enough to affect a combat, with its place and heading."""
        here = [position.base(name).box for name in (mine, foe) if name in position.elements]
        for name, base in position.bases_in_open.items():
            if any(convex.boxes_near(base.box, box, 2 * BASE) for box in here):
                yield name, base.x, base.y, base.heading

    def _expected_gain(self, position: Position, mine: str, foe: str) -> int:
        charged = position.base(mine).type not in ENGINES and not position.elements[mine].inside
        situation = clash.close_combat(position, mine, foe, charged=charged).situation
        return _over_time(self._mean(position, mine, foe, situation)) + INITIATIVE + self.urgency

    def _mean(self, position: Position, mine: str, foe: str, situation: Situation) -> int:
        """Return the mean gain from a combat in the given situation. The side's own element is ``a``."""
        found = odds(situation)
        won, lost = self._price(position, foe), self._price(position, mine)
        more_won = self._price_supporter(position, foe, situation.b, situation.a)
        more_lost = self._price_supporter(position, mine, situation.a, situation.b)
        total = 0
        for (own, theirs), count in found.joint.items():
            total += count * (won * (theirs in FATAL) - lost * (own in FATAL))
            total += count * (more_won * (theirs == "destroyed") - more_lost * (own == "destroyed"))
            total += count * DRIVEN * ((theirs in ("recoil", "flee")) - (own in ("recoil", "flee")))
        return total // PAIRS

    def _price_supporter(self, position: Position, name: str, own: Contender, foe: Contender) -> int:
        """Return the worth of the supporter directly behind an element if the supporter would die with the
        element, otherwise 0 (section "support").
        """
        return self._price(position, touch.supporter(position, name)) if supporter_at_risk(own, foe) else 0

    def _price(self, position: Position, name: str) -> int:
        """Return how much the loss of an element is worth. Defenders of a camp or built-up area are worth as
        much as the place.
        """
        if name == DENIZENS or position.base(name).type == "Followers":
            return CAMP
        ours, general = self._is_own(position, name), position.elements[name].general
        if self.careful:
            if general:
                return self.own_general if ours else self.foe_general
            return self.cost if ours else self.gain
        worth = GENERAL if general and ours else GENERAL * 2 // 3 if general else ELEMENT
        return worth + DECIDING * (self.last_own if ours else self.last_foe)

    # --- elements ---

    def _element(self, position: Position, name: str, foes: Foes, scene: dict[Base, int]) -> int:
        """Return the worth of an element's place. ``scene`` caches, by base, the part that depends on the
        enemy alone.
        """
        mine = position.base(name)
        joined = sum(groups.are_joined(position, name, one) for one in position.friends(name))
        total = TOGETHER * min(joined, 2) + self._support(position, name, mine.type)
        if touch.fights(position, name):
            return total
        if self.careful and not joined and position.elements[name].general:
            total -= ALONE * sum(
                distance_between(mine.middle, foe.middle) <= charge(foe.type, foe.code)
                for foe, fights in foes
                if not fights
            )
        if mine not in scene:
            scene[mine] = self._worth_against(position, mine, foes)
        return total + scene[mine]

    def _worth_against(self, position: Position, mine: Base, foes: Foes) -> int:
        exposed = sum(OPEN_FLANK for base, fights in foes if not fights and _is_exposed(mine, base))
        total = -(exposed * (2 * URGE - self.urge) // (2 * URGE))
        if foes:
            pulls = [self._pull(mine, base) for base, _ in foes]
            if self.careful and mine.type in FAST:
                pulls += (self._flanking(mine, end) for end in self.open_ends(position))
            total += max(pulls)
        if self.careful:
            if mine.type not in HANDY and ground.going_of(position, mine) == "bad":
                total -= BAD
            total += self._lure(position, mine)
        return total

    def _support(self, position: Position, name: str, kind: str) -> int:
        behind = touch.supporter(position, name) if kind in BEHIND else ""
        return BEHIND[kind] if behind and position.base(behind).type == kind else 0

    def _pull(self, mine: Base, theirs: Base) -> int:
        """Return the attraction between two places. It is remembered, because a move changes few places."""
        pair = mine, theirs
        if pair not in self.pulls:
            self.pulls[pair] = self._attraction(mine, theirs)
        return self.pulls[pair]

    def _attraction(self, mine: Base, theirs: Base) -> int:
        """Return how well an element is placed for one enemy. It should be near an enemy that it beats and
        at a distance from one that it does not. In the first bounds it should be just out of reach of any
        charge.
        """
        far = self.way_to(mine, theirs.middle)
        edge = advantage(mine.type, theirs.type)
        if mine.type in ENGINES or can_shoot(mine.type, mine.code):
            return -NEARER * max(0, far - 2 * BASE) // BASE
        shy = edge <= -2 and self.urge < URGE // 2
        wish = 4 * BASE if shy else BASE
        if self.waits:
            wish = max(wish, charge(theirs.type, theirs.code) + MARGIN)
        pull = (NEARER + 6 * max(-2, min(2, edge))) * (URGE + 2 * self.urge) // URGE
        return -pull * abs(max(far, wish) - wish) // BASE - (40 if shy and far < 3 * BASE else 0)

    def way_to(self, mine: Base, goal: Point) -> int:
        """Return how far an element is from a place: by the way around obstacles for a ``careful`` judge,
        otherwise in a straight line.
        """
        straight = distance_between(mine.middle, goal)
        if not self.careful:
            return straight
        return straight + self.paths.detour(mine.type, mine.code, mine.middle, goal)

    def _flanking(self, mine: Base, end: Point) -> int:
        """Return how well an element is placed to charge an end of the enemy's line."""
        pull = NEARER * (URGE + 2 * self.urge) // URGE
        return FLANK - pull * max(0, distance_between(mine.middle, end) - BASE // 2) // BASE

    def open_ends(self, position: Position) -> list[Point]:
        """Return the places beside the open ends of the enemy's line."""
        foes = ((name, base.spot) for name, base in position.bases_in_open.items())
        key = tuple(one for one in foes if not self._is_own(position, one[0]))
        if key not in self.ends:
            self.ends[key] = list(open_ends(position, self.seat))
        return self.ends[key]

    def open_camp(self, position: Position) -> Point | None:
        """Return the middle of the enemy's camp. Return None if troops hold it, if it is already taken, or if
        there is no camp.
        """
        owner = other(self.seat)
        camp = position.camps.get(owner)
        if camp is None or camp.holder != owner:
            return None
        inside = position.holds("camp", owner)
        if inside and position.base(inside).type != "Followers":
            return None
        return _middle(camp.outline)

    def _lure(self, position: Position, mine: Base) -> int:
        """Return how strongly an element is drawn to an enemy camp that no troops hold."""
        camp = self.open_camp(position)
        if camp is None or mine.type in ENGINES:
            return 0
        reached = CAMP_FAR if mine.type in FAST else CAMP_NEAR
        return max(0, reached - distance_between(mine.middle, camp)) * NEARER // BASE


def _over_time(gain: int) -> int:
    """Return the worth of a combat that continues beyond this bound. A loss weighs more than a gain, because
    the enemy breaks off from a combat that it is losing.
    """
    return gain if gain >= 0 else gain * 3 // 2


def _middle(outline: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)


@lru_cache(maxsize=256)
def charge(kind: str, code: str) -> int:
    """Return the greatest distance between the centres of two elements at which one can charge the other."""
    return reach(kind, code).good * PER_PACE + BASE // 2


def _is_exposed(mine: Base, theirs: Base) -> bool:
    """Return whether an enemy could strike an element's flank or rear in its next bound. The enemy must be
    near, and behind the line of the element's front edge.
    """
    (x, y), (fx, fy), (mx, my) = theirs.middle, bases.vector_ahead(mine.heading), mine.corner
    if (x - mx) * fx + (y - my) * fy >= 0:
        return False
    return distance_between(mine.middle, theirs.middle) < reach(theirs.type, theirs.code).good * PER_PACE


def _side_towards(mine: Base, goal: Point) -> int:
    """Return 1 if a place lies to the right of an element's middle, otherwise -1."""
    (rx, ry), (mx, my) = bases.rightwards(mine.heading), mine.middle
    return 1 if (goal[0] - mx) * rx + (goal[1] - my) * ry > 0 else -1


def _is_in_range(mine: Base, theirs: Base) -> bool:
    """Return whether an enemy could shoot at an element: near enough, and not behind the enemy."""
    far = range_of(theirs)
    if not far or distance_between(mine.middle, _middle(theirs.front)) > far + ROUND:
        return False
    (x, y), (fx, fy), (mx, my) = mine.middle, bases.vector_ahead(theirs.heading), theirs.middle
    return (x - mx) * fx + (y - my) * fy > 0


@lru_cache(maxsize=1024)
def volley(kind: str, victim: Contender, worth: int) -> int:
    """Return the expected gain of a troop type that shoots at an element of the given worth in the open."""
    return _mean_gain(Situation("shooting", Contender(kind), victim), worth)


def duel(kind: str, foe: str) -> int:
    """Return the expected gain of a troop type that charges another in the open, without help on
    either side.
    """
    return charge_gain(kind, Contender(foe), ELEMENT)


@lru_cache(maxsize=4096)
def charge_gain(kind: str, victim: Contender, worth: int) -> int:
    """Return the expected gain of a troop type that charges an element of the given worth in the open."""
    return _mean_gain(Situation("close", Contender(kind, charged=True), victim), worth)


def _mean_gain(situation: Situation, worth: int) -> int:
    """Return the first contender's expected gain. ``worth``: the worth of the second contender."""
    found = odds(situation)
    total = 0
    for (own, theirs), count in found.joint.items():
        total += count * (worth * (theirs in FATAL) - ELEMENT * (own in FATAL))
        total += count * DRIVEN * ((theirs in ("recoil", "flee")) - (own in ("recoil", "flee")))
    return total // PAIRS


@lru_cache(maxsize=1024)
def advantage(own: str, foe: str) -> int:
    """Return the difference between two types' factors, plus one if the first type easily destroys the
    second.
    """
    edge = factor(own, foe) - factor(foe, own)
    if own in ("Kn", "SCh", "El") and not is_mounted(foe) and foe not in ("Pk", "Sp"):
        edge += 1
    if own == "Wb" and foe in ("Bd", "Sp", "Pk"):
        edge += 1
    return edge
