"""The desk of DBA. It implements the interface of armies.desk, through which the site shows armies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armies.dba import documents, plain
from armies.dba.catalogue import catalogue
from armies.dba.free_lists import FREE, OWN, free_list
from armies.dba.lists import ARMY_SIZE, TOPOGRAPHIES, army_lists
from armies.dba.roster import CAMPS, Roster, difference, from_picks, ready_roster
from armies.dba.validate import validate
from armies.desk import Desk, Measure, ProblemText
from armies.desks.dba import builder, drawing, wording
from engine.refusals import Mistake


class DbaDesk(Desk[Roster]):
    name = "dba"
    title = "DBA"
    rosters = Roster
    tabs = (
        ("index", _("Army lists")),
        ("mine", _("My armies")),
        ("collection", _("Collection")),
        ("troops", _("Troop types")),
        ("campaigns", _("By campaign")),
    )
    own_them = _("I own these miniatures")
    owned_now = _("The twelve bases are now in your collection.")
    most_bytes, most_name = documents.MOST_BYTES, documents.MOST_NAME

    def lists(self) -> Mapping[str, str]:
        named = {army.id: wording.army_name(army) for army in army_lists().values()}
        return dict(sorted(named.items(), key=lambda item: item[1].casefold()))

    def list_name(self, list_id: str) -> str:
        army = free_list() if list_id == FREE else army_lists().get(list_id)
        return wording.army_name(army) if army else list_id

    def unlisted_armies(self) -> Mapping[str, str]:
        return {FREE: wording.army_name(free_list())}

    def knows(self, list_id: str) -> bool:
        return list_id == OWN or super().knows(list_id)

    def list_of(self, roster: Roster) -> str:
        return wording.army_name(roster.army)

    def ready(self, list_id: str) -> Roster:
        """Return the usual army of a list. A free army starts with only its general, because the player
        chooses the rest.
        """
        return from_picks(free_list(), [{"3Cv": 1}]) if list_id == FREE else ready_roster(list_id)

    def note(self, list_id: str) -> str:
        army = army_lists().get(list_id)
        return (
            wording.years(army.start_year, army.end_year) if army else str(wording.UNLISTED.get(list_id, ""))
        )

    def from_json(self, data: Any) -> Roster:
        return documents.from_json(data)

    def read(self, text: str, list_id: str) -> Roster:
        if text.lstrip().startswith(("{", "[")):
            return documents.from_text(text)
        return plain.read(text, list_id, gettext)

    def to_json(self, roster: Roster) -> dict[str, Any]:
        return documents.to_json(roster)

    def write(self, roster: Roster) -> str:
        return plain.write(roster, gettext)

    def problems(self, roster: Roster) -> list[ProblemText]:
        return [
            ProblemText(
                wording.problem(p, roster.carried or army_lists().get(roster.list_id)),
                wording.rule(p.rule),
                tuple((builder.fix_code(f), wording.fix(f)) for f in p.fixes),
            )
            for p in validate(roster)
        ]

    def apply_fix(self, roster: Roster, button: str) -> Roster:
        return builder.apply_fix(roster.army, roster, button)

    def from_form(self, list_id: str, sent: Mapping[str, str]) -> tuple[Roster, list[Mistake]]:
        army, mistakes = builder.list_from(list_id, sent)
        roster, more = builder.roster_from(army, sent)
        return roster, mistakes + more

    def mistake(self, found: Mistake) -> str:
        return wording.mistake(found)

    def place(self, found: Mistake) -> str:
        return wording.place(found)

    def measure(self, roster: Roster) -> Measure:
        have = len(roster.elements)
        return Measure(have, ARMY_SIZE, gettext("of %(need)s elements") % {"need": ARMY_SIZE})

    def draw_pieces(self, roster: Roster) -> list[SafeString]:
        return [
            drawing.svg(e.code, 0.9, e.general) if e.code in catalogue() else SafeString(e.code)
            for e in roster.elements
        ]

    def form(self, list_id: str, roster: Roster) -> dict[str, Any]:
        army = roster.army
        return {
            "listed": builder.list_field(army),
            "free": army if list_id == FREE else None,
            "homes": TOPOGRAPHIES,
            "degrees": range(5),
            "fields": builder.fields_of(army, roster),
            "camps": CAMPS,
            "year": abs(roster.year) if roster.year else "",
            "bc": roster.year < 0 if roster.year else army.start_year < 0,
        }

    def view_context(self, roster: Roster) -> dict[str, Any]:
        return {"army": roster.army, "rows": builder.rows(roster)}

    def difference(self, old: Roster, new: Roster) -> dict[str, Any]:
        found = difference(old, new)
        return {"change": found} if found else {}

    def can_collect(self, code: str) -> bool:
        return code in catalogue()

    def counts(self, roster: Roster) -> Mapping[str, int]:
        return roster.counts()


DESK = DbaDesk()
