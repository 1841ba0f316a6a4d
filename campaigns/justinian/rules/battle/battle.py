"""The stages of a land battle: forces, commanders, dice, losses and aftermath (8.1, 8.2)."""

from __future__ import annotations

from collections.abc import Callable

from campaigns.justinian.rules.battle import aftermath, bridge_forces, retreat_before
from campaigns.justinian.rules.battle.forces import (
    attacking_units,
    defending_heads,
    defending_units,
    land_battle,
)
from campaigns.justinian.rules.battle.land_battle import BattleFought, resolve
from campaigns.justinian.rules.march.interception import AttackDeclared
from campaigns.justinian.rules.state.control import record_control
from campaigns.justinian.rules.state.drms import Drm
from campaigns.justinian.rules.state.handler import not_now
from campaigns.justinian.rules.state.leaders import battle_rating, control_rating
from campaigns.justinian.rules.state.losses import Losses, impose_losses
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Battle, March
from campaigns.justinian.rules.state.state import BYZANTIUM, MAJORS, enemy
from engine.dice import Throw
from engine.frames import Ask
from engine.game import Choice, Facts, Option, Pick
from engine.values import dataclass, replace
from kit.rules.decisions import Action, Event, policy, refuse


@dataclass(frozen=True)
class Command(Action):
    """Choose the commander of a side in this battle."""

    army: str


@dataclass(frozen=True)
class LevyRaised(Event):
    sp: int


@handler(Battle)
class BattleHandler(FrameHandler):
    def advance(self, play: Play, frame: Battle) -> bool:
        return STAGES[frame.stage](play, frame)

    def ask(self, pos: Position, frame: Battle) -> Ask:
        if frame.stage == "retreat":
            return retreat_before.ask_before(pos, frame)
        if frame.stage == "open":
            return bridge_forces.ask_open(frame)
        _, seat = commanders(pos, frame)
        best = usual_commander(pos, frame)
        return Ask(seat, "command", Command(best), "8.12", {"province": frame.province})

    def choices(self, pos: Position, frame: Battle) -> tuple[Choice, ...]:
        if frame.stage == "retreat":
            return retreat_before.choices_before(pos, frame)
        if frame.stage == "open":
            return bridge_forces.choices_open()
        heads, _ = commanders(pos, frame)
        options = tuple(
            Option(h, {"battle": battle_rating(pos.setting, pos.state.armies[h]), "sp": pos.force_sp(h)})
            for h in heads
        )
        return (Choice("command", fields=(Pick("army", options),), rule="8.12"),)

    def answer(self, play: Play, frame: Battle, action: Action) -> None:
        if frame.stage == "retreat":
            retreat_before.answer_before(play, frame, action)
        elif frame.stage == "open":
            bridge_forces.answer_open(play, frame, action)
        elif isinstance(action, Command):
            heads, seat = commanders(play.pos, frame)
            if action.army not in heads:
                refuse("8.12", "cannot_command", army=action.army)
            side = "attacker_leader" if seat == frame.seat else "defender_leader"
            play.swap(frame.but(**{side: action.army}))
        else:
            not_now(action)


# --- stages ---


def _ask_retreats(play: Play, frame: Battle) -> bool:
    """Ask each defending army in turn whether it retreats before combat (8.13). Return False while an army
    must answer, and True if the battle can proceed.
    """
    if frame.box:
        play.swap(frame.but(stage="engage"))
        return True
    if "asked" not in frame.defenders:
        heads = defending_heads(play.state, frame)
        queue = tuple(h for h in heads if retreat_before.can_retreat(play.pos, frame, h))
        play.swap(frame.but(queue=queue, defenders=("asked",)))
        return True
    queue = tuple(h for h in frame.queue if h in play.state.armies)
    if queue:
        if queue != frame.queue:
            play.swap(frame.but(queue=queue))
        return False
    play.swap(frame.but(stage="engage", defenders=()))
    return True


def _engage(play: Play, frame: Battle) -> bool:
    """Begin the battle and pay its MP. If either side has nobody left, there is no battle and nothing is paid
    (C9). Always returns True, because no answer is needed.
    """
    present = tuple(a for a in frame.attackers if a in play.state.armies and play.state.force_sp(a))
    if not present or not defending_units(play.state, frame):
        play.pop()
        return True
    if not frame.paid:
        march = next(f for f in reversed(play.state.stack) if isinstance(f, March))
        play.amend(March, mp=max(0, march.mp - 1))
    if frame.landing:  # a landed army attacks once, then its activation ends (7.24)
        play.amend(March, fought=True)
    record_control(play, frame.province)
    play.swap(frame.but(attackers=present, paid=True, stage="command"))
    return True


def _roll_levy(play: Play, frame: Battle) -> bool:
    """Roll for the strength of the Lazi levy (3.41), and return True, because no answer is needed. On a zero
    no levy is raised and no battle is fought.
    """
    sp = play.d10("levy", "3.41", BYZANTIUM)
    play.tell(LevyRaised(sp))
    if not sp:
        play.pop()
        return True
    play.swap(frame.but(levy=sp, stage="engage"))
    play.tell(AttackDeclared(frame.attackers, "levy", frame.province, False, False))
    return True


def commanders(pos: Position, frame: Battle) -> tuple[tuple[str, ...], str]:
    """Return the armies that can command a side, and the seat that chooses. The attacker's commander is
    chosen first. If barbarians combine to intercept, a major power's leader must command (7.33).
    """
    if not frame.attacker_leader:
        heads = tuple(h for h in frame.attackers if pos.state.armies[h].leader)
        majors = tuple(h for h in heads if pos.state.armies[h].power in MAJORS)
        return (majors or heads), frame.seat
    heads = tuple(h for h in defending_heads(pos.state, frame) if pos.state.armies[h].leader)
    return heads, enemy(frame.seat)


def usual_commander(pos: Position, frame: Battle) -> str:
    """Return the army whose leader commands by default, which is the one with the best battle rating."""
    heads, _ = commanders(pos, frame)
    return max(heads, key=lambda h: (battle_rating(pos.setting, pos.state.armies[h]), pos.force_sp(h), h))


def _command(play: Play, frame: Battle) -> bool:
    heads, seat = commanders(play.pos, frame)
    if not frame.attacker_leader:
        if len(heads) > 1:
            return False
        play.swap(frame.but(attacker_leader=heads[0] if heads else frame.attackers[0]))
        return True
    if not frame.defender_leader and len(heads) > 1:
        return False
    stage = "open" if play.options.battles == "open" else "roll"
    leader = frame.defender_leader or (heads[0] if heads else "")
    play.swap(frame.but(defender_leader=leader, stage=stage))
    return True


def _open(play: Play, frame: Battle) -> bool:
    return False


def _roll(play: Play, frame: Battle) -> bool:
    battle = land_battle(play.pos, frame)
    other = enemy(frame.seat)
    attacker_die, defender_die = play.dice.roll_all(
        [Throw(10, "battle", "8.15", seat, low=0) for seat in (frame.seat, other)]
    )
    result = resolve(battle, attacker_die, defender_die)
    winner = result.winner or ("tie" if result.tie else "nobody")
    play.tell(
        BattleFought(
            frame.province,
            battle.attacker_sp,
            battle.defender_sp,
            attacker_die,
            defender_die,
            values_by_code(result.attacker_drms),
            values_by_code(result.defender_drms),
            result.attacker_loses,
            result.defender_loses,
            winner,
        )
    )
    play.swap(
        replace(
            frame,
            stage="attacker_losses",
            winner=winner,
            attacker_loses=result.attacker_loses,
            defender_loses=result.defender_loses,
        )
    )
    return True


def values_by_code(drms: tuple[Drm, ...]) -> dict[str, int]:
    return {d.code: d.value for d in drms}


def _attacker_losses(play: Play, frame: Battle) -> bool:
    play.swap(frame.but(stage="defender_losses"))
    units = attacking_units(play.state, frame)
    impose_losses(play, Losses(frame.seat, units, frame.attacker_loses, "battle", "8.21", frame.province))
    return True


def _defender_losses(play: Play, frame: Battle) -> bool:
    heads = defending_heads(play.state, frame)
    play.swap(frame.but(stage="after", defenders=heads))
    units = defending_units(play.state, frame)
    seat = enemy(frame.seat)
    impose_losses(play, Losses(seat, units, frame.defender_loses, "battle", "8.21", frame.province))
    return True


def _settle_aftermath(play: Play, frame: Battle) -> bool:
    aftermath.resolve_aftermath(play, frame)
    return True


STAGES: dict[str, Callable[[Play, Battle], bool]] = {
    "retreat": _ask_retreats,
    "engage": _engage,
    "levy": _roll_levy,
    "command": _command,
    "open": _open,
    "roll": _roll,
    "attacker_losses": _attacker_losses,
    "defender_losses": _defender_losses,
    "after": _settle_aftermath,
}


@standing_order("command", policy("best_battle", "best_control"), rule="8.12")
def follow_order(pos: Position, frame: Battle, order: Facts) -> Action:
    heads, _ = commanders(pos, frame)
    rating = control_rating if order.get("policy") == "best_control" else battle_rating
    return Command(max(heads, key=lambda h: (rating(pos.setting, pos.state.armies[h]), h)))
