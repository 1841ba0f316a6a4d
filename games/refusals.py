"""The shell's own refusals, and how they are worded. A system words those of its rules."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.game import IllegalAction, InvalidAction, Json, Mistake, Refusal, StaleAction
from games import plugins
from games.models import Game

SHELL_TEXTS: dict[str, str | Promise] = {
    "table_not_offered": _(
        "No phone can join here: that takes a game under way, with your own dice, in which nothing is hidden."
    ),
    "table_not_to_take": _("Only who sits at this table may lead that army, too, while the battle lasts."),
    "needs_consent": _(
        "You play in this game, so this needs the consent of the player concerned (of all other players, "
        "where it concerns all), or their absence for %(days)s days with an answer owed. Ask for consent on "
        "the page Fair play, or make somebody who does not play the game master."
    ),
    "needs_consent_only": _(
        "You play in this game, so this needs the consent of the player concerned (of all other players, "
        "where it concerns all). Ask for it on the page Fair play."
    ),
    "no_consent_needed": _("You need nobody’s consent for that: just do it."),
    "consent_open": _("A request for consent to that is waiting for its answer already."),
    "no_such_power": _("There is no such power. Choose one from the list."),
    "command_of_player": _(
        "You play in this game: only the player can let somebody command for them, or a game master who "
        "does not play."
    ),
    "battle_not_yours": _(
        "You play in this campaign but not in this battle: its two sides report and confirm it, or a game "
        "master who does not play."
    ),
    "ruling_plays": _(
        "You play in this campaign, so you cannot rule the battle alone: report the result and the other "
        "side confirms it, ask both sides for consent to a ruling on the page Fair play, or hand the game "
        "to somebody who does not play. A side that is absent for %(days)s days is not asked."
    ),
    "ruled_elsewhere": _(
        "How this battle ended is ruled on the battle’s own page: both sides are told, and may dispute it."
    ),
    "second_seat": _("You already play in this game: invite somebody to this seat, or let the bot play it."),
    "not_ruled": _("This battle was not ruled by the game master: there is no ruling to dispute."),
    "deadline_sooner": _(
        "You play in this game: you can give the others more time, but not bring their deadlines nearer."
    ),
    "pace_sooner": _(
        "You play in this game: you cannot shorten the time for an answer below %(hours)s hours."
    ),
    "observer_delay_public": _(
        "Anyone may watch this game as it stands now, so a delay would keep nothing back: choose no delay, "
        "or let the game master make the game private first."
    ),
    "own_time": _("You play this seat: you can give everybody more time, but not yourself alone."),
    "amend_alone": _("You need nobody's word for that: just put it right."),
    "amend_ask": _("You play yourself: ask the others, one of whom has to agree."),
    "amend_closed": _("This request has been answered or withdrawn already; nothing was changed."),
    "amend_declined": _("That was declined. You can ask again when the game has gone on."),
    "amend_hidden": _("That does not fit with something that is hidden; nothing was changed."),
    "amend_long_why": _("The reason has at most %(most)s characters."),
    "amend_no_why": _("Say why: everybody reads it."),
    "amend_nothing": _("Nothing would change: it stands so already."),
    "amend_open": _("A request to put something right is waiting for its answer already."),
    "amend_too_many": _("At most %(most)s facts are put right at once."),
    "no_such_fact": _("There is no such fact that may be put right by hand. Choose one of the list."),
    "no_such_value": _("That cannot stand there. Choose the fact again, and a value that the form offers."),
    "objected_already": _("You have objected to this already."),
    "objection_empty": _("Say what is wrong with it."),
    "objection_long": _("An objection has at most %(most)s characters."),
    "try_over": _("The game was over there: nothing is left to try."),
    "try_too_many": _("You have reached the limit of %(most)s try-outs. Discard one first."),
    "try_no_moment": _("From that moment nothing can be tried: choose one of the replay."),
    "try_sealed": _("Other tables play with the same dice: nothing is copied before all of them are over."),
    "try_hidden": _("Too much is hidden at that moment to try anything from there."),
    "plan_amended": _("The game master has put something right since."),
    "bad_orders": _("These standing orders are not understood (%(path)s). Please fill in the form again."),
    "bad_rewind": _("The game cannot go back there. Choose one of the moments in the list."),
    "needs_agreement": _(
        "You can't undo this alone: since then dice have been rolled, somebody else has answered, or "
        "something hidden was revealed. Ask the others to agree."
    ),
    "no_word_needed": _("You need nobody's consent for that: just go back."),
    "nobody_to_ask": _(
        "There is nobody to agree: neither another player nor a game master who does not play."
    ),
    "request_open": _("A request to go back is waiting for its answer already."),
    "request_closed": _("This request has been answered or withdrawn already; nothing was changed."),
    "request_declined": _(
        "That was declined. You can ask again when the game has gone on, or for another moment."
    ),
    "server_rolls_again": _(
        "Dice that the server had rolled were taken back: until the end of this turn the server rolls. Send "
        "it again without typed dice."
    ),
    "table_agreed": _(
        "That all sit at one table is agreed before the game begins; later only a game master who does not "
        "play can say so."
    ),
    "already_begun": _("The game has already begun."),
    "battles_by_table": _("This campaign was created with battles decided by its own table."),
    "battles_agreed": _(
        "Which battles are left to the campaign's own table is agreed before the game begins."
    ),
    "battle_fought": _(
        "This battle has begun and you play yourself. Say in the campaign how it ended: it counts once the "
        "other side has confirmed it."
    ),
    "battle_begun": _(
        "A battle of this campaign is under way and you play yourself: how battles are fought can be changed "
        "when it is over."
    ),
    "battle_named": _("The battle is over: from now on it keeps its name."),
    "battle_nameless": _("A battle needs a name."),
    "battle_long_name": _("A name has at most %(most)s characters."),
    "no_battle_here": _("This game is no battle; its game master gives it its name."),
    "battle_settled": _("This battle has been settled already; nothing was changed."),
    "busy": _(
        "Somebody is moving in this game at this moment; nothing was changed. Try again in a few seconds."
    ),
    "cannot_take_back": _(
        "You can't undo this alone: since then dice were rolled, somebody else answered, something "
        "hidden was revealed or the deadline passed. Ask the others under “Undo”."
    ),
    "campaign_went_on": _("The campaign has gone on since this battle. Rewind the campaign first."),
    "dice_revealed": _(
        "The seed of the dice has been revealed, so the game cannot go on from an earlier moment."
    ),
    "has_led": _(
        "This game has hidden information, and anyone who was its game master may have seen it: let "
        "somebody else or the bot take the seat."
    ),
    "same_dice": _("They sit, or have sat, at another table with the same dice."),
    "device_address": _("The browser has given an address to which nothing can be sent."),
    "device_guest": _("Guests get no notifications. Sign up first: your games stay yours."),
    "hook_guest": _("Guests have no web hooks. Sign up first: your games stay yours."),
    "device_too_many": _("You have reached the limit of %(most)s devices. Remove them first."),
    "hook_address": _(
        "A hook is an https address of at most 500 characters, without a name or password in it, on port 443 "
        "or 8443."
    ),
    "hook_private": _(
        "The open Internet knows no such address: look whether it is whole. Nothing is sent to a private "
        "network."
    ),
    "hook_silent": _("Nobody could say in time where this address is. Try again later."),
    "hook_too_many": _("You have reached the limit of %(most)s web hooks. Delete one first."),
    "key_reused": _("This form was sent before with other contents. Reload the page and try again."),
    "letter_empty": _("The letter is empty."),
    "letter_too_long": _("A letter has at most %(most)s characters."),
    "no_key": _("The form was incomplete. Reload the page and try again."),
    "no_such_player": _("%(name)s does not play in this game."),
    "no_such_seat": _("There is no seat called %(seat)s in this game."),
    "no_such_scenario": _("There is no scenario called %(scenario)s."),
    "no_such_battle_system": _("Battles of this campaign cannot be fought with %(battle_system)s."),
    "not_a_choice": _("This cannot be done now. Choose one of the actions that the page offers."),
    "not_json": _("The request is not understood: it is no JSON object."),
    "not_fought_here": _("This battle is not fought here, so there is nothing to leave to the bots."),
    "no_battle_with_that": _(
        "These forces make no battle there. Fight it as it stands, or agree how it ended and report it."
    ),
    "programs_fight": _("Both sides have left this battle to the bots, who are fighting it now."),
    "not_reported": _("Nobody has reported this battle yet."),
    "not_running": _("The game is not running; nothing can be done in it."),
    "plan_empty": _("The plan has no steps. Choose at least one."),
    "plan_kept": _("You keep a plan, steps left: %(left)s. Add to it, or say that this takes its place."),
    "plan_left": _("You did something else than what was planned."),
    "plan_taken_back": _("You have taken back steps of it."),
    "plan_too_long": _("A plan has at most %(most)s steps."),
    "plan_unsettled": _("Something happened that you will want to look at first."),
    "plan_went_back": _("The game has gone back to an earlier moment."),
    "not_to_be_fought": _("This battle is not to be fought any more: look at what was reported."),
    "no_rematch": _("A rematch is for those who played, once a game of its own has ended."),
    "nothing_kept": _("Only a battle that was fought before the campaign went back can be fought again."),
    "nobody_there": _("Nobody plays this seat: there is nobody to write to, or to give time."),
    "nothing_owed": _("Nothing is awaited from this player at the moment; nothing was changed."),
    "no_deadline": _("This answer has no deadline: there is nothing to move."),
    "no_mail": _("No mail goes out to %(name)s: write a letter in the game instead."),
    "nudged": _("%(name)s has been asked by mail within a day already. Give them time, or write a letter."),
    "not_to_lend": _("A substitute can only take a seat that a person plays, one substitute at a time."),
    "lend_until": _(
        "Choose a day from today on, at most %(most)s days ahead. Who is away longer frees the seat."
    ),
    "not_on_bench": _("%(name)s is not a substitute for this game, or cannot take a seat in it."),
    "on_bench_already": _("You are in this game already, so you cannot be a substitute for it."),
    "bench_empty": _("No substitute could take this seat. Send the substitutes' link to people first."),
    "bench_called": _("All substitutes were asked less than a day ago; their links still open the seat."),
    "stand_in_away": _("%(name)s is away for all that time too. Choose somebody else, or the bot."),
    "plays_too": _("You play in this game: let the bot answer instead of choosing for somebody else."),
    "rhythm_bad": _("This rhythm is not understood. Fill in the form again."),
    "rhythm_zone": _("There is no such time zone. Choose one of the list, such as Europe/Rome."),
    "rhythm_hour": _("The hour of a deadline is written like 21:00."),
    "rhythm_span": _(
        "A time without deadlines goes from a first day to a last one: days that there are, the last one not "
        "before the first."
    ),
    "rhythm_far": _("A time without deadlines ends at most %(most)s years from now."),
    "rhythm_no_day": _("No day of the week is left for deadlines. Choose at least one."),
    "rhythm_gap": _(
        "For more than %(most)s days no deadline would fall. Leave out less, or pause the game for that time."
    ),
    "rhythm_needs_hours": _(
        "A fixed hour needs the time that everybody has at least: choose it, or there is no deadline at all."
    ),
    "weeks_bad": _("The length is a number of weeks from 1 to 520, or empty."),
    "treaty_empty": _("A treaty needs at least one promise: tick what is promised."),
    "treaty_too_long": _("A treaty has at most %(most)s promises."),
    "treaty_too_many": _("%(most)s proposals of yours wait for an answer. Withdraw some of them first."),
    "treaty_closed": _("This treaty is not open to that any more; look at it again."),
    "treaty_late": _("The time of a promise in it is over already: decline it, and propose another one."),
    "promise_empty": _("The promise in words is empty: write what is promised."),
    "promise_by_log": _("The log tells whether this promise was kept; there is nothing to say."),
    "promise_settled": _(
        "Somebody has said already how this promise was kept. Who does not agree disputes it."
    ),
    "command_not_here": _(
        "Only a battle under way has guest generals, and none whose dice fall at other tables too."
    ),
    "command_too_many": _("This battle has reached the limit of %(most)s such links."),
    "command_plays": _("You have a part in this battle already: nobody commands on two sides of it."),
    "command_knows": _(
        "You have run, commanded or observed this battle and may know what is hidden, so somebody "
        "else has to command here."
    ),
    "command_over": _("The battle is over: who commanded stays in its record."),
    "command_stands": _("A guest general commands this battle for you: take the command back first."),
    "meet_none": _("Choose at least one day and hour."),
    "meet_date": _("“%(text)s” is no day and hour. Write it like 2026-12-05 20:30."),
    "meet_gap": _(
        "There is no such hour on that day in your time zone: the clocks go forward. Choose another one."
    ),
    "meet_past": _("That is past already. Choose a time that lies ahead."),
    "meet_far": _("That is more than a year ahead. Choose a nearer day."),
    "meet_length": _("A battle takes from half an hour to twelve hours."),
    "meet_where": _("The place has at most %(most)s characters."),
    "meet_text": _("The words have at most %(most)s characters."),
    "meet_twice": _("That time is proposed already: say that it fits you."),
    "meet_too_many": _(
        "One person proposes at most %(most)s times, and all together %(all)s. Take some of yours back first."
    ),
    "meet_answer": _("Say yes, if need be, or no."),
    "meet_gone": _("That proposal is there no more. Look at the list again."),
    "meet_not_yours": _("Somebody else has proposed that time: say that it does not fit you."),
    "meet_agreed": _("That is the time that was agreed: move it or call it off."),
    "meet_not_all": _("Not everybody has said that this time fits."),
    "meet_not_fixed": _("Nothing is agreed that could be called off."),
    "meet_over": _("This battle is not to be fought any more: there is nothing to agree on."),
    "meet_in_time": _("No deadline falls before the time that was agreed: nothing has to be moved."),
    "observer_already": _("They observe this game already: one seat is enough."),
    "observer_delay": _("An observer can be 0 to %(most)s turns behind."),
    "observer_no_reserve": _("An observer cannot be a substitute: stop observing first."),
    "observer_plays": _("Players and game masters of this game or its battles cannot observe it."),
    "observer_reserve": _("Substitutes of this game cannot observe it: leave the list of substitutes first."),
    "observer_too_many": _("This game has reached the limit of %(most)s observers and open links."),
    "observer_unknown": _("There is no account called %(name)s."),
    "seat_taken": _("This seat is already taken. Choose a free one."),
    "seats_free": _("Some seats are still free. Invite players, or let the bot play them."),
    "offline_server_dice": _(
        "The server rolls the dice in this game, so it cannot be played offline. Only a game with "
        "typed dice can."
    ),
    "offline_hidden": _(
        "This game has hidden information that only the server may know, so it cannot be played offline."
    ),
    "offline_program": _(
        "A bot plays in this game and answers on the server, so it cannot be played offline."
    ),
    "offline_rolls_again": _(
        "Dice that the server had rolled were taken back: until the end of this turn it rolls, and the game "
        "cannot be taken along."
    ),
    "offline_no_seat": _(
        "You have no seat in this game with this account. What the phone has played stays on it: log in as "
        "somebody who plays here, or keep the file."
    ),
    "offline_too_many": _("At most %(most)s steps are brought at once: bring the first ones, then the rest."),
    "branches_too_many": _(
        "%(most)s of your offline branches wait in this game already. Choose among them first; what the "
        "phone has played stays on it."
    ),
    "branch_impossible": _(
        "Move %(number)s is none of this game: nobody could ever carry it out. Nothing was stored; what the "
        "phone has played stays on it."
    ),
    "branch_closed": _("It has been chosen already how that was; nothing was changed."),
    "branch_unknown_base": _(
        "The phone played on from an entry %(seq)s that the log of this game does not have: it can be looked "
        "at and downloaded, not brought together."
    ),
    "branch_dice_missing": _("Faces are missing there: %(missing)s more were to be typed."),
    "branch_amended": _(
        "Facts that were put right by hand on the phone do not come home so: put them right here, where the "
        "others read why."
    ),
    "branch_server_dice": _(
        "Before it stands a step of the log that was taken back, and the server had rolled its dice: that "
        "does not come back so."
    ),
    "branch_bad_face": _("A die has no such face there, or a face too many was typed."),
    "other_rules": _(
        "This game was played on with rules of version %(played)s; this server has version %(installed)s. "
        "The game is kept: it goes on when Vexillum is updated here."
    ),
    "somebody_moved": _(
        "Somebody has moved since you opened this page. Look at the new situation and decide again."
    ),
    "system_missing": _("The rules of this game (%(system)s) are not installed on this server."),
    "virtual_dice_only": _("In this game the server rolls the dice; do not enter any."),
}


def invalid(code: str, **facts: object) -> InvalidAction:
    return InvalidAction("", code, **facts)


def illegal(code: str, **facts: object) -> IllegalAction:
    return IllegalAction("", code, **facts)


def stale(drawn_seq: int, seq: int) -> StaleAction:
    return StaleAction("", "somebody_moved", drawn_seq=drawn_seq, seq=seq)


LONGEST_FACT = 80  # characters of what somebody sent, repeated to them


def bounded(refusal: Refusal) -> Refusal:
    """The same refusal; of a long text or list among its facts only the beginning."""
    return type(refusal)(refusal.rule, refusal.code, **{k: _bounded(v) for k, v in refusal.facts.items()})


def _bounded(fact: Json) -> Json:
    if isinstance(fact, str):
        return fact if len(fact) <= LONGEST_FACT else fact[:LONGEST_FACT] + "…"
    if isinstance(fact, int) and not isinstance(fact, bool):
        return max(-(10**9), min(fact, 10**9))
    if isinstance(fact, list | tuple):
        return [_bounded(each) for each in fact[:20]]
    if isinstance(fact, Mapping):
        return {k: _bounded(v) for k, v in list(fact.items())[:20]}
    return fact


class StepRefused(IllegalAction):
    """A plan that cannot be kept, because of this step of it (counted from 1): the rules' own reason."""

    def __init__(self, number: int, refusal: Refusal) -> None:
        super().__init__(refusal.rule, refusal.code, **refusal.facts)
        self.number, self.refusal = number, refusal


class Broken(IllegalAction):
    """Facts that cannot be put right so: what the rules have against the position that would come of it."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        super().__init__("", "amend_broken", mistakes=[one.code for one in mistakes])
        self.mistakes = tuple(mistakes)


class SystemMissing(Refusal):
    """The rules of a game are not installed here: the game is kept and waits."""


class Busy(Refusal):
    """Somebody else has held the game for longer than one waits: nothing has changed, try again."""


class BadInvitation(Refusal):
    """An invitation, or the code of a table, that lets nobody in: ``code`` is one of INVITATION_TEXTS."""


INVITATION_TEXTS: dict[str, str | Promise] = {
    "code_unknown": _("There is no table of this code. Compare the letters, or ask for the code anew."),
    "code_expired": _("This code is closed or too old. Whoever keeps the first phone can show a new one."),
    "code_over": _("This battle is over: its code opens no more."),
    "at_table_already": _("You lead this battle already, on this phone."),
    "seat_not_given": _("Somebody else leads that army by now. Choose something else."),
    "table_full": _("As many phones and screens as may come are at this table. Let one of them leave first."),
    "unknown": _("This invitation is not valid. Ask the game master for a new link."),
    "expired": _("This invitation has expired. Ask the game master for a new link."),
    "used_up": _("This invitation has been used already. Ask the game master for a new link."),
    "begun": _("This game has already begun, and no seat is free."),
    "command_gone": _(
        "This link leads to no command: it was taken or withdrawn, is too old, or the battle is over. Ask "
        "for a new one whoever sent it to you."
    ),
    "has_led": _(
        "You have led this game and may have seen what is hidden in it: somebody else has to take this seat."
    ),
    "has_looked": _(
        "You have observed this game and may have seen hidden information, so somebody else has to "
        "take this seat."
    ),
    "has_played": _(
        "You have played another side of this game and may have seen what is hidden: somebody else has to "
        "take this seat."
    ),
    "seat_taken": _("The seat of this invitation is already taken. Ask the game master for another link."),
}


def worded(refusal: Refusal, game: Game | None = None) -> str:
    """A sentence for a refusal in the active language: the shell's own, else the system's."""
    if isinstance(refusal, BadInvitation):
        return str(INVITATION_TEXTS[refusal.code])
    if isinstance(refusal, StepRefused):
        return gettext("Step %(number)d: %(why)s") % {
            "number": refusal.number,
            "why": worded(refusal.refusal, game),
        }
    if isinstance(refusal, Broken) and game is not None:
        wording = plugins.wording(game)
        said = " ".join(wording.unsound(one) for one in refusal.mistakes)
        return gettext("That cannot be, and nothing was changed. %(why)s") % {"why": said}
    text = SHELL_TEXTS.get(refusal.code)
    if text is not None and not refusal.rule:
        return str(text) % {"path": "", **refusal.facts} if refusal.facts else str(text)
    if game is None:
        return str(refusal)
    return plugins.wording(game).refusal(refusal)
