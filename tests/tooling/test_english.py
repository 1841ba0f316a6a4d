"""English texts use the field's words: the turns that no native says are kept out of every page and mail."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

BANNED = {
    r"\bthe programs?\b": "the bot",
    r"\b[Ww]ithout a line\b|^With a line$": "offline, online",
    r"\bneeds the line\b": "needs a connection",
    r"shoulder": "observe",
    r"\b[Ll]ooks? on\b": "observe",
    r"\b[Tt]he bench\b": "substitutes",
    r"\b[Ss]tand-in": "substitute",
    r"\b([Bb]y|to) who\b": "by anyone who, to the player who",
    r"\b[Ww]ho likes\b": "players may",
    r"\b[Ss]it (here|down)\b": "take this seat, join",
    r"\bGet up\b": "leave seat",
    r"\bso far back\b": "you can't undo this alone",
    r"\b[Tt]ake back\b": "undo, withdraw",
    r"\bSteps back\b": "undo",
    r"\b[Yy]our word\b": "your decision",
    r"\bneeds your word\b": "do you agree?",
    r"\bIf a deadline were set\b": "If you don't answer",
    r"\bThe game went on\b": "tell the event itself",
    r"\bhappened meanwhile\b": "new events",
    r"\bIt was not so\b": "dispute",
    r"\b[Ss]o many rounds\b|\bPlan so many\b": "set rounds",
    r"\bTake no part\b": "leave league",
    r"\bmore there cannot be\b": "you have reached the limit",
    r"\bNobody: a tie\b": "a draw",
    r"\bNot yours to do\b": "you can't do that",
    r"\b[Gg]ive (the|this) game up\b": "end the game without a result",
    r"\bWhat is written to me\b|\bWrite to me again\b": "notifications",
    r"\bLet it march\b|\bOne leg back\b": "march, remove last step",
    r"\bMeet the shot\b": "shoot back",
    r"\bnobody is left alone\b": "no winner",
    r"\bit could not be told\b": "say what failed",
}
LOCALE = Path(settings.BASE_DIR) / "locale"


def english() -> Iterator[str]:
    """Every English text of the catalogues, plurals too."""
    for path in sorted(LOCALE.glob("*/it/LC_MESSAGES/django.po")):
        for found in re.findall(r'^msgid(?:_plural)? (".*"(?:\n".*")*)', path.read_text("utf-8"), re.M):
            yield "".join(json.loads(line) for line in found.split("\n"))


def test_there_are_texts_to_read() -> None:
    assert len(list(english())) > 3_000


@pytest.mark.parametrize("turn", BANNED)
def test_no_text_uses_a_turn_that_nobody_says(turn: str) -> None:
    said = [text for text in english() if re.search(turn, text)]
    assert not said, f"say: {BANNED[turn]}"


def test_every_banned_turn_is_found_where_it_stands() -> None:
    old = (
        "Nobody answered in time, so the program answered for you. | Without a line | "
        "This page needs the line. | "
        "You look over a shoulder | Look on no more | The bench | A stand-in | corrected by who sees it | "
        "Who likes may still move. | Sit here | Get up | so far back nobody goes | Take back | Steps back | "
        "Your word | needs your word | If a deadline were set and passed | The game went on. | "
        "One thing happened meanwhile | It was not so | Plan so many | Take no part any more | "
        "and more there cannot be | Nobody: a tie | Not yours to do | Give the game up | "
        "What is written to me | "
        "Let it march | Meet the shot | nobody is left alone there | it could not be told"
    )
    assert [turn for turn in BANNED if not re.search(turn, old)] == []
