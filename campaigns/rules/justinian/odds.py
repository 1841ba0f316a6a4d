"""Exact chances of everything that is rolled for, counted through the code that resolves it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from itertools import product

from campaigns.rules.justinian import land_battle as land_rules
from campaigns.rules.justinian import naval_battle as naval_rules
from campaigns.rules.justinian import revolts, tables, treasuries
from campaigns.rules.justinian.land_battle import Group, LandBattle
from campaigns.rules.justinian.naval_battle import NavalBattle
from campaigns.rules.justinian.scenario_types import Scenario, Troops
from campaigns.rules.justinian.units import LEVY

Chances = Mapping[int, Fraction]
_FACE = Fraction(1, 10)


def mean(chances: Chances) -> Fraction:
    """The expected value of a distribution."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def at_least(chances: Chances, value: int) -> Fraction:
    """The chance of that value or more."""
    return sum((chance for found, chance in chances.items() if found >= value), Fraction(0))


def once(chance: Fraction, tries: int) -> Fraction:
    """That it happens at least once in so many tries."""
    return 1 - (1 - chance) ** tries


def _count(values: Iterable[int]) -> dict[int, Fraction]:
    """How often each of equally likely values occurs, as chances, sorted."""
    seen: dict[int, int] = {}
    for value in values:
        seen[value] = seen.get(value, 0) + 1
    size = sum(seen.values())
    return {value: Fraction(seen[value], size) for value in sorted(seen)}


# --- battles ---


@dataclass(frozen=True)
class LandOdds:
    """Chances of a land battle. ``..._losses``: what the battle table takes. ``..._disorganised``: the chance
    that the commanding army fails its check afterwards, as victor or after a tie. ``..._wiped_out``: the
    chance to lose every SP."""

    attacker_wins: Fraction
    defender_wins: Fraction
    tie: Fraction
    attacker_losses: Chances
    defender_losses: Chances
    mean_attacker: Fraction
    mean_defender: Fraction
    attacker_disorganised: Fraction
    defender_disorganised: Fraction
    attacker_wiped_out: Fraction
    defender_wiped_out: Fraction


@lru_cache(maxsize=4096)
def land(b: LandBattle) -> LandOdds:
    """All hundred pairs of faces through what decides a battle, :func:`land_battle.decide`."""
    a_drms, d_drms = land_rules.attacker_drms(b), land_rules.defender_drms(b)
    results = [land_rules.decide(b, a_drms, d_drms, x, y) for x, y in product(tables.FACES, repeat=2)]

    def chance(holds: Iterable[bool]) -> Fraction:
        return Fraction(sum(holds), len(results))

    attacker_wins = chance(r.winner == "attacker" for r in results)
    defender_wins = chance(r.winner == "defender" for r in results)
    tie = chance(r.winner is None for r in results)
    a_losses = _count(r.attacker_loses for r in results)
    d_losses = _count(r.defender_loses for r in results)
    checks = chance(r.tie for r in results)
    return LandOdds(
        attacker_wins=attacker_wins,
        defender_wins=defender_wins,
        tie=tie,
        attacker_losses=a_losses,
        defender_losses=d_losses,
        mean_attacker=mean(a_losses),
        mean_defender=mean(d_losses),
        attacker_disorganised=(attacker_wins + checks) * _fails(b.attackers, b.attacker_leader),
        defender_disorganised=(defender_wins + checks) * _fails(b.defenders, b.defender_leader),
        attacker_wiped_out=chance(r.attacker_wiped_out for r in results),
        defender_wiped_out=chance(r.defender_wiped_out for r in results),
    )


def _fails(groups: Iterable[Group], commander: str | None) -> Fraction:
    """Chance that the check of the commanding army fails; frontier and detached SP do not check (8.21), nor
    do the Lazi, who go home (3.41)."""
    groups = tuple(g for g in groups if g.id != LEVY)
    army = next((g for g in groups if g.id == commander), None)
    army = army or next((g for g in groups if g.kind == land_rules.FIELD), None)
    if army is None:
        return Fraction(0)
    return Fraction(
        sum(land_rules.disorganisation(army.leader_control, d, False) != "ok" for d in tables.FACES), 10
    )


def mixed(parts: Iterable[tuple[Fraction, LandBattle]]) -> LandOdds:
    """A battle whose forces are not known yet: each possible one with its chance, which sum to 1."""
    weighed = [(weight, land(b)) for weight, b in parts]

    def average(name: str) -> Fraction:
        return sum((weight * getattr(found, name) for weight, found in weighed), Fraction(0))

    def together(name: str) -> Chances:
        sums: dict[int, Fraction] = {}
        for weight, found in weighed:
            for lost, chance in getattr(found, name).items():
                sums[lost] = sums.get(lost, Fraction(0)) + weight * chance
        return dict(sorted(sums.items()))

    return LandOdds(
        attacker_losses=together("attacker_losses"),
        defender_losses=together("defender_losses"),
        **{name: average(name) for name in _AVERAGED},
    )


_AVERAGED = tuple(f.name for f in fields(LandOdds) if not f.name.endswith("_losses"))


@dataclass(frozen=True)
class NavalOdds:
    """Chances of a naval battle; losses in fleet SP."""

    attacker_wins: Fraction
    defender_wins: Fraction
    tie: Fraction
    attacker_losses: Chances
    defender_losses: Chances
    mean_attacker: Fraction
    mean_defender: Fraction


@lru_cache(maxsize=1024)
def naval(b: NavalBattle) -> NavalOdds:
    """All thousand triples of faces through :func:`naval_battle.resolve`."""
    results = [naval_rules.resolve(b, x, y, z) for x, y, z in product(tables.FACES, repeat=3)]
    size = len(results)
    a_losses = _count(r.attacker_loses for r in results)
    d_losses = _count(r.defender_loses for r in results)
    return NavalOdds(
        attacker_wins=Fraction(sum(r.winner == "attacker" for r in results), size),
        defender_wins=Fraction(sum(r.winner == "defender" for r in results), size),
        tie=Fraction(sum(r.winner is None for r in results), size),
        attacker_losses=a_losses,
        defender_losses=d_losses,
        mean_attacker=mean(a_losses),
        mean_defender=mean(d_losses),
    )


# --- checks ---


def interception_chance(control: int, drm: int = 0) -> Fraction:
    """7.32."""
    return Fraction(sum(land_rules.interception(control, d, drm) for d in tables.FACES), 10)


def naval_interception_chance(patrols: int = 1) -> Fraction:
    """7.35: that at least one of so many patrols finds the fleet, each of which may try once."""
    return once(Fraction(sum(map(tables.naval_interception_succeeds, tables.FACES)), 10), patrols)


@dataclass(frozen=True)
class RetreatOdds:
    """What a retreat before combat costs: the chance to become Disorganised and the SP lost."""

    in_order: Fraction
    disorganised: Fraction
    losses: Chances
    mean_loss: Fraction


def retreat_chances(control: int, drm: int, *, disorganised: bool, defeated: bool) -> RetreatOdds:
    """8.13, through :func:`land_battle.retreat_before`."""
    checks = [
        land_rules.retreat_before(control, d, drm, disorganised=disorganised, defeated=defeated)
        for d in tables.FACES
    ]
    losses = _count(c.sp_lost for c in checks)
    return RetreatOdds(
        in_order=Fraction(sum(not c.disorganised and not c.sp_lost for c in checks), 10),
        disorganised=Fraction(sum(c.disorganised for c in checks), 10),
        losses=losses,
        mean_loss=mean(losses),
    )


def pillage_chances(control: int, disorganised: bool, sp: int) -> Chances:
    """8.27: SP that an Unpaid victor loses."""
    return _count(land_rules.pillage_loss(control, d, disorganised, sp) for d in tables.FACES)


def pillage_after_victory(control: int, sp: int) -> Chances:
    """8.27 after 8.21: the victor's markers are off, its order is checked, then the pillage."""
    checks = [land_rules.disorganisation(control, d, False) != "ok" for d in tables.FACES]
    found: dict[int, Fraction] = {}
    for disorganised in (False, True):
        weight = Fraction(checks.count(disorganised), len(checks))
        for lost, chance in pillage_chances(control, disorganised, sp).items():
            found[lost] = found.get(lost, Fraction(0)) + weight * chance
    return {lost: chance for lost, chance in sorted(found.items()) if chance}


def stranded_chances(sp: int) -> Chances:
    """8.21: SP that a beaten force loses which has nowhere to go."""
    return _count(min(sp, d) for d in tables.FACES)


# --- alliances, events, recruiting ---


def alliance_chances(power_drm: int, bribe: int = 0) -> Mapping[str, Fraction]:
    """6.33: "barbarian", "neutral", "byzantine" for a bribe of 0-9 G."""
    drm = power_drm + tables.bribe_drm(bribe)
    found = {"barbarian": Fraction(0), "neutral": Fraction(0), "byzantine": Fraction(0)}
    for die in tables.FACES:
        found[tables.alliance(die + drm)] += _FACE
    return found


def alliance_table(power_drm: int) -> Mapping[int, Mapping[str, Fraction]]:
    """Bribe in G -> chances, for each full step; what lies between two of them buys nothing."""
    steps = range(0, tables.EXPENSES["bribe_max"] + 1, tables.EXPENSES["bribe_step"])
    return {g: alliance_chances(power_drm, g) for g in steps}


@lru_cache(maxsize=128)
def recruit(troops: Troops, room: int | None = None) -> Chances:
    """6.23: SP raised by a power's formula, no more than there is room for (4.35)."""
    raised = (troops.base + sum(dice) for dice in product(tables.FACES, repeat=troops.dice))
    return _count(sp if room is None else min(sp, room) for sp in raised)


def levy_chances(room: int) -> Chances:
    """5.32: SP that a Byzantine levy raises, no more than there is room for."""
    return _count(max(0, min(d, room)) for d in tables.FACES)


def event_chances() -> Mapping[str, Fraction]:
    """6.22, 9.0: what one Random activation brings; "none" when the two dice sum to less than 10. Revolts are
    told apart."""
    happens = Fraction(sum(x + y >= tables.EVENT_FROM for x, y in product(tables.FACES, repeat=2)), 100)
    found: dict[str, Fraction] = {"none": 1 - happens}
    for die in tables.FACES:
        name = tables.event(die)
        if name != "revolt":
            found[name] = found.get(name, Fraction(0)) + happens * _FACE
            continue
        for where in tables.FACES:
            key = tables.revolt(where)
            found[key] = found.get(key, Fraction(0)) + happens * _FACE * _FACE
    return found


def desertion_chance(randoms: int) -> Fraction:
    """5.25: that an Unpaid garrison or fleet deserts, with so many Random activations to come."""
    even = Fraction(sum(map(tables.mutinies, tables.FACES)), 10)
    return once(event_chances()["mutiny"] * even, randoms)


def activation_chances(scn: Scenario, out: Container[str] = ()) -> Mapping[str, Fraction]:
    """6.22: how often a Random marker names each power; those that are ``out`` are rolled again."""
    sizes = {key: p.high - p.low + 1 for key, p in scn.powers.items() if key not in out}
    return {key: Fraction(size, sum(sizes.values())) for key, size in sizes.items()}


def treasure_chances(dice: int) -> Chances:
    """5.42: G in a captured treasury counted with that many dice."""
    if dice == treasuries.ONE:
        return _count(treasuries.worth((d,)) for d in tables.FACES)
    sums: dict[int, Fraction] = {0: Fraction(1)}
    for _each in range(dice):
        after: dict[int, Fraction] = {}
        for total, chance in sums.items():
            for die in tables.FACES:
                after[total + die] = after.get(total + die, Fraction(0)) + chance * _FACE
        sums = after
    return sums


def sardinian_chances() -> Chances:
    """9.0: SP that putting down the revolt of Sardinia costs."""
    return _count(map(revolts.sardinian_loss, tables.FACES))


def sardinia_held(troops: int, *, ships: bool) -> Fraction:
    """9.0: that so many SP put the revolt down."""
    held = (c for lost, c in sardinian_chances().items() if revolts.put_down(troops, lost, ships=ships))
    return sum(held, Fraction(0))


# --- movement ---


def movement_chances(rating: str, bonus: int = 0) -> Chances:
    """7.11: MP of an activation."""
    return _count(tables.movement_allowance(rating, d) + bonus for d in tables.FACES)
