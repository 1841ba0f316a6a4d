"""No URLs: backups have no pages, only commands."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
