"""URLs of guest commanders, also of the API."""

from django.urls import path

from features.guest_commanders import api, views

urlpatterns = [
    path("command/<str:token>/", views.link, name="command-link"),
    path("games/<uuid:pk>/command/", views.command, name="game-command"),
    path("api/games/<uuid:pk>/command", api.command, name="api-command"),
    path("api/command/<str:token>", api.link, name="api-command-link"),
]
