"""URLs of web hooks, for the page and the API."""

from django.urls import path

from features.hooks import api, views

urlpatterns = [
    path("account/hooks/", views.page, name="hooks"),
    path("api/hooks", api.hooks, name="api-hooks"),
]
