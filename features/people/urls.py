"""URLs of the pages about users."""

from django.urls import path

from features.people import views

urlpatterns = [
    path("people/", views.find, name="people"),
    path("people/me/", views.choices, name="my-page"),
    path("people/named/<str:person>/", views.page, name="person-page"),
]
