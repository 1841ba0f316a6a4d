"""Random corrections in the middle of a bot game: whatever the rules allow, the game continues and its log
stays true.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.choices import field_fits
from engine.dice import Dice, Seeded, Throw, commitment
from engine.game import Fact, Json, Many, Number, Pick, System
from engine.imagining import imagine_state
from engine.journal import Head, Opening, amend, begin, play, step_dice
from engine.log.amending import apply_changes, change, facts, ineffective_changes, mistakes, value_at
from engine.log.audit import verify

SPREAD = 8  # numbers are drawn from the lowest to this much above it


def check_amendments(
    system: System, seed: int, options: Mapping[str, Any], steps: int = 75, every: int = 3
) -> Counter[str]:
    """Play ``steps`` steps. Before every third step (``every``), try up to six random corrections until the
    rules allow one. A correction changes any fact, adds a whole record or removes one. Return the number of
    corrections that were "made" and "refused". Those made are also counted as "any", "added" or "removed".
    """
    secret, scenario = f"amending {seed}".encode(), system.scenario(next(iter(system.scenarios())))
    opening = Opening(f"amending-{seed}", system, scenario, options, commitment(secret))
    moment = begin(opening, step_dice(opening, None, secret))
    log, head, count = [moment.entry], moment.head, Counter[str]()
    for number in range(steps):
        own = Seeded(secret, "amending", number)
        changed = _drawn(opening, head, own, count) if number % every == 0 else None
        if changed is not None:
            moment = amend(opening, head, "gm", changed, "at random")
            log.append(moment.entry)
            head = moment.head
        if opening.rules.outcome(head.state) is not None:
            break
        moment = play(*_bot(opening, head, own), step_dice(opening, head, secret))
        log.append(moment.entry)
        head = moment.head
    found = verify(opening, log, secret)
    assert found.ok, found.difference
    return count


def check_no_mistakes(system: System, seed: int, options: Mapping[str, Any], steps: int = 150) -> None:
    """Check that no state reached by the rules has a mistake."""
    secret, scenario = f"sound {seed}".encode(), system.scenario(next(iter(system.scenarios())))
    opening = Opening(f"sound-{seed}", system, scenario, options, commitment(secret))
    head = begin(opening, step_dice(opening, None, secret)).head
    for number in range(steps):
        assert opening.rules.check_state(head.state) == ()
        if opening.rules.outcome(head.state) is not None:
            break
        head = play(
            *_bot(opening, head, Seeded(secret, "own", number)), step_dice(opening, head, secret)
        ).head
    assert head.step > 20


def _bot(opening: Opening, head: Head[Any], dice: Dice) -> tuple[Opening, Head[Any], str, Json]:
    seat = opening.rules.pending(head.state)[0].seat
    state = imagine_state(opening.rules, head.state, seat, dice)
    return opening, head, seat, opening.system.codec.write(opening.rules.bot(state, seat, dice))


def _drawn(opening: Opening, head: Head[Any], dice: Dice, count: Counter[str]) -> list[dict[str, Any]] | None:
    """Draw changes that the rules allow, or return None after six refusals."""
    codec, rules = opening.system.codec, opening.rules
    written = codec.write(head.state)
    found = list(facts(codec, rules, head.state).values())
    new = [fact for fact in found if fact.within is not None and value_at(written, fact.path[:-1]) is None]
    off = [fact for fact in found if _goes(fact) and value_at(written, fact.path)]
    for _ in range(6):
        kind = ("any", "added", "removed")[_below(dice, 3)]
        if kind == "added" and new:
            first = new[_below(dice, len(new))]
            drawn = {fact.path: _value(fact, dice) for fact in new if fact.path[:-1] == first.path[:-1]}
        elif kind == "removed" and off:
            drawn = {off[_below(dice, len(off))].path: ""}
        else:
            fact = found[_below(dice, len(found))]
            drawn, kind = {fact.path: _value(fact, dice)}, "any"
        changed = [_change(fact, written, drawn[fact.path]) for fact in found if fact.path in drawn]
        after = apply_changes(codec, rules, head.state, changed)
        wrong = mistakes(codec, rules, head.state, after) or ineffective_changes(codec, after, changed)
        count["refused" if wrong else "made"] += 1
        if not wrong:
            count[kind] += 1
            return changed
    return None


def _goes(fact: Fact) -> bool:
    """Return whether the fact can be set to "". The record that it belongs to then has no place, and is
    removed.
    """
    return isinstance(fact.field, Pick) and any(option.value == "" for option in fact.field.options)


def _change(fact: Fact, written: Json, to: Json) -> dict[str, Any]:
    assert fact.field is not None and (to is None or field_fits(fact.field, to))
    return change(fact, written, to)


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
