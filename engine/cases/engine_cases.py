"""The runner for the engine's own cases (tests/cases/engine, docs/cases.md): dice, texts, choices, logs and
odds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from typing import Any, Final, Literal, cast

from engine import canonical_order, cases, odds
from engine.cases.tally import CODEC, Tally
from engine.choices import field_fits, many_cost, matching, sample_action, share_cost
from engine.codec import Codec, canonical, digest, late_field
from engine.dice import BadFace, Dice, DiceNeeded, Entered, Scripted, Seeded, Throw, commitment
from engine.dice_record import OtherRolls, Recorded, roll_json
from engine.dry_run import why_not
from engine.game import (
    Choice,
    Field,
    Given,
    Json,
    Leg,
    Many,
    Number,
    Option,
    Path,
    Pick,
    Refusal,
    Share,
    System,
    Word,
)
from engine.journal import (
    BY_SEQ,
    BadRewind,
    Entry,
    Head,
    Opening,
    begin,
    chain_digest,
    line_of_play,
    place,
    play,
    replay,
    replay_from,
    replay_step,
    rewind,
    state_digest,
    state_json,
    step_dice,
)
from engine.log.audit import verify
from engine.values import dataclass

Answer = dict[str, Json]


def run(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the answer to a case. ``given``: the case's input, whose ``ask`` field selects the question."""
    return _ASKS[given["ask"]](given)


# --- dice -------------------------------------------------------------------------------------------------


def _throws(given: Mapping[str, Json]) -> list[Throw]:
    return [Throw(**throw) for throw in given["throws"]]


def _die(given: Mapping[str, Json]) -> Answer:
    """Roll the seeded dice of one log entry. Return their faces, their source, and the commitment to the
    seed.
    """
    dice = _server(given)
    together = given.get("together", False)
    faces = dice.roll_all(_throws(given)) if together else [dice.roll(t) for t in _throws(given)]
    return {"faces": list(faces), "commitment": commitment(dice.seed), "source": dice.rolls[-1].source}


def _server(given: Mapping[str, Json]) -> Seeded:
    bound = place(given.get("binding", BY_SEQ), given["seq"], given["step"])
    return Seeded(bytes.fromhex(given["seed"]), given["game"], bound)


def _roll_entered(given: Mapping[str, Json]) -> Answer:
    """Roll dice whose faces people entered, or replay ``recorded`` dice. Given a ``seed``, the server rolls
    the secret ones.
    """
    server = _server(given) if "seed" in given else None
    dice: Dice = Entered(list(given.get("faces", ())), server=server)
    if "recorded" in given:
        dice = Recorded(given["recorded"])
    try:
        throws = _throws(given)
        faces = dice.roll_all(throws) if given.get("together", True) else [dice.roll(t) for t in throws]
        if isinstance(dice, Recorded):
            dice.finish()
    except DiceNeeded as needed:
        return {"needed": [f"{t.sides} {t.purpose}" for t in needed.throws]}
    except BadFace:
        return {"refused": ["bad_face"]}
    except OtherRolls as other:
        return {"other": {"expected": _replace_none(other.expected), "found": _replace_none(other.found)}}
    left = dice.faces if isinstance(dice, Scripted) else []
    return {"faces": list(faces), "left": left, "rolls": [roll_json(roll) for roll in dice.rolls]}


# --- texts ------------------------------------------------------------------------------------------------


def _text(given: Mapping[str, Json]) -> Answer:
    """Return a value's canonical text, its digest, and the value with its keys in each possible order, as
    texts.
    """
    value = given["value"]
    answer: Answer = {"text": canonical(value), "digest": digest(value)}
    kept = {
        "by_key": canonical_order.by_key(value),
        "postgresql": canonical_order.as_postgresql_keeps_it(value),
    }
    kept |= {"as_in": canonical_order.order_like(given["model"], value)} if "model" in given else {}
    kept |= {"as_told": canonical_order.order_as_mentioned(value, given["story"])} if "story" in given else {}
    return answer | {name: _write_compactly(one) for name, one in kept.items()}


def _write_compactly(value: Json) -> str:
    """Write a value compactly without reordering its keys, as in "{a:1}"."""
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{key}:{_write_compactly(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_write_compactly, value)) + "]"
    return str(value)


class Colour(Enum):
    """An enum for the cases, since the codec writes enums by value."""

    RED = "r"
    BLUE = "b"


@dataclass(frozen=True)
class Thing:
    """A sample class for cases about the codec. It has fields of common types, of which ``tag`` was added
    later.
    """

    name: str
    size: int = 1
    parts: tuple[str, ...] = ()
    tag: str = late_field("")


@dataclass(frozen=True)
class Other:
    """A second sample class, which forms a union with Thing in the cases."""

    on: bool


_SHAPES: Final[dict[str, Any]] = {
    "whole": int,
    "text": str,
    "yes_no": bool,
    "fraction": Fraction,
    "word": Literal["north", "south", 3],
    "list": tuple[int, ...],
    "pair": tuple[str, int],
    "set": frozenset[str],
    "table": Mapping[str, int],
    "numbered": Mapping[int, str],
    "words": Mapping[Literal["north", "south"], int],
    "maybe": int | None,
    "whole_or_text": int | str,
    "thing": Thing,
    "one_of_two": Thing | Other,
    "perhaps_one_of_two": Thing | Other | None,
    "colour": Colour,
    "plain": Any,
    "things": frozenset[Thing],
}


def _read_shape(given: Mapping[str, Json]) -> Answer:
    """Read a value as the type that ``shape`` names, and write it again. If the value is refused, return the
    reason and the place of the mistake.
    """
    codec = Codec(1, (Thing, Other))
    shape = _SHAPES.get(given["shape"])
    value = None if given.get("nothing") else given.get("value")
    try:
        read = codec.read(value) if shape is None else codec.decode(shape, value)
        written = codec.write(read) if shape is None else codec.encode(read, shape)
    except Refusal as refusal:
        return {"refused": [refusal.code], "path": refusal.facts["path"]}
    return {"written": _replace_none(written), "text": canonical(written)}


# --- choices ----------------------------------------------------------------------------------------------


def _field(data: Mapping[str, Json]) -> Field:
    facts = {k: v for k, v in data.items() if k != "field"}
    if "options" in facts:
        facts["options"] = tuple(
            Option(**o) if isinstance(o, Mapping) else Option(o) for o in facts["options"]
        )
    if "legs" in facts:
        facts["legs"] = tuple(Leg(*leg) for leg in facts["legs"])
        facts |= {name: frozenset(facts[name]) for name in ("halts", "not_in") if name in facts}
    kinds: dict[str, Callable[..., Field]] = {
        "pick": Pick,
        "number": Number,
        "many": Many,
        "share": Share,
        "word": Word,
        "path": Path,
        "given": Given,
    }
    return kinds[data["field"]](**facts)


def _choice(data: Mapping[str, Json]) -> Choice:
    return Choice(data["kind"], data.get("fixed", {}), tuple(_field(f) for f in data.get("fields", ())))


def _check_fit(given: Mapping[str, Json]) -> Answer:
    """Return whether a value fits a field and, for a Many or Share, its total cost. If the case gives
    choices, return instead the number of the choice that offers the action, counted from 1, or 0 if none
    does.
    """
    if "choices" in given:
        choices = [_choice(one) for one in given["choices"]]
        made = matching(choices, given["action"])
        return {"choice": next((n for n, one in enumerate(choices, 1) if one is made), 0)}
    field, value = _field(given["field"]), given.get("value")
    answer: Answer = {"fits": field_fits(field, value)}
    if answer["fits"] and isinstance(field, Many):
        answer["cost"] = many_cost(field, value or ())
    if answer["fits"] and isinstance(field, Share):
        answer["cost"] = share_cost(field, value or {})
    return answer


def _sample(given: Mapping[str, Json]) -> Answer:
    """Choose a random action with dice that show the given faces (counted from 0). Return the action, the
    number of sides of each die rolled, and any unused faces.
    """
    dice = Scripted(list(given["faces"]))
    try:
        action = sample_action(_choice(given["choice"]), dice)
    except ValueError:
        return {"refused": ["nothing_fits"]}
    sides = [roll.throw.sides for roll in dice.rolls]
    return {"action": _replace_none(action), "sides": sides, "left": dice.faces}


# --- logs -------------------------------------------------------------------------------------------------


def _log(given: Mapping[str, Json]) -> Answer:
    """Play a game of Tally, tamper with its log if the case says so, then verify and replay it. Return the
    log's digests, faces and state, and the results of both checks.
    """
    seed = bytes.fromhex(given["seed"])
    opening = _opening(given, seed)
    try:
        entries, heads = _play_steps(opening, given["steps"], seed)
    except _Stopped as stopped:
        return {"refused": [stopped.why]}
    answer: Answer = {
        "opening": opening.digest,
        "digests": [entry.digest for entry in entries],
        "places": [[entry.seq, entry.step] for entry in entries],
        "faces": [[roll["face"] for roll in entry.rolls] for entry in entries],
        "last": _replace_none(entries[-1].content()),
        "state": state_json(opening, heads[-1].state),
        "state_digest": state_digest(opening, heads[-1].state),
        "line": [entry.seq for entry in line_of_play(entries)],
    }
    if "try" in given:
        refused = why_not(opening.rules, heads[-1].state, given["by"], CODEC.read(given["try"]))
        answer["why_not"] = refused.code if refused else ""
    log = _alter_log(opening, entries, given)
    answer |= _verdict(_opening({**given, **given.get("opened", {})}, seed), log, given, heads)
    return answer | _replay_log(opening, log, given, heads)


def _opening(given: Mapping[str, Json], seed: bytes) -> Opening:
    return Opening(
        given.get("game", "g"),
        cast(System, Tally()),
        given.get("scenario", {}),
        given.get("options", {}),
        given.get("commitment", commitment(seed)),
        tuple(given.get("sources", ("seeded", "entered"))),
        given.get("binding", BY_SEQ),
    )


class _Stopped(Exception):
    def __init__(self, why: str) -> None:
        self.why = why


def _play_steps(opening: Opening, steps: Json, seed: bytes) -> tuple[list[Entry], list[Head[Any]]]:
    first = begin(opening, step_dice(opening, None, seed))
    entries, heads = [first.entry], [first.head]
    for step in steps:
        head, by = heads[-1], step.get("by", "")
        try:
            if "rewind" in step:
                target = heads[step["rewind"]]
                moment = rewind(opening, head, by, target, step.get("why", ""), step.get("marks"))
            else:
                faces = step.get("faces")
                dice: Dice = step_dice(opening, head, seed) if faces is None else Entered(list(faces))
                moment = play(opening, head, by, step["action"], dice)
        except Refusal as refusal:
            raise _Stopped(refusal.code) from refusal
        except (BadRewind, BadFace, DiceNeeded) as bad:
            raise _Stopped(type(bad).__name__) from bad
        entries.append(moment.entry)
        heads.append(moment.head)
    return entries, heads


def _alter_log(opening: Opening, entries: list[Entry], given: Mapping[str, Json]) -> list[Entry]:
    log = list(entries)
    for change in given.get("alter", ()):
        facts = {k: tuple(v) if k in ("rolls", "events") else v for k, v in change.items() if k != "entry"}
        log[change["entry"]] = replace(log[change["entry"]], **facts)
    if "keep" in given:
        log = [log[seq] for seq in given["keep"]]
    if given.get("rechained"):  # an attacker could recompute the digests too
        previous = opening.digest
        for n, entry in enumerate(log):
            log[n] = replace(entry, digest=chain_digest(previous, entry.content()))
            previous = log[n].digest
    return log


def _verdict(opening: Opening, log: list[Entry], given: Mapping[str, Json], heads: list[Head[Any]]) -> Answer:
    shown = None if given.get("secret") else bytes.fromhex(given.get("shown", given["seed"]))
    known = {seq: state_digest(opening, heads[seq].state) for seq in given.get("known", ())}
    known |= {int(seq): mark for seq, mark in given.get("said", {}).items()}
    verdict = verify(opening, log, shown, known)
    answer: Answer = {"ok": verdict.ok, "checked": verdict.checked, "seeded": verdict.seeded}
    if verdict.unjudged:
        answer["unjudged"] = list(verdict.unjudged)
    if verdict.difference is None:
        return answer | {"checked_state": verdict.state}
    found = verdict.difference
    told = {"what": found.what, "seq": found.seq, "step": found.step, "tampering": found.tampering}
    told |= {"newer_rules": found.newer_rules, "older_order": found.older_order}
    return answer | {
        "difference": told,
        "expected": _replace_none(found.expected),
        "found": _replace_none(found.found),
    }


def _replay_log(
    opening: Opening, log: list[Entry], given: Mapping[str, Json], heads: list[Head[Any]]
) -> Answer:
    wanted = given.get("replay")
    if wanted is None:
        return {}
    try:
        if "step" in wanted:
            head = replay_step(opening, log, wanted["step"])
        elif "from" in wanted:
            head = replay_from(opening, heads[wanted["from"]], log[wanted["from"] + 1 :])
        else:
            head = replay(opening, log, wanted.get("until"))
    except LookupError:
        return {"replayed": "nothing"}
    except Exception as diverged:
        return {"replayed": type(diverged).__name__.lower()}
    same = head.digest == log[[entry.seq for entry in log].index(head.seq)].digest
    return {"replayed": {"seq": head.seq, "step": head.step, "heap": head.state.heap, "same_digest": same}}


# --- odds -------------------------------------------------------------------------------------------------


def _odds(given: Mapping[str, Json]) -> Answer:
    """Return the exact odds that an expression in the case describes."""
    try:
        found = _build_odds(given["of"])
    except ValueError:
        return {"refused": ["odds_of_nothing"]}
    answer: Answer = {
        "chances": {_write_compactly(value): _share(chance) for value, chance in found.items()},
        "cases": found.total,
        "values": len(found),
        "reduced": found.reduce_weights().total,
    }
    if all(isinstance(value, int) for value in found):
        answer |= {"mean": _share(found.expectation()), "variance": _share(found.variance())}
        answer["squares"] = _share(found.expectation(lambda value: value * value))
    if "at_least" in given:
        answer["chance"] = _share(found.chance(lambda value: value >= given["at_least"]))
    if "exactly" in given:
        answer["chance"] = _share(found.chance(given["exactly"]))
    if "same_as" in given:
        other = _build_odds(given["same_as"])
        answer["same"] = found == other and hash(found) == hash(other)
    return answer


def _share(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


def _build_odds(expression: Json) -> odds.Odds[Any]:
    """Build the odds that an expression describes. An expression is one operator with its operands, such as
    ``{ sum = [{ die = 6 }, 1] }``.
    """
    ((word, value),) = expression.items()
    match word:
        case "die":
            return odds.die(value) if isinstance(value, int) else odds.die(*value)
        case "sure":
            return odds.sure(value)
        case "uniform":
            return odds.uniform(value)
        case "weighted":
            return odds.weigh_values(value)
        case "happens":
            return odds.bernoulli(Fraction(value))
        case "sum" | "less":
            one, two = _build_odds(value[0]), value[1] if isinstance(value[1], int) else _build_odds(value[1])
            return one + two if word == "sum" else one - two
        case "times":
            return _build_odds(value[0]).times(value[1])
        case "pool":
            return odds.pool(_build_odds(value[0]), value[1])
        case "highest":
            return odds.keep_highest(_build_odds(value[0]), *value[1:])
        case "lowest":
            return odds.keep_lowest(_build_odds(value[0]), *value[1:])
        case "hits":
            return odds.hits(_build_odds(value[0]), value[1], lambda face: face >= value[2])
        case "given":
            return _build_odds(value[0]).condition_on(lambda face: face >= value[1])
        case "mix":
            return odds.mix((_build_odds(part), weight) for part, weight in value)
        case "together":
            return odds.joint(*(_build_odds(part) for part in value))
        case "against":
            return odds.combine(_build_odds(value[0]), _build_odds(value[1]), lambda a, b: (a > b) - (a < b))
        case "half":
            return _build_odds(value).map(lambda face: face // 2)
    assert word == "again"  # roll a die, and if it shows its highest face, roll again and add
    one = _build_odds(value)
    return one.then(lambda face: one + face if face == max(one) else odds.sure(face))


# --- cases ------------------------------------------------------------------------------------------------


def _case(given: Mapping[str, Json]) -> Answer:
    case = cases.Case("X-1", "1", "A case", {}, given["expected"])
    return {"failures": cases.failures(case, lambda _: given["answer"])}


def _replace_none(value: Json) -> Json:
    """Replace every None by the text "none", because a case file cannot express None."""
    if isinstance(value, Mapping):
        return {name: _replace_none(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_replace_none(one) for one in value]
    return "none" if value is None else value


_ASKS: Final[dict[str, Callable[[Mapping[str, Json]], Answer]]] = {
    "die": _die,
    "entered": _roll_entered,
    "text": _text,
    "shape": _read_shape,
    "fits": _check_fit,
    "sample": _sample,
    "log": _log,
    "odds": _odds,
    "case": _case,
}
