"""The page for choosing when offline devices return with conflicting moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clocks
from accounts.names import name_of
from engine.game import GM, Refusal
from engine.journal import REWIND
from features.offline import replay, sync
from features.offline.branches import IN, PARTED
from features.offline.export import FORMAT
from features.offline.sync import Stand
from games import access, pages, services
from games.models import Branch, Entry, Game
from games.narration import EntryText, turn_name
from games.numbers import required_number
from games.refusal_text import word_refusal
from games.services.going_back import consent
from games.services.history import Line, Rewound
from games.services.tables import LiveGame
from games.views.frame import frame

SHOWN: Final = 24  # how many steps of each branch are shown
AT_ONCE: Final = 6  # moves shown before unfolding: see _way.html
CLOSED: Final = 10  # how many earlier branches are shown


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def branches(request: HttpRequest, pk: UUID) -> HttpResponse:
    game = _game(request, pk)
    if request.method != "POST":
        return render(request, "features/offline/branches.html", _context(request, game))
    try:
        chosen = _do(request, game)
    except Refusal as refused:
        messages.error(request, word_refusal(refused, game))
        return redirect("game-branches", pk)
    except ValueError:
        messages.error(request, _("This must be a whole number."))
        return redirect("game-branches", pk)
    open_still = Branch.objects.filter(game=game, state=Branch.State.OPEN).exists()
    return redirect("game" if chosen and not open_still else "game-branches", pk)


@never_cache
@login_required
@require_safe
def download(request: HttpRequest, pk: UUID, branch: int) -> JsonResponse:
    """Download the moves that a device uploaded."""
    game = _game(request, pk)
    row = Branch.objects.filter(game=game, pk=min(branch, 2**31)).first()
    if row is None:
        raise Http404
    told = {
        "format": FORMAT,
        "game": str(game.pk),
        "device": str(row.device),
        "base": {"seq": row.base_seq, "digest": row.base_digest},
        "entries": row.entries,
        "brought_at": row.brought_at,
        "state": row.state,
    }
    response = JsonResponse(told, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response.headers["Content-Disposition"] = f'attachment; filename="branch-{row.pk}.json"'
    return response


def _game(request: HttpRequest, pk: UUID) -> Game:
    """Load the game for a participant. Raises Http404, PermissionDenied."""
    game = access.get_game_for(request.user, pk)
    if not access.takes_part(request.user, game):
        raise PermissionDenied
    return game


def _do(request: HttpRequest, game: Game) -> bool:
    """Carry out a choice; return whether one was made. Raises Refusal, ValueError."""
    posted, now = request.POST, clocks.now()
    match posted.get("do"):
        case "branch":
            number, seq = required_number(posted.get("branch")), required_number(posted.get("seq"))
            done = sync.choose(game.pk, request.user, number, drawn_seq=seq, now=now)
            if done.result == sync.WAITING:
                messages.success(request, _("You have agreed. The others will be asked too."))
                return False
            messages.success(
                request, _("The moves are now part of the game; undone moves stay in the chronicle.")
            )
            return True
        case "log":
            sync.leave(game.pk, request.user, required_number(posted.get("branch")), now=now)
            messages.success(request, _("The online game counts. The phone's moves are set aside and kept."))
            return True
    messages.error(request, _("There is no such button."))
    return False


# --- the page -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """A branch on the page. ``ours``: the log after the common part; ``theirs``: the device's moves;
    ``refused``: why the rules stop them.
    """

    row: Branch
    who: str
    kind: str
    turn: str = ""
    common: int = 0
    ours: Sequence[EntryText] = ()
    ours_more: int = 0
    steps: int = 0
    dice: int = 0
    theirs: Sequence[EntryText] = ()
    theirs_more: int = 0
    refused: str = ""
    lacking: Sequence[str] = ()
    said: Sequence[str] = ()
    mine: bool = False  # the reader has voted already
    suffices: bool = False  # the reader's vote alone is enough

    @property
    def ours_rest(self) -> int:
        """The number of moves that are folded away."""
        return len(self.ours) - AT_ONCE + self.ours_more

    @property
    def theirs_rest(self) -> int:
        return len(self.theirs) - AT_ONCE + self.theirs_more

    @property
    def has_parted(self) -> bool:
        return self.kind == PARTED and bool(self.ours)


def _context(request: HttpRequest, game: Game) -> dict[str, Any]:
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    rows = list(Branch.objects.select_related("by").filter(game=game))
    waiting = [row for row in rows if row.open]
    log = sync.log_of(at.table) if waiting else None
    closed = [row for row in rows if not row.open]
    return {
        **frame(at, "branches"),
        "ways": [_way(at, row, log) for row in waiting] if log is not None else [],
        "closed": [(row, _whose(at, row), _turn(game, row.turn)) for row in reversed(closed)][:CLOSED],
    }


def _whose(at: pages.Scene, row: Branch) -> str:
    return name_of(row.by) or at.place(row.seat).name


def _turn(game: Game, number: int | None) -> str:
    return "" if number is None else turn_name(game, number)


def _way(at: pages.Scene, row: Branch, log: sync.Log) -> Way:
    found = log.stand(row)
    said = [one for one in (row.by_id, *row.words) if one is not None]
    own = at.user.pk in said
    if found.relation is None:
        why = "" if found.why is None else word_refusal(found.why, at.game)
        return Way(row, _whose(at, row), "", refused=why, mine=own)
    relation = found.relation
    back = consent.collect_undone(at.table, relation.common)
    seqs = [entry.seq for entry in reversed(back.entries)] if relation.kind == PARTED else []
    theirs, refused = _theirs(at, row, found, back if seqs else None)
    now = clocks.now()
    lacking = sync.words_lacking(at.table, row, found, log, now)
    suffices = bool(lacking) and not sync.words_lacking(at.table, row, found, log, now, at.user)
    return Way(
        row,
        _whose(at, row),
        relation.kind,
        _turn(at.game, relation.turn),
        relation.common,
        _ours(at, relation.common, seqs),
        max(len(seqs) - SHOWN, 0),
        len(seqs),
        back.dice if seqs else 0,
        theirs,
        max(len(relation.rest) - len(theirs), 0),
        refused,
        [at.place(key).name if key else _("another player concerned") for key in lacking],
        [name_of(one) for one in sync.words_for(at.table, row, relation, log).people()],
        own and relation.kind != PARTED or at.user.pk in row.words,
        suffices,
    )


def _ours(at: pages.Scene, common: int, seqs: Sequence[int]) -> Sequence[EntryText]:
    """The log's entries after the common part with the branch, oldest first."""
    first = seqs[:SHOWN]
    if not first:
        return ()
    span = first[-1] - common
    lines = services.chronicle(at.table, at.eyes, span, before_seq=first[-1] + 1, after_seq=common)
    return pages.describe_entries(at, [line for line in reversed(lines) if line.seq in set(first)])


def _theirs(
    at: pages.Scene, row: Branch, found: Stand, back: consent.UndoneMoves | None
) -> tuple[Sequence[EntryText], str]:
    """Return the device's moves after the common part, in the chronicle's words, and the refusal at which
    they stop, or "".
    """
    relation = found.relation
    if relation is None or relation.kind == IN:
        return (), ""
    lines, refused, here, now = list[Line](), "", at.table, clocks.now()
    try:
        if back is not None:
            step = replay.went_back(here, row, row.seat or GM, relation.common, {}, now)
            here = replay.standing(here, step[0].head)
        for moment, request in replay.replay_steps(here, row, relation.rest[:SHOWN], {}, now):
            lines.append(_line(here, moment, name_of(request.actor)))
    except Refusal as reason:
        refused = word_refusal(reason, at.game)
    return pages.describe_entries(at, lines), refused


def _line(at: LiveGame, moment: Any, who: str) -> Line:
    """An offline move as a line of the chronicle."""
    entry = moment.entry
    rewound = Rewound(entry.action["to"]) if entry.kind == REWIND else None
    return Line(
        entry.seq,
        entry.step,
        entry.kind,
        entry.seat,
        Entry.Reason.PLAYER,
        None,
        entry.events,
        entry.rolls,
        False,
        who,
        at.rules.turn_of(moment.head.state),
        not entry.events,
        rewound,
    )
