"""The reactions of polls to the core's events, and the places where they appear."""

from features.polls import services
from games import events, slots


def register() -> None:
    """Register, once, when the app is ready."""
    events.subscribe(events.Ended, services.close_polls)
    events.subscribe(events.SeatChanged, services.forget_vote)
    slots.register("tabs", "features/polls/_tab.html", lambda page: {} if page["my_seats"] else None)
