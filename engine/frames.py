"""The stack of frames in progress: the top frame continues automatically or waits for answers.

A *frame* is a frozen dataclass of ids and numbers, so that any moment of a game can be stored. A state
(:class:`Stacked`) holds a stack of frames, the top one last. To interrupt a frame, push another on top;
the lower frame continues once the upper one is popped. A *handler* continues one kind of frame. It is in
the same file as its frame, is registered with the system's :class:`Frames`, and derives from one of these
classes:

- :class:`Routine` never waits for an answer;
- :class:`PathRoutine` follows a path leg by leg, keeping the remaining legs in its frame;
- :class:`FrameHandler` asks one seat;
- :class:`JointHandler` asks several seats at once, and keeps their answers in its frame until all are in.

:class:`FramedRules` uses the handlers to implement ``pending``, ``choices``, ``apply`` and ``standing``
of the contract.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from types import ModuleType
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, final

from engine.dice import Dice
from engine.game import (
    Choice,
    Choices,
    Decision,
    Facts,
    Field,
    IllegalAction,
    OrderKind,
    Rules,
    Step,
)
from engine.story import Story
from engine.values import dataclass, replace

_new, _put = object.__new__, object.__setattr__
C = TypeVar("C", bound="CopyOnChange")


def change_fields(value: C, changes: Mapping[str, Any]) -> C:
    """Return a copy of a value with these fields changed. This is faster than ``dataclasses.replace``, which
    looks up every field by name. Raises TypeError for an unknown field.
    """
    before = value.__dict__
    after = {**before, **changes}
    if len(after) != len(before):
        raise TypeError(f"no field of {type(value).__name__}: {sorted(changes.keys() - before.keys())}")
    copy: C = _new(type(value))
    _put(copy, "__dict__", after)
    return copy


class CopyOnChange:
    """A frozen dataclass with a method that returns a changed copy."""

    def but(self, **changes: Any) -> Self:
        """Return a copy with these fields changed. Raises TypeError for an unknown field."""
        return change_fields(self, changes)


@dataclass(frozen=True)
class Frame(CopyOnChange):
    """Something in progress that must finish before the frame below it continues."""

    def __str__(self) -> str:
        """Show the class name and every field that differs from its default: ``March army=army_1, mp=3``."""
        said = []
        for field in fields(self):
            value = getattr(self, field.name)
            usual = field.default_factory() if field.default_factory is not MISSING else field.default
            if value != usual:
                said.append(f"{field.name}={_short(value)}")
        return f"{type(self).__name__} {', '.join(said)}".rstrip()


def _short(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({' '.join(map(_short, value))})"
    if isinstance(value, Mapping):
        return f"({' '.join(f'{k}:{_short(v)}' for k, v in value.items())})"
    return str(value)


def stack_lines(stack: Sequence[Frame]) -> Iterator[str]:
    """Yield a line for each frame in progress, top frame first."""
    for depth, frame in enumerate(reversed(stack)):
        yield f"{'in progress' if not depth else 'below it'}: {frame}"


F = TypeVar("F")
S = TypeVar("S", bound="Stacked")


@dataclass(frozen=True, kw_only=True)
class Stacked(CopyOnChange):
    """A state with a stack of frames, the top one last. ``serial``: the number of actions so far."""

    stack: tuple[Frame, ...] = ()
    serial: int = 0

    def in_progress(self, kind: type[F]) -> F | None:
        """Return the topmost frame of this kind, or None. An example is the battle or march to which
        everything above it belongs.
        """
        for frame in reversed(self.stack):
            if isinstance(frame, kind):
                return frame
        return None


P = TypeVar("P")  # the position that the system's rules query


class Work(Story, ABC, Generic[S, P]):
    """The working copy of ``apply``: the state so far, the events, and the dice that caused them
    (engine.story).

    Rules replace its values with new frozen ones. The working copy is discarded when ``apply`` returns.
    """

    def __init__(self, state: S, dice: Dice) -> None:
        super().__init__(dice)
        self.state = state

    @property
    @abstractmethod
    def pos(self) -> P:
        """The current position."""

    def set(self, **changes: Any) -> None:
        self.state = change_fields(self.state, changes)

    @property
    def top(self) -> Frame:
        return self.state.stack[-1]

    def push(self, *frames: Frame) -> None:
        """Push these frames. The last one is on top and continues first."""
        self.state = change_fields(self.state, {"stack": (*self.state.stack, *frames)})

    def pop(self) -> None:
        self.state = change_fields(self.state, {"stack": self.state.stack[:-1]})

    def swap(self, frame: Frame) -> None:
        """Replace the top frame."""
        self.state = change_fields(self.state, {"stack": (*self.state.stack[:-1], frame)})

    def amend(self, kind: type[Frame], **changes: Any) -> None:
        """Change fields of the topmost frame of this kind, wherever it is in the stack."""
        stack = list(self.state.stack)
        for index in range(len(stack) - 1, -1, -1):
            if isinstance(stack[index], kind):
                stack[index] = stack[index].but(**changes)
                self.set(stack=tuple(stack))
                return


# --- how a kind of frame continues -----------------------------------------------------------------------

W = TypeVar("W", bound=Work[Any, Any])  # the system's working copy


class Ask(NamedTuple):
    """A decision without its id. ``default``: an action, or a function that computes the action only when
    needed. ``power``: the power that decides, if the seat leads several. For ``covert``, see
    :class:`engine.game.Decision`.
    """

    seat: str
    kind: str
    default: Any
    rule: str = ""
    facts: Facts = {}
    power: str = ""
    covert: bool = False

    @property
    def whose(self) -> str:
        """The key under which a frame stores the answer to this decision: the power or, without one, the
        seat.
        """
        return self.power or self.seat

    def decision(self, id: str) -> Decision:
        default = self.default() if callable(self.default) else self.default
        return Decision(id, self.seat, self.kind, default, self.rule, self.facts, self.power, self.covert)


class Routine(ABC, Generic[W]):
    """The handler of frames that never wait for an answer."""

    @abstractmethod
    def advance(self, play: W, frame: Any) -> bool:
        """Take the next step that needs no answer, and return True. Return False if the frame needs an answer
        first.
        """


class PathRoutine(Routine[W]):
    """The handler of frames that follow the path in their ``rest`` leg by leg. Any frames that a leg pushes
    finish before the next leg. The frame is popped when no legs remain.
    """

    @final
    def advance(self, play: W, frame: Any) -> bool:
        if not frame.rest:
            play.pop()
            self.handle_arrival(play, frame)
            return True
        on = frame.but(rest=frame.rest[1:])
        play.swap(on)
        self.leg(play, on, frame.rest[0])
        return True

    @abstractmethod
    def leg(self, play: W, frame: Any, leg: Any) -> None:
        """Move one leg of the path. ``frame`` is on top of the stack and holds the remaining legs. To stop
        here, replace it by another frame or pop it.
        """

    def handle_arrival(self, play: W, frame: Any) -> None:
        """Handle the end of the path. By default nothing happens."""


class AskingRoutine(Routine[W], Generic[P, W]):
    """The base class of :class:`FrameHandler` and :class:`JointHandler`, which can wait for answers."""

    def advance(self, play: W, frame: Any) -> bool:
        return False

    @abstractmethod
    def pending_asks(self, pos: P, frame: Any) -> tuple[Ask, ...]:
        """Return the pending decisions, at most one for each seat."""

    @abstractmethod
    def list_choices(self, pos: P, frame: Any, ask: Ask) -> Choices:
        """Return the possible answers to a decision."""

    @abstractmethod
    def take(self, play: W, frame: Any, ask: Ask, action: Any) -> None:
        """Carry out an answer to a decision, or refuse it."""

    @abstractmethod
    def decision_id(self, serial: int, frame: Any, ask: Ask) -> str:
        """Return the id of a decision: unique in the game, and stable until it is answered."""


class FrameHandler(AskingRoutine[P, W]):
    """The handler of frames in which one seat owes a decision."""

    @abstractmethod
    def ask(self, pos: P, frame: Any) -> Ask:
        """Return the decision: its seat, its question, and its default."""

    @abstractmethod
    def choices(self, pos: P, frame: Any) -> tuple[Choice, ...]:
        """Return the possible answers."""

    @abstractmethod
    def answer(self, play: W, frame: Any, action: Any) -> None:
        """Carry out an answer, or refuse it."""

    @final
    def pending_asks(self, pos: P, frame: Any) -> tuple[Ask, ...]:
        return (self.ask(pos, frame),)

    @final
    def list_choices(self, pos: P, frame: Any, ask: Ask) -> Choices:
        return self.choices(pos, frame)

    @final
    def take(self, play: W, frame: Any, ask: Ask, action: Any) -> None:
        self.answer(play, frame, action)

    @final
    def decision_id(self, serial: int, frame: Any, ask: Ask) -> str:
        return f"{serial}:{ask.kind}"


class JointHandler(AskingRoutine[P, W]):
    """The handler of frames in which several seats owe decisions at once.

    Each seat answers separately, in any order. The frame's ``answers`` collect the answers by power or seat
    (``view`` hides secret ones), and nothing else happens until all are in. A seat that leads several powers
    answers for them one at a time.
    """

    @abstractmethod
    def asks(self, pos: P, frame: Any) -> tuple[Ask, ...]:
        """Return the decisions of all seats, including those already answered."""

    @abstractmethod
    def choices(self, pos: P, frame: Any, ask: Ask) -> tuple[Choice, ...]:
        """Return the possible answers of one seat."""

    @abstractmethod
    def check(self, pos: P, frame: Any, ask: Ask, action: Any) -> None:
        """Refuse an illegal answer."""

    def report_answer(self, play: W, frame: Any, ask: Ask, action: Any) -> None:
        """Report an answer as an event. By default nothing is reported."""

    @abstractmethod
    def settle(self, play: W, frame: Any) -> None:
        """Continue once all ``answers`` are in. The frame that holds them is still on top of the stack."""

    def advance(self, play: W, frame: Any) -> bool:
        if self.pending_asks(play.pos, frame):
            return False
        self.settle(play, frame)
        return True

    @final
    def pending_asks(self, pos: P, frame: Any) -> tuple[Ask, ...]:
        first: dict[str, Ask] = {}
        for ask in self.asks(pos, frame):
            if ask.whose not in frame.answers:
                first.setdefault(ask.seat, ask)
        return tuple(first.values())

    @final
    def list_choices(self, pos: P, frame: Any, ask: Ask) -> Choices:
        return self.choices(pos, frame, ask)

    @final
    def take(self, play: W, frame: Any, ask: Ask, action: Any) -> None:
        self.check(play.pos, frame, ask, action)
        play.swap(frame.but(answers={**frame.answers, ask.whose: action}))
        self.report_answer(play, frame, ask, action)

    @final
    def decision_id(self, serial: int, frame: Any, ask: Ask) -> str:
        return f"{serial - len(frame.answers)}:{ask.kind}:{ask.whose}"


# --- a system's frames, and the rules that use them ------------------------------------------------------

R = TypeVar("R", bound=Routine[Any])
OneAnswer = Callable[[P, Any, Facts], Any]
EachAnswer = Callable[[P, Any, Ask, Facts], Any]


class Order(NamedTuple):
    """A kind of standing order. ``file``: the module that defines it. ``answer``: the function that answers
    for an absent seat, or None if the rules use the order themselves.
    """

    kind: OrderKind
    file: str
    answer: EachAnswer[Any] | None = None
    seat: str = ""  # the only seat that is ever asked this question


class Frames(Generic[P, W]):
    """The frame classes of one system, each with its handler, and the system's standing orders."""

    def __init__(self) -> None:
        self.handlers: dict[type[Frame], Routine[W]] = {}
        self.orders: dict[str, Order] = {}

    @property
    def kinds(self) -> tuple[type[Frame], ...]:
        """The frame classes, for the system's codec."""
        return tuple(self.handlers)

    def __getitem__(self, kind: type[Frame]) -> Routine[W]:
        """Return the handler of a frame class."""
        return self.handlers[kind]

    def handler(self, kind: type[Frame]) -> Callable[[type[R]], type[R]]:
        """Register the handler of a frame class."""

        def register(found: type[R]) -> type[R]:
            if kind in self.handlers:
                raise ValueError(f"{kind.__name__} has two handlers")
            self.handlers[kind] = found()
            return found

        return register

    def standing_order(
        self, decision: str, *form: Field, rule: str, seat: str = "", covert: bool = False
    ) -> Callable[[OneAnswer[P]], OneAnswer[P]]:
        """Register a function that answers a decision by a standing order with these fields. ``seat``: the
        only seat that ever owes the decision, if there is just one. ``covert``: whether the decision is
        covert.
        """

        def register(answer: OneAnswer[P]) -> OneAnswer[P]:
            def of_one(pos: P, frame: Any, ask: Ask, said: Facts) -> Any:
                return answer(pos, frame, said)

            self.register_order(
                OrderKind(decision, form, rule, covert=covert), answer.__module__, of_one, seat
            )
            return answer

        return register

    def standing_order_of_each(
        self, decision: str, *form: Field, rule: str
    ) -> Callable[[EachAnswer[P]], EachAnswer[P]]:
        """Register a function that answers a decision by a standing order with these fields. Any of the
        seats involved can owe the decision.
        """

        def register(answer: EachAnswer[P]) -> EachAnswer[P]:
            self.register_order(OrderKind(decision, form, rule), answer.__module__, answer)
            return answer

        return register

    def register_order(
        self, kind: OrderKind, file: str, answer: EachAnswer[P] | None = None, seat: str = ""
    ) -> None:
        """Register a standing order. ``answer``: the function that answers by it, or None if the rules use
        the order themselves.
        """
        self.orders[kind.decision] = Order(kind, file, answer, seat)

    def order_kinds(self, files: Iterable[ModuleType]) -> tuple[OrderKind, ...]:
        """Return the kinds of standing order, in the order of the modules that define them."""
        return tuple(
            order.kind for file in files for order in self.orders.values() if order.file == file.__name__
        )

    def asking(self, state: Stacked) -> tuple[AskingRoutine[P, W], Frame] | None:
        """Return the frame that waits for answers, with its handler, or None when the game is over."""
        if not state.stack:
            return None
        top = state.stack[-1]
        found = self.handlers[type(top)]
        assert isinstance(found, AskingRoutine), top  # frames that need no answer have already been processed
        return found, top


class FramedRules(Rules[S], Generic[S, P, W]):
    """Rules whose state is a stack of frames. The game is over when no frame is left."""

    frames: Frames[P, W]
    last_rule: ClassVar[str] = ""  # the section of the rules by which a game ends

    @abstractmethod
    def position(self, state: S) -> P:
        """Return the position that the handlers query."""

    @abstractmethod
    def work(self, state: S, dice: Dice) -> W:
        """Return a working copy of a state."""

    def watch(self, play: W) -> None:
        """React to any change of the state before the top frame continues. By default nothing happens."""

    def drive(self, play: W) -> None:
        """Advance the top frames until a decision is pending or the game is over."""
        handlers = self.frames.handlers
        while play.state.stack:
            self.watch(play)
            frame = play.state.stack[-1]
            if not handlers[type(frame)].advance(play, frame):
                return

    def pending(self, state: S) -> tuple[Decision, ...]:
        asking = self.frames.asking(state)
        if asking is None:
            return ()
        handler, frame = asking
        owed = handler.pending_asks(self.position(state), frame)
        return tuple(ask.decision(handler.decision_id(state.serial, frame, ask)) for ask in owed)

    def choices(self, state: S, seat: str) -> Choices:
        asking = self.frames.asking(state)
        if asking is None:
            return ()
        (handler, frame), pos = asking, self.position(state)
        for ask in handler.pending_asks(pos, frame):
            if ask.seat == seat:
                decision = handler.decision_id(state.serial, frame, ask)
                return tuple(replace(c, decision=decision) for c in handler.list_choices(pos, frame, ask))
        return ()

    def apply(self, state: S, seat: str, action: Any, dice: Dice) -> Step[S]:
        asking = self.frames.asking(state)
        if asking is None:
            raise IllegalAction(self.last_rule, "game_over")
        handler, frame = asking
        owed = handler.pending_asks(self.position(state), frame)
        for ask in owed:
            if ask.seat == seat:
                break
        else:
            raise IllegalAction("", "not_your_decision", seat=owed[0].seat)
        play = self.work(state.but(serial=state.serial + 1), dice)
        handler.take(play, frame, ask, action)
        self.drive(play)
        return play.step(play.state)

    def standing(self, state: S, decision: Decision, orders: Facts) -> Any | None:
        """Return the action that an absent seat's standing orders give for a decision, or None if they give
        none.
        """
        order, said, asking = (
            self.frames.orders.get(decision.kind),
            orders.get(decision.kind),
            self.frames.asking(state),
        )
        if order is None or order.answer is None or said is None or asking is None:
            return None
        (handler, frame), pos = asking, self.position(state)
        for ask in handler.pending_asks(pos, frame):
            if (ask.seat, ask.kind) == (decision.seat, decision.kind):
                return order.answer(pos, frame, ask, said)
        return None
