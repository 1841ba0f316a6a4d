"""Naval interception and evasion (7.34 - 7.36)."""

from __future__ import annotations

from campaigns.justinian.rules.sea.naval_battle import SeaFight
from campaigns.justinian.rules.state.fleets import enemy_fleets_at, owner
from campaigns.justinian.rules.state.handler import Pass, not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Sail, SeaCheck
from campaigns.justinian.rules.state.tables import naval_interception_succeeds
from campaigns.justinian.rules.state.values import MOVING, FleetKey
from engine.frames import Ask
from engine.game import Choice, Facts, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, policy, refuse


@dataclass(frozen=True)
class InterceptAtSea(Action):
    fleet: FleetKey


@dataclass(frozen=True)
class Evade(Action):
    pass


@dataclass(frozen=True)
class Fight(Action):
    pass


@dataclass(frozen=True)
class SeaInterceptionRolled(Event):
    fleet: FleetKey
    face: int
    success: bool


@dataclass(frozen=True)
class BattleEvaded(Event):
    power: str
    sea: str


@handler(SeaCheck)
class SeaCheckHandler(FrameHandler):
    """Asks whether patrols intercept a fleet. Each patrol can try once, and the intercepted fleet can evade
    to its previous sea (7.36).
    """

    def advance(self, play: Play, frame: SeaCheck) -> bool:
        mover = play.state.fleets.get(frame.mover)
        left = tuple(k for k in frame.patrols if k in play.state.fleets)
        if mover is None or mover.at != frame.sea or (not left and frame.stage == "ask"):
            play.pop()
            return True
        if left != frame.patrols:
            play.swap(frame.but(patrols=left))
            return True
        return False

    def ask(self, pos: Position, frame: SeaCheck) -> Ask:
        facts = {"sea": frame.sea, "fleet": frame.mover, "sp": pos.state.fleets[frame.mover].sp}
        if frame.stage == "evade":
            return Ask(owner(pos.state, frame.mover), "evade", Fight(), "7.36", facts)
        return Ask(owner(pos.state, frame.patrols[0]), "sea_intercept", Pass(), "7.34", facts)

    def choices(self, pos: Position, frame: SeaCheck) -> tuple[Choice, ...]:
        if frame.stage == "evade":
            return (Choice("fight", rule="7.35"), Choice("evade", rule="7.36"))
        options = tuple(Option(k, {"sp": pos.state.fleets[k].sp}) for k in frame.patrols)
        return (
            Choice("intercept_at_sea", fields=(Pick("fleet", options),), rule="7.34"),
            Choice("pass", rule="7.34"),
        )

    def answer(self, play: Play, frame: SeaCheck, action: Action) -> None:
        if frame.stage == "evade":
            self._evade(play, frame, action)
        elif isinstance(action, Pass):
            play.pop()
        elif isinstance(action, InterceptAtSea):
            if action.fleet not in frame.patrols:
                refuse("7.34", "cannot_intercept", fleet=action.fleet)
            rest = tuple(k for k in frame.patrols if k != action.fleet)
            face = play.d10("sea_interception", "7.35", owner(play.state, action.fleet))
            success = naval_interception_succeeds(face)
            play.tell(SeaInterceptionRolled(action.fleet, face, success))
            if not success:
                play.swap(frame.but(patrols=rest))
            elif frame.evadable:
                play.swap(frame.but(patrols=(action.fleet, *rest), stage="evade"))
            else:
                play.swap(frame.but(patrols=rest))
                play.push(SeaFight(action.fleet, frame.mover, frame.sea))
        else:
            not_now(action)

    def _evade(self, play: Play, frame: SeaCheck, action: Action) -> None:
        hunter, rest = frame.patrols[0], frame.patrols[1:]
        if isinstance(action, Fight):
            play.swap(frame.but(patrols=rest, stage="ask"))
            play.push(SeaFight(hunter, frame.mover, frame.sea))
        elif isinstance(action, Evade):
            sail = next(f for f in reversed(play.state.stack) if isinstance(f, Sail))
            fleet = play.state.fleets[frame.mover]
            play.pop()
            play.amend(Sail, sea=sail.last, last="", must_stop=True, evaded=True)
            play.set_fleet(fleet.power, MOVING, fleet.sp, sail.last, fleet.unpaid)
            if sail.army:
                for army in play.state.force(sail.army):
                    play.change(army.id, at=sail.last)
            play.tell(BattleEvaded(fleet.power, sail.last))
            waiting = enemy_fleets_at(play.state, sail.last, fleet.power)
            if waiting:
                play.push(SeaCheck(frame.mover, sail.last, waiting))
        else:
            not_now(action)


@standing_order("sea_intercept", policy("never", "if_stronger", "always"), rule="7.34")
def ordered_interception(pos: Position, frame: SeaCheck, order: Facts) -> Action:
    hunter = max(frame.patrols, key=lambda k: (pos.state.fleets[k].sp, k))
    stronger = pos.state.fleets[hunter].sp > pos.state.fleets[frame.mover].sp
    policy = order.get("policy", "never")
    if policy == "always" or (policy == "if_stronger" and stronger):
        return InterceptAtSea(hunter)
    return Pass()


@standing_order("evade", policy("fight", "if_weaker", "evade"), rule="7.36")
def ordered_evasion(pos: Position, frame: SeaCheck, order: Facts) -> Action:
    weaker = pos.state.fleets[frame.patrols[0]].sp > pos.state.fleets[frame.mover].sp
    policy = order.get("policy", "fight")
    if policy == "evade" or (policy == "if_weaker" and weaker):
        return Evade()
    return Fight()
