"""Alliances of minor powers on the page: the bribe form and the effect of each bribe (6.3)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from campaigns.justinian import forecast as odds
from campaigns.justinian.pages.appearance import FOLDER, FormAppearance
from campaigns.justinian.pages.forecasts.panels import Bar, Facts, Panel, Section, options, percent
from campaigns.justinian.rules.segment.alliance import Bribing, bribe_drm
from campaigns.justinian.rules.state.position import Position
from campaigns.justinian.rules.state.state import BYZANTIUM, MAJORS
from campaigns.justinian.rules.state.tables import EXPENSES
from campaigns.justinian.wording.names import Names, join_items
from engine.game import Choice
from games.forms import Act
from games.wording.numbers import format_signed, minus


def bribes(pos: Position, choice: Choice, names: Names) -> Iterator[Section]:
    """Yield the chances of the alliance for each bribe that Byzantium can offer (6.32, 6.33)."""
    power = str(choice.facts.get("power"))
    drm, offered = pos.scn.powers[power].alliance_drm or 0, {o.value for o in options(choice)}
    steps = {gold: won for gold, won in odds.alliance_table(drm).items() if gold in offered}
    found, before = [], Fraction(0)
    for gold, chances in steps.items():
        won, gained = chances["byzantine"], chances["byzantine"] - before
        before = won
        title = _("%(gold)s G (+%(chance)s)") if gold else _("%(gold)s G")
        title = title if len(steps) > 1 else _("The alliance without a bribe")
        found.append(
            Panel(
                title=title % {"gold": gold, "chance": percent(gained)},
                bars=(
                    Bar(_("with Byzantium"), won),
                    Bar(_("neutral"), chances["neutral"]),
                    Bar(_("with the Barbarians"), chances["barbarian"]),
                ),
                reckoning=(
                    (
                        _("Die"),
                        _("power %(drm)s, gold %(gold)s; 8 or more is with Byzantium, 7 neutral")
                        % {"drm": format_signed(drm), "gold": format_signed(bribe_drm(gold))},
                    ),
                ),
                rule="6.33",
            )
        )
    step = EXPENSES["bribe_step"]
    note = _(
        "In brackets what the last 3 G add. The gold is gone whatever the die shows; amounts between two "
        "steps buy nothing."
    )
    if len(steps) == 1:
        note = _("The treasury holds %(gold)s G; a bribe begins at %(step)s G.") % {
            "gold": minus(pos.state.gold),
            "step": step,
        }
    title = _("What each bribe buys") if len(steps) > 1 else _("The alliance without a bribe")
    yield Section("bribe", title, tuple(found), rule="6.32", note=note)


def side(pos: Position, power: str) -> str:
    """Describe a power's alliance with Byzantium: "yes" or "no" once it is decided, before that the chance
    without a bribe (6.33). Major powers make no alliances and get a dash.
    """
    if power in MAJORS:
        return "–"
    if power in pos.state.alliances:
        return _("yes") if pos.state.alliances[power] == BYZANTIUM else _("no")
    return percent(odds.alliance_chances(pos.scn.powers[power].alliance_drm or 0)["byzantine"])


def bribe_chances(pos: Position, power: str) -> Facts:
    """Describe the chance of the alliance for each bribe that the treasury can pay (6.32)."""
    if power in MAJORS or power in pos.state.alliances:
        return ()
    told = join_items(
        _("%(gold)s G: %(chance)s") % {"gold": gold, "chance": percent(chances["byzantine"])}
        for gold, chances in odds.alliance_table(pos.scn.powers[power].alliance_drm or 0).items()
        if gold <= pos.state.gold
    )
    return ((_("With Byzantium by a bribe (6.32)"), told),)


def _is_unaffordable(act: Act) -> bool:
    """Return whether the treasury cannot pay any bribe, which leaves nothing to choose."""
    return len(act.fields[0].options) == 1


ACTS = {
    "offer_bribe": FormAppearance(FOLDER + "_no_bribe.html", fits=_is_unaffordable),
    "join_army": FormAppearance(pick=FOLDER + "_pick.html"),
}
CHANCES = {"offer_bribe": bribes}
OPEN = (Bribing,)  # frames whose decision also affects the waiting player
