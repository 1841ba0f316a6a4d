"""A game in which an army can march."""

from typing import Any

from campaigns.justinian.pages import planner
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import March
from campaigns.justinian.wording import wording_of
from games import services
from tests.campaigns.justinian.begun import campaign, play_on


def plan_of(game: Any) -> planner.Plan | None:
    """Return the plan of the marching army."""
    table: Any = services.table(game)
    frame = table.state.stack[-1]
    if not isinstance(frame, March) or frame.army not in table.state.armies:
        return None
    return planner.plan(Position(table.rules.setting, table.state), frame.army, wording_of(game).names)


def marching() -> Any:
    """Create a campaign played by the bot until an army has somewhere to march."""

    def ready(table: Any) -> bool:
        plan = plan_of(table.game)
        return plan is not None and len(plan.goals) > 5 and bool(plan.attacks)

    return play_on(campaign(), ready)


def tap(page: Any, place: str) -> None:
    """Tap a place on the map, and wait until it is selected."""
    page.eval_on_selector(
        f"#m-{place}",
        "e => e.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, detail: 1}))",
    )
    page.wait_for_selector(f"#chosen[data-at={place}]", state="attached")
