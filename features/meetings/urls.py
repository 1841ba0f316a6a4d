"""URLs of appointments, for the pages and the API."""

from django.urls import path

from features.meetings import api, views

urlpatterns = [
    path("games/<uuid:pk>/meeting/", views.meeting, name="game-meeting"),
    path("games/<uuid:pk>/meeting.ics", views.meeting_ics, name="game-meeting-file"),
    path("games/<uuid:pk>/battles/<int:link>/meeting/", views.meeting, name="battle-meeting"),
    path("games/<uuid:pk>/battles/<int:link>/meeting.ics", views.meeting_ics, name="battle-meeting-file"),
    path("api/games/<uuid:pk>/meeting", api.meeting, name="api-meeting"),
    path("api/games/<uuid:pk>/battles/<int:link>/meeting", api.meeting, name="api-battle-meeting"),
]
