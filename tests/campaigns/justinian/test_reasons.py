"""Each hint from the bot comes with its reason, the numbers that decided the matter. Without a reason there
is no hint.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from campaigns.justinian.bot import reasons
from campaigns.justinian.pages import news
from campaigns.justinian.rules.state.state import BYZANTIUM
from campaigns.justinian.rules.system import JUSTINIAN
from campaigns.justinian.rules.turn import maintenance
from campaigns.justinian.rules.turn.maintenance import Maintain
from campaigns.justinian.wording import JustinianWording
from campaigns.justinian.wording.registry import ALL
from engine.dice import Seeded
from games import forms
from tests.campaigns.justinian.attacking import attacking
from tests.campaigns.justinian.players import play, rules
from tests.campaigns.justinian.stored import page, stored

WORDING = JustinianWording(JUSTINIAN.scenario("justinian"))

# decisions in which the bot has no preference and takes the default answer
DEFAULTS = {"take_losses", "command", "retreat_to", "send_troops", "take_treasury", "arrive", "bring_troops"}


def codes_in_source() -> set[str]:
    """Return every reason code in the source."""
    found = set()
    for path in Path(reasons.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    if isinstance(key, ast.Constant) and key.value == "code":
                        found |= {one.value for one in ast.walk(value) if isinstance(one, ast.Constant)}
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "always":
                found |= {one.value for one in node.args if isinstance(one, ast.Constant)}
    return {str(code) for code in found} - {"interception_"}


def test_every_reason_is_worded() -> None:
    interceptions = {f"interception_{code}" for code in ("likely", "unlikely", "battle_poor")}
    plain = {code for code in codes_in_source() if code in ALL.reasons}
    assert set(ALL.reasons) == plain | interceptions


def test_whatever_the_bot_advises_in_a_game_has_a_reason_or_is_the_default() -> None:
    """Nearly every action of the bot has a reason, with a complete text in both languages."""
    seen: Counter[str] = Counter()
    silent: Counter[str] = Counter()
    table = rules(setup="free")
    for state, seat, action, _step in play(table, 3, "bot", 700):
        found = table.why(state, action)
        kind = JUSTINIAN.codec.write(action)["kind"]
        if found is None:
            silent[kind] += seat != "gm"
            continue
        seen[found["code"]] += 1
        told = set()
        for language in ("en", "it"):
            with translation.override(language):
                told.add(WORDING.reason(found))
        assert len(told) == 2 and not any("%(" in text or "None" in text for text in told)
    assert len(seen) > 20
    assert sum(silent.values()) < 0.1 * sum(seen.values()), silent


def paying(gold: int) -> tuple[Any, Any]:
    """Return Byzantium's first maintenance with this much gold, and the bot's advice on it."""
    table = rules(setup="suggested")
    state = table.setup(Seeded(b"reasons", "maintenance", 0)).state
    state = replace(state, gold=gold, stack=(*state.stack[:1], Maintain()))
    return state, table.bot(state, BYZANTIUM, Seeded(b"", "", 0))


def test_who_is_left_unpaid_out_of_a_full_treasury_is_told_why() -> None:
    table = rules(setup="suggested")
    state, _action = paying(500)
    total = sum(group.gold for group in maintenance.groups(state).values())
    state, action = paying(total + 1)
    unpaid = set(maintenance.groups(state)) - set(action.groups)
    assert unpaid and all(unit.startswith("army:") for unit in unpaid)  # the bot saves gold for bribes
    with translation.override("en"):
        told = WORDING.reason(table.why(state, action))
    assert "10 G" in told and "45 G" in told and "pillage" in told
    state, action = paying(500)
    assert not set(maintenance.groups(state)) - set(action.groups)
    with translation.override("en"):
        assert WORDING.reason(table.why(state, action)).startswith("Everybody can be paid")


def test_the_simple_program_gives_no_reasons() -> None:
    table = rules(setup="suggested", bot="first")
    state = table.setup(Seeded(b"reasons", "first", 0)).state
    action = table.bot(state, table.pending(state)[0].seat, Seeded(b"", "", 0))
    assert table.why(state, action) is None


@pytest.mark.django_db
def test_on_the_page_the_reason_stands_with_the_advice_and_the_button_names_the_deed() -> None:
    campaign = stored(lambda state: state)
    seat = "byzantium" if "can do" in page(campaign, "byzantium") else "barbarian"
    told = page(campaign, seat, "?advice=1")
    assert "Why:" in told and "and ask again" in told and "Do it" not in told


@pytest.mark.django_db
def test_without_a_reason_there_is_no_advice() -> None:
    campaign = stored(lambda state: state, players=None)
    game_ = campaign
    game_.options = {**game_.options, "bot": "first"}
    game_.save()
    seat = "byzantium" if "can do" in page(game_, "byzantium") else "barbarian"
    told = page(game_, seat, "?advice=1")
    assert "The bot has no advice here: it" in told and 'id="advice"' not in told


# --- an attack that cannot be won ---


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "sure"), [("en", "Attack all the same"), ("it", "Attacca comunque")])
def test_an_attack_at_nought_percent_says_so_and_asks_once(language: str, sure: str) -> None:
    told = page(attacking(1, 35), "byzantium", language=language)
    assert "· 0%</summary>" in told and sure in told
    before, _summary, after = told.partition("· 0%</summary>")
    assert after.index(sure) < after.index("</details>")  # the send button is inside the fold
    assert f'value="chosroes">{sure}' in after


@pytest.mark.django_db
def test_an_attack_that_may_be_won_has_its_chance_on_its_button() -> None:
    told = page(attacking(30, 5), "byzantium")
    assert "Attack all the same" not in told
    assert re.search(r"value=\"chosroes\"[^>]*>[^<]* · [1-9][0-9.]*%</button>", told)


# --- failed attempts, with die and chance ---


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            {
                "kind": "interception_rolled",
                "army": "oriens",
                "province": "mesopotamia",
                "face": 7,
                "drm": 1,
                "control": 4,
                "success": False,
                "place": "osrhoene",
                "sp": 12,
                "patrol": False,
            },
            "fails (7 +1 against control 4, chance 40%)",
        ),
        (
            {
                "kind": "retreated_before",
                "army": "oriens",
                "origin": "osrhoene",
                "to": "euphratensis",
                "face": 9,
                "drm": 2,
                "control": 5,
            },
            "it goes badly (9 +2 against control 5, chance of an orderly one 40%)",
        ),
        (
            {
                "kind": "alliance_rolled",
                "power": "franks",
                "face": 2,
                "drm": -1,
                "bribe_drm": 3,
                "result": "barbarian",
            },
            "(chance for Byzantium 40%)",
        ),
        (
            {
                "kind": "sea_interception_rolled",
                "fleet": "vandals@africa_proconsularis",
                "face": 9,
                "success": False,
            },
            "(9, chance",
        ),
    ],
    ids=lambda value: value["kind"] if isinstance(value, dict) else "",
)
def test_a_failure_is_told_with_its_die_and_its_chance(event: dict[str, Any], told: str) -> None:
    with translation.override("en"):
        assert told in WORDING.event(event)


def test_since_the_last_visit_a_failed_interception_is_not_left_out() -> None:
    """A successful interception is left out, because the battle listed next to it says so."""
    failed = {"kind": "interception_rolled", "success": False}
    assert not news._is_aside(failed) and news._is_aside({**failed, "success": True})


# --- buttons name the action ---


def test_every_form_of_a_game_has_a_button_that_names_its_deed() -> None:
    kinds: dict[str, Any] = {}
    table = rules(setup="free")
    for number, (state, seat, _action, _step) in enumerate(play(table, 5, "random", 900)):
        if number % 3 == 0:
            kinds |= {choice.kind: choice for choice in table.choices(state, seat)}
    assert len(kinds) > 30
    for kind, choice in kinds.items():
        for language in ("en", "it"):
            with translation.override(language):
                deed = forms.button_label_of(choice, WORDING)
            assert deed and "%(" not in deed and deed not in ("Do it", "Fallo")
            assert kind in ALL.labels or kind in ALL.passes
