"""Start the guide to a first turn with a player's first game, and add it to the game's page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from features.lessons import guide
from games import events, slots

AT_ACTS: Final = ("next", "acts", "doing")  # hints for these elements are shown next to them


def register() -> None:
    """Register the feature's event and page slots. Django calls this once, when the app is ready."""
    events.subscribe(events.FirstGameBegun, lambda begun: guide.begin(begun.game, begun.seat))
    slots.register("guide", "features/lessons/_lesson.html", _hint_above)
    slots.register("acts", "features/lessons/_lesson.html", _hint_at_acts)


def _hint_above(page: Any) -> Mapping[str, Any] | None:
    step = _current_step(page)
    return None if step is None or _is_at_acts(step) else {"step": step}


def _hint_at_acts(page: Any) -> Mapping[str, Any] | None:
    step = _current_step(page)
    return {"step": step} if step is not None and _is_at_acts(step) else None


def _is_at_acts(step: guide.Step) -> bool:
    return step.lesson is not None and step.lesson.at in AT_ACTS


def _current_step(page: Any) -> guide.Step | None:
    """Return the current hint, or None. It is looked up once per page, because two slots need it."""
    if page.get("replay"):
        return None
    known = vars(page["game"]).setdefault("lesson_steps", {})
    seat = page.get("seat")
    if seat not in known:
        known[seat] = guide.step_of(page["user"], page["game"], seat)
    found: guide.Step | None = known[seat]
    return found
