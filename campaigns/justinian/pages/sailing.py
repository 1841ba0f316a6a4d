"""A voyage in one tap, sent as a plan of single steps to the selected port or sea."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts import clocks
from campaigns.justinian import forecast as odds
from campaigns.justinian.forecast import landings
from campaigns.justinian.pages.forecasts.landing_chances import hindrances
from campaigns.justinian.pages.forecasts.panels import percent
from campaigns.justinian.pages.marching import stop_reason
from campaigns.justinian.rules.march.reach import may_end
from campaigns.justinian.rules.sea import reach
from campaigns.justinian.rules.sea.reach import Voyage
from campaigns.justinian.rules.state.fleets import enemy_fleets_at
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.progress import Sail
from campaigns.justinian.rules.state.state import BYZANTIUM, enemy
from campaigns.justinian.rules.state.tables import EXPENSES
from campaigns.justinian.wording import wording_of
from campaigns.justinian.wording.names import Names, join_items, sp
from engine.game import Choice, IllegalAction, Number, Refusal
from games import access, pages, services
from games.page_facts import plan_view
from games.wording.numbers import whole
from games.wording.refusal_text import word_refusal

if TYPE_CHECKING:
    from games.models import Game, Plan

UNDER_WAY = {"sail_to", "put_in", "patrol"}


@dataclass(frozen=True)
class Passage:
    """A possible voyage to the selected place, with ``army`` aboard. The reader can send from ``low`` to
    ``high`` SP of ships; both are 0 for a fleet already at sea. ``cost`` is in G, and ``caution`` is the
    text of a confirmation.
    """

    power: str
    army: str
    title: str
    way: str
    button_label: str
    low: int
    high: int
    notes: tuple[str, ...]
    cost: int
    caution: str = ""


@dataclass(frozen=True)
class Sailing:
    """The voyages from an origin, with all destinations and the passages to the selected place."""

    origin: str
    name: str
    under_way: bool
    voyages: Mapping[str, Voyage]
    targets: frozenset[str]
    goals: tuple[tuple[str, str, int, bool], ...]  # (place, name, number of seas on the way, whether a port)
    passages: tuple[Passage, ...]
    way: tuple[str, ...]

    @property
    def ports(self) -> frozenset[str]:
        """Return the ports that the fleet can enter."""
        return frozenset(goal for goal, _name, _seas, port in self.goals if port)

    @property
    def links(self) -> frozenset[tuple[str, str]]:
        """Return every pair of neighbouring places on any of the voyages."""
        ways = ((self.origin, *one.links) for one in self.voyages.values())
        return frozenset((a, b) for way in ways for a, b in zip(way, way[1:], strict=False))


def sailing(pos: Position, choices: Sequence[Choice], names: Names, *, asked: str, at: str) -> Sailing | None:
    """Return the voyages of the fleet at sea. If none is at sea, return those from the selected place
    (``at``) or the previously selected one (``asked``). Return None if no fleet can sail.
    """
    offered = tuple(_fleets_offered(pos, choices))
    under_way = bool(offered) and offered[0][0] is None
    starts = {sail.sea or sail.start for _choice, sail in offered}
    for origin in (*(starts if under_way else ()), asked, at, asked):
        if origin not in starts:
            continue
        mine = [(choice, sail) for choice, sail in offered if origin in (sail.sea, sail.start)]
        found = [(choice, sail, reach.voyages(pos, sail)) for choice, sail in mine]
        voyages = {goal: one for _c, _s, ways in reversed(found) for goal, one in ways.items()}
        if under_way or at in voyages or at == origin or (origin == asked and at not in starts):
            return _sailing_of(pos, origin, found, voyages, names, at, under_way=under_way)
    return None


def _fleets_offered(pos: Position, choices: Iterable[Choice]) -> Iterator[tuple[Choice | None, Sail]]:
    """Yield every fleet that can sail now, with the choice that activates it. The choice is None for a fleet
    already at sea.
    """
    frame = pos.in_progress(Sail)
    if frame is not None and any(choice.kind in UNDER_WAY for choice in choices):
        yield None, frame
    for choice in choices:
        if choice.kind == "activate_fleet":
            yield choice, reach.voyage_after_activation(pos, choice.fixed)


def _sailing_of(
    pos: Position,
    origin: str,
    found: Sequence[tuple[Choice | None, Sail, Mapping[str, Voyage]]],
    voyages: Mapping[str, Voyage],
    names: Names,
    at: str,
    *,
    under_way: bool,
) -> Sailing:
    power = found[0][1].power
    foe = enemy(found[0][1].seat)
    goals = sorted(
        (len(one.seas), names.place(goal), goal, goal in pos.scn.provinces) for goal, one in voyages.items()
    )
    passages = tuple(
        _passage(pos, choice, sail, ways[at], names) for choice, sail, ways in found if at in ways
    )
    way = next((ways[at].links for _c, _s, ways in found if at in ways), ())
    return Sailing(
        origin,
        names.place(origin),
        under_way,
        voyages,
        frozenset(g for g in voyages if enemy_fleets_at(pos.state, g, power) or pos.sp_at(g, foe))
        - set(pos.scn.seas),
        tuple((goal, name, seas, port) for seas, name, goal, port in goals),
        passages,
        (origin, *way) if way else (),
    )


def _passage(pos: Position, choice: Choice | None, sail: Sail, voyage: Voyage, names: Names) -> Passage:
    number = next((one for one in choice.fields if isinstance(one, Number)), None) if choice else None
    fleet, army = names.power(sail.power), sail.army
    aboard = f"{names.army(army)} ({sp(pos.force_sp(army))})" if army else ""
    port = voyage.goal in pos.scn.provinces
    outside = bool(army) and not may_end(pos, army, voyage.goal)
    place = names.place(voyage.goal)
    asked = _(
        "%(place)s is outside the zone of the army: if it ends there, it leaves the map with all SP. Put in?"
    )
    return Passage(
        power=sail.power,
        army=army,
        title=_("%(army)s aboard") % {"army": aboard} if army else _("Ships of %(power)s") % {"power": fleet},
        way=" → ".join(names.place(one) for one in (sail.sea or sail.start, *voyage.links)),
        button_label=_("Sail to %(place)s") % {"place": place}
        if port
        else _("Patrol %(sea)s") % {"sea": place},
        low=number.low if number else 0,
        high=number.high if number else 0,
        notes=tuple(_notes(pos, sail, voyage, outside=outside)),
        cost=EXPENSES["activate"] if choice is not None and sail.seat == BYZANTIUM else 0,
        caution=asked % {"place": place} if outside else "",
    )


def _notes(pos: Position, sail: Sail, voyage: Voyage, *, outside: bool) -> Iterator[str]:
    if voyage.patrols:
        chance = percent(odds.naval_interception_chance(voyage.patrols))
        yield ngettext(
            "%(n)s patrol on the way: it intercepts with %(chance)s if it tries",
            "%(n)s patrols on the way: one intercepts with %(chance)s if all try",
            voyage.patrols,
        ) % {"n": voyage.patrols, "chance": chance}
    landing = next((one for one in landings.landings_ahead(pos, sail) if one.province == voyage.goal), None)
    ships = sum(pos.state.fleets[key].sp for key in enemy_fleets_at(pos.state, voyage.goal, sail.power))
    if landing is not None:
        foes = pos.sp_at(voyage.goal, enemy(sail.seat))
        before = join_items(one for one in hindrances(replace(landing, patrols=0)))
        told = _("enemies ashore: %(sp)s") % {"sp": sp(foes)}
        if landing.attacks:
            told = _("enemies ashore: %(sp)s; an attack from the ships wins with %(chance)s") % {
                "sp": sp(foes),
                "chance": percent(landing.attacks[0].wins),
            }
        yield told
        if before:
            yield _("before that: %(hindrances)s") % {"hindrances": before}
    elif ships:
        yield _("enemy ships there: %(sp)s; they must be beaten first") % {"sp": sp(ships)}
    if outside:
        yield _("outside its zone: it leaves the map")


# --- the view -------------------------------------------------------------------------------------------


@require_POST
def sail(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Handle the POST of a voyage with the fields seat, seq, key and goal (a port, or a sea to patrol). A
    fleet in port also needs origin, power, army ("" for none) and f-sp. Optional fields: ``planning`` only
    adds to the plan, and ``instead`` replaces a stored plan.
    """
    game = access.get_game_for(request.user, pk)
    seat = request.POST.get("seat", "")
    if game.system != "justinian":
        raise Http404
    if not access.may_act(request.user, game, seat):
        raise access.NotYourSeat
    at = pages.scene(request.user, game, seat)
    try:
        steps = _voyage_actions(at, request.POST, planning="planning" in request.POST)
        if "planning" in request.POST:
            kept = services.plan_for(request.user, game, seat)
            before = [] if kept is None else [step["action"] for step in kept.rest]
            services.write_plan(game.pk, request.user, seat, [*before, *steps], now=clocks.now())
            return redirect(pages.address_of(at, "game-plan"))
        return _send(request, at, steps)
    except Refusal as refused:
        messages.error(request, word_refusal(refused, game))
    return HttpResponseRedirect(reverse("game", args=[pk]))


def _voyage_actions(at: pages.Scene, sent: Mapping[str, str], *, planning: bool) -> list[dict[str, Any]]:
    """Return the voyage as actions. Raises IllegalAction if no voyage leads to the goal."""
    trial = plan_view.trial_of(at, supposing=True) if planning else None
    state = at.table.state if trial is None else trial.state
    pos, goal = Position(at.table.rules.setting, state), sent.get("goal", "")
    origin, power = sent.get("origin", ""), sent.get("power", "")
    first: list[dict[str, Any]] = []
    frame = pos.in_progress(Sail)
    if origin:
        if not any((f.power, f.at) == (power, origin) for f in state.fleets.values()):
            raise IllegalAction("7.21", "no_such_fleet", power=power[:80], place=origin[:80])
        army = sent.get("army") or None
        activation = {"power": power, "place": origin, "army": army}
        first = [{"kind": "activate_fleet", **activation, "sp": whole(sent.get("f-sp"), 0) or 0}]
        frame = reach.voyage_after_activation(
            pos, {**activation, "army": army if army in state.armies else None}
        )
    voyage = reach.voyages(pos, frame).get(goal) if frame is not None else None
    if voyage is None:
        known = goal in pos.scn.provinces or goal in pos.scn.seas
        raise IllegalAction("7.22", "no_such_harbour", province=goal if known else "")
    end = {"kind": "put_in", "province": goal} if goal in pos.scn.provinces else {"kind": "patrol"}
    return [*first, *({"kind": "sail_to", "sea": sea} for sea in voyage.seas), end]


def _send(request: HttpRequest, at: pages.Scene, steps: list[dict[str, Any]]) -> HttpResponse:
    """Carry out a voyage until something interrupts it."""
    game, drawn = at.game, whole(request.POST.get("seq"), 0)
    sent = services.send_plan(
        game.pk,
        request.user,
        str(at.seat),
        steps,
        drawn_seq=-1 if drawn is None else drawn,
        key=request.POST.get("key", ""),
        now=clocks.now(),
        instead="instead" in request.POST,
    )
    come = [str(step.get("sea") or step.get("province") or "") for step in steps[: sent.plan.done]]
    come = [place for place in come if place]
    _tell(request, game, come, sent.plan)
    query = f"?{urlencode({'at': come[-1]})}" if come else ""
    # without a seat, the page opens for the seat that must decide now
    return HttpResponseRedirect(reverse("game", args=[game.pk]) + query)


def _tell(request: HttpRequest, game: Game, come: Sequence[str], plan: Plan) -> None:
    names = wording_of(game).names
    values = {"way": " → ".join(names.place(place) for place in come), "why": stop_reason(game, plan)}
    if plan.status == plan.Status.DONE:
        messages.success(request, _("The fleet has sailed: %(way)s.") % values)
    elif come:
        messages.warning(request, _("The fleet has come this far: %(way)s. %(why)s") % values)
    else:
        messages.warning(request, values["why"])
