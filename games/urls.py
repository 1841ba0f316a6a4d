"""Addresses of games."""

from django.urls import URLPattern, URLResolver, path

from games.views import (
    act,
    api,
    back,
    battle,
    chronicle,
    desk,
    game,
    home,
    join,
    letters,
    lobby,
    new,
    notices,
    orders,
    replay,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("account/messages/", notices.notices, name="notices"),
    path("games/finished/", home.finished, name="finished-games"),
    path("games/new/", new.choose, name="new-game"),
    path("games/new/<str:system>/", new.new, name="new-game-of"),
    path("games/scenarios/<str:system>/<str:name>.json", new.scenario, name="scenario"),
    path("join/<str:token>/", join.join, name="join"),
    path("games/<uuid:pk>/", game.game, name="game"),
    path("games/<uuid:pk>/version", game.version, name="game-version"),
    path("games/<uuid:pk>/state.json", api.state, name="game-state"),
    path("games/<uuid:pk>/act", act.act, name="game-act"),
    path("games/<uuid:pk>/seats", lobby.change, name="game-seats"),
    path("games/<uuid:pk>/leave", lobby.leave, name="game-leave"),
    path("games/<uuid:pk>/chronicle/", chronicle.chronicle, name="game-chronicle"),
    path("games/<uuid:pk>/replay/", replay.replay, name="game-replay"),
    path("games/<uuid:pk>/dice/", chronicle.verify, name="game-verify"),
    path("games/<uuid:pk>/export.json", chronicle.export, name="game-export"),
    path("games/<uuid:pk>/orders/", orders.orders, name="game-orders"),
    path("games/<uuid:pk>/letters/", letters.letters, name="game-letters"),
    path("games/<uuid:pk>/back/", back.back, name="game-back"),
    path("games/<uuid:pk>/desk/", desk.desk, name="game-desk"),
    path("games/<uuid:pk>/battles/<int:link>/", battle.battle, name="game-battle"),
]
