"""Plans as their players read them: descriptions of the steps, how far they can be predicted, and why the
plan stopped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.codec import digest
from engine.dry_run import Rehearsal, Stop
from engine.game import Facts, Refusal, Unimaginable
from games import plugins, services
from games.forms import rule_name
from games.models import Game, Plan
from games.scene import Scene
from games.services import plans
from games.wording.generic import plain, readable
from games.wording.refusal_text import word_refusal


@dataclass(frozen=True)
class PlannedStep:
    """A step of a plan: its ``number`` from 1, its words and its section of the rules. ``certain``: whether
    the step is known to be possible. ``note``: why the preview ends at this step.
    """

    number: int
    text: str
    rule: str
    done: bool = False
    certain: bool = False
    note: str = ""
    place: int = 0  # the step's number among the remaining steps, from 1


@dataclass(frozen=True)
class ShownPlan:
    """A plan with descriptions of its steps. ``why``: the reason it stopped, or "". ``mark`` changes
    whenever the plan does.
    """

    plan: Plan
    steps: tuple[PlannedStep, ...]
    why: str = ""
    mark: str = ""

    @property
    def steps_left(self) -> int:
        return len(self.plan.rest)

    @property
    def last(self) -> PlannedStep:
        """The plan's last step."""
        return self.steps[-1]

    @property
    def draft(self) -> bool:
        return self.plan.status == Plan.Status.DRAFT

    @property
    def waits_for_die(self) -> bool:
        return self.plan.status == Plan.Status.DICE


def plan_view(at: Scene, trial: Rehearsal[Any] | None = None) -> ShownPlan | None:
    """Return the description of the reader's own plan, or None. ``trial``: the result of trying its
    remaining steps.
    """
    if at.seat not in at.my_seats:
        return None
    row = plans.seat_of(at.game, str(at.seat))
    plan = None if row is None else plans.plan_of(row)
    if plan is None or (plan.status == Plan.Status.DONE and not plan.steps):
        return None
    named = plugins.page(at.game.system).names(at.table)
    certain = plan.done + (0 if trial is None else len(trial.taken))
    note = "" if trial is None or trial.stop is None else why_no_farther(at, trial.stop)
    steps = tuple(
        PlannedStep(
            number + 1,
            named(in_words(at.game, step)),
            rule_name(plugins.wording(at.game), step["rule"]),
            number < plan.done,
            number < certain,
            note if number == certain else "",
            number + 1 - plan.done,
        )
        for number, step in enumerate(plan.steps)
    )
    return ShownPlan(plan, steps, why(at.game, plan), mark(plan))


def mark(plan: Plan | None) -> str:
    """A digest of the plan's remaining steps, which changes whenever the steps do."""
    return digest([] if plan is None else plan.rest)[:16]


def in_words(game: Game, step: Mapping[str, Any]) -> str:
    """Return a step in the reader's language, or its kind and values if no words are stored."""
    words: str = step["words"].get((get_language() or "").partition("-")[0], "")
    return words or _plain_step(step["action"])


def _plain_step(action: Facts) -> str:
    values = [
        plain(value) for name, value in action.items() if name != "kind" and value not in (None, "", [])
    ]
    kind = readable(action["kind"])
    return f"{kind}: {', '.join(values)}" if values else kind


def why(game: Game, plan: Plan) -> str:
    """Explain why the plan stopped, with the section of the rules. Return "" if it has not stopped."""
    refusal = plans.why_stopped(plan)
    if refusal is None:
        return ""
    event = refusal.facts.get("event") if refusal.code == "plan_unsettled" else None
    told = plugins.wording(game).event(event) if event else ""
    return f"{refusal_line(refusal, game)} {told}".strip()


def why_no_farther(at: Scene, stop: Stop) -> str:
    """Explain why the steps after a stop cannot be predicted."""
    wording = plugins.wording(at.game)
    match stop.why:
        case "die":
            dice = ", ".join(dict.fromkeys(wording.throw(throw.purpose) for throw in stop.throws))
            return _("Dice are rolled here (%(dice)s): what follows can't be tried out in advance.") % {
                "dice": dice
            }
        case "other_seat":
            names = ", ".join(at.place(seat).name for seat in stop.seats)
            return ngettext(
                "%(names)s answers first: what follows can't be tried out in advance.",
                "%(names)s answer first: what follows can't be tried out in advance.",
                len(stop.seats),
            ) % {"names": names}
        case "hidden":
            return _("This reveals hidden information: what follows can't be tried out in advance.")
        case "ended":
            return _("The game ends before this.")
    assert stop.refusal is not None
    return refusal_line(stop.refusal, at.game)


def refusal_line(refusal: Refusal, game: Game) -> str:
    """Return a refusal and its section of the rules in one line."""
    text, rule = word_refusal(refusal, game), rule_name(plugins.wording(game), refusal.rule)
    return f"{text} ({rule})" if rule else text


def trial_of(at: Scene, *, supposing: bool = False) -> Rehearsal[Any] | None:
    """Try the remaining steps of the reader's plan. Return None if they cannot be tried. ``supposing``:
    whether to continue past dice, as if they showed their middle face.
    """
    actions = actions_left(at.game, str(at.seat))
    try:
        if not at.table.goes_on:
            return None
        return services.rehearse_actions(at.table, str(at.seat), actions, supposing=supposing)
    except Unimaginable:
        return None


def actions_left(game: Game, seat: str) -> list[Any]:
    """The remaining actions of a seat's plan."""
    row = plans.seat_of(game, seat)
    plan = None if row is None else plans.plan_of(row)
    return [] if plan is None else [step["action"] for step in plan.rest]


def predicted_views(at: Scene) -> tuple[Facts, ...]:
    """Return the seat's view now and after each predictable step of the reader's plan; () without a plan.
    Dice show their middle face. Maps draw the later views as ghosts.
    """
    if not steps_of(at):
        return ()
    # while a plan is being composed, the scene shows its outcome
    now = replace(at, table=services.table(at.game))
    trial = trial_of(now, supposing=True)
    rules = now.table.rules
    after = () if trial is None else tuple(rules.view(taken.state, at.seat) for taken in trial.taken)
    return (now.table.view(at.seat), *after) if after else ()


def steps_of(at: Scene) -> list[Any]:
    """The remaining actions of the reader's own plan."""
    return actions_left(at.game, str(at.seat)) if at.seat in at.my_seats and at.table.goes_on else []


def mark_of(at: Scene) -> str:
    """Return a digest of the reader's own plan. The plan is drawn again when this digest changes."""
    return digest(steps_of(at))[:16]
