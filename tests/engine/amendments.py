"""Random facts put right in the middle of a game of the bots: whatever the rules allow, the game goes on, and
its log stays true."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.choices import field_fits
from engine.dice import Dice, Seeded, Throw, commitment
from engine.game import Fact, Json, Many, Number, Pick, System
from engine.imagining import imagined
from engine.journal import Head, Opening, amend, begin, play, seeded
from engine.log.amending import amended, change, facts, mistakes
from engine.log.audit import verify

SPREAD = 8  # numbers are drawn from the lowest to so much above it


def check_amendments(
    system: System, seed: int, options: Mapping[str, Any], steps: int = 75, every: int = 3
) -> Counter[str]:
    """Play so many steps, and before every third of them try six facts. How many amendments were made, and
    how many refused."""
    secret, scenario = f"amending {seed}".encode(), system.scenario(next(iter(system.scenarios())))
    opening = Opening(f"amending-{seed}", system, scenario, options, commitment(secret))
    moment = begin(opening, seeded(opening, None, secret))
    log, head, count = [moment.entry], moment.head, Counter[str]()
    for number in range(steps):
        own = Seeded(secret, "amending", number)
        changed = _drawn(opening, head, own, count) if number % every == 0 else None
        if changed is not None:
            moment = amend(opening, head, "gm", [changed], "at random")
            log.append(moment.entry)
            head = moment.head
        if opening.rules.outcome(head.state) is not None:
            break
        moment = play(*_bot(opening, head, own), seeded(opening, head, secret))
        log.append(moment.entry)
        head = moment.head
    found = verify(opening, log, secret)
    assert found.ok, found.difference
    return count


def check_no_mistakes(system: System, seed: int, options: Mapping[str, Any], steps: int = 150) -> None:
    """No state that the rules lead to has a mistake."""
    secret, scenario = f"sound {seed}".encode(), system.scenario(next(iter(system.scenarios())))
    opening = Opening(f"sound-{seed}", system, scenario, options, commitment(secret))
    head = begin(opening, seeded(opening, None, secret)).head
    for number in range(steps):
        assert opening.rules.check_state(head.state) == ()
        if opening.rules.outcome(head.state) is not None:
            break
        head = play(*_bot(opening, head, Seeded(secret, "own", number)), seeded(opening, head, secret)).head
    assert head.step > 20


def _bot(opening: Opening, head: Head[Any], dice: Dice) -> tuple[Opening, Head[Any], str, Json]:
    seat = opening.rules.pending(head.state)[0].seat
    state = imagined(opening.rules, head.state, seat, dice)
    return opening, head, seat, opening.system.codec.write(opening.rules.bot(state, seat, dice))


def _drawn(opening: Opening, head: Head[Any], dice: Dice, count: Counter[str]) -> dict[str, Any] | None:
    """A change that the rules allow; None where six were refused."""
    codec, rules = opening.system.codec, opening.rules
    found, written = list(facts(codec, rules, head.state).values()), codec.write(head.state)
    for _ in range(6):
        fact = found[_below(dice, len(found))]
        to = _value(fact, dice)
        assert fact.field is not None and (to is None or field_fits(fact.field, to))
        changed = change(fact, written, to)
        wrong = mistakes(codec, rules, head.state, amended(codec, rules, head.state, [changed]))
        count["refused" if wrong else "made"] += 1
        if not wrong:
            return changed
    return None


def _value(fact: Fact, dice: Dice) -> Json:
    match fact.field:
        case Pick(options=options, optional=optional):
            values = [*(option.value for option in options), *([None] if optional else [])]
            return values[_below(dice, len(values))]
        case Number(low=low, high=high):
            return low + _below(dice, min(high - low, SPREAD) + 1)
        case Many(options=options):
            return sorted({options[_below(dice, len(options))].value for _ in range(2)})
    raise AssertionError(f"{fact.path}: a field that nobody draws")


def _below(dice: Dice, sides: int) -> int:
    return dice.roll(Throw(sides, "amending", low=0))
