"""URLs under /campaigns/, which include the pages that campaigns share and each system's own pages."""

from django.urls import path

from campaigns.annals import book
from games import plugins

app_name = "campaigns"
urlpatterns = [
    path("<uuid:pk>/book/", book.book, name="campaign-book"),
    *plugins.addresses("campaigns"),
]
