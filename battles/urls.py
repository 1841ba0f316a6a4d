"""URLs under /battles/: each system's own pages."""

from games import plugins

app_name = "battles"
urlpatterns = plugins.addresses("battles")
