"""The form for a new game: rules, scenario, options, battles and players."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clocks
from engine import documents, registry
from engine.game import BadScenario, Completed, Field, Mistake, Number, Pick, Refusal
from games import forms, pages, plugins, services
from games.models import Game
from games.page_facts import shelves
from games.services.creation import BATTLES, BOT, ME
from games.views.battle import LARGEST, describe_battle_systems
from games.wording.numbers import required_number
from games.wording.refusal_text import word_refusal

SCENARIO_LIMIT = 1_000_000  # the maximum size of a scenario file, in bytes
HOURS = (None, 12, 24, 48, 72, 168)
MOST_HOURS = 60 * 24
MATCHES = (Game.Match.NONE, Game.Match.AFTER, Game.Match.BOTH)


@login_required
@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Let the user choose the system of a new game. With only one system, go straight to its form."""
    systems = [plugins.system(name) for name in registry.names()]
    if len(systems) == 1:
        return redirect("new-game-of", systems[0].name)
    return render(request, "games/choose.html", {"systems": systems, "tables": plugins.tables()})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, system: str) -> HttpResponse:
    try:
        rules = plugins.system(system)
    except registry.UnknownSystem:
        raise Http404 from None
    if request.method != "POST":
        return render(
            request, "games/new.html", _context(request, rules, None, request.GET.get("scenario", ""))
        )
    posted = request.POST
    if posted.get("do") == "check":
        return _check_upload(request, rules)
    own: Completed | None = None
    try:
        own = _read_own_scenario(request, rules)
        named = posted.get("scenario", "")
        game = services.create_game(
            gm=request.user,
            name=posted.get("name", "")[:120],
            system=system,
            now=clocks.now(),
            scenario_name=named,
            scenario=own.scenario if own else shelves.scenario(system, request.user, named),
            options=forms.read_fields(variants(rules), posted),
            battle_system=posted.get("battle_system", ""),
            battle_least=required_number(posted.get("battle_least") or "0", 0, LARGEST),
            hours_per_decision=read_hours(posted.get("hours", "")),
            dice_mode=_dice_mode(posted.get("dice", "")),
            public="public" in posted,
            players_rewind="players_rewind" in posted,
            match=posted.get("match", ""),
            seats=_read_seats(posted),
            key=forms.form_key(posted),
        )
    except (BadScenario, forms.BadForm) as bad:
        return _show_mistakes(request, rules, _word_mistakes(system, _place_mistakes(own, bad.mistakes)))
    except Refusal as refused:
        return _show_mistakes(request, rules, [("", word_refusal(refused))])
    except ValueError:
        return _show_mistakes(request, rules, [("", _("This must be a whole number."))])
    return redirect(_page_after(game, "offered" in posted))


def _page_after(game: Game, offered: bool) -> str:
    """Return the URL to show after a game was created: the form that offers its free seats to everyone, or
    the game's page.
    """
    try:
        return reverse("game-offer", args=[game.pk]) if offered else game.get_absolute_url()
    except NoReverseMatch:
        return game.get_absolute_url()


def _context(request: HttpRequest, rules: Any, posted: Any, named: str = "") -> dict[str, Any]:
    scenarios = rules.scenarios()
    first = next(iter(scenarios))
    shown = rules.open(rules.scenario(first), {})
    wording = plugins.wording_class(rules.name)()
    sent = posted or {"scenario": named}
    return {
        "system": rules,
        "names_itself": plugins.page(rules.name).is_battle,
        "scenarios": [(name, _(title)) for name, title in scenarios.items()],
        "own_scenarios": shelves.own_scenarios(rules.name, request.user),
        "makers": plugins.makers(rules.name),
        "parts": [
            (name, _(title), [(part, wording.part(part)) for part in rules.parts(name)])
            for name, title in scenarios.items()
            if rules.parts(name)
        ],
        "options": [
            (
                forms.draw_field(one, wording, posted, initial=None if posted else standard_value(one)),
                _scenarios_with(rules.name, one.name),
            )
            for one in variants(rules)
        ],
        "battle_systems": describe_battle_systems(rules.name),
        "hours": HOURS,
        "dice_modes": Game.DiceMode.choices,
        "matches": MATCHES if plugins.two_sided(rules.name, len(shown.seats)) else (),
        "seats": [
            (pages.Place(info.id, info), sent.get(f"seat-{info.id}", "me" if i == 0 else "open"))
            for i, info in enumerate(shown.seats)
        ],
        "key": uuid4(),
        "rewind": "players_rewind" in sent if posted else plugins.at_table(rules.name),
        "sent": sent,
        "act": {"id": "option-"},
    }


def variants(rules: Any) -> list[Any]:
    """Return the options that the form lists as variants. If the form has a separate field for how battles
    are fought, the option about battles is left out.
    """
    asked_apart = {BATTLES} if plugins.battle_systems(rules.name) else set()
    return [one for one in rules.options() if one.name not in asked_apart]


@lru_cache(maxsize=256)
def _scenarios_with(system: str, option: str) -> str:
    """Return the names of the built-in scenarios in which an option matters, separated by spaces. Return ""
    if it matters in all of them.
    """
    rules = plugins.system(system)
    scenarios = list(rules.scenarios())
    found = [
        name for name in scenarios if option in {one.name for one in rules.options_of(rules.scenario(name))}
    ]
    return "" if found == scenarios else " ".join(found)


def standard_value(one: Field) -> Any:
    """Return the standard value of an option: its first choice, or its default number."""
    if isinstance(one, Pick):
        return one.options[0].value if one.options else None
    return one.default if isinstance(one, Number) else None


def _read_own_scenario(request: HttpRequest, rules: Any) -> Completed | None:
    """Read the uploaded scenario file, which may contain a whole scenario or a part of one. Return None if
    nothing was uploaded. Raises BadScenario if the file has mistakes.
    """
    upload = request.FILES.get("file")
    if upload is None:
        return None
    if (upload.size or 0) > SCENARIO_LIMIT:
        raise BadScenario([Mistake("$", "too_big", {"most": SCENARIO_LIMIT // 1000})])
    try:
        document = documents.read(upload.read(), SCENARIO_LIMIT)
    except documents.NoDocument as error:
        raise BadScenario([Mistake(_locate_error(error), "not_json")]) from None
    if not isinstance(document, dict):
        raise BadScenario([Mistake("$", "not_an_object")])
    found: Completed = rules.complete_document(document)
    return found


def _place_mistakes(own: Completed | None, mistakes: Iterable[Mistake]) -> tuple[Mistake, ...]:
    return tuple(own.locate_mistake(one) if own else one for one in mistakes)


def _locate_error(error: documents.NoDocument) -> str:
    if error.line is None:
        return "$"
    return _("line %(line)d, column %(column)d") % {"line": error.line, "column": error.column}


def _check_upload(request: HttpRequest, rules: Any) -> HttpResponse:
    """Check an uploaded scenario and show its mistakes, without creating a game."""
    context, status = {**_context(request, rules, request.POST), "checked": True}, 200
    own: Completed | None = None
    try:
        own = _read_own_scenario(request, rules)
        if own is None:
            context["mistakes"] = [("", _("Choose a file first."))]
        else:
            rules.open(own.scenario, {})
            context["sound"] = True
    except BadScenario as bad:
        context["mistakes"] = _word_mistakes(rules.name, _place_mistakes(own, bad.mistakes))
    if "sound" not in context:
        status = 422
    return render(request, "games/new.html", context, status=status)


def _read_seats(posted: Any) -> dict[str, str]:
    asked = {name.removeprefix("seat-"): who for name, who in posted.items() if name.startswith("seat-")}
    return {seat: who for seat, who in asked.items() if who in (ME, BOT)}


def read_hours(text: str) -> int | None:
    """Read a whole number of hours, up to sixty days. Return None for "", which means no deadline. Raises
    ValueError for any other text.
    """
    if not text:
        return None
    return required_number(text, 1, MOST_HOURS)


def _dice_mode(text: str) -> str:
    return text if text in Game.DiceMode.values else Game.DiceMode.VIRTUAL


def _word_mistakes(system: str, mistakes: Iterable[Mistake]) -> list[tuple[str, str]]:
    wording = plugins.wording_class(system)
    return [(m.path, wording.mistake(m)) for m in mistakes]


def _show_mistakes(request: HttpRequest, rules: Any, mistakes: list[tuple[str, str]]) -> HttpResponse:
    context = {**_context(request, rules, request.POST), "mistakes": mistakes}
    return render(request, "games/new.html", context, status=422)


@login_required
@require_safe
def scenario(request: HttpRequest, system: str, name: str) -> HttpResponse:
    """Send a built-in scenario, or a part of it, as a file to edit and upload."""
    try:
        rules = plugins.system(system)
    except registry.UnknownSystem:
        raise Http404 from None
    part = request.GET.get("part", "")
    if name not in rules.scenarios() or (part and part not in rules.parts(name)):
        raise Http404
    called = f"{system}-{name}-{part}" if part else f"{system}-{name}"
    return HttpResponse(
        pages.pretty(rules.part(name, part) if part else rules.scenario(name)),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{called}.json"'},
    )
