"""A campaign's page can be rendered at every moment, and its forms, warnings and charts are right."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.annals import moments
from campaigns.justinian.pages.moments import measure_position
from games import services
from tests.campaigns.justinian.begun import act, advance, campaign, play_on, shown

pytestmark = pytest.mark.django_db


def test_the_page_of_every_moment_is_drawn_in_both_languages(client: Any) -> None:
    game = campaign()
    client.force_login(game.gm)
    for moment in ("set_up", "barbarian_segment", "march", "bribe", "maintenance"):
        game = advance(game, moment)
        for language, heading in (("en", "The way to victory"), ("it", "La via della vittoria")):
            client.cookies["django_language"] = language
            page = client.get(game.get_absolute_url() + "?at=flaminia").content.decode()
            assert 'id="m-europa"' in page and 'id="fold-budget"' in page and heading in page
            assert "%(" not in page and "style=" not in page and "onclick" not in page
            assert ('id="chances"' in page) >= (moment == "bribe")
    page = client.get(game.get_absolute_url() + "?charts=1").content.decode()
    assert page.count("<polyline") >= 5 and "Provinc" in page


def test_a_decision_tells_what_ones_own_standing_order_would_answer(client: Any) -> None:
    game = advance(campaign(), "bribe")
    waiting = services.table(game).decisions()[0]
    rows = game.decisions.filter(decision=waiting.id)
    rows.update(due_at=timezone.now() + timedelta(hours=8))
    client.force_login(game.gm)
    client.cookies["django_language"] = "en"
    assert "If you don't answer: Offer a bribe: 0 G." in client.get(game.get_absolute_url()).content.decode()
    orders = {"bribe": {"gold": 3, "keep": 0}}
    services.write_orders(game.pk, game.gm, "byzantium", orders, False, now=timezone.now())
    rows.update(due_at=timezone.now() + timedelta(hours=8))
    told = client.get(game.get_absolute_url()).content.decode()
    assert "If you don't answer, your standing order applies: Offer a bribe: 3 G." in told


def test_a_stranger_sees_the_map_but_no_forms(client: Any) -> None:
    game = advance(campaign(), "barbarian_segment")
    page = client.get(game.get_absolute_url()).content.decode()
    assert 'id="m-europa"' in page and 'name="kind"' not in page


def test_3_2_setting_up_by_hand_says_what_is_missing(client: Any) -> None:
    game = advance(campaign(), "set_up")
    client.force_login(game.gm)
    client.cookies["django_language"] = "en"
    if services.table(game).decisions()[0].seat != "byzantium":
        pytest.fail("Byzantium sets up first (3.1)")

    def missing() -> str:
        page = client.get(game.get_absolute_url()).content.decode()
        found = re.search(r"Still to be placed:.*?</p>", page, re.S)
        assert found is not None
        return re.sub(r"<[^>]+>", "", found.group(0))

    assert "100 land SP" in missing() and "Army of the East" in missing()
    action = {"kind": "place_army", "army": "oriens", "province": "mesopotamia", "sp": 25}
    services.submit(
        game.pk, "byzantium", action, drawn_seq=game.seq, key="place", user=game.gm, now=timezone.now()
    )
    assert "75 land SP" in missing() and "Army of the East" not in missing()


def test_one_form_moves_any_leader(client: Any) -> None:
    game = advance(campaign(), "byzantine_segment")
    client.force_login(game.gm)
    page = client.get(game.get_absolute_url()).content.decode()
    form = page[page.index('id="merged-move_leader"') :]
    form = form[: form.index("</form>")]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    fixed = html.unescape(re.findall(r'<option value="(\{[^"]*)"', form)[1])
    province = re.findall(r'<option value="([a-z_]+)"', form)[-1]
    sent = {k: fields[k] for k in ("seq", "key", "seat", "kind")} | {"fixed": fixed, "f-province": province}
    assert client.post(reverse("game-act", args=[game.pk]), sent).status_code == 302
    assert game.entries.order_by("-seq").filter(action__kind="move_leader").exists()


def test_the_curves_have_a_point_for_every_turn() -> None:
    game = play_on(campaign(), lambda table: table.state.turn > 2)
    found = moments.history(game, services.table(game), measure_position)
    assert [m["turn"] for m in found] == [1, 2, 3]
    assert found[0]["gold"] != found[-1]["gold"] and found[-1]["sp"]["byzantium"] > 0
    # the second time from the cache
    assert moments.history(game, services.table(game), measure_position) == found


def test_5_32_recruits_come_with_a_placing_filled_in(client: Any) -> None:
    """One press places all recruits as proposed. Garrisons, old and new, are in a collapsed section."""
    game = campaign()
    for _levy in range(6):  # a die of 0 raises no levy
        game = act(advance(game, "byzantine_segment"), "byzantium", {"kind": "recruit"})
        asked = services.table(game).decisions()[0]
        if asked.kind == "place_recruits" and asked.facts["sp"]:
            break
    assert asked.kind == "place_recruits" and asked.facts["sp"]
    page = shown(client, game, "byzantium")
    placed = {unit: int(n) for unit, n in re.findall(r'name="f-land-([^"]+)" [^>]*value="(\d+)"', page)}
    assert {u: n for u, n in placed.items() if n} == asked.default.land
    visible = re.sub(
        r"<details.*?</details>", "", page.partition('id="acts"')[2].partition("</section>")[0], flags=re.S
    )
    assert 'name="f-land-army:' in visible and 'name="f-land-frontier:' not in visible


def test_7_31_letting_them_pass_is_a_button_of_its_own(client: Any) -> None:
    game = advance(campaign(), "intercept", lambda s: len(s.stack[-1].candidates) == 1)
    decision = services.table(game).decisions()[0]
    page = shown(client, game, decision.seat)
    acts = page.partition('id="acts"')[2].partition("</section>")[0]
    intercepts, passes = re.findall(r"<form.*?</form>", acts, flags=re.S)
    assert "Intercept with" in intercepts and 'name="f-armies"' in intercepts
    assert "Let them pass" in passes and 'name="f-armies"' not in passes
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', passes))
    client.post(reverse("game-act", args=[game.pk]), sent)
    entry = game.entries.order_by("-seq").filter(action__kind="intercept_with").first()
    assert entry.seq > game.seq and entry.action["armies"] == []


def test_7_14_whoever_would_leave_the_map_is_warned_before(client: Any) -> None:
    """The page asks for confirmation before a Praesental Army lands in Sicily, and again before its
    activation ends there.
    """
    game = advance(campaign(), "byzantine_segment")
    fleet = {"power": "byzantium", "place": "europa", "army": "praesental_i"}
    ships = services.table(game).state.fleets["byzantium@europa"].sp
    game = act(game, "byzantium", {"kind": "activate_fleet", **fleet, "sp": ships})
    for sea in ("mare_egeo", "mar_ionio"):
        game = act(game, "byzantium", {"kind": "sail_to", "sea": sea})
    page = shown(client, game, "byzantium")
    buttons = dict(re.findall(r'<button name="f-province" value="(\w+)"([^>]*)>', page))
    assert "data-confirm" in buttons["sicilia"] and "data-confirm" not in buttons["achaia"]
    game = act(game, "byzantium", {"kind": "put_in", "province": "sicilia"})
    page = shown(client, game, "byzantium")
    assert re.search(
        r'data-confirm="If the activation ends here, Praesental Army I leaves[^"]*"[^>]*>End the', page
    )
