"""The promises that the two players of Justinian can make, and how the log shows them."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string

from campaigns.justinian.answers.cases import game, position
from campaigns.justinian.rules.march.interception import AttackDeclared
from campaigns.justinian.rules.march.march import ArmyMoved
from campaigns.justinian.rules.scenario.loading import builtin
from campaigns.justinian.rules.sea.naval_battle import SeaBattleFought
from campaigns.justinian.rules.state.values import FleetKey
from campaigns.justinian.wording import JustinianWording
from engine.choices import choice_fits, sample_action
from engine.contract.promises import BROKEN, KEPT, OPEN, Promise
from engine.dice import Seeded
from engine.game import Breach, Choice, Option, Pick
from games.contract import Wording
from games.forms import draw
from tests.campaigns.justinian.positions import PRAESENTALS
from tests.found import some

BYZANTIUM, BARBARIAN = "byzantium", "barbarian"
RULES = game()
STATE = position(RULES, {"armies": {**PRAESENTALS, "chosroes": {"at": "lazica", "sp": 10}}})


def promise(kind: str, by: str = BYZANTIUM, **terms: Any) -> Promise:
    other = BARBARIAN if by == BYZANTIUM else BYZANTIUM
    return Promise(kind, by, other, {"until": 3, **terms})


def attack(army: str, province: str = "lazica", interception: bool = False) -> AttackDeclared:
    return AttackDeclared((army,), "all", province, interception, False)


def sea_battle(power: str) -> SeaBattleFought:
    fleets = FleetKey(power, "carthage"), FleetKey("vandals", "carthage")
    return SeaBattleFought(*fleets, "carthage", 1, 1, 1, 1, "none")


ENTERS = ArmyMoved("praesental_i", "europa", "lazica", 2, 1)


def test_whatever_is_offered_fits_and_is_worded() -> None:
    wording = JustinianWording(builtin())
    offered = [choice for seat in (BYZANTIUM, BARBARIAN) for choice in RULES.promises(STATE, seat, "")]
    for number, choice in some(enumerate(offered)):
        action = sample_action(choice, Seeded(b"justinian", "drawn", number))
        assert choice_fits(choice, action)
        terms = {name: value for name, value in action.items() if name != "kind"}
        assert "_" not in wording.promise(choice.kind, terms) and wording.pledge_title(choice.kind)
        assert wording.pledge_help(choice.kind)


def test_only_who_counts_gold_promises_it() -> None:
    kinds = {seat: {c.kind for c in RULES.promises(STATE, seat, "")} for seat in (BYZANTIUM, BARBARIAN)}
    assert kinds[BYZANTIUM] - kinds[BARBARIAN] == {"gold"}


@pytest.mark.parametrize(
    ("made", "event", "bears"),
    [
        (promise("peace"), attack("praesental_i"), True),
        (promise("peace"), attack("praesental_i", interception=True), True),
        (promise("peace"), attack("chosroes"), False),
        (promise("peace", BARBARIAN), attack("chosroes"), True),
        (promise("peace"), sea_battle(BYZANTIUM), True),
        (promise("peace", BARBARIAN), sea_battle(BYZANTIUM), False),
        (promise("passage", province="lazica"), attack("praesental_i"), True),
        (promise("passage", province="europa"), attack("praesental_i"), False),
        (promise("keep_out", province="lazica"), ENTERS, True),
        (promise("keep_out", province="europa"), ENTERS, False),
        (promise("keep_out", BARBARIAN, province="lazica"), ENTERS, False),
        (promise("gold", gold=10), ENTERS, False),
    ],
)
def test_which_events_bear_on_a_promise(made: Promise, event: Any, bears: bool) -> None:
    assert RULES.concerns_promise(STATE, made, event) is bears


def test_one_attack_breaks_a_peace_and_time_keeps_it() -> None:
    peace = promise("peace")
    assert RULES.judge_promise(peace, [attack("praesental_i")], True) == BROKEN
    assert (RULES.judge_promise(peace, [], False), RULES.judge_promise(peace, [], True)) == (OPEN, KEPT)
    assert RULES.settles(peace) and not RULES.settles(promise("gold", gold=10))
    assert RULES.judge_promise(promise("gold", gold=10), [], True) == OPEN


def moves(*places: str) -> Choice:
    return Choice("move_army", {"treasury": False}, (Pick("to", tuple(Option(one) for one in places)),))


INTERCEPTS = Choice("intercept_with", facts={"province": "lazica"})


@pytest.mark.parametrize(
    ("made", "choice", "breach"),
    [
        (promise("peace"), Choice("attack"), Breach()),
        (promise("peace"), INTERCEPTS, Breach(sure=False)),
        (promise("peace"), Choice("intercept_at_sea"), Breach(sure=False)),
        (promise("peace"), moves("europa", "lazica"), None),
        (promise("passage", province="lazica"), INTERCEPTS, Breach(sure=False)),
        (promise("passage", province="europa"), INTERCEPTS, None),
        (promise("keep_out", province="lazica"), moves("europa", "lazica"), Breach("to", ("lazica",))),
        (promise("keep_out", province="lazica"), moves("europa"), None),
        (promise("keep_out", province="lazica"), Choice("attack"), None),
    ],
)
def test_what_would_break_it_is_known_before(made: Promise, choice: Choice, breach: Breach | None) -> None:
    assert RULES.breach(STATE, made, choice) == breach


# --- buttons that break a promise ---


@pytest.mark.parametrize("whole", [True, False], ids=["whole form", "one option"])
def test_no_button_breaks_a_treaty_unasked(whole: bool) -> None:
    """If every option breaks a promise, the form asks for confirmation. If only some options do, their
    buttons ask for it.
    """
    act = draw(Choice("attack", {}, (Pick("to", (Option("dara"), Option("edessa"))),)), Wording())
    field = act.fields[0]
    if whole:
        act = replace(act, caution="Do it anyway?")
    else:
        marked = (replace(field.options[0], caution="Do it anyway?"), field.options[1])
        act = replace(act, fields=(replace(field, options=marked),))
    for pick in ("_pick.html", "_pick_enemy.html"):
        drawn = render_to_string(
            "campaigns/justinian/_picks.html",
            {"act": act, "field": act.fields[0], "part": {"shown": {"pick": f"campaigns/justinian/{pick}"}}},
        )
        form, first, second = (one.partition(">")[0] for one in re.split("<form|<button", drawn)[1:])
        assert ["Do it anyway?" in one for one in (form, first, second)] == [whole, not whole, False]
