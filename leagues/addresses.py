"""URLs of leagues in the API, below those of games.views.api.addresses."""

from django.urls import URLPattern, path

from leagues.views import api

urlpatterns: list[URLPattern] = [
    path("leagues", api.leagues, name="api-leagues"),
    path("leagues/<uuid:league>", api.league, name="api-league"),
    path("leagues/join/<str:token>", api.join, name="api-league-join"),
]
