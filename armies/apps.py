from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    name = "armies"

    def ready(self) -> None:
        from accounts import parts
        from armies.parts import InArmies

        parts.register(InArmies())
