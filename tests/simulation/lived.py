"""The surroundings of a simulated world: a queue for its jobs, and stand-ins for the mail server and the
network. Both the tests and the program that plays thousands of seeds use this module.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from games import tasks
from games.services.notices import outward
from tests.simulation import wire
from tests.simulation.world import World, run

LENGTH = 25  # events in a world
KINDS: tuple[tuple[str, ...], ...] = (
    ("fords", "campaign", "bots"),
    ("fords", "campaign", "dba"),
    ("campaign", "justinian"),
    ("cards", "italia"),
    ("cards", "campaign", "schiere"),
)


def kinds_of(seed: int) -> tuple[str, ...]:
    return KINDS[seed % len(KINDS)]


def played(seed: int, steps: int = LENGTH) -> World:
    return run(seed, steps, kinds_of(seed))


@contextmanager
def around(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Send jobs to the queue of the current world, mail to its mail server, and calls to its network."""
    worlds: list[World] = []
    begun = World.__init__

    def begin(self: World, *args: object) -> None:
        worlds.append(self)
        begun(self, *args)  # type: ignore[arg-type]

    def ask(arguments: tuple[str, ...], **options: object) -> None:
        worlds[-1].ask(arguments[0])

    monkeypatch.setattr(World, "__init__", begin)
    monkeypatch.setattr(tasks.answer_due_of, "apply_async", ask)
    monkeypatch.setattr(outward, "post", wire.post)
    monkeypatch.setattr(outward, "check_target", wire.checked)
    logging.disable(logging.ERROR)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
