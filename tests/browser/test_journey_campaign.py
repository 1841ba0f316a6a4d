"""A newcomer's path: an account, a campaign, an attack that opens a battle, and its losses on the map."""

import re
from typing import Any

import pytest

from games.models import Game
from tests.browser.steps import (
    PASSWORD,
    choose,
    form,
    kinds,
    options,
    press,
    question,
    send,
    settle_for,
    sign_up,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def battles_with_dba(bridges: None, settings: Any) -> None:
    settings.VEXILLUM_BRIDGES = ["campaigns.bridge.justinian_dba"]


def new_campaign(page: Any, **ticked: str) -> str:
    """Create a campaign with the form and return its URL."""
    page.goto("/games/new/justinian/")
    page.fill("[name=name]", "The Persian war")
    for name, value in ticked.items():
        page.check(f"[name={name}][value={value}]")
    page.select_option("[name=hours]", "24")
    page.get_by_role("button", name="Create the game").click()
    page.wait_for_url(re.compile("/games/[0-9a-f-]{36}/"))
    return str(page.url)


def both_seated(visit: Any, **ticked: str) -> tuple[Any, Any, str]:
    """Let Nina lead and play Byzantium on a desktop, and Bo the Barbarians on a phone in Italian. Start the
    game, and return both pages and the game's URL.
    """
    nina, bo = visit(size="desk"), visit(locale="it-IT")
    nina.goto("/account/signup/")
    sign_up(nina, "nina")
    assert "No game yet" in nina.inner_text("main")
    address = new_campaign(nina, **ticked)
    assert nina.locator("button:has-text('Start the game')").is_disabled()
    press(nina, "button:has-text('Invite')")
    link = nina.locator("input[value*='/join/']").input_value()
    bo.goto(link)
    press(bo, "main >> text=Registrati")
    sign_up(bo, "bo")
    bo.click("main >> text=Unisciti")
    bo.wait_for_url(address)
    nina.reload()
    nina.click("button:has-text('Start the game')")
    nina.wait_for_selector("#next")
    bo.reload()
    return nina, bo, address


def persians_attack(nina: Any, bo: Any) -> None:
    """Let the Persians cross the border and attack; every defender stands."""
    send(bo, choose_power(bo, "persia"))
    for _ in range(40):
        for page in (bo, nina):
            page.reload()
            offered = kinds(page)
            if "report_battle" in offered or page.locator("#next a[href*='/battles/']").count():
                return
            if "move_army" in offered and "attack" not in offered:
                march = form(page, "move_army")
                choose(march, "to", next(p for p in options(march, "to") if p in BORDER))
                send(page, march)
            elif offered:
                settle_for(
                    page,
                    [
                        "activate_army",
                        "attack",
                        "intercept_with",
                        "stand",
                        "command",
                        "fight",
                        "pass",
                        "end_activation",
                    ],
                )
    raise AssertionError(f"no battle: {question(bo)} / {question(nina)}")


BORDER = ("osrhoene", "mesopotamia", "euphratensis", "armenia_iv", "armenia_i", "armenia_iii", "lazica")


def choose_power(page: Any, power: str) -> Any:
    act = form(page, "select_power")
    choose(act, "power", power)
    return act


def test_from_an_account_to_losses_on_the_map(visit: Any, complaints: list[str]) -> None:
    nina, bo, address = both_seated(visit, battle_system="dba")
    game = Game.objects.get()
    assert "Deploy your forces" in question(nina) and "si aspetta" in question(bo).lower()

    # one placement by hand; a double click counts once, and an unfinished set-up is not offered as finished
    troops = form(nina, "place_group", power="byzantium")
    choose(troops, "province", "europa")
    choose(troops, "sp", 30)
    troops.locator("button").dblclick()
    nina.wait_for_selector("#deployment:has-text('70 land SP')")
    assert game.entries.filter(seat="byzantium").count() == 1
    assert "finish_setup" not in kinds(nina)
    send(nina, form(nina, "accept_setup"), sure=True)  # discards the placement
    bo.wait_for_selector("#next:has-text('Tocca a te')", timeout=45_000)  # the page updates without a reload
    send(bo, form(bo, "accept_setup"))

    persians_attack(nina, bo)
    link = game.battle_links.get()
    before = {
        unit["id"]: unit["sp"] for side in ("attacker", "defender") for unit in link.opening[side]["units"]
    }
    nina.goto(f"{address}battles/{link.pk}/")
    bo.goto(f"{address}battles/{link.pk}/")
    assert "How the forces became armies" in nina.inner_text("main")
    assert "Come le forze sono diventate eserciti" in bo.inner_text("main")
    bo.click("text=Al campo di battaglia")
    bo.wait_for_url(lambda url: str(link.battle_id) in url)
    bo.click("#fold-table > summary")
    assert "bo" in bo.inner_text("#fold-table") and link.battle.status == "running"

    # one player reports the result and the other agrees
    press(nina, "main >> text=Report a result")
    losses = nina.locator("input[name^='loss-']")
    for at in range(losses.count()):
        losses.nth(at).fill("0")
    first = losses.nth(0).get_attribute("name").removeprefix("loss-")
    losses.nth(0).fill("1")
    nina.check("input[name=winner][value=defender]")
    press(nina, "button[value=report]")
    nina.wait_for_selector("text=do both sides agree")
    bo.goto(f"{address}battles/{link.pk}/")
    press(bo, "main button:has-text('Conferma')")
    bo.wait_for_url(address)  # both have agreed, so the campaign continues
    bo.goto(f"{address}battles/{link.pk}/")
    bo.wait_for_selector("text=confermata da entrambe le parti")
    press(bo, "text=Torna alla mappa")
    nina.goto(address)
    assert "The attackers lose 1, the defenders 0: the defenders win" in nina.inner_text("#live")
    link.refresh_from_db()
    link.battle.refresh_from_db()
    assert (link.status, link.report["losses"]) == ("confirmed", {first: 1})
    assert link.battle.status == "abandoned" and before[first] > 0

    # on Byzantium's turn it activates an army and marches, and all dice can be verified
    for _ in range(20):
        nina.reload()
        if "byzantine_segment" in {d.kind for d in game.decisions.filter(answered_at=None)}:
            break
        bo.reload()
        page = bo if kinds(bo) else nina
        settle_for(page, ["withdraw", "retreat_to", "take_losses", "end_activation", "pass"])
    settle_for(nina, ["activate_army"])
    settle_for(nina, ["move_army"])
    assert "MP" in nina.inner_text("#live")
    nina.goto(f"{address}dice/")
    nina.click("text=Check the whole game")
    nina.wait_for_selector("text=Everything matches")


def test_two_windows_a_way_back_and_an_expired_session(visit: Any, complaints: list[str]) -> None:
    nina, bo, address = both_seated(visit)
    game = Game.objects.get()
    other = nina.context.new_page()
    other.goto(address)
    send(nina, form(nina, "accept_setup"))

    # the other window still shows the old question: nothing happens twice, and the page says why
    other.evaluate("document.querySelectorAll('[data-poll]').forEach(e => e.removeAttribute('data-poll'))")
    send(other, form(other, "accept_setup"))
    assert "BA" in question(other) and game.entries.filter(seat="byzantium").count() == 1
    assert other.locator(".notice").first.inner_text()

    # the browser's back button loads the current page
    nina.goto(f"{address}chronicle/")
    nina.go_back()
    nina.wait_for_selector("#next:has-text('Waiting for')")

    # the session has expired: after the log-in the same page opens, and the answer is sent once
    bo.reload()
    bo.context.clear_cookies(name="sessionid")
    form(bo, "accept_setup").locator("button").first.click()
    bo.wait_for_selector("[name=username]")
    bo.fill("[name=username]", "bo")
    bo.fill("[name=password]", PASSWORD)
    bo.click("main button")
    bo.wait_for_url(address)
    assert game.entries.filter(seat="barbarian").count() == 1
    complaints.clear()  # refusals have an error status, which browsers log to the console
