"""URLs of shared tables: the code, joining with the code, and screens."""

from django.urls import path

from features.shared_table import views

urlpatterns = [
    path("t/", views.code_page, name="table-typed"),
    path("t/<str:token>/", views.join, name="table-code"),
    path("t/<str:token>/screen/", views.add_screen, name="table-add-screen"),
    path("screen/<str:token>/", views.screen, name="table-screen"),
    path("games/<uuid:pk>/phones/", views.phones, name="game-phones"),
]
