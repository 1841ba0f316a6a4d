"""Recent events as motion: who may see it, what it shows, and what it leaves out."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.urls import reverse

from campaigns.justinian.pages import motion as war
from campaigns.justinian.wording import JustinianWording
from games import plugins
from games.models import Game
from games.motion.values import Milestone
from tests.battles.schiere import begun as schiere
from tests.campaigns.italia import begun as italia
from tests.campaigns.justinian import begun as justinian
from tests.campaigns.justinian.begun import SCENARIO
from tests.found import some
from tests.web.cast import browser, raid, running
from tests.web.counting import queries
from tests.web.long_games import long_game, play_on

pytestmark = pytest.mark.django_db
REELS = settings.BASE_DIR / "static" / "reels"


def reel(game: Game, who: str = "anna", **asked: Any) -> dict[str, Any]:
    found = browser(who).get(reverse("game-motion", args=[game.pk]), asked)
    assert found.status_code == 200
    return dict(found.json())


def whole(game: Game, who: str = "anna") -> list[dict[str, Any]]:
    """Return every motion of a game, turn by turn, as a replay plays it."""
    found, after = [], -1
    while after < game.seq:
        one = reel(game, who, after=after, turn=1)
        found += [motion for stride in one["strides"] for motion in stride["motions"]]
        assert one["until"] > after
        after = one["until"]
    return found


def drawn(game: Game) -> set[str]:
    """Check that every motion has what a map needs to draw it. Return the kinds of motions."""
    for motion in some(whole(game)):
        if motion["kind"] == "moved":
            assert len(motion["way"]) > 1 and motion["piece"] and motion["mark"]
        else:
            assert motion.get("at") or not motion["place"]
    return {motion["kind"] for motion in whole(game)}


def test_a_war_is_played_on_its_map() -> None:
    game = justinian.play_on(justinian.campaign(), lambda table: table.turn == 3)
    assert drawn(game) >= {"moved", "fought", "changed"}


def test_a_campaign_of_several_nations_is_played_on_its_map() -> None:
    game = italia.play_on(italia.campaign(), lambda table: table.turn == 3)
    assert drawn(game) >= {"moved", "fought", "changed"}


def test_a_battle_is_played_on_its_board() -> None:
    game = schiere.to_a_duel(schiere.stored_battle())
    later = game.seq + 60
    game = schiere.play_on(game, lambda table: table.seq >= later)
    assert drawn(game) >= {"moved", "fought"}


def test_a_victory_against_the_odds_and_a_prefecture_are_remembered() -> None:
    names = JustinianWording(SCENARIO).names
    battle = {
        "kind": "battle_fought",
        "province": "africa",
        "attacker_sp": 10,
        "defender_sp": 30,
        "attacker_die": 9,
        "defender_die": 0,
        "attacker_drms": {"strength_differential": -2},
        "defender_drms": {"strength_differential": 2},
        "attacker_loses": 1,
        "defender_loses": 6,
        "winner": "attacker",
        "by": "table",
    }
    ended = {"kind": "turn_ended", "turn": 1, "prefectures": ["africa"], "lazica_lost": False}
    view = {"prefectures": {"africa": {"controlled": False}, "oriens": {"controlled": True}}}
    found = war.motions([[battle], [ended]], view, names, "byzantium")
    assert [one.good for one in found[0] + found[1] if isinstance(one, Milestone)] == [True, True, False]
    barbarian = war.motions([[ended]], view, names, "barbarian")[0]
    assert [one.good for one in barbarian if isinstance(one, Milestone)] == [False, True]


def test_where_there_is_no_map_it_is_told() -> None:
    game = running()
    browser("owner").post(reverse("game-act", args=[game.pk]), raid(game))
    told = reel(game, "rival", after=-1)["strides"]
    assert any(stride["lines"] for stride in told)
    assert not any(stride["motions"] for stride in told)


def test_what_is_hidden_is_not_played() -> None:
    """Red has attacked in secret, and nobody else learns the target."""
    game = running(public=True)
    browser("owner").post(reverse("game-act", args=[game.pk]), raid(game))
    own = str(reel(game, "owner", after=0, turn=1)["strides"])
    assert "east" in own.lower()
    for who in ("rival", "", "gm"):
        assert "east" not in str(reel(game, who, after=0, turn=1)["strides"]).lower()


def test_ones_own_march_is_not_played_back_unasked() -> None:
    game = running()
    browser("owner").post(reverse("game-act", args=[game.pk]), raid(game))
    assert reel(game, "owner", after=0)["strides"] == []
    assert reel(game, "owner", after=0, turn=1)["strides"] != []
    assert reel(game, "owner")["strides"] == []


def test_strangers_get_nothing() -> None:
    game = running()
    assert browser("stranger").get(reverse("game-motion", args=[game.pk])).status_code == 404
    assert browser("owner").get(reverse("game-motion", args=[game.pk]), {"after": "x"}).status_code == 200


def test_it_asks_the_database_no_more_for_a_longer_stretch() -> None:
    game = long_game()
    address = reverse("game-motion", args=[game.pk])
    play_on(game, 6)
    few = queries("gm", f"{address}?after=3")
    play_on(game, 12)
    assert queries("gm", f"{address}?after=3") <= few


def test_the_front_page_plays_what_was_recorded() -> None:
    page = browser().get("/").content.decode()
    for reel in some(one.reel for one in plugins.installed_plugins() if one.reel is not None):
        assert f"reels/{reel.name}.svg" in page and f"reels/{reel.name}.en.json" in page
        drawn = (REELS / f"{reel.name}.svg").read_text()
        assert f'viewBox="0 0 {reel.width} ' in drawn
        for language, _label in settings.LANGUAGES:
            told = json.loads((REELS / f"{reel.name}.{language}.json").read_text())
            assert sum(len(stride["motions"]) for stride in told["strides"]) >= 5


def test_a_recording_shows_only_what_strangers_see(tmp_path: Path) -> None:
    game = schiere.to_a_duel(schiere.stored_battle())
    call_command("record", str(game.pk), "duel", folder=tmp_path, strides=4)
    told = json.loads((tmp_path / "duel.it.json").read_text())
    assert 0 < len(told["strides"]) <= 4
    assert (tmp_path / "duel.svg").read_text().startswith("<svg")


def test_a_turn_of_the_chronicle_can_be_watched_and_the_last_moment_tells_how_it_came_to_it() -> None:
    game = justinian.play_on(justinian.campaign(), lambda table: table.turn == 2)
    page = browser("anna").get(reverse("game-chronicle", args=[game.pk]), {"turn": 1}).content.decode()
    before = page.split(f"{reverse('game-replay', args=[game.pk])}?")[1].split("at=")[1].split("#play")[0]
    assert reel(game, after=before, turn=1)["strides"]
    last = reel(game, after=game.seq, turn=1)
    assert last["after"] < game.seq
    assert last["until"] == game.seq
