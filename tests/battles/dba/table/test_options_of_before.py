"""Battles stored with options that no longer exist can still be opened."""

import pytest

from battles.dba.rules.system import DBA
from engine.game import BadScenario


def test_an_option_that_nobody_knows_means_nothing() -> None:
    scenario = DBA.scenario(next(iter(DBA.scenarios())))
    assert DBA.open(scenario, {"weather": "rain"}).quick == DBA.open(scenario, {}).quick


def test_a_known_option_out_of_range_is_refused() -> None:
    scenario = DBA.scenario(next(iter(DBA.scenarios())))
    with pytest.raises(BadScenario):
        DBA.open(scenario, {"nightfall": 2})
