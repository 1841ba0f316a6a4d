"""The scenario editor without scripts. Players edit their own scenarios with forms, play them, and save them
as files.
"""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from battles.cca.rules.editing import blank
from battles.cca.rules.options import FIELDS
from battles.cca.rules.scenarios import read_scenario
from battles.cca.rules.system import CCA
from battles.models import SavedScenario
from battles.shelf import MOST_SCENARIOS
from engine.game import Pick
from games.models import Game
from tests.found import some
from tests.web.cast import browser, person

pytestmark = pytest.mark.django_db
EDITOR = "/battles/cca/editor/"
OPTIONS = {f"f-{one.name}": one.options[0].value for one in FIELDS if isinstance(one, Pick)}


def begun(client: Client, **sent: Any) -> SavedScenario:
    """Create a scenario in this browser, on an empty board unless ``sent`` says otherwise."""
    answer = client.post(EDITOR, {"do": "new", **sent})
    assert answer.status_code == 302, html.unescape(answer.content.decode())
    return SavedScenario.objects.latest("created_at")


def change(client: Client, saved: SavedScenario, do: str, **sent: Any) -> dict[str, Any]:
    """Make one change in the editor and return the scenario that results."""
    answer = client.post(f"{EDITOR}{saved.pk}/", {"do": do, **sent})
    assert answer.status_code == 302
    assert client.get(answer["Location"]).status_code == 200
    saved.refresh_from_db()
    found: dict[str, Any] = saved.document
    return found


def page(client: Client, saved: SavedScenario, query: str = "") -> str:
    return html.unescape(client.get(f"{EDITOR}{saved.pk}/{query}").content.decode())


def test_a_visitor_composes_a_battle_and_plays_it_as_a_guest(client: Client) -> None:
    saved = begun(client)
    for at, side, piece in some(
        (
            ("B6", "bottom", "heavy_inf"),
            ("B6", "bottom", "leader"),
            ("H6", "top", "elephant"),
            ("E7", "top", "ground:hill"),
        )
    ):
        change(client, saved, "put", at=at, side=side, piece=piece)
    assert "fewer than the banners" in page(client, saved)
    change(
        client,
        saved,
        "setup",
        **{
            "name": "Two hills",
            "bottom-banners": "1",
            "top-banners": "1",
            "bottom-army": "Roman",
            "top-hand": "4",
        },
    )
    shown = page(client, saved)
    assert "Ready to play" in shown and "1 of 45" in shown and "2 of 12" in shown
    assert client.get(f"{EDITOR}{saved.pk}/").context["forces"][0].points == 31
    answer = client.post(f"{EDITOR}{saved.pk}/", {"do": "bottom"})
    game = Game.objects.get()
    assert str(game.pk) in answer["Location"] and game.running
    assert game.scenario["name"] == "Two hills" and game.scenario["top"]["hand"] == 4
    assert {seat.key: seat.is_bot for seat in game.seats.all()} == {"bottom": False, "top": True}
    assert client.get(answer["Location"]).status_code == 200


def test_both_sides_at_one_device_and_a_game_with_others() -> None:
    client = browser("anna")
    saved = begun(client, do="copy", **{"from": "zama"})
    client.post(f"{EDITOR}{saved.pk}/", {"do": "both"})
    game = Game.objects.get()
    assert game.running and {seat.user for seat in game.seats.all()} == {person("anna")}
    answer = client.post(f"{EDITOR}{saved.pk}/", {"do": "others"})
    form = client.get(answer["Location"]).content.decode()
    assert f'<option value="own:{saved.pk}" selected>Zama</option>' in form
    sent = {"scenario": f"own:{saved.pk}", "seat-bottom": "me", "seat-top": "open", **OPTIONS}
    assert client.post("/games/new/cca/", sent).status_code == 302
    game = Game.objects.latest("created_at")
    assert game.scenario["set"] == "own" and game.seats.get(key="top").user is None


def test_nobody_else_sees_or_plays_ones_scenario() -> None:
    anna, ben = browser("anna"), browser("ben")
    saved = begun(anna)
    for path in some(("", "scenario.json")):
        assert ben.get(f"{EDITOR}{saved.pk}/{path}").status_code == 404
    assert ben.post(f"{EDITOR}{saved.pk}/delete/").status_code == 404
    sent = {"scenario": f"own:{saved.pk}", "seat-bottom": "me", **OPTIONS}
    assert ben.post("/games/new/cca/", sent).status_code == 422
    assert not Game.objects.exists()
    assert "My scenario" not in ben.get(EDITOR).content.decode()


def test_pieces_move_change_sides_are_named_and_removed_and_a_step_is_undone(client: Client) -> None:
    saved = begun(client)
    change(client, saved, "put", at="B6", side="bottom", piece="heavy_inf")
    change(client, saved, "put", at="B6", side="bottom", piece="leader")
    change(client, saved, "name", at="B6", leader="Hanno")
    found = change(client, saved, "put", at="C6", side="bottom", piece="move", **{"from": "B6"})
    assert found["units"][0]["hex"] == "C6" and found["leaders"] == [
        {"side": "bottom", "name": "Hanno", "hex": "C6"}
    ]
    assert "Hanno, leader" in page(client, saved, "?at=C6")
    assert change(client, saved, "side", at="C6")["units"][0]["side"] == "top"
    assert change(client, saved, "undo")["units"][0]["side"] == "bottom"
    assert change(client, saved, "turn")["units"][0] == {"side": "top", "type": "heavy_inf", "hex": "G8"}
    assert change(client, saved, "flip")["units"][0]["hex"] == "G6"
    found = change(client, saved, "like-top")
    assert {one["hex"]: one["side"] for one in found["units"]} == {"G6": "top", "C8": "bottom"}
    assert len(change(client, saved, "clear", at="C8")["units"]) == 1
    assert change(client, saved, "empty")["units"] == []
    assert len(change(client, saved, "undo")["units"]) == 1


def test_a_step_that_makes_no_sense_changes_nothing(client: Client) -> None:
    saved = begun(client)
    before = saved.document
    for sent in some(
        (
            {"do": "put", "at": "Z9", "side": "bottom", "piece": "heavy_inf"},
            {"do": "put", "at": "B6", "side": "left", "piece": "heavy_inf"},
            {"do": "put", "at": "B6", "side": "top", "piece": "hoplite"},
            {"do": "put", "at": "B6", "side": "top", "piece": "ground:lava"},
            {"do": "fly", "at": "B6"},
            {"do": "add-rule", "rule": "levitation"},
            {"do": "drop-rule", "number": "7"},
            {"do": "undo"},
        )
    ):
        assert change(client, saved, **sent) == before
    answer = client.post(f"{EDITOR}{saved.pk}/", {"do": "bottom"}, follow=True)
    assert "Correct the mistakes first" in answer.content.decode() and not Game.objects.exists()


def test_special_rules_are_added_checked_and_removed(client: Client) -> None:
    saved = begun(client, do="copy", **{"from": "akragas"})
    change(
        client, saved, "add-rule", rule="leader_lost_loses", **{"rule-side": "top", "rule-leader": "Himilco"}
    )
    assert "If Himilco falls, the Carthaginians lose the battle." in page(client, saved)
    change(client, saved, "add-rule", rule="camp_banner", **{"rule-side": "bottom", "hexes": "h5, H7"})
    assert "A special rule names H5, where there is no camp." in page(client, saved)
    found = change(client, saved, "drop-rule", number="1")
    assert [rule["rule"] for rule in found["special"]] == ["leader_lost_loses"]


def test_an_ambush_brings_its_hidden_force_and_takes_it_away(client: Client) -> None:
    saved = begun(client, do="copy", **{"from": "akragas"})
    change(client, saved, "add-rule", rule="ambush", **{"rule-side": "top"})
    assert "An ambush needs a reserve with units." in page(client, saved)
    hidden = {"rule-side": "top", "rule-leader": "Mago", "reserve": "wa, WA xx mc"}
    found = change(client, saved, "add-rule", rule="ambush", **hidden)
    assert found["reserve"] == {
        "side": "top",
        "units": ["warrior", "warrior", "medium_cav"],
        "leaders": ["Mago"],
    }
    shown = page(client, saved)
    assert "Ready to play" in shown and "2 × warriors, 1 × medium cavalry, Mago" in shown
    assert read_scenario(found).special[0]["cards"] == CCA.scenario("trebbia")["special"][1]["cards"]
    assert len(found["special"]) == 1
    assert change(client, saved, "drop-rule", number="0")["reserve"] is None


def test_a_scenario_may_use_the_expansions(client: Client) -> None:
    saved = begun(client, do="copy", **{"from": "akragas"})
    change(client, saved, "put", at="E7", side="top", piece="camel")
    change(client, saved, "put", at="E5", side="top", piece="ground:marsh")
    shown = page(client, saved)
    assert "not in the base box" in shown and 'value="camel"' not in shown
    found = change(client, saved, "setup", box="expansions")
    assert found["expansions"] is True
    shown = page(client, saved)
    assert "Ready to play" in shown and 'value="camel"' in shown and 'value="siege"' in shown
    client.post(f"{EDITOR}{saved.pk}/", {"do": "bottom"})
    assert Game.objects.get().running
    assert change(client, saved, "setup", box="base")["expansions"] is False
    assert "not in the base box" in page(client, saved)


def test_all_mistakes_are_named_at_once_with_links_to_their_hexes(client: Client) -> None:
    saved = begun(client)
    for sent in some(
        (
            {"at": "C5", "side": "top", "piece": "ground:lake"},
            {"at": "C5", "side": "top", "piece": "elephant"},
            {"at": "D4", "side": "top", "piece": "leader"},
            {"at": "D4", "side": "bottom", "piece": "auxilia"},
        )
    ):
        change(client, saved, "put", **sent)
    shown = page(client, saved)
    assert '<a href="?at=C5">C5</a>' in shown and '<a href="?at=D4">D4</a>' in shown
    assert "cannot stand on this ground" in shown and "stands with an enemy unit" in shown
    assert "4 mistakes" in shown  # both sides also have too few units for their banners


def test_what_was_downloaded_is_uploaded_again(client: Client) -> None:
    saved = begun(client, do="copy", **{"from": "castulo"})
    answer = client.get(f"{EDITOR}{saved.pk}/scenario.json")
    assert answer["Content-Disposition"] == 'attachment; filename="cca-castulo.json"'
    file = SimpleUploadedFile("castulo.json", answer.content)
    again = begun(client, do="upload", file=file)
    assert again.pk != saved.pk and again.document == saved.document
    pasted = begun(client, do="upload", text=answer.content.decode())
    assert pasted.document == saved.document


def test_every_mistake_of_an_uploaded_file_is_named_and_nothing_is_kept(client: Client) -> None:
    document = {**CCA.scenario("cannae"), "roster": None, "terrain": {"A6": "lake"}}
    document["units"] = [*document["units"], {"side": "top", "type": "auxilia", "hex": "B13"}]
    text = json.dumps(document)
    for language, said in some((("en", "no hex of the board"), ("it", "B13"))):
        answer = client.post(EDITOR, {"do": "upload", "text": text}, headers={"accept-language": language})
        shown = html.unescape(answer.content.decode())
        assert answer.status_code == 422 and "B13" in shown and "A6: " in shown and said in shown
        assert '"hex": "B13"' in shown  # the form keeps the pasted text
    for bad in some(("", "{", "[]", "{" * 100)):
        assert client.post(EDITOR, {"do": "upload", "text": bad}).status_code == 422
    assert not SavedScenario.objects.exists()


def test_a_scenario_is_deleted_and_only_so_many_are_kept(client: Client) -> None:
    saved = begun(client)
    owner = saved.owner
    SavedScenario.objects.bulk_create(
        SavedScenario(
            owner=owner,
            system="cca",
            document=blank(),
            created_at=saved.created_at,
            changed_at=saved.changed_at,
        )
        for _number in range(MOST_SCENARIOS - 1)
    )
    shown = client.post(EDITOR, {"do": "new"}, follow=True).content.decode()
    assert "Delete one first" in shown and SavedScenario.objects.count() == MOST_SCENARIOS
    client.post(f"{EDITOR}{saved.pk}/delete/")
    assert not SavedScenario.objects.filter(pk=saved.pk).exists()


def test_every_hex_is_a_link_without_scripts(client: Client) -> None:
    shown = page(client, begun(client))
    assert len(set(re.findall(r'id="m-([A-I]\d+)"', shown))) == 113


def test_the_pages_are_told_in_italian(client: Client) -> None:
    saved = begun(client)
    client.cookies["django_language"] = "it"
    for path in some((EDITOR, f"{EDITOR}{saved.pk}/?at=B6", "/battles/cca/points/?seed=1&points=130")):
        shown = client.get(path).content.decode()
        assert 'lang="it"' in shown and "%(" not in shown


def test_the_editor_is_reached_from_scenarios_and_the_form_of_a_new_game() -> None:
    client = browser("anna")
    for path in some(("/battles/cca/scenarios/", "/games/new/cca/")):
        shown = client.get(path).content.decode()
        assert f'href="{EDITOR}"' in shown and 'href="/battles/cca/points/"' in shown
    assert f'href="{EDITOR}?from=zama#from"' in client.get("/battles/cca/scenarios/zama/").content.decode()
