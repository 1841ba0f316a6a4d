"""The dice page after a check: it accuses no player without evidence."""

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.translation import gettext, override

from engine.log.audit import Difference, Verdict
from tests.flat import flat
from tests.web.cast import running

pytestmark = pytest.mark.django_db
CORRECTED, ORDER_LOST = (
    "Or the rules have been corrected since and now give a different result.",
    (
        "It was played before the server fixed the order in which stored values are read, and its "
        "database did not keep that order. This doesn't mean that anyone changed anything: all moves "
        "before it match, and newer games can be checked in full."
    ),
)


def told(language: str = "en", **found: Any) -> str:
    """Return the page after a check with this result."""
    with override(language):
        verdict = Verdict(3, Difference(3, 3, **found))
        return render_to_string("features/proof/verify.html", {"verdict": verdict, "game": running()})


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("older", [True, False])
def test_newer_rules_accuse_nobody(language: str, older: bool) -> None:
    page = told(language, what="events", newer_rules=True, older_order=older)
    assert "notice--warning" in page and "notice--error" not in page and "events" not in page
    with override(language):
        assert (gettext(ORDER_LOST) in page, gettext(CORRECTED) in page) == (older, older)


def test_a_lost_key_order_accuses_no_player() -> None:
    page = told(what="events", older_order=True)
    assert "notice--warning" in page and ORDER_LOST in page and CORRECTED not in page


def test_unexplained_differences_are_shown_as_errors() -> None:
    page = told(what="die")
    assert "notice--error" in page and "Move 3 doesn't match" in page


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_could_not_be_judged_is_named(language: str) -> None:
    with override(language):
        difference = Difference(3, 3, "events", older_order=True)
        verdict = Verdict(40, difference, unjudged=(3, 4, 5, 9))
        page = flat(render_to_string("features/proof/verify.html", {"verdict": verdict, "game": running()}))
    assert "3–5, 9" in page and "notice--warning" in page
    assert ("40 moves match." if language == "en" else "40 mosse corrispondono.") in page


@pytest.mark.parametrize(("mode", "said"), [("virtual", False), ("mixed", True), ("physical", True)])
def test_that_typed_dice_are_not_checked_is_said_where_dice_may_be_typed(mode: str, said: bool) -> None:
    page = render_to_string("features/proof/verify.html", {"game": running(dice_mode=mode)})
    assert ("no number can check those" in page) is said
