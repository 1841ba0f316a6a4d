"""Creating a game, its lobby, standing orders, the desk, and a campaign battle with real dice."""

import re
import uuid
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games import services
from games.models import Game
from tests.web.cast import browser, hold, lobby, person, raid, running

pytestmark = pytest.mark.django_db

NEW = {
    "name": "A new war",
    "scenario": "even",
    "f-rounds": "3",
    "hours": "24",
    "dice": "virtual",
    "battle_system": "duel",
    "seat-red": "me",
    "seat-blue": "open",
    "seat-green": "bot",
    "public": "on",
}


def test_a_game_is_made_as_the_form_says() -> None:
    answer = browser("owner").post(reverse("new-game-of", args=["fords"]), NEW)
    game = Game.objects.get(name="A new war")
    assert answer["Location"] == game.get_absolute_url()
    assert (game.hours_per_decision, game.public, game.battle_system) == (24, True, "duel")
    seats = {s.key: s for s in game.seats.all()}
    assert seats["red"].user == person("owner") and seats["green"].is_bot and seats["blue"].free


def test_a_double_click_makes_one_game_and_a_key_of_somebody_else_s_makes_another() -> None:
    address, sent = reverse("new-game-of", args=["fords"]), {**NEW, "key": str(uuid.uuid4())}
    places = {browser("owner").post(address, sent)["Location"] for _ in range(2)}
    assert len(places) == 1 and Game.objects.count() == 1
    assert browser("rival").post(address, sent)["Location"] not in places
    assert {game.gm for game in Game.objects.all()} == {person("owner"), person("rival")}


def test_a_wrong_choice_is_told_and_the_rest_kept() -> None:
    address = reverse("new-game-of", args=["fords"])
    answer = browser("owner").post(address, {**NEW, "f-rounds": "999"})
    page = answer.content.decode()
    assert answer.status_code == 422 and 'value="A new war"' in page and 'value="999"' in page
    assert browser("owner").post(address, {**NEW, "scenario": "no"}).status_code == 422
    assert browser("owner").post(address, {**NEW, "battle_system": "no"}).status_code == 422
    assert not Game.objects.exists()


def test_a_scenario_file_with_mistakes_is_refused_with_all_of_them() -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    address = reverse("new-game-of", args=["fords"])
    for text in (b"{", b"[]", b'{"strength": -3, "nonsense": 1}'):
        sent = {**NEW, "file": SimpleUploadedFile("s.json", text)}
        assert browser("owner").post(address, sent).status_code == 422
    assert not Game.objects.exists()


def test_a_scenario_may_be_downloaded_and_sent_back() -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    client = browser("owner")
    file = client.get(reverse("scenario", args=["fords", "even"]))
    assert "attachment" in file["Content-Disposition"]
    sent = {**NEW, "file": SimpleUploadedFile("s.json", file.content)}
    assert client.post(reverse("new-game-of", args=["fords"]), sent).status_code == 302
    assert client.get(reverse("scenario", args=["fords", "none"])).status_code == 404
    assert client.get(reverse("new-game-of", args=["none"])).status_code == 404


def test_the_lobby_fills_and_starts() -> None:
    game = lobby()
    client, seats = browser("gm"), reverse("game-seats", args=[game.pk])
    client.post(seats, {"do": "take", "seat": "red"})
    client.post(seats, {"do": "bot", "seat": "blue"})
    client.post(seats, {"do": "start"})
    game.refresh_from_db()
    assert game.status == "gathering"  # green is free, so the start is refused
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Some seats are still free" in page
    client.post(seats, {"do": "bot", "seat": "green"})
    client.post(seats, {"do": "start"})
    game.refresh_from_db()
    assert game.running


def test_standing_orders_are_written_and_come_back_on_the_page() -> None:
    game = running()
    client, address = browser("owner"), reverse("game-orders", args=[game.pk])
    answer = client.post(address, {"seat": "red", "on-stand": "on", "f-stand.withdraw_at": "3"})
    assert answer.status_code == 302
    assert game.seats.get(key="red").orders == {"stand": {"withdraw_at": 3}}
    page = client.get(address).content.decode()
    assert 'name="f-stand.withdraw_at"' in page and 'value="3"' in page
    assert (
        client.post(address, {"seat": "red", "on-stand": "on", "f-stand.withdraw_at": "x"}).status_code == 422
    )
    assert browser("gm").get(address).status_code == 404


def test_the_game_master_moves_deadlines_and_rewinds() -> None:
    game = running(hours_per_decision=24)
    client, address = browser("gm"), reverse("game-desk", args=[game.pk])
    client.post(address, {"do": "extend", "hours": ""})
    assert not game.decisions.filter(seat="red", due_at__isnull=False).exists()
    browser("owner").post(reverse("game-act", args=[game.pk]), hold(game))
    game.refresh_from_db()
    client.post(reverse("game-back", args=[game.pk]), {"do": "back", "to": "0", "seq": game.seq, "key": "r"})
    game.refresh_from_db()
    assert game.step == 0 and game.entries.last().kind == "rewind"
    chronicle = browser("owner").get(reverse("game-chronicle", args=[game.pk])).content.decode()
    assert "undone" in chronicle and "rewind" in chronicle
    assert chronicle.count('<li class="chronicle__turn"><h2>Turn 1</h2>') == 1


def test_the_desk_tells_who_owes_what_since_when_and_what_has_failed() -> None:
    game = running(hours_per_decision=24)
    type(game).objects.filter(pk=game.pk).update(trouble="the bridge is out")
    desk = browser("gm").get(reverse("game-desk", args=[game.pk])).content.decode()
    assert "the bridge is out" in desk
    awaited = desk.split("<h2>Waiting for</h2>")[1].split("<h2>Seats</h2>")[0]
    assert awaited.count("<strong>Order</strong>") == 3 and awaited.count("asked just now") == 3
    assert "owner" in awaited and "rival" in awaited


def test_a_game_master_who_plays_is_not_told_what_the_others_are_asked() -> None:
    game = running(hours_per_decision=24)
    game.seats.filter(key="red").update(user=person("gm"))
    desk = browser("gm").get(reverse("game-desk", args=[game.pk])).content.decode()
    awaited = desk.split("<h2>Waiting for</h2>")[1].split("<h2>Seats</h2>")[0]
    assert awaited.count("<strong>Order</strong>") == 1 and "rival" in awaited


def test_the_replay_shows_an_earlier_moment_and_offers_nothing() -> None:
    game = running(public=True)
    browser("owner").post(reverse("game-act", args=[game.pk]), hold(game))
    page = browser("").get(reverse("game-replay", args=[game.pk]) + "?at=0").content.decode()
    assert "After move 0 of 1" in page and 'id="acts"' not in page and "data-poll" not in page


def test_anybody_may_check_the_dice() -> None:
    game = running(public=True)
    page = browser("").post(reverse("game-verify", args=[game.pk])).content.decode()
    assert "Everything matches" in page and game.commitment in page


# --- the battle of a campaign ---


def at_battle() -> Game:
    """Create a game in which red has attacked blue, who stands."""
    game = running(battle_system="duel", public=True)
    answers = (("owner", raid(game)), ("rival", hold(game, "blue")))
    for who, data in answers:
        game.refresh_from_db()
        browser(who).post(reverse("game-act", args=[game.pk]), {**data, "seq": game.seq})
    services.answer_due(game.pk, timezone.now())
    game.refresh_from_db()
    stand = {**hold(game, "blue"), "kind": "stand", "f-withdraw": "false"}
    browser("rival").post(reverse("game-act", args=[game.pk]), stand)
    game.refresh_from_db()
    return game


def test_the_dice_are_asked_for_and_the_answer_keeps_its_key() -> None:
    game = at_battle()
    duel = game.battle_links.get().battle
    address = reverse("game-act", args=[duel.pk])
    strike = {"seq": duel.seq, "key": "strike", "seat": "first", "kind": "strike"}
    asked = browser("owner").post(address, strike).content.decode()
    assert 'name="face-0"' in asked and 'value="strike"' in asked and "Let the server roll" in asked
    assert not duel.entries.filter(seat="first").exists()
    assert browser("owner").post(address, {**strike, "face-0": "7"}).status_code == 422
    assert browser("owner").post(address, {**strike, "face-0": "6"}).status_code == 302
    roll = duel.entries.get(seat="first").rolls[0]
    assert (roll["face"], roll["source"]) == (6, "entered")


def test_the_server_rolls_when_asked_to() -> None:
    duel = at_battle().battle_links.get().battle
    strike = {"seq": duel.seq, "key": "s", "seat": "first", "kind": "strike", "roll": "virtual"}
    assert browser("owner").post(reverse("game-act", args=[duel.pk]), strike).status_code == 302
    assert duel.entries.get(seat="first").rolls[0]["source"] == "seeded"


def test_both_sides_confirm_a_typed_report() -> None:
    game = at_battle()
    link = game.battle_links.get()
    address = reverse("game-battle", args=[game.pk, link.pk])
    assert "The battle has yet to be fought" in browser("owner").get(address).content.decode()
    report = {"do": "report", "winner": "attacker", "loss-blue-east": "1"}
    assert browser("stranger").post(address, report).status_code == 403
    assert browser("owner").post(address, {**report, "loss-blue-east": "99"}).status_code == 422
    assert browser("owner").post(address, {**report, "loss-blue-east": "x"}).status_code == 422
    assert browser("owner").post(address, report).status_code == 302
    reported = browser("rival").get(address).content.decode()
    assert "Confirm" in reported and re.search(r"\d+ SP</span>,\s*<span[^>]*>lost 1<", reported)
    browser("rival").post(address, {"do": "confirm"})
    link.refresh_from_db()
    assert link.status == "confirmed" and "Back to the map" in browser("rival").get(address).content.decode()
    assert game.entries.filter(reason="battle", seat="gm").count() == 1


def test_the_game_master_rules_a_disputed_battle() -> None:
    game = at_battle()
    link = game.battle_links.get()
    address = reverse("game-battle", args=[game.pk, link.pk])
    browser("owner").post(address, {"do": "report", "winner": "attacker"})
    browser("rival").post(address, {"do": "dispute"})
    assert browser("rival").post(address, {"do": "rule", "winner": "defender"}).status_code == 403
    browser("gm").post(address, {"do": "rule", "winner": "tie"})
    link.refresh_from_db()
    assert link.status == "ruled"


def test_a_battle_is_hidden_with_its_campaign() -> None:
    game = at_battle()
    link = game.battle_links.get()
    Game.objects.filter(pk=game.pk).update(public=False)
    assert browser("stranger").get(reverse("game-battle", args=[game.pk, link.pk])).status_code == 404
    other = running()
    assert browser("owner").get(reverse("game-battle", args=[other.pk, link.pk])).status_code == 404


def check_file(text: bytes) -> Any:
    from django.core.files.uploadedfile import SimpleUploadedFile

    sent = {**NEW, "do": "check", "file": SimpleUploadedFile("s.json", text)}
    return browser("owner").post(reverse("new-game-of", args=["fords"]), sent)


def test_a_scenario_file_may_be_checked_without_creating_a_game() -> None:
    answer = check_file(b'{"name": "mine", "strength": 5}')
    assert answer.status_code == 200
    assert "The file has no mistakes" in answer.content.decode()
    answer = check_file(b'{"name": "mine", "strength": 0}')
    assert answer.status_code == 422
    assert "$.strength" in answer.content.decode()
    assert not Game.objects.exists()


def test_broken_json_is_told_with_its_line_and_column() -> None:
    assert "line 2, column 1" in check_file(b'{"name": "mine",\n}').content.decode()


def test_checking_without_a_file_asks_for_one() -> None:
    answer = browser("owner").post(reverse("new-game-of", args=["fords"]), {**NEW, "do": "check"})
    assert answer.status_code == 422
    assert "Choose a file first." in answer.content.decode()


def test_an_old_game_keeps_the_scenario_and_options_it_began_with(monkeypatch: Any) -> None:
    """The built-in scenario is corrected and the rules get a new version, but a game in progress stays as
    it was.
    """
    from games.services import tables
    from tests.engine.example.system import FORDS, Fords

    game = running()
    before, digest = services.table(game).view(None), game.scenario_digest
    monkeypatch.setattr(Fords, "scenario", lambda self, name: {"name": name, "strength": 9})
    monkeypatch.setattr(FORDS.__class__, "version", "2")
    tables._opened.clear()  # as after a restart
    kept = Game.objects.get(pk=game.pk)
    assert (kept.scenario["strength"], kept.scenario_digest, kept.rules_version) == (3, digest, "1")
    assert services.table(kept).view(None) == before
    browser("owner").post(reverse("game-act", args=[game.pk]), hold(game))
    entry = kept.entries.latest("seq")
    assert entry.rules_version == "2"  # each entry names the version that judged it
    fresh = running(name="new")
    assert fresh.scenario["strength"] == 9


def test_the_chronicle_shows_a_die_behind_the_event_that_came_of_it() -> None:
    game = running()
    rolled = game.entries.get(seq=0).rolls
    page = browser("owner").get(reverse("game-chronicle", args=[game.pk])).content.decode()
    told = re.search(r'<p class="chronicle__line">Camps pitched[^<]*(.*?)</p>', page, re.DOTALL)
    assert told is not None and rolled and told[1].count('class="die"') == len(rolled)
