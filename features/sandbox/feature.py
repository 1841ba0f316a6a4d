"""Connect sandboxes to the core's events, and add them to the core's pages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from features.sandbox import making
from games import events, refusals, slots
from games.services.clock import outages

REFUSALS: Final[Mapping[str, Any]] = {
    "try_over": _("The game was already over at that point: there is nothing left to try."),
    "try_too_many": _("You have reached the limit of %(most)s sandboxes. Discard one first."),
    "try_no_moment": _("Nothing can be tried from that position: choose another one in the replay."),
    "try_sealed": _(
        "Other tables are playing with the same dice: nothing can be copied until all of them have finished."
    ),
    "try_hidden": _("Too much is hidden at that point to try anything from there."),
}


def register() -> None:
    """Register the feature's texts, event and page slots. Django calls this once, when the app is ready."""
    refusals.SHELL_TEXTS.update(REFUSALS)
    events.subscribe(events.Swept, let_go, every=timedelta(hours=1))
    slots.register("notices", "features/sandbox/_head.html", _in_head)
    slots.register("replay", "features/sandbox/_try.html", _in_replay)
    slots.register("home", "features/sandbox/_mine.html", _at_home)


def let_go(swept: events.Swept) -> None:
    """Delete unused sandboxes. Only the time during which the site was up counts, so that no sandbox is
    deleted because of an outage or a wrong clock.
    """
    making.delete_unused(outages.up_since(swept.now, making.KEPT))


def _in_head(page: Any) -> Mapping[str, Any] | None:
    return {} if page["game"].tryout and not page.get("observing") else None


def _in_replay(page: Any) -> Mapping[str, Any] | None:
    shown = page["user"].is_authenticated and not page.get("outcome") and not page.get("observing")
    return {} if shown else None


def _at_home(page: Any) -> Mapping[str, Any] | None:
    found = making.newest_sandboxes(page["user"])
    return {"tryouts": found} if found else None
