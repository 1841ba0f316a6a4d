"""The registry of systems by name. Only the project's settings know all systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.game import System

_SYSTEMS: dict[str, System] = {}
_ANNOUNCED: dict[str, Callable[[], System]] = {}


class UnknownSystem(LookupError):
    """Raised when no system has this name. ``known``: the existing names."""

    def __init__(self, name: str) -> None:
        self.name, self.known = name, tuple(sorted({*_SYSTEMS, *_ANNOUNCED}))
        super().__init__(f"no system {name!r}; known: {', '.join(self.known) or 'none'}")


def register(system: System) -> None:
    """Register a system under its name. Registering it again changes nothing."""
    if _SYSTEMS.setdefault(system.name, system) is not system:
        raise ValueError(f"two systems are called {system.name!r}")


def announce(name: str, load: Callable[[], System]) -> None:
    """Register a function that loads the system on first use. If it raises ImportError, the system counts as
    unknown.
    """
    if name in _SYSTEMS or name in _ANNOUNCED:
        raise ValueError(f"two systems are called {name!r}")
    _ANNOUNCED[name] = load


def get(name: str) -> System:
    """Return the system with this name. Raises UnknownSystem if there is none or it cannot be loaded."""
    found = _SYSTEMS.get(name)
    if found is not None:
        return found
    if name not in _ANNOUNCED:
        raise UnknownSystem(name)
    try:
        register(_ANNOUNCED[name]())
    except ImportError as error:
        raise UnknownSystem(name) from error
    return _SYSTEMS[name]


def names() -> tuple[str, ...]:
    """Return the names of all systems that can be loaded."""
    lost = missing()
    return tuple(sorted(name for name in {*_SYSTEMS, *_ANNOUNCED} if name not in lost))


def missing() -> Mapping[str, str]:
    """Return the announced systems that cannot be loaded, each with the reason."""
    found = {}
    for name in sorted(_ANNOUNCED.keys() - _SYSTEMS.keys()):
        try:
            get(name)
        except UnknownSystem as error:
            found[name] = str(error.__cause__)
    return found
