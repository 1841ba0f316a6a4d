"""Send requests to other sites in parallel, fairly and within a job's time.

Each owner of an address has at most one request in progress, so that slow sites hold up nobody else. Only
the requests run in threads. The database is used only by the caller's thread.
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

LANES: Final = 8  # maximum number of requests that a job has in progress at once
MOST: Final = 200  # maximum number of requests in one job
Item = TypeVar("Item")
Outcome = outward.Answer | outward.NoAnswer


@dataclass(frozen=True)
class Parcel(Generic[Item]):
    """A claimed request: its row, the owner of its address, and what to send."""

    item: Item
    owner: Any
    url: str
    body: bytes
    headers: Mapping[str, str]


# claims the next request to an address whose owner has no request in progress
Take = Callable[[Collection[Any]], "Parcel[Item] | None"]
# records the outcome and returns whether the call was accepted
Settle = Callable[["Parcel[Item]", Outcome], bool]


def job_seconds() -> float:
    """Return the number of seconds during which a job can start requests, so that the last one ends within
    the job's time limit.
    """
    return min(float(settings.SWEEP_SECONDS), settings.JOB_SECONDS / 3)


def deliver(take: Take[Item], settle: Settle[Item], *, seconds: float, lanes: int) -> int:
    """Send requests, starting none after ``seconds``, and return the number accepted. ``take`` claims the
    next request, and ``settle`` records its outcome. ``lanes``: how many requests can be in progress at once.
    With one, no threads are used.
    """
    return _run_alone(take, settle, seconds) if lanes <= 1 else _run_parallel(take, settle, seconds, lanes)


def _run_alone(take: Take[Item], settle: Settle[Item], seconds: float) -> int:
    sent, until = 0, monotonic() + seconds
    for _number in range(MOST):
        parcel = take(()) if monotonic() <= until else None
        if parcel is None:
            break
        sent += settle(parcel, _post_parcel(parcel))
    return sent


def _run_parallel(take: Take[Item], settle: Settle[Item], seconds: float, lanes: int) -> int:
    """Send requests in several threads. If the job is interrupted, requests in progress count as failed.
    Otherwise one slow address could interrupt the job every time it runs.
    """
    sent, begun, until = 0, 0, monotonic() + seconds
    under_way: dict[Future[Outcome], Parcel[Item]] = {}
    pool = ThreadPoolExecutor(lanes, thread_name_prefix="outward")
    try:
        while True:
            while len(under_way) < lanes and begun < MOST and monotonic() <= until:
                parcel = take({one.owner for one in under_way.values()})
                if parcel is None:
                    break
                under_way[pool.submit(_post_parcel, parcel)] = parcel
                begun += 1
            if not under_way:
                return sent
            done, _others = wait(under_way, timeout=1.0, return_when=FIRST_COMPLETED)
            for future in done:
                sent += settle(under_way.pop(future), future.result())
    except BaseException:
        for parcel in under_way.values():
            with suppress(DatabaseError):
                settle(parcel, outward.NoAnswer(Hook.Trouble.SILENT))
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _post_parcel(parcel: Parcel[Item]) -> Outcome:
    try:
        return outward.post(parcel.url, parcel.body, parcel.headers)
    except outward.NoAnswer as why:
        return why
