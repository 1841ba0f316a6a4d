"""The facts that a game master may correct, and a preview of a correction's consequences.

A game master who does not play knows the whole state. One who plays is offered only public facts. The
preview then uses a state imagined for that game master's seat, so it shows no more than the seat could
work out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.canonical_order import by_key
from engine.choices import field_fits
from engine.codec import canonical
from engine.game import GM, Decision, Fact, Facts, Json, Mistake, Unimaginable
from engine.log import amending
from games.access import User
from games.refusals import Broken, illegal, invalid
from games.services import curtain, viewers
from games.services.tables import LiveGame

Path = tuple[str, ...]
Wanted = Sequence[tuple[Path, Json]]  # the path and the new value of each fact

SEPARATOR: Final = "."  # joins the parts of a path in form fields


@dataclass(frozen=True)
class Preview:
    """The consequences of a correction. ``mistakes``: the rules' objections. ``closed`` and ``opened``: the
    decisions that would disappear or appear. ``battle``: whether a pending battle would restart.
    ``ends``: whether the game would end.
    """

    changes: tuple[Facts, ...]
    mistakes: tuple[Mistake, ...] = ()
    closed: tuple[Decision, ...] = ()
    opened: tuple[Decision, ...] = ()
    battle: bool = False
    ends: bool = False


def state_for(at: LiveGame, user: User) -> Any:
    """Return the state that this game master may work with. For one who also plays, it is an imagined state,
    which their seat cannot tell from the real one. Raises Unimaginable if the rules can imagine none.
    """
    if viewers.impartial(user, at.game):
        return at.state
    mine = curtain.seats_shown(user, at.game)
    return at.imagined_state(mine[0] if mine else GM)


def correctable_facts(at: LiveGame, user: User) -> dict[Path, Fact]:
    """Return the facts that this game master may correct, by path. There are none if :func:`state_for` cannot
    give a state.
    """
    try:
        state = state_for(at, user)
    except Unimaginable:
        return {}
    found = amending.facts(at.system.codec, at.rules, state)
    if viewers.impartial(user, at.game):
        return found
    return {path: fact for path, fact in found.items() if fact.seen_by is None}


def changes_of(at: LiveGame, user: User, wanted: Wanted) -> tuple[Facts, ...]:
    """Check the wanted changes against the correctable facts, and drop those that change nothing. Raises
    InvalidAction (no such fact or value) or IllegalAction (nothing would change, or too many changes).
    """
    if len(wanted) > amending.MOST:
        raise illegal("amend_too_many", most=amending.MOST)
    known, written = correctable_facts(at, user), at.system.codec.write(at.state)
    found: dict[Path, Facts] = {}
    for path, to in wanted:
        fact = known.get(path)
        if fact is None or fact.field is None:
            raise invalid("no_such_fact")
        if not field_fits(fact.field, to):
            raise invalid("no_such_value")
        if canonical(amending.value_of(fact, written)) != canonical(to):
            found[path] = by_key(amending.change(fact, written, to))
    if not found:
        raise illegal("amend_nothing")
    return tuple(found.values())


def preview(at: LiveGame, user: User, changes: Sequence[Facts]) -> Preview:
    """Preview the effect of changes, limited to what this game master may know. Raises InvalidAction for an
    invalid value, and Unimaginable if the state cannot be imagined.
    """
    before, rules, codec = state_for(at, user), at.rules, at.system.codec
    after = amending.apply_changes(codec, rules, before, changes)
    wrong = amending.mistakes(codec, rules, before, after) or amending.ineffective_changes(
        codec, after, changes
    )
    if wrong:
        return Preview(tuple(changes), wrong)
    impartial = viewers.impartial(user, at.game)
    asked, then = (
        {one.id: one for one in _visible_decisions(rules.pending(state), impartial)}
        for state in (before, after)
    )
    opened = rules.opens(before)
    return Preview(
        tuple(changes),
        closed=tuple(one for id, one in asked.items() if id not in then),
        opened=tuple(one for id, one in then.items() if id not in asked),
        battle=opened is not None and rules.opens(after) != opened,
        ends=rules.outcome(after) is not None,
    )


def require_sound(at: LiveGame, user: User, changes: Sequence[Facts]) -> None:
    """Raise Broken if the rules object to the corrected position. If an objection involves hidden facts,
    raise IllegalAction without details.
    """
    wrong = preview(at, user, changes).mistakes
    if wrong:
        raise Broken(wrong)
    after = amending.apply_changes(at.system.codec, at.rules, at.state, changes)
    if amending.mistakes(at.system.codec, at.rules, at.state, after):
        raise illegal("amend_hidden")


def _visible_decisions(decisions: Iterable[Decision], impartial: bool) -> Iterable[Decision]:
    return (one for one in decisions if impartial or not one.covert)


# --- changes in URLs and form fields ---


def read_wanted(documents: Iterable[Any]) -> list[tuple[Path, Json]]:
    """Read changes, each a path and a new value, from form values like ``{"path": "gold", "to": 3}``.
    Malformed values are dropped. If a fact occurs twice, its last change counts.
    """
    found: dict[Path, Json] = {}
    for one in documents:
        if isinstance(one, Mapping) and isinstance(one.get("path"), str) and "to" in one:
            path = tuple(one["path"].split(SEPARATOR))
            found.pop(path, None)
            found[path] = one["to"]
    return list(found.items())


def wanted_json(wanted: Wanted) -> list[str]:
    """Return the wanted changes as JSON strings for the hidden fields of a form."""
    return [canonical({"path": SEPARATOR.join(path), "to": to}) for path, to in wanted]
