"""Actions of people on pages: sign up, read the question, fill in a form, press its button."""

import json
from collections.abc import Sequence
from typing import Any

PASSWORD = "a-long-pass-word"

# waits for the answer to this post, not for a poll in between; any other page has no such flag
ANSWERED = """() => {
    document.body.dataset.sending = "";
    const settled = (event) => {
        if (event.detail.requestConfig?.verb !== "post") return;
        delete document.body.dataset.sending;
        document.removeEventListener("htmx:afterSettle", settled);
    };
    document.addEventListener("htmx:afterSettle", settled);
}"""


AGREE = "dialog.ask button[value=yes]"


def sign_up(page: Any, name: str, **fields: str) -> None:
    """Fill in the sign-up form on the screen and submit it."""
    for field, value in {"username": name, "password1": PASSWORD, "password2": PASSWORD, **fields}.items():
        page.fill(f"[name={field}]", value)
    press(page, "main form button >> nth=-1")


def overflow(page: Any) -> int:
    """Return the number of pixels by which the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def show_every_hand(page: Any, game: Any) -> None:
    """Choose to see the hands of all seats that this browser plays, without a curtain between turns."""
    page.goto(game.get_absolute_url())
    page.click(".curtain__both summary")
    page.click(".curtain__both button")


def space(page: Any, name: str) -> Any:
    """Return the link to a space of a board. The page creates the link to an empty space only when a finger
    or a key reaches it, so this function first calls the script that creates the link.
    """
    page.wait_for_function("() => window.vexillumMap && document.querySelector('[data-map][data-ready]')")
    page.evaluate("name => window.vexillumMap.linkOf(document.querySelector('[data-map]'), name)?.id", name)
    return page.locator(f"#m-{name}")


def framed(page: Any, kind: str = "reach") -> int:
    """Return the number of spaces on the board that have a frame of this kind."""
    script = "all => all.reduce((sum, one) => sum + Number(one.dataset.n), 0)"
    return int(page.eval_on_selector_all(f"#map-marks .map-frame--{kind}", script))


def question(page: Any) -> str:
    """Return the text on the page that says what to do now, or whom the game waits for."""
    return str(page.inner_text("#next"))


def form(page: Any, kind: str, **fixed: Any) -> Any:
    """Return the form of this kind of action. If there are several, the one with these fixed values in a
    hidden field or on a button.
    """
    found = page.locator(f"form.act:has(input[name=kind][value={kind}])")
    for name, value in fixed.items():
        found = found.and_(
            page.locator(f"form.act:has([name=fixed][value*='{json.dumps(name)}:{json.dumps(value)}'])")
        )
    return found.first


def choose_button(act: Any, **fixed: Any) -> None:
    """Choose the button with these fixed values, if the form has several buttons."""
    said = "".join(f"[value*='{json.dumps(name)}:{json.dumps(value)}']" for name, value in fixed.items())
    found = act.locator(f"button[name=fixed]{said}")
    if found.count():
        found.first.evaluate("button => button.setAttribute('data-chosen', '')")


def kinds(page: Any) -> list[str]:
    """Return the kinds of action on offer, in the order of the page."""
    return list(page.eval_on_selector_all("form.act input[name=kind]", "all => all.map(one => one.value)"))


def press(page: Any, button: Any) -> None:
    """Press a button that leads to another page, and wait until the new page has replaced the old one."""
    with page.expect_navigation():
        (page.locator(button).first if isinstance(button, str) else button).click()


def unfold(act: Any) -> None:
    """Open the fold that contains a form."""
    act.evaluate(
        "f => { for (let d = f.closest('details'); d; d = d.parentElement.closest('details')) d.open = true }"
    )


def send(page: Any, act: Any, *, sure: bool = False) -> None:
    """Press a form's button (the chosen one, if there are several) and wait for the answer on the page.
    ``sure``: a confirmation follows.
    """
    unfold(act)
    page.evaluate(ANSWERED)
    chosen = act.locator("button[data-chosen]")
    (chosen if chosen.count() else act.locator("button:not([type=button])")).first.click()
    if sure:
        page.click(AGREE)
    page.wait_for_selector("body:not([data-sending])")


def tap_dice(page: Any, act: Any, *faces: int) -> None:
    """Tap each die on the page; the last tap sends them. Wait for the answer."""
    taps = [act.locator(".faces").nth(at).locator(f"input[value='{face}']") for at, face in enumerate(faces)]
    for tap in taps[:-1]:
        tap.click(force=True)
    if act.get_attribute("hx-post") is None:
        press(page, taps[-1])
        return
    page.evaluate(ANSWERED)
    taps[-1].click(force=True)
    page.wait_for_selector("body:not([data-sending])")


def choose(act: Any, field: str, value: Any) -> None:
    """Set a field's value, whichever control it uses."""
    unfold(act)
    control = act.locator(f"[name='f-{field}']").first
    tag = control.evaluate("e => e.tagName")
    if tag == "SELECT":
        control.select_option(str(value))
    elif tag == "BUTTON":  # pressing the button sends the form
        act.locator(f"button[name='f-{field}'][value='{value}']").evaluate("b => { b.dataset.chosen = 1 }")
    elif control.get_attribute("type") in {"radio", "checkbox"}:
        act.locator(f"[name='f-{field}'][value='{value}']").check()
    else:
        control.fill(str(value))


def options(act: Any, field: str) -> list[str]:
    """Return the values that a field offers."""
    script = """(f, name) => [...f.querySelectorAll(`[name="${name}"]`)].flatMap(
        e => e.tagName === 'SELECT' ? [...e.options].map(o => o.value) : [e.value]).filter(v => v !== '')"""
    return list(act.evaluate(script, f"f-{field}"))


def settle_for(page: Any, wanted: Sequence[str]) -> str:
    """Send a form whose kind of action is the first of ``wanted`` that is offered. Every field gets its first
    option. Return the kind.
    """
    offered = kinds(page)
    kind = next((one for one in wanted if one in offered), "")
    assert kind, f"{question(page)} offers {offered}"
    act = form(page, kind)
    names = act.evaluate(
        """f => [...new Set([...f.querySelectorAll('select, [type=radio], button[name^=f-]')]
        .map(e => e.name))]"""
    )
    for name in names:
        field = name.removeprefix("f-")
        choose(act, field, options(act, field)[0])
    send(page, act)
    return kind
