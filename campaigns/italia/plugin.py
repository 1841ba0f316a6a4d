"""The plugin that registers Italia with the games app."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.plugins import Appearance, DemoGame, FirstGame, NavLink, Plugin

DEMO = Path(__file__).with_name("demo")

PLUGIN = Plugin(
    name="italia",
    system="campaigns.italia.rules.system.ITALIA",
    answers="campaigns.italia.answers.questions",
    bot="campaigns.italia.bot.choose.MIND",
    wording="campaigns.italia.wording.ItaliaWording",
    page="campaigns.italia.pages.PAGE",
    urls="campaigns.italia.urls",
    guide="campaigns.italia.wording.guide.GUIDE",
    cases="campaigns.italia.answers.questions.run",
    doors=(
        NavLink(
            "campaigns:italia-lookup",
            _("Italia calculator"),
            _("Two groups in one area: which numbers hit, why, and who is left, with the chances."),
        ),
    ),
    demo=(
        DemoGame(
            "Italia I: Anna, Bruno and the bot",
            ("anna", "bruno", None),
            turn=2,
            steps=DEMO / "italia1.json",
        ),
        DemoGame(
            "Italia II: Anna against the bot",
            (None, "anna", None, None),
            turn=2,
            settings={"scenario_name": "italia2"},
            steps=DEMO / "italia2.json",
        ),
    ),
    shown=Appearance("front/italia.svg", "3–4", _("several rounds, over weeks or months"), _("Heavy rules")),
    first=FirstGame(
        _("Four centuries of peoples coming to Italy: lead several nations one after the other."),
        lessons="campaigns.italia.wording.lessons.LESSONS",
        turn=1,
        begins=("levy",),
        settings={"scenario_name": "italia1", "options": {"handicap": "even"}},
    ),
)
