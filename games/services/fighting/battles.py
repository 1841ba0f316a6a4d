"""A campaign's battles. The step that leads to a battle opens it, and a rewind of that step voids it."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from engine.canonical_order import sort_keys
from engine.codec import Codec, canonical
from engine.game import GM, BattleReport, Bridge, Facts, Muster, OpenBattle
from games import events, plugins
from games.models import BattleLink, Game, Outbox, PendingDecision, RewindRequest
from games.participants import bots, by_people, left_to_bots, sides
from games.services import messages
from games.services.clock import jobs
from games.services.entries import lock
from games.services.going_back import consent
from games.services.tables import LiveGame

__all__ = [
    "GM",
    "SHAPES",
    "UNSETTLED",
    "bots",
    "close_if_agreed",
    "propose_result",
    "left_to_bots",
    "opening_of_link",
    "report_json",
    "sides",
]

log = logging.getLogger(__name__)
SHAPES: Final = Codec(1)  # the storage format of OpenBattle, Muster and BattleReport, version 1
LONGEST_NAME: Final = 120
UNSETTLED: Final = (BattleLink.Status.OPEN, BattleLink.Status.REPORTED)


def void(link: BattleLink, now: datetime, cause: str = "", seq: int | None = None) -> None:
    """Void a battle. ``seq``: the campaign's entry that voids the battle."""
    link.status, link.settled_at = BattleLink.Status.VOID, now
    link.cause, link.void_seq = cause, seq
    link.save(update_fields=["status", "settled_at", "cause", "void_seq"])
    end_battle(link, now)


def _give_up_battle(game_id: Any, now: datetime) -> None:
    """End a battle in a separate transaction, so that campaign and battle never wait for each other's
    locks."""
    with transaction.atomic():
        game = lock(game_id)
        _mark_void(game)
        consent.let_lapse(game, now, RewindRequest.Cause.CAMPAIGN)
        abandon_game(game, now)


def _mark_void(game: Game) -> None:
    """Mark a battle's game as void if the campaign has voided the battle, otherwise remove the mark."""
    void = BattleLink.objects.filter(battle=game, status=BattleLink.Status.VOID).exists()
    if game.void != void:
        game.void = void
        Game.objects.filter(pk=game.pk).update(void=void, version=F("version") + 1)


def abandon_game(game: Game, now: datetime) -> None:
    """Abandon a game and void its open battles, in the caller's transaction."""
    if game.is_over:
        return
    consent.let_lapse(game, now, RewindRequest.Cause.GIVEN_UP)
    game.status, game.ended_at = Game.Status.ABANDONED, now
    Game.objects.filter(pk=game.pk).update(status=game.status, ended_at=now, version=F("version") + 1)
    PendingDecision.objects.filter(game=game, answered_at__isnull=True).update(answered_at=now)
    events.publish(events.Ended(game, now))
    void_open_battles(game, now)


def void_open_battles(campaign: Game, now: datetime) -> None:
    """Void the unsettled battles of a finished campaign."""
    for link in campaign.battle_links.filter(status__in=UNSETTLED):
        void(link, now, BattleLink.Cause.OVER)


def void_after_rewind(links: Iterable[BattleLink], seq: int, now: datetime) -> None:
    """Void battles after a rewind of their campaign, in the rewind's transaction. ``seq``: the entry of the
    rewind.
    """
    for link in links:
        void(link, now, BattleLink.Cause.BACK, seq)


def fought_before(campaign: Game, battle: OpenBattle) -> BattleLink | None:
    """Return the campaign's latest battle with the same forces that was fought by people and voided by a
    rewind, or None.
    """
    void_ones = campaign.battle_links.filter(
        decision=battle.decision, status=BattleLink.Status.VOID, cause=BattleLink.Cause.BACK
    )
    wanted = canonical(SHAPES.encode(battle))
    same = (link for link in void_ones.order_by("-pk") if canonical(link.opening) == wanted)
    return next((link for link in same if by_people(link)), None)


def offer_again(link: BattleLink, opened_seq: int, now: datetime) -> None:
    """Offer both sides the earlier result of a battle that has come up again. Runs in the caller's
    transaction.
    """
    link.kept, link.anew, link.cause = True, [], ""
    link.opened_seq, link.answered_seq, link.settled_at = opened_seq, None, None
    link.save(update_fields=["kept", "anew", "cause", "opened_seq", "answered_seq", "settled_at"])
    end_battle(link, now)
    propose(link, report_of(link.report), link.reported_by, bots(link.campaign), now)


def system_of(link: BattleLink) -> str:
    """Return the battle system of a battle: the campaign's, unless both sides chose another."""
    return link.system or link.campaign.battle_system


def bridge_of(link: BattleLink) -> Bridge | None:
    """The bridge from the campaign to the battle system in use, or None."""
    return plugins.bridge(link.campaign.system, system_of(link))


def name_of(campaign: Game, battle: OpenBattle, turn: int | None, earlier: Iterable[OpenBattle] = ()) -> str:
    """Return a battle's name. A second battle at the same place within a turn gets a number. ``earlier``: the
    turn's previous battles.
    """
    wording = plugins.wording(campaign)
    name = wording.battle_name(battle, turn)
    number = 1 + sum(wording.battle_name(other, turn) == name for other in earlier)
    if not name or number == 1:
        return name[:LONGEST_NAME]
    return _("%(name)s (no. %(number)d)") % {"name": name[: LONGEST_NAME - 10], "number": number}


def earlier_in_turn(campaign: Game, turn: int | None, before: BattleLink | None = None) -> list[OpenBattle]:
    """Return the battles opened since a turn began, oldest first, without void ones. ``before``: only battles
    opened before this one are included. Without a turn (None) the result is empty.
    """
    if turn is None:
        return []
    first = campaign.entries.filter(turn=turn).order_by("seq").values_list("seq", flat=True)[:1]
    links = BattleLink.objects.filter(campaign=campaign, opened_seq__gte=first)
    if before is not None:
        links = links.filter(pk__lt=before.pk)
    return [opening_of_link(link) for link in links.exclude(status=BattleLink.Status.VOID).order_by("pk")]


def battle_name(link: BattleLink, campaign: Game) -> str:
    """Return the name that a player gave the battle, or else its name in the reader's language. It is "" if
    the campaign cannot name battles.
    """
    if link.battle is not None and (link.battle.names or link.battle.namings.exists()):
        return link.battle.own_title
    turn = campaign.entries.filter(seq=link.opened_seq).values_list("turn", flat=True).first()
    return name_of(campaign, opening_of_link(link), turn, earlier_in_turn(campaign, turn, link))


def battles_by_entry(campaign: Game) -> dict[int, tuple[int, str, str]]:
    """Map each log entry that recorded a battle's result to the battle's number, its name and how it was
    decided. A battle decided by the campaign's own table has no such entry. The name of a void battle is
    marked.
    """
    links = campaign.battle_links.filter(answered_seq__isnull=False).select_related("battle")
    return {
        link.answered_seq: (link.pk, listed_name(link, campaign), decision_text(link))
        for link in links.exclude(status=BattleLink.Status.TABLE)
        if link.answered_seq is not None
    }


def ruled_among(campaign: Game, entries: Iterable[int]) -> set[int]:
    """Return the ``entries`` that hold a battle result ruled by the game master."""
    ruled = campaign.battle_links.filter(status=BattleLink.Status.RULED, answered_seq__in=list(entries))
    return {seq for seq in ruled.values_list("answered_seq", flat=True) if seq is not None}


def decision_text(link: BattleLink) -> str:
    """Describe in a few words how a battle's result came about. The text is "" for a void battle."""
    if link.void:
        return ""
    if link.status == BattleLink.Status.RULED:
        return _("ruled by the game master")
    if link.reported_by == "battle":
        return _("fought as a separate game")
    return _("fought on a table and reported")


def void_by_entry(campaign: Game) -> dict[int, list[tuple[int, str, bool]]]:
    """Map the entry of each rewind to the battles it voided: number, name, and whether the result has since
    been restored.
    """
    found: dict[int, list[tuple[int, str, bool]]] = {}
    for link in campaign.battle_links.filter(void_seq__isnull=False).select_related("battle"):
        if link.void_seq is not None:
            found.setdefault(link.void_seq, []).append((link.pk, listed_name(link, campaign), not link.void))
    return found


def listed_name(link: BattleLink, campaign: Game) -> str:
    """Return a battle's name for a list, with a mark if the battle is void."""
    name = battle_name(link, campaign)
    if not link.void:
        return name
    return _("%(name)s (void)") % {"name": name or _("The battle")}


# --- after the fighting -----------------------------------------------------------------------------------


def propose_result(at: LiveGame, now: datetime) -> None:
    """Propose the result of a finished battle to its campaign, if the game belongs to one. Runs in the
    battle's transaction. The link and the campaign's pending decision are written, but the campaign is never
    locked.
    """
    link = BattleLink.objects.filter(battle=at.game, status=BattleLink.Status.OPEN).first()
    outcome = at.outcome()
    if link is None or outcome is None or link.muster is None:
        return
    campaign = Game.objects.prefetch_related("seats").get(pk=link.campaign_id)
    bridge = bridge_of(link)
    if bridge is None:
        return
    report = bridge.report(opening_of_link(link), muster_of_link(link), outcome, at.view(None))
    propose(link, report, "battle", bots(campaign) | set(link.to_programs), now)
    transaction.on_commit(
        lambda: Game.objects.filter(pk=link.campaign_id).update(version=F("version") + 1) and None
    )


def propose(link: BattleLink, report: BattleReport, by: str, agreed: set[str], now: datetime) -> None:
    """Record a report of a battle's result. If every side has agreed to it, settle the battle. Otherwise ask
    the remaining sides to confirm it, or the game master in place of a bot. ``by``: who reports the result
    (a seat, "gm" or "battle"). ``agreed``: the sides that have already agreed.
    """
    link.report, link.reported_by = report_json(report), by
    link.confirmations = sorted(agreed & set(sides(link)))
    link.status = BattleLink.Status.REPORTED
    link.save(update_fields=["report", "reported_by", "confirmations", "status"])
    if not close_if_agreed(link, now):
        seats = [s for s in link.campaign.seats.select_related("user") if s.key in sides(link)]
        waiting = [seat.user for seat in seats if seat.key not in link.confirmations]
        if any(seat.is_bot and seat.key not in link.confirmations for seat in seats):
            waiting.append(link.campaign.gm if by != GM else None)
        occasion = f"{link.pk}.{now.timestamp():.0f}"
        facts = {"link": link.pk}
        messages.owe(link.campaign, Outbox.Kind.REPORT, occasion, waiting, now, actor=None, **facts)


def close_if_agreed(link: BattleLink, now: datetime) -> bool:
    """Settle the battle if both sides have agreed to its report, and return whether they have. The campaign's
    decision then becomes due, so that a job records the result as an entry.
    """
    if not set(sides(link)) <= set(link.confirmations):
        return False
    settle(link, BattleLink.Status.CONFIRMED, now)
    return True


def settle(link: BattleLink, status: BattleLink.Status, now: datetime) -> None:
    link.status, link.settled_at = status, now
    link.save(update_fields=["status", "settled_at", "report", "confirmations", "reported_by"])
    owed = link.campaign.decisions.filter(decision=link.decision, answered_at__isnull=True)
    owed.update(due_at=now, reckoned_at=now)
    jobs.ask(link.campaign_id)
    end_battle(link, now)


def record_table_result(campaign: Game, decision: str, seq: int, now: datetime) -> None:
    """Record that the campaign's own table decided the battle in entry ``seq``. Runs in the campaign's
    transaction.
    """
    links = campaign.battle_links.filter(decision=decision, answered_seq__isnull=True)
    for link in links.exclude(status=BattleLink.Status.VOID):
        link.status, link.answered_seq, link.settled_at = BattleLink.Status.TABLE, seq, now
        link.report, link.reported_by, link.confirmations = None, "", []
        fields = ["status", "answered_seq", "settled_at", "report", "reported_by", "confirmations"]
        link.save(update_fields=fields)
        end_battle(link, now)


def end_battle(link: BattleLink, now: datetime) -> None:
    """End the battle's game once its result is settled, so that nobody owes an answer or can undo moves in
    it.
    """
    game_id = link.battle_id  # read now, because the link may point to another game by commit time
    if game_id is not None:
        transaction.on_commit(lambda: _give_up_battle(game_id, now))


def opening_of_link(link: BattleLink) -> OpenBattle:
    battle: OpenBattle = sort_keys(SHAPES.decode(OpenBattle, link.opening))
    return battle


def muster_of_link(link: BattleLink) -> Muster:
    muster: Muster = sort_keys(SHAPES.decode(Muster, link.muster))
    return muster


def report_json(report: BattleReport) -> Facts:
    written: Facts = SHAPES.encode(report)
    return written


def report_of(data: Any) -> BattleReport:
    """Read a battle report from JSON. Raises InvalidAction with the path of the mistake."""
    report: BattleReport = sort_keys(SHAPES.decode(BattleReport, data))
    return report
