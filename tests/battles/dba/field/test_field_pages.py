"""The battlefield on pages: the form with a piece's position in numbers, the drawn board, printed sheets,
files and thumbnails.
"""

import re
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from battles.dba.pages.battlefield import picture, sheets
from battles.dba.rules.field import propose, shapes
from battles.dba.rules.system import DBA
from games import services
from tests.battles.dba.table.stored import a_battle
from tests.battles.dba.table.table import TWELVE, an_army
from tests.found import some
from tests.games.cast import a_game, a_user, do

pytestmark = pytest.mark.django_db
DRAWING = propose.battlefield("arable", "pages")


def guided():
    owner = a_user("owner")
    scenario = {"armies": {"red": an_army("r", *TWELVE), "blue": an_army("b", *TWELVE)}}
    game = a_game(owner, {"red": owner, "blue": owner}, system="dba", name="Dara", scenario=scenario)
    do(game, owner, "red", {"kind": "roll_aggression"})
    return game, owner


def drawn():
    game, owner = guided()
    pieces = [DBA.codec.encode(one) for one in shapes.pieces(DRAWING)]
    drawing = [DBA.codec.encode(one) for one in DRAWING]
    seat = services.table(game).state.active
    do(game, owner, seat, {"kind": "place_terrain", "pieces": pieces, "drawing": drawing})
    return game, owner


def address(name, game):
    return reverse(f"battles:{name}", args=[game.pk])


def wood(**numbers):
    found = {"sent": "1", "kind-0": "woods", "was-0": "woods"}
    return found | {f"{name}-0": str(value) for name, value in numbers.items()}


def test_what_is_wrong_stands_beside_its_piece_with_its_section(client):
    game, owner = guided()
    client.force_login(owner)
    told = wood(x=100, y=100, length=221, width=140, turn=0) | {"kind-1": "bua"}
    html = client.get(address("dba-terrain", game), told).content.decode()
    beside = re.search(r'<ul class="small bad" id="wrong-0">(.*?)</ul>', html, re.S)
    assert beside and "at most 36 cm" in beside[1] and "Area terrain" in beside[1]
    assert 'id="wrong-1"' not in html
    assert "piece--wrong" in html.split('id="piece-0"')[0].rsplit("<g", 1)[1]


def test_a_piece_that_is_chosen_is_laid_where_there_is_room(client):
    game, owner = guided()
    client.force_login(owner)
    kinds = {"sent": "1", "kind-0": "bua", "kind-1": "woods", "kind-2": "steep_hill", "kind-3": "river"}
    html = client.get(address("dba-terrain", game), kinds).content.decode()
    assert "This battlefield is legal" in html and html.count('class="piece"') == 4
    again = client.get(address("dba-terrain", game), kinds | {"again": "1"}).content.decode()
    assert "This battlefield is legal" in again
    assert re.search(r'id="x-1"[^>]*', html)[0] != re.search(r'id="x-1"[^>]*', again)[0]


def test_players_can_place_pieces_without_a_drawing(client):
    game, owner = guided()
    client.force_login(owner)
    at = address("dba-terrain", game)
    seat = services.table(game).state.active
    html = client.get(at, {"seat": seat}).content.decode()
    form = next(one for one in re.findall(r"<form.*?</form>", html, re.S) if "data-laying" in one)
    sent = dict(re.findall(r'<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"', form)) | {"undrawn": "1"}
    kinds = dict(re.findall(r'<select id="(kind-\d)".*?<option value="(\w+)" selected', form, re.S))
    edges = dict(re.findall(r'<select id="(edge-\d)".*?<option value="(\w+)" selected', form, re.S))
    client.post(at, sent | kinds | edges)
    game.refresh_from_db()
    state = services.table(game).state
    assert state.phase == "sides" and state.pieces and state.drawing == ()
    assert not any(piece.length_mm for piece in state.pieces)


def test_another_look_without_a_script_does_nothing_to_the_game(client):
    game, owner = guided()
    client.force_login(owner)
    before = game.seq
    page = client.post(address("dba-terrain", game), wood(x=3, y=3, length=80, width=60) | {"look": "1"})
    assert page.status_code == 200 and "over the edge of the board" in page.content.decode()
    game.refresh_from_db()
    assert game.seq == before


@pytest.mark.parametrize("name", ["dba-field", "dba-field-svg", "dba-field-print"])
def test_nobody_is_shown_a_board_that_is_not_drawn_or_not_theirs(client, name):
    game, owner = guided()
    client.force_login(owner)
    assert client.get(address(name, game)).status_code == 404
    seat = services.table(game).state.active
    drawing = [DBA.codec.encode(one) for one in DRAWING]
    pieces = [DBA.codec.encode(one) for one in shapes.pieces(DRAWING)]
    do(game, owner, seat, {"kind": "place_terrain", "pieces": pieces, "drawing": drawing})
    assert client.get(address(name, game)).status_code == 200
    client.force_login(a_user("stranger"))
    assert client.get(address(name, game)).status_code == 404


def test_the_board_is_shown_wherever_the_battle_is(client):
    game, owner = drawn()
    client.force_login(owner)
    do(game, owner, services.table(game).state.active, {"kind": "choose_edge", "edge": 3})
    for at in some(
        [game.get_absolute_url(), *(address(n, game) for n in ("dba-screen", "dba-report", "dba-field"))]
    ):
        html = client.get(at).content.decode()
        assert 'class="battlefield"' in html, at
        assert "Invader: r" in html or "Invader: b" in html, at
    stamp = client.get(reverse("game-thumbnail", args=[game.pk])).content
    assert stamp.startswith(b"<svg") and len(stamp) < 14_000


def test_a_game_without_a_drawing_shows_none(client):
    game, owner = a_battle()
    client.force_login(owner)
    html = client.get(game.get_absolute_url()).content.decode()
    assert 'class="battlefield"' not in html
    assert client.get(reverse("game-thumbnail", args=[game.pk])).status_code == 200


def test_a_table_set_up_by_hand_is_drawn_on_the_same_board(client):
    game, owner = a_battle()
    client.force_login(owner)
    do(game, owner, "red", {"kind": "set_table", "invader": "red", "bua": False, "river": True})
    at = address("dba-terrain", game)
    assert at in client.get(game.get_absolute_url()).content.decode()
    html = client.get(at, {"seat": "red"}).content.decode()
    assert 'data-kind="line"' in html and 'value="draw_battlefield"' in html
    assert 'value="bua"' not in html  # the page has a separate question for it


# --- files and printouts ----------------------------------------------------------------------------------


def size_mm(svg):
    root = ElementTree.fromstring(svg)
    return tuple(float(root.get(name).removesuffix("mm")) for name in ("width", "height")), root


@pytest.mark.parametrize(("figures", "side"), [(15, 600), (25, 900)])
def test_a_file_is_in_true_millimetres(client, figures, side):
    game, owner = drawn()
    client.force_login(owner)
    (width, height), root = size_mm(client.get(address("dba-field-svg", game), {"figures": figures}).content)
    box = [float(part) for part in root.get("viewBox").split()]
    assert width == height == box[2] * side / 600
    (long, short), _ = size_mm(
        client.get(address("dba-field-svg", game), {"figures": figures, "piece": 1}).content
    )
    first = DRAWING[0]
    assert (round(short * 600 / side), round(long * 600 / side)) == (first.length + 2, first.width + 2)


@pytest.mark.parametrize("paper", list(sheets.PAPERS))
@pytest.mark.parametrize("figures", list(sheets.FIGURES))
def test_tiles_cover_the_board_and_fit_the_paper(paper, figures):
    wide, high = sheets.room(paper)
    side = 600 * sheets.FIGURES[figures] / 100
    tiles = list(sheets.tiles(side, side, paper))
    assert abs(sum(tile.width * tile.height for tile in tiles) - side * side) < 1e-6
    for tile in some(tiles):
        assert tile.width + 2 * sheets.CROP <= wide
        assert tile.height + 2 * sheets.CROP + sheets.FOOT <= high
    assert len({tile.name for tile in tiles}) == len(tiles)


@pytest.mark.parametrize("what", ["board", "pieces"])
def test_sheets_have_a_check_line_crop_marks_and_a_name(client, what):
    game, owner = drawn()
    client.force_login(owner)
    html = client.get(address("dba-field-print", game), {"what": what, "paper": "a3"}).content.decode()
    papers = re.findall(r'<svg[^>]*class="paper".*?</figure>', html, re.S)
    for sheet in some(papers):
        assert 'width="279mm" height="402mm"' in sheet
        assert re.search(r'class="check"[^>]* d="M6 [\d.]+h50', sheet)
    assert "battles/paper/a3" in html


def test_beside_the_board_stand_both_armies_and_what_they_have_lost():
    fresh = picture.draw_thumbnail(
        (), [picture.Row("#900", ((20, False),) * 12), picture.Row("#009", ((30, False),) * 8)]
    )
    hit = picture.draw_thumbnail((), [picture.Row("#900", ((20, True), (40, False)))])
    ElementTree.fromstring(fresh)
    filled = [one.get("d") for one in ElementTree.fromstring(hit).iter() if one.get("fill") == "#900"]
    crossed = [one.get("d") for one in ElementTree.fromstring(hit).iter() if one.get("stroke") == "#900"]
    assert [path.count("z") for path in filled] == [path.count("z") for path in crossed] == [1]
    assert fresh.count("z") > 20 and 'stroke="#900"' not in fresh


def test_every_picture_is_sound_xml():
    for home in some(["arable", "littoral", "dry", "forest"]):
        drawing = propose.battlefield(home, "xml")
        ElementTree.fromstring(picture.draw_thumbnail(drawing))
        ElementTree.fromstring(sheets.standalone(drawing, 25, {1: "A & <B>", 3: "C"}, "<&>"))
        for n, one in enumerate(drawing, 1):
            ElementTree.fromstring(sheets.piece_alone(one, n, 15))
