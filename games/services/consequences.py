"""The consequences of an entry, carried out in the entry's transaction.

Rewind requests lapse. A battle that the campaign waits for becomes a game, whose set-up is an entry with
further consequences. Pending decisions become rows, and people are notified.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import override

from engine import journal
from engine.canonical_order import by_key, sort_keys
from engine.codec import canonical
from engine.game import BadScenario, Muster, OpenBattle, Refusal
from games import events, plugins
from games.access import User
from games.caches import prefetch
from games.models import BattleLink, Entry, Game, Outbox, PendingDecision, RewindRequest
from games.prepared_sql import PreparedQuery, Question
from games.refusals import SystemMissing, illegal
from games.services import creation, messages, pending, plans
from games.services.clock import jobs, rhythm
from games.services.entries import Request, Taken, store, store_all
from games.services.fighting import battles
from games.services.fighting.battles import SHAPES
from games.services.fighting.return_games import create_second, return_game_of
from games.services.going_back import consent
from games.services.outlook import queue
from games.services.proof.chance import server_dice
from games.services.proof.seeds import seed_of
from games.services.tables import LiveGame, table

log = logging.getLogger(__name__)


def record(
    at: LiveGame, moment: journal.Moment[Any], request: Request, stood: Sequence[PendingDecision] = ()
) -> Entry:
    """Store a step and carry out all its consequences, in the caller's transaction. ``stood``: the decisions
    that keep their deadlines (:func:`pending.refresh`).
    """
    entry, after = store(at, moment, request)
    follow_step(after, request, stood)
    events.publish(events.Stepped(at, after, entry, request.now))
    if at.head is not None:
        messages.last_awaited(at, after, request.now, request.witness)
        messages.turn_over(at, after, request.now, request.witness)
    return entry


def record_several(at: LiveGame, taken: Sequence[Taken]) -> Entry:
    """Store a step and the answers that follow it by themselves, with the consequences of the last of them,
    in the caller's transaction. Return the first step's entry. Its author sees the result of them all.
    """
    stored, request = store_all(at, taken), taken[0][1]
    after = stored[-1].after
    follow_step(after, request)
    for one in stored:
        events.publish(events.Stepped(one.before, one.after, one.entry, request.now))
    messages.last_awaited(at, after, request.now, request.witness)
    messages.turn_over(at, after, request.now, request.witness)
    return stored[0].entry


def follow_step(after: LiveGame, request: Request, stood: Sequence[PendingDecision] = ()) -> None:
    """Carry out all consequences of the entry that led to this state. ``stood``: the decisions that keep
    their deadlines (:func:`pending.refresh`).
    """
    game, now = after.game, request.now
    cause = RewindRequest.Cause.ENDED if game.has_ended else RewindRequest.Cause.MOVED
    consent.let_lapse(game, now, cause, actor=request.actor)
    follow_battles(after, now, request.witness)
    fresh = pending.refresh(after, now, stood)
    _notify_people(after, fresh, request)
    if any(row.due_at is not None and row.due_at <= now for row in fresh) or plans.awaits_plan(after):
        jobs.ask(game.pk)


def set_up(game: Game, actor: User, now: datetime) -> Entry:
    """Roll the set-up of a game and store it as entry 0, in the caller's transaction."""
    at = table(game)
    Game.objects.filter(pk=game.pk).update(started_at=now, rules_version=at.system.version)
    game.started_at, game.rules_version = now, at.system.version
    moment = journal.begin(at.opened, server_dice(game, seed_of(game)))
    return record(at, moment, Request("setup", Entry.Reason.GM, now, actor))


def _notify_people(after: LiveGame, fresh: list[PendingDecision], request: Request) -> None:
    game, now, actor = after.game, request.now, request.witness
    messages.answers_awaited(game, fresh, actor, now)
    if game.has_ended:
        if plugins.page(game.system).chronicle_template and queue.concerns_people(game):
            queue.queue_course(after)
        messages.owe(game, Outbox.Kind.ENDED, str(game.seq), messages.players(game), now, actor=actor)
        events.publish(events.Announced(game, Outbox.Kind.ENDED, str(game.seq), now))
        if game.match:
            _continue_match(game, now)
        events.publish(events.Ended(game, now))


# --- the second game of a match ---


def _continue_match(game: Game, now: datetime) -> None:
    """Begin the second game of a match if it is due. The other game's page shows both games, so it is
    refreshed.
    """
    if game.match == Game.Match.AFTER:
        begin_second(game, now)
    other = Q(pk=game.rematch_of_id) if game.match == Game.Match.SECOND else Q(rematch_of=game)
    Game.objects.filter(other).exclude(match=Game.Match.NONE).update(version=F("version") + 1)


def begin_second(first: Game, now: datetime) -> None:
    """Create the second game of a match, with sides changed, and start it if every seat has a player. If the
    second game exists, nothing changes. A failure leaves the first game unchanged; its page then offers to
    start the second game.
    """
    if return_game_of(first) is not None:
        return
    try:
        with transaction.atomic():
            second = create_second(first, now)
            if any(seat.free for seat in second.seats.all()):
                return
            set_up(second, None, now)
    except (Refusal, BadScenario, SystemMissing) as error:
        log.warning("no second game for %s: %s", first.pk, error)
        return
    messages.owe(second, Outbox.Kind.STARTED, "start", messages.players(second), now, actor=None)
    events.publish(events.Announced(second, Outbox.Kind.STARTED, "start", now))


# --- battles ---


def _relevant_battles(campaign: UUID, decision: str) -> QuerySet[BattleLink]:
    """Query the battles that belong to the campaign's pending decision or whose result the campaign has not
    used yet.
    """
    links = BattleLink.objects.filter(Q(answered_seq__isnull=True) | Q(decision=decision), campaign=campaign)
    return links.exclude(status=BattleLink.Status.VOID)


_LINKS = PreparedQuery(_relevant_battles, UUID, str)
_LINKED = PreparedQuery(
    lambda pk: BattleLink.objects.filter(campaign=pk).exclude(status=BattleLink.Status.VOID).only("pk")[:1],
    UUID,
)


def battles_asked(campaign: UUID) -> Question:
    """Return the query for a game's first battle. If it finds none, :func:`follow_battles` need not look for
    the game's battles.
    """
    return _LINKED.question(campaign)


def follow_battles(at: LiveGame, now: datetime, actor: User) -> None:
    """Update battles after a step. Open the battle that the campaign now waits for, or offer its earlier
    result again if a rewind voided it. Void battles that the campaign does not wait for. If the game is
    itself a battle and has ended, propose its result. Runs in the step's transaction.
    """
    battle = at.battle()
    current = None
    none = prefetch.take(at.game, "battles") == []
    for link in [] if none else _LINKS(at.game.pk, battle.decision if battle else ""):
        if (
            link.answered_seq is not None
            and link.answered_seq <= at.seq
            and not _is_reopened(link, battle, at)
        ):
            continue
        if battle is not None and link.answered_seq is None and _is_same_battle(link, battle):
            current = link
        else:
            battles.void(link, now, _void_cause(at), at.seq)
    if battle is not None and current is None and not pending.by_own_table(at.game, battle):
        before = battles.fought_before(at.game, battle) if at.undone_entries else None
        if before is None:
            open_battle(at, battle, now, actor)
        else:
            before.campaign = at.game
            battles.offer_again(before, at.seq, now)
    if at.game.has_ended:
        battles.propose_result(at, now)


def _void_cause(at: LiveGame) -> str:
    newest = Entry.objects.filter(game=at.game, seq=at.seq).values_list("kind", flat=True).first()
    causes = {journal.AMEND: BattleLink.Cause.CORRECTED, journal.REWIND: BattleLink.Cause.BACK}
    return causes.get(newest or "", "")


def _is_reopened(link: BattleLink, battle: OpenBattle | None, at: LiveGame) -> bool:
    return battle is not None and link.decision == battle.decision and link.answered_seq != at.seq


def _is_same_battle(link: BattleLink, battle: OpenBattle) -> bool:
    return link.decision == battle.decision and canonical(link.opening) == canonical(SHAPES.encode(battle))


def open_battle(at: LiveGame, battle: OpenBattle, now: datetime, actor: User) -> None:
    """Open the battle that the campaign waits for, as a separate game if possible. Notify the battle's
    players except ``actor``, whose action opened it. Runs in the caller's transaction.
    """
    system = at.game.battle_system
    muster, note = _muster(at, battle, system)
    child = None
    if muster is not None:
        child, note = _battle_game(at, battle, muster, system, now)
    link = BattleLink.objects.create(
        campaign=at.game,
        decision=battle.decision,
        battle=child,
        attacker=battle.attacker.seat,
        defender=battle.defender.seat,
        opening=SHAPES.encode(battle),
        muster=None if muster is None else SHAPES.encode(muster),
        note=note,
        system=system,
        opened_seq=at.seq,
        created_at=now,
    )
    queue.queue_stakes(at)
    users = [seat.user for seat in at.game.seats.all() if seat.key in battles.sides(link)]
    people = [*users, at.game.gm]
    messages.owe(at.game, Outbox.Kind.BATTLE, str(link.pk), people, now, actor=actor, link=link.pk)
    events.publish(events.Announced(at.game, Outbox.Kind.BATTLE, str(link.pk), now))


def fought_with(at: LiveGame, link: BattleLink, system: str, now: datetime) -> None:
    """Replace a battle's game with one of another battle system. The old game is abandoned. Runs in the
    caller's transaction. Raises IllegalAction if the other system cannot fight the battle.
    """
    battle = battles.opening_of_link(link)
    muster, _note = _muster(at, battle, system)
    child = None if muster is None else _battle_game(at, battle, muster, system, now, link)[0]
    if child is None:
        raise illegal("no_battle_with_that")
    battles.end_battle(link, now)
    link.battle, link.muster, link.note = child, SHAPES.encode(muster), ""
    link.system, link.wishes, link.to_programs = system, {}, []
    link.save(update_fields=["battle", "muster", "note", "system", "wishes", "to_programs"])


def _muster(at: LiveGame, battle: OpenBattle, system: str) -> tuple[Muster | None, str]:
    """Return the bridge's muster and "", or None and the reason there is none. Without a muster the
    players fight elsewhere and report the result.
    """
    bridge = plugins.bridge(at.game.system, system)
    if bridge is None:
        return None, "no_bridge"
    try:
        return bridge.muster(sort_keys(battle), by_key(at.game.scenario)), ""
    except (Refusal, BadScenario) as error:
        log.warning("no muster for %s of %s: %s", battle.decision, at.game.pk, error)
        return None, "bridge_refused"


def _battle_game(
    at: LiveGame,
    battle: OpenBattle,
    muster: Muster,
    system: str,
    now: datetime,
    link: BattleLink | None = None,
) -> tuple[Game | None, str]:
    """Create the battle's game with the campaign's players in its seats, and set it up in the same
    transaction. ``link``: the campaign's existing link to the battle. Return the game and "", or None and
    the reason there is none.
    """
    campaign = at.game
    names, bridge = _names(at, battle, link), plugins.bridge(campaign.system, system)
    here = bridge is not None and bridge.here
    number = BattleLink.objects.filter(campaign=campaign).count() + 1
    try:
        game = creation.create_game(
            gm=campaign.gm,
            name=names.get(settings.LANGUAGE_CODE) or f"{campaign.name[:100]} – {number}",
            names=names,
            system=system if bridge is None else bridge.fought_by,
            scenario=dict(muster.scenario),
            options=muster.options,
            dice_mode=Game.DiceMode.VIRTUAL if here else Game.DiceMode.MIXED,
            hours_per_decision=campaign.hours_per_decision,
            rhythm=rhythm.of_battle(campaign.rhythm),
            public=campaign.public,
            now=now,
        )
    except SystemMissing:
        return None, "system_missing"
    except (Refusal, BadScenario) as error:
        log.warning("the battle of %s cannot be opened: %s", campaign.pk, error)
        return None, "bridge_refused"
    people = {seat.key: seat for seat in campaign.seats.all()}
    for seat in game.seats.all():
        person = people.get(muster.seats.get(seat.key, ""))
        if person is not None:
            seat.user, seat.is_bot = person.user, person.is_bot
            seat.save(update_fields=["user", "is_bot"])
    game.banners = _banners(at, battle, muster)
    if game.banners:
        game.save(update_fields=["banners"])
    if campaign.paused_at is not None:  # the campaign is paused, so its battle begins paused
        Game.objects.filter(pk=game.pk).update(paused_at=campaign.paused_at)
    set_up(game, None, now)
    return game, ""


def _banners(at: LiveGame, battle: OpenBattle, muster: Muster) -> dict[str, dict[str, str]]:
    forces = {force.seat: force for force in (battle.attacker, battle.defender)}
    page, found = plugins.page(at.game.system), {}
    for seat, of in muster.seats.items():
        banner = page.banner(at, forces[of]) if of in forces else None
        if banner is not None:
            found[seat] = dict(banner)
    return found


def _names(at: LiveGame, battle: OpenBattle, link: BattleLink | None) -> dict[str, str]:
    found, earlier = {}, battles.earlier_in_turn(at.game, at.turn, link)
    for language, _label in settings.LANGUAGES:
        with override(language):
            found[language] = battles.name_of(at.game, battle, at.turn, earlier)
    return {language: name for language, name in found.items() if name}
