"""The promises that players of Italia can make each other, and how the log shows them."""

from typing import Any

import pytest

from campaigns.italia.rules.combat.events import BattleBegan
from campaigns.italia.rules.combat.naval import BattleCalled
from campaigns.italia.rules.money.income import IncomeDrawn
from campaigns.italia.rules.movement.events import UnitsMoved
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording import ItaliaWording
from engine.choices import choice_fits, sample_action
from engine.contract.promises import BROKEN, KEPT, OPEN, Promise
from engine.dice import Seeded
from engine.game import Breach, Choice, Many, Option
from engine.routes.paths import Leg, Path
from tests.found import some

SCENARIO = ITALIA.scenario("italia1")
RULES: Any = ITALIA.open(SCENARIO, {})
STATE = RULES.setup(Seeded(b"italia", "promises", 0)).state


def nation(seat: str, number: int = 0) -> str:
    return str(RULES.powers(STATE, seat)[number].id)


ONE, OTHER = (seat.id for seat in RULES.seats[:2])
AREA, ELSEWHERE = list(RULES.setting.scn.board.areas)[:2]


def promise(kind: str, **terms: Any) -> Promise:
    return Promise(kind, ONE, OTHER, {"until": 3, **terms})


def attack(by: str, on: str, area: str = AREA) -> BattleBegan:
    return BattleBegan(area, nation(by), nation(on), {}, {}, False)


def march(by: str, to: str = AREA) -> UnitsMoved:
    return UnitsMoved(nation(by), ELSEWHERE, to, {}, (), "march")


CALLED = BattleCalled("mare", nation(ONE), nation(OTHER))
TRIBUTE = IncomeDrawn(nation(ONE), 4, 1, 5, 3, nation(OTHER))


def test_whatever_is_offered_fits_and_is_worded() -> None:
    wording = ItaliaWording(SCENARIO)
    for number, choice in some(enumerate(RULES.promises(STATE, ONE, OTHER))):
        action = sample_action(choice, Seeded(b"italia", "drawn", number))
        assert choice_fits(choice, action)
        terms = {name: value for name, value in action.items() if name != "kind"}
        assert "_" not in wording.promise(choice.kind, terms) and wording.pledge_title(choice.kind)
        assert wording.pledge_help(choice.kind)


@pytest.mark.parametrize(
    ("kind", "terms", "event", "bears"),
    [
        ("peace", {}, attack(ONE, OTHER), True),
        ("peace", {}, attack(OTHER, ONE), False),
        ("peace", {}, CALLED, True),
        ("peace", {}, march(ONE), False),
        ("passage", {"area": AREA}, attack(ONE, OTHER), True),
        ("passage", {"area": ELSEWHERE}, attack(ONE, OTHER), False),
        ("keep_out", {"area": AREA}, march(ONE), True),
        ("keep_out", {"area": AREA}, march(OTHER), False),
        ("keep_out", {"area": AREA}, march(ONE, ELSEWHERE), False),
        ("gold", {"gold": 3}, TRIBUTE, True),
        ("words", {"words": "Ave"}, attack(ONE, OTHER), False),
    ],
)
def test_which_events_bear_on_a_promise(kind: str, terms: Any, event: Any, bears: bool) -> None:
    assert RULES.concerns_promise(STATE, promise(kind, **terms), event) is bears


def test_one_attack_breaks_a_peace_and_time_keeps_it() -> None:
    peace = promise("peace")
    assert RULES.judge_promise(peace, [attack(ONE, OTHER)], False) == BROKEN
    assert RULES.judge_promise(peace, [], False) == OPEN
    assert RULES.judge_promise(peace, [], True) == KEPT
    assert RULES.settles(peace)


def test_gold_is_told_by_tribute_alone_and_else_for_the_two_to_say() -> None:
    assert RULES.judge_promise(promise("gold", gold=3), [TRIBUTE], False) == KEPT
    assert RULES.judge_promise(promise("gold", gold=4), [TRIBUTE], True) == OPEN
    assert not RULES.settles(promise("gold", gold=4))


@pytest.mark.parametrize(
    ("kind", "terms", "choice", "breach"),
    [
        ("peace", {}, Choice("attack", {"area": AREA, "nation": nation(OTHER)}), Breach()),
        ("peace", {}, Choice("raid", {"area": AREA, "nation": nation(OTHER)}), Breach()),
        ("peace", {}, Choice("attack", {"area": AREA, "nation": nation(ONE)}), None),
        ("passage", {"area": AREA}, Choice("attack", {"area": AREA, "nation": nation(OTHER)}), Breach()),
        ("passage", {"area": AREA}, Choice("attack", {"area": ELSEWHERE, "nation": nation(OTHER)}), None),
        ("keep_out", {"area": AREA}, Choice("march", {"origin": ELSEWHERE, "to": AREA}), Breach()),
        ("keep_out", {"area": AREA}, Choice("march", {"origin": AREA, "to": ELSEWHERE}), None),
        ("keep_out", {"area": AREA}, Choice("muster", {"origin": ELSEWHERE}, facts={"to": AREA}), Breach()),
        ("peace", {}, Choice("end_movement"), None),
    ],
)
def test_what_would_break_it_is_known_before(
    kind: str, terms: dict[str, Any], choice: Choice, breach: Breach | None
) -> None:
    assert RULES.breach(STATE, promise(kind, **terms), choice) == breach


def test_calling_battles_and_entering_areas_can_break_a_promise() -> None:
    calls = tuple(Option(f"mare:{nation(seat)}") for seat in (ONE, OTHER))
    called = Choice("call_battles", {}, (Many("battles", calls),))
    assert RULES.breach(STATE, promise("peace"), called) == Breach("battles", (calls[1].value,))
    way = Path("path", ELSEWHERE, (Leg(ELSEWHERE, AREA),))
    advance = Choice("advance", {"origin": ELSEWHERE}, (way,))
    assert RULES.breach(STATE, promise("keep_out", area=AREA), advance) == Breach("path", (AREA,))
    assert RULES.breach(STATE, promise("keep_out", area=ELSEWHERE), advance) is None
