"""The assistant's pages as a player, a rival and a stranger see them, from set-up to the report."""

import json
import re
from html import unescape

import pytest
from django.urls import reverse

from games import services
from games.plugins import wording
from tests.battles.dba.table.stored import a_battle
from tests.battles.dba.table.table import TWELVE, an_army
from tests.flat import flat
from tests.games.cast import NOW, a_game, a_user, do

pytestmark = pytest.mark.django_db


def to_combat(game, owner):
    do(game, owner, "red", {"kind": "set_table", "invader": "red", "bua": False, "river": False})
    do(game, owner, "red", {"kind": "roll_pips"})
    do(game, owner, "red", {"kind": "move_elements", "elements": ["r1"], "contact": True, "far": False})
    do(game, owner, "red", {"kind": "end_moves"})
    if services.table(game).state.phase == "shooting":
        do(game, owner, "red", {"kind": "end_shooting", "none_in_reach": True})


def fields_of(html, kind):
    form = next(f for f in re.findall(r"<form.*?</form>", html, re.S) if f'value="{kind}"' in f)
    return {n: unescape(v) for n, v in re.findall(r'name="([^"]+)" value="([^"]*)"', form)}


def test_the_page_shows_the_current_phase(client):
    game, owner = a_battle()
    client.force_login(owner)
    address = game.get_absolute_url()
    assert "Roll for aggression" in client.get(address).content.decode()
    to_combat(game, owner)
    page = client.get(address).content.decode()
    assert "Close combat" in page and "Roll for aggression" not in page


def test_who_moves_is_ticked_once_and_groups_that_moved_before_together(client):
    game, owner = a_battle()
    client.force_login(owner)
    do(game, owner, "red", {"kind": "set_table", "invader": "red", "bua": False, "river": False})
    do(game, owner, "red", {"kind": "roll_pips"})
    form = moves_form(client, game)
    assert form.count('name="fixed"') == 2 and "Move into contact" in form and "Together before" not in form
    sent = fields_of(form, "move_elements") | {"f-elements": ["r1", "r2"]}
    fixed = [unescape(one) for one in re.findall(r'name="fixed" value="([^"]*)"', form)]
    sent["fixed"] = next(one for one in fixed if not json.loads(one).get("contact"))
    client.post(reverse("game-act", args=[game.pk]), sent, follow=True)
    (event,) = game.entries.order_by("-seq").first().events
    assert (event["kind"], event["elements"], event["contact"]) == ("elements_moved", ["r1", "r2"], False)
    for seat in ("red", "blue"):
        if seat == "blue":
            do(game, owner, seat, {"kind": "roll_pips"})
        do(game, owner, seat, {"kind": "end_moves"})
        do(game, owner, seat, {"kind": "end_shooting", "none_in_reach": True})
        if services.table(game).state.phase == "combat":
            do(game, owner, seat, {"kind": "end_combat", "none_in_contact": False})
    do(game, owner, "red", {"kind": "roll_pips"})
    assert 'data-values="r1 r2"' in moves_form(client, game), "they went together in the bound before"


def moves_form(client, game):
    page = client.get(game.get_absolute_url(), {"seat": "red"}).content.decode()
    return next(f for f in re.findall(r"<form.*?</form>", page, re.S) if 'id="moves"' in f)


def test_a_combat_from_the_first_tap_to_the_result(client):
    game, owner = a_battle()
    client.force_login(owner)
    to_combat(game, owner)
    combat = reverse("battles:dba-combat", args=[game.pk])
    assert "first=r1" in client.get(combat).content.decode()
    assert "second=b2" in client.get(combat, {"first": "r1"}).content.decode()
    page = client.get(combat, {"first": "r1", "second": "b2", "sent": "1", "b.overlaps": "1", "charged": "1"})
    html = page.content.decode()
    assert "/36" in html and "Enemy overlapping" in html
    posted = fields_of(html, "fight")
    assert json.loads(posted["f-b"])["overlaps"] == 1
    done = client.post(reverse("game-act", args=[game.pk]), posted, follow=True)
    assert done.status_code == 200
    assert 'id="result"' in done.content.decode()
    event = game.entries.order_by("-seq").first().events[0]
    assert event["kind"] == "fought" and event["first"] == "r1" and event["second"] == "b2"


@pytest.mark.parametrize(("answer", "shot"), [("1", {"r11", "b11"}), ("0", {"r11"})])
def test_opponents_shoot_at_each_other_unless_one_is_out_of_the_others_reach(client, answer, shot):
    game, owner = a_battle()
    client.force_login(owner)
    do(game, owner, "red", {"kind": "set_table", "invader": "red", "bua": False, "river": False})
    do(game, owner, "red", {"kind": "roll_pips"})
    do(game, owner, "red", {"kind": "end_moves"})
    combat = reverse("battles:dba-combat", args=[game.pk])
    bows = {"mode": "shooting", "first": "r11", "second": "b11", "seat": "red"}
    asked = flat(client.get(combat, bows).content.decode())
    assert 'id="answered-1" name="answered" value="1" checked' in asked
    html = client.get(combat, bows | {"sent": "1", "answered": answer}).content.decode()
    client.post(reverse("game-act", args=[game.pk]), fields_of(html, "shoot"))
    assert {e for e in services.table(game).state.shot if not e.startswith("@")} == shot


def test_two_shooters_against_two_are_one_shot_each_way(client):
    bows = ("Cv", "Bw", "Bw", "Bw", "Sp")
    armies = {"red": an_army("r", *bows), "blue": an_army("b", *bows)}
    game, owner = a_battle(scenario={"title": "Bows", "armies": armies})
    client.force_login(owner)
    do(game, owner, "red", {"kind": "set_table", "invader": "red", "bua": False, "river": False})
    do(game, owner, "red", {"kind": "roll_pips"})
    do(game, owner, "red", {"kind": "end_moves"})
    combat = reverse("battles:dba-combat", args=[game.pk])
    told = {"mode": "shooting", "first": "r2", "second": "b2", "seat": "red"}
    assert 'name="back"' in client.get(combat, told).content.decode()
    told |= {"sent": "1", "answered": "1", "more": ["r3"], "back": ["b3"]}
    html = client.get(combat, told).content.decode()
    client.post(reverse("game-act", args=[game.pk]), fields_of(html, "shoot"))
    event = game.entries.order_by("-seq").first().events[0]
    assert (event["more"], event["back"]) == (["r3"], ["b3"])
    for side in ("a", "b"):
        assert {"code": "extra_shooter", "value": -1, "rule": "tactical"} in event["reckoning"][side]


def test_physical_dice_are_tapped_on_the_same_page(client):
    game, owner = a_battle(dice_mode="physical")
    client.force_login(owner)
    do(game, owner, "red", {"kind": "set_table", "invader": "red", "bua": False, "river": False})
    do(game, owner, "red", {"kind": "roll_pips"}, faces=[4])
    do(game, owner, "red", {"kind": "end_moves"})
    if services.table(game).state.phase == "shooting":
        do(game, owner, "red", {"kind": "end_shooting", "none_in_reach": True})
    combat = reverse("battles:dba-combat", args=[game.pk])
    html = client.get(combat, {"first": "r1", "second": "b2"}).content.decode()
    posted = {k: v for k, v in fields_of(html, "fight").items() if not k.startswith("face")}
    client.post(reverse("game-act", args=[game.pk]), {**posted, "face-0": "6", "face-1": "1"})
    event = game.entries.order_by("-seq").first().events[0]
    assert event["dice"] == [6, 1]


def test_an_impossible_combat_is_told_before_the_dice(client):
    game, owner = a_battle()
    client.force_login(owner)
    to_combat(game, owner)
    combat = reverse("battles:dba-combat", args=[game.pk])
    page = client.get(combat, {"first": "r1", "second": "b2", "b.overlaps": "2", "b.flank_contacts": "2"})
    html = page.content.decode()
    assert page.status_code == 200 and "notice--refusal" in html and 'value="fight"' not in html


def test_terrain_is_checked_as_it_is_laid(client):
    owner = a_user("owner")
    game = a_game(owner, {"red": owner, "blue": owner}, system="dba", name="Dara")
    client.force_login(owner)
    do(game, owner, "red", {"kind": "roll_aggression"})
    seat = services.table(game).state.active
    terrain = reverse("battles:dba-terrain", args=[game.pk])
    html = client.get(terrain, {"seat": seat}).content.decode()
    assert "A legal suggestion" in html
    bad = client.get(terrain, {"seat": seat, "sent": "1", "kind-0": "road"}).content.decode()
    assert "notice--refusal" in bad and "The terrain is laid out like this" not in bad
    assert "gap of at least a base width" in html and "bends around other pieces" in bad
    assert "bends around other pieces" not in client.get(terrain, {"sent": "1"}).content.decode()


RIVER = {"kind-0": "bua", "kind-1": "river", "was-1": "river", "edge-1": "2", "width-1": "30"} | {
    f"d{n}-1": "220" for n in range(5)
}
WOODS = {"kind-2": "woods", "was-2": "woods", "x-2": "120", "y-2": "480", "length-2": "150", "width-2": "100"}


def guided(*done):
    """Return a battle and its owner. Its guided set-up has got past the roll for aggression and the
    actions ``done``.
    """
    owner = a_user("owner")
    # both homes are arable
    scenario = {"armies": {"red": an_army("r", *TWELVE), "blue": an_army("b", *TWELVE)}}
    game = a_game(owner, {"red": owner, "blue": owner}, system="dba", name="Dara", scenario=scenario)
    for action in ({"kind": "roll_aggression"}, *done):
        do(game, owner, services.table(game).state.active or "red", action)
    return game, owner


def form_of(client, address, seat, kind):
    """Return the hidden fields of a form, without the choices made in it."""
    html = client.get(address, {"seat": seat}).content.decode()
    return {n: v for n, v in fields_of(html, kind).items() if n in ("seq", "key", "seat", "kind", "sent")}


def test_the_submitted_terrain_is_laid_even_if_it_was_not_checked(client):
    """The terrain in the submitted form is laid, even if the form was never checked. On a slow connection the
    check of a change may not have arrived when the button is pressed.
    """
    game, owner = guided()
    client.force_login(owner)
    terrain = reverse("battles:dba-terrain", args=[game.pk])
    seat = services.table(game).state.active
    done = client.post(terrain, form_of(client, terrain, seat, "place_terrain") | RIVER | WOODS, follow=True)
    assert done.status_code == 200
    game.refresh_from_db()
    state = services.table(game).state
    assert [piece.kind for piece in state.pieces] == ["bua", "river", "woods"]
    assert state.pieces[1].quarters == (2, 3) and state.phase == "sides"
    assert [(one.kind, one.x, one.y) for one in state.drawing][2] == ("woods", 120, 480)


@pytest.mark.parametrize("odd", ["²", "٣", "-1", "1e3", "99999", "x"])
def test_odd_numbers_are_drawn_somewhere(client, odd):
    game, owner = guided()
    client.force_login(owner)
    terrain = reverse("battles:dba-terrain", args=[game.pk])
    asked = {"sent": "1", "kind-0": "bua", "was-0": "bua", "kind-1": "river", "was-1": "river"}
    asked |= {f"{name}-0": odd for name in ("x", "y", "length", "width", "turn")}
    asked |= {f"{name}-1": odd for name in ("edge", "width", "d0", "d4")}
    assert client.get(terrain, asked).status_code == 200


def test_a_battlefield_that_the_rules_forbid_is_refused_with_the_reason(client):
    game, owner = guided()
    client.force_login(owner)
    terrain = reverse("battles:dba-terrain", args=[game.pk])
    seat = services.table(game).state.active
    refused = client.post(terrain, form_of(client, terrain, seat, "place_terrain") | {"kind-0": "road"})
    assert "One or two compulsory pieces are needed" in refused.content.decode()
    game.refresh_from_db()
    assert services.table(game).state.phase == "terrain"


def test_the_pairs_that_the_fields_name_are_swapped(client):
    where = (("bua", [1]), ("river", [2, 3]), ("woods", [4]))
    pieces = [{"kind": kind, "quarters": quarters} for kind, quarters in where]
    laid = [{"kind": "place_terrain", "pieces": pieces}, {"kind": "choose_edge", "edge": 1}]
    deploy = {"kind": "deploy", "garrison": None, "reserve": []}
    game, owner = guided(*laid, {"kind": "pitch_camp", "garrison": None}, deploy, deploy)
    client.force_login(owner)
    swaps = reverse("battles:dba-swaps", args=[game.pk])
    seat = services.table(game).state.active
    one, two, three = (f"{seat[0]}{n}" for n in (2, 3, 4))
    page = client.get(swaps, {"seat": seat, "one-1": one, "two-1": two}).content.decode()
    assert "No swaps" not in page
    chosen = {"one-1": one, "two-1": two, "one-2": three}  # the third piece is left out
    client.post(swaps, form_of(client, swaps, seat, "swap_elements") | chosen)
    game.refresh_from_db()
    told = [e for entry in game.entries.all() for e in entry.events if e["kind"] == "elements_swapped"]
    assert told[0]["pairs"] == [[one, two]]


def test_report_and_screen_of_a_finished_battle(client):
    game, owner = a_battle(lambda owner: {"red": "bot", "blue": "bot"})
    while not services.table(game).outcome():
        assert services.answer_due(game.pk, NOW)
        game.refresh_from_db()
    client.force_login(owner)
    for name in ("dba-report", "dba-screen"):
        html = client.get(reverse(f"battles:{name}", args=[game.pk])).content.decode()
        assert "Early Byzantine" in html
    text = client.get(reverse("battles:dba-report-md", args=[game.pk])).content.decode()
    assert text.startswith("# Dara") and "standard deviations" in text
    losses = services.table(game).view(None)["armies"]["red"]["standing"]["total"]
    assert re.search(rf"\| \d+ \| {losses} \| \d+ \|\n\n## Luck", text)


def test_the_end_tells_what_was_lost_and_nothing_lost_as_nothing(client):
    game, owner = a_battle()
    to_combat(game, owner)
    do(game, owner, "red", {"kind": "remove_element", "element": "b1", "cause": "destroyed"})
    client.force_login(owner)
    assert "the general has fallen" in flat(client.get(game.get_absolute_url()).content.decode())
    do(game, owner, "blue", {"kind": "concede"})
    page = flat(client.get(game.get_absolute_url()).content.decode())
    told = re.findall(r'stat__value(.*?)">(\d+)</span><span class="stat__label">(.*?)<', page)
    names = [wording(game).seat(info) for info in services.table(game).rules.seats]
    assert told == [("", "0", f"{names[0]}: lost"), (" bad", "1", f"{names[1]}: lost")]


def test_names_in_the_markdown_report_are_text(client):
    """People name games and armies; no name may become a heading, a link or a tag."""
    game, owner = a_battle(lambda owner: {"red": "bot", "blue": "bot"})
    evil = "# x\n# y [press](https://evil.example) <script>|"
    scenario = {**game.scenario, "name": evil}
    for army in scenario["armies"].values():
        army["name"] = evil
    type(game).objects.filter(pk=game.pk).update(name=evil, scenario=scenario)
    client.force_login(owner)
    text = client.get(reverse("battles:dba-report-md", args=[game.pk])).content.decode()
    assert "evil" in text
    bare = re.sub(r"\\.", "", text)
    assert not re.search(r"\]\(|<script|https://|^# y", bare, re.M)
    assert text.splitlines()[0].count("\\#") == 2


@pytest.mark.parametrize("name", ["dba-combat", "dba-report", "dba-screen"])
def test_a_stranger_gets_nothing(client, name):
    game, _ = a_battle()
    assert client.get(reverse(f"battles:{name}", args=[game.pk])).status_code == 404
    client.force_login(a_user("stranger"))
    assert client.get(reverse(f"battles:{name}", args=[game.pk])).status_code == 404


def test_a_tapped_fact_redraws_the_combat_and_its_hidden_fields(client):
    """One fragment holds the forms of facts and dice, so the combat shown is the one rolled."""
    game, owner = a_battle()
    client.force_login(owner)
    to_combat(game, owner)
    combat = reverse("battles:dba-combat", args=[game.pk])
    html = client.get(combat, {"first": "r1", "second": "b2"}).content.decode()
    part = html[html.index('id="fight"') :]
    assert 'hx-trigger="change"' in part and 'hx-select="#fight"' in part
    assert 'value="fight"' in part and 'name="a.overlaps"' in part


def test_nothing_lost_is_no_danger_even_where_one_loss_breaks(client):
    small = an_army("r", "Cv", "Sp", "Sp", followers=False)
    scenario = {"armies": {"red": small, "blue": an_army("b", *TWELVE)}}
    owner = a_user("owner")
    game = a_game(owner, {"red": owner, "blue": owner}, system="dba", scenario=scenario)
    client.force_login(owner)
    page = flat(client.get(game.get_absolute_url()).content.decode())
    assert re.findall(r'army__losses"><strong class="(.*?)">(\d)</strong>/(\d)', page) == [
        ("num", "0", "1"),
        ("num", "0", "4"),
    ]
    assert "meter--full" not in page


def test_the_page_says_that_the_bot_sees_no_table(client):
    """The note appears on the battle's page and on the campaign's page about it, but not if people play
    both sides.
    """
    game, owner = a_battle()
    client.force_login(owner)
    assert "see the table: it rolls for contacts" not in client.get(game.get_absolute_url()).content.decode()
    game.seats.filter(key="blue").update(user=None, is_bot=True)
    page = flat(client.get(game.get_absolute_url()).content.decode())
    assert "see the table: it rolls for contacts" in page and "You move its figures" in page
