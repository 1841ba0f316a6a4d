"""Systems by name."""

import pytest

from engine import registry
from tests.engine.example import FORDS
from tests.engine.example.system import Fords


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_SYSTEMS", {})


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
