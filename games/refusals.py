"""The application's own refusals and their texts. A system words the refusals of its own rules (see
games.wording.refusal_text).
"""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.game import IllegalAction, InvalidAction, Json, Mistake, Refusal, StaleAction

SHELL_TEXTS: dict[str, str | Promise] = {
    "needs_consent": _(
        "You are playing in this game, so this needs the consent of the player concerned (of all other "
        "players, if it concerns all), or their absence for %(days)s days with a decision due. Ask for "
        "consent on the Fair play page, or hand the game to a game master who isn’t playing."
    ),
    "needs_consent_only": _(
        "You are playing in this game, so this needs the consent of the player concerned (of all other "
        "players, if it concerns all). Ask for it on the Fair play page."
    ),
    "no_consent_needed": _("You don’t need anyone’s consent for that: just do it."),
    "consent_open": _("A request for consent to that is already waiting for an answer."),
    "no_such_power": _("There is no such action. Choose one from the list."),
    "battle_not_yours": _(
        "You are playing in this campaign but not in this battle: only its two sides, or a game "
        "master who isn’t playing, can report and confirm it."
    ),
    "ruling_plays": _(
        "You are playing in this campaign, so you can’t rule on the battle alone: report the result and let "
        "the other side confirm it, ask both sides for consent to a ruling on the Fair play page, or hand "
        "the game to someone who isn’t playing. A side that has been absent for %(days)s days isn’t asked."
    ),
    "ruled_elsewhere": _(
        "Rule on this battle on the battle’s own page: both sides are notified and can dispute it."
    ),
    "bot_fights_on": _(
        "This battle against a bot has begun, and others play in the campaign: fight it out, or let the bots "
        "do it."
    ),
    "unwelcome": _(
        "You can’t join this game: its game master or a player in it has chosen not to play with you."
    ),
    "second_seat": _(
        "You are already playing in this game: invite someone to this seat, or let the bot play it."
    ),
    "not_ruled": _("This battle was not ruled by the game master, so there is no ruling to dispute."),
    "deadline_sooner": _("You are playing in this game: you can give the others more time, but not less."),
    "pace_sooner": _(
        "You are playing in this game: you can’t shorten the time per decision below %(hours)s hours."
    ),
    "own_time": _("You are playing this seat: you can give everybody more time, but not yourself alone."),
    "amend_long_why": _("The reason can have at most %(most)s characters."),
    "amend_no_why": _("Give a reason: everybody can read it."),
    "no_such_fact": _("That fact can't be corrected by hand. Choose one from the list."),
    "objected_already": _("You have already objected to this."),
    "objection_empty": _("Say what is wrong with it."),
    "objection_long": _("An objection can have at most %(most)s characters."),
    "plan_amended": _("The game master has made a correction since."),
    "bad_orders": _("These standing orders could not be read (%(path)s). Please fill in the form again."),
    "bad_rewind": _("The game can't go back there. Choose one of the moves in the list."),
    "needs_agreement": _(
        "You can't undo this alone: since then dice have been rolled, somebody else has answered, or "
        "something hidden was revealed. Ask the others to agree."
    ),
    "no_word_needed": _("You don't need anyone's consent for that: just undo."),
    "nobody_to_ask": _("There is nobody to agree: no other player, and no game master who isn't playing."),
    "request_open": _("A request to undo is already waiting for an answer."),
    "request_closed": _("This request has already been answered or withdrawn; nothing was changed."),
    "request_declined": _(
        "That was declined. You can ask again when the game has continued, or for a different move."
    ),
    "server_rolls_again": _(
        "Server dice have been undone: until the end of this turn the server rolls. Send it again "
        "without typed dice."
    ),
    "table_agreed": _(
        "Whether everyone is at the same table is agreed before the game begins; later only a game "
        "master who isn't playing can change it."
    ),
    "already_begun": _("The game has already begun."),
    "battles_by_table": _("This campaign was created with battles decided by its own table."),
    "battles_agreed": _(
        "Which battles are left to the campaign's own table is agreed before the game begins."
    ),
    "battle_fought": _(
        "This battle has begun and you are playing in it. Report the result in the campaign: it "
        "counts once the other side has confirmed it."
    ),
    "battle_begun": _(
        "A battle of this campaign is under way and you are playing: you can change how battles are "
        "fought once it is over."
    ),
    "battle_named": _("The battle is over: its name can't be changed any more."),
    "battle_nameless": _("A battle needs a name."),
    "battle_long_name": _("A name can have at most %(most)s characters."),
    "no_battle_here": _("This game isn't a battle; its game master names it."),
    "battle_settled": _("This battle has already been settled; nothing was changed."),
    "busy": _("Someone is moving in this game right now; nothing was changed. Try again in a few seconds."),
    "cannot_take_back": _(
        "You can't undo this alone: since then dice were rolled, somebody else answered, something "
        "hidden was revealed or the deadline passed. Ask the others under “Undo”."
    ),
    "campaign_went_on": _("The campaign has continued since this battle. Rewind the campaign first."),
    "dice_revealed": _(
        "The seed of the dice has been revealed, so the game can't continue from an earlier position."
    ),
    "has_led": _(
        "This game has hidden information, and anyone who was its game master may have seen it: let "
        "someone else, or the bot, take the seat."
    ),
    "same_dice": _("They are playing, or have played, at another table with the same dice."),
    "key_reused": _("This form was already sent with different contents. Reload the page and try again."),
    "no_key": _("The form was incomplete. Reload the page and try again."),
    "no_such_player": _("%(name)s isn't playing in this game."),
    "no_such_seat": _("There is no seat called %(seat)s in this game."),
    "no_such_scenario": _("There is no scenario called %(scenario)s."),
    "no_such_battle_system": _("Battles of this campaign can't be fought with %(battle_system)s."),
    "behind_curtain": _("This hand is closed. Say who you are before you play from it."),
    "not_a_choice": _("You can't do this now. Choose one of the actions on the page."),
    "not_json": _("The request is not a JSON object."),
    "not_fought_here": _("This battle isn't fought here, so there is nothing to leave to the bots."),
    "no_battle_with_that": _(
        "These forces don't make a battle in that system. Fight it as it is, or agree on the result "
        "and report it."
    ),
    "programs_fight": _("Both sides have left this battle to the bots, who are fighting it now."),
    "not_reported": _("Nobody has reported this battle yet."),
    "not_running": _("The game isn't running, so you can't do anything in it."),
    "plan_empty": _("The plan is empty. Choose at least one move."),
    "plan_kept": _(
        "You already have a plan with %(left)s moves left. Add to it, or let this one replace it."
    ),
    "plan_left": _("You did something other than planned."),
    "plan_taken_back": _("You have undone some of its moves."),
    "plan_too_long": _("A plan can have at most %(most)s moves."),
    "plan_unsettled": _("Something has happened that you will want to look at first."),
    "plan_went_back": _("Moves have been undone in the game."),
    "not_to_be_fought": _("This battle is over: check the report."),
    "no_match": _("Only a battle of two sides can be a match of two games."),
    "no_such_match": _("A match is two games one after the other, or both at once."),
    "nothing_kept": _("Only a battle that was fought before the campaign went back can be fought again."),
    "nobody_there": _("Nobody is playing this seat, so there is nobody to write to or give more time."),
    "nothing_owed": _("The game isn't waiting for this player at the moment; nothing was changed."),
    "no_deadline": _("This decision has no deadline to move."),
    "no_mail": _("%(name)s doesn't get e-mail: write a letter in the game instead."),
    "nudged": _("%(name)s has already had an e-mail within a day. Give them time, or write a letter."),
    "not_to_lend": _("A substitute can only take a seat that a person plays, one substitute at a time."),
    "lend_until": _(
        "Choose a day from today on, at most %(most)s days ahead. A player who will be away longer "
        "should free the seat."
    ),
    "not_on_bench": _("%(name)s isn't a substitute for this game, or can't take a seat in it."),
    "on_bench_already": _("You are already in this game, so you can't be a substitute for it."),
    "bench_empty": _("No substitute could take this seat. Send the substitutes' link to people first."),
    "bench_called": _("All substitutes were asked less than a day ago; their links still work."),
    "stand_in_away": _("%(name)s will be away for all that time too. Choose someone else, or the bot."),
    "plays_too": _(
        "You are playing in this game: let the bot answer instead of choosing for another player."
    ),
    "rhythm_bad": _("These times could not be read. Fill in the form again."),
    "rhythm_zone": _("There is no such time zone. Choose one from the list, such as Europe/Rome."),
    "rhythm_hour": _("Write the hour of a deadline like 21:00."),
    "rhythm_span": _(
        "A period without deadlines needs valid first and last days, and the last can't be before the first."
    ),
    "rhythm_far": _("A period without deadlines must end within %(most)s years."),
    "rhythm_no_day": _("No day of the week is left for deadlines. Choose at least one."),
    "rhythm_gap": _(
        "There would be no deadlines for more than %(most)s days. Leave out fewer days, or pause the "
        "game for that time."
    ),
    "rhythm_needs_hours": _(
        "A fixed hour needs a minimum time for every decision: choose it, or there will be no "
        "deadlines at all."
    ),
    "weeks_bad": _("The length must be a number of weeks from 1 to 520, or empty."),
    "treaty_empty": _("A treaty needs at least one promise: tick what is promised."),
    "treaty_too_long": _("A treaty has at most %(most)s promises."),
    "treaty_too_many": _(
        "You already have %(most)s proposals waiting for an answer. Withdraw some of them first."
    ),
    "treaty_closed": _("That is no longer possible for this treaty; check it again."),
    "treaty_late": _("One of its promises is already out of date: decline it and propose another."),
    "promise_empty": _("The promise in words is empty: write what is promised."),
    "promise_by_log": _("The moves show whether this promise was kept; there is nothing to say."),
    "promise_settled": _(
        "Someone has already said how this promise was kept. If you don't agree, dispute it."
    ),
    "command_stands": _("A guest general commands this battle for you: take the command back first."),
    "meet_date": _("“%(text)s” is not a valid day and hour. Write it like 2026-12-05 20:30."),
    "meet_gap": _(
        "That hour doesn't exist on that day in your time zone, because the clocks go forward. Choose"
        " another one."
    ),
    "observer_no_reserve": _("An observer cannot be a substitute: stop observing first."),
    "seat_taken": _("This seat is already taken. Choose a free one."),
    "seats_free": _("Some seats are still free. Invite players, or let the bot play them."),
    "other_rules": _(
        "This game was last played with rules version %(played)s; this server has version "
        "%(installed)s. The game is safe and will continue once Vexillum is updated here."
    ),
    "somebody_moved": _(
        "Someone has moved since you opened this page. Check the new position and decide again."
    ),
    "system_missing": _("The rules of this game (%(system)s) are not installed on this server."),
    "virtual_dice_only": _("In this game the server rolls the dice; don't enter any."),
}


def invalid(code: str, **facts: object) -> InvalidAction:
    return InvalidAction("", code, **facts)


def illegal(code: str, **facts: object) -> IllegalAction:
    return IllegalAction("", code, **facts)


def stale(drawn_seq: int, seq: int) -> StaleAction:
    return StaleAction("", "somebody_moved", drawn_seq=drawn_seq, seq=seq)


LONGEST_FACT = 80  # maximum length of a submitted value that a refusal repeats, in characters


def bound_refusal(refusal: Refusal) -> Refusal:
    """Return a refusal with the long texts and lists among its facts shortened, and large numbers limited."""
    return type(refusal)(refusal.rule, refusal.code, **{k: _bound_fact(v) for k, v in refusal.facts.items()})


def _bound_fact(fact: Json) -> Json:
    if isinstance(fact, str):
        return fact if len(fact) <= LONGEST_FACT else fact[:LONGEST_FACT] + "…"
    if isinstance(fact, int) and not isinstance(fact, bool):
        return max(-(10**9), min(fact, 10**9))
    if isinstance(fact, list | tuple):
        return [_bound_fact(each) for each in fact[:20]]
    if isinstance(fact, Mapping):
        return {k: _bound_fact(v) for k, v in list(fact.items())[:20]}
    return fact


class StepRefused(IllegalAction):
    """Raised when a plan is refused because of one step (counted from 1), with the rules' reason for that
    step.
    """

    def __init__(self, number: int, refusal: Refusal) -> None:
        super().__init__(refusal.rule, refusal.code, **refusal.facts)
        self.number, self.refusal = number, refusal


class Broken(IllegalAction):
    """Raised when a correction is refused because the rules object to the resulting position."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        super().__init__("", "amend_broken", mistakes=[one.code for one in mistakes])
        self.mistakes = tuple(mistakes)


class SystemMissing(Refusal):
    """Raised when a game's rules are not installed on this server. The game is kept until they are
    installed.
    """


class Busy(Refusal):
    """Raised when another request held the game's lock for too long. Nothing has changed, and the request
    can be repeated.
    """


class BadInvitation(Refusal):
    """Raised for an invitation, or a table's code, that is not valid. ``code`` is one of INVITATION_TEXTS."""


INVITATION_TEXTS: dict[str, str | Promise] = {
    "seat_not_given": _("Someone else is already leading that army. Choose something else."),
    "unknown": _("This invitation is not valid. Ask the game master for a new link."),
    "expired": _("This invitation has expired. Ask the game master for a new link."),
    "used_up": _("This invitation has already been used. Ask the game master for a new link."),
    "begun": _("This game has already begun, and no seat is free."),
    "has_led": _(
        "You have been this game's game master and may have seen hidden information: someone else has"
        " to take this seat."
    ),
    "has_looked": _(
        "You have observed this game and may have seen hidden information, so somebody else has to "
        "take this seat."
    ),
    "has_played": _(
        "You have played another side in this game and may have seen hidden information: someone else"
        " has to take this seat."
    ),
    "unwelcome": _(
        "You can’t join this game: its game master or a player in it has chosen not to play with you."
    ),
    "seat_taken": _("The seat of this invitation is already taken. Ask the game master for another link."),
}
