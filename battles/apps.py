from django.apps import AppConfig


class BattlesConfig(AppConfig):
    name = "battles"

    def ready(self) -> None:
        from accounts import parts
        from battles.parts import InBattles

        parts.register(InBattles())
