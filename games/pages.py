"""The content of a game's page, loaded once and redacted for the reader."""

from __future__ import annotations

import json
import uuid
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.core.signing import Signer
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts import clocks
from engine.game import GM, Choice, Given, Outcome, Power, Refusal, SeatInfo
from games import access, enclosures, plugins, services
from games.forms import Act, draw, rule_name
from games.models import BattleLink, Game, PendingDecision, Seat
from games.outlook import stakes as stakes
from games.page_facts import breaches, matches, plan_view
from games.page_facts.battle_summary import banner_of
from games.prepared_sql import PreparedQuery
from games.scene import Place, Scene, Waiting
from games.services import covert, curtain, redacted_tables, viewers
from games.services.clock.deadlines import may_resume
from games.services.fairplay import asking, guard
from games.services.fighting import battles
from games.services.going_back import consent, rewinding
from games.services.people import arrangements as arrangements
from games.services.people import observers, treaties
from games.wording.generic import readable
from games.wording.narration import describe_entries, fold_lines, turn_name
from games.wording.pending_text import describe_waiting, in_words
from games.wording.refusal_text import word_refusal

__all__ = ["Place", "Said", "Scene", "Waiting", "describe_entries", "in_words", "turn_name"]


@dataclass(frozen=True)
class Group:
    """Forms of one kind. The group is ``simple`` if each form is a single button."""

    label: str
    acts: tuple[Act, ...]
    open: bool = True

    @property
    def simple(self) -> bool:
        return all(not act.fields and not act.dice and not act.refusal for act in self.acts)


@dataclass(frozen=True)
class Said:
    """A notice on the page, such as the reason for a refusal."""

    text: str
    rule: str = ""
    kind: str = "refusal"
    title: str = ""
    hint: str = ""


_OPEN = PreparedQuery(lambda game: PendingDecision.objects.filter(game=game, answered_at__isnull=True), UUID)


def scene(user: Any, game: Game, wanted: str = "", *, bare: bool = False) -> Scene:
    """Load everything that this user may know about a game, seen from their seat (``wanted``, if they play
    it). ``bare``: whether to load only the seats, without choices, pending decisions and the view.
    """
    table = services.table(game)
    mine = access.seats_of(user, game)
    gm = access.is_gm(user, game)
    asked = _OPEN(game.pk) if game.running and game.as_was is None else []
    for row in asked:
        row.game = game
    rows = covert.visible_to(asked, mine)
    hung = curtain.has_curtain(user, game)
    seat = (
        curtain.seat_shown(user, game, wanted, rows)
        if hung
        else access.seat_of(user, game, wanted or _owing_seat(rows, mine, gm))
    )
    owing = {row.seat for row in rows}
    people = {s.key: s for s in game.seats.all()}
    places = tuple(
        Place(
            info.id,
            seat_info(info, game),
            people[info.id].user if info.id in people else None,
            info.id in people and people[info.id].is_bot,
            info.id in mine,
            info.id in owing,
            powers_of(table, info.id),
            people[info.id].lender if info.id in people else None,
            people[info.id].back_at if info.id in people else None,
            _difficulty_text(people.get(info.id)),
        )
        for info in table.rules.seats
    )
    referee = gm and viewers.impartial(user, game)
    eyes = viewers.eyes(game, seat, referee)
    frame = Scene(
        game, table, seat, mine, gm, places, user, eyes=eyes, referee=referee, hung=hung, live=table
    )
    if bare:
        return frame
    no_referee = (
        seat == GM and guard.free_ground(user, game) is None
    )  # a game master who may not answer is offered no choices; games.services.steps would refuse the answer
    return replace(
        frame,
        waits=tuple(describe_waiting(frame, row) for row in rows),
        due=min((row.due_at for row in asked if row.due_at), default=None),
        in_secret=bool(asked) and not rows,
        choices=() if no_referee else _offered_choices(table, seat, asked),
        view=table.view(frame.eyes),
    )


def _offered_choices(table: Any, seat: str | None, asked: Sequence[PendingDecision]) -> tuple[Choice, ...]:
    at_once = any(row.seat == seat and covert.is_hidden(row) for row in asked)
    return () if at_once else tuple(table.choices(seat))


def scene_without_controls(user: Any, game: Game, seq: int | None = None) -> Scene:
    """Return the game as this user may see it, now or after an entry, without any controls."""
    at = scene(user, game, bare=True)
    then = at.table if seq is None else rewinding.table_at(at.table, seq)
    return replace(at, table=then, view=then.view(at.eyes))


def _difficulty_text(seat: Seat | None) -> str:
    return "" if seat is None or seat.hard == Seat.Hard.UNSAID else str(seat.get_hard_display())


def powers_of(at: services.LiveGame, seat: str) -> tuple[Power, ...]:
    """The powers a seat leads at present, with their names."""
    wording = plugins.wording(at.game)
    return tuple(replace(power, name=wording.power(power)) for power in at.powers(seat))


def seat_info(info: SeatInfo, game: Game) -> SeatInfo:
    """Return a seat with its name in this game. In a campaign's battle it has the colour and the two-letter
    mark from the campaign's map.
    """
    banner = game.banners.get(info.id)
    named = replace(info, name=seat_name(info, game))
    return named if banner is None else replace(named, colour=banner["colour"], mark=banner["mark"])


def seat_name(info: SeatInfo, game: Game) -> str:
    """The system's name for the seat in this game."""
    return plugins.wording(game).seat(info)


def _owing_seat(rows: Sequence[PendingDecision], mine: tuple[str, ...], gm: bool) -> str:
    for row in rows:
        if row.seat in mine:
            return row.seat
    return GM if gm and not mine and any(row.seat == GM for row in rows) else ""


def letters_unread(game: Game) -> int:
    """Count the unread letters of the reader for whom the game was loaded (access.letters_unread). Return 0
    if players write no letters on this site.
    """
    return getattr(game, "letters_unread", 0) if enclosures.find_writer() else 0


def reads_letters(user: access.User, game: Game) -> bool:
    """Whether the user has a page of letters in this game."""
    return enclosures.find_writer() is not None and bool(access.voices_of(user, game))


def treaty_tab(at: Scene) -> dict[str, Any]:
    """Return the context of the treaties tab: whether to show it, how many treaties wait for the reader's
    answer, and the urgent news. Lazy: the queries run on first use.
    """
    may_make = bool(at.my_seats) and len(at.places) > 1 and at.game.seq >= 0
    shown = SimpleLazyObject(lambda: may_make or treaties.can_read_any(at.user, at.game))
    waiting = SimpleLazyObject(lambda: treaties.waiting_for(at.user, at.game))
    first = SimpleLazyObject(lambda: treaty_first(at))
    return {"treaties_shown": shown, "treaties_waiting": waiting, "treaty_first": first}


@dataclass(frozen=True)
class TreatyFirst:
    """News about treaties, shown to a player before anything else. ``what`` is broken, void or proposed."""

    what: str
    text: str
    anchor: str


def treaty_first(at: Scene) -> list[TreatyFirst]:
    """Return the urgent news about the reader's treaties: broken promises first, then void treaties, then
    proposals.
    """
    game = at.game
    if not at.my_seats or not game.has_treaties or not game.running:
        return []
    wording, turn = plugins.wording(game), at.table.turn
    found = []
    for row in treaties.broken_to(at.user, game, turn):
        facts = {"by": at.place(row.by).name, "what": wording.promise(row.kind, row.terms)}
        said = _("%(by)s has broken a promise to you: %(what)s.") % facts
        found.append(TreatyFirst("broken", said, f"promise-{row.pk}"))
    for one in treaties.voided_to(at.user, game, turn):
        other = one.to if one.seat in at.my_seats else one.seat
        said = _("Your treaty with %(other)s is void: the game went back to before it.")
        found.append(TreatyFirst("void", said % {"other": at.place(other).name}, f"treaty-{one.pk}"))
    for one in treaties.proposed_to(at.user, game):
        said = _("%(by)s proposes a treaty to you.") % {"by": at.place(one.seat).name}
        found.append(TreatyFirst("proposed", said, f"treaty-{one.pk}"))
    return found


def one_table(at: Scene) -> bool:
    """Return whether one person enters everything, including dice. Treaties, deadlines and substitutes are
    then pointless, and their controls are hidden.
    """
    typed = at.game.dice_mode == at.game.DiceMode.PHYSICAL
    return typed and bool(at.my_seats) and len(at.my_seats) == len(at.places)


def lazy_observers(at: Scene) -> Any:
    """Return the (observer, seat) pairs of a game, for everyone who sees it. The seat is None for an observer
    of every seat. Lazy: the query runs on first use.
    """
    return SimpleLazyObject(
        lambda: [(one, at.by_key.get(one.seat)) for one in observers.current_observers(at.game)]
    )


def arrangements_of(at: Scene) -> Any:
    """Return the battle's guest commanders. Lazy: the query runs on first use."""
    return SimpleLazyObject(lambda: _load_arrangements(at))


def _load_arrangements(at: Scene) -> arrangements.Arrangements:
    found = arrangements.arrangements_for(at.user, at.game)
    return replace(found, commands=tuple((at.place(key), who, whose) for key, who, whose in found.commands))


@dataclass(frozen=True)
class Asking:
    """A request to rewind, as shown at the top of a page."""

    place: Place
    own: bool
    asked: bool


def back_request(at: Scene) -> Any:
    """Return the open request to rewind, for players and the game master. Lazy: the query runs on first
    use.
    """
    return SimpleLazyObject(lambda: _undo_request(at))


def _undo_request(at: Scene) -> Asking | None:
    concerned = (at.my_seats or at.is_gm) and getattr(at.game, "asks_back", True)
    standing = consent.request_of(at.game) if concerned else None
    if standing is None:
        return None
    own = standing.user_id == at.user.pk
    now = at.live if at.table.seq != at.game.seq else at.table
    asked = (
        not own
        and at.user.pk not in standing.answers
        and bool(
            consent.required_consents(now, standing.user, consent.collect_undone(now, standing.to_seq)).name(
                at.user
            )
        )
    )
    return Asking(at.place(standing.seat), own, asked)


def consent_asked(at: Scene) -> Any:
    """Return whether a game master's request waits for this player's consent. Lazy: the query runs on first
    use.
    """
    return SimpleLazyObject(
        lambda: (
            bool(at.my_seats)
            and getattr(at.game, "asks_consent", True)
            and bool(asking.awaiting(at.user, at.game))
        )
    )


# --- forms ------------------------------------------------------------------------------------------------


def acts_of(at: Scene, special: Act | None = None) -> tuple[Act, ...]:
    """Return the seat's forms. Forms that ask for JSON are left out if the battle's own page reports the
    result unit by unit. ``special``: a form that already holds entered values, a refusal or dice. It
    takes the place of the form with the same id.
    """
    wording = plugins.wording(at.game)
    elsewhere = any(wait.encounter and wait.mine for wait in at.waits)
    drawn = [
        choice
        for choice in at.choices
        if not (elsewhere and any(isinstance(f, Given) for f in choice.fields))
    ]
    acts = [draw(choice, wording) for choice in drawn]
    if special is None:
        return breaches.warn_forms(at, acts)
    if all(act.id != special.id for act in acts):
        return breaches.warn_forms(at, (special, *acts))
    kept = (replace(special, open=True) if act.id == special.id else act for act in acts)
    return breaches.warn_forms(at, tuple(kept))


def groups_of(acts: Sequence[Act]) -> tuple[Group, ...]:
    """Group forms of the same kind. Forms that answer a decision come first."""
    kinds: dict[str, list[Act]] = {}
    for act in sorted(acts, key=lambda a: a.decision is None):
        kinds.setdefault(act.kind, []).append(act)
    few = len(acts) <= 8
    return tuple(
        Group(label=shared_label(found), acts=tuple(found), open=few or i == 0 or any(a.open for a in found))
        for i, found in enumerate(kinds.values())
    )


def shared_label(acts: Sequence[Act]) -> str:
    """Return the common label of forms of one kind: the words with which all their labels begin, or else the
    kind.
    """
    words = [act.label.replace(":", " :").split() for act in acts]
    shared = []
    for column in zip(*words, strict=False):
        if len(set(column)) > 1 or column[0] == ":":
            break
        shared.append(column[0])
    return (
        " ".join(shared).rstrip("(,;–-") if shared and len(" ".join(shared)) > 2 else readable(acts[0].kind)
    )


def describe_refusal(refusal: Refusal, game: Game) -> Said:
    """Describe a refusal with its section of the rules and a hint."""
    hint = refusal.facts.get("hint", "")
    return Said(
        plugins.page(game.system).names(services.table(game))(word_refusal(refusal, game)),
        rule_name(plugins.wording(game), refusal.rule),
        hint=hint if isinstance(hint, str) else "",
    )


# --- the complete page --------------------------------------------------------------------------------------


def context_of(
    request: Any, at: Scene, special: Act | None = None, notice: Said | None = None
) -> dict[str, Any]:
    """Return the context of a game's page: the generic part and the system's own."""
    game = at.game
    link = access.battle_of(at.user, game)
    acts = acts_of(at, special)
    lines: Any = SimpleLazyObject(
        lambda: fold_lines(describe_entries(at, services.chronicle(at.table, at.eyes, limit=12)))
    )
    shown = redact_scene(at)
    own = plugins.page(game.system).context(request, shown)

    def newest() -> str:
        return str(lines[0].lines[-1]) if lines and lines[0].lines else ""

    return {
        "base_template": "games/_bare.html" if getattr(request, "htmx", False) else "base.html",
        "game": game,
        "scene": shown,
        "table": shown.table,
        "system": at.table.system,
        "seat": at.seat,
        "place": at.place(at.seat) if at.seat else None,
        "seats": at.places,
        "my_seats": [at.place(key) for key in at.my_seats],
        "hung": at.hung,
        "gm": at.is_gm,
        "trouble": viewers.trouble_of(at.user, game) if at.is_gm else "",
        "view": at.view,
        "choices": at.choices,
        "acts": acts,
        "groups": groups_of(acts),
        "waits": at.waits,
        "my_waits": [w for w in at.waits if w.mine],
        "may_resume": game.is_paused and not at.is_gm and may_resume(at.user, game, clocks.now()),
        "goes_back": SimpleLazyObject(lambda: rewinding.can_be_rewound(game)),
        "match": _match_context(at),
        "battle_reported": any(w.reported for w in at.waits),
        "my_verdict": any(w.encounter is not None and w.encounter.may_confirm for w in at.waits),
        "lines": lines,
        "newest": SimpleLazyObject(lambda: at.table.remember(("newest", at.eyes, get_language()), newest)),
        "outcome": outcome(at),
        "drawn_seq": game.seq,
        "notice": notice,
        "version_url": version_url(game),
        "act_url": reverse("game-act", args=[game.pk]),
        "live_url": address_of(at),
        "plan_url": address_of(at, "game-plan"),
        "may_plan": any(wait.mine and wait.place.key == at.seat != GM for wait in at.waits),
        "takes_back": SimpleLazyObject(lambda: _undoable_steps(at)),
        "kept_plan": plan_view.plan_view(at),
        "planning": False,
        "battle_of": link,
        "battle_result": result_of(at, link),
        "battle_stakes": SimpleLazyObject(lambda: stakes.describe_stakes(link, at.user)),
        "fought_apart": fought_apart(game),
        "void_battles": void_battles(game),
        "back_request": back_request(at),
        "consent_asked": consent_asked(at),
        "letters_unread": letters_unread(game),
        **treaty_tab(at),
        "lookers": lazy_observers(at),
        "agreed": arrangements_of(at),
        "one_table": one_table(at),
        "reads_letters": reads_letters(at.user, game),
        **own,
    }


def redact_scene(at: Scene) -> Scene:
    """Return the scene for a system's page, without the state if anything is hidden."""
    seen = at.view or at.table.view(at.eyes)
    return replace(at, table=redacted_tables.redact_table(at.table, at.seat, at.eyes, seen, at.choices))


@dataclass(frozen=True)
class UndoableSteps:
    """The reader's own latest steps that they can undo: their number, and the key of the form that undoes
    them.
    """

    most: int
    key: str

    def __bool__(self) -> bool:
        return self.most > 0


def _undoable_steps(at: Scene) -> UndoableSteps:
    most = services.own_steps(at.table, at.user, clocks.now()) if at.my_seats or at.is_gm else 0
    return UndoableSteps(most, str(uuid.uuid4()))


def _match_context(at: Scene) -> Mapping[str, Any] | None:
    """Return the game's match with its players, or None if the game is not part of a match."""
    found = matches.match_for(at.user, at.game) if at.game.as_was is None else None
    if found is None:
        return None
    return {"of": found, "sides": [(at.place(side.seat), side) for side in found.sides]}


def outcome(at: Scene) -> Mapping[str, Any] | None:
    """Describe the game's result, or return None while the game runs."""
    found: Outcome | None = at.table.outcome()
    if found is None:
        return None
    wording = plugins.wording(at.game)
    losses = wording.scores_are_losses
    side = _("%(side)s: lost") if losses else "%(side)s"
    return {
        "losses": losses,
        "winners": [at.place(seat) for seat in found.winners],
        "reason": wording.outcome(found),
        "rule": rule_name(wording, found.rule),
        "scores": [
            (
                side % {"side": at.place(key).name} if key in at.by_key else wording.score(key),
                wording.points(value),
                bool(value),
            )
            for key, value in found.scores.items()
        ],
    }


@dataclass(frozen=True)
class Result:
    """A finished battle's result, as reported to its campaign: each side's name, losses and strength.
    ``mine``: the reader's sides. ``may_confirm``: whether the reader can confirm the result.
    ``waits_for``: the other sides that must confirm it.
    """

    link: BattleLink
    sides: tuple[tuple[Place, int, int], ...]
    mine: tuple[tuple[Place, int, int], ...]
    may_confirm: bool
    waits_for: tuple[Place, ...]
    strength: str = ""  # the unit of strength


def result_of(at: Scene, link: BattleLink | None) -> Result | None:
    """Return the reported result for the page of a campaign's battle. It is None before the report, and for
    any other game.
    """
    if link is None or link.report is None or link.status == BattleLink.Status.VOID:
        return None
    campaign = scene(at.user, link.campaign, bare=True)
    sides = []
    for side in ("attacker", "defender"):
        units = link.opening[side]["units"]
        lost = sum(link.report.get("losses", {}).get(unit["id"], 0) for unit in units)
        place = campaign.place(link.opening[side]["seat"])
        info = banner_of(link.campaign, getattr(battles.opening_of_link(link), side))
        sides.append((replace(place, info=info), lost, sum(unit["sp"] for unit in units)))
    mine = tuple(row for row in sides if row[0].mine)
    silent = tuple(row[0] for row in sides if row[0].key not in link.confirmations)
    awaited = link.status == BattleLink.Status.REPORTED
    return Result(
        link,
        tuple(sides),
        mine,
        awaited and any(place.mine for place in silent),
        tuple(place for place in silent if not place.mine) if awaited else (),
        plugins.wording(link.campaign).strength(),
    )


LONGEST = 60  # maximum length of a parameter, in characters; a picture with a longer one is not cached
MOST_VALUES = 8


def cache_key(request: Any, at: Scene, looks: Sequence[str]) -> Hashable | None:
    """Return the key under which parts of the page that depend on the viewer, such as the map, are cached for
    each log entry. It covers the viewer, the language and the URL's parameters (``looks``). Return None if
    the page must not be cached.
    """
    asked = [(name, value) for name in (*looks, "at", "seat") for value in request.GET.getlist(name)]
    htmx, match = getattr(request, "htmx", None), request.resolver_match
    if at.game.as_was is not None or (match is not None and match.url_name == "game-replay"):
        return None  # cached as a whole by games.views.replay
    if request.method != "GET" or "advice" in request.GET:
        return None  # the page contains entered values, a refusal or advice
    if len(asked) > MOST_VALUES or any(len(value) > LONGEST for _name, value in asked):
        return None
    reader = (
        get_language(),
        timezone.get_current_timezone_name(),
        str(getattr(htmx, "target", ""))[:LONGEST],
    )
    seats = (at.seat, at.hung, at.eyes, at.my_seats, at.is_gm, bool(at.choices))
    return (at.game.version, reader, bool(htmx), match and match.url_name, seats, tuple(asked))


# --- polling for changes ------------------------------------------------------------------------------------


def version_key(game_id: Any) -> str:
    """Return a key that proves that the page was rendered for a user who may see the game. With it, polling
    needs no session.
    """
    return Signer(salt="version").signature(str(game_id))


def fought_apart(game: Game) -> Any:
    """Return the campaign's battles by the entry that recorded their result. Lazy: the query runs on first
    use.
    """
    return SimpleLazyObject(lambda: battles.battles_by_entry(game))


def void_battles(game: Game) -> Any:
    """Return the campaign's battles that a rewind voided, by the rewind's entry. Lazy: the query runs on
    first use.
    """
    return SimpleLazyObject(lambda: battles.void_by_entry(game))


def address_of(at: Scene, page: str = "game") -> str:
    """Return the URL of one of the game's pages, for the viewing seat."""
    query = f"?{urlencode({'seat': at.seat})}" if at.seat else ""
    return reverse(page, args=[at.game.pk]) + query


def version_url(game: Game) -> str:
    address = reverse("game-version", args=[game.pk])
    return f"{address}?seen={game.version}&key={version_key(game.pk)}"


def pretty(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
