"""Addresses of programs. games.views.api.openapi describes each of them."""

from django.urls import URLPattern, path

from games.views.api import describing, log, mine, plan, play, table

GAME = "games/<uuid:pk>"

urlpatterns: list[URLPattern] = [
    path("", describing.index, name="api"),
    path("openapi.json", describing.openapi, name="api-description"),
    path("systems", describing.systems, name="api-systems"),
    path("systems/<str:system>/schema", describing.schema, name="api-schema"),
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
    path(f"{GAME}/letters", table.letters, name="api-letters"),
    path(f"{GAME}/pause", table.pause, name="api-pause"),
    path(f"{GAME}/invitations", table.invite, name="api-invite"),
    path(f"{GAME}/export", table.export, name="api-export"),
]
