"""A league's refusals, each with advice."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TEXTS: Final[dict[str, str | Promise]] = {
    "all_rounds": _("All rounds of this season have been drawn. Close it, or add another round first."),
    "battles_only": _("Duplicate battles need rules for battles of two sides."),
    "chose_one": _("Choose two different people of this round."),
    "closed": _("This season is closed."),
    "full": _("At most %(most)s people can take part."),
    "member_already": _("They are already taking part."),
    "no_reason": _("Give a short reason: everybody in the league can read it."),
    "no_such_button": _("There is no such button. Reload the page."),
    "no_such_person": _("You don't know anyone by that name here. Send them the link instead."),
    "no_armies": _("In this league players don't bring their own armies."),
    "list_in_use": _(
        "You are taking part in this season, and somebody brings an army of a list that these leave out: "
        "keep that list, or ask them to choose another army first."
    ),
    "no_such_list": _("There is no such list in this league. Reload the page."),
    "own_lists_only": _("This league allows only armies of our lists."),
    "duplicate_armies": _("At the tables of a duplicate all have the same armies: those of the scenario."),
    "not_member": _("Choose someone who is taking part."),
    "not_running": _("This game is not under way."),
    "nothing_drawn": _("No round has been drawn yet. Draw one first."),
    "plays_there": _(
        "You are playing in this game: you can only rank yourself last, or let it count as it ended."
    ),
    "rival_plays": _(
        "You are taking part in this season, and the players of this game are present, so it "
        "continues. You can rule on it or break it off only once one of them has been absent for "
        "%(days)s days with a decision due."
    ),
    "rival_result": _(
        "You are taking part in this season: the other games count as they ended, and you can't rule "
        "otherwise."
    ),
    "rival_stays": _(
        "You are taking part in this season: you can remove someone who has played in it only if they"
        " have been absent for %(days)s days with a decision due."
    ),
    "ranks_unclear": _("Give every seat a rank, 1 for the best; equal ranks are a draw among them."),
    "round_open": _("A game of this round has no result yet. Wait for it, or decide how it counts."),
    "sits_already": _("They already have a game in this round."),
    "sits_in_it": _("They have a game in the round that has been drawn. Undo the draw first."),
    "too_few": _("At least two people are needed for a round."),
    "unwelcome": _("You can’t join this league: its organiser has chosen not to play with you."),
    "wrong_rounds": _("Set at least the number of rounds already drawn, and at most %(most)s."),
    "name_missing": _("Give the league a name."),
}


class LeagueRefused(Exception):
    """Raised when a league refuses an action. ``code`` is the reason."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code, self.facts = code, facts
        super().__init__(code)

    @property
    def text(self) -> str:
        """The text of the refusal in the reader's language."""
        return str(TEXTS[self.code]) % self.facts if self.facts else str(TEXTS[self.code])
