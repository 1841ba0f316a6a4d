"""Battle reports, disputes and rulings. The sides report, confirm or dispute a result, and the game master
rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F
from django.http import Http404

from engine.game import BattleReport
from engine.journal import ACTION
from games import events, plugins
from games.access import User, can_see, is_gm, seats_of
from games.models import BattleLink, Entry, Game, Objection, Outbox, PowerRequest, Seat
from games.refusals import illegal, invalid
from games.services import consequences, messages, pending
from games.services.clock import jobs
from games.services.entries import lock
from games.services.fairplay import guard
from games.services.fighting import battles
from games.services.people import commands
from games.services.tables import table

RULE = PowerRequest.Power.RULE
LONGEST_OBJECTION = 500


def link_for(user: User, link_id: int) -> BattleLink:
    """Load a campaign's battle for a user who may see it. Raises Http404 for anyone else."""
    link = BattleLink.objects.select_related("campaign", "battle").filter(pk=link_id).first()
    if link is None or not can_see(user, link.campaign):
        raise Http404
    return link


def report_battle(link_id: int, user: User, report: Any, *, now: datetime) -> BattleLink:
    """Let a side or the game master report a battle fought elsewhere. The reporter's own sides agree at
    once, and the others are asked. In a game with other people, the game master is asked to rule for a
    bot's side.

    Raises InvalidAction if the report does not fit the forces, and IllegalAction if the battle is settled
    already.
    """
    with transaction.atomic():
        link, mine = _claim(link_id, user)
        if not mine:
            guard.require_free(user, link.campaign, "battle_not_yours")
        checked = _read_report(link, report)
        by = mine[0] if mine else battles.GM
        agreed = set(mine)
        if not guard.others(link.campaign, user):  # otherwise the game master answers for a bot
            agreed |= battles.bots(link.campaign)
        battles.propose(link, checked, by, agreed, now)
        _bump_version(link.campaign)
    return _continue_if_settled(link, now)


def confirm_battle(link_id: int, user: User, *, now: datetime) -> BattleLink:
    """Agree to a report as a side. Once both sides agree, the campaign continues with the reported result."""
    with transaction.atomic():
        link, mine = _claim(link_id, user)
        if link.status != BattleLink.Status.REPORTED:
            raise illegal("not_reported")
        link.confirmations = sorted(set(link.confirmations) | set(mine))
        link.save(update_fields=["confirmations"])
        battles.close_if_agreed(link, now)
        _bump_version(link.campaign)
    return _continue_if_settled(link, now)


def dispute_battle(link_id: int, user: User, *, now: datetime) -> BattleLink:
    """Let a side, or a game master who does not play, dispute a report. The report is kept, all agreements
    are cleared, and the game master is notified.
    """
    with transaction.atomic():
        link, mine = _claim(link_id, user)
        if not mine:
            guard.require_free(user, link.campaign, "battle_not_yours")
        if link.status != BattleLink.Status.REPORTED:
            raise illegal("not_reported")
        link.status, link.confirmations = BattleLink.Status.OPEN, []
        link.save(update_fields=["status", "confirmations"])
        occasion = f"{link.pk}.{now.timestamp():.0f}"
        people = [link.campaign.gm]
        messages.owe(link.campaign, Outbox.Kind.TROUBLE, occasion, people, now, actor=user, link=link.pk)
        _bump_version(link.campaign)
    return link


def rule_battle(link_id: int, user: User, report: Any = None, *, now: datetime) -> BattleLink:
    """Settle a battle as the game master: confirm the reported result (``report`` is None) or replace it with
    ``report``. All players are notified, and both sides can dispute the ruling. Raises IllegalAction
    (ruling_plays) if the game master is also a player and lacks the consent of the other players concerned.
    """
    with transaction.atomic():
        link, _mine = _claim(link_id, user)
        if not is_gm(user, link.campaign):
            raise PermissionDenied
        if report is None and link.report is None:
            raise illegal("not_reported")
        checked = _read_report(link, link.report if report is None else report)
        _require_ruling(link, user, now)
        link.report = battles.report_json(checked)
        link.reported_by = battles.GM if report is not None else link.reported_by
        battles.settle(link, BattleLink.Status.RULED, now)
        people = messages.players(link.campaign)
        messages.owe(link.campaign, Outbox.Kind.RULED, str(link.pk), people, now, actor=user, link=link.pk)
        events.publish(
            events.Announced(link.campaign, Outbox.Kind.RULED, str(link.pk), now, {"link": link.pk})
        )
        # tells the chronicle to look for arrangements such as this ruling
        Game.objects.filter(pk=link.campaign_id).update(has_agreed=True)
        _bump_version(link.campaign)
    return _continue_if_settled(link, now)


def may_rule(link: BattleLink, user: User, now: datetime) -> bool:
    """Return whether this game master can rule on the battle now. They can if they do not play, or if
    everybody concerned has agreed or has long been absent.
    """
    campaign = link.campaign
    if not is_gm(user, campaign):
        return False
    return guard.free_ground(user, campaign) is not None or all(
        guard.ground_for(user, campaign, seat, RULE, now, _terms(link)) is not None
        for seat in _concerned_seats(link, user)
    )


def _concerned_seats(link: BattleLink, user: User) -> list[Seat]:
    """Return the seats of other people that this user's ruling affects. These are the seats of the two sides
    or, if no other person plays them, all other seats.
    """
    seats = [
        seat
        for seat in link.campaign.seats.select_related("user__profile", "lender__profile")
        if guard.player_of(seat) is not None and guard.player_of(seat).pk != user.pk
    ]
    return [seat for seat in seats if seat.key in battles.sides(link)] or seats


def _terms(link: BattleLink) -> dict[str, Any]:
    return {"battle": str(link.pk)}


def _require_ruling(link: BattleLink, user: User, now: datetime) -> None:
    if not may_rule(link, user, now):
        raise illegal("ruling_plays", days=guard.ABSENT_DAYS)
    if guard.free_ground(user, link.campaign) is None:
        for seat in _concerned_seats(link, user):
            guard.require(user, link.campaign, seat, RULE, now, _terms(link))


def dispute_ruling(link_id: int, user: User, words: str, *, now: datetime) -> Objection:
    """Let a side dispute a ruling once, with a reason shown to everybody who sees the battle. The game master
    is notified and can rewind. Repeating the same reason returns the earlier objection. Raises IllegalAction
    if there is no ruling, the user has disputed it already, or the reason is missing or too long. Raises
    PermissionDenied for anyone except the two sides.
    """
    words = words.strip()
    campaign_id = link_for(user, link_id).campaign_id
    with transaction.atomic():
        campaign = lock(campaign_id)
        link = BattleLink.objects.select_for_update(no_key=True).get(pk=link_id)
        link.campaign = campaign
        mine = [seat for seat in seats_of(user, campaign) if seat in battles.sides(link)]
        if not mine:
            raise PermissionDenied
        if link.status != BattleLink.Status.RULED or link.answered_seq is None:
            raise illegal("not_ruled")
        known = Objection.objects.filter(game=campaign, seq=link.answered_seq, user=user).first()
        if known is not None:
            if known.words == words:
                return known
            raise illegal("objected_already")
        if not words:
            raise illegal("objection_empty")
        if len(words) > LONGEST_OBJECTION:
            raise illegal("objection_long", most=LONGEST_OBJECTION)
        made = Objection.objects.create(
            game=campaign, seq=link.answered_seq, user=user, seat=mine[0], words=words, created_at=now
        )
        messages.owe(
            campaign, Outbox.Kind.RULING_NO, str(made.pk), [campaign.gm], now, actor=user, link=link.pk
        )
        _bump_version(campaign)
    return made


def may_dispute(link: BattleLink, user: User) -> bool:
    """Whether this user plays a side of a ruled battle and has not yet disputed the ruling."""
    if link.status != BattleLink.Status.RULED or link.answered_seq is None:
        return False
    mine = set(seats_of(user, link.campaign)) & {*battles.sides(link)}
    return bool(mine) and not any(one.user_id == user.pk for one in disputes(link))


def rulings_of(game: Game) -> list[tuple[BattleLink, list[Objection]]]:
    """A campaign's battles on which the game master has ruled so far, with the disputes about each."""
    rows = BattleLink.objects.filter(
        campaign=game, status=BattleLink.Status.RULED, answered_seq__lte=game.seq
    ).select_related("battle")
    return [(link, disputes(link)) for link in rows.order_by("answered_seq")]


def disputes(link: BattleLink) -> list[Objection]:
    """The sides' objections to the ruling, oldest first."""
    if link.status != BattleLink.Status.RULED or link.answered_seq is None:
        return []
    rows = Objection.objects.filter(game=link.campaign_id, seq=link.answered_seq)
    return list(rows.select_related("user"))


def leave_to_programs(link_id: int, user: User, *, now: datetime) -> BattleLink:
    """Vote to let the bots fight the battle. Once both sides agree, a job lets them fight. Raises
    IllegalAction if the battle cannot be fought on this site or is settled.
    """
    with transaction.atomic():
        link, mine = _claim(link_id, user)
        battle = link.battle
        if not mine or link.status != BattleLink.Status.OPEN or battle is None or not battle.running:
            raise illegal("not_fought_here")
        _require_no_commander(link, mine)
        link.to_programs = sorted({*link.to_programs, *mine})
        link.save(update_fields=["to_programs"])
        if battles.left_to_bots(link):
            pending.open_rows(battle).update(due_at=now, held=None, reckoned_at=now)
            jobs.ask(battle.pk)
        else:
            _ask_others(link, "programs", mine, user, now)
        _bump_version(link.campaign)
    return link


def _ask_others(link: BattleLink, way: str, mine: tuple[str, ...], user: User, now: datetime) -> None:
    """Notify the other side of a proposal to settle the battle in another way, once per proposal. ``way``:
    the proposed way. ``mine``: the user's sides.
    """
    seats = link.campaign.seats.select_related("user").filter(key__in=battles.sides(link))
    others = [seat.user for seat in seats if seat.key not in mine and not seat.is_bot]
    facts, key = {"link": link.pk, "otherwise": way}, f"{link.pk}.{way}"
    messages.owe(link.campaign, Outbox.Kind.BATTLE, key, others, now, actor=user, **facts)


def fight_oneself(link_id: int, user: User) -> BattleLink:
    """Withdraw a vote to let the bots fight. Raises IllegalAction if both sides have voted for it, or if the
    battle is settled.
    """
    with transaction.atomic():
        link, mine = _claim(link_id, user)
        if battles.left_to_bots(link):
            raise illegal("programs_fight")
        link.to_programs = [seat for seat in link.to_programs if seat not in mine]
        link.save(update_fields=["to_programs"])
        _bump_version(link.campaign)
    return link


def leave_to_table(link_id: int, user: User, *, wanted: bool = True, now: datetime) -> BattleLink:
    """Vote to let the campaign's own table decide the battle, or withdraw the vote. The table decides once
    both sides agree; a bot always agrees. Raises IllegalAction if the battle is settled, has a reported
    result, or is being fought by bots.
    """
    with transaction.atomic():
        link, mine = _claim(link_id, user)
        if not mine or link.status != BattleLink.Status.OPEN:
            raise illegal("not_to_be_fought")
        if battles.left_to_bots(link):
            raise illegal("programs_fight")
        if wanted:
            _require_no_commander(link, mine)
            _require_no_escape(link, user)
        others = {seat for seat in link.to_table if seat not in mine}
        link.to_table = sorted({*others, *mine} if wanted else others)
        link.save(update_fields=["to_table"])
        if _both_agree(link, link.to_table):
            owed = link.campaign.decisions.filter(decision=link.decision, answered_at__isnull=True)
            owed.update(due_at=now, held=None, reckoned_at=now)
            jobs.ask(link.campaign_id)
        elif wanted:
            _ask_others(link, "table", mine, user, now)
        _bump_version(link.campaign)
    return _continue_if_agreed(link, link.to_table, now)


def fight_anew(link_id: int, user: User, *, wanted: bool = True, now: datetime) -> BattleLink:
    """Vote to refight a battle whose result was kept after a rewind, or withdraw the vote. Once both sides
    agree, a new battle begins and the old one becomes void. Return the battle that now needs an answer.
    Raises IllegalAction if no result was kept.
    """
    with transaction.atomic():
        link, mine = _claim(link_id, user)
        if not mine or not link.kept:
            raise illegal("nothing_kept")
        others = {seat for seat in link.anew if seat not in mine}
        link.anew = sorted({*others, *mine} if wanted else others)
        link.save(update_fields=["anew"])
        _bump_version(link.campaign)
        if not _both_agree(link, link.anew):
            if wanted:
                _ask_others(link, "anew", mine, user, now)
            return link
        battles.void(link, now, BattleLink.Cause.ANEW)
        at = table(link.campaign)
        battle = at.battle()
        assert battle is not None  # the campaign waits for a battle, since this one is not settled
        consequences.open_battle(at, battle, now, user)
        return BattleLink.objects.get(campaign=link.campaign_id, decision=link.decision, status=_OPEN)


_OPEN = BattleLink.Status.OPEN


def _both_agree(link: BattleLink, said: Iterable[str]) -> bool:
    """Return whether both sides are in ``said``. A bot always agrees."""
    return set(battles.sides(link)) <= {*said, *battles.bots(link.campaign)}


def fight_with(link_id: int, user: User, system: str, *, now: datetime) -> BattleLink:
    """Vote for another battle system; naming the current one withdraws the vote. The system changes once
    both sides agree; a bot always agrees.

    Raises InvalidAction if no bridge leads to the system, and IllegalAction if the battle is settled or
    the bots are fighting it.
    """
    with transaction.atomic():
        link, mine = _claim(link_id, user)
        if system not in plugins.battle_systems(link.campaign.system):
            raise invalid("no_such_battle_system", battle_system=system[:40])
        if not mine or link.status != BattleLink.Status.OPEN:
            raise illegal("not_fought_here")
        if battles.left_to_bots(link):
            raise illegal("programs_fight")
        if system != battles.system_of(link):
            _require_no_commander(link, mine)
            _require_no_escape(link, user)
        wishes = {seat: wish for seat, wish in link.wishes.items() if seat not in mine}
        if system != battles.system_of(link):
            wishes |= dict.fromkeys(mine, system)
        people = set(battles.sides(link)) - battles.bots(link.campaign)
        if all(wishes.get(seat) == system for seat in people):
            consequences.fought_with(table(link.campaign), link, system, now)
        else:
            link.wishes = wishes
            link.save(update_fields=["wishes"])
            if system != battles.system_of(link):
                _ask_others(link, system, mine, user, now)
        _bump_version(link.campaign)
    return link


def _require_no_commander(link: BattleLink, mine: tuple[str, ...]) -> None:
    """Raise IllegalAction if a guest commander fights for one of these sides, since they would lose their
    command.
    """
    if commands.is_commanded(link, mine):
        raise illegal("command_stands")


def _require_no_escape(link: BattleLink, user: User) -> None:
    """Refuse to settle a battle elsewhere once it has begun against a bot in a game with other people. A bot
    agrees to anything, so its opponent could escape a lost battle. Raises IllegalAction (bot_fights_on).
    """
    bot = set(battles.sides(link)) & battles.bots(link.campaign)
    begun = Entry.objects.filter(game=link.battle_id, kind=ACTION, actor__isnull=False)
    if bot and link.battle_id is not None and guard.others(link.campaign, user) and begun.exists():
        raise illegal("bot_fights_on")


def _claim(link_id: int, user: User) -> tuple[BattleLink, tuple[str, ...]]:
    """Lock the campaign and return the battle and this user's sides in it. Raises PermissionDenied for
    anyone except the two sides and the game master, and IllegalAction (battle_settled).
    """
    campaign_id = link_for(user, link_id).campaign_id
    campaign = lock(campaign_id)
    link = BattleLink.objects.select_for_update(no_key=True).get(pk=link_id)
    link.campaign = campaign
    mine = tuple(seat for seat in seats_of(user, campaign) if seat in battles.sides(link))
    if not mine and not is_gm(user, campaign):
        raise PermissionDenied
    if link.is_settled or link.status == BattleLink.Status.VOID:
        raise illegal("battle_settled")
    return link, mine


def _read_report(link: BattleLink, report: Any) -> BattleReport:
    checked = battles.report_of(report)
    at = table(link.campaign)
    at.rules.report(at.state, checked)
    return checked


def _bump_version(campaign: Game) -> None:
    Game.objects.filter(pk=campaign.pk).update(version=F("version") + 1)


def _continue_if_settled(link: BattleLink, now: datetime) -> BattleLink:
    """Continue the campaign at once if the battle is settled, without waiting for a job. Return the battle's
    link.
    """
    return _continue_if_agreed(link, (), now)


def _continue_if_agreed(link: BattleLink, to_table: Iterable[str], now: datetime) -> BattleLink:
    """Continue the campaign if the battle is settled or both sides leave it to the campaign's own table."""
    if link.is_settled or (to_table and _both_agree(link, to_table)):
        from games.services.clock.auto_answers import answer_due

        answer_due(link.campaign_id, now)
        link.refresh_from_db()
    return link
