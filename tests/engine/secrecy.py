"""Check that a rules system keeps its secrets. Play a game, and compare its positions with those of other
worlds that a seat must not be able to tell apart.

    from tests.engine.secrecy import check_secrecy
    assert check_secrecy(ITALIA, seed=1, worlds=2).worlds > 100

Some worlds are *imagined* by the rules (``Rules.imagine``). Others *could have come about* if a rival had
acted differently or drawn another card. If the rules imagine the same state for the seat in two worlds, the
seat's view and a spectator's view must be the same in both. If the seat's view is the same in two worlds, the
rules must imagine the same state. Then nothing leaks, and no bot can peep.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.choices import permits, sample_action, sample_field
from engine.codec import canonical
from engine.contract.orders import of_power
from engine.dice import Dice, DiceNeeded, Entered, Seeded, Throw, commitment
from engine.dry_run import why_not
from engine.game import Choice, Decision, InvalidAction, Refusal, System, Unimaginable
from engine.imagining import imagine_state
from engine.journal import Head, Moment, Opening, begin, play, state_digest, step_dice
from tests.engine.contract import a_pending_decision, below, seats_of, spoiled, wild_or_bot

MOMENTS = 60  # number of moments compared in a game
TRIES = 12  # actions that a seat tries at each moment
OTHERWISE = 6  # alternatives tried to a rival's action

Told = Callable[[Decision], object]  # a text that everyone may read about another's decision
Sight = dict[str, str]
EVENTS = ("events", "a spectator's events")


@dataclass(frozen=True)
class Kept:
    """Counts of what was compared, so that a test can require a minimum: worlds other than the real one,
    actions tried in two worlds, and steps that a seat could not tell apart.
    """

    worlds: int
    tries: int
    steps: int

    def __add__(self, other: Kept) -> Kept:
        return Kept(self.worlds + other.worlds, self.tries + other.tries, self.steps + other.steps)


def check_secrecy(
    system: System,
    seed: int,
    worlds: int = 2,
    *,
    scenario: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    most_steps: int = 400,
    awaited: Told = lambda decision: "",
) -> Kept:
    """Play a game, half at random and half by the bots, and compare at most MOMENTS moments of it with
    ``worlds`` imagined ones for every seat and with alternatives that could have come about.
    ``awaited`` returns the text that waiting players read about a decision.
    """
    secret = f"secrecy {seed}".encode()
    facts = scenario if scenario is not None else system.scenario(next(iter(system.scenarios())))
    opening = Opening(f"secrecy-{seed}", system, facts, options or {}, commitment(secret))
    heads = list(_game(opening, secret, most_steps))
    look = Look(opening, secret, awaited, _everything_offered(opening, heads))
    found = Kept(0, 0, 0)
    for head in heads[:: max(1, len(heads) // MOMENTS)]:
        for seat in seats_of(opening):
            found += look.imagined_worlds(head, seat, worlds)
            found += look.what_might_have_been(head, seat)
    assert found.worlds or opening.rules.hides_nothing, "it hides something, and imagines only what is"
    return found


def _game(opening: Opening, secret: bytes, most: int) -> Iterator[Head[Any]]:
    """Yield the head of a game after each step until it ends."""
    head = begin(opening, step_dice(opening, None, secret)).head
    while opening.rules.outcome(head.state) is None and head.step < most:
        yield head
        own = Seeded(secret, "own dice", head.step)
        decision = a_pending_decision(opening, head, own)
        wild = own.roll(Throw(2, "wild")) == 1
        head = wild_or_bot(opening, head, decision, secret, own, () if wild else None).head


def _everything_offered(opening: Opening, heads: Sequence[Head[Any]]) -> tuple[Choice, ...]:
    """Return one choice for each pair of kind and rule that any seat is offered at these positions, so that a
    seat can also try actions out of turn.
    """
    found: dict[tuple[str, str], Choice] = {}
    for head in heads:
        for seat in seats_of(opening):
            for choice in opening.rules.choices(head.state, seat):
                found.setdefault((choice.kind, choice.rule), choice)
    return tuple(found.values())


@dataclass
class OtherSecrets(Seeded):
    """The dice of a step, except that secret throws have different results."""

    def derive_result(self, throw: Throw, index: int) -> int:
        if throw.secret:
            return below(Seeded(self.seed + b"otherwise", self.game, self.place + index), throw.sides)
        return super().derive_result(throw, index)


@dataclass(frozen=True)
class Deed:
    """An action, and the digest of the state to which it leads with the usual dice ("" if it is refused)."""

    action: str
    leads_to: str

    def same_effect(self, other: Deed) -> bool:
        """Return whether another action has the same effect."""
        return self.action != other.action and self.leads_to == other.leads_to != ""


NO_DEED = Deed("", "")


@dataclass(frozen=True)
class After:
    """The result of a step: the real state's digest, the seat's imagined state, and the seat's view."""

    state: str
    thought: str
    sight: Sight
    button_label: Deed = NO_DEED

    @property
    def silent(self) -> Sight:
        """The view without the events of the step."""
        return {part: seen for part, seen in self.sight.items() if part not in EVENTS}


@dataclass(frozen=True)
class Look:
    """A game as its seats see it."""

    opening: Opening
    secret: bytes
    awaited: Told
    offered: tuple[Choice, ...]

    # --- worlds that a seat imagines ---

    def imagined_worlds(self, head: Head[Any], seat: str, count: int) -> Kept:
        """Check that the seat's view and choices are the same in every state it imagines. The news of a step
        taken there must be the same too, unless the step reveals the real state. Return the number of
        comparisons made.
        """
        own = Seeded(b"worlds", f"{self.opening.game} {seat}", head.step)
        tries = self._tries(head.state, seat, own)
        real, found = self._sight(head.state, seat, tries), Kept(0, 0, 0)
        for _ in range(count):
            try:
                other = replace(head, state=imagine_state(self.opening.rules, head.state, seat, own))
            except Unimaginable:
                continue
            self._alike(seat, head, real, self._sight(other.state, seat, tries))
            differs = state_digest(self.opening, other.state) != state_digest(self.opening, head.state)
            steps = sum(self._same_step(head, other, seat, own) for _ in range(2)) if differs else 0
            found += Kept(int(differs), len(tries) if differs else 0, steps)
        return found

    def _same_step(self, real: Head[Any], other: Head[Any], seat: str, own: Seeded) -> bool:
        """Return whether the same action with the same dice is possible in both worlds and looks the same
        to the seat.
        """
        decision = a_pending_decision(self.opening, real, own)
        choices = self.opening.rules.choices(real.state, decision.seat)
        action = sample_action(choices[below(own, len(choices))], own)
        if not permits(self.opening.rules.choices(other.state, decision.seat), action):
            return False
        one, another = (self._after(self._played(at, decision.seat, action), seat) for at in (real, other))
        if seat == decision.seat:
            assert (one is None) == (another is None), (
                f"at step {real.step} {seat} learns something by doing {action}"
            )
        return one is not None and another is not None and self._agree(real, seat, one, another)

    # --- worlds that come about ---

    def what_might_have_been(self, head: Head[Any], seat: str) -> Kept:
        """Compare worlds in which rivals act differently or hold other cards, whether or not the seat may
        know.
        """
        own, rules = Seeded(b"otherwise", f"{self.opening.game} {seat}", head.step), self.opening.rules
        steps = 0
        for decision in (d for d in rules.pending(head.state) if d.seat != seat):
            afters = []
            for moment, deed in self._otherwise(head, decision, own):
                self._one_secret_one_entry(head, moment, decision, seat)
                afters.append(self._after(moment, seat, deed))
            first, *others = found = [after for after in afters if after is not None]
            steps += sum(self._agree(head, seat, first, other) for other in others)
            alike: dict[str, After] = {}
            for one in found:
                self._agree(head, seat, alike.setdefault(one.button_label.action, one), one)
        return Kept(0, 0, steps)

    def _otherwise(
        self, head: Head[Any], decision: Decision, own: Seeded
    ) -> Iterator[tuple[Moment[Any], Deed]]:
        """Yield the results of random answers to a decision, each carried out with several sets of secret
        dice.
        """
        choices = self.opening.rules.choices(head.state, decision.seat)
        for _ in range(OTHERWISE):
            action = sample_action(choices[below(own, len(choices))], own)
            moments = [self._played(head, decision.seat, action, dice) for dice in self._dice(head)]
            usual = moments[0]
            leads_to = "" if usual is None else state_digest(self.opening, usual.head.state)
            for moment in filter(None, moments):
                yield moment, Deed(canonical(action), leads_to)

    def _dice(self, head: Head[Any]) -> tuple[Dice, ...]:
        usual = step_dice(self.opening, head, self.secret)
        others = Seeded(self.secret + b"otherwise", usual.game, usual.place)
        return usual, others, OtherSecrets(usual.seed, usual.game, usual.place)

    def _played(
        self, head: Head[Any], seat: str, action: Mapping[str, Any], dice: Dice | None = None
    ) -> Moment[Any] | None:
        try:
            return play(self.opening, head, seat, action, dice or step_dice(self.opening, head, self.secret))
        except Refusal:
            return None

    def _after(self, moment: Moment[Any] | None, seat: str, deed: Deed = NO_DEED) -> After | None:
        """Return the seat's view right after a step."""
        if moment is None:
            return None
        sight = {**self._sight(moment.head.state, seat, ()), **self._told(moment, seat)}
        thought = sight.pop("what it imagines")
        return After(state_digest(self.opening, moment.head.state), thought, sight, deed)

    def _agree(self, head: Head[Any], seat: str, one: After, other: After) -> bool:
        """Return whether two steps lead to different states but the seat imagines the same states after
        both. Assert that the seat is shown the same in exactly that case. Events do not count if two actions
        have the same effect, such as staying and advancing in place, because neither hides anything.
        """
        if one.state == other.state:
            return False
        if one.thought == other.thought:
            if one.button_label.same_effect(other.button_label):
                self._alike(seat, head, one.silent, other.silent)
            else:
                self._alike(seat, head, one.sight, other.sight)
            return True
        assert one.sight != other.sight, (
            f"after step {head.step} {seat} imagines {one.thought} or {other.thought}, though it was shown "
            "the same: its bot could peep"
        )
        return False

    def _one_secret_one_entry(
        self, head: Head[Any], moment: Moment[Any], decision: Decision, seat: str
    ) -> None:
        """Check that counting entries reveals nothing: a step that the seat sees only in part ends its
        decision, and a step that it does not see at all is covert.
        """
        rules = self.opening.rules
        if decision.covert:
            return
        seen = [rules.sees(event, seat) for event in moment.events]
        before, after = (self._public(state, seat) for state in (head.state, moment.head.state))
        assert any(seen) or before != after, (
            f"{seat} sees nothing of {decision.kind} but that an entry was made"
        )
        whole = all(one == event for one, event in zip(seen, moment.events, strict=True))
        assert whole or before != after, f"{decision.seat} hides {decision.kind} in several entries"

    def _public(self, state: Any, seat: str) -> list[Any]:
        owed = [
            (d.seat, d.power, d.kind)
            for d in self.opening.rules.pending(state)
            if not d.covert or d.seat == seat
        ]
        return [_written(self.opening.rules.view(state, seat)), owed]

    # --- what a seat sees ---

    def _sight(self, state: Any, seat: str, tries: Sequence[Mapping[str, Any]]) -> Sight:
        """Return everything that a state shows to a seat and to a spectator."""
        rules = self.opening.rules
        pending = rules.pending(state)
        return {
            "the view": _written(rules.view(state, seat)),
            "a spectator's view": _written(rules.view(state, None)),
            "the choices": repr(rules.choices(state, seat)),
            "what it owes": repr([d for d in pending if d.seat == seat]),
            "whom the game waits for": repr([(d.seat, d.power, d.kind, d.covert) for d in pending]),
            "what the others are asked": repr([self.awaited(d) for d in pending if d.seat != seat]),
            "the outcome": repr(rules.outcome(state)),
            "the turn": repr(rules.turn_of(state)),
            "the powers": repr([rules.powers(state, one) for one in seats_of(self.opening)]),
            "the battle": repr(rules.opens(state)),
            "refusals": "\n".join(self._heard(state, seat, action) for action in tries),
            "where a rehearsal stops": "\n".join(self._stops(state, seat, action) for action in tries),
            **self._thoughts(state, seat, [d for d in pending if d.seat == seat]),
        }

    def _thoughts(self, state: Any, seat: str, owed: Sequence[Decision]) -> Sight:
        """Return the state that the seat imagines, with the actions that its bot and its standing orders
        would take in that state.
        """
        rules, write = self.opening.rules, self.opening.system.codec.write
        try:
            thought = imagine_state(rules, state, seat, Seeded(b"thoughts", seat, 0))
        except Unimaginable as reason:
            return {"what it imagines": str(reason)}
        own = Seeded(b"orders", seat, 0)
        orders = {
            kind.key: {one.name: sample_field(one, own) for one in kind.fields}
            for kind in rules.order_kinds(seat)
        }
        ordered = [rules.standing(thought, d, of_power(orders, d.power)) for d in owed]
        bot = write(rules.bot(thought, seat, Seeded(b"bot", seat, 0))) if owed else None
        return {
            "what it imagines": canonical(write(thought)),
            "what its bot does": canonical(bot),
            "what its standing orders say": repr(ordered),
        }

    def _told(self, moment: Moment[Any], seat: str) -> Sight:
        """Return the facts that a step reveals: events, and the dice next to them in the chronicle."""
        told: Sight = {}
        for reader, name in ((seat, "events"), (None, "a spectator's events")):
            seen = [self.opening.rules.sees(event, reader) for event in moment.events]
            written = [self.opening.system.codec.write(event) for event in seen if event is not None]
            dice = [roll for roll in moment.entry.rolls if written and not roll.get("secret")]
            told[name] = _written([written, dice])
        return told

    def _tries(self, state: Any, seat: str, own: Seeded) -> list[dict[str, Any]]:
        """Return actions for the seat to try. Some are offered now, some belong to other moments, and some
        are corrupted.
        """
        offered = self.opening.rules.choices(state, seat) or self.offered
        choices = [offered, self.offered]
        tries: list[dict[str, Any]] = []
        for number in range(TRIES):
            among = choices[number % 2]
            action = sample_action(among[below(own, len(among))], own)
            tries.append(spoiled(action, own) if number % 3 == 2 else action)
        return tries

    def _heard(self, state: Any, seat: str, action: Mapping[str, Any]) -> str:
        """Return the rules' reason for refusing an action."""
        try:
            reason = why_not(self.opening.rules, state, seat, self.opening.system.codec.read(action))
        except InvalidAction as invalid:
            reason = invalid
        return "-" if reason is None else f"{reason.rule} {reason.code} {canonical(reason.facts)}"

    def _stops(self, state: Any, seat: str, action: Mapping[str, Any]) -> str:
        """Return the result of an action before any dice are entered: the dice that it needs, a refusal, or a
        note that it was not offered or was carried out. People who roll real dice see which dice it needs.
        """
        dice = Entered([], server=Seeded(self.secret, "typed", 0))
        if not permits(self.opening.rules.choices(state, seat), action):
            return "not offered"
        try:
            self.opening.rules.apply(state, seat, self.opening.system.codec.read(action), dice)
        except DiceNeeded as needed:
            return repr(needed.throws)
        except Refusal as refusal:
            return str(refusal)
        return "carried out"

    def _alike(self, seat: str, head: Head[Any], one: Sight, other: Sight) -> None:
        for part in one:
            assert one[part] == other[part], (
                f"at step {head.step} {seat} can tell two worlds apart by {part}:\n{one[part]}\n{other[part]}"
            )


def _written(value: Any) -> str:
    """Write JSON in the given order, because an order can reveal something too."""
    return json.dumps(value, ensure_ascii=False)
