"""The aftermath of a battle: elimination, defeat, retreat, disorganisation, pillage (8.21-8.28)."""

from __future__ import annotations

from campaigns.justinian.rules.battle.forces import garrison_units
from campaigns.justinian.rules.battle.land_battle import disorganisation, pillage_loss
from campaigns.justinian.rules.battle.withdraw import Withdraw
from campaigns.justinian.rules.state.elimination import (
    eliminate,
    remove_armies_without_sp,
    remove_eliminated_powers,
)
from campaigns.justinian.rules.state.leaders import control_rating
from campaigns.justinian.rules.state.losses import ARMIES_FIRST, divide_losses
from campaigns.justinian.rules.state.play import Play
from campaigns.justinian.rules.state.progress import Battle, March
from campaigns.justinian.rules.state.state import (
    BYZANTIUM,
    TREASURE_POWERS,
    enemy,
)
from campaigns.justinian.rules.state.units import lose, sp_of, units_of_force
from campaigns.justinian.rules.state.values import Allies, ArmySP, Detached, Frontier, Unit, WholeForce
from campaigns.justinian.rules.turn import treasuries
from engine.values import dataclass
from kit.rules.decisions import Event


@dataclass(frozen=True)
class DisorganisationRolled(Event):
    army: str
    face: int
    control: int
    result: str


@dataclass(frozen=True)
class PillageRolled(Event):
    army: str
    face: int
    drm: int
    control: int
    sp: int


def resolve_aftermath(play: Play, frame: Battle) -> None:
    """Resolve everything that follows the losses, in the order of the battle summary."""
    play.pop()
    other = enemy(frame.seat)
    attackers = tuple(a for a in frame.attackers if a in play.state.armies)
    defenders = tuple(a for a in frame.defenders if a in play.state.armies)
    stake = _find_treasury(play, frame, (*defenders, *attackers))
    if frame.winner in ("attacker", "defender"):
        won = frame.winner == "attacker"
        beaten, victors = (defenders, attackers) if won else (attackers, defenders)
        captor = _find_captor(play, frame, victors)
        winner_seat = frame.seat if won else other
        _record_losers(play, beaten)
        _remove_empty_forces(play, beaten)
        _resolve_defeat(play, frame, beaten, other if won else frame.seat)
        for head in victors:
            _resolve_victory(play, head)
        if stake and winner_seat == BYZANTIUM:  # only Byzantium's side can capture treasuries (5.42)
            treasuries.capture(play, stake, captor)
        _end_activation(play, beaten)
    else:
        _remove_empty_forces(play, (*attackers, *defenders))
        if frame.winner == "tie":
            _resolve_tie(play, frame, attackers, defenders)
        _end_activation(play, ())
    remove_armies_without_sp(play)
    remove_eliminated_powers(play)


def _find_treasury(play: Play, frame: Battle, heads: tuple[str, ...]) -> str:
    for head in heads:
        power = play.state.armies[head].power
        if power in TREASURE_POWERS and play.state.treasuries.get(power) == frame.province:
            return power
    return ""


def _find_captor(play: Play, frame: Battle, victors: tuple[str, ...]) -> str:
    """Return the power that captures a treasury: Byzantium, unless only allied minors fought (5.42)."""
    powers = [play.state.armies[h].power for h in victors]
    garrison = frame.target == "all" and frame.seat != BYZANTIUM and frame.province in play.state.frontier
    return BYZANTIUM if not powers or garrison or BYZANTIUM in powers else powers[0]


def _record_losers(play: Play, beaten: tuple[str, ...]) -> None:
    """Record the Byzantine leaders who lost this battle, because they can be replaced in phase B/3 (4.14)."""
    leaders = {a.leader for h in beaten for a in play.state.force(h) if a.power == BYZANTIUM and a.leader}
    if leaders:
        play.set(losers=play.state.losers | leaders)


def _remove_empty_forces(play: Play, heads: tuple[str, ...]) -> None:
    """Remove forces that have no SP left. Their leaders are lost or return home (8.26)."""
    for head in heads:
        if not play.state.force_sp(head):
            for army in play.state.force(head):
                eliminate(play, army.id)


def _resolve_defeat(play: Play, frame: Battle, beaten: tuple[str, ...], seat: str) -> None:
    """Resolve a defeat (8.21). Frontier SP are wiped out. Armies are marked Defeated and retreat, and
    detached SP retreat too.
    """
    heads = [h for h in beaten if _still_here(play, h, frame.province)]
    for head in heads:
        for army in play.state.force(head):
            play.status(army.id, "defeated", True, "battle")
    waiting: list[Unit] = [WholeForce(h) for h in heads]
    if frame.target == "all" and seat != frame.seat:
        for unit in garrison_units(play.state, frame.province, seat):
            if isinstance(unit, Frontier):
                lose(play, unit, sp_of(play.state, unit), "defeated")
            else:
                waiting.append(unit)
    for unit in reversed(waiting):
        play.push(Withdraw(unit, seat, frame.province))


def _still_here(play: Play, head: str, place: str) -> bool:
    army = play.state.armies.get(head)
    return army is not None and army.at == place and play.state.force_sp(head) > 0


def _resolve_victory(play: Play, head: str) -> None:
    """Resolve a victory. Markers are removed, then disorganisation and pillage are rolled for (8.21, 8.25,
    8.27, ruling C12).
    """
    if head not in play.state.armies or not play.state.force_sp(head):
        return
    for army in play.state.force(head):
        play.status(army.id, "defeated", False, "victory")
        play.status(army.id, "disorganised", False, "victory")
    check_order(play, head)
    for army in play.state.force(head):
        if army.power == BYZANTIUM and army.unpaid and army.total:
            pillage(play, army.id)


def check_order(play: Play, head: str) -> None:
    """Roll one die against the control rating of the force's commander (8.21, 8.23). A failed check makes the
    whole force Disorganised, or costs it 1 SP if the commander's army was already Disorganised.
    """
    army = play.state.armies[head]
    seat, control = play.state.seat_of(army.power), control_rating(play.setting, army)
    face = play.d10("disorganisation", "8.21", seat)
    result = disorganisation(control, face, army.disorganised)
    play.tell(DisorganisationRolled(head, face, control, result))
    if result == "disorganised":
        for member in play.state.force(head):
            play.status(member.id, "disorganised", True, "battle")
    elif result == "lose_1":
        for unit, sp in divide_losses(play.state, units_of_force(play.state, head), 1, ARMIES_FIRST).items():
            lose(play, unit, sp, "disorganised")


def pillage(play: Play, army_id: str) -> None:
    """Roll for pillage by a victorious Unpaid army and remove its Unpaid marker (8.27). SP that turn to
    pillage leave the game.
    """
    army = play.state.armies[army_id]
    control = control_rating(play.setting, army)
    face = play.d10("pillage", "8.27", BYZANTIUM)
    sp = pillage_loss(control, face, army.disorganised, army.total)
    play.tell(PillageRolled(army_id, face, 3 if army.disorganised else 0, control, sp))
    own = min(sp, army.sp)
    lose(play, ArmySP(army_id), own, "pillage")
    for minor in sorted(army.allied):
        more = min(sp - own, army.allied[minor])
        lose(play, Allies(army_id, minor), more, "pillage")
        own += more
    play.status(army_id, "unpaid", False, "pillage")


def _resolve_tie(play: Play, frame: Battle, attackers: tuple[str, ...], defenders: tuple[str, ...]) -> None:
    """Resolve a tie (8.21). Both sides roll for disorganisation, then the side with fewer SP retreats."""
    for head in (*attackers, *defenders):
        if head in play.state.armies and play.state.force_sp(head):
            check_order(play, head)
    mine = sum(play.state.force_sp(h) for h in attackers if h in play.state.armies)
    theirs = sum(play.state.force_sp(h) for h in defenders if h in play.state.armies)
    other = enemy(frame.seat)
    waiting: list[Unit] = []
    if frame.target == "all":
        heads = sum(play.state.force_sp(h) for h in defenders if h in play.state.armies)
        theirs += play.state.sp_at(frame.province, other) - heads
        waiting = [u for u in garrison_units(play.state, frame.province, other) if isinstance(u, Detached)]
    theirs += frame.levy
    if mine == theirs:
        return
    losers, seat = (attackers, frame.seat) if mine < theirs else (defenders, other)
    leaving: list[Unit] = [WholeForce(h) for h in losers if _still_here(play, h, frame.province)]
    if seat == other:
        leaving += waiting
    for unit in reversed(leaving):
        play.push(Withdraw(unit, seat, frame.province, beaten=False))


def _end_activation(play: Play, beaten: tuple[str, ...]) -> None:
    """End the activation of the marching army if it lost the battle (7.15) or no longer exists."""
    for frame in play.state.stack:
        if isinstance(frame, March):
            army = play.state.armies.get(frame.army)
            if frame.army in beaten or army is None:
                play.amend(March, over=True)
