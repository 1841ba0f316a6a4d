"""In a real browser the calculator answers without asking the server, and works without a connection."""

from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOOK = "/battles/dba/lookup/"
SITUATIONS = [
    "?a=Kn&b=Bw&die_a=2&die_b=5&b.behind=Bd&a.charged=1",
    "?mode=shooting&a=Art&b=El&lang=it&die_a=6&die_b=1&b.extra_shooters=2",
    "?a=Pk&b=Denizens&lang=it&die_a=6&die_b=1",
    "?a=Cv&b=SCh&a.flight=river&die_a=1&die_b=6&a.depth_mm=60",
    "?a=Wb&b=Sp&a.behind=Wb&die_a=6&die_b=1&b.general=1&a.flank_contacts=1",
    "?mode=shooting&a=Bw&b=Bw&answered=1",
    "?a=Kn",
]


def shown(page: Any) -> str:
    """Return everything the reader sees of the calculator, except the button for pages without a script."""
    told = " ".join(page.inner_text("#lookup").split())
    for button in (" Show", " Mostra", " Start again", " Ricomincia"):
        told = told.replace(button, "")
    return told


@pytest.mark.parametrize("query", SITUATIONS)
def test_the_script_draws_what_the_server_draws(visit: Any, query: str) -> None:
    page = visit()
    page.goto(LOOK + query)
    server = shown(page)
    page.wait_for_load_state("networkidle")
    page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    assert shown(page) == server


def test_tapping_dice_gives_the_result_at_once(visit: Any) -> None:
    page = visit()
    page.goto(LOOK + "?a=Kn&b=Bw&lang=en")
    page.wait_for_load_state("networkidle")
    page.check("[name='a.charged']")
    page.check("[name=die_a][value='2']", force=True)
    page.check("[name=die_b][value='5']", force=True)
    assert "5 : 9" in page.inner_text("#result")
    assert "a.charged=1" in page.url and "die_b=5" in page.url
    page.reload()
    assert "5 : 9" in page.inner_text("#result")


def test_it_works_without_a_connection_once_visited(visit: Any) -> None:
    page = visit()
    page.goto(LOOK + "?lang=it")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto(LOOK + "?a=Kn&b=Bw&die_a=2&die_b=5&a.charged=1&lang=it")
    page.wait_for_selector(".result")
    assert "Distrutto" in page.inner_text("#result")


SCHIERE = "/battles/schiere/lookup/"


def test_schiere_works_without_a_connection_once_visited(visit: Any) -> None:
    """The page's script answers offline in every tab, here about an army, a rally and a duel."""
    page = visit()
    page.goto(SCHIERE + "?lang=it")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto(SCHIERE + "?ask=army&army.army=rome&army.units.carthage_elephants=1&army.points=20&lang=it")
    page.wait_for_selector(".result")
    assert "non può scendere in campo" in page.inner_text("#answer")
    page.click(".tabs a[data-ask=rally]")
    page.select_option("form[data-ask=rally] [name=order]", "shield")
    assert "La fuga si arresta" in page.inner_text(".result")
    page.click(".tabs a[data-ask=duel]")
    page.wait_for_selector("#answer table")
    assert "%" in page.inner_text("#answer")


CCA = "/battles/cca/lookup/"


def test_commands_and_colors_works_without_a_connection_once_visited(visit: Any) -> None:
    """Offline the script fills the form from the address, draws what the server draws, and throws dice."""
    query = "?attacker.type=elephant&target.type=heavy_inf&target.leader=attached&lang=it"
    page = visit()
    page.goto(CCA + query)
    served = " ".join(page.inner_text("#answer").split())
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto(CCA + query)
    page.wait_for_selector("#answer .card")
    assert " ".join(page.inner_text("#answer").split()) == served and "Eliminato" in served
    assert page.input_value("[name='target.leader']") == "attached"
    page.select_option("[name='target.type']", "light_inf")
    page.wait_for_function("!document.querySelector('#answer').innerText.includes('5 dadi')")
    page.click("button[name=throw]")
    page.wait_for_selector(".clook__thrown .cdie")
    page.select_option("[name='attacker.type']", "light_bow_cav")
    page.select_option("[name='attacker.blocks']", "4")
    page.wait_for_selector("#answer .note--bad")
