"""Addresses of Justinian's own pages beside those of every game; included by campaigns.urls."""

from django.urls import URLPattern, URLResolver, path

from campaigns.justinian.pages.marching import march

urlpatterns: list[URLPattern | URLResolver] = [path("<uuid:pk>/march", march, name="march")]
