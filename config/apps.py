from django.apps import AppConfig


class ProjectConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import checks  # noqa: F401  (register themselves)
