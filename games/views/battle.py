"""Pages of a battle that a campaign is waiting for: its forces and how they were mustered, its report, and
the choice of how to fight it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from engine.game import Bridge, Facts, Refusal
from games import access, pages, plugins, services
from games.contract import Wording
from games.models import BattleLink, Game
from games.outlook import stakes
from games.page_facts.battle_summary import banner_of, encounter, status_of
from games.services.fairplay import guard
from games.services.fighting import battles, rulings
from games.services.people import commands
from games.templatetags.vexillum import system_title
from games.wording.generic import readable
from games.wording.narration import turn_name
from games.wording.numbers import required_number

LARGEST = 999  # the upper limit for a form's "combined strength below ..." field
WINNERS = {"attacker": "attacker", "defender": "defender", "tie": None}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def battle(request: HttpRequest, pk: UUID, link: int) -> HttpResponse:
    game = access.get_game_for(request.user, pk)
    found = services.link_for(request.user, link)
    if found.campaign_id != game.pk:
        raise Http404
    refusal = None
    if request.method == "POST":
        try:
            found = _do(request, found)
            if request.POST.get("do") == "confirm" and services.link_for(request.user, link).is_settled:
                return redirect("game", pk)  # both sides agree, so the campaign continues
            return redirect("game-battle", pk, found.pk)
        except Refusal as refused:
            refusal = pages.describe_refusal(refused, game)
        except ValueError:
            refusal = pages.Said(_("Losses must be whole numbers."))
    context = _context(request, game, services.link_for(request.user, link), refusal)
    return render(request, "games/battle.html", context, status=422 if refusal else 200)


def describe_battle_system(campaign: str, battle: str) -> str:
    """Describe how a campaign's battles are fought with a battle system."""
    bridge = plugins.bridge(campaign, battle)
    name = system_title(battle if bridge is None else bridge.fought_by)
    if bridge is not None and bridge.here:
        return _("with %(name)s, here") % {"name": name}
    return _("with %(name)s on a table") % {"name": name}


def describe_battle_systems(campaign: str) -> list[tuple[str, str]]:
    """Return the battle systems that can fight a campaign's battles, each with its description."""
    return [(name, describe_battle_system(campaign, name)) for name in plugins.battle_systems(campaign)]


def _do(request: HttpRequest, link: BattleLink) -> BattleLink:
    """Carry out the form's action and return the battle to show next."""
    now, user, posted = clocks.now(), request.user, request.POST
    match posted.get("do"):
        case "report":
            services.report_battle(link.pk, user, _read_report(link, posted), now=now)
            messages.success(request, _("Reported. The campaign continues once the other side agrees."))
        case "confirm":
            services.confirm_battle(link.pk, user, now=now)
            messages.success(request, _("Confirmed."))
        case "dispute":
            services.dispute_battle(link.pk, user, now=now)
            messages.success(request, _("The report is disputed; the game master has been notified."))
        case "again":
            found = services.fight_anew(link.pk, user, now=now)
            if found.pk != link.pk:
                messages.success(request, _("The battle will be fought again; the earlier one is void."))
            else:
                messages.success(request, _("Noted: it will be fought again if the other side agrees."))
            return found
        case "keep":
            services.fight_anew(link.pk, user, wanted=False, now=now)
        case "table":
            if services.leave_to_table(link.pk, user, now=now).is_settled:
                messages.success(request, _("The campaign's own table has decided the battle."))
            else:
                messages.success(
                    request, _("Noted: the campaign's own table decides if the other side agrees.")
                )
        case "no_table":
            services.leave_to_table(link.pk, user, wanted=False, now=now)
            messages.success(request, _("You will fight it yourself."))
        case "programs":
            if services.left_to_bots(services.leave_to_programs(link.pk, user, now=now)):
                messages.success(request, _("The bots fight it out."))
            else:
                messages.success(request, _("Noted. It will be fought this way if the other side agrees."))
        case "oneself":
            services.fight_oneself(link.pk, user)
            messages.success(request, _("You will fight it yourself."))
        case "system":
            found = services.fight_with(link.pk, user, posted.get("system", ""), now=now)
            if found.wishes:
                messages.success(request, _("Noted. It will be fought this way if the other side agrees."))
            else:
                messages.success(request, _("Agreed: %(way)s.") % {"way": _way(found)})
        case "dispute_ruling":
            rulings.dispute_ruling(link.pk, user, posted.get("words", ""), now=now)
            messages.success(
                request, _("Your dispute appears next to the ruling; the game master has been notified.")
            )
        case "rule":
            services.rule_battle(link.pk, user, _read_report(link, posted), now=now)
            messages.success(request, _("Ruling recorded. The campaign continues."))
        case "accept":
            services.rule_battle(link.pk, user, None, now=now)
            messages.success(request, _("Ruling recorded. The campaign continues."))
    return link


def _read_report(link: BattleLink, posted: Any) -> Facts:
    """Read the battle report from the form, in strength points or in lost elements. Raises ValueError for an
    invalid number, and InvalidAction if a unit loses more than it has.
    """
    winner = WINNERS.get(posted.get("winner", ""), "")
    if posted.get("count") == "elements" and _elements(link) and (bridge := _bridge(link)) is not None:
        opening = battles.opening_of_link(link)
        muster = battles.muster_of_link(link)
        how = {unit["id"]: _read_by_way(unit, bridge, posted) for unit in _units(link)} if bridge.ways else {}
        fell = {unit: sum(ways.values()) for unit, ways in how.items()} or _read_numbers(link, posted, "fell")
        reported = bridge.convert_losses(opening, muster, winner, fell, how)
        # stored, so that a corrected report starts from these numbers
        typed = {
            **reported.facts,
            "typed": how or fell,
        }
        found = dict(battles.report_json(replace(reported, facts=typed)))
        return {**found, "fates": found.get("fates") or _fates(link, posted)}
    losses = _read_numbers(link, posted, "loss")
    return {
        "winner": winner,
        "losses": {k: v for k, v in losses.items() if v},
        "facts": {},
        "fates": _fates(link, posted),
        "holds": (link.report or {}).get("holds") if winner == (link.report or {}).get("winner") else winner,
    }


def _fates(link: BattleLink, posted: Any) -> list[list[str]]:
    return [[leader, fate] for leader, fate in _known_fates(link) if f"fate-{leader}" in posted]


def _known_fates(link: BattleLink) -> list[list[str]]:
    """Return the fates of leaders that can be entered in the report, as [leader, fate] pairs: those already
    in it, and those that the bridge adds.
    """
    found, bridge = dict((link.report or {}).get("fates", ())), _bridge(link)
    more = bridge.fallen_leaders(battles.muster_of_link(link)) if bridge is not None else {}
    return [[leader, fate] for leader, fate in {**more, **found}.items()]


def _ticked_fates(link: BattleLink, posted: Any) -> list[tuple[str, str, bool]]:
    """Return the leaders' possible fates as (leader, fate, whether its box is ticked)."""
    told = {leader for leader, _fate in (link.report or {}).get("fates", ())}
    if posted:
        told = {leader for leader, _fate in _fates(link, posted)}
    return [(leader, fate, leader in told) for leader, fate in _known_fates(link)]


def _word_fate(fate: str) -> str:
    return {"killed": _("killed"), "lost": _("lost in the battle")}.get(fate, fate)


def _read_numbers(link: BattleLink, posted: Any, what: str) -> dict[str, int]:
    """Return the number entered for each unit in the form fields named after ``what``. An empty field counts
    as 0. Raises ValueError for an invalid number.
    """
    return {
        unit["id"]: required_number(posted.get(f"{what}-{unit['id']}", "") or "0") for unit in _units(link)
    }


def _read_by_way(unit: Facts, bridge: Bridge, posted: Any) -> dict[str, int]:
    """Read a unit's losses from the form: one number for each kind of loss that the bridge distinguishes.
    Raises ValueError for an invalid number.
    """
    return {way: required_number(posted.get(f"fell-{unit['id']}-{way}", "") or "0") for way in bridge.ways}


def _bridge(link: BattleLink) -> Bridge | None:
    """Return the bridge that mustered this battle, or None if no bridge did."""
    return battles.bridge_of(link) if link.muster else None


def _way(link: BattleLink) -> str:
    return describe_battle_system(link.campaign.system, battles.system_of(link))


def _ways(at: Any, link: BattleLink) -> dict[str, Any]:
    """Build the page's context about battle systems: the current one, the alternatives, and the votes."""
    now, system = battles.system_of(link), link.campaign.system
    said = {link.wishes.get(place.key, "") for place in at.places if place.mine and place.key in link.wishes}
    return {
        "way": _way(link),
        "other_ways": [
            (name, way) for name, way in describe_battle_systems(system) if name != now and {name} != said
        ],
        "wishes": [
            (_side_place(at, link, seat), describe_battle_system(system, name))
            for seat, name in link.wishes.items()
        ],
        "now_with": now,
    }


def _elements(link: BattleLink) -> Mapping[str, int]:
    bridge = _bridge(link)
    return bridge.elements(battles.muster_of_link(link)) if bridge else {}


def _units(link: BattleLink) -> list[dict[str, Any]]:
    return [*link.opening["attacker"]["units"], *link.opening["defender"]["units"]]


def _context(request: HttpRequest, game: Game, link: BattleLink, refusal: Any) -> dict[str, Any]:
    at = pages.scene(request.user, game, bare=True)
    mine = {key for key in at.my_seats if key in (link.attacker, link.defender)}
    may_report = bool(mine) or guard.free_ground(request.user, game) is not None
    opened = link.status in {BattleLink.Status.OPEN, BattleLink.Status.REPORTED}
    asked = {*request.GET, *(["report"] if request.POST.get("do") in ("report", "rule") else [])}
    report = link.report or {}
    losses, bridge = report.get("losses", {}), _bridge(link)
    return {
        "base_template": "base.html",
        "game": game,
        "system": at.table.system,
        "seat": at.seat,
        "my_seats": [at.place(key) for key in at.my_seats],
        "gm": at.is_gm,
        "link": link,
        "called": battles.battle_name(link, game) or _("Battle"),
        "encounter": encounter(request.user, game, link),
        "sides": [
            _side(at, link, "attacker", _("Attacker"), losses, request.POST),
            _side(at, link, "defender", _("Defender"), losses, request.POST),
        ],
        "ground": _ground(game, link),
        "reckoning": _reckoning(game, link),
        "reckoned_back": _reckoned_back(game, link),
        "by_elements": bool(_elements(link)),
        "pieces": bridge.pieces if bridge is not None else "",
        "lost_ways": bool(bridge is not None and bridge.ways),
        "strength": plugins.wording(game).strength(),
        "counted": request.POST.get("count", "elements" if _typed_facts(link) else "sp"),
        "winner": report.get("winner"),
        "chosen": request.POST.get(
            "winner", "tie" if report and not report.get("winner") else report.get("winner")
        ),
        "confirmed": [_side_place(at, link, key) for key in link.confirmations],
        "fates": [
            (leader, plugins.wording(game).value("leader", leader), _word_fate(fate), ticked)
            for leader, fate, ticked in _ticked_fates(link, request.POST)
        ],
        "status": status_of(link),
        "disputed": link.status == BattleLink.Status.OPEN and link.report is not None,
        "would_fight_again": [_side_place(at, link, key) for key in link.anew],
        "may_fight_again": bool(mine - set(link.anew)) and link.kept,
        "may_keep": bool(mine & set(link.anew)) and link.kept,
        "for_table": [_side_place(at, link, key) for key in link.to_table],
        "may_table": bool(mine - set(link.to_table)) and _is_to_be_fought(link),
        "may_not_table": bool(mine & set(link.to_table)) and _is_to_be_fought(link),
        "instead": _replacement_of(link),
        "may_report": may_report,
        "may_rule": at.is_gm and rulings.may_rule(link, request.user, clocks.now()),
        "reporting": may_report and opened and (link.report is not None or "report" in asked),
        "disputes": [(one, at.place(one.seat)) for one in rulings.disputes(link)],
        "may_dispute": rulings.may_dispute(link, request.user),
        "may_confirm": bool(mine - set(link.confirmations)),
        "open": opened,
        **_ways(at, link),
        "may_choose": bool(mine)
        and link.status == BattleLink.Status.OPEN
        and not services.left_to_bots(link),
        "may_enter": link.battle is not None
        and link.battle.status != Game.Status.ABANDONED
        and access.can_see(request.user, link.battle),
        "may_leave": bool(mine - set(link.to_programs)) and _is_fought_here(link),
        "may_fight": bool(mine & set(link.to_programs)) and not services.left_to_bots(link),
        **_bots_context(link),
        "about_bot": plugins.wording(link.battle).about_bot if link.battle is not None else "",
        "would_leave": [_side_place(at, link, key) for key in link.to_programs],
        "refusal": refusal,
        "note": _word_note(link),
        "stakes": stakes.stakes(link, at.game),
    }


def _is_to_be_fought(link: BattleLink) -> bool:
    """Whether the players still have to fight the battle, in this application or elsewhere."""
    return link.status == BattleLink.Status.OPEN and not services.left_to_bots(link)


def _replacement_of(link: BattleLink) -> BattleLink | None:
    """Return the battle that replaced a void one, or None."""
    if not link.void:
        return None
    others = BattleLink.objects.filter(campaign=link.campaign_id, decision=link.decision)
    return others.exclude(status=BattleLink.Status.VOID).first()


def _bots_context(link: BattleLink) -> dict[str, Any]:
    battle = link.battle
    if battle is None or not (_is_fought_here(link) and services.left_to_bots(link)):
        return {}
    turn = battle.standing.get("turn")
    return {
        "bots_fight": True,
        "bots_turn": "" if turn is None else turn_name(battle, turn),
        "bots_steps": max(battle.seq, 0),
        "bots_stuck": bool(battle.trouble),
        "version_url": pages.version_url(battle),
    }


def _is_fought_here(link: BattleLink) -> bool:
    """Whether the battle is being played as a game in this application and is not over."""
    return link.status == BattleLink.Status.OPEN and link.battle is not None and link.battle.running


NOTES = {
    "no_battle_system": lambda: _("Fight this battle on your own table and report the result."),
    "no_bridge": lambda: _(
        "This campaign's armies can't be converted for that battle system; fight on your own table "
        "and report the result."
    ),
    "system_missing": lambda: _(
        "The battle system is not installed here; fight on your own table and report the result."
    ),
    "bridge_refused": lambda: _(
        "These forces don't make an army for that battle system; fight it however you agree and "
        "report the result."
    ),
}


def _word_note(link: BattleLink) -> str:
    """Explain why the battle is not played in this application, or return "" if it is."""
    if link.battle is not None and link.battle.status == Game.Status.ABANDONED and not link.is_settled:
        return _(
            "The battle here was ended without a result: agree how it ended or fight it "
            "elsewhere, then report."
        )
    return NOTES.get(link.note, lambda: "")()


def _side(at: Any, link: BattleLink, side: str, label: str, losses: Any, posted: Any) -> dict[str, Any]:
    force, elements = link.opening[side], _elements(link)
    wording = plugins.wording(at.game)
    units = [
        {
            **unit,
            "label": wording.value("unit", unit["id"]),
            "kind_label": _word_code(wording, wording.value("unit_kind", unit["kind"]), unit["kind"]),
            "leader_label": _leader(wording, unit),
            "elements": elements.get(unit["id"], 0),
            "fell": posted.get(f"fell-{unit['id']}", _typed_facts(link).get(unit["id"], 0)),
            "ways": _lost_ways(link, unit, posted),
            "loss": posted.get(f"loss-{unit['id']}", losses.get(unit["id"], 0)),
        }
        for unit in force["units"]
    ]
    return {
        "key": side,
        "label": label,
        "place": _side_place(at, link, force["seat"]),
        "commanded": _commander_of(link, force["seat"]),
        "units": units,
        "sp": sum(unit["sp"] for unit in units),
        "lost": sum(losses.get(unit["id"], 0) for unit in units),
    }


def _side_place(at: Any, link: BattleLink, seat: str) -> pages.Place:
    """Return the seat of a side, with the name and badge of the side's force in this battle."""
    opening = battles.opening_of_link(link)
    force = next((one for one in (opening.attacker, opening.defender) if one.seat == seat), None)
    place: pages.Place = at.place(seat)
    return place if force is None else replace(place, info=banner_of(at.game, force))


def _commander_of(link: BattleLink, seat: str) -> Any:
    """Return the guest commander of a side, or None if the side's own player commands. Once the battle is
    over, return the last guest commander.
    """
    if link.battle is None or link.status == BattleLink.Status.VOID:
        return None
    keys = [key for key, of in (link.muster or {}).get("seats", {}).items() if of == seat]
    rows = commands.commanders_by_seat(link.battle)
    return next((rows[key] for key in keys if key in rows), None)


def _lost_ways(link: BattleLink, unit: Mapping[str, Any], posted: Any) -> list[tuple[str, Any, str]]:
    """Return a unit's possible kinds of loss, each with its code, the number entered and its label."""
    bridge = _bridge(link)
    if bridge is None or not bridge.ways:
        return []
    wording = plugins.wording_class(bridge.fought_by)()
    typed = _typed_facts(link).get(unit["id"], {})
    return [
        (way, posted.get(f"fell-{unit['id']}-{way}", typed.get(way, 0)), wording.value("lost", way))
        for way in bridge.ways
    ]


def _typed_facts(link: BattleLink) -> Mapping[str, Any]:
    typed: Mapping[str, Any] = (link.report or {}).get("facts", {}).get("typed", {})
    return typed


def _leader(wording: Wording, unit: Mapping[str, Any]) -> str:
    name = wording.value("leader", unit["leader"]) if unit["leader"] else ""
    return "" if name == wording.value("unit", unit["id"]) else name


def _ground(game: Game, link: BattleLink) -> list[tuple[str, str]]:
    return plugins.wording(game).ground(link.opening.get("ground", {}))


def _word_code(wording: Wording, text: str, code: str) -> str:
    """Return ``text`` if the system has its own wording for the code, or "" if the text is only the generic
    one.
    """
    return text if type(wording) is Wording or text != readable(code) else ""


def _reckoned_back(game: Game, link: BattleLink) -> list[str]:
    if not link.report:
        return []
    return plugins.wording(game).reckoned_back(link.report, link.opening)


def _reckoning(game: Game, link: BattleLink) -> list[str]:
    wording = plugins.wording(game)
    return [wording.reckoning(row) for row in (link.muster or {}).get("reckoning", ())]
