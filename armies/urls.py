"""URLs of the armies, by system. URLs from before there were several systems redirect to the first one."""

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
