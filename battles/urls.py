"""URLs under /battles/: those of each system's own pages."""

from games import plugins

app_name = "battles"
urlpatterns = plugins.addresses("battles")
