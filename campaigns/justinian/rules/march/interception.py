"""Land interception (7.31-7.33)."""

from __future__ import annotations

from campaigns.justinian.rules.state import tables
from campaigns.justinian.rules.state.control import controller_at_start, has_fort, side_controls
from campaigns.justinian.rules.state.handler import not_now
from campaigns.justinian.rules.state.leaders import control_rating
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Battle
from campaigns.justinian.rules.state.state import Army, State, enemy
from engine.frames import Ask, Frame
from engine.game import Choice, Facts, Many, Number, Option
from engine.values import dataclass
from kit.rules.decisions import Action, Event, policy, refuse


@dataclass(frozen=True)
class Intercept(Frame):
    """The decision whether armies in a province intercept an enemy force that has entered it (7.31).
    ``mover`` is the army that commands the moving force.
    """

    mover: str
    province: str
    candidates: tuple[str, ...]


@dataclass(frozen=True)
class InterceptWith(Action):
    armies: tuple[str, ...]


@dataclass(frozen=True)
class AttackDeclared(Event):
    attackers: tuple[str, ...]
    target: str
    province: str
    interception: bool
    landing: bool


@dataclass(frozen=True)
class InterceptionRolled(Event):
    army: str
    province: str
    face: int
    drm: int
    control: int
    success: bool


def candidates(state: State, province: str, seat: str) -> tuple[str, ...]:
    """Return the armies of a side that can try to intercept. They need a leader, and must not be
    Disorganised, Defeated or neutral.
    """
    return tuple(
        a.id
        for a in state.heads_at(province, seat)
        if a.leader and not a.disorganised and not a.defeated and state.alliances.get(a.power) != "neutral"
    )


def start(play: Play, mover: str, province: str, seat: str) -> bool:
    """Offer interception to the other side. Return False if no interception is possible."""
    found = candidates(play.state, province, enemy(seat))
    if not found or province not in play.scn.provinces or not play.state.force_sp(mover):
        return False
    play.push(Intercept(mover, province, found))
    return True


def site_drm(pos: Position, army: Army, province: str) -> int:
    """Return the modifier for an interception: -2 in a City or -1 at a Fort if the interceptor's side
    controls the province, otherwise 0.
    """
    if not side_controls(controller_at_start(pos.state, province), pos.seat_of(army.power)):
        return 0
    city = pos.scn.provinces[province].is_city
    return tables.interception_drm(city=city, fort=has_fort(pos.scn, pos.state, province))


@handler(Intercept)
class InterceptHandler(FrameHandler):
    def advance(self, play: Play, frame: Intercept) -> bool:
        if play.state.force_sp(frame.mover):
            return False
        play.pop()  # the army lost its last SP in its retreat (8.13)
        return True

    def ask(self, pos: Position, frame: Intercept) -> Ask:
        seat = seat_of_first(pos.state, frame)
        mover = pos.force_sp(frame.mover)
        facts = {"mover": frame.mover, "province": frame.province, "sp": mover}
        return Ask(seat, "intercept", InterceptWith(()), "7.31", facts)

    def choices(self, pos: Position, frame: Intercept) -> tuple[Choice, ...]:
        options = tuple(
            Option(
                a,
                {
                    "sp": pos.force_sp(a),
                    "control": control_rating(pos.setting, pos.state.armies[a]),
                    "drm": site_drm(pos, pos.state.armies[a], frame.province),
                },
            )
            for a in frame.candidates
        )
        facts = {"mover": frame.mover, "province": frame.province}
        return (Choice("intercept_with", fields=(Many("armies", options),), rule="7.31", facts=facts),)

    def answer(self, play: Play, frame: Intercept, action: Action) -> None:
        if not isinstance(action, InterceptWith):
            not_now(action)
            return
        if any(a not in frame.candidates for a in action.armies):
            refuse("7.31", "cannot_intercept", armies=list(action.armies))
        if len(set(action.armies)) != len(action.armies):
            refuse("7.31", "twice")
        seat = seat_of_first(play.state, frame)
        play.pop()
        successes = tuple(a for a in action.armies if attempt(play, a, frame.province, seat))
        if successes:
            play.push(
                Battle(
                    frame.province,
                    successes,
                    frame.mover,
                    seat,
                    interception=True,
                    stage="engage",
                )
            )
            play.tell(AttackDeclared(successes, frame.mover, frame.province, True, False))


def seat_of_first(state: State, frame: Intercept) -> str:
    return state.seat_of(state.armies[frame.candidates[0]].power)


def attempt(play: Play, army: str, province: str, seat: str) -> bool:
    """Roll for an interception, and return whether it succeeds: d10 + DRM must not exceed control. On a
    failure the force becomes Disorganised (7.32).
    """
    found = play.state.armies[army]
    modifier, control = site_drm(play.pos, found, province), control_rating(play.setting, found)
    face = play.d10("interception", "7.32", seat)
    success = succeeds(control, face, modifier)
    play.tell(InterceptionRolled(army, province, face, modifier, control, success))
    if not success:
        for member in play.state.force(army):
            play.status(member.id, "disorganised", True, "interception")
    return success


def succeeds(control: int, die: int, drm: int) -> bool:
    """Return whether the modified die is at most the control rating (7.32, ruling C8)."""
    return die + drm <= control


@standing_order(
    "intercept", policy("never", "if_stronger", "always"), Number("control", 0, 9, 4), rule="7.31"
)
def follow_order(pos: Position, frame: Intercept, order: Facts) -> Action:
    policy, least = order.get("policy", "never"), int(order.get("control", 0))
    mover = pos.force_sp(frame.mover)
    chosen = tuple(
        a
        for a in frame.candidates
        if policy == "always"
        or (
            policy == "if_stronger"
            and pos.force_sp(a) > mover
            and control_rating(pos.setting, pos.state.armies[a])
            - site_drm(pos, pos.state.armies[a], frame.province)
            >= least
        )
    )
    return InterceptWith(chosen)
