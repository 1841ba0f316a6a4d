"""Views to start a battle sheet without an account, or to download armies as files to edit."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final
from uuid import uuid4

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import arriving, clocks
from accounts.logins.answers import without_login
from accounts.naming.lines import one_line
from battles.cataphract.rules.own_data.overlay import PARTS, OwnData, merge_files, overlay_scenario
from battles.cataphract.rules.sheet.armies import printed_battles
from battles.cataphract.rules.sheet.armies.lines import write_lines
from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.start import files, words
from battles.cataphract.start.files import LONGEST_NAME
from battles.cataphract.wording import names
from engine.game import BadScenario, Facts, IllegalAction, Mistake
from engine.refusals import BadDocument
from games import services
from games.access import games_of
from games.forms import form_key
from games.models import Game
from games.services.creation import ME

MOST_FILES: Final = 4
UNDER_WAY: Final = 3  # at most this many unfinished sheets are listed, newest first
DICE: Final = (Game.DiceMode.PHYSICAL, Game.DiceMode.MIXED, Game.DiceMode.VIRTUAL)


@without_login
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_sheet(request: HttpRequest) -> HttpResponse:
    """Show the form that starts a sheet, or start one. Players choose a printed battle (``battle``) or upload
    a file with both armies.
    """
    asked = request.POST if request.method == "POST" else request.GET
    battle = asked.get("battle", "")
    dice = asked.get("dice", "")
    context: dict[str, Any] = {
        "battles": [(id, names.word(names.BATTLES, title)) for id, title in printed_battles.titles().items()],
        "battle": battle if battle in printed_battles.titles() else printed_battles.TEACHING,
        "dice_modes": [(mode, words.DICE[mode]) for mode in DICE],
        "dice": dice if dice in DICE else DICE[0],
        "engaged": asked.get("engaged") == "yes",
        "key": form_key(request.POST) or uuid4(),
        "under_way": _unfinished_sheets(request),
    }
    if request.method != "POST":
        return render(request, "battles/cataphract/start/page.html", context)
    try:
        scenario = _scenario(request, context["battle"])
    except BadDocument as bad:
        told = [(one.path.removeprefix("$."), words.mistake(one)) for one in bad.mistakes]
        return render(
            request, "battles/cataphract/start/page.html", {**context, "mistakes": told}, status=422
        )
    too_many = arriving.log_in_guest(request, clocks.now(), key=str(form_key(request.POST) or ""))
    if too_many is not None:
        told = [("", str(too_many.message))]
        return render(
            request, "battles/cataphract/start/page.html", {**context, "mistakes": told}, status=429
        )
    options = {"engaged": "yes"} if context["engaged"] else {}
    return redirect(_begin_sheet(request, scenario, context["dice"], options))


def _unfinished_sheets(request: HttpRequest) -> list[Game]:
    """Return the newest unfinished sheets of this browser, at most UNDER_WAY of them, so that players who
    return do not start again.
    """
    if not request.user.is_authenticated:
        return []
    begun = games_of(request.user).filter(system="cataphract", status=Game.Status.RUNNING, tryout=False)
    return list(begun[:UNDER_WAY])


def _scenario(request: HttpRequest, battle: str) -> Facts:
    """Return the scenario to play: the armies in the uploaded file, or else the printed battle.

    Uploaded charts, counters and leaders replace the printed ones. Raises BadDocument if a file cannot be
    read.
    """
    uploads = request.FILES.getlist("file")
    if len(uploads) > MOST_FILES:
        raise BadScenario([Mistake("$", "too_many", {"high": MOST_FILES})])
    parts: list[OwnData] = []
    mistakes: list[Mistake] = []
    for upload in uploads:
        try:
            found = files.read(upload)
        except BadDocument as bad:
            name = f"{one_line(str(upload.name or ''))[:40]}: " if len(uploads) > 1 else ""
            mistakes += [Mistake(f"{name}{one.path}", one.code, one.facts) for one in bad.mistakes]
            continue
        if isinstance(found, OwnData):
            parts.append(found)
        elif len(uploads) > 1:
            mistakes.append(Mistake("$", "armies_alone"))
        else:
            return found
    if mistakes:
        raise BadScenario(mistakes)
    return (
        overlay_scenario(printed_battles.scenario(battle), merge_files(parts))
        if parts
        else printed_battles.scenario(battle)
    )


def _begin_sheet(request: HttpRequest, scenario: Facts, dice: str, options: Facts) -> Game:
    """Start the sheet, with both sides played from this browser. Submitting the form twice starts only one
    sheet.
    """
    now = clocks.now()
    game = services.create_game(
        gm=request.user,
        name=_title(scenario),
        system="cataphract",
        scenario=scenario,
        options=options,
        dice_mode=dice,
        players_rewind=True,  # at one table, anyone who notices a mistake can correct it
        now=now,
        seats=dict.fromkeys(SEATS, ME),
        key=form_key(request.POST),
        names=_titles(scenario),
    )
    if game.status == Game.Status.GATHERING:
        with suppress(IllegalAction):  # raised if the same form was submitted twice
            services.start(game.pk, request.user, now=now)
    return game


def _title(scenario: Facts) -> str:
    title = str(scenario.get("title", ""))
    return names.word(names.BATTLES, title)[:LONGEST_NAME]


def _titles(scenario: Facts) -> dict[str, str]:
    """Return the title of the scenario in every language, by language code."""
    found = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            found[language] = _title(scenario)
    return found


# --- the armies as files -----------------------------------------------------------------------------------


@require_safe
def download_lines(request: HttpRequest, battle: str) -> HttpResponse:
    """Download both armies of a printed battle as a table, which players can edit and upload again.

    ``part`` limits the table to its counters, its leaders, or the missile chart.
    """
    scenario, part = _printed_scenario(battle), request.GET.get("part", "")
    text = files.write(battle, part) if part in PARTS else write_lines(scenario)
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    name = f"{battle}-{part}" if part in PARTS else battle
    response["Content-Disposition"] = f'attachment; filename="cataphract-{name}.csv"'
    return response


@require_safe
def download_json(request: HttpRequest, battle: str) -> HttpResponse:
    """Download both armies of a printed battle as JSON."""
    return JsonResponse(_printed_scenario(battle), json_dumps_params={"indent": 1, "ensure_ascii": False})


def _printed_scenario(battle: str) -> Facts:
    if battle not in printed_battles.titles():
        raise Http404
    return printed_battles.scenario(battle)
