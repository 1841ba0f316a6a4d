"""The alliance of a minor power: the bribe and the alliance roll (6.31 - 6.33)."""

from __future__ import annotations

from campaigns.justinian.rules.state.control import record_control_of_armies
from campaigns.justinian.rules.state.handler import not_now
from campaigns.justinian.rules.state.play import FrameHandler, Play, handler, standing_order
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BARBARIAN, BYZANTIUM
from campaigns.justinian.rules.state.tables import ALLIANCE, EXPENSES
from engine.frames import Ask, Frame
from engine.game import Choice, Facts, Number, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, refuse


@dataclass(frozen=True)
class Bribing(Frame):
    """The decision on how much to bribe a minor power before its alliance roll (6.32)."""

    power: str


@dataclass(frozen=True)
class OfferBribe(Action):
    gold: int


@dataclass(frozen=True)
class BribePaid(Event):
    power: str
    gold: int


@dataclass(frozen=True)
class AllianceRolled(Event):
    power: str
    face: int
    drm: int
    bribe_drm: int
    result: str


@handler(Bribing)
class BribingHandler(FrameHandler):
    def ask(self, pos: Position, frame: Bribing) -> Ask:
        facts = {"power": frame.power, "drm": pos.scn.powers[frame.power].alliance_drm or 0}
        return Ask(BYZANTIUM, "bribe", OfferBribe(0), "6.32", facts)

    def choices(self, pos: Position, frame: Bribing) -> tuple[Choice, ...]:
        highest = min(EXPENSES["bribe_max"], pos.state.gold)
        steps = range(0, highest + 1, EXPENSES["bribe_step"])
        drm = pos.scn.powers[frame.power].alliance_drm or 0
        options = tuple(Option(g, {"gold": g, "drm": drm + bribe_drm(g)}) for g in steps)
        facts = {"power": frame.power}
        return (Choice("offer_bribe", fields=(Pick("gold", options),), rule="6.32", facts=facts),)

    def answer(self, play: Play, frame: Bribing, action: Action) -> None:
        if not isinstance(action, OfferBribe):
            not_now(action)
            return
        if not 0 <= action.gold <= EXPENSES["bribe_max"]:
            refuse("6.32", "bribe_out_of_range", high=EXPENSES["bribe_max"])
        if action.gold % EXPENSES["bribe_step"]:
            refuse("6.32", "bribe_in_steps", step=EXPENSES["bribe_step"])
        play.spend(action.gold, "bribe", "6.32")
        play.tell(BribePaid(frame.power, action.gold))
        play.pop()
        face = play.d10("alliance", "6.33", BARBARIAN)
        drm, bribed = play.scn.powers[frame.power].alliance_drm or 0, bribe_drm(action.gold)
        result = side_of(face + drm + bribed)
        record_control_of_armies(play, frame.power)
        side = BYZANTIUM if result == "byzantine" else result
        play.set(alliances={**play.state.alliances, frame.power: side})
        play.tell(AllianceRolled(frame.power, face, drm, bribed, result))


def bribe_drm(gold: int) -> int:
    """Return the die-roll modifier for a bribe (6.32): +1 for each full 3 G, up to 9 G (ruling C7)."""
    return min(gold, EXPENSES["bribe_max"]) // EXPENSES["bribe_step"]


def side_of(total: int) -> str:
    """Return "barbarian", "neutral" or "byzantine" for the modified die (6.33)."""
    if total <= ALLIANCE["barbarian_up_to"]:
        return "barbarian"
    return "byzantine" if total >= ALLIANCE["byzantine_from"] else "neutral"


@standing_order("bribe", Number("gold", 0, 9, 3), Number("keep", 0, 200, 10), rule="6.32", seat=BYZANTIUM)
def follow_order(pos: Position, frame: Bribing, order: Facts) -> Action:
    spare = max(0, pos.state.gold - int(order.get("keep", 0)))
    gold = min(int(order.get("gold", 0)), EXPENSES["bribe_max"], spare)
    return OfferBribe(gold - gold % EXPENSES["bribe_step"])
