"""The app as the browser's worker uses it. The worker starts it once and then calls it with text or bytes."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import TYPE_CHECKING

from features.offline_app.inside.boot import DATABASE, boot, make_tables

if TYPE_CHECKING:
    from features.offline_app.inside.answering import Reader


class Program:
    """The running app, with one game and its player."""

    def __init__(self, root: str, data: str, secret: str) -> None:
        Path(data).mkdir(parents=True, exist_ok=True)
        self.root, self.file = Path(root), Path(data) / DATABASE
        boot(root, data, secret)
        self.empty: bytes | None = None
        self.game = ""
        self.reader: Reader | None = None

    def lay(self, taken: str, person: str) -> None:
        """Load the server's export and discard the previous contents. If loading fails, restore the previous
        contents.
        """
        from features.offline_app.inside.game_transfer import lay

        before = self.file.read_bytes() if self.file.exists() else b""
        try:
            self._replace(self._empty())
            self.game = str(lay(json.loads(taken), json.loads(person)).pk)
        except Exception:
            self._replace(before)  # let the player continue with the previous contents
            raise
        self._seat(person)

    def restore(self, database: bytes, game: str, person: str) -> None:
        """Restore a saved database, with its game and player."""
        self._replace(bytes(database))
        self.game = game
        self._seat(person)

    def database(self) -> bytes:
        """Return the database as bytes, to be saved by the browser."""
        return self.file.read_bytes()

    def seq(self) -> int:
        """Return the number of the game's last entry."""
        from games.models import Game

        return Game.objects.values_list("seq", flat=True).get(pk=self.game)

    def export_moves(self, base: int) -> str:
        """Return the moves made on this device after entry ``base``, as the JSON of an upload's entries."""
        from features.offline_app.inside.game_transfer import moves_played
        from games.models import Game

        return json.dumps(moves_played(Game.objects.get(pk=self.game), base))

    def ask(self, method: str, url: str, headers: str, body: bytes, cookies: str) -> tuple[int, str, bytes]:
        """Handle a request, given the ``cookies`` of the browser's pages. Return the response's status,
        headers and body.
        """
        assert self.reader is not None
        self.reader.cookies |= json.loads(cookies)
        status, told, whole = self.reader.ask(method, url, json.loads(headers), bytes(body))
        return status, json.dumps(told), whole

    def _empty(self) -> bytes:
        if self.empty is None:
            self._replace(b"")  # drop a restored game, if there is one
            make_tables()
            self.empty = self.file.read_bytes()
        return self.empty

    def _replace(self, database: bytes) -> None:
        from django.db import connections

        connections.close_all()
        self.file.write_bytes(database)

    def _seat(self, person: str) -> None:
        """Log the player in, with their language and time zone."""
        from django.conf import settings
        from django.contrib.auth import get_user_model

        from features.offline_app.inside.answering import Reader

        told = json.loads(person)
        cookies = {settings.LANGUAGE_COOKIE_NAME: told["language"]}
        if told.get("zone"):
            name, rules = told["zone"]
            file = self.root / "zoneinfo" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(base64.b64decode(rules))
            cookies["timezone"] = name
        self.reader = Reader(get_user_model().objects.get(username=told["name"]), cookies)
