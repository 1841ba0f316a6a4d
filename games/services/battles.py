"""Battles that a campaign waits for: opened in the step that leads to them, void when a rewind undoes it."""

from __future__ import annotations

import logging
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import override

from engine.codec import Codec, canonical
from engine.game import GM, BadScenario, BattleReport, Bridge, Facts, Muster, OpenBattle, Refusal
from engine.order import by_key, in_order
from games import plugins
from games.generic import WORDING
from games.models import BattleLink, Game, Outbox, RewindRequest, Seat
from games.refusals import SystemMissing
from games.services import jobs, messages
from games.services.tables import Table

__all__ = [
    "GM",
    "SHAPES",
    "UNSETTLED",
    "closed",
    "ended",
    "follow",
    "opening_of_link",
    "report_json",
    "sides",
]

log = logging.getLogger(__name__)
SHAPES: Final = Codec(1)  # how OpenBattle, Muster and BattleReport are kept
LONGEST_NAME: Final = 120
UNSETTLED: Final = (BattleLink.Status.OPEN, BattleLink.Status.REPORTED)


def follow(at: Table, now: datetime) -> None:
    """After a step: link the battle that the campaign now waits for, void what it no longer waits for, and if
    this game is itself a battle that has ended, report it. Within the step's transaction."""
    battle = at.battle()
    relevant = Q(answered_seq__isnull=True) | Q(decision=battle.decision if battle else "")
    links = BattleLink.objects.filter(relevant, campaign=at.game).exclude(status=BattleLink.Status.VOID)
    current = None
    for link in links:
        if link.answered_seq is not None and link.answered_seq <= at.seq and not _again(link, battle, at):
            continue
        if battle is not None and link.answered_seq is None and _same(link, battle):
            current = link
        else:
            _void(link, now)
    if battle is not None and current is None and at.game.battle_system:
        _open(at, battle, now)
    if at.game.ended:
        ended(at, now)


def _again(link: BattleLink, battle: OpenBattle | None, at: Table) -> bool:
    """Whether a settled battle is being waited for once more, after a rewind."""
    return battle is not None and link.decision == battle.decision and link.answered_seq != at.seq


def _same(link: BattleLink, battle: OpenBattle) -> bool:
    return link.decision == battle.decision and canonical(link.opening) == canonical(SHAPES.encode(battle))


def _void(link: BattleLink, now: datetime) -> None:
    link.status, link.settled_at = BattleLink.Status.VOID, now
    link.save(update_fields=["status", "settled_at"])
    end_battle(link, now)


def _give_up_battle(game_id: Any, now: datetime) -> None:
    """Apart from the campaign's transaction, so that the two never wait for each other."""
    from games.services.consent import let_lapse
    from games.services.creation import give_up
    from games.services.steps import lock

    with transaction.atomic():
        game = lock(game_id)
        let_lapse(game, now, RewindRequest.Cause.CAMPAIGN)
        give_up(game, now)


def _open(at: Table, battle: OpenBattle, now: datetime) -> None:
    muster, note = _muster(at, battle)
    child = None
    if muster is not None:
        child, note = _battle_game(at, battle, muster, now)
    link = BattleLink.objects.create(
        campaign=at.game,
        decision=battle.decision,
        battle=child,
        attacker=battle.attacker.seat,
        defender=battle.defender.seat,
        opening=SHAPES.encode(battle),
        muster=None if muster is None else SHAPES.encode(muster),
        note=note,
        opened_seq=at.seq,
        created_at=now,
    )
    users = [seat.user for seat in at.game.seats.all() if seat.key in sides(link)]
    messages.owe(at.game, Outbox.Kind.BATTLE, str(link.pk), [*users, at.game.gm], now)


def follow_seat(campaign: Game, seat: Seat, now: datetime) -> None:
    """Whoever plays a seat of the campaign plays its side in the battles under way. After the commit, so that
    the two games never wait for each other."""
    for link in campaign.battle_links.filter(status=BattleLink.Status.OPEN, battle__isnull=False):
        keys = [key for key, of in (link.muster or {}).get("seats", {}).items() if of == seat.key]
        transaction.on_commit(partial(_reseat, link.battle_id, keys, seat, now))


def _reseat(game_id: Any, keys: list[str], person: Seat, now: datetime) -> None:
    from games.services.seating import hand_seat
    from games.services.steps import lock

    with transaction.atomic():
        game = lock(game_id)
        for seat in game.seats.filter(key__in=keys):
            hand_seat(game, seat, person, now)


def give_up_all(campaign: Game, now: datetime) -> None:
    """The campaign is over: nobody is asked to fight its battles any more."""
    for link in campaign.battle_links.filter(status__in=UNSETTLED):
        _void(link, now)


def _muster(at: Table, battle: OpenBattle) -> tuple[Muster | None, str]:
    """The bridge's proposal, or why there is none: then the players fight elsewhere and report."""
    bridge = bridge_of(at.game)
    if bridge is None:
        return None, "no_bridge"
    try:
        return bridge.muster(in_order(battle), by_key(at.game.scenario)), ""
    except (Refusal, BadScenario) as error:
        log.warning("no muster for %s of %s: %s", battle.decision, at.game.pk, error)
        return None, "bridge_refused"


def bridge_of(game: Game) -> Bridge | None:
    """The bridge to the campaign's battle system, if both are installed."""
    try:
        return plugins.bridge(game.system, game.battle_system)
    except ImportError as error:
        log.warning("no bridge from %s to %s: %s", game.system, game.battle_system, error)
        return None


def _battle_game(at: Table, battle: OpenBattle, muster: Muster, now: datetime) -> tuple[Game | None, str]:
    """The battle as a game of its own, the same people in its seats, set up in the same transaction."""
    from games.services import creation  # a step may open a game, whose set-up is a step

    campaign = at.game
    names = _names(at, battle)
    number = BattleLink.objects.filter(campaign=campaign).count() + 1
    try:
        game = creation.create_game(
            gm=campaign.gm,
            name=names.get(settings.LANGUAGE_CODE) or f"{campaign.name[:100]} – {number}",
            names=names,
            system=campaign.battle_system,
            scenario=dict(muster.scenario),
            options=muster.options,
            dice_mode=Game.DiceMode.MIXED,
            hours_per_decision=campaign.hours_per_decision,
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
    if campaign.paused_at is not None:  # what comes about in a pause rests too
        Game.objects.filter(pk=game.pk).update(paused_at=campaign.paused_at)
    creation.set_up(game, None, now)
    return game, ""


def _names(at: Table, battle: OpenBattle) -> dict[str, str]:
    """What the campaign's wording calls that battle, in every language; {} where it has no name for it."""
    found = {}
    for language, _label in settings.LANGUAGES:
        with override(language):
            found[language] = _called(at.game, battle, at.turn)
    return {language: name for language, name in found.items() if name}


def _called(campaign: Game, battle: OpenBattle, turn: int | None) -> str:
    wording = plugins.wording(campaign.system)
    named = getattr(wording, "battle_name", WORDING.battle_name)(battle, turn, campaign.scenario)
    return str(named)[:LONGEST_NAME]


def called(link: BattleLink, campaign: Game) -> str:
    """What a battle is called in the reader's language: as the game that fights it, where there is one.
    "" where the campaign's wording has no name for it."""
    if link.battle is not None and link.battle.names:
        return link.battle.title
    turn = campaign.entries.filter(seq=link.opened_seq).values_list("turn", flat=True).first()
    return _called(campaign, opening_of_link(link), turn)


def told_by_entry(campaign: Game) -> dict[int, tuple[int, str]]:
    """The battles fought apart from the campaign, by the entry that brought their result: number and name."""
    links = campaign.battle_links.filter(answered_seq__isnull=False).select_related("battle")
    return {
        link.answered_seq: (link.pk, called(link, campaign))
        for link in links.exclude(status=BattleLink.Status.VOID)
        if link.answered_seq is not None
    }


# --- the battle has been fought ---------------------------------------------------------------------------


def ended(at: Table, now: datetime) -> None:
    """If this game is the battle of a campaign, propose its result there. Within the battle's transaction:
    only the link and the campaign's decision are written, never the campaign itself."""
    link = BattleLink.objects.filter(battle=at.game, status=BattleLink.Status.OPEN).first()
    outcome = at.outcome()
    if link is None or outcome is None or link.muster is None:
        return
    campaign = Game.objects.prefetch_related("seats").get(pk=link.campaign_id)
    bridge = bridge_of(campaign)
    if bridge is None:
        return
    report = bridge.report(opening_of_link(link), muster_of_link(link), outcome, at.view(None))
    propose(link, report, "battle", bots(campaign), now)
    transaction.on_commit(
        lambda: Game.objects.filter(pk=link.campaign_id).update(version=F("version") + 1) and None
    )


def propose(link: BattleLink, report: BattleReport, by: str, agreed: set[str], now: datetime) -> None:
    """A report that awaits the word of the sides that have not agreed yet."""
    link.report, link.reported_by = report_json(report), by
    link.confirmations = sorted(agreed & set(sides(link)))
    link.status = BattleLink.Status.REPORTED
    link.save(update_fields=["report", "reported_by", "confirmations", "status"])
    if not closed(link, now):
        seats = [s for s in link.campaign.seats.select_related("user") if s.key in sides(link)]
        waiting = [seat.user for seat in seats if seat.key not in link.confirmations]
        occasion = f"{link.pk}.{now.timestamp():.0f}"
        messages.owe(link.campaign, Outbox.Kind.REPORT, occasion, waiting, now)


def closed(link: BattleLink, now: datetime) -> bool:
    """Once both sides agree, the campaign's decision is due: the job makes it an entry."""
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


def end_battle(link: BattleLink, now: datetime) -> None:
    """Nobody is asked any more to fight it, where it was reported by hand, or to go back in it."""
    if link.battle_id is not None:
        transaction.on_commit(lambda: _give_up_battle(link.battle_id, now))


def sides(link: BattleLink) -> tuple[str, ...]:
    return (link.attacker, link.defender)


def bots(game: Game) -> set[str]:
    return {seat.key for seat in game.seats.all() if seat.is_bot}


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
