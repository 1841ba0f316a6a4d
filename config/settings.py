"""Every setting, read from the environment. Without any variable the database is SQLite and debug mode is
off.

- VEXILLUM_ENV: development (default), test, production
- DATABASE_URL: postgres://user:password@host/name; empty: SQLite in VEXILLUM_DATA
- REDIS_URL: redis://host:6379/0: Celery workers take the jobs; empty: see CELERY below
- VEXILLUM_DATA: folder for persistent data (database, secret key); default data/local
- SECRET_KEY, ALLOWED_HOSTS, SITE_URL, CSRF_TRUSTED_ORIGINS, EMAIL_HOST...: see docs/running.md
"""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config.env import (
    database,
    env_bool,
    env_int,
    env_list,
    env_origins,
    env_page,
    env_redis,
    env_url,
    env_word,
    secret_key,
)
from config.version import VERSION as VERSION  # for templates, health and `manage.py --version`

BASE_DIR = Path(__file__).resolve().parent.parent

ENV = env_word("VEXILLUM_ENV", "development", "development", "test", "production")
PRODUCTION = ENV == "production"

DATA_DIR = Path(os.environ.get("VEXILLUM_DATA", "") or BASE_DIR / "data" / "local")
DEBUG = env_bool("DEBUG", False)
if DEBUG and PRODUCTION:
    raise ImproperlyConfigured("DEBUG is on with VEXILLUM_ENV=production; unset DEBUG.")
SECRET_KEY = secret_key(DATA_DIR)
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "" if PRODUCTION else "localhost,127.0.0.1,[::1],testserver")
if PRODUCTION and not ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS is empty; set it to the site's host names, separated by commas."
    )
ADMIN = env_bool("VEXILLUM_ADMIN", False)  # Django's admin site at /admin/, for superusers
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")
API_ORIGINS = env_origins("API_ORIGINS")  # other sites whose pages may use API keys
# the site's URL in e-mails; `manage.py play` sets the real one
SITE_URL = env_url(
    "SITE_URL",
    f"https://{ALLOWED_HOSTS[0].lstrip('.')}"
    if PRODUCTION and "*" not in ALLOWED_HOSTS[0]
    else "http://127.0.0.1:8000",
)

# --- rules systems: the folder of each, which contains its plugin.py. A bridge is a module that joins two
# systems. An army desk is a folder with desk.py and urls.py. ---

VEXILLUM_SYSTEMS = ["campaigns.justinian", "campaigns.italia", "battles.dba", "battles.schiere"]
VEXILLUM_SYSTEMS += ["battles.cca", "battles.cataphract"]
BRIDGE = "campaigns.bridge"
VEXILLUM_BRIDGES = [f"{BRIDGE}.{c}_{b}" for b in ("dba", "schiere", "cca") for c in ("justinian", "italia")]
VEXILLUM_BRIDGES += [f"{BRIDGE}.{c}_dba_board" for c in ("justinian", "italia")]
VEXILLUM_BRIDGES += [f"{BRIDGE}.cataphract.{module}" for module in ("justinian", "justinian_sheet")]
VEXILLUM_CASES = {"bridge": f"{BRIDGE}.cases.run"}  # runners of public cases that belong to no system
VEXILLUM_ARMIES = ["armies.desks.dba", "armies.desks.schiere"]

# --- Django ---

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "config",  # for its management commands
    "accounts",
    "games",
    "maps",
    "armies",
    "battles",
    "campaigns",
    "leagues",
]
# Optional features. Remove a line to switch off a feature and its pages; the rest still works.
VEXILLUM_FEATURES = [
    "features.amending",
    "features.api_description",
    "features.backups",
    "features.demo",
    "features.desk",
    "features.device",
    "features.dice_statistics",
    "features.feeds",
    "features.guest_commanders",
    "features.health",
    "features.help",
    "features.hooks",
    "features.lessons",
    "features.letters",
    "features.meetings",
    "features.notes",
    "features.observers",
    "features.offline",
    "features.offline_app",
    "features.open_games",
    "features.people",
    "features.polls",
    "features.proof",
    "features.push",
    "features.rematch",
    "features.report_cards",
    "features.results",
    "features.sandbox",
    "features.shared_table",
    "features.trials",
]
INSTALLED_APPS += VEXILLUM_FEATURES

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "games.middleware.PollMiddleware",
    # This compression is safe against BREACH: Django masks the CSRF token anew in every response and gives
    # each compressed response a random length. No other secret is near text that a stranger chose.
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.middleware.OpenHands",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.middleware.ContentPolicy",
    "games.middleware.LeftBehind",
    "games.middleware.NotAllowed",
    "games.middleware.BodyLimit",
    "games.middleware.NoNul",
    "games.middleware.Maintenance",
    "accounts.middleware.ExpiredLogIn",
    "games.middleware.RefusalMiddleware",
    "accounts.middleware.ReaderTimeZone",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "accounts.context_processors.common_context",
            ],
            # form_tokens replaces {% csrf_token %} with a version that also names the user;
            # parts adds {% kept %}, which caches an HTML fragment
            "builtins": ["accounts.templatetags.form_tokens", "games.templatetags.parts"],
            "loaders": [
                "django.template.loaders.filesystem.Loader",
                "django.template.loaders.app_directories.Loader",
            ]
            if DEBUG
            else [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
        },
    }
]

JOB_SECONDS = env_int("VEXILLUM_JOB_SECONDS", 30, 2, 3_600)  # a job that takes longer is stopped
DATABASE_TIMEOUTS = {  # PostgreSQL's timeouts in seconds; a query that they stop has changed nothing
    "lock_timeout": env_int("VEXILLUM_LOCK_SECONDS", 5, 0, 86_400),
    "statement_timeout": env_int("VEXILLUM_STATEMENT_SECONDS", 20, 0, 86_400),
    "idle_in_transaction_session_timeout": env_int("VEXILLUM_IDLE_SECONDS", 40, 0, 86_400),
}
DATABASES = {
    "default": database(
        os.environ.get("DATABASE_URL", ""),
        DATA_DIR,
        DATABASE_TIMEOUTS,
        prepared=env_bool("VEXILLUM_PREPARED", False),
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
CSRF_FAILURE_VIEW = "games.views.errors.csrf_failure"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("it", _("Italian"))]
LOCALE_PATHS = sorted(p for p in (BASE_DIR / "locale").iterdir() if p.is_dir())  # one folder for each area
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "staticfiles"

# the Python runtime that browsers need to play a battle offline (features.offline_app)
BROWSER_DIR = Path(os.environ.get("VEXILLUM_BROWSER_DIR", "") or BASE_DIR / "build" / "browser")

# --- caches: lost contents are only recalculated. Counters of attempts are in the database, not here ---

CACHE_URL = env_redis("VEXILLUM_CACHE_URL") or env_redis("REDIS_URL")
CACHES = {
    # "default" holds numbers about past states of a campaign. "pages" holds cached pages and pictures, up to
    # a fixed number (games/caches/page_cache.py, features/report_cards).
    name: {
        "BACKEND": "config.failsafe_cache.SparedCache",  # the site works without its cache server
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": f"vexillum-{name}",
    }
    if CACHE_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": name,
        "OPTIONS": {"MAX_ENTRIES": most},
    }
    for name, most in (("default", 2000), ("pages", 640))
}
METRICS_TOKEN = os.environ.get("VEXILLUM_METRICS_TOKEN", "")  # grants access to /health/metrics
# number of this site's own proxies that a request passes, needed to find the client's address
PROXIES = env_int("VEXILLUM_PROXIES", 1 if PRODUCTION else 0, 0, 10)

# --- Celery: eager in tests, a thread of the web process in `manage.py play`, Redis in production ---

REDIS_URL = env_redis("REDIS_URL")
EMBEDDED_RUNNER = env_bool("VEXILLUM_EMBEDDED_RUNNER", False)  # set by `manage.py play`
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL and not EMBEDDED_RUNNER
CELERY_TASK_EAGER_PROPAGATES = ENV == "test"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SOFT_TIME_LIMIT = JOB_SECONDS  # raises an exception in the job, which can record it
CELERY_TASK_TIME_LIMIT = 2 * JOB_SECONDS  # kills the job's process
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# The next sweep does everything that could not be enqueued, so no request waits for a missing broker.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0.1}
# Mail, web hooks and push have separate queues. One worker can then be reserved for the deadlines (-Q celery)
# and others for outgoing messages (-Q mail, -Q hooks, -Q push). A worker without -Q takes all queues.
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {"celery": {}, "mail": {}, "hooks": {}, "push": {}}
CELERY_TASK_ROUTES = {
    "games.tasks.send_outbox": {"queue": "mail"},
    "accounts.tasks.send_mail": {"queue": "mail"},
    "games.tasks.send_hooks": {"queue": "hooks"},
    "games.tasks.send_notifications": {"queue": "push"},
}
SWEEP_SECONDS = env_int("VEXILLUM_SWEEP_SECONDS", 15, 1, 3_600)
# minutes without a sweep that count as an outage
OUTAGE_MINUTES = env_int("VEXILLUM_OUTAGE_MINUTES", 10, 1, 10_080)
# extra time for players, as a percentage of the outage
OUTAGE_GRACE_PERCENT = env_int("VEXILLUM_OUTAGE_GRACE_PERCENT", 50, 0, 1_000)
CELERY_BEAT_SCHEDULE = {
    "sweep-deadlines": {
        "task": "games.tasks.sweep_deadlines",
        "schedule": SWEEP_SECONDS,
    },
    "send-hooks": {
        "task": "games.tasks.send_hooks",
        "schedule": SWEEP_SECONDS,
    },
    "send-notifications": {
        "task": "games.tasks.send_notifications",
        "schedule": SWEEP_SECONDS,
    },
    "send-outbox": {
        "task": "games.tasks.send_outbox",
        "schedule": SWEEP_SECONDS,
    },
}

# --- mail ---

EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_USE_SSL = env_bool("EMAIL_USE_SSL", False)  # TLS from the first byte (port 465), not by STARTTLS
EMAIL_USE_TLS = env_bool("EMAIL_USE_TLS", not EMAIL_USE_SSL)
if EMAIL_USE_SSL and EMAIL_USE_TLS:
    raise ImproperlyConfigured(
        "EMAIL_USE_SSL and EMAIL_USE_TLS are both on; leave out the one that is not meant."
    )
EMAIL_PORT = env_int("EMAIL_PORT", 465 if EMAIL_USE_SSL else 587, 1, 65_535)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
# seconds to wait for a silent mail server
EMAIL_TIMEOUT = env_int("EMAIL_TIMEOUT", 10, 1, 3_600)
EMAIL_BACKEND = "django.core.mail.backends." + ("smtp" if EMAIL_HOST else "console") + ".EmailBackend"
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "").strip() or "Vexillum <noreply@localhost>"

# --- access to this site, and pages about its operator ---

# open: anyone may sign up; invited: only with a link from `manage.py invite`, a game or a league; closed:
# nobody
SIGNUP = env_word("VEXILLUM_SIGNUP", "open", "open", "invited", "closed")
TERMS_URL = env_page("VEXILLUM_TERMS_URL")
PRIVACY_URL = env_page("VEXILLUM_PRIVACY_URL")
IMPRINT_URL = env_page("VEXILLUM_IMPRINT_URL")

# --- production ---

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000  # maximum bytes of a form or JSON body; uploads have a separate limit
DATA_UPLOAD_MAX_NUMBER_FILES = 5
BODY_LIMIT = 4_000_000  # maximum size of any request, in bytes; larger ones are refused unread with 413
SESSION_COOKIE_HTTPONLY = True
# sessions are only in the database, because a cache that missed a log-out could undo it
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 90 * 24 * 60 * 60  # a campaign lasts months
if PRODUCTION:
    MIDDLEWARE[1:1] = ["whitenoise.middleware.WhiteNoiseMiddleware"]
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = env_bool("SECURE_SSL_REDIRECT", True)
    SECURE_REDIRECT_EXEMPT = ["^health$"]  # a load balancer calls the processes directly, without TLS
    SECURE_HSTS_SECONDS = env_int("SECURE_HSTS_SECONDS", 31_536_000, 0)
    # this setting and the next affect other hosts, and the next is hard to undo, so both are off by default
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env_bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", False)
    SECURE_HSTS_PRELOAD = env_bool("SECURE_HSTS_PRELOAD", False)
    if SECURE_HSTS_PRELOAD and not (SECURE_HSTS_INCLUDE_SUBDOMAINS and SECURE_HSTS_SECONDS >= 31_536_000):
        raise ImproperlyConfigured(
            "SECURE_HSTS_PRELOAD needs SECURE_HSTS_INCLUDE_SUBDOMAINS=1 and SECURE_HSTS_SECONDS of a year."
        )
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # these checks demand the two settings above
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LOG_LEVEL = env_word("LOG_LEVEL", "INFO", "DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
}
