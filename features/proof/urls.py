"""The URL of the proof page."""

from django.urls import path

from features.proof import views

urlpatterns = [path("games/<uuid:pk>/dice/", views.verify, name="game-verify")]
