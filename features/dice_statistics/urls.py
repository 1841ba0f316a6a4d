"""URLs of dice statistics: the page and a CSV file."""

from django.urls import path

from features.dice_statistics import views

urlpatterns = [
    path("games/<uuid:pk>/luck/", views.luck, name="game-luck"),
    path("games/<uuid:pk>/luck.csv", views.luck_csv, name="game-luck-csv"),
]
