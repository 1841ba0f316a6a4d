"""Does a rules system keep the contract of engine/game.py? Plays one game of it, and looks at every step.

from tests.engine.contract import check_contract
check_contract(DBA, seed=1)                    # half of the answers at random, half by the bot
check_contract(DBA, seed=1, wild=0)            # the bots alone: must come to an end by themselves
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from engine.audit import verify
from engine.choices import permits, sample_action
from engine.codec import canonical
from engine.dice import Seeded, Throw, commitment
from engine.game import GM, Decision, IllegalAction, InvalidAction, Outcome, System
from engine.journal import (
    Entry,
    Head,
    Opening,
    begin,
    play,
    replay,
    seeded,
    state_digest,
    state_json,
    state_of,
)


@dataclass(frozen=True)
class Played:
    """What the game was: to look at, or to compare with the same seed once more."""

    opening: Opening
    entries: tuple[Entry, ...]
    head: Head[Any]
    outcome: Outcome | None
    refused: int  # sampled actions that apply refused
    heads: tuple[Head[Any], ...] = ()  # where it stood after each entry


def check_contract(
    system: System,
    seed: int,
    *,
    scenario: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    wild: int = 50,
    wild_steps: int = 400,
    most_steps: int = 5000,
    every: int = 1,
    avoid: Collection[str] = (),
) -> Played:
    """Play one game and assert the contract. ``wild`` percent of the first ``wild_steps`` answers are drawn
    from the choices (but for the kinds to ``avoid``, such as to concede), the others are the bot's. The
    costly checks are made at every ``every``-th step."""
    secret = f"contract {seed}".encode()
    facts = scenario if scenario is not None else system.scenario(next(iter(system.scenarios())))
    opening = Opening(f"contract-{seed}", system, facts, options or {}, commitment(secret))
    moment = begin(opening, seeded(opening, None, secret))
    entries, heads, head, refused = [moment.entry], [moment.head], moment.head, 0
    _check_step(opening, moment.head, moment.events)
    while (outcome := opening.rules.outcome(head.state)) is None:
        assert head.step < most_steps, f"no end after {most_steps} steps"
        own = Seeded(secret, "own dice", head.step)
        decision = _a_pending_decision(opening, head, own)
        thorough = head.step % every == 0
        if thorough:
            _check_decision(opening, head, decision, secret)
            refused += _check_choices(opening, head, decision, own)
        wild_now = head.step < wild_steps and own.roll(Throw(100, "wild")) <= wild
        moment = _wild_or_bot(opening, head, decision, secret, own, avoid if wild_now else None)
        entries.append(moment.entry)
        head = moment.head
        heads.append(head)
        if thorough:
            _check_step(opening, head, moment.events)
    canonical(outcome.scores)
    assert outcome.winner is None or outcome.winner in _seats(opening)
    _check_log(opening, entries, head, secret)
    return Played(opening, tuple(entries), head, outcome, refused, tuple(heads))


def check_refusals(played: Played, count: int) -> set[str]:
    """``count`` illegal actions at random moments of a game: none is accepted, each is refused with a reason,
    the state stays. They are other seats' and moments' actions, and spoiled ones. Returns the reasons."""
    opening, reasons = played.opening, set[str]()
    seats = [*_seats(opening), GM]
    moments = played.heads[:: max(1, len(played.heads) // 60)]
    offered = [c for head in moments for seat in seats for c in opening.rules.choices(head.state, seat)]
    tried, number = 0, 0
    while tried < count:
        own = Seeded(b"illegal", opening.game, number := number + 1)
        head = played.heads[_below(own, len(played.heads))]
        seat = seats[_below(own, len(seats))]
        action = sample_action(offered[_below(own, len(offered))], own)
        if _below(own, 2):
            action = _spoiled(action, own)
        if permits(opening.rules.choices(head.state, seat), action):
            continue
        tried += 1
        before = canonical(state_json(opening, head.state))
        try:
            play(opening, head, seat, action, Seeded(b"trial", opening.game, head.step + 1))
        except (IllegalAction, InvalidAction) as refusal:
            assert refusal.code, f"{action} refused without a reason"
            reasons.add(refusal.code)
        else:
            raise AssertionError(f"{seat} did {action} at step {head.step}: no choice offers it")
        assert canonical(state_json(opening, head.state)) == before
    return reasons


def _below(dice: Seeded, count: int) -> int:
    return dice.roll(Throw(count, "check", low=0))


def _spoiled(action: dict[str, Any], dice: Seeded) -> dict[str, Any]:
    """An action with something wrong in it: a field gone, one too many, or another value."""
    name = sorted(action)[_below(dice, len(action))]
    values = ("red", "nowhere", -1, 0, 99, None, True, [], {"red-east": 99}, "east", "stand", 1.5)
    value = values[_below(dice, len(values))]
    match _below(dice, 4):
        case 0:
            return {k: v for k, v in action.items() if k != name}
        case 1:
            return {**action, "stray": value}
    return {**action, name: value}


def _seats(opening: Opening) -> list[str]:
    return [seat.id for seat in opening.rules.seats]


def _a_pending_decision(opening: Opening, head: Head[Any], own: Seeded) -> Decision:
    """One of those owed, at random: several seats may answer in any order."""
    pending = opening.rules.pending(head.state)
    assert pending, "nobody owes anything, and the game has no outcome"
    assert len({d.id for d in pending}) == len(pending), "two pending decisions have one id"
    assert all(d.seat in [*_seats(opening), GM] for d in pending), "a decision of an unknown seat"
    return pending[own.roll(Throw(len(pending), "decision", low=0))]


def _check_decision(opening: Opening, head: Head[Any], decision: Decision, secret: bytes) -> None:
    """Its default is legal; its facts are JSON; the battle that may answer it belongs to the referee."""
    codec = opening.system.codec
    canonical(decision.facts)
    default = codec.write(decision.default)
    before = state_digest(opening, head.state)
    play(opening, head, decision.seat, default, seeded(opening, head, secret))
    assert state_digest(opening, head.state) == before, "apply changed the state it was given"
    offered = opening.rules.choices(head.state, decision.seat)
    assert permits(offered, default), f"the default {default} of {decision.id} is not among the choices"
    opening.rules.standing(head.state, decision, {})
    battle = opening.rules.opens(head.state)
    if battle is not None:
        owed = {d.id: d.seat for d in opening.rules.pending(head.state)}
        assert owed.get(battle.decision) == GM, "an open battle answers a pending decision of the referee"
        assert battle.attacker.units and battle.defender.units


def _check_choices(opening: Opening, head: Head[Any], decision: Decision, own: Seeded) -> int:
    """Every choice gives actions that are accepted, or refused by a rule; others are refused. Returns how
    many were refused."""
    offered = opening.rules.choices(head.state, decision.seat)
    assert offered, f"{decision.seat} owes {decision.id} and has no choice"
    owed = {d.id for d in opening.rules.pending(head.state)}
    before, refused = canonical(state_json(opening, head.state)), 0
    for choice in offered[:40]:
        canonical(choice.facts)
        assert choice.decision is None or choice.decision in owed, f"{choice.kind} answers {choice.decision}"
        action = sample_action(choice, own)
        assert permits(offered, action)
        try:
            play(opening, head, decision.seat, action, Seeded(b"trial", opening.game, head.step + 1))
        except IllegalAction as error:
            assert error.code, f"a refusal of {action} without a reason"
            refused += 1
    with pytest.raises(InvalidAction):
        play(opening, head, decision.seat, {"kind": "no such thing"}, Seeded(b"trial", "", 0))
    with pytest.raises((IllegalAction, InvalidAction)):
        play(opening, head, "stranger", sample_action(offered[0], own), Seeded(b"trial", "", 0))
    assert canonical(state_json(opening, head.state)) == before, "a refused or tried action changed the state"
    return refused


def _wild_or_bot(
    opening: Opening,
    head: Head[Any],
    decision: Decision,
    secret: bytes,
    own: Seeded,
    avoid: Collection[str] | None,
) -> Any:
    """The step that is taken: a sampled action, if one is accepted; else (or if ``avoid`` is None) what the
    bot does."""
    offered = opening.rules.choices(head.state, decision.seat)
    drawable = [choice for choice in offered if avoid is not None and choice.kind not in avoid]
    for _ in range(4 if drawable else 0):
        choice = drawable[own.roll(Throw(len(drawable), "choice", low=0))]
        try:
            return play(
                opening, head, decision.seat, sample_action(choice, own), seeded(opening, head, secret)
            )
        except (IllegalAction, InvalidAction):
            continue
    bot = opening.system.codec.write(opening.rules.bot(head.state, decision.seat, own))
    assert permits(offered, bot), f"the bot's {bot} is not among the choices"
    return play(opening, head, decision.seat, bot, seeded(opening, head, secret))


def _check_step(opening: Opening, head: Head[Any], events: tuple[Any, ...]) -> None:
    """State, events and views survive being written down."""
    rules, codec = opening.rules, opening.system.codec
    written = state_json(opening, head.state)
    again = state_of(opening, written)
    assert again == head.state, "the state is another one after writing and reading"
    assert canonical(state_json(opening, again)) == canonical(written)
    for event in events:
        assert codec.read(codec.write(event)) == event
    for seat in [*_seats(opening), GM, None]:
        canonical(rules.view(head.state, seat))
        rules.choices(head.state, seat or "nobody")
        for event in events:
            seen = rules.sees(event, seat)
            assert seen is None or codec.write(seen)


def _check_log(opening: Opening, entries: list[Entry], head: Head[Any], secret: bytes) -> None:
    """The log gives the same game again, to the byte, and the audit agrees."""
    assert state_digest(opening, replay(opening, entries).state) == state_digest(opening, head.state)
    verdict = verify(opening, entries, secret, {head.seq: state_digest(opening, head.state)})
    assert verdict.ok, verdict.difference
    assert verdict.checked == len(entries)
