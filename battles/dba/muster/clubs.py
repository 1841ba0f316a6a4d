"""The armies that players bring to the games of a league, and clubs' own army lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django.utils.translation import gettext as _

from accounts import clocks
from accounts.naming.lines import one_line
from armies.dba import documents
from armies.dba.free_lists import FREE, MOST_FILE_BYTES, OWN, fill_list, read_own, read_own_lists, row_of
from armies.dba.lists import ArmyList
from armies.dba.roster import Roster, from_picks
from armies.dba.validate import validate
from armies.desks.dba.desk import DESK
from armies.desks.dba.wording import army_name, problem
from armies.services import MOST_ARMIES, TooMany, armies_of, roster_of, save_army
from armies.uploads import text_of
from battles.dba.muster.scenario import army_of
from battles.dba.muster.views import army_title
from battles.dba.wording.names import marked_name
from engine.game import Facts
from engine.reading import Reader
from engine.refusals import BadDocument, Mistake
from games import musters
from games.musters import Lists, Musters, Unfit

MOST_TOLD = 50  # maximum number of mistakes reported for a file
NAMES = ("name", "name_it")  # fields of a list that hold its name
CLUBS = "club-"  # prefix of the ids of clubs' lists


class DbaMusters(Musters):
    """The way in which leagues handle DBA armies; see games.musters.Musters. An army is stored as the
    document of its roster, and an army list as its row in a file.
    """

    most_bytes = MOST_FILE_BYTES

    @property
    def how_written(self) -> str:
        return DESK.page_url("load")

    def list_armies(self, user: Any, allowed: str, lists: Lists) -> list[tuple[str, str]]:
        own = [
            (str(one.pk), self.name(one.document))
            for one in armies_of(user, "dba")
            if one.ready and _is_allowed(cast(Roster, one.roster), allowed, lists)
        ]
        club = lists if allowed != musters.LISTED else ()
        found = [(f"{CLUBS}{number}", self.list_name(row)) for number, row in enumerate(club, 1)]
        return [*own, *found, *DESK.lists().items()]

    def army(self, user: Any, reference: str, allowed: str, lists: Lists) -> Facts:
        roster = _of_club(reference, lists) or roster_of("dba", reference, user)
        if roster is None:
            raise Unfit([_("This army does not exist, or is not shared with you. Choose again.")])
        told = [f"{army_title(roster)}: {problem(p, roster.army)}" for p in validate(roster)]
        if not _is_allowed(roster, allowed, lists):
            text = _("%(army)s is of a list that this league doesn't allow.")
            told.append(text % {"army": army_title(roster)})
        if told:
            raise Unfit(told)
        return documents.to_json(roster)

    def still_fits(self, army: Facts, allowed: str, lists: Lists) -> bool:
        try:
            return _is_allowed(documents.from_json(army), allowed, lists)
        except BadDocument:  # the army's list has been deleted
            return False

    def name(self, army: Facts) -> str:
        roster = documents.from_json(army)
        return marked_name({"name": army_title(roster), "list": roster.list_id})

    def scenario(self, scenario: Facts, armies: Mapping[str, Facts]) -> Facts:
        rosters = {seat: documents.from_json(army) for seat, army in armies.items()}
        brought = {seat: army_of(seat, one, army_title(one)) for seat, one in rosters.items()}
        return {**scenario, "provenance": "players", "armies": {**scenario["armies"], **brought}}

    def read_lists(self, sent: bytes) -> list[Facts]:
        try:
            rows = [row_of(one) for one in read_own_lists(text_of(sent, MOST_FILE_BYTES))]
            return [{**row, **{key: one_line(row[key]) or "?" for key in NAMES}} for row in rows]
        except BadDocument as bad:
            raise Unfit([_word_mistake(one) for one in bad.mistakes[:MOST_TOLD]]) from None

    def list_name(self, row: Facts) -> str:
        return army_name(_list(row))

    def take(self, user: Any, row: Facts) -> str:
        army = _list(row)
        try:
            return save_army(user, _ready(army), clocks.now()).get_absolute_url()
        except TooMany:
            raise Unfit([_word_mistake(Mistake("$", "too_many_armies", {"limit": MOST_ARMIES}))]) from None


def _word_mistake(mistake: Mistake) -> str:
    text = DESK.mistake(mistake)
    return text if mistake.path == "$" else f"{DESK.place(mistake)}: {text}"


def _is_allowed(roster: Roster, allowed: str, lists: Lists) -> bool:
    """Return whether the league allows an army, given the list that it was built from."""
    if not roster.is_unlisted or allowed == musters.FREE:
        return True
    if roster.list_id == FREE or roster.carried is None or allowed != musters.CLUB:
        return False
    return row_of(roster.carried) in list(lists)


def _of_club(reference: str, lists: Lists) -> Roster | None:
    """Return an army from a club's list, with the usual options, or None for an unknown reference."""
    named = {f"{CLUBS}{number}": row for number, row in enumerate(lists, 1)}
    return _ready(_list(named[reference])) if reference in named else None


def _ready(army: ArmyList) -> Roster:
    return from_picks(army, [{slot.options[0]: slot.count} for slot in army.slots], name=army.name)


def _list(row: Facts) -> ArmyList:
    """Read a club's list, which was already checked when it was loaded. Raises BadDocument if it is no
    longer valid.
    """
    item = Reader(fill_list(row))
    found = read_own(item)
    item.raise_mistakes()
    assert found is not None and found.id == OWN
    return found


MUSTERS = DbaMusters()
