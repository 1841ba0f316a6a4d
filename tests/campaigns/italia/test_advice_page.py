"""The bot's advice on a campaign's page, with its reason."""

import pytest

from tests.campaigns.italia.begun import campaign
from tests.web.cast import browser

pytestmark = pytest.mark.django_db


def test_the_program_says_what_it_would_do_and_why() -> None:
    game = campaign()
    seat = game.decisions.get(answered_at=None).seat
    address = f"{game.get_absolute_url()}?seat={seat}"
    assert "What would the bot do?" in browser("anna").get(address).content.decode()
    told = browser("anna").get(f"{address}&advice").content.decode()
    assert "Why:" in told.split('id="advice"')[1]
