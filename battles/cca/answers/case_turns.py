"""Run cases that play whole turns: a position, steps with their dice, and the position afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from battles.cca.rules.cards import CARDS
from battles.cca.rules.chapters import CODEC
from battles.cca.rules.dice import FACES, Face
from battles.cca.rules.play.battle import Setting
from battles.cca.rules.play.state import SEATS, Last, Ordered, State, Turn
from battles.cca.rules.position import Position
from battles.cca.rules.rules import CcaRules
from battles.cca.rules.system import CCA
from battles.cca.rules.terrain.board import NAMES
from battles.cca.rules.turn.battling import Battling
from battles.cca.rules.turn.commanding import Commanding
from battles.cca.rules.turn.orderable_units import leaders_in_command
from battles.cca.rules.turn.playing import PlayingCard
from battles.cca.rules.turn.turns import BATTLES, ORDERS, GameTurn
from engine.dice import Roll, Seeded, Throw
from engine.game import Choice, Json
from engine.refusals import IllegalAction, Refusal
from kit.hand.deck import deck_of


class CaseDice:
    """The dice and cards that a test case prescribes, the dice by symbol and the cards by name. If the case
    prescribes no card, the deck's first remaining card in alphabetical order is drawn.
    """

    source = "scripted"

    def __init__(self, faces: Sequence[str], draws: list[str]) -> None:
        self.faces, self.draws = [Face(face) for face in faces], draws
        self.rolls: list[Roll] = []
        self.deck: tuple[str, ...] = ()

    def roll(self, throw: Throw) -> int:
        if throw.secret:
            face = self.deck.index(self.draws.pop(0)) if self.draws else 0
        elif self.faces:
            face = FACES.index(self.faces.pop(0)) + 1
        else:
            raise IllegalAction(throw.rule, "more_dice_needed", purpose=throw.purpose)
        self.rolls.append(Roll(throw, face, self.source))
        return face

    def roll_all(self, throws: Sequence[Throw]) -> tuple[int, ...]:
        return tuple(self.roll(throw) for throw in throws)


def play(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Carry out the steps of a case and describe the final position. A refused step ends the case."""
    rules, state = _open_case(given)
    draws, events, dice = list(given.get("draws", ())), [], CaseDice((), [])
    for step in given.get("steps", ()):
        action = {key: value for key, value in step.items() if key not in ("dice", "by")}
        dice = CaseDice(step.get("dice", ()), [])
        if draws:  # one named card per step, since drawing a second would shift the deck
            dice.draws, dice.deck = draws, state.deck.shuffled
        try:
            seat = step.get("by") or _asked_seat(rules, state)
            found = rules.apply(state, seat, CODEC.read(action), dice)
        except Refusal as refusal:
            told = _describe_state(rules, state)
            refused = {"refused": [refusal.code], "rule": getattr(refusal, "rule", "")}
            return told | refused | {"why": dict(getattr(refusal, "facts", {}))}
        state = found.state
        events = [CODEC.write(event) for event in found.events]
    told = _describe_state(rules, state) | {"unused": [str(face) for face in dice.faces]}
    if "view" in given:
        told["view"] = write_none(rules.view(state, given["view"] if given["view"] in SEATS else None))
    if "orders" in given:
        told["by_order"] = _answer_by_order(rules, state, given["orders"])
    return told | {"events": [event["kind"] for event in events], "told": {e["kind"]: e for e in events}}


def write_none(value: Json) -> Json:
    """Return a JSON value with "none" for null, which TOML cannot write."""
    if isinstance(value, Mapping):
        return {key: write_none(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [write_none(one) for one in value]
    return "none" if value is None else value


def _answer_by_order(rules: CcaRules, state: State, orders: Mapping[str, Json]) -> Json:
    """Return the answer that standing orders give to the first pending decision, or {} if they give none."""
    owed = rules.pending(state)
    found = rules.standing(state, owed[0], orders) if owed else None
    return CODEC.write(found) if found is not None else {}


def _asked_seat(rules: CcaRules, state: State) -> str:
    owed = rules.pending(state)
    return owed[0].seat if owed else SEATS[0]


def _open_case(given: Mapping[str, Any]) -> tuple[CcaRules, State]:
    """Return the rules for the given board, and the state at the start of the case."""
    opened = CCA.open(CCA.scenario(given.get("scenario", "akragas")), given.get("options", {}))
    state, seat = opened.setup(Seeded(b"case", "case", 0)).state, given.get("seat", "bottom")
    rules = opened
    if "board" in given:
        board = Position.parse("\n".join(given["board"]))
        seats = {
            side: replace(one, banners=given.get("goals", {}).get(str(side), 0))
            for side, one in opened.setting.scenario.seats.items()
        }
        scenario = replace(opened.setting.scenario, position=board, seats=seats)
        rules = CcaRules(Setting(scenario, opened.setting.options))
        state = state.but(
            units={NAMES[at]: unit for at, unit in sorted(board.units.items(), key=_name)},
            leaders={NAMES[at]: leader for at, leader in sorted(board.leaders.items(), key=_name)},
        )
    state = state.but(armies={one: _army(given, state, one) for one in SEATS})
    discards = tuple(given.get("discards", ()))
    held = [card for army in state.armies.values() for card in army.hand]
    card = given.get("card", "")
    deck = [one.id for one in CARDS.values() for _copy in range(one.count)]
    for one in (*held, *discards, *([card] if card else [])):
        deck.remove(one)
    said = given.get("last", {})
    last = Last(said.get("seat", ""), said.get("card", ""), tuple(said.get("sections", ())))
    state = state.but(deck=deck_of(deck), discards=discards, last=last, turn=Turn(seat))
    if not card:
        return rules, state.but(stack=(GameTurn(seat, ORDERS), PlayingCard(seat)))
    state = state.but(turn=Turn(seat, card, card))
    leaders = leaders_in_command(rules.position(state), CARDS[card])
    state = state.but(turn=state.turn.but(commanders=leaders))
    if "ordered" not in given:
        return rules, state.but(stack=(GameTurn(seat, BATTLES), Commanding(seat, begun=True)))
    units = {at: Ordered(at, hexes, True) for at, hexes in sorted(given["ordered"].items())}
    turn = state.turn.but(units=units)
    return rules, state.but(turn=turn, stack=(GameTurn(seat, BATTLES + 1), Battling(seat)))


def _name(one: tuple[Any, Any]) -> str:
    return NAMES[one[0]]


def _army(given: Mapping[str, Any], state: State, seat: str) -> Any:
    army = state.armies[seat]
    hand = given.get("hands", {}).get(seat, ())
    return army.but(
        hand=tuple(sorted(hand)),
        command=given.get("command", {}).get(seat, army.command),
        fallen=given.get("fallen", {}).get(seat, 0),
        turns=given.get("turns", {}).get(seat, 0),
    )


def _describe_state(rules: CcaRules, state: State) -> dict[str, Json]:
    pos, owed = rules.position(state), rules.pending(state)
    pieces = {name: str(unit) for name, unit in state.units.items()}
    for name, leader in state.leaders.items():
        pieces[name] = "; ".join(filter(None, (pieces.get(name, ""), str(leader))))
    return {
        "board": dict(sorted(pieces.items())),
        "occupied": sorted(pieces),
        "banners": {seat: pos.banners(seat) for seat in SEATS},
        "command": {seat: state.armies[seat].command for seat in SEATS},
        "hands": {seat: list(state.armies[seat].hand) for seat in SEATS},
        "cards": {seat: len(state.armies[seat].hand) for seat in SEATS},
        "deck": len(state.deck),
        "discards": sorted(state.discards),
        "asked": owed[0].kind if owed else "",
        "seat": owed[0].seat if owed else "",
        "question": dict(owed[0].facts) if owed else {},
        "default": CODEC.write(owed[0].default) if owed else {},
        "offers": _list_offers(rules, state, owed[0].seat) if owed else {},
        "forms": _list_forms(rules, state, owed[0].seat) if owed else {},
        "ordered": sorted(state.turn.units),
        "plain": state.turn.plain,
        "turn": state.turn.seat,
        "held": dict(state.held),
        "ended": state.ended,
        "winner": state.winner,
    }


def _list_forms(rules: CcaRules, state: State, seat: str) -> dict[str, list[str]]:
    """Return the field names of each kind of action offered. Fields with a fixed value come first."""
    found: dict[str, list[str]] = {}
    for choice in rules.choices(state, seat):
        found[choice.kind] = [*choice.fixed, *(field.name for field in choice.fields)]
    return found


def _list_offers(rules: CcaRules, state: State, seat: str) -> dict[str, list[str]]:
    """Return the offered choices by kind. Each choice is one line: its fixed values first, then the values
    that its fields accept.
    """
    found: dict[str, list[str]] = {}
    for choice in rules.choices(state, seat):
        found.setdefault(choice.kind, []).append(_line(choice))
    return {kind: sorted(lines) for kind, lines in found.items()}


def _line(choice: Choice) -> str:
    words = [_word(value) for key, value in choice.fixed.items() if value is not False]
    for field in choice.fields:
        options = getattr(field, "options", None)
        if options is not None:
            words.append(":" + "".join(f" {option.value}" for option in options))
        else:
            words.append(f"{getattr(field, 'low', '')}-{getattr(field, 'high', '')}")
    dice = choice.facts.get("dice")
    return " ".join([*words, *([f"{dice}d"] if dice is not None else [])]).replace(" :", ":")


def _word(value: Json) -> str:
    if value is True:
        return "yes"
    return "-".join(map(str, value)) if isinstance(value, list) else str(value)
