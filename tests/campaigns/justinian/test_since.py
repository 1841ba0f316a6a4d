"""The events since the last visit, in a few lines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone, translation

from campaigns.annals import news as shared
from campaigns.annals.news import NewsItem
from campaigns.justinian.pages import news
from campaigns.justinian.rules.scenario.loading import builtin
from campaigns.justinian.rules.state.progress import ByzantineSegment, March
from campaigns.justinian.rules.state.state import State
from campaigns.justinian.wording.names import Names
from games import services
from games.models import Game
from tests.campaigns.justinian.begun import act, campaign
from tests.campaigns.justinian.stored import page, stored
from tests.web.cast import person

SCENARIO = builtin()


def test_what_happened_tells_a_march_in_one_line() -> None:
    steps = [("europa", "rhodope"), ("rhodope", "macedonia")]
    events = [
        {"kind": "army_moved", "army": "thrace", "origin": a, "to": b, "mp": 1, "left": 1} for a, b in steps
    ]
    with translation.override("en"):
        assert news.brief(
            [*events, {"kind": "gold_spent", "gold": 2, "what": "activate"}], Names(SCENARIO)
        ) == ["The Army of Thrace marches: Europa → Rhodope → Macedonia."]


def test_no_battle_is_folded_away_before_the_last_few_lines() -> None:
    battle, line = (
        NewsItem("a battle", "battle_fought", battle=True, weighty=True),
        NewsItem("a marker", "marker_placed"),
    )
    assert shared.shown_from([line] * 5) == 0
    assert shared.shown_from([line] * 12) == 12 - shared.SHORT
    assert shared.shown_from([line, battle, *[line] * 12]) == 1
    # too long ago to list
    assert shared.shown_from([battle, *[line] * shared.LONG]) == shared.LONG + 1 - shared.SHORT


def test_an_activation_is_told_by_the_march_that_follows_it() -> None:
    leaves = {"kind": "army_activated", "army": "thrace", "place": "europa", "leader": "solomon", "mp": 3}
    step = {"kind": "army_moved", "army": "thrace", "origin": "europa", "to": "rhodope", "mp": 1, "left": 2}
    with translation.override("en"):
        names = Names(SCENARIO)
        assert news.brief([leaves], names)[0].endswith("3 MP.")
        assert news.brief([leaves, step], names) == ["The Army of Thrace marches: Europa → Rhodope."]


def test_a_player_with_a_decision_sees_fewer_news_but_every_battle() -> None:
    battle, line = (
        NewsItem("a battle", "battle_fought", battle=True, weighty=True),
        NewsItem("a marker", "marker_placed"),
    )
    assert shared.shown_from([line] * 12, shared.BRIEF, shared.LONGER) == 12 - shared.BRIEF
    assert shared.shown_from([*[line] * 7, battle, *[line] * 4], shared.BRIEF, shared.LONGER) == 7


def lost(unit: str, sp: int, reason: str, power: str = "byzantium") -> dict[str, object]:
    return {"kind": "sp_lost", "unit": unit, "power": power, "sp": sp, "reason": reason}


def test_9_0_what_an_epidemic_took_is_one_sum_a_power() -> None:
    events = [
        lost("frontier:europa", 2, "epidemic"),
        lost("army:hilderic", 4, "epidemic", "vandals"),
        lost("army:thrace", 4, "epidemic"),
    ]
    with translation.override("en"):
        assert news.brief(events, Names(SCENARIO)) == [
            "Byzantium: 6 SP lost in 2 groups (epidemic).",
            "Hilderic: 4 SP lost (epidemic).",
        ]


def test_a_loss_that_the_battle_tells_of_is_not_told_twice() -> None:
    with translation.override("en"):
        assert news.brief([lost("army:thrace", 4, "battle")], Names(SCENARIO)) == []


def test_7_16_troops_that_stay_behind_are_told_of() -> None:
    event = {
        "kind": "sp_shifted",
        "source": "army:oriens",
        "target": "frontier:osrhoene",
        "sp": 2,
        "reason": "frontier",
    }
    with translation.override("en"):
        (line,) = news.brief([event], Names(SCENARIO))
        assert "2 SP" in line and "Osrhoene" in line
        assert news.brief([event | {"reason": "disband"}], Names(SCENARIO)) == []  # the disbanding says it


@pytest.mark.parametrize(
    ("reason", "english", "italian"),
    [("pick_up", "(picked up).", "(raccolti)."), ("detach", "(detached).", "(distaccati).")],
)
def test_7_17_troops_taken_along_or_left_are_told_as_done(reason: str, english: str, italian: str) -> None:
    event = {
        "kind": "sp_shifted",
        "source": "detached:venetia_et_histria:ostrogoths",
        "target": "army:athalaric",
        "sp": 3,
        "reason": reason,
    }
    for language, told in (("en", english), ("it", italian)):
        with translation.override(language):
            assert news.brief([event], Names(SCENARIO))[0].endswith(told)


@pytest.mark.django_db
def test_a_step_back_is_told_with_its_reason() -> None:
    game = campaign("gm", options={"setup": "suggested"})
    seq, now = game.seq, timezone.now()
    game = act(game, "barbarian", {"kind": "pass"})
    services.rewind(game.pk, game.gm, to_seq=seq, drawn_seq=game.seq, key="k", now=now, why="a slip")
    lines = news.news_since(services.table(game), "barbarian", Names(SCENARIO)).late
    assert [one.text for one in lines] == [
        f"Byzantium, the only player, went back to the position after move {seq}. Reason: a slip"
    ]


def byzantium_plays(game: Game, kind: str) -> None:
    action = {"kind": kind}
    user, now = person("bruno"), timezone.now()
    services.submit(game.pk, "byzantium", action, drawn_seq=game.seq, key="k", user=user, now=now)


@pytest.mark.django_db
def test_what_ends_the_turn_is_told_even_after_one_s_own_move() -> None:
    """Byzantium's last segment ends the turn, and its revenue is shown before anyone else moves."""

    def last(state: State) -> State:
        counts = replace(state, segments=4, selects=0, randoms=0)
        return replace(counts, stack=(*state.stack[:-1], ByzantineSegment()))

    game = stored(last)
    byzantium_plays(game, "pass")
    told = news.news_since(services.table(game), "byzantium", Names(SCENARIO))
    assert any(one.text.startswith("Revenue:") for one in told.late)


def test_5_42_the_gold_of_a_captured_treasury_is_told_once() -> None:
    captured = {"kind": "treasury_captured", "power": "ostrogoths", "gold": 50}
    gained = {"kind": "gold_gained", "gold": 50, "what": "treasury"}
    with translation.override("en"):
        assert len(news.brief([captured, gained], Names(SCENARIO))) == 1
        assert len(news.brief([gained | {"what": "handicap"}], Names(SCENARIO))) == 1


def test_the_revenue_is_not_folded_away_before_what_follows_it() -> None:
    revenue, line = NewsItem("76 G", "revenue_received", weighty=True), NewsItem("a marker", "marker_placed")
    assert shared.shown_from([*[line] * 9, revenue, *[line] * 4], shared.BRIEF, shared.LONGER) == 9


def test_8_3_ships_lost_in_battle_are_told_by_the_battle() -> None:
    event = {"kind": "fleet_lost", "power": "vandals", "place": "sardinia", "sp": 1}
    with translation.override("en"):
        assert news.brief([event | {"reason": "battle"}], Names(SCENARIO)) == []
        assert len(news.brief([event | {"reason": "epidemic"}], Names(SCENARIO))) == 1


@pytest.mark.django_db
def test_6_53_who_disbands_an_army_is_told_where_its_leader_went() -> None:
    def marching(state: State) -> State:
        segment = ByzantineSegment("done")
        return replace(state, stack=(*state.stack[:-1], segment, March("illyricum", "byzantium", 3)))

    game = stored(marching)
    leader = Names(SCENARIO).leader(services.table(game).state.armies["illyricum"].leader)
    byzantium_plays(game, "disband")
    sentence = f"{leader} goes back into the leader cup."
    for seat in ("byzantium", "barbarian"):
        assert sentence in page(Game.objects.get(pk=game.pk), seat)


def test_9_0_provinces_that_rise_together_are_told_once() -> None:
    """Each province has a marker and an event, but the reader gets one line about the revolt."""
    events: list[dict[str, Any]] = []
    for province in ("armenia_i", "armenia_ii"):
        events += [
            {"kind": "marker_placed", "province": province, "marker": "revolt"},
            {"kind": "province_revolted", "province": province},
        ]
    names = Names(builtin())
    with translation.override("en"):
        assert news.brief(events, names) == ["Armenia I and Armenia II rise in revolt."]
        assert news.brief(events[:2], names) == ["Armenia I rises in revolt."]
    with translation.override("it"):
        assert news.brief(events, names) == ["Armenia I e Armenia II insorgono."]


@pytest.mark.django_db
def test_9_0_who_passes_before_a_lost_segment_is_told_of_it() -> None:
    """Religious disputes cost Byzantium the segment right after the Barbarian's pass, and the Barbarian's
    page says so.
    """
    game = stored(lambda state: replace(state, lost_segments=1))
    key = "00000000-0000-4000-8000-00000000000d"
    now = timezone.now()
    services.submit(
        game.pk, "barbarian", {"kind": "pass"}, drawn_seq=game.seq, key=key, user=person("anna"), now=now
    )
    told = page(Game.objects.get(pk=game.pk), "barbarian")
    assert "Religious disputes paralyse Byzantium: segment 1 is lost." in told[: told.index('id="doing"')]


@pytest.mark.django_db
def test_6_12_who_waited_is_told_that_the_other_side_did_nothing() -> None:
    game = stored(lambda state: state)
    key, now = "00000000-0000-4000-8000-00000000000e", timezone.now()
    user = person("anna")
    services.submit(game.pk, "barbarian", {"kind": "pass"}, drawn_seq=game.seq, key=key, user=user, now=now)
    told = page(Game.objects.get(pk=game.pk), "byzantium")
    assert "The Barbarians: no action in this segment." in told[: told.index('id="doing"')]
    assert (
        page(Game.objects.get(pk=game.pk), "byzantium", "chronicle/").count(": no action in this segment")
        == 2
    )
