"""Naval combat (8.3): the calculation of scores and losses, and the battle between two fleets."""

from __future__ import annotations

from campaigns.justinian.rules.sea.naval_retreat import drown, flee
from campaigns.justinian.rules.state.drms import Drm, total
from campaigns.justinian.rules.state.fleets import cargo, owner
from campaigns.justinian.rules.state.play import Play, Routine, handler
from campaigns.justinian.rules.state.tables import SEAMANSHIP
from campaigns.justinian.rules.state.units import lose
from campaigns.justinian.rules.state.values import FleetKey, Ships
from engine.frames import Frame
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class SeaFight(Frame):
    """A naval battle between two fleets, at sea or before a port (8.3)."""

    attacker: FleetKey
    defender: FleetKey
    place: str


@dataclass(frozen=True)
class SeaBattleFought(Event):
    attacker: FleetKey
    defender: FleetKey
    place: str
    attacker_score: int
    defender_score: int
    attacker_loses: int
    defender_loses: int
    winner: str


_WINNER_LOSES_FROM = 5  # lowest face of the winner's die that costs the winner an SP (8.32)


@dataclass(frozen=True)
class NavalBattle:
    """Two fleets about to fight, at sea after an interception or before a port (8.31)."""

    attacker_power: str
    attacker_sp: int
    defender_power: str
    defender_sp: int


@dataclass(frozen=True)
class NavalResult:
    """The result of a naval battle. It has the scores with their components, the winner (None for a tie),
    and the fleet SP that each side loses.
    """

    attacker_die: int
    defender_die: int
    attacker_lines: tuple[Drm, ...]
    defender_lines: tuple[Drm, ...]
    attacker_score: int
    defender_score: int
    winner: str | None
    winner_die: int | None
    attacker_loses: int
    defender_loses: int


def halve_die(die: int) -> int:
    """Return half the die, rounded up and at least 1: a 5 gives 3, and a 0 gives 1 (8.32)."""
    return max(1, -(-die // 2))


def advantages(power: str, own: int, other: int) -> tuple[Drm, Drm]:
    """Return the two modifiers that a side adds to half its die (8.32): one for the larger fleet and one for
    seamanship. ``own`` and ``other``: both sides' fleet SP.
    """
    return (
        Drm("larger_fleet", max(0, own - other), "8.32"),
        Drm("seamanship", SEAMANSHIP.get(power, 0), "8.32"),
    )


def _score_lines(die: int, power: str, own: int, other: int) -> tuple[Drm, ...]:
    lines = (Drm("half_die", halve_die(die), "8.32"), *advantages(power, own, other))
    return tuple(line for line in lines if line.value)


def _scores(b: NavalBattle, attacker_die: int, defender_die: int) -> tuple[tuple[Drm, ...], tuple[Drm, ...]]:
    return (
        _score_lines(attacker_die, b.attacker_power, b.attacker_sp, b.defender_sp),
        _score_lines(defender_die, b.defender_power, b.defender_sp, b.attacker_sp),
    )


def needs_winner_die(b: NavalBattle, attacker_die: int, defender_die: int) -> bool:
    """Return whether the two dice give a winner. The winner then rolls for the winning side's losses."""
    attacker, defender = _scores(b, attacker_die, defender_die)
    return total(attacker) != total(defender)


def resolve(
    b: NavalBattle, attacker_die: int, defender_die: int, winner_die: int | None = None
) -> NavalResult:
    """Resolve a naval battle (8.32). Raises ValueError if the scores differ and ``winner_die`` is missing."""
    attacker, defender = _scores(b, attacker_die, defender_die)
    a, d = total(attacker), total(defender)
    if a == d:
        winner, a_loses, d_loses = None, 1, 1
        winner_die = None
    else:
        if winner_die is None:
            raise ValueError("the winner must roll for losses")
        winner = "attacker" if a > d else "defender"
        own = b.attacker_sp if winner == "attacker" else b.defender_sp
        lost = 1 if winner_die >= _WINNER_LOSES_FROM and own > 1 else 0
        a_loses, d_loses = (lost, lost + 1) if winner == "attacker" else (lost + 1, lost)
    return NavalResult(
        attacker_die=attacker_die,
        defender_die=defender_die,
        attacker_lines=attacker,
        defender_lines=defender,
        attacker_score=a,
        defender_score=d,
        winner=winner,
        winner_die=winner_die,
        attacker_loses=min(a_loses, b.attacker_sp),
        defender_loses=min(d_loses, b.defender_sp),
    )


@handler(SeaFight)
class SeaFightHandler(Routine):
    """Resolves a naval battle at once. The loser flees, and troops aboard drown if too few ships are left
    (8.32-8.34).
    """

    def advance(self, play: Play, frame: SeaFight) -> bool:
        play.pop()
        state = play.state
        ours, theirs = state.fleets[frame.attacker], state.fleets[frame.defender]
        battle = NavalBattle(ours.power, ours.sp, theirs.power, theirs.sp)
        mine, yours = owner(state, frame.attacker), owner(state, frame.defender)
        a, d = play.d10("sea_battle", "8.32", mine), play.d10("sea_battle", "8.32", yours)
        third = None
        if needs_winner_die(battle, a, d):
            third = play.d10("sea_winner", "8.32", "")
        result = resolve(battle, a, d, third)
        play.tell(
            SeaBattleFought(
                frame.attacker,
                frame.defender,
                frame.place,
                result.attacker_score,
                result.defender_score,
                result.attacker_loses,
                result.defender_loses,
                result.winner or "tie",
            )
        )
        # after a tie the attacker retreats
        beaten = frame.defender if result.winner == "attacker" else frame.attacker
        army = cargo(state, beaten)
        lose(play, Ships(frame.attacker), result.attacker_loses, "battle")
        lose(play, Ships(frame.defender), result.defender_loses, "battle")
        if beaten in play.state.fleets:
            flee(play, beaten, frame.place, army)
        for key in (frame.attacker, frame.defender):
            drown(play, key, cargo(state, key))
        return True
