"""The desk of Schiere. It implements the interface of armies.desk, through which the site shows armies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armies.desk import Desk, Measure, ProblemText
from armies.desks.schiere import builder, wording
from armies.desks.schiere.drawing import counter_of
from armies.schiere import documents, plain
from armies.schiere.catalogue import army_lists, kinds
from armies.schiere.check import check
from armies.schiere.roster import Roster, cost, usual
from engine.refusals import Mistake


class SchiereDesk(Desk[Roster]):
    name = "schiere"
    title = "Schiere"
    rosters = Roster
    secret = True  # players choose their armies in secret (L21)
    tabs = (("index", _("Armies of the box")), ("mine", _("My armies")), ("collection", _("My counters")))
    own_them = _("I own these counters")
    owned_now = _("The counters of this army are now in your collection.")
    most_bytes, most_name = documents.MOST_BYTES, documents.MOST_NAME

    def lists(self) -> Mapping[str, str]:
        return {army.id: wording.army_name(army) for army in army_lists().values()}

    def ready(self, list_id: str) -> Roster:
        return usual(list_id)

    def from_json(self, data: Any) -> Roster:
        return documents.from_json(data)

    def read(self, text: str, list_id: str) -> Roster:
        if text.lstrip().startswith(("{", "[")):
            return documents.from_text(text)
        return plain.read(text, list_id)

    def to_json(self, roster: Roster) -> dict[str, Any]:
        return documents.to_json(roster)

    def write(self, roster: Roster) -> str:
        return plain.write(roster, wording.italian())

    def problems(self, roster: Roster) -> list[ProblemText]:
        return [
            ProblemText(
                wording.problem(one),
                wording.rule(one.rule),
                tuple((builder.fix_code(fix), wording.fix(fix)) for fix in one.fixes),
            )
            for one in check(roster)
        ]

    def apply_fix(self, roster: Roster, button: str) -> Roster:
        return builder.apply_fix(roster, button)

    def from_form(self, list_id: str, sent: Mapping[str, str]) -> tuple[Roster, list[Mistake]]:
        return builder.roster_from(list_id, sent)

    def mistake(self, found: Mistake) -> str:
        return wording.mistake(found)

    def place(self, found: Mistake) -> str:
        return wording.place(found)

    def measure(self, roster: Roster) -> Measure:
        total = cost(roster).total
        return Measure(total, roster.points, gettext("of %(need)s points") % {"need": roster.points})

    def draw_pieces(self, roster: Roster) -> list[SafeString]:
        return [counter_of(kind, 30) for kind, n in roster.units.items() for _each in range(min(n, 40))]

    def form(self, list_id: str, roster: Roster) -> dict[str, Any]:
        return builder.fields(roster)

    def view_context(self, roster: Roster) -> dict[str, Any]:
        return builder.roster_view(roster)

    def difference(self, old: Roster, new: Roster) -> dict[str, Any]:
        return builder.difference(old, new)

    def can_collect(self, code: str) -> bool:
        return code in kinds()

    def counts(self, roster: Roster) -> Mapping[str, int]:
        return {kind: count for kind, count in roster.units.items() if kind in kinds()}


DESK = SchiereDesk()
