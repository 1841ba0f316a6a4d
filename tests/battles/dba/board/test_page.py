"""The page of a battle on the board, without scripts: links lead to every move, a form sends it."""

import html
import json
import re
from urllib.parse import quote

import pytest

from battles.dba.rules.board import offers
from battles.dba.rules.board.board_position import position_of
from battles.dba.rules.system import DBA
from battles.dba.wording.names import group_names
from games import services
from tests.battles.dba.board.begun import board_battle, do, play_on
from tests.found import some
from tests.web.cast import browser

pytestmark = pytest.mark.django_db


def moving(state):
    return state.phase == "moves" and state.bound > 2 and state.pips > 1


@pytest.fixture
def game():
    return play_on(board_battle(), moving)


def text_of(response):
    return html.unescape(response.content.decode())


def looked_at(game, at):
    return text_of(browser("anna").get(f"{game.get_absolute_url()}?at={quote(at)}"))


def offered(game):
    table = services.table(game)
    seat = table.decisions()[0].seat
    return [c.fixed["order"] for c in table.rules.choices(table.state, seat) if "order" in c.fixed]


def test_the_field_shows_everybody_as_a_link(game):
    page = text_of(browser("anna").get(game.get_absolute_url()))
    for name in some(services.table(game).state.board.places):
        assert f'data-element="{name}"' in page
    assert len(re.findall("dbase--own", page)) > 0


def test_a_move_is_looked_at_and_sent_by_a_form(game):
    order = offered(game)[0]
    page = looked_at(game, order)
    assert "dghost--plan" in page
    form = re.search(r'<form[^>]*id="board-move".*?</form>', page, re.S).group()
    fields = dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', form))
    assert fields["kind"] == "move_on_board"
    fields |= {"fixed": json.dumps({"dismount": False}), "f-order": json.dumps(order)}
    fields.pop("csrfmiddlewaretoken", None)
    answer = browser("anna").post(f"{game.get_absolute_url()}act", fields)
    assert answer.status_code == 302, text_of(answer)
    game.refresh_from_db()
    last = game.entries.order_by("-seq").first()
    assert last.action == {"kind": "move_on_board", "order": order, "dismount": False}


def test_a_chosen_group_has_a_lawful_move_ready_to_send(game):
    march = next(order for order in offered(game) if order.endswith("p") or ": ahead" in order)
    who = march.partition(":")[0]
    page = looked_at(game, who)
    form = re.search(r'<form[^>]*id="board-move".*?</form>', page, re.S).group()
    order = json.loads(re.search(r'name="f-order" value="([^>]*)">', form).group(1))
    assert order in offered(game) and order.startswith(f"{who}: ")
    assert page.count("dghost--plan") == 1
    assert len(re.findall(r'class="dghost[ "]', page)) == sum(
        one.startswith(f"{who}: ") for one in offered(game)
    )
    sent = {"kind": "move_on_board", "fixed": json.dumps({"dismount": False}), "f-order": json.dumps(order)}
    sent |= dict(re.findall(r'name="(seq|key|seat)" value="([^"]*)"', form))
    assert browser("anna").post(f"{game.get_absolute_url()}act", sent).status_code == 302
    assert game.entries.order_by("-seq").first().action["order"] == order


def test_a_contact_shows_its_exact_odds():
    rules = DBA.open(DBA.scenario("board"), {})

    def in_reach(state):
        if not moving(state):
            return False
        position = position_of(rules.battle, state)
        return any(offers.contacts(position, who) for who in offers.movers(rules.battle, state, position))

    game = play_on(board_battle(), in_reach)
    order = next(one for one in offered(game) if " onto " in one)
    assert "dodds--" in looked_at(game, order)


def test_an_unlawful_move_names_its_section_and_what_of_it_is_lawful(game):
    who = offered(game)[-1].partition(":")[0]
    page = looked_at(game, f"{who}: ahead 2000p")
    assert "notice--refusal" in page and "dghost--bad" not in page
    assert re.search(r'rule-ref"[^>]*>\w', page)
    state = services.table(game).state
    fields = {
        "seq": game.seq,
        "key": "a",
        "seat": state.active,
        "kind": "move_on_board",
        "fixed": json.dumps({"dismount": False}),
        "f-order": json.dumps(f"{who}: ahead 2000p"),
    }
    answer = browser("anna").post(f"{game.get_absolute_url()}act", fields)
    assert answer.status_code == 422 and "rule-ref" in text_of(answer)
    game.refresh_from_db()
    assert services.table(game).state == state


def test_a_tap_answers_with_what_is_chosen_and_its_ghosts_only(game):
    headers = {"HX-Request": "true", "HX-Target": "chosen"}
    address = f"{game.get_absolute_url()}?at={quote(offered(game)[0].partition(':')[0])}"
    answer = text_of(browser("anna").get(address, headers=headers))
    assert 'id="map-marks"' in answer and 'id="chosen"' in answer
    assert "<html" not in answer and "data-element" not in answer


def test_nonsense_is_looked_at_without_harm(game):
    for at in (
        "x: y",
        ":",
        "r1:",
        "nobody",
        "r1 r1 r1: ahead 10",
        "r1: to 9999999 0 0",
        "r1: assault bua 9 0",
    ):
        answer = browser("anna").get(f"{game.get_absolute_url()}?at={quote(at)}")
        assert answer.status_code == 200, at


def test_every_combat_is_offered_with_its_odds():
    game = play_on(board_battle(), lambda state: state.phase == "combat" and bool(state.contacts))
    page = text_of(browser("anna").get(game.get_absolute_url()))
    assert page.count("dfight") > 0 and page.count("dodds--") > 0


def test_each_moves_only_their_own_elements():
    game = play_on(board_battle(rival="bruno"), moving)
    active = services.table(game).state.active
    waits = "bruno" if active == "red" else "anna"
    page = text_of(browser(waits).get(game.get_absolute_url()))
    assert "dbase--own" not in page and "data-element" in page


def test_an_army_is_deployed_on_the_drawing():
    game = play_on(board_battle(), lambda state: state.phase == "deployment")
    page = text_of(browser("anna").get(game.get_absolute_url()))
    assert 'id="board-deploy"' in page and page.count("dbase--own") > 9
    styles = re.findall(r'class="chip" href="\?([^"]*?at=deploy[^"]*)#deploying"', page)
    for one in some(styles[:4]):
        assert "board-deploy" in text_of(browser("anna").get(f"{game.get_absolute_url()}?{one}"))
    seat = services.table(game).state.active
    layout = re.search(r'data-deploying="deploy: ([^"]*)"', page).group(1)
    name = layout.split()[0]
    outside = looked_at(game, f"deploy {name}: {name} 300 300 0")
    assert "notice--refusal" in outside and 'id="board-deploy"' not in outside
    do(game, seat, {"kind": "deploy_on_board", "layout": layout, "garrison": ""})
    game.refresh_from_db()
    places = services.table(game).state.board.places
    for part in some(layout.split(", ")):
        one, x, y, _turn = part.split()
        assert (places[one].x, places[one].y) == (int(x) * 100, int(y) * 100)


def test_a_move_of_ones_own_is_carried_out_though_nobody_offered_it(game):
    seat = services.table(game).state.active
    order = next(one for one in offered(game) if " ahead " in one)
    own = f"{order.partition(':')[0]}: ahead 1"
    assert own not in offered(game)
    do(game, seat, {"kind": "move_on_board", "order": own, "dismount": False})
    game.refresh_from_db()
    assert game.entries.order_by("-seq").first().action["order"] == own


def test_a_group_is_named_in_order_with_its_army_once(game):
    scenario = game.scenario
    red = [one["id"] for one in scenario["armies"]["red"]["elements"]]
    told = group_names([red[9], red[1], red[2]], scenario)
    assert told.count("(") == 1 and told.endswith(")")
    assert [int(part.split()[1]) for part in told.split(", ")] == [2, 3, 10]
