"""Coach marks of the first turn on a phone: titles keep their room next to long buttons, and a tap on a term
of the question explains it.
"""

from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TWO_BUTTONS = """() => {
  const acts = document.querySelector('.lesson__acts'), title = document.querySelector('.lesson h2');
  title.textContent = 'Hai giocato il tuo primo turno';
  acts.querySelectorAll('button').forEach((one) => one.remove());
  for (const text of ['Continua a giocare', 'Registrati e conservala']) {
    const one = document.createElement('button');
    acts.append(Object.assign(one, { textContent: text, className: 'btn--small' }));
  }
  return title.getBoundingClientRect().width;
}"""


def test_a_coach_mark_with_two_long_buttons_keeps_its_title_legible(visit: Any) -> None:
    page = visit(size="phone", locale="it")
    page.goto("/")
    page.locator("form[action*=play]:has([value=justinian]) button").first.click()
    page.wait_for_selector(".lesson h2")
    assert page.evaluate(TWO_BUTTONS) >= 100


def test_a_tap_on_a_term_of_the_question_shows_its_meaning(visit: Any) -> None:
    page = visit(size="phone")
    page.goto("/")
    page.locator("form[action*=play]:has([value=justinian]) button").first.click()
    page.wait_for_selector("#next a.term")
    page.locator("#next a.term").first.click()
    assert page.locator("#term-bubble").inner_text().lower().startswith("segment: ")
