"""A battle on the board as a game.

Set-up, PIPs, prices, combat, losses and victory follow the rules of a table battle. At a table, players
report facts and carry out results by hand; the board does both itself.
"""

from __future__ import annotations

from typing import Any, Final

from battles.dba.rules.board import (
    aiming,
    deployment,
    flights,
    grounds,
    landing,
    layouts,
    moves,
    offers,
    recoils,
    shooting,
    stances,
    table_terms,
)
from battles.dba.rules.board import events as bev
from battles.dba.rules.board.actions import (
    BreakOffOnBoard,
    DeployOnBoard,
    FightOnBoard,
    LandOnBoard,
    MoveOnBoard,
    ShootOnBoard,
)
from battles.dba.rules.board.board_position import (
    change_texts,
    changed_bases,
    code_of,
    place_bases,
    position_of,
    settle_contacts,
)
from battles.dba.rules.board.follow import follow
from battles.dba.rules.board.orders import Move
from battles.dba.rules.board.stances import DENIZENS
from battles.dba.rules.board.turning import fits
from battles.dba.rules.consequences import Consequence
from battles.dba.rules.field import ground, sight, touch
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.inside import base_inside, settle_inside
from battles.dba.rules.field.position import Position
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import combat, engagement, shooters, strongholds
from battles.dba.rules.table import events as ev
from battles.dba.rules.table import moves as table_moves
from battles.dba.rules.table.rules import _SECTIONS, TableRules
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import ON_TABLE, SHOOTING_DONE, Board, TableState
from engine.dice import Dice
from engine.game import Choices, Decision, Facts, IllegalAction, OrderKind, Step
from engine.values import dataclass, replace

AS_AT_A_TABLE: Final = (
    act.RollAggression,
    act.PlaceTerrain,
    act.ChooseEdge,
    act.PitchCamp,
    act.Deploy,
    act.SwapElements,
    act.RollPips,
    act.InciteRevolt,
    act.EndMoves,
    act.Concede,
    act.AgreeDraw,
)
PHASES: Final = {
    MoveOnBoard: "moves",
    LandOnBoard: "moves",
    BreakOffOnBoard: "moves",
    ShootOnBoard: "shooting",
    FightOnBoard: "combat",
    act.EndShooting: "shooting",
    act.EndCombat: "combat",
}


@dataclass(frozen=True)
class BoardRules(TableRules):
    """The rules of a battle on the on-screen board, which extend those of a table battle. ``strength`` is how
    well the bot plays.
    """

    strength: str = "strong"

    def setup(self, dice: Dice) -> Step[TableState]:
        return grounds.lay_ground(self.battle, super().setup(dice))

    def pending(self, state: TableState) -> tuple[Decision, ...]:
        if state.ending is not None or not aiming.passive_side_shoots(state):
            return super().pending(state)
        name = f"targets.{state.bound}.{state.passive}"
        facts = {"bound": state.bound, "seat": state.passive}
        return (
            Decision(name, state.passive, aiming.ASKED, self._aim(state, aiming.BEST), "shooting", facts),
        )

    def order_kinds(self, seat: str) -> tuple[OrderKind, ...]:
        return aiming.ORDERS

    def standing(self, state: TableState, decision: Decision, orders: Facts) -> Any | None:
        """Return the shot that a standing order chooses in the enemy's bound. Return None for every other
        decision, or without such an order.
        """
        how = aiming.order_of(orders)
        return self._aim(state, how) if how and decision.kind == aiming.ASKED else None

    def _aim(self, state: TableState, how: str) -> Any:
        volleys = offers.volleys(self.battle, state, position_of(self.battle, state))
        return aiming.aim(self.battle, state, volleys, how)

    def _may(self, state: TableState, seat: str) -> bool:
        if aiming.passive_side_shoots(state):
            return seat == state.passive
        return super()._may(state, seat)

    def choices(self, state: TableState, seat: str) -> Choices:
        if state.ending is not None or not self._may(state, seat):
            return super().choices(state, seat)  # conceding, or agreeing to a draw
        if state.phase in ("moves", "shooting", "combat"):
            now = offers.choices(self.battle, state, self.pending(state)[0].id)
            stop = (c for c in super().choices(state, seat) if c.kind in ("concede", "agree_draw"))
            return (*now, *stop)
        kinds = ("set_table", "note_terrain", "note_bua", "keep_aboard", "draw_battlefield")
        found = tuple(c for c in super().choices(state, seat) if c.kind not in kinds)
        if state.phase != "deployment":
            return found
        return (*offers.deployments(self.battle, state, self.pending(state)[0].id), *found)

    def apply(self, state: TableState, seat: str, action: Any, dice: Dice) -> Step[TableState]:
        if state.ending is not None or isinstance(action, act.Concede | act.AgreeDraw):
            return super().apply(state, seat, action, dice)
        if isinstance(action, DeployOnBoard):
            return self._deploy(state, seat, action, dice)
        if isinstance(action, AS_AT_A_TABLE):
            return self._set_up(state, seat, action, dice)
        if not self._may(state, seat):
            raise IllegalAction("sequence", "not_your_bound", seat=seat, active=state.active)
        if type(action) not in PHASES:
            raise IllegalAction("sequence", "seen_on_the_board")
        if state.phase != PHASES[type(action)]:
            raise IllegalAction(_SECTIONS[state.phase], "not_in_this_part", phase=state.phase)
        match action:
            case MoveOnBoard():
                return self._move(state, action, dice)
            case BreakOffOnBoard():
                return self._break_off(state, action)
            case LandOnBoard():
                return self._land(state, action)
            case ShootOnBoard():
                return self._shoot(state, action, dice)
            case FightOnBoard():
                return self._fight(state, action, dice)
            case act.EndShooting():
                return self._end_shooting(state)
            case _:
                return self._end_combat(state)

    def view(self, state: TableState, seat: str | None) -> Facts:
        """Return the view of a table battle, with the position as text (see ``field.position``)."""
        position = position_of(self.battle, state) if state.board else None
        asked = state.passive if aiming.passive_side_shoots(state) else state.active
        lines = str(position).splitlines() if position else []
        return {**super().view(state, seat), "position": lines, "asked": asked}

    def _default(self, state: TableState) -> Any:
        if state.phase == "shooting" and (left := table_terms.must_shoot(self.battle, state)):
            return ShootOnBoard(left[0][:1], left[0][1])
        if state.phase == "shooting":
            return act.EndShooting()
        if state.phase == "combat" and (unfought := table_terms.must_fight(self.battle, state)):
            return FightOnBoard(*unfought[0])
        return act.EndCombat() if state.phase == "combat" else super()._default(state)

    # --- set-up ---

    def _set_up(self, state: TableState, seat: str, action: Any, dice: Dice) -> Step[TableState]:
        """Apply an action as in a table battle, then place on the board the camp, army or elements that it
        concerns.
        """
        if isinstance(action, act.PlaceTerrain) and len(action.drawing) != len(action.pieces):
            raise IllegalAction("battlefield", "drawn_otherwise")
        active = state.active
        step = super().apply(state, seat, action, dice)
        if isinstance(action, act.Deploy):
            return self._deploy_layout(step, active, "centre")
        if isinstance(action, act.SwapElements):
            return _swap_bases(self.battle, step, action)
        if isinstance(action, act.InciteRevolt):
            return _extend_step(step, settle_contacts(self.battle, step.state))
        return step

    def _deploy(self, state: TableState, seat: str, action: DeployOnBoard, dice: Dice) -> Step[TableState]:
        """Deploy as in a table battle, then place the army in a style or in the player's own layout."""
        active = state.active
        told_ = act.Deploy(action.garrison or None, action.reserve)
        step = super().apply(state, seat, told_, dice)
        return self._deploy_layout(step, active, action.layout)

    def _deploy_layout(self, step: Step[TableState], seat: str, layout: str) -> Step[TableState]:
        """Place a side's camp and army in its deployment zone (L238)."""
        state = step.state
        zone = layouts.zone(self.battle, state, seat)
        site, edge, position = zone.site, zone.edge, zone.position
        board = state.board or Board()
        if site is not None:
            board = board.but(camps={**board.camps, seat: site})
        places = layouts.places(zone, layout)
        inside = [n for n in self.battle.of(seat) if state.elements[n].where in ("camp", "bua")]
        for name in inside:
            where = state.elements[name].where
            places[name] = _garrison_base(position, where, seat, code_of(self.battle, state, name), edge)
        state = state.but(board=board.but(places={**board.places, **places}))
        placed_ = bev.ArmyPlaced(seat, places, site)
        return _extend_step(step, settle_contacts(self.battle, state), placed_)

    # --- moves ---

    def _move(self, state: TableState, action: MoveOnBoard, dice: Dice) -> Step[TableState]:
        """Check a move on the board, then pay for it and record it as in a table battle."""
        position = position_of(self.battle, state)
        move = Move.parse(action.order)
        for name in move.who:
            if name not in position.elements or position.elements[name].seat != state.active:
                raise IllegalAction("tactical_moves", "not_your_element", element=name[:40])
        dismounts = self._dismounts(move) if action.dismount else None
        done = moves.execute(position, move, dismounts)
        onto = self._from_place_to_place(state, position, move)
        told_ = table_terms.move(self.battle, state, position, move, done, action.dismount)
        step = table_moves.move(self.battle, state, told_, dice)
        if onto:
            entered, events = strongholds.enter(self.battle, step.state, move.who[0], onto)
            step = _extend_step(step, entered, *events)
        gone = [n for e in step.events if isinstance(e, ev.ElementsMoved) for n in e.elements]
        after = done.position
        if set(gone) != set(move.who):  # the river stopped some elements
            after = position.put(**{n: after.base(n) for n in gone})
        places = changed_bases(position, after)
        new = table_terms.record_charge(
            place_bases(self.battle, step.state, after), position, after, move.who
        )
        event = bev.ElementsPlaced(places, change_texts(done.turned))
        return _extend_step(step, new, *((event,) if places else ()))

    def _from_place_to_place(self, state: TableState, position: Position, move: Move) -> str:
        """Return the undefended camp or built-up area that a garrison enters directly from another one (L210,
        L220), or "". Raises IllegalAction if the place is full, or if the maximum number of elements is
        already assaulting it.
        """
        place, resists = table_terms.place_entered(position, move)
        if not place or not position.elements[move.who[0]].inside:
            return ""
        if resists:
            defender = strongholds.defender_of(self.battle, state, state.active, place)
            if not strongholds.room_to_assault(state, place, defender):
                most = strongholds.MOST_ASSAULTS[place]
                raise IllegalAction("close_combat", "assaulted_already", most=most)
            return ""
        if place == "own_camp" and (old := strongholds.replaced_in_camp(self.battle, state, state.active)):
            raise IllegalAction("camps", "camp_full", element=old)
        return str(place)

    def _dismounts(self, move: Move) -> dict[str, str]:
        found = {}
        for name in move.who:
            on_foot = self.battle.blocks[name].dismounts
            if on_foot is None:
                raise IllegalAction("troops", "does_not_dismount", element=name)
            found[name] = on_foot.code
        return found

    def _land(self, state: TableState, action: LandOnBoard) -> Step[TableState]:
        """Land the reserve as in a table battle, in the place that the player chose (L238)."""
        aboard = table_terms.aboard(self.battle, state)
        step = table_moves.land(self.battle, state)
        after = landing.place_group(position_of(self.battle, state), state.active, aboard, action)
        places = {name: after.base(name) for name in action.who}
        return _extend_step(step, place_bases(self.battle, step.state, after), bev.ElementsPlaced(places))

    def _break_off(self, state: TableState, action: BreakOffOnBoard) -> Step[TableState]:
        position = position_of(self.battle, state)
        if action.element not in position.elements:
            raise IllegalAction("tactical_moves", "not_on_table", element=action.element[:40])
        foes = touch.enemies_faced(position, action.element)
        after = moves.break_off(position, action.element, action.paces * sight.PER_PACE)
        enemy = foes[0]
        pursues = enemy in table_moves.pursuers(self.battle, state)
        end = flights.pursuit(after, enemy) if pursues else "clear"
        supporter = touch.supporter(position, enemy) if pursues else ""
        same = bool(supporter) and position.base(supporter).type == position.base(enemy).type
        able = pursues and table_moves.may_be_supported(self.battle, state, enemy)
        told_ = act.BreakOff(
            action.element,
            enemy,
            far=table_terms.all_far(self.battle, state, position, (action.element,)),
            held="" if end == "clear" else end,  # type: ignore[arg-type]
            supported=same and able,
        )
        step = table_moves.break_off(self.battle, state, told_)
        broken = next(e for e in step.events if isinstance(e, ev.ContactBroken))
        changes: tuple[recoils.Change, ...] = ()
        if broken.pursues_mm:
            who = (enemy, supporter) if broken.supported else (enemy,)
            ran = flights.pursue(after, who, position.base(enemy).deep)
            after, changes = ran.position, ran.changes
        new = place_bases(self.battle, step.state, after)
        return _extend_step(
            step, new, bev.ElementsPlaced(changed_bases(position, after), change_texts(changes))
        )

    # --- shooting and combat ---

    def _shoot(self, state: TableState, action: ShootOnBoard, dice: Dice) -> Step[TableState]:
        position = position_of(self.battle, state)
        if not action.shooters or any(n not in position.elements for n in action.shooters):
            raise IllegalAction("shooting", "three_shooters", number=len(action.shooters))
        defended = bool(position.denizens) and not position.holds("bua")
        if not (defended if action.target == DENIZENS else action.target in position.elements):
            raise IllegalAction("", "no_such_element", element=action.target[:40])
        for shooter in action.shooters:
            if position.elements[shooter].seat != aiming.shooting_side(state):
                raise IllegalAction("tactical_moves", "not_your_element", element=shooter[:40])
            if why := shooting.why_not(position, shooter, action.target):
                raise IllegalAction("shooting", f"cannot_{why}", element=shooter, target=action.target)
        told_ = table_terms.complete_shot(self.battle, state, position, action)
        return self._resolve_combat(state, position, told_, dice)

    def _fight(self, state: TableState, action: FightOnBoard, dice: Dice) -> Step[TableState]:
        position = position_of(self.battle, state)
        pair = (min(action.attacker, action.defender), max(action.attacker, action.defender))
        if pair not in touch.contacts(position):
            raise IllegalAction("close_combat", "not_in_contact", element=action.attacker[:40])
        told_ = act.Fight(
            action.attacker,
            action.defender,
            stances.stance(position, action.attacker, action.defender),
            stances.stance(position, action.defender, action.attacker),
        )
        return self._resolve_combat(state, position, told_, dice)

    def _resolve_combat(
        self, state: TableState, position: Position, action: act.Fight | act.Shoot, dice: Dice
    ) -> Step[TableState]:
        """Resolve a combat by the rules of a table battle, then carry out its consequences on the board."""
        step = combat.fight(self.battle, state, action, dice)
        fought = next(e for e in step.events if isinstance(e, ev.Fought))
        results = [Consequence(**one) for one in fought.consequences]
        done = follow(position, (fought.first, fought.second), (action.a, action.b), results)
        new, more = step.state, list[Any]()
        for change in done.changes:
            if change.how == "dies" and new.elements[change.name].where != "lost":
                cause = "left_table" if change.cause == "table_edge" else "recoil"
                new, lost = combat.lose(self.battle, new, change.name, cause)  # type: ignore[arg-type]
                more += lost
        left = {n: one for n, one in done.position.elements.items() if new.elements[n].where in ON_TABLE}
        after = replace(done.position, elements=left)
        new = place_bases(self.battle, new, after)
        event = bev.ElementsPlaced(
            changed_bases(position, after), change_texts((*done.changes, *done.turned))
        )
        return _extend_step(step, new, *more, *((event,) if event.told else ()))

    def _end_shooting(self, state: TableState) -> Step[TableState]:
        if left := table_terms.must_shoot(self.battle, state):
            raise IllegalAction("shooting", "must_shoot", elements=[n for pair in left for n in pair])
        if not aiming.passive_side_shoots(state):
            other = state.but(shot=(*state.shot, SHOOTING_DONE))
            if any(offers.shots(self.battle, other, position_of(self.battle, other))):
                return Step(other, ())
        opposed = bool(shooters.opposed_shooters(self.battle, state)[0])
        return engagement.end_shooting(self.battle, state, act.EndShooting(none_in_reach=opposed))

    def _end_combat(self, state: TableState) -> Step[TableState]:
        if left := table_terms.must_fight(self.battle, state):
            raise IllegalAction("close_combat", "must_fight", elements=[n for pair in left for n in pair])
        return self._end_bound(state)


def _extend_step(step: Step[TableState], state: TableState, *events: Any) -> Step[TableState]:
    return replace(step, state=state, events=(*step.events, *events))


def _garrison_base(position: Position, where: str, seat: str, code: str, edge: int) -> Base:
    """Return the base of a garrison at the start of a battle, with the heading of its army."""
    outline = ground.built_up(position) if where == "bua" else position.camps[seat].outline
    return base_inside(outline, Base(code, 0, 0, deployment.HEADINGS[edge]))


def _swap_bases(battle: Battle, step: Step[TableState], action: act.SwapElements) -> Step[TableState]:
    """Exchange the bases of swapped elements. An element that waits aboard has no base. Each element keeps
    its own depth and must have room for it; a garrison is moved to the middle of its camp or built-up area.
    """
    state = step.state
    if state.board is None or not action.pairs:
        return step
    places = dict(state.board.places)
    for one, two in action.pairs:
        a, b = places.pop(one, None), places.pop(two, None)
        for name, there in ((one, b), (two, a)):
            if there is not None:
                places[name] = replace(there, code=code_of(battle, state, name))
    moved = [n for pair in action.pairs for n in pair if n in places]
    position = position_of(battle, state.but(board=state.board.but(places=places)))
    for name in moved:
        if position.elements[name].inside:
            position = settle_inside(position, name)
            places[name] = position.base(name)
    state = state.but(board=state.board.but(places=places))
    for name in moved:
        placed_, base = position.elements[name], position.base(name)
        room = fits(position, name, base) and deployment.lawful_place(position, base)
        if not placed_.inside and not room:
            raise IllegalAction("deployment", "no_room", base=base.code)
    return _extend_step(step, state, bev.ElementsPlaced({name: places[name] for name in moved}))
