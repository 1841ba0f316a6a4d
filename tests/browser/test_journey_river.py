"""A guided DBA battle from the first die, on two phones: a built-up area to storm and a river to cross."""

from typing import Any

import pytest

from games.models import Game
from tests.browser.steps import choose, choose_button, form, press, send, tap_dice, unfold
from tests.browser.tables import guided_battle

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LAID = "sent=1&kind-0=bua&kind-1=river&kind-2=woods"


def hand_over(game: Game, page: Any, other: Any) -> None:
    """Continue on the other player's phone. The first page is closed, because its polling would slow the
    test.
    """
    page.goto("about:blank")
    other.goto(game.get_absolute_url())


def act(page: Any, kind: str, *faces: int, elements: tuple[str, ...] = (), **fixed: Any) -> None:
    """Send a form of this kind, then tap the dice that it asks for, or the dice on the form."""
    asked = form(page, kind, **fixed)
    unfold(asked)
    if asked.locator(".faces").count():
        tap_dice(page, asked, *faces)
        return
    for one in elements:
        box = asked.locator(f"[name='f-elements'][value='{one}']")
        if not box.is_checked():
            asked.locator(f"label:has([name='f-elements'][value='{one}'])").click()
    choose_button(asked, **fixed)
    send(page, asked)
    rolled = list(faces)
    while rolled:
        dice = page.locator("form.act:has(.faces)").first
        asked_for = dice.locator(".faces").count()
        tap_dice(page, dice, *rolled[:asked_for])
        del rolled[:asked_for]


def resolve(page: Any, game: Game, seat: str, first: str, second: str, *faces: int, facts: str = "") -> str:
    """Resolve one combat on its page; return the fate of both sides."""
    page.goto(f"/battles/dba/{game.pk}/combat/?seat={seat}&mode=close&first={first}&second={second}{facts}")
    tap_dice(page, page.locator("form.roll"), *faces)
    return str(page.inner_text("#felt") + page.inner_text(".result"))


def test_over_the_river_and_against_the_walls(visit: Any, complaints: list[str]) -> None:
    game = guided_battle()
    red, blue = visit("owner"), visit("rival")
    hand_over(game, blue, red)
    act(red, "roll_aggression", 6, 1)
    blue.goto(f"/battles/dba/{game.pk}/terrain/?seat=blue&{LAID}")
    assert "legal" in blue.inner_text("main")
    press(blue, "#verdict button")
    hand_over(game, blue, red)
    edge = form(red, "choose_edge")
    choose(edge, "edge", 1)
    act(red, "choose_edge", 6)
    act(red, "pitch_camp")  # the defender holds the built-up area instead of a camp
    hand_over(game, red, blue)
    choose(form(blue, "deploy"), "garrison", "b8")
    send(blue, form(blue, "deploy"))
    hand_over(game, blue, red)
    send(red, form(red, "deploy"))
    hand_over(game, red, blue)
    send(blue, form(blue, "swap_elements"))

    hand_over(game, blue, red)
    act(red, "roll_pips", 4)
    act(red, "move_elements", 6, 4, 2, elements=("r6", "r7"), ford=True)  # on a 6 r6 crosses but r7 does not
    assert "slows movement, its banks help their defenders, and" in red.inner_text("#live")
    assert not form(red, "move_elements", ford=True).count()
    send(red, form(red, "end_moves"))
    send(red, form(red, "end_combat"))  # no element here can shoot
    hand_over(game, red, blue)
    act(blue, "roll_pips", 2)
    send(blue, form(blue, "end_moves"))
    send(blue, form(blue, "end_combat"))
    hand_over(game, blue, red)
    act(red, "roll_pips", 3)
    act(red, "move_elements", elements=("r9",), onto="bua")
    act(red, "move_elements", elements=("r6", "r8"), contact=True)
    assert "1 PIP left" in red.inner_text("#live")
    send(red, form(red, "end_moves"))

    red.goto(f"/battles/dba/{game.pk}/combat/?seat=red&mode=close&first=r6&second=b3")
    page = red.inner_text("main")
    assert "Defends the river bank" in page and "Uphill" not in page  # there is a river but no hill
    assert "recoils" in resolve(red, game, "red", "r9", "b8", 6, 1)  # 9 against 10 behind walls
    for attacker, enemy in (("r6", "b3"), ("r8", "b4"), ("r1", "b5"), ("r2", "b6")):
        result = resolve(blue, game, "blue", attacker, enemy, 6, 1, facts="&sent=1&b.rear_contact=1")
        assert "destroyed" in result.lower()
    hand_over(game, blue, red)
    send(red, form(red, "end_combat"))
    game.refresh_from_db()
    assert game.status == "ended"
    for page in (red, blue):
        page.goto(f"/battles/dba/{game.pk}/report/")
        assert "Later Carthaginian" in page.inner_text("h2, .next, main")
