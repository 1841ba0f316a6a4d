"""URLs of letters, for the page and the API."""

from django.urls import path

from features.letters import api, views

urlpatterns = [
    path("games/<uuid:pk>/letters/", views.letters, name="game-letters"),
    path("api/games/<uuid:pk>/letters", api.letters, name="api-letters"),
]
