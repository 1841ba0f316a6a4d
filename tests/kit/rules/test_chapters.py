"""The lists of a system's frames, actions and events contain its own rules and nothing of another
system's.
"""

from __future__ import annotations

from importlib import import_module

import pytest

from kit.rules.decisions import Action, Event

CHAPTERS = (
    "campaigns.justinian.rules.chapters",
    "campaigns.italia.rules.chapters",
    "battles.schiere.rules.chapters",
)


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_class_of_a_system_is_listed_once_and_no_other(name: str) -> None:
    every = [import_module(one) for one in CHAPTERS]
    here = import_module(name)
    for base, listed in ((Action, "ACTIONS"), (Event, "EVENTS")):
        own = getattr(here, listed)
        assert len(own) > 20 and all(issubclass(one, base) for one in own)
        assert all(one.__module__.startswith(name.removesuffix("chapters")) for one in own)
        others = {one for module in every if module is not here for one in getattr(module, listed)}
        assert not others & set(own)
