"""Put refusals into words, whether they come from the application or from a system."""

from __future__ import annotations

from django.utils.translation import gettext

from engine.game import Refusal
from games import plugins
from games.models import Game
from games.refusals import INVITATION_TEXTS, SHELL_TEXTS, BadInvitation, Broken, StepRefused


def word_refusal(refusal: Refusal, game: Game | None = None) -> str:
    """Describe a refusal in the active language, in the application's words or the system's."""
    if isinstance(refusal, BadInvitation):
        return str(INVITATION_TEXTS[refusal.code])
    if isinstance(refusal, StepRefused):
        return gettext("Move %(number)d: %(why)s") % {
            "number": refusal.number,
            "why": word_refusal(refusal.refusal, game),
        }
    if isinstance(refusal, Broken) and game is not None:
        wording = plugins.wording(game)
        said = " ".join(wording.unsound(one) for one in refusal.mistakes)
        return gettext("That isn't possible, and nothing was changed. %(why)s") % {"why": said}
    text = SHELL_TEXTS.get(refusal.code)
    if text is not None and not refusal.rule:
        return str(text) % {"path": "", **refusal.facts} if refusal.facts else str(text)
    if game is None:
        return str(refusal)
    return plugins.wording(game).refusal(refusal)
