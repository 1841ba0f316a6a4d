"""Addresses under /campaigns/: those of each system's own pages."""

from games import plugins

app_name = "campaigns"
urlpatterns = plugins.addresses("campaigns")
