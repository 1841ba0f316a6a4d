"""Warn players, before they submit a form, of treaties that the choice would break."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from engine.contract.promises import OPEN, Breach
from engine.game import Choice, Facts
from games import plugins
from games.forms import Act, FieldForm, OptionForm, text_of, ways_through
from games.models import Promise, Treaty
from games.scene import Scene
from games.services.people.treaties import as_promise

NAMED = 4  # a form's warning names at most this many options


def warn_forms(at: Scene, acts: Sequence[Act]) -> tuple[Act, ...]:
    """Mark the forms of the reader's seat that would break a promise. Submitting a marked form needs a
    second confirmation.
    """
    rows = _open_promises(at) if acts else ()
    return tuple(_warn_form(at, act, rows) for act in acts) if rows else tuple(acts)


def breaches_of_choices(at: Scene, choices: Sequence[Choice], state: Any = None) -> list[list[Facts]]:
    """Return the promises that each choice of the reader's seat would break, as JSON for the API. The
    choices are tried in ``state``, by default the game's present state.
    """
    rows = _open_promises(at) if choices else ()
    now = at.table.state if state is None else state
    return [[told for row in rows for told in _breach_json(at, now, row, choice)] for choice in choices]


def _breach_json(at: Scene, state: Any, row: Promise, choice: Choice) -> Iterator[Facts]:
    found = at.table.rules.breach(state, as_promise(row), choice)
    if found is not None:
        yield {
            "treaty": row.treaty_id,
            "to": row.to,
            "what": str(plugins.wording(at.game).promise(row.kind, row.terms)),
            "field": found.field,
            "values": list(found.values),
            "sure": found.sure,
        }


def _open_promises(at: Scene) -> Sequence[Promise]:
    if not at.game.has_treaties or at.seat not in at.my_seats:
        return ()
    made = Promise.objects.filter(treaty__game=at.game, treaty__status=Treaty.Status.MADE)
    return [
        row for row in made.filter(by=at.seat, status=OPEN) if not as_promise(row).has_expired(at.table.turn)
    ]


def _warn_form(at: Scene, act: Act, rows: Sequence[Promise]) -> Act:
    for row in rows:
        found = at.table.rules.breach(at.table.state, as_promise(row), act.choice)
        if found is not None:
            act = _add_warning(at, act, row, found)
    return act


def _add_warning(at: Scene, act: Act, row: Promise, found: Breach) -> Act:
    facts = {
        "to": at.place(row.to).name,
        "what": plugins.wording(at.game).promise(row.kind, row.terms),
    }
    field = next((one for one in act.fields if one.name == f"f-{found.field}"), None)
    said = _certain_warning(found) % facts
    asked = _("%(said)s Do it anyway?") % {"said": said}
    if field is None:
        return replace(
            act, detail=_join_sentences(act.detail, said), caution=_join_sentences(act.caution, asked)
        )
    bad = _breaking_options(field, found)
    if not bad:
        return act
    marked = tuple(
        replace(o, detail=_mark_option(o, facts), caution=_join_sentences(o.caution, asked))
        if o.text in bad
        else o
        for o in field.options
    )
    fields = tuple(replace(one, options=marked) if one is field else one for one in act.fields)
    return replace(
        act, fields=fields, detail=_join_sentences(act.detail, _partial_warning(field, bad, found) % facts)
    )


def _breaking_options(field: FieldForm, found: Breach) -> frozenset[str]:
    values = {text_of(value) for value in found.values}
    if field.type == "path":
        return frozenset(o.text for o in field.options if ways_through(o.text, values))
    return frozenset(o.text for o in field.options if o.text in values)


def _certain_warning(found: Breach) -> str:
    if found.sure:
        return _("This breaks your treaty with %(to)s: %(what)s.")
    return _("This may break your treaty with %(to)s: %(what)s.")


def _partial_warning(field: FieldForm, bad: frozenset[str], found: Breach) -> str:
    """Return the warning for a form if only some of its options (``bad``) break a promise. It names these
    options unless there are many.
    """
    names = [o.label for o in field.options if o.text in bad]
    if len(names) > NAMED:
        return _("Some of these break your treaty with %(to)s: %(what)s.")
    chosen = ", ".join(names).replace("%", "%%")
    if found.sure:
        return _("%(chosen)s: that breaks your treaty with %%(to)s: %%(what)s.") % {"chosen": chosen}
    return _("%(chosen)s: that may break your treaty with %%(to)s: %%(what)s.") % {"chosen": chosen}


def _mark_option(option: OptionForm, facts: dict[str, str]) -> str:
    broken = _("breaks your treaty with %(to)s") % facts
    return f"{option.detail}, {broken}" if option.detail else broken


def _join_sentences(*parts: str) -> str:
    return " ".join(part for part in parts if part)
