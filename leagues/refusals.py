"""What a league refuses, and what to do instead."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TEXTS: Final[dict[str, str | Promise]] = {
    "all_rounds": _("All rounds of this season are drawn. Close it, or plan another round first."),
    "battles_only": _("Duplicate battles need rules for battles of two sides."),
    "chose_one": _("Choose two different people of this round."),
    "closed": _("This season is closed."),
    "full": _("More than %(most)s people cannot take part."),
    "member_already": _("They take part already."),
    "no_reason": _("Say in a few words why: everybody in the league can read it."),
    "no_such_button": _("There is no such button. Reload the page."),
    "no_such_person": _("You know nobody of that name here. Send them the link instead."),
    "not_member": _("Choose somebody who takes part."),
    "not_running": _("This game is not under way."),
    "nothing_drawn": _("No round is drawn. Draw one first."),
    "plays_there": _(
        "You play in this game yourself: you can only rank yourself last, or let it count as it ended."
    ),
    "rival_plays": _(
        "You take part in this season yourself, and the players of this game are there: it goes on. "
        "Only when one of them has been absent for %(days)s days with an answer owed can you rule it or "
        "break it off."
    ),
    "rival_result": _(
        "You take part in this season yourself: a game of the others counts as it ended, and you cannot rule "
        "otherwise."
    ),
    "rival_stays": _(
        "You take part in this season yourself: somebody who has played in it leaves by themselves. Only who "
        "has been absent for %(days)s days with an answer owed can be removed."
    ),
    "ranks_unclear": _("Give every seat a rank, 1 for the best; equal ranks are a draw among them."),
    "round_open": _("A game of this round has no result yet. Wait for it, or rule what it counts for."),
    "sits_already": _("They sit at a table of this round already."),
    "sits_in_it": _("They sit at a table of the round that is drawn. Take the draw back first."),
    "too_few": _("At least two people are needed for a round."),
    "wrong_rounds": _("Plan at least as many rounds as are drawn already, and at most %(most)s."),
    "name_missing": _("Give the league a name."),
}


class LeagueRefused(Exception):
    """Something that a league does not do, by its code."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code, self.facts = code, facts
        super().__init__(code)

    @property
    def text(self) -> str:
        """In the reader's language."""
        return str(TEXTS[self.code]) % self.facts if self.facts else str(TEXTS[self.code])
