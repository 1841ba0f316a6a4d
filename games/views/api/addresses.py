"""Addresses of programs. games.views.api.openapi describes each of them."""

from django.urls import URLPattern, path

from games.views.api import (
    commanding,
    describing,
    desk,
    log,
    meeting,
    mine,
    observing,
    plan,
    play,
    table,
    treaties,
)

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
    path(f"{GAME}/treaties", treaties.treaties, name="api-treaties"),
    path(f"{GAME}/observers", observing.observers, name="api-observers"),
    path(f"{GAME}/observe", observing.observe, name="api-observe"),
    path("observe/<str:token>", observing.link, name="api-observe-link"),
    path(f"{GAME}/desk", desk.desk, name="api-desk"),
    path(f"{GAME}/desk/answer", desk.answer, name="api-desk-answer"),
    path(f"{GAME}/lend", desk.lend, name="api-lend"),
    path(f"{GAME}/bench", desk.reserve, name="api-bench"),
    path(f"{GAME}/command", commanding.command, name="api-command"),
    path("command/<str:token>", commanding.link, name="api-command-link"),
    path(f"{GAME}/meeting", meeting.meeting, name="api-meeting"),
    path(f"{GAME}/battles/<int:link>/meeting", meeting.meeting, name="api-battle-meeting"),
    path(f"{GAME}/export", table.export, name="api-export"),
]
