"""URLs of games."""

from django.urls import URLPattern, URLResolver, include, path

from games.views import (
    act,
    battle,
    chronicle,
    curtain,
    first,
    game,
    home,
    join,
    lobby,
    new,
    orders,
    plan,
    replay,
    rewinds,
)
from games.views.api import addresses, play
from games.views.api import plan as api_plan
from games.views.motion import reels, thumbnails
from games.views.notices import messages, wishes
from games.views.people import briefing, fair, observing, pace, treaties

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("api/", include(addresses)),
    path("account/messages/", messages.notices, name="notices"),
    path("account/notices/", wishes.page, name="wishes"),
    path("account/notices/stop/<str:token>/", wishes.stop, name="stop"),
    path("calculators/", home.calculators, name="calculators"),
    path("games/finished/", home.show_finished, name="finished-games"),
    path("games/new/", new.choose, name="new-game"),
    path("games/new/<str:system>/", new.new, name="new-game-of"),
    path("games/scenarios/<str:system>/<str:name>.json", new.scenario, name="scenario"),
    path("play/", first.play_now, name="play-now"),
    path("table/", first.at_the_table, name="table"),
    path("join/<str:token>/", join.join, name="join"),
    path("games/<uuid:pk>/", game.game, name="game"),
    path("games/<uuid:pk>/version", game.version, name="game-version"),
    path("games/<uuid:pk>/state.json", play.state, name="game-state"),
    path("games/<uuid:pk>/act", act.act, name="game-act"),
    path("games/<uuid:pk>/hand", curtain.hand, name="game-hand"),
    path("games/<uuid:pk>/take-back", rewinds.take_back, name="game-take-back"),
    path("games/<uuid:pk>/seats", lobby.change, name="game-seats"),
    path("games/<uuid:pk>/leave", lobby.leave, name="game-leave"),
    path("games/<uuid:pk>/chronicle/", chronicle.chronicle, name="game-chronicle"),
    path("games/<uuid:pk>/replay/", replay.replay, name="game-replay"),
    path("games/<uuid:pk>/map.svg", thumbnails.thumbnail, name="game-thumbnail"),
    path("games/<uuid:pk>/motion.json", reels.motion, name="game-motion"),
    path("games/<uuid:pk>/chronicle.csv", chronicle.chronicle_csv, name="game-chronicle-csv"),
    path("games/<uuid:pk>/export.json", chronicle.export, name="game-export"),
    path("games/<uuid:pk>/orders/", orders.orders, name="game-orders"),
    path("games/<uuid:pk>/plan/", plan.plan, name="game-plan"),
    path("games/<uuid:pk>/plan.json", api_plan.plan_json, name="game-plan-json"),
    path("games/<uuid:pk>/observe/", observing.observe, name="observe"),
    path("games/<uuid:pk>/observe/chronicle/", observing.observe_chronicle, name="observe-chronicle"),
    path("games/<uuid:pk>/treaties/", treaties.treaties, name="game-treaties"),
    path("games/<uuid:pk>/back/", rewinds.show_back, name="game-back"),
    path("games/<uuid:pk>/calendar/", pace.calendar, name="game-calendar"),
    path("games/<uuid:pk>/briefing/", briefing.briefing, name="game-briefing"),
    path("games/<uuid:pk>/fair/", fair.fair, name="game-fair"),
    path("games/<uuid:pk>/battles/<int:link>/", battle.battle, name="game-battle"),
]
