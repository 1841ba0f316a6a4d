"""Run queued forecasts, a few play-outs at a time, whenever a job or thread has time.

Nothing waits for a forecast. A failed forecast is not shown. If a process dies, another one takes over
its forecast.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from django.conf import settings
from django.db.models import Case, F, IntegerField, Q, QuerySet, Value, When

from engine.playouts import Begin, Tally, begin_after_battle, begin_at, run_playouts
from games.models import BattleLink, Forecast
from games.services.fighting import battles
from games.services.going_back.rewinding import table_at
from games.services.outlook.results import counts_json, tally_of
from games.services.proof.seeds import outlook_seed, seed_of
from games.services.tables import LiveGame, table

log = logging.getLogger(__name__)
AT_ONCE: Final = 10  # play-outs of one row before another row gets its turn
# a process that claimed a row for longer than this is presumed dead
HELD: Final = timedelta(seconds=4 * settings.JOB_SECONDS)
STAKES_FIRST: Final = Case(When(case="", then=Value(1)), default=Value(0), output_field=IntegerField())


def due(now: datetime) -> QuerySet[Forecast]:
    """Return the queued forecasts: those of open battles first, then those with the fewest play-outs."""
    free = Q(held_until__isnull=True) | Q(held_until__lt=now) | Q(held_until__gt=now + 2 * HELD)
    rows = Forecast.objects.filter(free, games__lt=F("wanted"), trouble="")
    return rows.order_by(STAKES_FIRST, "games", "pk")


def ponder(now: datetime, seconds: float) -> int:
    """Run play-outs for about ``seconds``, but at least one if any is queued. Return their number."""
    until, done = monotonic() + seconds, 0
    while (row := _claim_row(now)) is not None:
        done += _advance(row, until)
        if monotonic() >= until:
            break
    return done


def _claim_row(now: datetime) -> Forecast | None:
    for row in due(now)[:5]:
        if due(now).filter(pk=row.pk).order_by().update(held_until=now + HELD):
            return row
    return None


def _advance(row: Forecast, until: float) -> int:
    """Run the next few play-outs of a row, or record the error that prevents them. Return the number run."""
    rows = Forecast.objects.filter(pk=row.pk, games=row.games)
    if _is_settled(row):
        rows.update(wanted=row.games, held_until=None)
        return 0
    try:
        found = _play_row(row, until)
    except Exception as error:  # after any error the page shows nothing and the log has the reason
        log.exception("no outlook for %s", row)
        rows.update(trouble=f"{type(error).__name__}: {error}"[:200], held_until=None)
        return 0
    total = tally_of(row) + found
    rows.update(
        games=total.games,
        wins=total.wins,
        unfinished=total.unfinished,
        soon=counts_json(total.soon),
        late=counts_json(total.late),
        held_until=None,
    )
    return found.games


def _is_settled(row: Forecast) -> bool:
    if row.case == Forecast.Case.AS_IT_STOOD:
        return False
    links = BattleLink.objects.filter(campaign=row.game_id, opened_seq=row.seq)
    return not links.filter(status__in=battles.UNSETTLED).exists()


def _play_row(row: Forecast, until: float) -> Tally:
    now = table(row.game)
    games = min(AT_ONCE, row.wanted - row.games)
    seed = outlook_seed(row.game, seed_of(row.game), row.seq, row.case)
    begin = _find_beginning(table_at(now, row.seq), row.case)
    return run_playouts(now.rules, begin, seed, games, row.games, enough=lambda: monotonic() >= until)


def _find_beginning(at: LiveGame, case: str) -> Begin:
    return begin_after_battle(at.rules, at.state, case) if case else begin_at(at.rules, at.state)
