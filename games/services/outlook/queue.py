"""Queue forecasts: the stakes of an open battle, and the chances turn by turn in a finished campaign.
Forecasts are stored as rows. Other modules play them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.models import Forecast, Game
from games.services.history import last_entries
from games.services.tables import LiveGame

STAKES: Final = 100  # play-outs for each outcome of a battle
BOOK: Final = 80  # play-outs for each turn of a finished campaign
TURNS: Final = 12  # maximum number of turns to forecast; longer games skip some


def queue_stakes(at: LiveGame) -> None:
    """Queue two forecasts for a battle that the game now waits for: one for each side's victory."""
    if concerns_people(at.game):
        _queue_forecasts(
            at.game, [(at.seq, case) for case in (Forecast.Case.ATTACKER, Forecast.Case.DEFENDER)], STAKES
        )


def queue_course(at: LiveGame) -> None:
    """Queue forecasts of a finished game, one from its start and one from the end of each turn. Long games
    skip some turns. Calling this twice queues the forecasts once.
    """
    if not at.game.tryout and not Forecast.objects.filter(game=at.game, case="").exists():
        _queue_forecasts(at.game, [(seq, Forecast.Case.AS_IT_STOOD) for seq in _sample_entries(at)], BOOK)


def concerns_people(game: Game) -> bool:
    """Return whether any person plays the game. Sandboxes do not count."""
    return not game.tryout and any(seat.user_id for seat in game.seats.all())


def _sample_entries(at: LiveGame) -> list[int]:
    ends = last_entries(at)
    found = [0, *(ends[turn] for turn in sorted(ends) if ends[turn] > 0)]
    return spread(found, TURNS + 1)


def spread(found: Sequence[int], most: int) -> list[int]:
    """Return at most ``most`` of the numbers, evenly spread, including the first and the last.

    >>> spread([0, 1, 2, 3, 4, 5, 6, 7, 8], 5), spread([3, 4], 5)
    ([0, 2, 4, 6, 8], [3, 4])
    """
    if len(found) <= most:
        return list(found)
    return [found[number * (len(found) - 1) // (most - 1)] for number in range(most)]


def _queue_forecasts(game: Game, wanted: Sequence[tuple[int, str]], games: int) -> None:
    rows = [Forecast(game=game, seq=seq, case=case, wanted=games) for seq, case in wanted]
    Forecast.objects.bulk_create(rows, ignore_conflicts=True)
