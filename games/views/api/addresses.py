"""URL patterns of the core's API. games.views.api.operations describes each URL."""

from django.urls import URLPattern, path

from games.views.api import fair, log, mine, observing, plan, play, rewinds, ruling, seating, table, treaties

GAME = "games/<uuid:pk>"

urlpatterns: list[URLPattern] = [
    path("me", mine.me, name="api-me"),
    path("games", mine.games, name="api-games"),
    path("invitations/<str:token>", mine.invitation, name="api-invitation"),
    path(f"{GAME}", table.game, name="api-game"),
    path(f"{GAME}/state", play.state, name="api-state"),
    path(f"{GAME}/choices", play.choices, name="api-choices"),
    path(f"{GAME}/act", play.act, name="api-act"),
    path(f"{GAME}/plan", plan.plan_json, name="api-plan"),
    path(f"{GAME}/events", log.events, name="api-events"),
    path(f"{GAME}/chronicle", log.chronicle, name="api-chronicle"),
    path(f"{GAME}/moment", log.moment, name="api-moment"),
    path(f"{GAME}/pause", table.pause, name="api-pause"),
    path(f"{GAME}/invitations", table.invite, name="api-invite"),
    path(f"{GAME}/seats", seating.seats, name="api-seats"),
    path(f"{GAME}/pace", seating.pace, name="api-pace"),
    path(f"{GAME}/orders", seating.orders, name="api-orders"),
    path(f"{GAME}/back", rewinds.go_back, name="api-back"),
    path(f"{GAME}/treaties", treaties.treaties, name="api-treaties"),
    path(f"{GAME}/observe", observing.observe, name="api-observe"),
    path(f"{GAME}/fair", fair.fair, name="api-fair"),
    path(f"{GAME}/battles/<int:link>/ruling", ruling.ruling, name="api-ruling"),
    path(f"{GAME}/export", table.export, name="api-export"),
]
