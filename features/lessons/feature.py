"""When the guide to a first turn begins, and its places on the page of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from features.lessons import guide
from games import events, slots

AT_ACTS: Final = ("next", "acts", "doing")  # elements next to which a hint is shown, not above the page


def register() -> None:
    """Register, once, when the app is ready."""
    events.subscribe(events.FirstGameBegun, lambda begun: guide.begin(begun.game, begun.seat))
    slots.register("guide", "features/lessons/_lesson.html", _hint_above)
    slots.register("acts", "features/lessons/_lesson.html", _hint_at_acts)


def _hint_above(page: Any) -> Mapping[str, Any] | None:
    step = _step(page)
    return None if step is None or _is_at_acts(step) else {"step": step}


def _hint_at_acts(page: Any) -> Mapping[str, Any] | None:
    step = _step(page)
    return {"step": step} if step is not None and _is_at_acts(step) else None


def _is_at_acts(step: guide.Step) -> bool:
    return step.lesson is not None and step.lesson.at in AT_ACTS


def _step(page: Any) -> guide.Step | None:
    """The current hint, looked up once for both places."""
    if page.get("replay"):
        return None
    known = vars(page["game"]).setdefault("lesson_steps", {})
    seat = page.get("seat")
    if seat not in known:
        known[seat] = guide.step_of(page["user"], page["game"], seat)
    found: guide.Step | None = known[seat]
    return found
