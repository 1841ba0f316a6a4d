"""Plugins named in the settings are found. One that fails to load does not stop the others."""

from typing import Any

import pytest
from django.core.checks import run_checks

from engine import registry
from games import plugins
from tests.games.duel import BRIDGE


def test_bridges_are_found_by_the_two_systems_they_join(settings: Any) -> None:
    settings.VEXILLUM_BRIDGES = ["tests.games.not_there", "tests.games.duel"]
    assert plugins.bridge("fords", "duel") is BRIDGE
    assert plugins.bridge("duel", "fords") is None
    assert plugins.battle_systems("fords") == ("duel",)
    assert plugins.at_table("duel") and not plugins.at_table("fords")


def test_a_folder_without_a_plugin_and_one_without_its_rules_are_told(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for where, name in ((registry, "_ANNOUNCED"), (plugins, "_PLUGINS"), (plugins, "_MISSING")):
        monkeypatch.setattr(where, name, {})
    settings.VEXILLUM_SYSTEMS = ["tests.games.not_there", "tests.games.hanging"]
    monkeypatch.setattr("tests.games.hanging.plugin.PLUGIN", plugins.Plugin("lost", "tests.games.hanging.NO"))
    plugins.announce_systems()
    assert [plugin.name for plugin in plugins.installed_plugins()] == ["lost"]
    assert plugins.missing_systems().keys() == {"tests.games.not_there", "lost"}
    assert "lost" not in registry.names()
    told = [warning.msg for warning in run_checks() if warning.id == "games.W002"]
    assert len(told) == 2 and "not_there" in told[0] + told[1]


def test_a_door_that_leads_nowhere_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    doors = (plugins.NavLink("no-such-address", "Nowhere", ""), plugins.NavLink("home", "Home", ""))
    monkeypatch.setattr(plugins, "_PLUGINS", {"some": plugins.Plugin("some", "", doors=doors)})
    assert [door.title for door in plugins.doors()] == ["Home"]
    assert plugins.doors()[0].address == "/"
