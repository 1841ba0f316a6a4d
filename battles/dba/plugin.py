"""Register DBA with the games app."""

from django.utils.translation import gettext_lazy as _

from games.plugins import Appearance, DemoGame, FirstGame, NavLink, Plugin

PLUGIN = Plugin(
    name="dba",
    system="battles.dba.rules.system.DBA",
    answers="battles.dba.answers.lookup",
    bot="battles.dba.bot.mind.MIND",
    wording="battles.dba.wording.DbaWording",
    page="battles.dba.pages.PAGE",
    urls="battles.dba.urls",
    guide="battles.dba.wording.guide.GUIDE",
    cases="battles.dba.answers.cases.run",
    musters="battles.dba.muster.clubs.MUSTERS",
    doors=(
        NavLink(
            "battles:dba-lookup",
            _("DBA calculator"),
            _("Two elements, the situation, two dice: what happens, why, and how likely it was."),
            about={"troop_type": "a"},
        ),
    ),
    table=NavLink(
        "battles:dba-table",
        _("At the table: two armies, start"),
        _(
            "DBA with your own figures and dice: the assistant asks the questions and does the sums. No"
            " account needed."
        ),
    ),
    demo=(
        DemoGame(
            "DBA: Anna and Bruno", ("anna", "bruno"), settings={"dice_mode": "mixed", "players_rewind": True}
        ),
    ),
    shown=Appearance("front/dba.svg", "2", _("an evening at the table"), _("Medium-weight rules")),
    first=FirstGame(
        _("A battle of twelve elements a side, on the board: your line is ready to move."),
        lessons="battles.dba.wording.lessons.LESSONS",
        begins=("dba_pips",),
        settings={"scenario_name": "board_laid"},
    ),
)
