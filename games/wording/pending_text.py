"""Describe pending decisions, to the player who owes the answer and to others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.choices import matching
from engine.contract.orders import of_power
from engine.game import GM, Choice, Decision, Facts, Many
from games import plugins
from games.forms import rule_name
from games.models import BattleLink, Game, PendingDecision
from games.page_facts.battle_summary import Encounter, encounter
from games.scene import Scene, Waiting


def describe_waiting(at: Scene, row: PendingDecision) -> Waiting:
    """Describe a pending decision. Its player reads the question and the default. Others read who must
    answer, by when, and the public part of the subject.
    """
    mine = row.seat in at.own_seats or (row.seat == GM and at.is_gm)
    place = at.place(row.seat)
    battle = _battle(at, row.decision) if row.seat == GM else None
    address = battle.address if battle else ""
    reported = battle is not None and battle.link.status == BattleLink.Status.REPORTED
    wording = plugins.wording(at.game)
    about = wording.decision_kind(row.kind) if mine or at.referee else ""
    decision = Decision(
        row.decision, row.seat, row.kind, row.default, row.rule, row.facts, row.power, row.covert
    )
    if not mine:
        return Waiting(
            place,
            "",
            row.due_at,
            False,
            address=address,
            since=row.opened_at,
            about=about,
            reported=reported,
            doing=wording.decision_for_others(decision),
            held=row.held,
            power=place.leading(row.power),
            encounter=battle,
        )
    ordered = _ordered_answer(at, decision)
    given = row.default if ordered is None else ordered
    default = ""
    if isinstance(given, dict):
        fitting = matching(at.table.choices(row.seat), given)
        default = in_words(at.game, fitting, given) if fitting is not None else ""
    text = wording.decision(decision)
    rule = rule_name(wording, row.rule)
    return Waiting(
        place,
        text,
        row.due_at,
        True,
        rule,
        address,
        default,
        row.opened_at,
        about,
        reported,
        ordered is not None,
        held=row.held,
        power=place.leading(row.power),
        encounter=battle,
    )


def _ordered_answer(at: Scene, decision: Decision) -> Facts | None:
    orders = next((s.orders for s in at.game.seats.all() if s.key == decision.seat), None) or {}
    if decision.kind not in of_power(orders, decision.power):
        return None
    answer = at.table.standing(decision, orders)
    written: Facts | None = None if answer is None else at.table.system.codec.write(answer)
    return written


def in_words(game: Game, choice: Choice, action: Facts) -> str:
    """Describe an action by its label and the values of its fields, as in "Build ships: 3"."""
    wording = plugins.wording(game)

    def words(name: str, given: Any) -> str:
        if isinstance(given, dict):
            return ", ".join(f"{words(name, key)} {share}" for key, share in given.items()) or _("none")
        if isinstance(given, list):
            left = _unchosen_values(choice, name, given)
            names = [] if left is None else [words(name, one) for one in left]
            told = "" if left is None else wording.all_but(name, names)
            return told or ", ".join(words(name, one) for one in given) or _("none")
        return wording.value(name, given)

    label = wording.choice(choice).rstrip(" …:")
    values = [(f.name, words(f.name, action[f.name])) for f in choice.fields if action.get(f.name)]
    if len(values) > 1:
        named = [(wording.field(name), value) for name, value in values]
        return f"{label}: {'; '.join(f'{name}: {value}' for name, value in named)}"
    values = values or [
        (f.name, words(f.name, action[f.name])) for f in choice.fields[:1] if f.name in action
    ]
    return f"{label}: {values[0][1]}" if values else label


def _unchosen_values(choice: Choice, name: str, given: Sequence[Any]) -> list[Any] | None:
    field = next((f for f in choice.fields if f.name == name), None)
    if not isinstance(field, Many) or len(given) < 4:
        return None
    left = [o.value for o in field.options if o.value not in given]
    return left if len(left) < len(given) else None


def _battle(at: Scene, decision: str) -> Encounter | None:
    links = at.game.battle_links.filter(decision=decision).exclude(status=BattleLink.Status.VOID)
    link = links.select_related("battle").first()
    return None if link is None else encounter(at.user, at.game, link)
