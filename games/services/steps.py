"""One step of a game in one short transaction: lock, load, apply, append, snapshot, decisions, messages.

If two requests arrive at once, the second finds the game moved on (stale), or repeats a key and gets the
first result. A failure rolls back everything, so the same request can simply be repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.http import Http404

from engine import journal
from engine.codec import digest
from engine.dice import BadFace, Dice, DiceNeeded
from engine.game import Json, Refusal
from games.access import NotYourSeat, User, can_see, may_act
from games.models import BattleLink, Entry, Game, PendingDecision
from games.refusals import illegal, invalid, stale
from games.services import curtain, plans
from games.services.applying import apply_action
from games.services.clock.unasked_answers import answer_unasked
from games.services.consequences import record, record_several
from games.services.entries import KEEP_EVERY, Request, find_earlier_entry, own_key, require_running
from games.services.fairplay import guard
from games.services.fighting import battles
from games.services.going_back import consent
from games.services.locking import claim_for_step
from games.services.proof.chance import dice_for
from games.services.proof.seeds import seed_of
from games.services.tables import LiveGame, table_locked

Faces = Callable[[Game], list[int] | None]  # reads dice from a form, once it is known who rolls in this game
FromForm = Callable[[LiveGame], Json]  # reads an action from a form, given the table's choices


@dataclass(frozen=True)
class StepResult:
    """The result of a request. ``repeated``: whether an identical earlier request had this result."""

    entry: Entry
    game: Game
    repeated: bool = False


def submit(
    game_id: UUID,
    seat: str,
    action: Json | FromForm,
    *,
    drawn_seq: int,
    key: str,
    user: User,
    now: datetime,
    faces: list[int] | None | Faces = None,
) -> StepResult:
    """Carry out an action of a player or the game master. ``drawn_seq``: the last entry that the sending
    page showed. A form's ``action`` and ``faces`` are read once the choices are known. A repeated request
    changes nothing.

    Raises InvalidAction for an action that cannot be read, IllegalAction for one that is not allowed, and
    StaleAction if the game has moved on. Raises NotYourSeat for a seat that the user does not play,
    and Http404 for a game that is missing or hidden from the user. Raises DiceNeeded for missing faces, and
    BadFace for impossible ones. Errors from reading the form are passed on. A refusal changes nothing.
    """
    reading = action if callable(action) else None
    if reading is None and not isinstance(action, Mapping):
        raise invalid("not_json")
    key = own_key(user, key)
    body = None if reading or callable(faces) else _body(seat, action, faces)
    try:
        with transaction.atomic():
            game = claim_for_step(game_id)
            if not may_act(user, game, seat):
                if not can_see(user, game):
                    raise Http404
                raise NotYourSeat
            # an up-to-date request cannot be a repeat
            done = find_earlier_entry(game, key, body) if drawn_seq != game.seq else None
            if done is not None:
                return StepResult(done, game, repeated=True)
            curtain.require_shown(user, game, seat)
            at = table_locked(game)
            if reading is not None:
                action = reading(at)
                if not isinstance(action, Mapping):
                    raise invalid("not_json")
            if callable(faces):
                faces = faces(game)
            if seat == battles.GM:
                _require_referee(at, user, action)
            reason = Entry.Reason.GM if seat == battles.GM else Entry.Reason.PLAYER
            request = Request(key, reason, now, user, body or _body(seat, action, faces))
            entry = _submit_action(at, seat, action, drawn_seq, faces, request)
    except (Refusal, DiceNeeded, BadFace, IntegrityError):
        found = Game.objects.defer("scenario").filter(pk=game_id).first()
        done = (
            None if found is None else find_earlier_entry(found, key, body)
        )  # the request may repeat an earlier one
        if done is None or found is None:
            raise
        return StepResult(done, found, repeated=True)
    return StepResult(entry, game)


def _require_referee(at: LiveGame, user: User, action: Json) -> None:
    """Refuse an action by which a game master who plays would decide for everybody. The result of a battle
    between people needs a ruling instead, which notifies both sides. Raises IllegalAction (ruling_plays,
    ruled_elsewhere).
    """
    if guard.free_ground(user, at.game) is None:
        raise illegal("ruling_plays", days=guard.ABSENT_DAYS)
    battle = at.battle()
    if battle is None:
        return
    opened = BattleLink.objects.filter(
        campaign=at.game, decision=battle.decision, status__in=battles.UNSETTLED
    )
    default = next((one.default for one in at.decisions() if one.id == battle.decision), None)
    if opened.exists() and at.system.codec.read(action) != default:
        raise illegal("ruled_elsewhere")


def _body(seat: str, action: Json, faces: list[int] | None) -> str:
    return digest({"seat": seat, "action": action, "faces": faces})


def _submit_action(
    at: LiveGame,
    seat: str,
    action: Json,
    drawn_seq: int,
    faces: list[int] | None,
    request: Request,
) -> Entry:
    game = at.game
    require_running(game)
    if drawn_seq != game.seq and not unseen_since(at, seat, drawn_seq):
        raise stale(drawn_seq, game.seq)
    if faces is not None and game.dice_mode == Game.DiceMode.MIXED and consent.server_rolls_again(at):
        if faces:
            raise illegal("server_rolls_again")
        faces = None
    return perform(at, seat, action, dice_for(game, seed_of(game), faces), request, by_hand=True)


def perform(
    at: LiveGame, seat: str, action: Json, dice: Dice, request: Request, by_hand: bool = False
) -> Entry:
    """Apply an action and store its step, in the caller's transaction and lock. ``by_hand``: whether the
    player sent the action, rather than the seat's plan. Covert decisions that nobody is asked are then
    answered with it.
    """
    step = apply_action(at, seat, action, dice, request)
    moment, meant = step
    if by_hand and not meant.covert:
        plans.done_by_hand(at, seat, moment.entry.action)
    unasked = answer_unasked(at, step, request.now) if by_hand else []
    return record_several(at, [step, *unasked]) if unasked else record(at, moment, meant)


def unseen_since(at: LiveGame, seat: str, drawn_seq: int) -> bool:
    """Return whether nothing that concerns this seat has happened since its page was rendered. Other seats
    may have given hidden orders, but the seat must still owe the same answer.
    """
    if not 0 <= drawn_seq < at.game.seq:
        return False
    since = Entry.objects.filter(game=at.game, seq__gt=drawn_seq)
    if since.count() > KEEP_EVERY or any(_was_noticed(at, entry, seat) for entry in since):
        return False
    open_since = PendingDecision.objects.filter(game=at.game, seat=seat, answered_at__isnull=True)
    return open_since.filter(opened_seq__lte=drawn_seq).exists()


def _was_noticed(at: LiveGame, entry: Entry, seat: str) -> bool:
    """Return whether the seat could notice an entry: its own action, a rewind, or a visible event. A
    redacted event does not count, nor does one that merely announces orders.
    """
    if entry.kind != journal.ACTION or entry.seat == seat:
        return True
    events = [at.system.codec.read(event) for event in entry.events]
    return any(at.rules.sees(event, seat) == event for event in events if not at.rules.only_announces(event))
