"""English texts use the field's words: phrases that no native speaker uses stay out of every page and
mail.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
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
    r"\b[Ww]ho(m)?ever\b": "anyone who, the player who, no matter who",
    r"\b[Pp]ut(s|ting)? (it |something )?right\b": "correct, correction",
    r"\bawait(s|ed)\b": "waiting for, due, your turn",
    r"\bgiven up\b(?!, its)": "ended without a result, discarded",
    r"\banew\b": "again, redraw, recompute",
    r"\bbelongs? (here|there)\b": "this must be",
    r"(?<!There )\bis no (such )?(JSON|text|page|number|year|kind|troop|piece|battle)\b": "is not a",
    r"\b[Rr]eckon": "calculate",
    r"\blook-up\b": "calculator",
    r"\btaken along\b|\b[Tt]ake it along\b|\bbr(ing|ought) home\b": "offline, upload",
    r"\bthe log\b(?! is shorter)": "the record, the game",
    r"\b[Ee]ntry %\(|\bafter entry\b": "move",
    r"\bthrow(s|n)? .{0,20}away\b|\bthe plan is thrown\b": "discard",
    r"\b[Aa] die falls\b|\bdie has fallen\b": "dice are rolled",
    r"\b(is|are) to be fought\b": "must be fought, will be fought",
    r"\bare the mistakes of\b|\bthese are all the mistakes\b": "correct these mistakes",
    r"\bcount of the rules\b": "as the rules keep score",
    r"\b[Tt]ake the draw back\b": "undo the draw",
    r"\b[Ff]ound (a|the) league\b": "create",
    r"\bWho leads the league\b|\bwho leads it\b": "the organiser, the game master",
    r"\bmore there cannot\b|\bis told, and\b": "is notified",
    r"\bvoid now\b": "revoked, no longer works",
    r"\bleads nowhere\b|\blonger leads anywhere\b": "this link no longer works",
    r"\bthe page Fair play\b": "the Fair play page",
    r"\bDice for\b|\bdices for\b": "roll for",
    r"\btoo dear\b|\bdear ones\b": "expensive",
    r"\bof no list of ours\b": "not from our lists",
    r"\b[Kk]eys for programs\b": "API keys",
    r"\bwritten to as\b": "notifications",
    r"\bKeys? for (a )?program": "API key",
    r"\b(game|battle|league)s? of (its|their) own\b": "a separate game",
    r"\b[Nn]obody (moves twice|gets two|it names)\b": "no unit",
    r"\b(come|comes|stand|stands) beside\b": "next to, reach",
    r"\bsees no table\b": "can't see the table",
    r"\bstands better\b": "is better placed",
}
FRAGMENT = re.compile(
    r"\A(What|Whom|Whose|Of|Why|As whom|Return (what|who|why))\b"
    r"|\b([Ww]ho(m)?ever|one's own|look-up|([Bb]y|to) who)\b"
)
LOCALE = Path(settings.BASE_DIR) / "locale"


def english() -> Iterator[str]:
    """Yield every English text of the catalogues, including plurals."""
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
        "Let it march | Meet the shot | nobody is left alone there | it could not be told | "
        "Whoever runs this site | just put it right | Your answer is awaited | This game was given up | "
        "load the page anew | A text belongs here. | This is no JSON. | Reckon again | DBA look-up | "
        "Take it along (12 MB) | it is in the log now | the moment after entry 3 | the plan is thrown away | "
        "A die falls here | A battle is to be fought | these are all the mistakes: | "
        "by the count of the rules | "
        "Take the draw back | Found a league | Who leads the league | Everybody is told, and may object. | "
        "The key is void now. | This link leads nowhere | on the page Fair play | Dice for aggression | "
        "cheap groups before dear ones | armies of no list of ours | under “Keys for programs” | "
        "you are written to as in any game | Key for a program | as games of their own | "
        "nobody moves twice | an enemy could come beside it | The bot sees no table | the unit stands better"
    )
    assert [turn for turn in BANNED if not re.search(turn, old)] == []


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield every docstring of the code and its location, except those of migrations."""
    listed = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=settings.BASE_DIR, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        path = Path(settings.BASE_DIR) / name
        if "/migrations/" in name or not path.exists():
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if text := ast.get_docstring(node):
                yield f"{name}: {getattr(node, 'name', 'module')}", text


def test_docstrings_name_a_thing_or_an_action() -> None:
    """A docstring begins "The reason why ...", not "Why ..."; it says "the player who", not "whoever"."""
    found = [place for place, text in docstrings() if FRAGMENT.search(text)]
    assert [place for place in found if not place.endswith("test_docstrings_name_a_thing_or_an_action")] == []
