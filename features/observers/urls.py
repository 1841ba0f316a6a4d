"""URLs of permissions to observe a game, for the pages and the API."""

from django.urls import path

from features.observers import api, views

urlpatterns = [
    path("observe/<str:token>/", views.link, name="observe-link"),
    path("games/<uuid:pk>/observers/", views.observers, name="game-observers"),
    path("api/games/<uuid:pk>/observers", api.observers, name="api-observers"),
    path("api/observe/<str:token>", api.link, name="api-observe-link"),
]
