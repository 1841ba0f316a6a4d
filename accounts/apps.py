from django.apps import AppConfig
from django.db.models.signals import post_save


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from django.contrib.auth import get_user_model

        from accounts import checks  # noqa: F401  (registers the system checks)
        from accounts.naming import claims

        post_save.connect(claims.claim_name, sender=get_user_model(), dispatch_uid="accounts.naming.claims")
