"""A player's list of games: urgent ones first, and none missing."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games import access, plugins, services
from games.models import BattleLink, Game
from games.views import home
from games.wording.narration import standing
from tests.battles.schiere import begun as schiere
from tests.campaigns.italia import begun as italia
from tests.campaigns.justinian import begun as justinian
from tests.games.campaigning import at_battle
from tests.games.stroll import THROW
from tests.web.cast import browser, lobby, person, running
from tests.web.strolls import do, stroll

pytestmark = pytest.mark.django_db


def page(who: str = "owner", **asked: Any) -> str:
    return browser(who).get("/", asked).content.decode()


def order(text: str, *names: str) -> list[str]:
    return sorted(names, key=text.index)


def due(game: Game, hours: int) -> None:
    game.decisions.filter(seat="red").update(due_at=timezone.now() + timedelta(hours=hours))


def test_an_answer_with_a_deadline_is_more_urgent_than_one_without() -> None:
    running(name="whenever you like")
    tomorrow, soon = running(name="due tomorrow"), running(name="due within the hour")
    due(tomorrow, 24)
    due(soon, 1)
    first = access.owed_answers(person("owner")).first()
    assert first is not None and first.game == soon
    told = page().split("</section>", 1)[1]
    assert order(told, "whenever you like", "due tomorrow", "due within the hour") == [
        "due within the hour",
        "due tomorrow",
        "whenever you like",
    ]


def test_a_game_that_gathers_its_players_stands_where_its_age_puts_it() -> None:
    """A game in its lobby has no last move. Databases sort missing values differently, so its age decides its
    place.
    """
    old, fresh = lobby(name="old lobby"), lobby(name="fresh lobby")
    played = running(name="played yesterday")
    now = timezone.now()
    Game.objects.filter(pk=old.pk).update(created_at=now - timedelta(days=9))
    Game.objects.filter(pk=played.pk).update(moved_at=now - timedelta(days=1))
    Game.objects.filter(pk=fresh.pk).update(created_at=now)
    assert [game.name for game in access.games_of(person("gm"))] == [
        "fresh lobby",
        "played yesterday",
        "old lobby",
    ]


def test_of_many_games_none_is_lost_from_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "PAGE", 3)
    names = [f"campaign number {number} of them" for number in range(5)]
    for name in names:
        running(name=name)
    first, second = page(), page(page="2")
    assert "?page=2" in first and "?page=1" in second
    told = first.split("</section>", 1)[1] + second
    assert [told.count(f">{name}<") for name in names] == [1] * 5


def test_finished_games_have_a_list_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "PAGE", 3)
    for number in range(5):
        running(name=f"war {number} is over")
    assert reverse("finished-games") not in page()
    Game.objects.update(status=Game.Status.ENDED, ended_at=timezone.now())
    assert "is over" not in page() and reverse("finished-games") in page()
    client, address = browser("owner"), reverse("finished-games")
    told = "".join(client.get(address, {"page": number}).content.decode() for number in (1, 2))
    assert [told.count(f"war {number} is over") for number in range(5)] == [1] * 5
    assert "No finished games yet" in browser("stranger").get(address).content.decode()
    assert browser().get(address).status_code == 302


# --- battles ---


def at_war(**more: Any) -> Game:
    """Create a game in which red has attacked blue and a battle must be fought."""
    people = {"red": person("owner"), "blue": person("rival"), "green": person("stranger")}
    return at_battle(person("gm"), people, **more)


def owed(who: str, game: Game) -> bool:
    battles = access.battles_awaiting(person(who))
    return access.by_urgency(person(who), access.games_of(person(who)), battles).get(pk=game.pk).owed


def test_a_battle_is_the_players_to_fight_not_the_game_masters() -> None:
    campaign = at_war()
    battle = campaign.battle_links.get().battle
    assert (owed("owner", battle), owed("gm", campaign)) == (True, False)
    assert "Your move" not in page("gm")
    assert "waiting for owner, rival" in page("gm") and "waiting for owner, rival" in page("stranger")


def test_who_is_asked_whether_a_report_is_true_finds_it_on_top() -> None:
    campaign = at_war()
    link = campaign.battle_links.get()
    assert link.battle is not None
    services.report_battle(link.pk, person("owner"), {"winner": "attacker", "losses": {}}, now=timezone.now())
    where = reverse("game-battle", args=[campaign.pk, link.pk])
    assert where in page("rival") and owed("rival", campaign)
    for done in ("owner", "gm", "stranger"):
        assert where not in page(done) and not owed(done, campaign)
    services.dispute_battle(link.pk, person("rival"), now=timezone.now())
    assert owed("gm", campaign) and "Your move" in page("gm")


def test_who_fights_elsewhere_finds_where_to_report(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without:
        without.setattr(plugins, "bridge", lambda *names: None)
        campaign = at_war()
    link = campaign.battle_links.get()
    assert link.battle is None
    where = reverse("game-battle", args=[campaign.pk, link.pk])
    assert where in page("owner") and where in page("rival") and where not in page("stranger")


def test_a_full_table_asks_its_game_master_to_begin() -> None:
    game = lobby(name="nearly there")
    game.seats.update(is_bot=True)
    assert "Everybody is here" in page("gm")
    game.seats.filter(key="blue").update(is_bot=False)
    assert "Everybody is here" not in page("gm")
    game.seats.filter(key="blue").update(user=person("owner"))
    assert "Everybody is here" in page("gm") and "Everybody is here" not in page("owner")


def test_a_card_never_says_your_move_and_waiting_for_others_at_once() -> None:
    """Red and blue both owe orders. The card of red's player says that it is their move and, after it, that
    the game waits for blue's player.
    """
    game = running(name="both owe")
    card = page().split("both owe", 2)[2].split("</a>")[0]
    assert "your move" in card and "waiting for" not in card
    services.submit(
        game.pk,
        "red",
        {"kind": "hold"},
        drawn_seq=game.seq,
        key="k",
        user=person("owner"),
        now=timezone.now(),
    )
    card = page().split("both owe", 1)[1].split("</a>")[0]
    assert "your move" not in card and "waiting for rival" in card


def test_a_request_to_go_back_asks_for_my_word() -> None:
    game = stroll("owner", "rival")
    do(game, "owner", "north", THROW)
    services.ask_back(
        game.pk, person("owner"), to_seq=0, drawn_seq=game.seq, now=timezone.now(), why="a slip"
    )
    asked, asking = page("rival"), page("owner")
    assert "owner asks to undo." in asked and reverse("game-back", args=[game.pk]) in asked
    assert "asks to undo" not in asking and "asks to undo" in page("gm")  # a game master who does not play
    assert "asks to undo" not in page("stranger")


def test_a_card_tells_the_turn_how_it_stands_and_shows_the_map() -> None:
    game = justinian.campaign(options={"setup": "suggested"})
    told = page("anna")
    assert "Turn 1" in told and "prefectures under Byzantium: " in told
    assert f"{reverse('game-thumbnail', args=[game.pk])}?v={game.version}" in told


def test_who_is_ahead_is_told_by_name() -> None:
    game = running()
    game.standing = {"turn": 1, "scores": {"red": 3, "blue": 5}, "seats": {"red": "Red", "blue": "Blue"}}
    assert standing(game) == "Ahead: Blue"
    game.standing["scores"] = {"red": 3, "blue": 3}
    assert standing(game) == "Nobody is ahead"


def test_the_map_is_drawn_once_and_a_stranger_gets_none() -> None:
    game = justinian.campaign(public=False)
    address = reverse("game-thumbnail", args=[game.pk])
    client = browser("anna")
    first = client.get(address)
    drawn = first.content.decode()
    assert first["Content-Type"] == "image/svg+xml" and drawn.startswith("<svg") and len(drawn) < 25_000
    assert "style" not in drawn and "script" not in drawn
    assert client.get(address, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    assert browser("stranger").get(address).status_code == 404
    assert browser("owner").get(reverse("game-thumbnail", args=[running().pk])).status_code == 404


def test_a_board_of_squares_and_a_map_of_nations_have_stamps() -> None:
    for game in (schiere.stored_battle(), italia.campaign()):
        drawn = browser("anna").get(reverse("game-thumbnail", args=[game.pk])).content.decode()
        assert drawn.count("<path") > 2 and len(drawn) < 25_000


def test_a_finished_battle_stays_with_its_campaign_in_lists() -> None:
    def listed() -> str:
        return browser("owner").get("/games/finished/").content.decode()

    campaign, battle = running(name="The long war"), running(name="Its battle")
    Game.objects.filter(pk__in=[campaign.pk, battle.pk]).update(status=Game.Status.ENDED)
    assert "Its battle" in listed() and "The long war" in listed()
    facts = {"decision": "d", "attacker": "red", "defender": "blue", "opening": {}, "opened_seq": 0}
    BattleLink.objects.create(campaign=campaign, battle=battle, created_at=timezone.now(), **facts)
    assert "Its battle" not in listed() and "The long war" in listed()
    campaign.seats.filter(user=person("owner")).update(user=None)
    assert "Its battle" in listed(), "its player does not see the campaign any more"


def test_battles_are_listed_apart_from_campaigns() -> None:
    lobby(name="The long war")
    shown = page("gm")
    assert "The long war" in shown and "<h2>Campaigns</h2>" not in shown, "one kind needs no heading"
    lobby(name="An evening", system="dba")
    shown = page("gm")
    battles, campaigns = shown.index("<h2>Battles</h2>"), shown.index("<h2>Campaigns</h2>")
    for name, heading in (("An evening", battles), ("The long war", campaigns)):
        assert heading == max(one for one in (battles, campaigns) if one < shown.index(f">{name}<"))
