"""Toll Road, a small system for tests, made of frames (engine.frames).

1. In each round all three merchants plan a tour at once: posts to visit, each at most once. Nobody sees
   another's plan before all are made.
2. Tours are carried out in seat order, post by post. A visit earns a coin.
3. The keeper of a post may ask a visitor for a toll.
4. The visitor pays a coin or refuses.
5. After a refusal the third merchant may back the visitor.
6. Then keeper and visitor secretly stake coins. The higher sum of stake and die (plus one if backed) wins.
   The loser loses the stake. A visitor who loses ends the tour.
7. After the last round the merchant with the most coins wins.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from engine.choices import sample_action
from engine.codec import Codec
from engine.dice import Dice, Throw, d6
from engine.frames import (
    Ask,
    Frame,
    FramedRules,
    FrameHandler,
    Frames,
    JointHandler,
    PathRoutine,
    Routine,
    Stacked,
    Work,
)
from engine.game import (
    Choice,
    Facts,
    IllegalAction,
    Many,
    Number,
    Option,
    Outcome,
    Pick,
    SeatInfo,
    Step,
    System,
    won_by,
)

SEATS = ("red", "blue", "green")
ROUNDS = 3


# --- values ---


@dataclass(frozen=True)
class Action:
    pass


@dataclass(frozen=True)
class Plan(Action):
    posts: tuple[str, ...]


@dataclass(frozen=True)
class Answer(Action):
    yes: bool


@dataclass(frozen=True)
class Stake(Action):
    coins: int


@dataclass(frozen=True)
class Planned:
    seat: str


@dataclass(frozen=True)
class Visited:
    seat: str
    post: str


@dataclass(frozen=True)
class TourEnded:
    seat: str


@dataclass(frozen=True)
class TollPaid:
    seat: str
    post: str


@dataclass(frozen=True)
class Quarrelled:
    stakes: Mapping[str, int]
    loser: str


@dataclass(frozen=True)
class State(Stacked):
    coins: Mapping[str, int]
    round: int = 0


class Play(Work[State, State]):
    @property
    def pos(self) -> State:
        return self.state

    def pay(self, seat: str, coins: int) -> None:
        """Add coins to a merchant's purse."""
        self.set(coins={**self.state.coins, seat: self.state.coins[seat] + coins})


FRAMES: Frames[State, Play] = Frames()


# --- rounds and tours (1, 2) ---


@dataclass(frozen=True)
class Rounds(Frame):
    pass


@FRAMES.handler(Rounds)
class RoundsHandler(Routine[Play]):
    def advance(self, play: Play, frame: Rounds) -> bool:
        if play.state.round == ROUNDS:
            play.pop()
        else:
            play.set(round=play.state.round + 1)
            play.push(Plans())
        return True


@dataclass(frozen=True)
class Plans(Frame):
    answers: Mapping[str, Action] = field(default_factory=dict)


@FRAMES.handler(Plans)
class PlansHandler(JointHandler[State, Play]):
    def asks(self, pos: State, frame: Plans) -> tuple[Ask, ...]:
        return tuple(Ask(seat, "plan", Plan((seat,)), "1") for seat in SEATS)

    def choices(self, pos: State, frame: Plans, ask: Ask) -> tuple[Choice, ...]:
        return (Choice("plan", fields=(Many("posts", tuple(map(Option, SEATS)), 1),), rule="1"),)

    def check(self, pos: State, frame: Plans, ask: Ask, action: Any) -> None:
        if not isinstance(action, Plan):
            raise IllegalAction("1", "not_now")
        if not action.posts or len(set(action.posts) & set(SEATS)) < len(action.posts):
            raise IllegalAction("1", "no_tour", posts=list(action.posts))

    def report_answer(self, play: Play, frame: Plans, ask: Ask, action: Any) -> None:
        play.tell(Planned(ask.seat))

    def settle(self, play: Play, frame: Plans) -> None:
        play.pop()
        tours = {seat: plan.posts for seat, plan in frame.answers.items() if isinstance(plan, Plan)}
        play.push(*(Tour(seat, tours[seat]) for seat in reversed(SEATS)))


@dataclass(frozen=True)
class Tour(Frame):
    seat: str
    rest: tuple[str, ...] = ()


@FRAMES.handler(Tour)
class TourHandler(PathRoutine[Play]):
    def leg(self, play: Play, frame: Tour, leg: str) -> None:
        play.pay(frame.seat, 1)
        play.tell(Visited(frame.seat, leg))
        if leg != frame.seat:
            play.push(Toll(leg, frame.seat))

    def handle_arrival(self, play: Play, frame: Tour) -> None:
        play.tell(TourEnded(frame.seat))


# --- four interrupts, each on top of the last (3 to 6) ---


@dataclass(frozen=True)
class Matter(Frame):
    """A dispute between the keeper of a post and a visitor; ``done`` once it is settled."""

    keeper: str
    visitor: str
    done: bool = False


class YesOrNo(FrameHandler[State, Play]):
    """A question that is answered with yes or no."""

    kind: str
    rule: str

    def advance(self, play: Play, frame: Matter) -> bool:
        if frame.done:
            play.pop()
        return frame.done

    def asked(self, frame: Matter) -> str:
        return frame.keeper

    def ask(self, pos: State, frame: Matter) -> Ask:
        return Ask(self.asked(frame), self.kind, Answer(False), self.rule)

    def choices(self, pos: State, frame: Matter) -> tuple[Choice, ...]:
        return (Choice("answer", fields=(Pick("yes", (Option(False), Option(True))),), rule=self.rule),)

    def answer(self, play: Play, frame: Matter, action: Any) -> None:
        if not isinstance(action, Answer):
            raise IllegalAction(self.rule, "not_now")
        play.swap(replace(frame, done=True))
        self.answered(play, frame, action.yes)

    @abstractmethod
    def answered(self, play: Play, frame: Matter, yes: bool) -> None:
        """Continue after the answer."""


@dataclass(frozen=True)
class Toll(Matter):
    pass


@FRAMES.handler(Toll)
class TollHandler(YesOrNo):
    kind, rule = "toll", "3"

    def answered(self, play: Play, frame: Matter, yes: bool) -> None:
        if yes:
            play.push(Refusal(frame.keeper, frame.visitor))


@dataclass(frozen=True)
class Refusal(Matter):
    pass


@FRAMES.handler(Refusal)
class RefusalHandler(YesOrNo):
    kind, rule = "refuse", "4"

    def asked(self, frame: Matter) -> str:
        return frame.visitor

    def answered(self, play: Play, frame: Matter, yes: bool) -> None:
        if yes:
            play.push(Backing(frame.keeper, frame.visitor))
            return
        play.pay(frame.visitor, -1)
        play.pay(frame.keeper, 1)
        play.tell(TollPaid(frame.visitor, frame.keeper))


@dataclass(frozen=True)
class Backing(Matter):
    pass


@FRAMES.handler(Backing)
class BackingHandler(YesOrNo):
    kind, rule = "back", "5"

    def asked(self, frame: Matter) -> str:
        return next(seat for seat in SEATS if seat not in (frame.keeper, frame.visitor))

    def answered(self, play: Play, frame: Matter, yes: bool) -> None:
        play.push(Quarrel(frame.keeper, frame.visitor, backed=yes))


@FRAMES.standing_order("back", Pick("yes", (Option(False), Option(True))), rule="5")
def backs(pos: State, frame: Backing, said: Facts) -> Answer:
    return Answer(bool(said["yes"]))


@dataclass(frozen=True)
class Quarrel(Frame):
    keeper: str
    visitor: str
    backed: bool
    answers: Mapping[str, Action] = field(default_factory=dict)


@FRAMES.handler(Quarrel)
class QuarrelHandler(JointHandler[State, Play]):
    def asks(self, pos: State, frame: Quarrel) -> tuple[Ask, ...]:
        return tuple(Ask(seat, "stake", Stake(0), "6") for seat in (frame.keeper, frame.visitor))

    def choices(self, pos: State, frame: Quarrel, ask: Ask) -> tuple[Choice, ...]:
        return (Choice("stake", fields=(Number("coins", 0, pos.coins[ask.seat]),), rule="6"),)

    def check(self, pos: State, frame: Quarrel, ask: Ask, action: Any) -> None:
        if not isinstance(action, Stake):
            raise IllegalAction("6", "not_now")
        if not 0 <= action.coins <= pos.coins[ask.seat]:
            raise IllegalAction("6", "not_that_much", coins=action.coins)

    def settle(self, play: Play, frame: Quarrel) -> None:
        play.pop()
        stakes = {seat: stake.coins for seat, stake in frame.answers.items() if isinstance(stake, Stake)}
        keeper, visitor = (
            stakes[seat] + d6(play.dice, "quarrel", "6", seat) for seat in (frame.keeper, frame.visitor)
        )
        loser = frame.visitor if visitor + frame.backed <= keeper else frame.keeper
        play.pay(loser, -stakes[loser])
        play.tell(Quarrelled(stakes, loser))
        if loser == frame.visitor:
            play.amend(Tour, rest=())


@FRAMES.standing_order_of_each("stake", Number("keep", 0, 99), rule="6")
def stakes(pos: State, frame: Quarrel, ask: Ask, said: Facts) -> Stake:
    return Stake(max(0, pos.coins[ask.seat] - int(said["keep"])))


# --- the system ---

CODEC = Codec(
    1, (Plan, Answer, Stake, Planned, Visited, TourEnded, TollPaid, Quarrelled, *FRAMES.kinds, State)
)


class TollRoadRules(FramedRules[State, State, Play]):
    frames = FRAMES
    last_rule = "7"

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        return tuple(SeatInfo(seat, seat.title()) for seat in SEATS)

    def position(self, state: State) -> State:
        return state

    def work(self, state: State, dice: Dice) -> Play:
        return Play(state, dice)

    def setup(self, dice: Dice) -> Step[State]:
        play = self.work(State(coins=dict.fromkeys(SEATS, 2), stack=(Rounds(),)), dice)
        self.drive(play)
        return Step(play.state)

    def view(self, state: State, seat: str | None) -> Facts:
        """Return the state as a seat sees it. Each frame shows which seats have answered, but only the seat's
        own answer in full.
        """
        seen = []
        for frame in state.stack:
            answers = getattr(frame, "answers", {})
            own = {who: CODEC.write(said) for who, said in answers.items() if who == seat}
            kept = {k: v for k, v in CODEC.write(frame).items() if k != "answers"}
            seen.append({**kept, "answered": sorted(answers), "own": own} if answers else kept)
        return {"coins": dict(state.coins), "round": state.round, "stack": seen}

    def imagine(self, state: State, seat: str, dice: Dice) -> State:
        """Draw possible answers of the other seats to open questions. Nothing else is hidden."""
        asking = FRAMES.asking(state)
        if asking is None or not isinstance(asking[0], JointHandler):
            return state
        handler, frame = asking[0], cast(Plans | Quarrel, asking[1])
        answers = dict(frame.answers)
        for ask in handler.asks(state, frame):
            if ask.whose in answers and ask.seat != seat:
                (choice,) = handler.choices(state, frame, ask)
                answers[ask.whose] = CODEC.read(sample_action(choice, dice))
        return state.but(stack=(*state.stack[:-1], replace(frame, answers=answers)))

    def sees(self, event: Any, seat: str | None) -> Any | None:
        return event

    def outcome(self, state: State) -> Outcome | None:
        if state.stack:
            return None
        best = max(state.coins.values())
        winners = (seat for seat in SEATS if state.coins[seat] == best)
        return Outcome(won_by(*winners), "richest", "7", dict(state.coins))

    def bot(self, state: State, seat: str, dice: Dice) -> Action:
        owed = next(d for d in self.pending(state) if d.seat == seat)
        match owed.kind:
            case "plan":
                return Plan(SEATS)
            case "stake":
                return Stake(dice.roll(Throw(state.coins[seat] + 1, "stake", seat=seat, low=0)))
        return Answer(dice.roll(Throw(2, "yes", seat=seat)) == 2)


class TollRoad(System):
    name = "toll_road"
    version = "1"
    codec = CODEC

    def scenarios(self) -> Mapping[str, str]:
        return {"road": "The road"}

    def scenario(self, name: str) -> Facts:
        return {}

    def open(self, scenario: Facts, options: Facts) -> TollRoadRules:
        return TollRoadRules()


TOLL_ROAD = TollRoad()
