"""The page where players choose between the log and conflicting moves from offline devices."""

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
from games.services.going_back import consent
from games.services.history import Line, Rewound
from games.services.tables import LiveGame
from games.views.frame import frame
from games.wording.narration import EntryText, turn_name
from games.wording.numbers import required_number
from games.wording.refusal_text import word_refusal

SHOWN: Final = 24  # number of steps shown for each branch
AT_ONCE: Final = 6  # number of moves shown before the collapsed rest (_way.html)
CLOSED: Final = 10  # number of closed branches shown


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
    """Send the moves that a device uploaded, as a file."""
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
    """Return the game for a user who takes part in it. Raises Http404 if the user may not see the game, and
    PermissionDenied if they only watch it.
    """
    game = access.get_game_for(request.user, pk)
    if not access.takes_part(request.user, game):
        raise PermissionDenied
    return game


def _do(request: HttpRequest, game: Game) -> bool:
    """Carry out the user's choice. Return whether the choice took effect. Raises Refusal if the choice is
    not allowed, and ValueError for an invalid number.
    """
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
            sync.set_aside_branch(game.pk, request.user, required_number(posted.get("branch")), now=now)
            messages.success(request, _("The online game counts. The phone's moves are set aside and kept."))
            return True
    messages.error(request, _("There is no such button."))
    return False


# --- the page -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BranchView:
    """A branch as the page shows it. ``ours``: the log's entries after the common part. ``theirs``: the
    device's moves. ``refused``: the reason if the rules stop one of these moves.
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
    mine: bool = False  # whether the reader has voted already
    suffices: bool = False  # whether the reader's vote alone is enough

    @property
    def ours_rest(self) -> int:
        """The number of log entries beyond the first AT_ONCE, which are collapsed or left out."""
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
        "closed": [(row, _uploader_name(at, row), _turn(game, row.turn)) for row in reversed(closed)][
            :CLOSED
        ],
    }


def _uploader_name(at: pages.Scene, row: Branch) -> str:
    return name_of(row.by) or at.place(row.seat).name


def _turn(game: Game, number: int | None) -> str:
    return "" if number is None else turn_name(game, number)


def _way(at: pages.Scene, row: Branch, log: sync.Log) -> BranchView:
    found = log.stand(row)
    said = [one for one in (row.by_id, *row.words) if one is not None]
    own = at.user.pk in said
    if found.relation is None:
        why = "" if found.why is None else word_refusal(found.why, at.game)
        return BranchView(row, _uploader_name(at, row), "", refused=why, mine=own)
    relation = found.relation
    back = consent.collect_undone(at.table, relation.common)
    seqs = [entry.seq for entry in reversed(back.entries)] if relation.kind == PARTED else []
    theirs, refused = _device_moves(at, row, found, back if seqs else None)
    now = clocks.now()
    lacking = sync.missing_consents(at.table, row, found, log, now)
    suffices = bool(lacking) and not sync.missing_consents(at.table, row, found, log, now, at.user)
    return BranchView(
        row,
        _uploader_name(at, row),
        relation.kind,
        _turn(at.game, relation.turn),
        relation.common,
        _log_entries(at, relation.common, seqs),
        max(len(seqs) - SHOWN, 0),
        len(seqs),
        back.dice if seqs else 0,
        theirs,
        max(len(relation.rest) - len(theirs), 0),
        refused,
        [at.place(key).name if key else _("another player concerned") for key in lacking],
        [name_of(one) for one in sync.voters_for(at.table, row, relation, log).people()],
        own and relation.kind != PARTED or at.user.pk in row.words,
        suffices,
    )


def _log_entries(at: pages.Scene, common: int, seqs: Sequence[int]) -> Sequence[EntryText]:
    """Return the log's entries after the part that it shares with the branch, oldest first."""
    first = seqs[:SHOWN]
    if not first:
        return ()
    span = first[-1] - common
    lines = services.chronicle(at.table, at.eyes, span, before_seq=first[-1] + 1, after_seq=common)
    return pages.describe_entries(at, [line for line in reversed(lines) if line.seq in set(first)])


def _device_moves(
    at: pages.Scene, row: Branch, found: Stand, back: consent.UndoneMoves | None
) -> tuple[Sequence[EntryText], str]:
    """Return the device's first SHOWN moves after the common part, in the chronicle's words. Also return the
    refusal that stops one of them, or "".
    """
    relation = found.relation
    if relation is None or relation.kind == IN:
        return (), ""
    lines, refused, here, now = list[Line](), "", at.table, clocks.now()
    try:
        if back is not None:
            step = replay.rewind_to_fork(here, row, row.seat or GM, relation.common, {}, now)
            here = replay.table_at_head(here, step[0].head)
        for moment, request in replay.replay_steps(here, row, relation.rest[:SHOWN], {}, now):
            lines.append(_line(here, moment, name_of(request.actor)))
    except Refusal as reason:
        refused = word_refusal(reason, at.game)
    return pages.describe_entries(at, lines), refused


def _line(at: LiveGame, moment: Any, who: str) -> Line:
    """Convert an offline move to a line of the chronicle."""
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
