"""The registry of systems by name."""

import pytest

from engine import registry
from tests.engine.example import FORDS
from tests.engine.example.system import Fords


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_SYSTEMS", {})
    monkeypatch.setattr(registry, "_ANNOUNCED", {})


def test_a_registered_system_is_found_by_its_name() -> None:
    registry.register(FORDS)
    registry.register(FORDS)
    assert registry.get("fords") is FORDS
    assert registry.names() == ("fords",)


def test_an_unknown_name_tells_the_known_ones() -> None:
    registry.register(FORDS)
    with pytest.raises(registry.UnknownSystem) as unknown:
        registry.get("ford")
    assert unknown.value.known == ("fords",)


def test_two_systems_cannot_share_a_name() -> None:
    registry.register(FORDS)
    with pytest.raises(ValueError, match="fords"):
        registry.register(Fords())


def test_an_announced_system_is_loaded_when_it_is_asked_for() -> None:
    loaded = []

    def load() -> Fords:
        loaded.append("fords")
        return FORDS

    registry.announce("fords", load)
    assert loaded == []
    assert registry.get("fords") is registry.get("fords") is FORDS
    assert loaded == ["fords"]
    with pytest.raises(ValueError, match="fords"):
        registry.announce("fords", load)


def test_one_that_cannot_be_loaded_is_unknown_and_the_reason_is_kept() -> None:
    def load() -> Fords:
        raise ImportError("no module named fords")

    registry.announce("fords", load)
    with pytest.raises(registry.UnknownSystem):
        registry.get("fords")
    assert registry.names() == ()
    assert registry.missing() == {"fords": "no module named fords"}
