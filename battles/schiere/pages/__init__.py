"""The page of a battle of *Schiere*. It shows the pending decision, the board, which fills the window, and
both armies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from django.utils.translation import get_language

from battles.schiere.pages import (
    atlas,
    battle_end,
    board,
    cards,
    clash,
    duels,
    exposed_general,
    motion,
    naming,
    panels,
    placing,
    saved_armies,
    words,
)
from battles.schiere.pages.heraldry import GROUND, flags
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.pages.roster import Roll, roll_of
from games import plugins, services
from games.contract import Page
from games.pages import cache_key
from maps import looking
from maps.thumbnail import thumbnail
from maps.values import Way

if TYPE_CHECKING:
    from django.http import HttpRequest

    from battles.schiere.rules.rules import SchiereRules
    from engine.game import Facts
    from games.motion.values import Motion, Spot
    from games.page_facts.clash import Clash
    from games.scene import Scene

NEWEST: Final = 20  # the number of log entries to read; enough for a duel of five blows and its consequences
# Never highlight a button that gives something up.
QUIET: Final = frozenset({"reserve", "end_action", "hold_ground", "hold_fire", "turn", "form_up"})


class SchierePage(Page):
    """The page of a battle of *Schiere*; see games.contract.Page."""

    template = "battles/schiere/game.html"
    is_battle = True
    pictured = True
    advises = True
    staked = frozenset({"shot_fired", "blow_struck"})
    looks = ("place", "zoom", "table", "from", "ways", "paper")

    def context(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
        seen = _seen_board(scene)
        eyes = cache_key(request, scene, self.looks)
        # depends on the reader, so it must not be cached for the whole game
        own = {"saved": saved_armies.armies(request.user, scene, seen)}
        if eyes is None:
            found = _battle_context(request, scene, seen)
        else:
            found = {
                **scene.table.remember(("page", eyes), lambda: _battle_context(request, scene, seen)),
                "kept_as": eyes,
            }
        mine = (one for one in scene.waits if one.mine)
        results = scene.table.remember(
            ("results", scene.seat, scene.my_seats, get_language()), lambda: cards.results(scene, seen)
        )
        danger = scene.table.remember(
            ("exposed", scene.seat), lambda: exposed_general.warning(seen, scene.seat)
        )
        return {
            **found,
            **own,
            "my_waits": naming.name_awaited(seen, mine),
            "exposed": danger,
            "results": results,
        }

    def thumbnail(self, scene: Scene, *, fine: bool = False) -> str:
        return thumbnail(board.draw_board(_seen_board(scene), frozenset()), fine=fine)

    def clash(self, scene: Scene) -> Clash:
        return clash.card_of(_seen_board(scene), scene)

    def places(self, scene: Scene) -> Mapping[str, Spot]:
        return motion.places(_seen_board(scene))

    def at_stake(self, event: Facts) -> bool:
        # the stakes of a duel are shown at its first blow
        return event["kind"] in self.staked and event.get("number", 1) == 1

    def motions(self, scene: Scene, entries: Sequence[Sequence[Facts]]) -> Sequence[Sequence[Motion]]:
        seen = _seen_board(scene)
        stood = {
            number: ReadersBoard(seen.setting, one.view, seen.roll, seen.flags)
            for number, one in scene.befores.items()
        }
        return motion.motions(entries, seen, scene.seat, plugins.wording(scene.game).event, stood)

    def names(self, table: services.LiveGame) -> Callable[[str], str]:
        return lambda text: naming.with_arrival_names(lambda: roll_of(table), text)


def _seen_board(scene: Scene) -> ReadersBoard:
    setting = cast("SchiereRules", scene.table.rules).setting
    return ReadersBoard(setting, scene.view, _roll(scene), flags(scene.game.banners))


def _roll(scene: Scene) -> Roll:
    found: Roll = scene.table.remember(("roll",), lambda: roll_of(scene.live))
    return found


def _battle_context(request: HttpRequest, scene: Scene, seen: ReadersBoard) -> dict[str, Any]:
    """Return the template context of the board and of the panels around it. If the request needs only the
    board, leave out the panels.
    """
    ground = seen.pos.ground
    at = looking.selected_place(request, board.search_terms(seen))
    at = at if at in ground.places else ""
    origin = request.GET.get("from", "")
    origin = origin if origin in ground.places and origin != at else ""
    newest = _newest_events(scene)
    trail = tuple(_trail(seen, newest))
    found: dict[str, Any] = {
        **atlas.atlas(request, seen, scene.choices, at=at, origin=origin, trail=trail),
        "seen": seen,
        "here": panels.square_context(seen, at) if at else None,
        "origin": origin,
        "quiet": QUIET,
        "ways": "ways" in request.GET,
    }
    told = {
        "ground": _grounds(seen),
        "troops": [(id, words.troop(id)) for id in sorted({p.troop for p in seen.pieces.values()})],
    }
    if "base_template" in found:
        return {**found, **told} if "paper" in request.GET else found
    return {
        **found,
        **told,
        "focus": _focus(scene, seen, at),
        "legend": [(side, scene.place(seat).name, False) for seat, side in seen.flags.items()],
        "counts": battle_end.counts(seen, scene.places),
        "armies": panels.armies(seen, scene.places),
        "turn": {"number": seen.view["turn"], "of": seen.view["turns"]},
        "duel": duels.duel(scene, seen, [event for events in reversed(newest) for event in events]),
        "fought": duels.last_duel(seen, newest, plugins.wording(scene.game).event),
    }


def _grounds(seen: ReadersBoard) -> list[tuple[str, str, str, str]]:
    """Return the kinds of terrain on the board, each with its colour, symbol and name."""
    kinds = set(seen.pos.ground.kinds.values())
    return [
        (kind, look.colour, look.motif, words.ground(kind)) for kind, look in GROUND.items() if kind in kinds
    ]


def _focus(scene: Scene, seen: ReadersBoard, at: str) -> str:
    """Return the square on which to centre the board. It is the reader's selection, a square for deployment,
    or the square of a unit that acts or fights; otherwise it is the centre of the reader's pieces.
    """
    action = seen.view["action"]
    ids = [id for id in (action["units"] if action else ()) if id in seen.pieces]
    asked = [str(v) for d in scene.table.decisions() for v in d.facts.values()]
    named = [seen.pieces[id].at for id in (*ids, *asked) if id in seen.pieces]
    own = sorted(piece.at for piece in seen.pieces.values() if piece.seat == (scene.seat or "rome"))
    free = sorted(placing.placed_on(scene.choices))
    return at or _middle(free) or next(iter(named), "") or _middle(own)


def _middle(squares: Sequence[str]) -> str:
    return squares[len(squares) // 2] if squares else ""


def _newest_events(scene: Scene) -> tuple[Sequence[Facts], ...]:
    """Return the events of the newest log entries that the reader can see, newest first. In a replay, later
    entries are left out.
    """
    now = scene.live
    then = None if scene.table.seq == now.seq else scene.table.seq + 1
    return tuple(line.events for line in services.chronicle(now, scene.eyes, limit=NEWEST, before_seq=then))


def _trail(seen: ReadersBoard, entries: Sequence[Sequence[Facts]]) -> Iterator[Way]:
    """Yield the paths of all pieces that moved in the newest entry, including rampaging elephants."""
    places = seen.pos.ground.places
    for event in next(iter(entries), ()):
        kind, went = event.get("kind"), event.get("way") or ()
        if kind == "elephants_ran":
            went = (event["origin"], event["to"])
        way = tuple(one for one in went if one in places)
        if kind in ("marched", "elephants_ran") and len(way) > 1:
            yield Way(way, "plan" if kind == "marched" else "bolt")


PAGE = SchierePage()
