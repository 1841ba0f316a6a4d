"""Connect polls to the core's events, and add them to the core's pages."""

from features.polls import services
from games import events, slots


def register() -> None:
    """Register the feature's events and page slot. Django calls this once, when the app is ready."""
    events.subscribe(events.Ended, services.close_polls)
    events.subscribe(events.SeatChanged, services.forget_vote)
    slots.register("tabs", "features/polls/_tab.html", lambda page: {} if page["my_seats"] else None)
