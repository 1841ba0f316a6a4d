"""A shot or a duel that is won against the odds becomes a milestone, with its exact chance."""

from typing import Any

import pytest

from battles.schiere.pages import duel_risk, motion
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.rules.chapters import CODEC
from battles.schiere.rules.melee.charge import Receive
from battles.schiere.rules.melee.clash import Lay
from battles.schiere.rules.shooting.volley import Shoot
from battles.schiere.rules.turn.acting import TakeAction
from battles.schiere.rules.turn.march import MoveAlong
from battles.schiere.rules.view import view
from battles.schiere.wording import SchiereWording
from games.motion.values import Milestone
from tests.battles.schiere.boards import battle
from tests.battles.schiere.fights import Fight

CHIEFS = ("r9 chief:astute a1n", "c9 chief:astute p16s")


def volley(*faces: int, damage: int = 2) -> tuple[ReadersBoard, list[dict[str, Any]]]:
    """Shoot at damaged foot. Return the board before the volley and the events that it produced."""
    army = ("r1 archers d3n A", "r2 archers e3n A", f"c1 greek_foot d5s {damage}")
    found = Fight(battle(*army, *CHIEFS), *faces).does("rome", TakeAction(("r1", "r2")))
    seen = ReadersBoard(found.pos.setting, view(found.pos, "rome"))
    told = len(found.told)
    found.does("rome", Shoot(("r1", "r2"), "c1"))
    return seen, [CODEC.write(event) for event in found.told[told:]]


def stones(seen: ReadersBoard, events: Any, seat: str | None = "rome", known: bool = True) -> list[Milestone]:
    stood = {0: seen} if known else {}
    (found,) = motion.motions([events], seen, seat, SchiereWording().event, stood)
    return [one for one in found if isinstance(one, Milestone) and "Against the odds" in one.text]


def test_a_shot_that_brings_somebody_down_is_told_if_it_was_unlikely(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, events = volley(1, 3)
    shot = next(event for event in events if event["kind"] == "shot_fired")
    chance = motion.felling_chance(seen, shot)
    assert chance is not None and 0 < chance <= 1
    monkeypatch.setattr(motion, "UNLIKELY", chance)
    (stone,) = stones(seen, events)
    assert stone.good and f"{max(1, round(100 * chance))}%" in stone.text
    assert not stones(seen, events, "carthage")[0].good
    monkeypatch.setattr(motion, "UNLIKELY", chance / 2)
    assert not stones(seen, events)
    monkeypatch.setattr(motion, "UNLIKELY", 1.0)
    assert not stones(seen, events, known=False)


def test_an_unlikely_shot_without_a_loss_is_no_milestone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(motion, "UNLIKELY", 1.0)
    seen, events = volley(1, 3, damage=0)
    assert not any(event["kind"] == "piece_lost" for event in events)
    assert not stones(seen, events)


# --- duels ---


def clashed(known: bool = True, damage: int = 3) -> tuple[ReadersBoard, list[dict[str, Any]]]:
    """Play the first cards of a duel in which damaged foot falls at once. Return the board as shown before
    these cards are turned, with the first one already laid if ``known``, and the events after the second.
    """
    found = Fight(battle("r1 legionaries d3n", f"c1 punic_foot d5s {damage}", *CHIEFS))
    found.does("rome", TakeAction(("r1",)), MoveAlong("r1", ("d4",), "n")).does("carthage", Receive(("c1",)))
    if known:
        found.does("rome", Lay("sword3"))
    seen = ReadersBoard(found.pos.setting, view(found.pos, None))
    if not known:
        found.does("rome", Lay("sword3"))
    told = len(found.told)
    found.does("carthage", Lay("feint"))
    return seen, [CODEC.write(event) for event in found.told[told:]]


def test_a_duel_won_against_the_odds_is_told_by_its_exact_value(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, events = clashed()
    blow = next(event for event in events if event["kind"] == "blow_struck")
    chances = duel_risk.losing(seen, blow)
    assert chances["c1"] == 1 and 0 <= chances["r1"] < 1
    assert 0 < duel_risk.losing(clashed(damage=1)[0], blow)["c1"] < 1
    monkeypatch.setattr(motion, "UNLIKELY", chances["c1"])
    (stone,) = stones(seen, events)
    assert stone.good and f"{round(100 * chances['c1'])}%" in stone.text
    assert not stones(seen, events, "carthage")[0].good
    assert not stones(seen, events, known=False), "not without the board of then"
    monkeypatch.setattr(motion, "UNLIKELY", chances["c1"] - 0.01)
    assert not stones(seen, events)


def test_cards_that_lie_face_down_tell_nothing() -> None:
    """A card that one side has already laid face down does not change the chance that is shown."""
    (one, events), (other, _events) = clashed(), clashed(known=False)
    blow = next(event for event in events if event["kind"] == "blow_struck")
    assert duel_risk.losing(one, blow) == duel_risk.losing(other, blow)


def test_elephants_out_of_hand_are_told() -> None:
    seen, _events = clashed()
    turned = {"kind": "elephants_turned", "unit": "c1", "facing": "n", "squares": 3, "why": "noise"}
    for seat, good in (("rome", True), ("carthage", False), (None, True)):
        (found,) = motion.motions([[turned]], seen, seat, SchiereWording().event)
        assert [one.good for one in found if isinstance(one, Milestone)] == [good]
