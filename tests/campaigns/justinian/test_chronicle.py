"""The chronicle as a history: no event is missing, every die is shown, segments are episodes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone, translation

from campaigns.annals import chronicle as page_of
from campaigns.annals import moments
from campaigns.justinian.pages import fights, story, summary
from campaigns.justinian.pages.moments import measure_position
from campaigns.justinian.rules.scenario.loading import builtin
from campaigns.justinian.wording.headlines import headline
from campaigns.justinian.wording.names import Names
from games import services
from games.models import Game
from tests.campaigns.justinian import begun

NAMES = Names(builtin())


@dataclass(frozen=True)
class Entry:
    """A log entry with only the fields from which the chronicle is written."""

    seq: int
    events: tuple[dict[str, Any], ...]
    rolls: tuple[dict[str, Any], ...] = ()
    undone: bool = False
    kind: str = "step"
    seat: str = ""


def event(kind: str, **facts: Any) -> dict[str, Any]:
    return {"kind": kind, **facts}


def die(face: int, purpose: str, of: int | None) -> dict[str, Any]:
    return {"face": face, "sides": 10, "purpose": purpose, "event": of}


def segment(seat: str, number: int) -> dict[str, Any]:
    return event("segment_began", seat=seat, number=number, marker="")


# --- grouping of entries ---


def test_an_entry_that_ends_a_turn_and_opens_the_next_is_shared_out() -> None:
    lines = [
        Entry(1, (segment("byzantium", 5),)),
        Entry(2, (event("activation_ended", army="oriens", reason="chosen"), event("turn_ended", turn=1),
                  event("turn_began", turn=2, year=532), event("revenue_received", gold=80))),
        Entry(3, (segment("barbarian", 1),)),
    ]  # fmt: skip
    assert [p.sort for p in story.STORY.passages(lines)] == ["segment", "ending", "opening", "segment"]
    first, second = story.STORY.of_turn(lines, 1), story.STORY.of_turn(lines, 2)
    assert [p.sort for p in first] == ["segment", "ending"]
    assert [p.sort for p in second] == ["opening", "segment"]
    assert [e["kind"] for e in second[0].events] == ["turn_began", "revenue_received"]


def test_changes_in_a_shared_entry_count_for_the_earlier_part_only_after_a_fight() -> None:
    opening = event("turn_began", turn=2, year=532)
    quiet = [Entry(1, (segment("byzantium", 5),)), Entry(2, (event("activation_ended"), opening))]
    before, after = story.STORY.passages(quiet)
    assert (before.until, after.before, after.until) == (1, 1, 2)
    fought = [Entry(1, (segment("byzantium", 5),)), Entry(2, (event("sp_lost"), opening))]
    before, after = story.STORY.passages(fought)
    assert (before.until, after.before) == (2, 2)


def test_a_fort_before_the_activation_belongs_to_the_segment_that_it_opens() -> None:
    lines = [
        Entry(1, (segment("barbarian", 2),)),
        Entry(2, (event("gold_spent", gold=5, what="fort"), event("fort_built", province="dalmatia"))),
        Entry(3, (segment("byzantium", 2), event("recruits_rolled", power="byzantium", sp=3, dice=[3]))),
    ]
    told = story.STORY.passages(lines)
    assert [(p.seat, p.number) for p in told] == [("barbarian", 2), ("byzantium", 2)]
    assert [s.line.seq for s in told[1].steps] == [2, 3]


def test_what_a_rewind_took_back_is_no_part_of_the_story() -> None:
    lines = [
        Entry(1, (segment("byzantium", 1),)),
        Entry(2, (event("army_moved"),), undone=True),
        Entry(3, (), kind="rewind"),
    ]
    (passage,) = story.STORY.passages(lines)
    assert [e["kind"] for e in passage.events] == ["segment_began"]


def test_each_die_goes_with_the_event_that_came_of_it() -> None:
    events = (
        event("battle_fought"),
        event("disorganisation_rolled"),
        event("recruits_rolled", dice=[4, 5]),
    )
    rolls = (
        die(3, "battle", 0),
        die(7, "battle", 0),
        die(2, "disorganisation", 1),
        die(4, "troops", 2),
        die(5, "troops", 2),
        die(9, "status", None),
    )
    (passage,) = story.STORY.passages([Entry(1, events, rolls)])
    assert [[d["face"] for d in beat.dice] for beat in passage.beats] == [[3, 7], [2], [4, 5]]
    assert [d["face"] for d in passage.steps[0].dice] == [9]


# --- headlines and battles ---


def told(*events: dict[str, Any], won: tuple[str, ...] = (), seat: str = "byzantium") -> str:
    with translation.override("en"):
        return headline("segment", seat, 1, events, won, NAMES)


OUT = event("army_activated", army="africa", leader="belisarius", mp=6, place="europa")


def test_a_headline_says_who_went_where_and_what_came_of_it() -> None:
    landing = event("army_placed", army="africa", place="sicilia", reason="landed")
    attack = event("attack_declared", attackers=["africa"], target="all", province="sicilia")
    battle = event("battle_fought", province="sicilia", winner="attacker")
    assert told(OUT, landing) == "Belisarius lands in Sicilia"
    assert told(OUT, landing, won=("sicilia",)) == "Belisarius takes Sicilia"
    fought = told(OUT, landing, attack, battle, won=("sicilia",))
    assert fought == "Belisarius wins a battle in Sicilia and takes Sicilia"
    beaten = told(OUT, landing, attack, {**battle, "winner": "defender"})
    assert beaten == "Belisarius is beaten in Sicilia"
    assert told(OUT) == "Belisarius stays at Europa"


def test_a_people_is_spoken_of_in_the_plural() -> None:
    march = event("army_moved", army="moors_leader", origin="moors_box", to="numidia", mp=1, left=2)
    start = event("army_activated", army="moors_leader", leader="moors_leader", mp=3, place="moors_box")
    assert told(start, march, seat="barbarian") == "Moors march to Numidia"


def test_8_15_a_battle_shows_both_sides_with_their_dice() -> None:
    fought = event(
        "battle_fought",
        province="flaminia",
        attacker_sp=55,
        defender_sp=37,
        attacker_die=6,
        defender_die=6,
        attacker_drms={"leader": 2, "city": -1},
        defender_drms={"weak_troops": -1},
        attacker_loses=5,
        defender_loses=9,
        winner="attacker",
        by="table",
    )
    declared = event("attack_declared", attackers=["italia"], target="all", province="flaminia")
    fallen = [
        event("sp_lost", unit="army:italia", power="byzantium", sp=5, reason="battle"),
        event("sp_lost", unit="army:witigis", power="ostrogoths", sp=9, reason="battle"),
    ]
    with translation.override("en"):
        fight = fights.land(fought, declared, fallen, NAMES)
    assert (fight.attacker.who, fight.attacker.total, fight.attacker.loses) == ("Army of Italy", 7, 5)
    assert (fight.defender.who, fight.defender.total, fight.defender.won) == ("Witigis", 5, False)


# --- a whole game ---


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: Any) -> Iterator[Any]:
    """Two turns played by the bot, once for all tests that read them."""
    with django_db_blocker.unblock():
        game = begun.campaign("chronicler", options={"setup": "suggested"})
        begun.play_on(game, lambda table: table.state.turn > 2)
        yield game.pk
        Game.objects.filter(pk=game.pk).delete()
        game.gm.delete()


@pytest.fixture
def campaign(played: Any, db: None) -> Any:
    return Game.objects.get(pk=played)


def test_every_event_and_every_die_is_told_exactly_once(campaign: Any) -> None:
    table = services.table(campaign)
    lines = services.chronicle(table, None, 1000)[::-1]
    passages = [p for turn in (1, 2, 3) for p in story.STORY.of_turn(lines, turn)]
    events = [e for p in passages for e in p.events]
    assert events == [e for line in lines for e in line.events]
    dice = [d for p in passages for s in p.steps for d in (*(d for b in s.beats for d in b.dice), *s.dice)]
    assert len(dice) == sum(len(line.rolls) for line in lines)


def test_a_turns_gold_summary_agrees_with_its_positions(campaign: Any) -> None:
    table = services.table(campaign)
    found = story.STORY.of_turn(page_of.lines_of(table, None, 2), 2)
    seqs = {n for p in found for n in (p.before, p.until, p.first)}
    known = moments.read(campaign, table, seqs, measure_position)
    came = summary.summary(found, known, NAMES)
    assert came is not None
    assert came.gold[1] == came.gold[0] + sum(int(g.replace("−", "-")) for _what, g in came.account)
    opened = found[0]
    (shared,) = services.chronicle(table, None, 1, before_seq=opened.first + 1)
    earlier = itertools.takewhile(lambda e: e["kind"] != "turn_began", shared.events)
    before = moments.read(campaign, table, {shared.seq - 1}, measure_position)[shared.seq - 1]
    assert came.gold[0] == before["gold"] + sum(gold for _what, gold in summary._money(earlier))
    byzantium = came.changes[0]
    assert byzantium.sp == (
        known[opened.before]["sp"]["byzantium"],
        known[found[-1].until]["sp"]["byzantium"],
    )


def test_states_of_the_line_of_play_are_walked_through_in_order(campaign: Any) -> None:
    table = services.table(campaign)
    wanted = {2, 3, 19, 47, table.seq}
    found = dict(services.states_at(table, {*wanted, 10_000}))
    assert set(found) == wanted
    assert all(state == services.head_at(table, seq).state for seq, state in found.items())
    back = services.rewind(
        campaign.pk, campaign.gm, to_seq=19, drawn_seq=campaign.seq, key="line", now=timezone.now()
    ).game
    after = services.table(back)
    assert set(dict(services.states_at(after, {3, 19, 47}))) == {3, 19}  # entry 47 was undone


def test_positions_are_measured_only_once(campaign: Any, django_assert_num_queries: Any) -> None:
    cache.clear()
    table = services.table(campaign)
    first = moments.read(campaign, table, {3, 27, 41}, measure_position)
    assert set(first) == {3, 27, 41}
    with django_assert_num_queries(0):
        assert moments.read(campaign, table, {3, 27, 41}, measure_position) == first


@pytest.mark.parametrize(
    ("language", "words"), [("en", "What the turn came to"), ("it", "Il bilancio del turno")]
)
def test_the_page_tells_a_turn_in_both_languages(
    client: Any, campaign: Any, language: str, words: str
) -> None:
    client.cookies["django_language"] = language
    address = reverse("game-chronicle", args=[campaign.pk])
    page = client.get(address + "?turn=2").content.decode()
    assert words in page and "%(" not in page and "style=" not in page
    assert page.count('class="tale"') >= 10 and 'class="fight"' in page
    entries = {int(n) for n in re.findall(r'id="entry-(\d+)"', page)}
    ours = campaign.entries.filter(turn=2).values_list("seq", flat=True)
    assert set(ours) <= entries


def test_the_whole_war_and_one_power_or_province(client: Any, campaign: Any) -> None:
    client.cookies["django_language"] = "en"
    address = reverse("game-chronicle", args=[campaign.pk])
    whole = client.get(address + "?turn=all").content.decode()
    assert whole.count('class="chron-turn"') == 3
    persia = client.get(address + "?power=persia").content.decode()
    assert 0 < persia.count('class="tale"') < whole.count('class="tale"')
    nowhere = client.get(address + "?place=lusitania&power=persia").content.decode()
    assert "Nothing found" in nowhere or 'class="tale"' not in nowhere


def test_the_plain_chronicle_is_a_link_away(client: Any, campaign: Any) -> None:
    page = client.get(reverse("game-chronicle", args=[campaign.pk]) + "?steps=1").content.decode()
    assert 'name="before"' in page and 'class="tale"' not in page


def test_what_was_taken_back_is_folded_away(client: Any, campaign: Any) -> None:
    table = services.table(campaign)
    ours = [line.seq for line in services.chronicle(table, None, 1000, turn=2)]
    services.rewind(
        campaign.pk, campaign.gm, to_seq=ours[5], drawn_seq=campaign.seq, key="back", now=timezone.now()
    )
    client.force_login(campaign.gm)
    client.cookies["django_language"] = "en"
    page = client.get(reverse("game-chronicle", args=[campaign.pk]) + "?turn=2").content.decode()
    assert "Undone" in page and page.count(f'id="entry-{ours[0]}"') == 1
    assert page.index("Undone") < page.index(f'id="entry-{ours[0]}"')
