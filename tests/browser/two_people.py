"""A Schiere battle between two people on two screens. Their taps are counted, and the time that they take is
measured.
"""

from __future__ import annotations

import time
from typing import Any

from games import services
from tests.browser.steps import space

PEOPLE = {"rome": "anna", "carthage": "bruno"}
ACT = "form.act:has(input[name=kind][value={}])"
POLLED = 90_000  # milliseconds in which a visible page polls again, even on a busy machine


class Two:
    """Both players' pages, and the number of taps on both."""

    def __init__(self, visit: Any, game: Any, size: str, *, keys: bool = False, **options: Any) -> None:
        self.game, self.taps, self.begun, self.keys = game, 0, time.monotonic(), keys
        self.pages = {seat: visit(name, size, **options) for seat, name in PEOPLE.items()}
        for page in self.pages.values():
            page.set_default_timeout(POLLED)
            page.goto(game.get_absolute_url())

    def tap(self, seat: str, selector: str, *, posts: bool = True) -> None:
        page, self.taps = self.pages[seat], self.taps + 1
        if selector.startswith("#m-"):
            space(page, selector.removeprefix("#m-"))
        if not posts:
            self._act(page.locator(selector).first)
            return
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            self._act(page.locator(selector).first)
        page.wait_for_selector("#live:not(.htmx-swapping)")

    def _act(self, element: Any) -> None:
        """Click, or use the keyboard alone on elements that it can reach."""
        if not self.keys:
            element.click()
            return
        square = element.evaluate("e => e.id.startsWith('m-')")  # arrow keys reach squares
        assert square or element.evaluate("e => e.tabIndex >= 0"), "keys come there"
        element.press("Enter")

    def refreshed(self) -> Any:
        self.game.refresh_from_db()
        return self.game

    def owing(self) -> dict[str, str]:
        decisions = services.table(self.refreshed()).decisions()
        return {decision.seat: decision.kind for decision in decisions}

    def told(self, what: str) -> None:
        print(f"{what}: {self.taps} taps, {time.monotonic() - self.begun:.1f} s")

    # --- before the first turn ---

    def answer(self, seat: str, kind: str) -> None:
        """Answer a set-up question as a player who sees the page would."""
        page = self.pages[seat]
        page.wait_for_selector(f"#next:has-text('{ASKS[kind]}')", timeout=POLLED)  # without a reload
        match kind:
            case "muster":
                for troop, number in ARMIES[seat].items():
                    page.fill(f"input[type=number][name=f-units-{troop}]", str(number))
                    self.taps += 1
                page.check("[type=radio][name=f-chief][value=solid]")
                self.taps += 1
                self.tap(seat, f"{ACT.format(kind)} button:not([type=button])")
            case "place_camp" | "deploy":
                self.place(seat, kind)
            case "order_deployment":
                page.check("[name=f-first] >> nth=0")
                self.taps += 1
                self.tap(seat, f"{ACT.format('deploy_in_turns')} button:not([type=button])")
            case _:
                deed = services.table(self.refreshed()).choices(seat)[0].kind
                self.tap(seat, f"{ACT.format(deed)} button:not([type=button])")

    def place(self, seat: str, kind: str) -> None:
        """Place a piece on the first free square of the seat."""
        choice = services.table(self.refreshed()).choices(seat)[0]
        at = next(one for one in choice.fields if one.name == "at").options[0].value
        self.tap(seat, f"#m-{at}", posts=False)
        button = ".splace button" if kind == "deploy" else "#here form:has([value=place_camp]) button"
        self.pages[seat].wait_for_selector(f"#chosen[data-at={at}] {button}")
        self.tap(seat, f"#chosen {button}")


ARMIES = {
    "rome": {"legionaries": 4, "velites": 4},
    "carthage": {"punic_foot": 4, "libyans": 4},
}
ASKS = {
    "muster": "Choose an army",
    "choose_edge": "from which side",
    "place_camp": "Where do you put your camp? Both camps are revealed at the",
    "buy": "What do your last points buy",
    "lay_order": "",
    "order_deployment": "Who deploys first",
    "deploy": "Place a schiera",
    "assign_orders": "Who gets an order",
}
