"""Systems by name. The project's settings list where they are; nothing else knows them all."""

from __future__ import annotations

from engine.game import System

_SYSTEMS: dict[str, System] = {}


class UnknownSystem(LookupError):
    """No system goes by that name; ``known`` lists those that do."""

    def __init__(self, name: str) -> None:
        self.name, self.known = name, tuple(sorted(_SYSTEMS))
        super().__init__(f"no system {name!r}; known: {', '.join(self.known) or 'none'}")


def register(system: System) -> None:
    """Make a system known under its name; the same one again changes nothing."""
    if _SYSTEMS.setdefault(system.name, system) is not system:
        raise ValueError(f"two systems are called {system.name!r}")


def get(name: str) -> System:
    """The system of that name. Raises UnknownSystem."""
    try:
        return _SYSTEMS[name]
    except KeyError:
        raise UnknownSystem(name) from None


def names() -> tuple[str, ...]:
    return tuple(sorted(_SYSTEMS))
