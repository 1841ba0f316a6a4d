"""Battles that a campaign waits for: opened in the step that leads to them, void when a rewind undoes it."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from engine.codec import Codec, canonical
from engine.game import GM, BattleReport, Bridge, Facts, Muster, OpenBattle
from engine.order import in_order
from games import plugins
from games.models import BattleLink, Game, Outbox, PendingDecision, RewindRequest
from games.playing import bots, by_people, left_to_bots, sides
from games.services import messages
from games.services.clock import jobs
from games.services.entries import lock
from games.services.going_back import consent
from games.services.people import treaties
from games.services.proof import twins
from games.services.tables import Table

__all__ = [
    "GM",
    "SHAPES",
    "UNSETTLED",
    "bots",
    "closed",
    "ended",
    "left_to_bots",
    "opening_of_link",
    "report_json",
    "sides",
]

log = logging.getLogger(__name__)
SHAPES: Final = Codec(1)  # the storage format of OpenBattle, Muster and BattleReport
LONGEST_NAME: Final = 120
UNSETTLED: Final = (BattleLink.Status.OPEN, BattleLink.Status.REPORTED)


def void(link: BattleLink, now: datetime, cause: str = "", seq: int | None = None) -> None:
    """Make a battle void. ``seq``: the campaign's entry that makes it void."""
    link.status, link.settled_at = BattleLink.Status.VOID, now
    link.cause, link.void_seq = cause, seq
    link.save(update_fields=["status", "settled_at", "cause", "void_seq"])
    end_battle(link, now)


def _give_up_battle(game_id: Any, now: datetime) -> None:
    """End a battle in its own transaction, so that it and the campaign never wait for each other. The game
    notes whether it counts."""
    with transaction.atomic():
        game = lock(game_id)
        _mark(game)
        consent.let_lapse(game, now, RewindRequest.Cause.CAMPAIGN)
        give_up(game, now)


def _mark(game: Game) -> None:
    """Note on a battle's game whether its campaign counts it."""
    void = BattleLink.objects.filter(battle=game, status=BattleLink.Status.VOID).exists()
    if game.void != void:
        game.void = void
        Game.objects.filter(pk=game.pk).update(void=void, version=F("version") + 1)


def give_up(game: Game, now: datetime) -> None:
    """End a battle's game, within the caller's transaction."""
    if game.over:
        return
    consent.let_lapse(game, now, RewindRequest.Cause.GIVEN_UP)
    game.status, game.ended_at = Game.Status.ABANDONED, now
    Game.objects.filter(pk=game.pk).update(status=game.status, ended_at=now, version=F("version") + 1)
    PendingDecision.objects.filter(game=game, answered_at__isnull=True).update(answered_at=now)
    treaties.given_up(game)
    give_up_all(game, now)
    twins.is_over(game, now)


def give_up_all(campaign: Game, now: datetime) -> None:
    """End a finished campaign's open battles."""
    for link in campaign.battle_links.filter(status__in=UNSETTLED):
        void(link, now, BattleLink.Cause.OVER)


def went_back(links: Iterable[BattleLink], seq: int, now: datetime) -> None:
    """Void or reopen battles after the campaign went back to before them or their results. ``seq``: the entry
    of the rewind. Runs within its transaction."""
    for link in links:
        void(link, now, BattleLink.Cause.BACK, seq)


def fought_before(campaign: Game, battle: OpenBattle) -> BattleLink | None:
    """The latest battle between the same forces that people fought before the campaign went back; None if
    there is none."""
    void_ones = campaign.battle_links.filter(
        decision=battle.decision, status=BattleLink.Status.VOID, cause=BattleLink.Cause.BACK
    )
    wanted = canonical(SHAPES.encode(battle))
    same = (link for link in void_ones.order_by("-pk") if canonical(link.opening) == wanted)
    return next((link for link in same if by_people(link)), None)


def offer_again(link: BattleLink, opened_seq: int, now: datetime) -> None:
    """Put an earlier result of the same battle to both sides again. Within the caller's transaction."""
    link.kept, link.anew, link.cause = True, [], ""
    link.opened_seq, link.answered_seq, link.settled_at = opened_seq, None, None
    link.save(update_fields=["kept", "anew", "cause", "opened_seq", "answered_seq", "settled_at"])
    end_battle(link, now)
    propose(link, report_of(link.report), link.reported_by, bots(link.campaign), now)


def system_of(link: BattleLink) -> str:
    """The battle's system: the campaign's, unless both sides chose another."""
    return link.system or link.campaign.battle_system


def bridge_of(link: BattleLink) -> Bridge | None:
    """The bridge to that battle system, if any."""
    return plugins.bridge(link.campaign.system, system_of(link))


def name_of(campaign: Game, battle: OpenBattle, turn: int | None, earlier: Iterable[OpenBattle] = ()) -> str:
    """The battle's name. ``earlier``: previous battles of the same turn; a second one at the same place gets
    a number."""
    wording = plugins.wording(campaign)
    name = wording.battle_name(battle, turn)
    number = 1 + sum(wording.battle_name(other, turn) == name for other in earlier)
    if not name or number == 1:
        return name[:LONGEST_NAME]
    return _("%(name)s (no. %(number)d)") % {"name": name[: LONGEST_NAME - 10], "number": number}


def earlier_in_turn(campaign: Game, turn: int | None, before: BattleLink | None = None) -> list[OpenBattle]:
    """The battles of a turn, up to that one, that were not called off."""
    if turn is None:
        return []
    first = campaign.entries.filter(turn=turn).order_by("seq").values_list("seq", flat=True)[:1]
    links = BattleLink.objects.filter(campaign=campaign, opened_seq__gte=first)
    if before is not None:
        links = links.filter(pk__lt=before.pk)
    return [opening_of_link(link) for link in links.exclude(status=BattleLink.Status.VOID).order_by("pk")]


def called(link: BattleLink, campaign: Game) -> str:
    """The battle's name in the reader's language, or the name somebody gave it. "" if the campaign's wording
    has none."""
    if link.battle is not None and (link.battle.names or link.battle.namings.exists()):
        return link.battle.own_title
    turn = campaign.entries.filter(seq=link.opened_seq).values_list("turn", flat=True).first()
    return name_of(campaign, opening_of_link(link), turn, earlier_in_turn(campaign, turn, link))


def told_by_entry(campaign: Game) -> dict[int, tuple[int, str, str]]:
    """The battles fought apart from the campaign, by the entry that brought their result: number, name, and
    how it was decided. If the entry was undone the battle is void, and its name says so.
    """
    links = campaign.battle_links.filter(answered_seq__isnull=False).select_related("battle")
    return {
        link.answered_seq: (link.pk, named(link, campaign), decided(link))
        for link in links.exclude(status=BattleLink.Status.TABLE)
        if link.answered_seq is not None
    }


def ruled_among(campaign: Game, entries: Iterable[int]) -> set[int]:
    """The entries among these that brought the result of a battle as ruled by the game master."""
    ruled = campaign.battle_links.filter(status=BattleLink.Status.RULED, answered_seq__in=list(entries))
    return {seq for seq in ruled.values_list("answered_seq", flat=True) if seq is not None}


def decided(link: BattleLink) -> str:
    """Describe in a few words how a battle's result came about; "" for a void battle."""
    if link.void:
        return ""
    if link.status == BattleLink.Status.RULED:
        return _("ruled by the game master")
    if link.reported_by == "battle":
        return _("fought as a separate game")
    return _("fought on a table and reported")


def void_by_entry(campaign: Game) -> dict[int, list[tuple[int, str, bool]]]:
    """The battles that a rewind made void, by its entry: number, name, and whether the result counts again or
    is offered again."""
    found: dict[int, list[tuple[int, str, bool]]] = {}
    for link in campaign.battle_links.filter(void_seq__isnull=False).select_related("battle"):
        if link.void_seq is not None:
            found.setdefault(link.void_seq, []).append((link.pk, named(link, campaign), not link.void))
    return found


def named(link: BattleLink, campaign: Game) -> str:
    """Name a battle for a list, with a mark if it is void."""
    name = called(link, campaign)
    if not link.void:
        return name
    return _("%(name)s (void)") % {"name": name or _("The battle")}


# --- the battle has been fought ---------------------------------------------------------------------------


def ended(at: Table, now: datetime) -> None:
    """If this game is the battle of a campaign, propose its result there. Within the battle's transaction:
    only the link and the campaign's decision are written, never the campaign itself."""
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
    """Propose a report that needs the other sides' agreement."""
    link.report, link.reported_by = report_json(report), by
    link.confirmations = sorted(agreed & set(sides(link)))
    link.status = BattleLink.Status.REPORTED
    link.save(update_fields=["report", "reported_by", "confirmations", "status"])
    if not closed(link, now):
        seats = [s for s in link.campaign.seats.select_related("user") if s.key in sides(link)]
        waiting = [seat.user for seat in seats if seat.key not in link.confirmations]
        if any(seat.is_bot and seat.key not in link.confirmations for seat in seats):
            waiting.append(link.campaign.gm if by != GM else None)
        occasion = f"{link.pk}.{now.timestamp():.0f}"
        facts = {"link": link.pk}
        messages.owe(link.campaign, Outbox.Kind.REPORT, occasion, waiting, now, actor=None, **facts)


def closed(link: BattleLink, now: datetime) -> bool:
    """Make the campaign's decision due once both sides agree: the job makes it an entry. Return whether they
    do.
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


def by_table(campaign: Game, decision: str, seq: int, now: datetime) -> None:
    """Record that the campaign's own table decides the battle with entry ``seq``. Within the campaign's
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
    """End the game of a battle that was reported by hand: nobody owes an answer or may undo moves in it."""
    game_id = link.battle_id  # another may fight it by the time of the commit
    if game_id is not None:
        transaction.on_commit(lambda: _give_up_battle(game_id, now))


def opening_of_link(link: BattleLink) -> OpenBattle:
    battle: OpenBattle = in_order(SHAPES.decode(OpenBattle, link.opening))
    return battle


def muster_of_link(link: BattleLink) -> Muster:
    muster: Muster = in_order(SHAPES.decode(Muster, link.muster))
    return muster


def report_json(report: BattleReport) -> Facts:
    written: Facts = SHAPES.encode(report)
    return written


def report_of(data: Any) -> BattleReport:
    """A typed report. Raises InvalidAction with the path of the mistake."""
    report: BattleReport = in_order(SHAPES.decode(BattleReport, data))
    return report
