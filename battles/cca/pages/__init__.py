"""The page of a battle of *Commands & Colors: Ancients*: the decision, the hand, the board
and both armies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from django.utils.translation import gettext as _

from battles.cca.pages import board, motion
from battles.cca.pages import cards as results
from battles.cca.pages.clash import card_of
from battles.cca.pages.heraldry import LETTERS, TERRAIN, flags
from battles.cca.pages.position import ReadersBoard, hexes_of
from battles.cca.rules.cards import CARDS
from battles.cca.rules.play.state import SEATS
from battles.cca.rules.tables import load
from battles.cca.rules.terrain.board import HEXES
from battles.cca.wording import cards, names
from battles.cca.wording.die import DRAWINGS
from games import plugins, services
from games.contract import Page
from maps import drawing, looking
from maps.thumbnail import thumbnail
from maps.values import Links

if TYPE_CHECKING:
    from django.http import HttpRequest

    from battles.cca.rules.rules import CcaRules
    from engine.game import Facts
    from games.motion.values import Motion, Spot
    from games.page_facts.clash import Clash
    from games.scene import Scene

# sent instead of a full page; contains the selection and the marks on the board
CHOSEN: Final = "battles/cca/_chosen.html"
# name and pixels per drawing unit; 0 fits the board to the window
ZOOMS: Final = (
    ("1", 0.0),
    ("2", 0.5),
    ("3", 0.8),
    ("4", 1.3),
)
NEWEST: Final = 12  # number of log entries searched for the latest combat
ROLLED: Final = frozenset({"orders_rolled"})
AFTERWARDS: Final = frozenset(
    {"turn_began", "card_drawn", "deck_shuffled", "card_played", "unit_ordered", "leader_ordered"}
    | {"unit_moved", "leader_moved", "block_restored"}
)
QUIET: Final = frozenset(
    {"go_to_battle", "end_battles", "stand", "stay_put", "rest", "restore_no_more", "hold_back"}
)


class CcaPage(Page):
    """The page of a battle of Commands & Colors: Ancients (see games.contract.Page)."""

    template = "battles/cca/game.html"
    is_battle = True
    pictured = True
    advises = True
    looks = ("place", "zoom", "table", "from", "card", "paper")

    def context(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
        seen = _seen_board(scene)
        at = looking.selected_place(request, {name: name for name in HEXES})
        at = at if at in HEXES else ""
        hand = seen.hand(scene.seat or "") or _playable_cards(scene)
        card = request.GET.get("card", "")
        card = card if card in hand else ""
        start = board.move_start(scene.choices, at, request.GET.get("from", ""))
        own = frozenset(one for choice in scene.choices for one in hexes_of(choice)) & frozenset(
            (*seen.view["units"], *seen.view["leaders"])
        )
        shown = board.draw_board(seen, own)
        marks = board.marks(seen, scene.choices, at, start, card, scene.seat)
        asked = looking.query(request, at, {"from": start} if start else {}, "from card")
        here = (
            {"id": at, "terrain": board.terrain(seen, at), "told": board.occupants(seen, at)} if at else None
        )
        found: dict[str, Any] = {
            "seen": seen,
            "query": asked,
            "here": here,
            "start": start,
            "quiet": QUIET,
            "orders": seen.orders if seen.view["stands_for"] else None,
            "tried": _preview_card(seen, scene.seat or "", card) if card else None,
            "goals": " ".join(sorted(marks.reach)) if start else "",
        }
        if "paper" in request.GET:
            when = _("Turn %(number)s") % seen.view
            return {
                **found,
                **_describe_signs(seen),
                **looking.paper(shown, when, "battles/cca/_legend.html"),
            }
        if looking.wants_selection_only(request):
            return {**found, "base_template": CHOSEN, "marks": drawing.draw_marks(shown, marks)}
        wanted = request.GET.get("zoom", "")
        scale = dict(ZOOMS).get(wanted, 0.0)
        keep = f"&from={start}" if start else ""
        links = Links(f"?{asked['to']}", keep, frozenset(marks.reach))
        width = round(scale * shown.outlines.width)
        return {
            **found,
            **_describe_signs(seen),
            "map": drawing.svg(shown, marks, links, width=width, whole=bool(wanted) and not width),
            "zoom": wanted,
            "zooms": [name for name, _scale in ZOOMS],
            "drawn": shown,
            "focus": at or next(iter(sorted(own)), "E7"),
            "key_template": "battles/cca/_legend.html",
            "table_rows": board.rows(seen) if "table" in request.GET else None,
            "hand": _hand_cards(scene, hand),
            "real_cards": seen.setting.options.real_cards,
            "armies": [_army(scene, seen, seat) for seat in SEATS],
            "played": names.card(seen.view["card"]) if seen.view["card"] else "",
            "discards": [names.card(one) for one in seen.view["discards"]],
            "story": _latest_combat(scene),
            "results": results.results(scene, seen),
            "faces": DRAWINGS.items(),
        }

    def bot_results(self) -> Facts:
        return load("measured")

    def thumbnail(self, scene: Scene, *, fine: bool = False) -> str:
        return thumbnail(board.draw_board(_seen_board(scene), frozenset()), fine=fine)

    def clash(self, scene: Scene) -> Clash:
        return card_of(scene)

    def places(self, scene: Scene) -> Mapping[str, Spot]:
        return motion.places()

    def motions(self, scene: Scene, entries: Sequence[Sequence[Facts]]) -> Sequence[Sequence[Motion]]:
        return motion.motions(entries, _seen_board(scene), scene.seat, plugins.wording(scene.game).event)


def _seen_board(scene: Scene) -> ReadersBoard:
    setting = cast("CcaRules", scene.table.rules).setting
    found = ReadersBoard(setting, scene.view)
    armies = {seat: found.army(seat) for seat in SEATS}
    return ReadersBoard(setting, scene.view, flags(armies, scene.game.banners))


def _playable_cards(scene: Scene) -> tuple[str, ...]:
    """Return the cards that can be played now. With real cards, these are all the cards that may be in the
    reader's hand.
    """
    return tuple(str(one.fixed["card"]) for one in scene.choices if one.kind == "play_card")


def _hand_cards(scene: Scene, hand: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the reader's hand as card faces, each with whether it can be played now. The playable cards come
    first.
    """
    now = {str(one.fixed["card"]) for one in scene.choices if one.kind == "play_card"}
    return [
        {
            "id": one,
            "name": names.card(one),
            "does": cards.describe_card(one),
            "kind": CARDS[one].kind,
            "now": one in now,
        }
        for one in sorted(hand, key=lambda one: (one not in now, one))
    ]


def _preview_card(seen: ReadersBoard, seat: str, card: str) -> dict[str, Any]:
    """Preview a card of the hand: its effect, and the units that it could order."""
    return {
        "id": card,
        "name": names.card(card),
        "does": " ".join(filter(None, (cards.describe_card(card), cards.describe_fallback(card)))),
        "hexes": seen.orderable(seat, card),
    }


def _army(scene: Scene, seen: ReadersBoard, seat: str) -> dict[str, Any]:
    told = seen.view["armies"][seat]
    goal = seen.setting.goal(seat)
    won = min(told["banners"], goal)
    return {
        "side": seen.flags[seat],
        "place": scene.place(seat),
        "banners": told["banners"],
        "track": [n < won for n in range(goal)],
        "cards": told["cards"],
        "command": told["command"],
        "blocks": sum(u["blocks"] for u in seen.view["units"].values() if u["seat"] == seat),
        "units": sum(u["seat"] == seat for u in seen.view["units"].values()),
        "acts": seen.view["seat"] == seat,
    }


def _latest_combat(scene: Scene) -> list[dict[str, Any]]:
    """Return the latest combat, from its declaration to its last consequence, or the latest roll if that was
    in no combat. Each event that the reader can see becomes a sentence with its dice.
    """
    now = scene.live
    then = None if scene.table.seq == now.seq else scene.table.seq + 1
    said = plugins.wording(scene.game).event
    told: list[dict[str, Any]] = []
    for line in services.chronicle(now, scene.eyes, limit=NEWEST, before_seq=then):
        for event in reversed(line.events if not line.undone else ()):
            if event["kind"] in AFTERWARDS:
                told = []  # the events collected so far came after the combat
                continue
            faces = [(one, names.face(one)) for one in event.get("faces", ())]
            told.insert(0, {"text": said(event), "faces": faces})
            if event["kind"] == "attack_declared" or event["kind"] in ROLLED:
                return told
    return told


def _describe_signs(seen: ReadersBoard) -> dict[str, Any]:
    """Return the legend: the terrain and unit types on this board."""
    kinds = {ground.terrain for ground in seen.setting.ground.values()}
    troops = sorted({unit["type"] for unit in seen.view["units"].values()})
    return {
        "ground": [(TERRAIN[kind], names.terrain(kind)) for kind in sorted(kinds) if kind in TERRAIN],
        "troops": [(LETTERS.get(id, ""), names.unit(id)) for id in troops],
    }


PAGE = CcaPage()
