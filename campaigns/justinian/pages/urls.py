"""The URLs of Justinian's own pages, which campaigns.urls includes."""

from django.urls import URLPattern, URLResolver, path

from campaigns.justinian.pages.marching import march
from campaigns.justinian.pages.sailing import sail

urlpatterns: list[URLPattern | URLResolver] = [
    path("<uuid:pk>/march", march, name="march"),
    path("<uuid:pk>/sail", sail, name="sail"),
]
