"""Check that a rules system keeps the contract of engine/game.py: play one game and check every step.

    from tests.engine.contract import check_contract

    check_contract(DBA, seed=1)
    check_contract(DBA, seed=1, wild=0)

In the first game half of the answers are random. In the second bots play alone, and the game must end by
itself.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from engine.choices import field_fits, permits, sample_action, share_bounds
from engine.codec import canonical
from engine.contract.orders import OF
from engine.dice import Seeded, Throw, commitment
from engine.dry_run import rehearse, why_not
from engine.game import (
    GM,
    Choice,
    Decision,
    Field,
    Given,
    IllegalAction,
    InvalidAction,
    Many,
    Number,
    Outcome,
    Path,
    Pick,
    Refusal,
    Share,
    System,
    Word,
)
from engine.imagining import imagine_state
from engine.journal import (
    Entry,
    Head,
    Moment,
    Opening,
    begin,
    play,
    replay,
    state_digest,
    state_json,
    state_of,
    step_dice,
)
from engine.log.audit import verify
from engine.routes.paths import goals


@dataclass(frozen=True)
class Played:
    """A finished test game, for checks or for comparison with another run of the seed."""

    opening: Opening
    entries: tuple[Entry, ...]
    head: Head[Any]
    outcome: Outcome | None
    refused: int  # refused sample actions
    heads: tuple[Head[Any], ...] = ()  # the state after each entry


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
    """Play one game and assert the contract. ``wild`` percent of the first ``wild_steps`` answers are
    random choices (except the kinds to ``avoid``, such as conceding); the others are the bot's. The
    costly checks run at every ``every``-th step.
    """
    secret = f"contract {seed}".encode()
    facts = scenario if scenario is not None else system.scenario(next(iter(system.scenarios())))
    opening = Opening(f"contract-{seed}", system, facts, options or {}, commitment(secret))
    moment = begin(opening, step_dice(opening, None, secret))
    entries, heads, head, refused = [moment.entry], [moment.head], moment.head, 0
    _check_step(opening, moment.head, moment.events)
    while (outcome := opening.rules.outcome(head.state)) is None:
        assert head.step < most_steps, f"no end after {most_steps} steps"
        own = Seeded(secret, "own dice", head.step)
        decision = a_pending_decision(opening, head, own)
        thorough = head.step % every == 0
        if thorough:
            _check_decision(opening, head, decision, secret)
            _check_imagined(opening, head, secret)
            refused += _check_choices(opening, head, decision, own)
        wild_now = head.step < wild_steps and own.roll(Throw(100, "wild")) <= wild
        moment = wild_or_bot(opening, head, decision, secret, own, avoid if wild_now else None)
        if thorough:
            _check_rehearsed(opening, head, moment)
        entries.append(moment.entry)
        head = moment.head
        heads.append(head)
        if thorough:
            _check_step(opening, head, moment.events)
    for seat in seats_of(opening):
        assert _imagined(opening, head, seat) == head.state, "when the game has ended nothing is hidden"
    canonical(outcome.scores)
    ranked = [seat for rank in outcome.ranks for seat in rank]
    assert len(set(ranked)) == len(ranked) and set(ranked) <= set(seats_of(opening))
    assert all(outcome.ranks)  # no rank is empty
    canonical(outcome.to_json())
    _check_log(opening, entries, head, secret)
    return Played(opening, tuple(entries), head, outcome, refused, tuple(heads))


def _check_rehearsed(opening: Opening, head: Head[Any], moment: Moment[Any]) -> None:
    """Check that a dry run of the step has the same result or stops at its die, and leaves the state
    unchanged.
    """
    before = canonical(state_json(opening, head.state))
    done = rehearse(
        opening.rules, opening.system.codec, [head.state], moment.entry.seat, [moment.entry.action]
    )
    if moment.entry.rolls:
        assert done.stop is not None and done.stop.why == "die" and done.stop.throws
    else:
        assert done.stop is None and done.taken[0].events == moment.events
        assert canonical(state_json(opening, done.state)) == canonical(state_json(opening, moment.head.state))
    assert canonical(state_json(opening, head.state)) == before


def check_refusals(
    played: Played, count: int, plain: Callable[[dict[str, Any]], dict[str, Any]] = lambda action: action
) -> set[str]:
    """Try ``count`` actions that no choice offers, at random moments. Some belong to other seats or other
    moments, and some are corrupted. The rules must refuse each of them with a reason and keep the state.
    Rules that accept one accept more than they offer. ``plain`` returns the action without irrelevant parts.
    Return the reasons.
    """
    opening, reasons = played.opening, set[str]()
    rules, codec = opening.rules, opening.system.codec
    seats = [*seats_of(opening), GM]
    moments = played.heads[:: max(1, len(played.heads) // 60)]
    offered: dict[str, list[Choice]] = {}
    for choice in (c for head in moments for seat in seats for c in rules.choices(head.state, seat)):
        offered.setdefault(choice.kind, []).append(choice)
    holes: list[str] = []
    tried, number = 0, 0
    while tried < count:
        own = Seeded(b"illegal", opening.game, number := number + 1)
        head = played.heads[below(own, len(played.heads))]
        owing = [decision.seat for decision in rules.pending(head.state)]
        seat = owing[below(own, len(owing))] if owing and below(own, 4) else seats[below(own, len(seats))]
        choices = rules.choices(head.state, seat)
        kinds = sorted({c.kind for c in choices}) if choices and below(own, 4) else sorted(offered)
        alike = offered.get(kinds[below(own, len(kinds))], [])
        if not alike:
            continue
        action = sample_action(alike[below(own, len(alike))], own)
        if below(own, 2):
            action = spoiled(action, own)
        if permits(choices, action) or permits(choices, plain(action)):
            continue
        tried += 1
        try:
            understood = codec.read(action)
            if _offered_otherwise(choices, codec, action, understood, plain):
                continue  # a choice offers it with omitted parts filled in
            reason: Refusal | None = why_not(rules, head.state, seat, understood)
        except InvalidAction as invalid:
            reason = invalid
        if reason is None:
            holes.append(f"{seat} may {action} at step {head.step}")
            continue
        assert reason.code, f"{action} refused without a reason"
        canonical(reason.facts)
        reasons.add(reason.code)
        if tried % 50 == 0:
            before = canonical(state_json(opening, head.state))
            with pytest.raises((IllegalAction, InvalidAction)):
                play(opening, head, seat, action, Seeded(b"trial", opening.game, head.step + 1))
            assert canonical(state_json(opening, head.state)) == before
    assert not holes, f"{len(holes)} that no choice offers, among them: {holes[:5]}"
    return reasons


def _offered_otherwise(
    choices: Any, codec: Any, action: Any, understood: Any, plain: Callable[[dict[str, Any]], dict[str, Any]]
) -> bool:
    """Return whether the choices offer ``action`` in another notation. Either its canonical form is offered,
    or ``action`` with omitted fields filled in, if this still reads as the same action (``understood``).
    """
    written = plain(codec.write(understood))
    if permits(choices, written):
        return True
    filled = {**{k: v for k, v in written.items() if v != []}, **action}
    return bool(codec.read(filled) == understood) and permits(choices, filled)


def check_hidden(played: Played) -> int:
    """Check that a seat that cannot tell two states apart is refused for the same reason in both, so that
    refusals reveal no more than the view. Return the number of reasons compared.
    """
    opening, compared = played.opening, 0
    rules, codec = opening.rules, opening.system.codec
    for head in played.heads[:: max(1, len(played.heads) // 60)]:
        for decision in rules.pending(head.state):
            own = Seeded(b"hidden", decision.id, head.step)
            for seat in [s for s in seats_of(opening) if s != decision.seat]:
                worlds: dict[str, list[Any]] = {}
                for choice in rules.choices(head.state, decision.seat)[:20]:
                    try:
                        moment = play(
                            opening, head, decision.seat, sample_action(choice, own), Seeded(b"", "hidden", 0)
                        )
                    except IllegalAction:
                        continue
                    worlds.setdefault(_known(rules, codec, moment, seat), []).append(moment.head)
                for alike in (w for w in worlds.values() if len(w) > 1):
                    tries = [spoiled(sample_action(c, own), own) for c in _any_choices(played, own)]
                    for action in tries:
                        heard = {_heard(rules, codec, one.state, seat, action) for one in alike}
                        assert len(heard) == 1, f"{seat} learns something by trying {action}: {heard}"
                        compared += 1
    return compared


def _known(rules: Any, codec: Any, moment: Any, seat: str) -> str:
    """Return everything that a seat knows after a step: the view, its news, and who must decide."""
    seen = [rules.sees(event, seat) for event in moment.events]
    told = [codec.write(event) for event in seen if event is not None]
    owed = [[d.seat, d.kind] for d in rules.pending(moment.head.state)]
    return canonical([rules.view(moment.head.state, seat), told, owed])


def _any_choices(played: Played, own: Seeded) -> list[Choice]:
    rules = played.opening.rules
    heads = [played.heads[below(own, len(played.heads))] for _ in range(6)]
    seats = [*seats_of(played.opening), GM]
    return [c for head in heads for seat in seats for c in rules.choices(head.state, seat)[:6]]


def _heard(rules: Any, codec: Any, state: Any, seat: str, action: Any) -> str:
    """Return "offered" if the seat is offered the action. Otherwise return the rules' reason for refusing it,
    as text, or "" if they would accept it.
    """
    if permits(rules.choices(state, seat), action):
        return "offered"
    try:
        reason = why_not(rules, state, seat, codec.read(action))
    except InvalidAction as invalid:
        reason = invalid
    return "" if reason is None else f"{reason.rule} {reason.code} {canonical(reason.facts)}"


def below(dice: Seeded, count: int) -> int:
    return dice.roll(Throw(count, "check", low=0))


def spoiled(action: dict[str, Any], dice: Seeded) -> dict[str, Any]:
    """Return an action with one thing wrong: a missing field, an extra one, or another value."""
    name = sorted(action)[below(dice, len(action))]
    values: tuple[Any, ...] = (
        "red",
        "nowhere",
        -1,
        0,
        99,
        10**12,
        None,
        True,
        [],
        {"red-east": 99},
        "east",
        "stand",
        1.5,
    )
    value, old = values[below(dice, len(values))], action[name]
    match below(dice, 8):
        case 0:
            return {k: v for k, v in action.items() if k != name}
        case 1:
            return {**action, "stray": value}
        case 2 | 3 if isinstance(old, int) and not isinstance(old, bool):
            return {**action, name: old + (-1, 1, 2, 40)[below(dice, 4)]}
    if isinstance(old, list) and below(dice, 2):
        return {**action, name: [*old, *(old if below(dice, 2) else ["nowhere"])]}
    if isinstance(old, dict) and below(dice, 2):
        keys = [*old, "nowhere"]
        return {**action, name: {**old, keys[below(dice, len(keys))]: (-1, 50, 10**9)[below(dice, 3)]}}
    return {**action, name: value}


def seats_of(opening: Opening) -> list[str]:
    return [seat.id for seat in opening.rules.seats]


def a_pending_decision(opening: Opening, head: Head[Any], own: Seeded) -> Decision:
    """Return a random pending decision; several seats may answer in any order."""
    pending = opening.rules.pending(head.state)
    assert pending, "nobody owes anything, and the game has no outcome"
    assert len({d.id for d in pending}) == len(pending), "two pending decisions have one id"
    assert all(d.seat in [*seats_of(opening), GM] for d in pending), "a decision of an unknown seat"
    return pending[own.roll(Throw(len(pending), "decision", low=0))]


def _check_decision(opening: Opening, head: Head[Any], decision: Decision, secret: bytes) -> None:
    """Check that a decision's default is legal and that its facts are JSON. Also check that an open battle
    answers a pending decision of the referee.
    """
    codec = opening.system.codec
    canonical(decision.facts)
    default = codec.write(decision.default)
    before = state_digest(opening, head.state)
    play(opening, head, decision.seat, default, step_dice(opening, head, secret))
    assert state_digest(opening, head.state) == before, "apply changed the state it was given"
    offered = opening.rules.choices(head.state, decision.seat)
    assert permits(offered, default), f"the default {default} of {decision.id} is not among the choices"
    opening.rules.standing(_imagined(opening, head, decision.seat), decision, {})
    _check_powers(opening, head, decision)
    kinds = {kind.decision: kind.covert for kind in opening.rules.order_kinds(decision.seat)}
    assert kinds.get(decision.kind, False) == decision.covert, f"{decision.kind}: covert, or not?"
    battle = opening.rules.opens(head.state)
    if battle is not None:
        owed = {d.id: d.seat for d in opening.rules.pending(head.state)}
        assert owed.get(battle.decision) == GM, "an open battle answers a pending decision of the referee"
        assert battle.attacker.units and battle.defender.units


def _imagined(opening: Opening, head: Head[Any], seat: str, number: int = 0) -> Any:
    """Return a state imagined for the seat. A different ``number`` seeds different dice, and so perhaps gives
    a different state.
    """
    dice = Seeded(b"imagined", f"{opening.game}|{number}", head.seq)
    return imagine_state(opening.rules, head.state, seat, dice)


def _check_imagined(opening: Opening, head: Head[Any], secret: bytes) -> None:
    """Check that a seat cannot tell its imagined state from the real one, and that imagining from either with
    the same dice gives the same state. The real state must stay unchanged.
    """
    rules, codec = opening.rules, opening.system.codec
    before = state_digest(opening, head.state)
    for seat in [*seats_of(opening), GM]:
        state = _imagined(opening, head, seat)
        assert codec.read(codec.write(state)) == state
        assert rules.view(state, seat) == rules.view(head.state, seat), f"{seat} would notice: the view"
        assert rules.choices(state, seat) == rules.choices(head.state, seat), f"{seat} would notice: choices"
        owed = [d for d in rules.pending(head.state) if d.seat == seat]
        assert [d for d in rules.pending(state) if d.seat == seat] == owed, f"{seat} would notice: decisions"
        assert rules.outcome(state) is None, "an imagined state is of a game that goes on"
        again = _imagined(opening, replace(head, state=state), seat)
        assert again == state, f"what {seat} imagines depends on more than it knows: its bot could peep"
        if rules.hides_nothing:
            assert state == head.state
    assert state_digest(opening, head.state) == before, "imagine changed the state it was given"


def _check_powers(opening: Opening, head: Head[Any], decision: Decision) -> None:
    """Check that no power belongs to two seats, and that a seat answers and gives orders only for its
    powers.
    """
    rules = opening.rules
    led = {seat: [power.id for power in rules.powers(head.state, seat)] for seat in seats_of(opening)}
    every = [power for powers in led.values() for power in powers]
    assert len(set(every)) == len(every), "a power is led twice"
    assert not decision.power or decision.power in led[decision.seat], f"{decision.power} is not theirs"
    for seat in seats_of(opening):
        keys = [kind.key for kind in rules.order_kinds(seat)]
        assert len(set(keys)) == len(keys) and not any(
            OF in kind.decision for kind in rules.order_kinds(seat)
        )


def _check_choices(opening: Opening, head: Head[Any], decision: Decision, own: Seeded) -> int:
    """Check that offered actions are accepted at every extreme of their fields and that other values are
    refused. A ``Given`` field may cause refusals; return their number.
    """
    offered = opening.rules.choices(head.state, decision.seat)
    assert offered, f"{decision.seat} owes {decision.id} and has no choice"
    owed = {d.id for d in opening.rules.pending(head.state)}
    before, refused = canonical(state_json(opening, head.state)), 0
    for choice in offered[:40]:
        canonical(choice.facts)
        assert choice.decision is None or choice.decision in owed, f"{choice.kind} answers {choice.decision}"
        for action in _corners(choice, own):
            assert permits(offered, action), f"{action} does not fit {choice}"
            try:
                play(opening, head, decision.seat, action, Seeded(b"trial", opening.game, head.step + 1))
            except IllegalAction as error:
                assert any(isinstance(f, Given) for f in choice.fields), f"{action} is offered: {error}"
                refused += 1
    with pytest.raises(InvalidAction):
        play(opening, head, decision.seat, {"kind": "no such thing"}, Seeded(b"trial", "", 0))
    with pytest.raises((IllegalAction, InvalidAction)):
        play(opening, head, "stranger", sample_action(offered[0], own), Seeded(b"trial", "", 0))
    assert canonical(state_json(opening, head.state)) == before, "a refused or tried action changed the state"
    return refused


def _corners(choice: Choice, own: Seeded) -> list[dict[str, Any]]:
    """Return four actions of a choice: one with all fields at their minimum, one with all at their maximum,
    and two at random.
    """
    return [
        *(
            {"kind": choice.kind, **choice.fixed, **{f.name: _corner(f, most) for f in choice.fields}}
            for most in (False, True)
        ),
        *(sample_action(choice, own) for _ in range(2)),
    ]


def _corner(field: Field, most: bool) -> Any:
    match field:
        case Pick():
            values = [*(o.value for o in field.options), *([None] if field.optional else [])]
            return values[-1 if most else 0]
        case Number():
            return field.high if most else field.low
        case Many():
            high = len(field.options) if field.high is None else field.high
            taken: list[Any] = []
            for option in sorted(field.options, key=lambda o: o.cost):
                if len(taken) < (high if most else field.low) and field_fits(
                    replace(field, low=0), [*taken, option.value]
                ):
                    taken.append(option.value)
            return taken
        case Share():
            shares = {str(o.value): share_bounds(field, o)[0] for o in field.options}
            for option in sorted(field.options, key=lambda o: o.cost):
                name = str(option.value)
                while sum(shares.values()) < (field.high if most else field.low) and field_fits(
                    replace(field, low=0), {**shares, name: shares[name] + 1}
                ):
                    shares[name] += 1
            return shares
        case Word():
            return "x" * (field.longest if most else 0)
        case Path():
            return list(goals(field)[-1 if most else 0].way)
        case Given():
            return field.example


def wild_or_bot(
    opening: Opening,
    head: Head[Any],
    decision: Decision,
    secret: bytes,
    own: Seeded,
    avoid: Collection[str] | None,
) -> Any:
    """Take a sampled action, if the rules accept one. Otherwise (or if ``avoid`` is None) take the bot's
    action, or the default for the referee.
    """
    offered = opening.rules.choices(head.state, decision.seat)
    drawable = [choice for choice in offered if avoid is not None and choice.kind not in avoid]
    for _ in range(4 if drawable else 0):
        choice = drawable[own.roll(Throw(len(drawable), "choice", low=0))]
        try:
            return play(
                opening, head, decision.seat, sample_action(choice, own), step_dice(opening, head, secret)
            )
        except (IllegalAction, InvalidAction):
            continue
    seat = decision.seat
    thought = decision.default
    if seat != GM:
        thought = opening.rules.bot(_imagined(opening, head, seat), seat, own)
    bot = opening.system.codec.write(thought)
    assert permits(offered, bot), f"the bot's {bot} is not among the choices"
    return play(opening, head, seat, bot, step_dice(opening, head, secret))


def _check_step(opening: Opening, head: Head[Any], events: tuple[Any, ...]) -> None:
    """Check that state, events and views survive being written and read."""
    rules, codec = opening.rules, opening.system.codec
    written = state_json(opening, head.state)
    again = state_of(opening, written)
    assert again == head.state, "the state is another one after writing and reading"
    assert canonical(state_json(opening, again)) == canonical(written)
    for event in events:
        assert codec.read(codec.write(event)) == event
    for seat in [*seats_of(opening), GM, None]:
        canonical(rules.view(head.state, seat))
        rules.choices(head.state, seat or "nobody")
        for event in events:
            seen = rules.sees(event, seat)
            assert seen is None or codec.write(seen)
            assert seen == event or not rules.hides_nothing


def _check_log(opening: Opening, entries: list[Entry], head: Head[Any], secret: bytes) -> None:
    """Check that the log replays to the same bytes and that the audit agrees."""
    assert state_digest(opening, replay(opening, entries).state) == state_digest(opening, head.state)
    verdict = verify(opening, entries, secret, {head.seq: state_digest(opening, head.state)})
    assert verdict.ok, verdict.difference
    assert verdict.checked == len(entries)
