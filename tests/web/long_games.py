"""Create a game that can be played for many steps, and play it on."""

from django.utils import timezone

from games import services
from games.models import Game
from tests.web.cast import person, running


def play_on(game: Game, steps: int) -> None:
    """Play this many steps, each the default answer of the seat that owes one."""
    people = {seat.key: seat.user for seat in game.seats.all()} | {"gm": game.gm}
    for _ in range(steps):
        game.refresh_from_db()
        at = services.table(game)
        if not game.running:
            return
        owed = at.decisions()[0]
        services.submit(
            game.pk,
            owed.seat,
            at.system.codec.write(owed.default),
            drawn_seq=game.seq,
            key=f"on-{game.seq}",
            user=people[owed.seat],
            now=timezone.now(),
        )


def long_game() -> Game:
    """Create a game of twelve rounds: red and green are the owner's, blue the rival's."""
    game = running(options={"rounds": 12}, public=True)
    services.set_bot(game.pk, person("gm"), "green", False, now=timezone.now())
    game.seats.filter(key="green").update(user=person("gm"))
    return game
