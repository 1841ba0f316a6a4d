"""Three Fords as a system of engine.game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.choices import field_fits, sample_action
from engine.contract.promises import BROKEN, KEPT, OPEN
from engine.dice import Dice, Throw, d6
from engine.game import (
    GM,
    BadScenario,
    BattleReport,
    Breach,
    Choice,
    Choices,
    Decision,
    Fact,
    Facts,
    Force,
    ForceUnit,
    IllegalAction,
    InvalidAction,
    Many,
    Mistake,
    Number,
    OpenBattle,
    Option,
    OrderKind,
    Outcome,
    Pick,
    Power,
    Promise,
    Rules,
    SeatInfo,
    Share,
    Step,
    System,
    free_promise,
    last_turn_field,
    won_by,
)
from kit.bot.one_ply import Work, one_ply
from kit.hand.deck import Why, deck_of
from tests.engine.example.pieces import (
    AMBUSH,
    CAMPS,
    CODEC,
    MOST_CARDS,
    NOTHING,
    PACK,
    SEATS,
    Ambush,
    AmbushLaid,
    AmbushSprung,
    Attack,
    AttackLapsed,
    BattleFought,
    CampsPitched,
    CardsDealt,
    DefenderWithdrew,
    FightElsewhere,
    FightHere,
    Hold,
    Levy,
    OrderGiven,
    OrdersRevealed,
    Raid,
    Stand,
    State,
    TroopsLevied,
    Winner,
)

DRAW = "draw"  # purpose of a hidden die


def _power(seat: str, camp: str) -> Power:
    return Power(
        f"{seat}-{camp}", f"{camp.title()} camp of {seat.title()}", mark=f"{seat[0]}{camp[0]}".upper()
    )


@dataclass(frozen=True)
class FordsRules(Rules[State]):
    strength: int
    rounds: int
    cards: int = 0

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return tuple(SeatInfo(seat, seat.title(), mark=seat[:2].title()) for seat in SEATS)

    def powers(self, state: State, seat: str) -> tuple[Power, ...]:
        """Return the seat's camps that still have troops, as its powers."""
        return tuple(_power(seat, camp) for camp, sp in state.camps[seat].items() if sp)

    def order_kinds(self, seat: str) -> tuple[OrderKind, ...]:
        """Return the kinds of standing orders. A seat can order its camps to stand or withdraw, all together
        or each separately. In games with cards it can also order whether to spring an ambush.
        """
        at = (Number("withdraw_at", 1, 3, 2),)
        stand = tuple(OrderKind("stand", at, "3", power) for power in ("", *(f"{seat}-{c}" for c in CAMPS)))
        if not self.cards:
            return stand
        spring = Pick("spring", (Option(True), Option(False)))
        return (*stand, OrderKind("ambush", (spring,), "8", covert=True))

    def setup(self, dice: Dice) -> Step[State]:
        camps = {s: {c: self.strength + d6(dice, "pitch", "1", s) // 3 for c in CAMPS} for s in SEATS}
        state = State(1, "orders", camps, {}, (), frozenset())
        if not self.cards:
            return Step(state, (CampsPitched(camps),))
        state = replace(state, hands=dict.fromkeys(SEATS, ()), pack=deck_of(PACK))
        for seat in SEATS:
            for _ in range(self.cards):
                state = _drawn(state, seat, dice)
        dealt = (CardsDealt(seat, state.hands[seat]) for seat in SEATS)
        return Step(state, (CampsPitched(camps), *dealt))

    # --- promises between seats ---

    def promises(self, state: State, seat: str, to: str) -> Choices:
        peace = Choice("peace", fields=last_turn_field(state.round, self.rounds), rule="9")
        return (peace, free_promise(state.round, self.rounds))

    def concerns_promise(self, state: State, promise: Promise, event: Any) -> bool:
        fought = isinstance(event, BattleFought) and promise.kind == "peace"
        return fought and (event.attacker, event.defender) == (promise.by, promise.to)

    def breach(self, state: State, promise: Promise, choice: Choice) -> Breach | None:
        attacks = choice.kind == "attack" and promise.kind == "peace" and promise.to in state.alive
        return Breach("target", (promise.to,)) if attacks else None

    def judge_promise(self, promise: Promise, events: Sequence[Any], over: bool) -> str:
        if promise.kind != "peace":
            return OPEN
        return BROKEN if events else KEPT if over else OPEN

    def settles(self, promise: Promise) -> bool:
        return promise.kind == "peace"

    # --- pending decisions ---

    def pending(self, state: State) -> tuple[Decision, ...]:
        place = f"{state.round}:{len(state.raids)}"
        match state.phase:
            case "orders":
                owing = [seat for seat in state.alive if seat not in state.orders]
                return tuple(Decision(f"order:{state.round}:{s}", s, "order", Hold(), "2") for s in owing)
            case "raids" if self._fights(state):
                return (Decision(f"battle:{place}", GM, "battle", FightHere(), "4"),)
            case "raids":
                target = state.raids[0].order.target
                if state.raids[0].stands:
                    return (Decision(f"ambush:{place}", target, "ambush", Ambush(False), "8", covert=True),)
                pays = f"{target}-{state.strongest(target)}"
                return (Decision(f"stand:{place}", target, "stand", Stand(False), "3", power=pays),)
            case "levy":
                owing = [seat for seat in state.alive if seat not in state.levied]
                return tuple(Decision(f"levy:{state.round}:{s}", s, "levy", Levy({}), "5") for s in owing)
        return ()

    def choices(self, state: State, seat: str) -> Choices:
        owed = next((d for d in self.pending(state) if d.seat == seat), None)
        if owed is None:
            return ()
        match owed.kind:
            case "order":
                return (Choice("hold", rule="2", decision=owed.id), *self._attacks(state, owed))
            case "stand":
                answers = (Option(False), Option(True))
                return (Choice("stand", {}, (Pick("withdraw", answers),), "3", owed.id),)
            case "ambush":
                holds = AMBUSH in state.hands[seat]
                answers = (Option(False), *((Option(True),) if holds else ()))
                return (Choice("ambush", {}, (Pick("spring", answers),), "8", owed.id),)
            case "levy":
                camps = Share("shares", tuple(Option(c, high=2) for c in CAMPS), 0, 2)
                return (Choice("levy", {}, (camps,), "5", owed.id),)
        battle = self.opens(state)
        assert battle is not None
        units = [*battle.attacker.units, *battle.defender.units]
        losses = Share("losses", tuple(Option(u.id, high=u.sp) for u in units), 0, sum(u.sp for u in units))
        winner = Pick("winner", (Option("attacker"), Option("defender")), optional=True)
        return (
            Choice("fight_here", rule="4", decision=owed.id),
            Choice("fight_elsewhere", {}, (winner, losses), "4", owed.id),
        )

    def _attacks(self, state: State, owed: Decision) -> Choices:
        targets = Pick("target", tuple(Option(s) for s in state.alive if s != owed.seat))
        return tuple(
            Choice("attack", {"camp": camp}, (targets, Number("stake", 1, sp)), "2", owed.id)
            for camp, sp in state.camps[owed.seat].items()
            if sp
        )

    # --- carrying out actions ---

    def apply(self, state: State, seat: str, action: Any, dice: Dice) -> Step[State]:
        owed = next((d for d in self.pending(state) if d.seat == seat), None)
        if owed is None:
            raise IllegalAction("2" if state.phase == "orders" else "3", "not_awaited", seat=seat)
        match owed.kind, action:
            case "order", Attack() | Hold():
                return self._order(state, seat, action)
            case "stand", Stand():
                return self._stand(state, seat, action)
            case "ambush", Ambush():
                return self._ambush(state, seat, action)
            case "battle", FightHere():
                return self._fight_here(state, dice)
            case "battle", FightElsewhere():
                return self._fought(state, action.winner, action.losses)
            case "levy", Levy():
                return self._levy(state, seat, action, dice)
        raise IllegalAction(owed.rule, "not_now", wanted=owed.kind)

    def _order(self, state: State, seat: str, order: Attack | Hold) -> Step[State]:
        if isinstance(order, Attack):
            if order.camp not in CAMPS:
                raise IllegalAction("2", "no_such_camp", camp=order.camp)
            if order.target == seat or order.target not in state.alive:
                raise IllegalAction("2", "no_such_target", target=order.target)
            if not 1 <= order.stake <= state.camps[seat][order.camp]:
                raise IllegalAction("2", "stake_not_there", stake=order.stake)
        orders = {**state.orders, seat: order}
        given = OrderGiven(seat, order)
        if len(orders) < len(state.alive):
            return Step(replace(state, orders=orders), (given,))
        raids = tuple(Raid(s, o) for s in SEATS if isinstance(o := orders.get(s), Attack))
        revealed = replace(state, phase="raids", orders={}, raids=raids)
        return self._next_raid(revealed, (given, OrdersRevealed({s: orders[s] for s in state.alive})))

    def _next_raid(self, state: State, events: tuple[Any, ...]) -> Step[State]:
        """Drop raids that can no longer be carried out; continue with the levy when none is left."""
        while state.raids:
            raid = state.raids[0]
            left = state.camps[raid.attacker][raid.order.camp]
            if left and state.strength(raid.order.target):
                order = replace(raid.order, stake=min(raid.order.stake, left))
                return Step(replace(state, raids=(replace(raid, order=order), *state.raids[1:])), events)
            events += (AttackLapsed(raid.attacker),)
            state = replace(state, raids=state.raids[1:])
        over = len(state.alive) < 2
        return Step(replace(state, phase="over" if over else "levy", levied=frozenset()), events)

    def _stand(self, state: State, seat: str, answer: Stand) -> Step[State]:
        raid = state.raids[0]
        if not answer.withdraw:
            return Step(replace(state, raids=(replace(raid, stands=True), *state.raids[1:])))
        camps = state.camps[seat]
        camp = state.strongest(seat)
        paid = {**state.camps, seat: {**camps, camp: camps[camp] - 1}}
        after = replace(state, camps=paid, raids=state.raids[1:])
        return self._next_raid(after, (DefenderWithdrew(seat),))

    def _ambush(self, state: State, seat: str, answer: Ambush) -> Step[State]:
        if answer.spring and AMBUSH not in state.hands[seat]:
            raise IllegalAction("8", "no_ambush_in_hand")
        raid = replace(state.raids[0], ambush=answer.spring)
        return Step(replace(state, raids=(raid, *state.raids[1:])), (AmbushLaid(seat, answer.spring),))

    def _fight_here(self, state: State, dice: Dice) -> Step[State]:
        battle = self.opens(state)
        assert battle is not None
        sides = {"attacker": battle.attacker, "defender": battle.defender}
        faces = dice.roll_all([Throw(6, side, "4", force.seat) for side, force in sides.items()])
        totals = {side: face + force.sp for (side, force), face in zip(sides.items(), faces, strict=True)}
        gap = totals["attacker"] - totals["defender"]
        winner = "attacker" if gap > 0 else "defender" if gap < 0 else None
        lost = {side: 1 if winner is None else 0 if side == winner else 2 for side in sides}
        losses: dict[str, int] = {}
        for side, force in sides.items():
            for unit in force.units:
                losses[unit.id] = min(unit.sp, lost[side])
                lost[side] -= losses[unit.id]
        return self._fought(state, winner, losses)

    def _fought(self, state: State, winner: Any, losses: Mapping[str, int]) -> Step[State]:
        battle = self.opens(state)
        assert battle is not None
        there = {unit.id: unit.sp for unit in (*battle.attacker.units, *battle.defender.units)}
        for unit, lost in losses.items():
            if not 0 <= lost <= there.get(unit, -1):
                raise IllegalAction("4", "losses_not_there", unit=unit, lost=lost)
        camps = {
            s: {c: sp - losses.get(f"{s}-{c}", 0) for c, sp in state.camps[s].items()} for s in state.camps
        }
        fought = BattleFought(battle.attacker.seat, battle.defender.seat, winner, dict(losses))
        after, sprung = self._sprung(replace(state, camps=camps))
        return self._next_raid(replace(after, raids=state.raids[1:]), (fought, *sprung))

    def _sprung(self, state: State) -> tuple[State, tuple[AmbushSprung, ...]]:
        """Return the state and the event after an ambush is sprung at the end of the fight (rule 8). Without
        an ambush, nothing changes and there is no event.
        """
        raid = state.raids[0]
        if not raid.ambush:
            return state, ()
        own, camp, held = state.camps[raid.attacker], raid.order.camp, list(state.hands[raid.order.target])
        held.remove(AMBUSH)
        camps = {**state.camps, raid.attacker: {**own, camp: max(0, own[camp] - 1)}}
        after = replace(state, camps=camps, hands={**state.hands, raid.order.target: tuple(held)})
        return after, (AmbushSprung(raid.order.target, raid.attacker),)

    def _levy(self, state: State, seat: str, levy: Levy, dice: Dice) -> Step[State]:
        wrong = [camp for camp, sp in levy.shares.items() if camp not in CAMPS or sp < 0]
        if wrong or sum(levy.shares.values()) > 2:
            raise IllegalAction("5", "more_than_two", shares=dict(levy.shares))
        camps = {c: sp + levy.shares.get(c, 0) for c, sp in state.camps[seat].items()}
        state = replace(state, camps={**state.camps, seat: camps}, levied=state.levied | {seat})
        events: tuple[Any, ...] = (TroopsLevied(seat, dict(levy.shares)),)
        if state.pack and not sum(levy.shares.values()) and len(state.hands[seat]) < MOST_CARDS:  # 7
            state = _drawn(state, seat, dice)
            events += (CardsDealt(seat, state.hands[seat]),)
        if len(state.levied) < len(state.alive):
            return Step(state, events)
        if state.round == self.rounds:
            return Step(replace(state, phase="over"), events)
        return Step(replace(state, round=state.round + 1, phase="orders", levied=frozenset()), events)

    # --- views and secrets ---

    def view(self, state: State, seat: str | None) -> Facts:
        own = state.orders.get(seat or "")
        return {
            "round": state.round,
            "phase": state.phase,
            "camps": {s: dict(camps) for s, camps in state.camps.items()},
            "order set": sorted(state.orders),
            "order": CODEC.write(own) if own else None,
            **(self._cards_seen(state, seat) if self.cards else {}),
        }

    def _cards_seen(self, state: State, seat: str | None) -> Facts:
        """Return the seat's own hand and the number of cards in the others' hands, or every hand once the
        game is over.
        """
        over, mine = state.phase == "over", bool(state.raids) and state.raids[0].order.target == seat
        return {
            "pack": len(state.pack),
            "hands": {s: len(hand) for s, hand in state.hands.items()},
            "shown": {s: list(hand) for s, hand in state.hands.items() if over or s == seat},
            "laid": state.raids[0].ambush if mine else None,
        }

    def check_state(self, state: State) -> tuple[Mistake, ...]:
        """Return the mistakes in a state: strengths below zero, and hands with more than one ambush."""
        few = (
            Mistake(f"camps.{seat}.{camp}", "too_low", {"low": 0})
            for seat, camps in state.camps.items()
            for camp, sp in camps.items()
            if sp < 0
        )
        many = (
            Mistake(f"hands.{seat}", "over_limit", {"value": len(hand), "high": 1})
            for seat, hand in state.hands.items()
            if hand.count(AMBUSH) > 1
        )
        return (*few, *many)

    def amendable(self, state: State) -> tuple[Fact, ...]:
        camps = (Fact(("camps", seat, camp)) for seat in state.camps for camp in CAMPS)
        cards = Many("cards", (Option(AMBUSH), Option(NOTHING)), 0, MOST_CARDS)
        return (*camps, *(Fact(("hands", seat), cards, seen_by=(seat,)) for seat in state.hands))

    def imagine(self, state: State, seat: str, dice: Dice) -> State:
        """Draw the other seats' hands, ambushes and orders from the cards that the seat has not seen and
        the camps that everyone sees.
        """
        if state.phase == "over":
            return state
        others = [s for s in SEATS if s != seat]
        state = self._other_hands(state, [s for s in others if s in state.hands], dice)
        orders = {s: self._any_order(state, s, dice) for s in others if s in state.orders}
        return replace(state, orders={**state.orders, **orders}, raids=self._other_ambush(state, seat, dice))

    def _other_hands(self, state: State, others: list[str], dice: Dice) -> State:
        """Return the state after the hands of ``others`` have been shuffled into the pack and dealt again,
        each with as many cards as before.
        """
        sizes = {s: len(state.hands[s]) for s in others}
        pack = state.pack.shuffle(*(card for s in others for card in state.hands[s]))
        state = replace(state, hands={**state.hands, **dict.fromkeys(others, ())}, pack=pack)
        for s, size in sizes.items():
            for _ in range(size):
                state = _drawn(state, s, dice)
        return state

    def _other_ambush(self, state: State, seat: str, dice: Dice) -> tuple[Raid, ...]:
        if not state.raids or state.raids[0].ambush is None or state.raids[0].order.target == seat:
            return state.raids
        raid = state.raids[0]
        laid = AMBUSH in state.hands[raid.order.target] and dice.roll(Throw(2, "imagined ambush", "8")) == 1
        return (replace(raid, ambush=laid), *state.raids[1:])

    def _any_order(self, state: State, seat: str, dice: Dice) -> Attack | Hold:
        owed = Decision("", seat, "order", Hold())
        offered = (Choice("hold"), *self._attacks(state, owed))
        choice = offered[dice.roll(Throw(len(offered), "imagined order", "2", seat, low=0))]
        order: Attack | Hold = CODEC.read(sample_action(choice, dice))
        return order

    def sees(self, event: Any, seat: str | None) -> Any | None:
        if isinstance(event, AmbushLaid) and event.seat != seat:
            return None
        if isinstance(event, OrderGiven) and event.seat != seat:
            return replace(event, order=None)
        if isinstance(event, CardsDealt) and event.seat != seat:
            return replace(event, cards=None)
        return event

    def is_undoable(self, action: Any, events: Sequence[Any]) -> bool:
        """Return whether the action is public, so that its step can be undone. Stand and Levy are public. An
        order is secret until every seat has given one.
        """
        return isinstance(action, Stand | Levy)

    def interrupts_plan(self, event: Any, seat: str) -> bool:
        """Return whether a plan must stop at an event. It stops at a battle in which the seat attacked or
        defended, so that its player can look.
        """
        return isinstance(event, BattleFought) and seat in {event.attacker, event.defender}

    def turn_of(self, state: State) -> int:
        """Return the current round, by which the chronicle groups events. Rules need not implement this
        method.
        """
        return state.round

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        scores = {seat: state.strength(seat) for seat in SEATS}
        best = [seat for seat in SEATS if scores[seat] == max(scores.values())]
        return Outcome(won_by(*best) if len(best) == 1 else (), "strongest", "6", scores)

    # --- battles, standing orders, bots ---

    def _fights(self, state: State) -> bool:
        """Return whether a raid waits for its fight: the defender stands and has decided about an ambush."""
        if state.phase != "raids" or not state.raids[0].stands:
            return False
        return not self.cards or state.raids[0].ambush is not None

    def opens(self, state: State) -> OpenBattle | None:
        if not self._fights(state):
            return None
        raid = state.raids[0]
        seat, camp, stake = raid.attacker, raid.order.camp, raid.order.stake
        home = state.camps[raid.order.target].items()
        return OpenBattle(
            self.pending(state)[0].id,
            Force(seat, (ForceUnit(f"{seat}-{camp}", seat, "camp", stake),)),
            Force(
                raid.order.target,
                tuple(
                    ForceUnit(f"{raid.order.target}-{c}", raid.order.target, "camp", sp)
                    for c, sp in home
                    if sp
                ),
            ),
            {"place": "ford"},
            "4",
        )

    def report(self, state: State, report: BattleReport) -> FightElsewhere:
        battle = self.opens(state)
        units = [] if battle is None else [*battle.attacker.units, *battle.defender.units]
        strength = {unit.id: unit.sp for unit in units}
        stray = sorted(
            unit for unit, lost in report.losses.items() if not 0 <= lost <= strength.get(unit, -1)
        )
        winners: dict[str | None, Winner] = {"attacker": "attacker", "defender": "defender", None: None}
        if stray or report.winner not in winners:
            raise InvalidAction("4", "report_does_not_fit", path="losses", units=stray)
        return FightElsewhere(winners[report.winner], dict(report.losses))

    def standing(self, state: State, decision: Decision, orders: Facts) -> Any | None:
        if decision.kind == "ambush" and "ambush" in orders:
            return Ambush(orders["ambush"]["spring"] and AMBUSH in state.hands[decision.seat])
        if decision.kind != "stand" or "stand" not in orders:
            return None
        own = state.strength(decision.seat)
        return Stand(state.raids[0].order.stake >= own * orders["stand"]["withdraw_at"])

    def bot(self, state: State, seat: str, dice: Dice) -> Any:
        owed = next(d for d in self.pending(state) if d.seat == seat)
        if owed.kind == "order":
            camp = max(CAMPS, key=lambda c: state.camps[seat][c])
            target = min((s for s in state.alive if s != seat), key=state.strength)
            bold = dice.roll(Throw(6, "boldness", seat=seat)) > 2
            return Attack(camp, target, state.camps[seat][camp]) if bold else Hold()
        return one_ply(self, CODEC, state, seat, evaluate, dice, Work(actions=6, trials=12, onward=3))


def evaluate(state: State, seat: str) -> float:
    """Return the value of a position for a seat: its strength, and its lead over the strongest rival."""
    rivals = max(state.strength(other) for other in SEATS if other != seat)
    return state.strength(seat) - rivals / 2


def _drawn(state: State, seat: str, dice: Dice) -> State:
    """Draw a card from the pack into a hand without showing it."""
    card, pack = state.pack.draw(dice, Why(DRAW, "7", seat))
    hand = tuple(sorted((*state.hands[seat], card)))
    return replace(state, hands={**state.hands, seat: hand}, pack=pack)


class Fords(System):
    name = "fords"
    version = "1"
    codec = CODEC

    def scenarios(self) -> Mapping[str, str]:
        return {"even": "Even", "long": "Long", "cards": "With cards"}

    def scenario(self, name: str) -> Facts:
        cards = {"cards": 2} if name == "cards" else {}
        return {"name": name, "strength": {"even": 3, "long": 8, "cards": 4}[name], **cards}

    def options(self) -> tuple[Number, ...]:
        return (Number("rounds", 1, 50, 3),)

    def open(self, scenario: Facts, options: Facts) -> FordsRules:
        found = {
            "strength": (scenario.get("strength"), Number("strength", 1, 10**6)),
            "cards": (scenario.get("cards", 0), Number("cards", 0, MOST_CARDS)),
            "rounds": (options.get("rounds", 3), self.options()[0]),
        }
        wrong = {name: value for name, (value, bounds) in found.items() if not field_fits(bounds, value)}
        if wrong:
            raise BadScenario([Mistake(f"$.{n}", "out_of_range", {"found": v}) for n, v in wrong.items()])
        return FordsRules(**{name: value for name, (value, _) in found.items()})


FORDS = Fords()
