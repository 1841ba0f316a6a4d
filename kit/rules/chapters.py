"""Build the registries of decisions and actions from the modules that define them."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from engine.codec import Codec
from engine.frames import Frames, Stacked
from engine.game import OrderKind
from kit.rules.decisions import Action, Event

C = TypeVar("C")


class Chapters(NamedTuple):
    """The registries of one system: its actions, events, standing orders and codec."""

    actions: tuple[type[Action], ...]
    events: tuple[type[Event], ...]
    order_kinds: tuple[OrderKind, ...]
    codec: Codec


def chapters(
    file: str, frames: Frames[Any, Any], state: type[Stacked], files: Iterable[ModuleType]
) -> Chapters:
    """Build the registries of a rules package.

    ``file``: the module that imports the decision modules. ``files``: these modules, in the order in which
    their standing orders are offered. Importing them completes the registries. The system's actions and
    events are the classes defined in the package of ``file``.
    """
    room = file.rpartition(".")[0]
    actions, events = _classes_within(room, Action), _classes_within(room, Event)
    codec = Codec(1, (*actions, *events, *frames.kinds, state))
    return Chapters(actions, events, frames.order_kinds(files), codec)


def _classes_within(room: str, base: type[C]) -> tuple[type[C], ...]:
    return tuple(one for one in base.__subclasses__() if one.__module__.startswith(f"{room}."))
