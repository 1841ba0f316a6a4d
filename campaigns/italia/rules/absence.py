"""Standing orders for a nation's turn, tribute, reactions and revolt, used while its player is away."""

from __future__ import annotations

from typing import Any

from campaigns.italia.rules.combat.battle import Battle, Convert
from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.combat.sack import Sack, Sacking, Spare
from campaigns.italia.rules.combat.sinking import Sinking
from campaigns.italia.rules.money.arrivals import Arriving
from campaigns.italia.rules.money.income import BuyAside, Tribute
from campaigns.italia.rules.money.levy import Buy, EndLevy, Levy, PlaceAside
from campaigns.italia.rules.movement.ledger import Movement
from campaigns.italia.rules.movement.movement import EndMovement
from campaigns.italia.rules.scenario.types import FLEET
from campaigns.italia.rules.state.play import FRAMES, Play
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.war.announce import Announcing
from campaigns.italia.rules.war.campaign import Campaign, EndCampaign
from campaigns.italia.rules.war.reactions import EnterBattle, MoveAndSee, NoReaction, Reacting, reactions
from campaigns.italia.rules.war.subjects import MayRevolt, RiseUp, StayLoyal
from engine.frames import Ask, Frame
from engine.game import Choice, Choices, Facts, Option, Pick, Share
from kit.rules.decisions import Action, OfferingHandler


def policies(*words: str) -> Pick:
    """Return the ``policy`` field of a standing order, with ``words`` as its options."""
    return Pick("policy", tuple(map(Option, words)))


def offered_choices(pos: Position, frame: Frame) -> Choices:
    return handler_of(frame).choices(pos, frame)


def default(pos: Position, frame: Frame) -> Any:
    found = handler_of(frame).ask(pos, frame).default
    return found() if callable(found) else found


def handler_of(frame: Frame) -> OfferingHandler[Position, Play]:
    """Return the handler of a frame on top of the stack."""
    found = FRAMES[type(frame)]
    assert isinstance(found, OfferingHandler), frame
    return found


# --- purchases and reinforcements ---------------------------------------------------------------------------


@FRAMES.standing_order("levy", policies("nothing", "land"), rule="6.2")
def buy(pos: Position, frame: Levy, said: Facts) -> Action:
    """Return an absent player's next purchase of land units, or the end of the purchases. Units bought with
    tribute come first, then the types with the best value. They go to the areas with the most free room.
    """
    if said["policy"] == "nothing":
        return EndLevy()
    for kind in ("place_aside", "buy"):
        choices = [c for c in offered_choices(pos, frame) if c.kind == kind and c.fixed["unit"] != FLEET]
        for choice in sorted(choices, key=lambda c: (-_unit_value(pos, c.fixed["unit"]), c.fixed["unit"])):
            where = _spread_units(pos, frame.nation, choice)
            if where:
                return (Buy if kind == "buy" else PlaceAside)(choice.fixed["unit"], where)
    return EndLevy()


def _unit_value(pos: Position, unit: str) -> float:
    kind = pos.scn.units[unit]
    return kind.hits * (11 - kind.to_hit) / kind.cost


def _spread_units(pos: Position, nation: str, choice: Choice) -> dict[str, int]:
    share = choice.fields[0]
    assert isinstance(share, Share)
    found: dict[str, int] = {}
    for option in sorted(share.options, key=lambda o: (pos.troops(str(o.value), nation), str(o.value))):
        area = str(option.value)
        room = pos.limit(nation, area) - pos.troops(area, nation)
        number = min(
            room, share.high - sum(found.values()), share.high if option.high is None else option.high
        )
        if number > 0:
            found[area] = number
    return found


@FRAMES.standing_order("tribute", policies("nothing", "land"), rule="6.4")
def buy_with_tribute(pos: Position, frame: Tribute, said: Facts) -> Action:
    field = offered_choices(pos, frame)[0].fields[0]
    assert isinstance(field, Pick)
    units = [str(o.value) for o in field.options if o.value != FLEET]
    if said["policy"] == "nothing" or not units:
        return BuyAside()
    return BuyAside(max(units, key=lambda unit: (_unit_value(pos, unit), unit)))


@FRAMES.standing_order("reinforcements", policies("usual"), rule="7.2")
def place(pos: Position, frame: Arriving, said: Facts) -> Any:
    return default(pos, frame)


# --- movement and combats ---------------------------------------------------------------------------------


@FRAMES.standing_order("movement", policies("hold"), rule="9.0")
def hold(pos: Position, frame: Movement, said: Facts) -> Action:
    return EndMovement()


@FRAMES.standing_order("campaign", policies("end"), rule="12.3")
def end_campaign(pos: Position, frame: Campaign, said: Facts) -> Action:
    return EndCampaign()


@FRAMES.standing_order("announce", policies("attack"), rule="12.33")
def announce(pos: Position, frame: Announcing, said: Facts) -> Any:
    return default(pos, frame)


@FRAMES.standing_order("combat", policies("usual"), rule="10.0")
def next_combat(pos: Position, frame: Combats, said: Facts) -> Any:
    return default(pos, frame)


@FRAMES.standing_order("convert", policies("never", "best"), rule="14.3")
def convert(pos: Position, frame: Battle, said: Facts) -> Action:
    """Return an absent player's decision to convert a unit. The policy "best" converts the most expensive
    one.
    """
    field = offered_choices(pos, frame)[0].fields[0]
    assert isinstance(field, Pick)
    if said["policy"] == "never":
        return Convert()
    return Convert(max((str(o.value) for o in field.options), key=lambda u: (pos.scn.units[u].cost, u)))


@FRAMES.standing_order("sack", policies("gold", "points", "spare"), rule="10.6")
def sack(pos: Position, frame: Sacking, said: Facts) -> Action:
    """Return an absent player's decision about a conquered city. The policy "points" takes gold if the card
    offers no points. A raided city cannot be spared.
    """
    area, policy = frame.areas[0], said["policy"]
    choices = offered_choices(pos, frame)
    if policy == "spare" and any(choice.kind == "spare" for choice in choices):
        return Spare(area)
    field = choices[0].fields[0]
    assert isinstance(field, Pick)
    points = policy == "points" and any(option.value == "points" for option in field.options)
    return Sack(area, "points" if points else "gold")


@FRAMES.standing_order("naval_loss", policies("usual"), rule="10.8")
def lose_fleets(pos: Position, frame: Sinking, said: Facts) -> Any:
    return default(pos, frame)


@FRAMES.standing_order("cargo_loss", policies("usual"), rule="10.8")
def lose_cargo(pos: Position, frame: Sinking, said: Facts) -> Any:
    return default(pos, frame)


# --- campaigns of other nations -----------------------------------------------------------------------------


@FRAMES.standing_order_of_each("react", policies("none", "join", "aside"), rule="12.32")
def react(pos: Position, frame: Reacting, ask: Ask, said: Facts) -> Action:
    """Return an absent player's reaction. The policy "join" sends in all adjacent units, except one that
    stays in each land area. The policy "aside" moves as many of the attacked units as possible, preferably to
    where most of the nation's troops are.
    """
    choices = tuple(reactions(pos, frame, ask.power))
    if said["policy"] == "join":
        joining = next((c for c in choices if c.kind == "enter_battle"), None)
        return (joining and _join_fight(pos, ask.power, joining)) or NoReaction()
    if said["policy"] == "aside":
        return _step_aside(pos, ask.power, pos.leader_at(frame.leader), choices) or NoReaction()
    return NoReaction()


def _join_fight(pos: Position, nation: str, choice: Choice) -> Action | None:
    share = choice.fields[0]
    assert isinstance(share, Share)
    found: dict[str, int] = {}
    left: dict[str, int] = {}
    for option in share.options:
        place, _, unit = str(option.value).partition(":")
        if unit not in pos.scn.units:
            continue
        spare = left.setdefault(place, pos.troops(place, nation) - (not pos.scn.is_sea(place)))
        number = min(option.high or 0, spare) if unit != FLEET else option.high or 0
        left[place] -= number
        if number > 0:
            found[str(option.value)] = number
    return EnterBattle(found) if found else None


def _step_aside(pos: Position, nation: str, here: str, choices: Choices) -> Action | None:
    steps = [c for c in choices if c.kind == "move_and_see" and c.fixed["origin"] == here]
    if not steps or pos.scn.is_sea(here):
        return None
    best = max(steps, key=lambda c: (_carried_units(c), pos.troops(c.fixed["to"], nation), c.fixed["to"]))
    return MoveAndSee(here, best.fixed["to"], largest_force(best))


def largest_force(choice: Choice) -> dict[str, int]:
    """Return the largest force that a choice allows: numbers by unit type, and leaders by name."""
    share = choice.fields[0]
    assert isinstance(share, Share)
    named, free = dict[str, int](), share.budget
    for option in share.options:
        number = option.high or 0
        if free is not None and option.cost:
            number = min(number, free)
            free -= number
        if number:
            named[str(option.value)] = number
    return named


def _carried_units(choice: Choice) -> int:
    share = choice.fields[0]
    assert isinstance(share, Share)
    return min(share.high, share.budget if share.budget is not None else share.high)


@FRAMES.standing_order("revolt", policies("stay", "rise"), rule="12.6")
def revolt(pos: Position, frame: MayRevolt, said: Facts) -> Action:
    return RiseUp() if said["policy"] == "rise" else StayLoyal()
