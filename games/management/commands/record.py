"""`manage.py record GAME NAME`: record part of a stored game as files that the front page plays."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import override

from games import pages, plugins
from games.models import Game
from games.motion import strides
from games.motion.values import BattleShown, Milestone, OwnerChange, PieceMove

# the weight of each kind of motion when the liveliest part of a game is chosen
WORTH = {
    PieceMove: 1,
    BattleShown: 4,
    OwnerChange: 3,
    Milestone: 2,
}


class Command(BaseCommand):
    help = (
        "Records a short film of a game, with public information only: the map as SVG, and the events as "
        "JSON, one file for each language. Without --after it picks the liveliest part of the game."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="the game's id; see manage.py playthrough --store")
        parser.add_argument("name", help="the name of the files")
        parser.add_argument("--after", type=int, help="start after this entry of the log")
        parser.add_argument("--strides", type=int, default=10)
        parser.add_argument("--folder", type=Path, default=settings.BASE_DIR / "static" / "reels")

    def handle(self, *args: Any, **options: Any) -> None:
        game = Game.objects.filter(pk=options["game"]).first()
        if game is None or not plugins.page(game.system).pictured:
            raise CommandError("There is no such game, or it has no map or board to show.")
        at, most = pages.scene_without_controls(AnonymousUser(), game), options["strides"]
        found = _liveliest(at, most) if options["after"] is None else _reel(at, options["after"], most)
        folder, name = options["folder"], options["name"]
        folder.mkdir(parents=True, exist_ok=True)
        drawn = plugins.page(game.system).thumbnail(strides.scene_before(at, found.after), fine=True)
        (folder / f"{name}.svg").write_text(drawn, encoding="utf-8")
        for language, _label in settings.LANGUAGES:
            with override(language):
                told = strides.reel_json(_reel(at, found.after, most), at)
            path = folder / f"{name}.{language}.json"
            path.write_text(json.dumps(told, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
        self.stdout.write(f"{name}: {len(found.strides)} strides after entry {found.after}")


def _reel(at: pages.Scene, after: int, most: int) -> strides.Reel:
    found = strides.reel(at, after, turn=True)
    return replace(found, strides=found.strides[:most])


def _liveliest(at: pages.Scene, most: int) -> strides.Reel:
    return max(_stretches(at, most), key=lambda one: sum(_worth(stride) for stride in one.strides))


def _stretches(at: pages.Scene, most: int) -> Iterator[strides.Reel]:
    after = -1
    while after < at.table.seq:
        turn = strides.reel(at, after, turn=True)
        for first in range(0, len(turn.strides), max(most // 2, 1)):
            yield _reel(at, turn.strides[first].seq - 1, most)
        after = max(turn.until, after + 1)


def _worth(stride: strides.Stride) -> int:
    return sum(WORTH[type(motion)] for motion in stride.motions)
