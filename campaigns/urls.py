"""Addresses of the campaigns' own pages beside those of every game."""

from django.urls import URLPattern, URLResolver, path

from campaigns.justinian.pages.marching import march

app_name = "campaigns"
urlpatterns: list[URLPattern | URLResolver] = [
    path("<uuid:pk>/march", march, name="march"),
]
