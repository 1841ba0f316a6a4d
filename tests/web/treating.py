"""Treaties for tests, and rounds of Three Fords in which a peace is kept or broken."""

from typing import Any

from django.urls import reverse
from django.utils import timezone

from games import services
from games.models import Game, Treaty
from tests.web.cast import browser, person, running

WORD = "Corinth for Sparta"


def address(game: Game) -> str:
    return reverse("game-treaties", args=[game.pk])


def offer(who: str = "owner", seat: str = "red", to: str = "blue", **changes: Any) -> dict[str, Any]:
    """Return the form data that proposes a treaty with one promise, written in free words."""
    return {
        "do": "propose",
        "seat": seat,
        "to": to,
        "key": f"{seat}-{to}",
        "give-words": "on",
        "f-give-words-words": WORD,
        "f-give-words-until": 2,
        **changes,
    }


def peace(until: int = 1, **changes: Any) -> dict[str, Any]:
    form = offer(**{"give-peace": "on", "f-give-peace-until": until, **changes})
    return {name: value for name, value in form.items() if "give-words" not in name}


def post(who: str, game: Game, **form: Any) -> int:
    return browser(who).post(address(game), form).status_code


def proposed(game: Game, form: dict[str, Any] | None = None) -> Treaty:
    assert post("owner", game, **(form or offer())) == 302
    return Treaty.objects.get(game=game)


def made(game: Game, form: dict[str, Any] | None = None) -> Treaty:
    one = proposed(game, form)
    assert post("rival", game, do="accept", number=one.pk) == 302
    one.refresh_from_db()
    assert one.status == Treaty.Status.MADE
    return one


def reads(who: str, game: Game, page: str = "game-treaties") -> str:
    return browser(who).get(reverse(page, args=[game.pk])).content.decode()


def table(**settings: Any) -> Game:
    """Create a running game with a third person in place of the bot."""
    game, now = running(**settings), timezone.now()
    services.set_bot(game.pk, person("gm"), "green", False, now=now)
    link = services.invite(game.pk, person("gm"), seat="green", now=now)
    services.accept(link.token, person("third"), now=now)
    game.refresh_from_db()
    return game


RAID = {"kind": "attack", "camp": "east", "target": "blue", "stake": 1}


def round_of(game: Game, *, war: bool) -> None:
    """Let red raid blue or hold, and everyone else answer by default, until the round is over."""
    at, players = services.table(game), {"red": "owner", "blue": "rival", "green": "third", "gm": "gm"}
    round_, codec = at.turn, at.system.codec
    while at.turn == round_ and at.decisions():
        asked = at.decisions()[0]
        ours = war and asked.seat == "red" and asked.kind == "order"
        action = RAID if ours else codec.write(asked.default)
        who, now = person(players[asked.seat]), timezone.now()
        sent = {"drawn_seq": game.seq, "key": str(game.seq), "user": who, "now": now}
        services.submit(game.pk, asked.seat, action, **sent)
        game.refresh_from_db()
        at = services.table(game)
