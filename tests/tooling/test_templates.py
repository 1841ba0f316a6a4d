"""Templates stay readable: no line is longer than two screen widths."""

from django.conf import settings

from tests.found import some

MOST = 200


def test_no_line_of_a_template_is_too_long() -> None:
    files = some(sorted((settings.BASE_DIR / "templates").rglob("*.html")))
    long = [
        f"{path.relative_to(settings.BASE_DIR)}:{number}: {len(line)}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > MOST
    ]
    assert not long, long
