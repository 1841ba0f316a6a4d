"""Send requests to other sites side by side, fairly and within a job's time.

Everybody who owns an address has one lane at most: however slow their own sites are, they hold up nobody
else. Only the requests themselves run in threads; the database is used by the caller's thread alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from django.conf import settings
from django.db import DatabaseError

from games.models import Hook
from games.services.notices import outward

LANES: Final = 8  # requests under way at once in a job
MOST: Final = 200  # requests of one job
Item = TypeVar("Item")
Outcome = outward.Answer | outward.Unreached


@dataclass(frozen=True)
class Parcel(Generic[Item]):
    """A request that has been claimed: for which row, of which owner."""

    item: Item
    owner: Any
    url: str
    body: bytes
    headers: Mapping[str, str]


Take = Callable[[Collection[Any]], "Parcel[Item] | None"]  # claims the next one of an owner who is not busy
Settle = Callable[["Parcel[Item]", Outcome], bool]  # writes down what came of it: whether it was taken


def job_seconds() -> float:
    """Return how long a job may begin requests: with the last one it stays below the limit of jobs."""
    return min(float(settings.SWEEP_SECONDS), settings.JOB_SECONDS / 3)


def deliver(take: Take[Item], settle: Settle[Item], *, seconds: float, lanes: int) -> int:
    """Send what there is, none begun after so many ``seconds``. Return how many were taken. With one lane
    everything happens in this thread."""
    return _alone(take, settle, seconds) if lanes <= 1 else _abreast(take, settle, seconds, lanes)


def _alone(take: Take[Item], settle: Settle[Item], seconds: float) -> int:
    sent, until = 0, monotonic() + seconds
    for _number in range(MOST):
        parcel = take(()) if monotonic() <= until else None
        if parcel is None:
            break
        sent += settle(parcel, _posted(parcel))
    return sent


def _abreast(take: Take[Item], settle: Settle[Item], seconds: float, lanes: int) -> int:
    """The same in several threads. A job that is stopped meanwhile counts what was under way as failed, so
    that an owner cannot continue stopping it."""
    sent, begun, until = 0, 0, monotonic() + seconds
    under_way: dict[Future[Outcome], Parcel[Item]] = {}
    pool = ThreadPoolExecutor(lanes, thread_name_prefix="outward")
    try:
        while True:
            while len(under_way) < lanes and begun < MOST and monotonic() <= until:
                parcel = take({one.owner for one in under_way.values()})
                if parcel is None:
                    break
                under_way[pool.submit(_posted, parcel)] = parcel
                begun += 1
            if not under_way:
                return sent
            done, _others = wait(under_way, timeout=1.0, return_when=FIRST_COMPLETED)
            for future in done:
                sent += settle(under_way.pop(future), future.result())
    except BaseException:
        for parcel in under_way.values():
            with suppress(DatabaseError):
                settle(parcel, outward.Unreached(Hook.Trouble.SILENT))
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _posted(parcel: Parcel[Item]) -> Outcome:
    try:
        return outward.post(parcel.url, parcel.body, parcel.headers)
    except outward.Unreached as why:
        return why
