"""URLs of the armies of each system. Old URLs, from when there was only one system, redirect to the first
system.
"""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from armies.desks import desks
from armies.views.old_urls import redirect_moved

app_name = "armies"
urlpatterns: list[URLPattern | URLResolver] = [
    *(
        path(f"{name}/", include(f"{folder}.urls"))
        for name, folder in zip(desks(), settings.VEXILLUM_ARMIES, strict=True)
    ),
    path("", redirect_moved, name="index"),
    path("<path:rest>", redirect_moved, name="before"),
]
