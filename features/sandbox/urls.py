"""URLs of sandboxes."""

from django.urls import path

from features.sandbox import views

urlpatterns = [
    path("games/<uuid:pk>/try/", views.begin, name="game-try"),
    path("games/<uuid:pk>/tryout", views.change, name="game-tryout"),
]
