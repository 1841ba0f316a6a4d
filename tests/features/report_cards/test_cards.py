"""Report cards of campaigns, of their battles and of separate battles: the pictures, the texts, and who can
see them.
"""

from __future__ import annotations

import struct
import zlib
from xml.etree import ElementTree

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from features.report_cards import contents, drawing, lettering, limits, picture
from features.report_cards.values import Banner, Battle, Campaign, Line, Side
from games import services
from games.models import BattleLink, Game, Naming
from games.page_facts.clash import Block
from games.services.fighting import battles
from games.services.people import naming
from tests.campaigns.bridge.wars import a_war, to_the_end
from tests.found import some
from tests.games.cast import NOW, a_game, a_user
from tests.games.programs import bots_play, play_on

pytestmark = pytest.mark.django_db
HOSTILE = '<script>alert("1")</script>&amp;\x00\x1b\u202e]]>'
NAMES = (
    HOSTILE,
    "W" * 120,
    "معركة رافينا",
    "⚔️🏛️👨‍👩‍👧 Ravenna",
    "拉文納之戰",
    "e\u0301" * 60,
    "a" + " b" * 59,
)


def card(game: Game, shape: drawing.Shape = drawing.WIDE, language: str = "en") -> picture.Card:
    game.refresh_from_db()
    return picture.Card(game, shape, language)


def read(svg: str) -> ElementTree.Element:
    """Parse a card; raises if it is not XML."""
    return ElementTree.fromstring(svg)


def pixels(png: bytes) -> tuple[int, int, int]:
    """Return the picture's width and height in pixels, and the number of different bytes in its data."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    at, data = 8, b""
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + size]
        at += 12 + size
    return width, height, len(set(zlib.decompress(data)))


# --- the text of a card ---


def test_a_campaigns_battle_is_told_with_place_date_commanders_strengths_and_losses() -> None:
    campaign, link, gm, rival = a_war()
    to_the_end(link)
    for player in (gm, rival):
        services.confirm_battle(link.pk, player, now=NOW)
    link.battle.refresh_from_db()
    told = contents.battle(link.battle)
    assert told.name == link.battle.names["en"] and told.name.startswith("Battle of ")
    assert told.place and told.date == "Turn 1: the years from 528"
    assert told.day and told.campaign == campaign.title
    assert {side.name for side in told.sides} >= {"Byzantium"}
    assert all(side.commander and "of" in side.standing for side in some(told.sides))
    assert [side.won for side in told.sides] == [side.name in told.result for side in told.sides]
    assert sum(block.lost for side in told.sides for block in side.blocks) == 2
    assert len({side.banner.pattern for side in told.sides}) == 2
    italian = card(link.battle, language="it").description()
    assert "anni dal 528" in italian and "marzo" in italian and "Vittoria" in italian


def test_a_battle_that_is_fought_elsewhere_has_a_card_of_its_own(client: Client) -> None:
    campaign, link, gm, _rival = a_war()
    found = contents.battle_of_link(link)
    sp = [sum(unit["sp"] for unit in link.opening[side]["units"]) for side in contents.SIDES]
    assert [sum(b.number for b in side.blocks) for side in found.sides] == sp
    link.battle = None
    link.save()
    client.force_login(gm)
    report = {"winner": "attacker", "losses": {}, "facts": {}}
    campaign.gm = a_user("judge")  # a GM without a seat
    campaign.save()
    services.rule_battle(link.pk, campaign.gm, report, now=NOW)
    page = client.get(reverse("game-battle", args=[campaign.pk, link.pk])).content.decode()
    assert "data-share" in page and f"battles/{link.pk}/card.png" in page and "share.js" in page
    link.refresh_from_db()
    drawn = client.get(reverse("game-battle-svg", args=[campaign.pk, link.pk]))
    assert drawn.status_code == 200 and found.name in drawn.content.decode()
    client.force_login(a_user("stranger"))
    assert client.get(reverse("game-battle-svg", args=[campaign.pk, link.pk])).status_code == 404


def test_a_free_battle_has_a_place_of_its_own_and_keeps_it() -> None:
    anna, bruno = a_user("anna"), a_user("bruno")
    game = a_game(anna, {"red": anna, "blue": bruno}, system="dba", name="Tuesday")
    told = contents.battle(game)
    assert told.name == "Tuesday" and told.place == contents.battle(game).place != ""
    assert [side.commander for side in told.sides] == ["anna", "bruno"]
    named = naming.name_battle(game.pk, bruno, "Battle of the Attic", "The attic", now=NOW)
    assert contents.battle(named).place == "The attic" and named.title == "Battle of the Attic"


def test_a_battle_that_nobody_names_is_called_after_its_place(client: Client) -> None:
    anna = a_user("anna")
    game = services.create_game(gm=anna, name=" ", system="schiere", now=NOW)
    assert game.names["en"] == game.name and game.name.startswith("Battle of ")
    assert game.names["it"].startswith("Battaglia d")
    campaign = services.create_game(gm=anna, name="", system="justinian", now=NOW)
    assert campaign.name == "justinian" and not campaign.names
    client.force_login(anna)
    for system, needed in some((("dba", False), ("italia", True))):
        form = client.get(reverse("new-game-of", args=[system])).content.decode()
        assert ("required" in form.partition('id="name"')[2].partition(">")[0]) is needed


@pytest.mark.parametrize(("system", "more"), [("justinian", {}), ("italia", {"scenario_name": "italia1"})])
def test_a_campaign_is_told_with_its_map_and_curves(system: str, more: dict[str, str]) -> None:
    game = play_on(bots_play("gm", system, public=True, **more), 300)
    game.refresh_from_db()
    told = contents.campaign(game)
    assert told.map.startswith("<svg") and told.turns > 1
    for line in some([one for one in told.lines if one.scores]):
        assert len(line.scores) >= told.turns - 1
    for shape in drawing.SHAPES.values():
        svg = card(game, shape).svg()
        read(svg)
        assert svg.count("<svg") == 2, "the map stands within the card"


# --- naming a battle ---


def test_who_fights_a_battle_names_it_until_it_is_over_and_it_is_kept_who_did(client: Client) -> None:
    _campaign, link, _gm, rival = a_war()
    client.force_login(rival)
    address = reverse("game-card", args=[link.battle_id])
    sent = client.post(address, {"name": " The  great day ", "place": "Dara"})
    assert sent.status_code == 302
    link.battle.refresh_from_db()
    assert link.battle.title == "The great day"
    assert Naming.objects.get(game=link.battle).user == rival
    page = client.get(address).content.decode()
    assert "Named by" in page and "rival" in page
    for name, why in (("", "needs a name"), ("x" * 121, "at most 120")):
        refused = client.post(address, {"name": name})
        assert refused.status_code == 422 and why in refused.content.decode()
    to_the_end(link)
    refused = client.post(address, {"name": "Too late"})
    assert refused.status_code == 422 and "The battle is over: its name can" in refused.content.decode()
    link.battle.refresh_from_db()
    assert link.battle.title == "The great day"
    link.refresh_from_db()
    assert battles.battle_name(link, link.campaign) == "The great day", "in the campaign too"
    chronicle = client.get(reverse("game-chronicle", args=[link.battle_id])).content.decode()
    assert chronicle.count("now called “The great day”, at Dara (rival)") == 1


def test_battles_at_one_place_in_one_turn_are_told_apart() -> None:
    campaign, link, _gm, _rival = a_war()
    opening, turn = battles.opening_of_link(link), services.table(campaign).turn
    assert battles.earlier_in_turn(campaign, turn, link) == []
    name = battles.name_of(campaign, opening, turn)
    assert link.battle.title == name
    Game.objects.filter(pk=link.battle_id).update(names={})
    again = BattleLink.objects.get(pk=link.pk)
    again.pk, again.decision, again.battle = None, "another", None
    again.save()
    assert battles.battle_name(again, campaign) == f"{name} (no. 2)"
    with override("it"):
        assert battles.battle_name(again, campaign).endswith("(n. 2)")
    BattleLink.objects.filter(pk=link.pk).update(status=BattleLink.Status.VOID)
    assert battles.battle_name(again, campaign) == name, "one that was called off does not count"


def test_nobody_else_names_a_battle(client: Client) -> None:
    anna, bruno = a_user("anna"), a_user("bruno")
    game = a_game(anna, {"red": anna, "blue": bruno}, system="dba", public=True)
    client.force_login(a_user("watcher"))
    address = reverse("game-card", args=[game.pk])
    assert client.post(address, {"name": "Mine"}).status_code == 403
    assert "Name this battle" not in client.get(address).content.decode()
    campaign = bots_play("gm", "justinian")
    client.force_login(campaign.gm)
    assert client.post(reverse("game-card", args=[campaign.pk]), {"name": "Mine"}).status_code == 422


# --- drawing a card ---


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", drawing.SHAPES.values(), ids=str)
def test_names_of_all_sorts_are_drawn_and_mean_nothing_in_a_picture(name: str, shape: drawing.Shape) -> None:
    side = Side(name, Banner(name, name[:2], ""), name, (Block(name, 9, 3),), name, True)
    svg = drawing.battle(
        Battle(name, name, name, name, (side, side), name, name, (name,), name, True), shape, name
    )
    whole = Campaign(name, name, name, name, name, "", (Line(name, side.banner, (1, 2, -3)),), 3, True)
    for drawn in (svg, drawing.campaign(whole, shape, str)):
        assert {one.tag.rpartition("}")[2] for one in read(drawn).iter()} <= {
            *("svg", "title", "desc", "defs", "path", "rect", "g", "use", "text")
        }
        assert "\u202e" not in drawn and "\x00" not in drawn and "<script" not in drawn
        assert pixels(picture.paint_png(drawn))[:2] == (shape.wide, shape.high)


@pytest.mark.parametrize("name", NAMES)
def test_a_line_fits_where_it_is_drawn(name: str) -> None:
    for room in some((60, 300, 1000)):
        text, size = lettering.fit_text(name, 60, room)
        assert lettering.width(text, size) <= room + 1 or len(text) <= 2
        assert size >= 60 * lettering.SMALLEST


def test_shortened_text_ends_with_an_ellipsis() -> None:
    text, _size = lettering.fit_text("Flavius Belisarius Magister Militum per Orientem", 30, 200)
    assert text.endswith("…") and lettering.width(text, 30 * lettering.SMALLEST) <= 200


def test_all_letters_of_both_languages_are_drawn_as_outlines() -> None:
    assert lettering.can_draw("ÀÈÉÌÒÙ àèéìòù “«»” – — − · …’ +1234567890 Łódź Česko Şahin")
    assert not lettering.can_draw("Ω")


def test_the_card_asks_for_nothing_and_stands_alone() -> None:
    svg = card(bots_play("gm", "dba", public=True)).svg()
    for part in some(("http://www.w3.org/2000/svg",)):
        assert svg.count("http") == 1 and part in svg
    assert "<image" not in svg and "url(" not in svg and "<style" not in svg and "<text" not in svg


@pytest.mark.parametrize("shape", drawing.SHAPES.values(), ids=str)
def test_the_png_has_its_size_and_is_not_blank(client: Client, shape: drawing.Shape) -> None:
    game = bots_play("gm", "schiere", public=True)
    sent = client.get(reverse("game-card-png", args=[game.pk]), {"shape": shape.name, "lang": "it"})
    assert sent.status_code == 200 and sent.headers["Content-Type"] == "image/png"
    width, height, shades = pixels(sent.content)
    assert (width, height) == (shape.wide, shape.high) and shades > 50
    again = client.get(
        reverse("game-card-png", args=[game.pk]),
        {"shape": shape.name, "lang": "it"},
        headers={"If-None-Match": sent.headers["ETag"]},
    )
    assert again.status_code == 304


def test_without_the_painter_the_svg_remains(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    game = bots_play("gm", "dba", public=True)
    monkeypatch.setattr(picture, "painter", lambda: None)
    sent = client.get(reverse("game-card-png", args=[game.pk]), {"lang": "it"}, follow=True)
    assert sent.headers["Content-Type"] == "image/svg+xml" and b"contro" in sent.content
    page = client.get(reverse("game-card", args=[game.pk])).content.decode()
    assert "card.png" not in page and "card.svg" in page


def test_pictures_are_drawn_anew_only_so_often(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    game = bots_play("gm", "dba", public=True)
    monkeypatch.setattr(limits, "CARDS", limits.CARDS.__class__("card", 1, 900))
    address = reverse("game-card-png", args=[game.pk])
    assert client.get(address).status_code == 200
    assert client.get(address).status_code == 200, "it is kept"
    assert client.get(address, {"shape": "tall"}).status_code == 429
    caches["pages"].clear()
    assert client.get(address).status_code == 429


# --- who may see a card ---

ADDRESSES = ("game-card", "game-card-svg", "game-card-png")


def test_a_private_games_card_is_its_players_alone(client: Client) -> None:
    anna, bruno = a_user("anna"), a_user("bruno")
    game = a_game(anna, {"red": anna, "blue": bruno}, system="dba", name="Hush")
    for address in some(ADDRESSES):
        assert client.get(reverse(address, args=[game.pk])).status_code == 404
    client.force_login(bruno)
    for address in some(ADDRESSES):
        assert client.get(reverse(address, args=[game.pk])).status_code == 200
    page = client.get(game.get_absolute_url()).content.decode()
    assert "og:" not in page and "twitter:" not in page
    assert 'id="share-link"' not in client.get(reverse("game-card", args=[game.pk])).content.decode()


def test_a_game_that_has_not_begun_has_none(client: Client) -> None:
    anna = a_user("anna")
    game = a_game(anna, {}, start=False, system="dba", public=True)
    client.force_login(anna)
    assert client.get(reverse("game-card-svg", args=[game.pk])).status_code == 404
    assert client.get(reverse("game-card", args=[game.pk])).status_code == 302


def test_what_anybody_may_see_says_so_to_who_previews_the_link(client: Client) -> None:
    game = bots_play("gm", "dba", public=True)
    Game.objects.filter(pk=game.pk).update(name='Day of "<b>')
    for address in some(("game", "game-replay", "game-card", "game-chronicle", "battles:dba-report")):
        page = client.get(reverse(address, args=[game.pk])).content.decode()
        assert '<meta property="og:title" content="Day of &quot;&lt;b&gt;">' in page, address
        assert page.count('property="og:image"') == 1 and 'name="twitter:card"' in page, address
    image = page.partition('property="og:image" content="')[2].partition('"')[0].replace("&amp;", "&")
    assert image.startswith("http://testserver/")
    assert client.get(image.removeprefix("http://testserver")).headers["Content-Type"] == "image/png"
