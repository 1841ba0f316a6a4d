"""Every text has an Italian translation, and the tool that checks this finds missing ones."""

import gettext
import json
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from config.catalogues import LANGUAGE, ROOT, BrokenCatalogue, catalogue_files, compile_stale
from engine import registry
from games import plugins
from tools.translations import has_italian, problems, untranslated_entries

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: it\\n"\n\n'


def a_checkout(root: Path, po: str, code: str = "", template: str = "") -> Path:
    folder = root / "locale" / "games" / "it" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(HEADER + po, encoding="utf-8")
    (root / "games").mkdir()
    (root / "games" / "views.py").write_text(code, encoding="utf-8")
    (root / "templates").mkdir()
    (root / "templates" / "page.html").write_text(template, encoding="utf-8")
    return root


def found_in(root: Path) -> list[tuple[str, str]]:
    return [(p.what.split(":")[0].split(" from ")[0], p.msgid) for p in problems(root)]


def test_every_text_of_vexillum_has_its_italian() -> None:
    assert [str(p) for p in problems()] == []


@pytest.mark.parametrize("name", [plugin.name for plugin in plugins.installed_plugins() if plugin.system])
def test_names_that_systems_hold_in_their_data_have_italian(name: str) -> None:
    """Every name of a scenario or seat, which the rules hold in English, has an Italian translation."""
    system = registry.get(name)
    texts = list(system.scenarios().values())
    for scenario in system.scenarios():
        texts += [seat.name for seat in system.open(system.scenario(scenario), {}).seats]
    assert [text for text in dict.fromkeys(texts) if not has_italian(text)] == []


def test_a_text_without_italian_is_found_in_code_and_templates(tmp_path: Path) -> None:
    a_checkout(
        tmp_path,
        'msgid "Done"\nmsgstr "Fatto"\n',
        code='_("Done")\ngettext_lazy("Open the battle")\n'
        'ngettext("one fort", "%(n)d forts", 2)\npgettext("die", "Roll")',
        template='{% load i18n %}\n  <p>\n    {% translate "Your turn" %}\n <b>'
        "{% blocktranslate %}Turn {{ n }}{% endblocktranslate %}",
    )
    assert found_in(tmp_path) == [
        ("no Italian", "Open the battle"),
        ("no Italian", "one fort"),
        ("no Italian", "Roll"),
        ("no Italian", "Your turn"),
        ("no Italian", "Turn %(n)s"),
    ]


def test_what_is_missing_can_be_had_as_entries_to_fill_in(tmp_path: Path) -> None:
    a_checkout(tmp_path, "", code='ngettext("a fort", "%(n)d forts", 2)', template="")
    assert untranslated_entries(["armies"], tmp_path).strip() == ""
    assert " ".join(untranslated_entries(["games/"], tmp_path).split()) == (
        "#: games/views.py:1 #, python-format "
        'msgid "a fort" msgid_plural "%(n)d forts" msgstr[0] "" msgstr[1] ""'
    )


def test_italian_that_nobody_is_shown_is_found(tmp_path: Path) -> None:
    """Texts count as used in code, in templates, and in the rules' data and code, whose lower-case words
    are codes.
    """
    texts = "Marked", "In a template", "of a list", "Red army", "marker", "secret", "Gone"
    a_checkout(
        tmp_path,
        "".join(f'msgid "{text}"\nmsgstr "{text}"\n\n' for text in texts),
        code="f\"<b>{escape(_('Marked'))}</b>\"",
        template='{% load i18n %}{% translate "In a template" %}',
    )
    rules = tmp_path / "battles" / "rules" / "dba"
    (rules / "data").mkdir(parents=True)
    (rules / "seats.py").write_text('SEATS = ("Red army", "marker")', encoding="utf-8")
    lists = {"armies": [{"label": "of a list", "id": "secret"}]}
    (rules / "data" / "lists.json").write_text(json.dumps(lists), encoding="utf-8")
    assert found_in(tmp_path) == [
        ("nobody is shown it, remove it", text) for text in ("marker", "secret", "Gone")
    ]


def test_a_text_without_italian_is_found_within_an_f_string(tmp_path: Path) -> None:
    a_checkout(tmp_path, "", code="x = 1\ny = f\"<b>{_('Open')}</b>\"")
    assert [(p.where, p.msgid) for p in problems(tmp_path)] == [("games/views.py:2", "Open")]


def test_the_place_of_a_missing_text_is_told(tmp_path: Path) -> None:
    a_checkout(tmp_path, "", code='\n\n_("Open the battle")')
    assert [p.where for p in problems(tmp_path)] == ["games/views.py:3"]


@pytest.mark.parametrize(
    ("po", "what"),
    [
        ('#, fuzzy\nmsgid "Fleet"\nmsgstr "Flotta"\n', "fuzzy"),
        ('msgid "Fleet"\nmsgstr ""\n', "empty translation"),
        ('#~ msgid "Fleet"\n#~ msgstr "Flotta"\n', "obsolete, remove it"),
    ],
)
def test_unready_entries_are_found(tmp_path: Path, po: str, what: str) -> None:
    used = "" if po.startswith("#~") else '_("Fleet")'
    assert found_in(a_checkout(tmp_path, po, code=used)) == [(what, "Fleet")]


@pytest.mark.parametrize(
    ("msgid", "msgstr"),
    [("Turn %(n)s", "Turno %(m)s"), ("Pay {gold} G", "Paga {oro} G"), ("Pay {gold} G", "Paga")],
)
def test_placeholders_must_agree(tmp_path: Path, msgid: str, msgstr: str) -> None:
    a_checkout(tmp_path, f'msgid "{msgid}"\nmsgstr "{msgstr}"\n', code=f'_("{msgid}")')
    assert found_in(tmp_path) == [("placeholders differ", msgid)]


def test_a_singular_may_leave_out_the_number(tmp_path: Path) -> None:
    a_checkout(
        tmp_path,
        'msgid "%(n)d fort"\nmsgid_plural "%(n)d forts"\nmsgstr[0] "un forte"\nmsgstr[1] "%(n)d forti"\n',
        code='ngettext("%(n)d fort", "%(n)d forts", 2)',
    )
    assert found_in(tmp_path) == []


def test_conflicting_translations_of_one_text_are_found(tmp_path: Path) -> None:
    a_checkout(tmp_path, 'msgid "Turn"\nmsgstr "Turno"\n', code='_("Turn")')
    other = tmp_path / "locale" / "armies" / "it" / "LC_MESSAGES"
    other.mkdir(parents=True)
    (other / "django.po").write_text(HEADER + 'msgid "Turn"\nmsgstr "Gira"\n', encoding="utf-8")
    assert [p.msgid for p in problems(tmp_path)] == ["Turn"]


def test_only_stale_catalogues_are_compiled(tmp_path: Path) -> None:
    a_checkout(tmp_path, 'msgid "Fleet"\nmsgstr "Flotta"\n')
    assert [p.name for p in compile_stale(tmp_path)] == ["django.mo"]
    assert compile_stale(tmp_path) == []


def test_every_catalogue_is_compiled_as_babel_does(tmp_path: Path) -> None:
    """Python's own reader finds the same texts, in the same plural forms, in both outputs."""
    compile_stale()
    assert len(catalogue_files()) > 5
    for po in catalogue_files():
        with po.open("rb") as source, (tmp_path / "babel.mo").open("wb") as target:
            write_mo(target, read_po(source, locale=LANGUAGE))
        ours, theirs = (read_texts(path) for path in (po.with_suffix(".mo"), tmp_path / "babel.mo"))
        assert len(ours) > 5 and ours == theirs


def read_texts(path: Path) -> dict[object, object]:
    with path.open("rb") as file:
        found = gettext.GNUTranslations(file)
    texts: dict[object, object] = dict(found._catalog)  # type: ignore[attr-defined]
    del texts[""]  # the header, which Babel extends
    return {**texts, "plurals": [found.plural(n) for n in range(5)]}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("entry", "compiled"),
    [
        ('msgid "Fleet"\nmsgstr "Flotta"\n', "Flotta"),
        ('msgid ""\n"Fle"\n"et"\nmsgstr ""\n"Flo\\"tta"\n', 'Flo"tta'),
        ('# a note\n#, python-format\nmsgid "Fleet"\nmsgstr "Flotta"\n# the next', "Flotta"),
        ('#, fuzzy\nmsgid "Fleet"\nmsgstr "Flotta"\n', "Fleet"),
        ('#, fuzzy\n#| msgid "Ship"\nmsgid "Fleet"\nmsgstr "Flotta"\n', "Fleet"),
        ('#~ msgid "Fleet"\n#~ msgstr "Flotta"\n', "Fleet"),
        ('msgid "Fleet"\nmsgstr ""\n', "Fleet"),
        (
            'msgid "Ship"\nmsgstr "Nave"\nmsgid "Fleet"\nmsgstr "Flotta"\nmsgid "Oar"\nmsgstr "Remo"\n',
            "Flotta",
        ),
        ('#, fuzzy\nmsgid "Ship"\nmsgstr "Nave"\nmsgid "Fleet"\nmsgstr "Flotta"\n', "Flotta"),
        ('msgctxt "ships"\nmsgid "Fleet"\nmsgstr "Flotta"\n', "Fleet"),
    ],
)
def test_which_catalogue_entries_are_compiled(tmp_path: Path, entry: str, compiled: str) -> None:
    a_checkout(tmp_path, entry)
    (po,) = catalogue_files(tmp_path)
    compile_stale(tmp_path)
    with po.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Fleet") == compiled


def test_the_first_start_needs_no_tool() -> None:
    """Only developers have Babel. A server compiles the translations without it, and refuses ``--check`` with
    the hint to run ``make setup``.
    """
    code = "import sys; sys.modules['babel'] = None; from manage import main; main()"
    asked = [sys.executable, "-c", code, "translations"]
    for more, status in (([], 0), (["--check"], 1)):
        done = subprocess.run([*asked, *more], cwd=ROOT, capture_output=True, text=True)
        assert (done.returncode, "make setup" in done.stderr) == (status, status == 1), done.stderr


@pytest.mark.parametrize(
    "broken",
    [
        'msgid "Fleet"\nnonsense\n',
        'msgid "Fleet\n',
        'msgid "Fleet"\nmsgid "Ship"\nmsgstr "Nave"\n',
        'msgid "Fleet"\nmsgstr "Flotta"\nmsgstr "Armata"\n',
        'msgstr "Flotta"\n',
        '"Flotta"\n',
    ],
)
def test_a_broken_catalogue_names_its_file(tmp_path: Path, broken: str) -> None:
    a_checkout(tmp_path, broken)
    with pytest.raises(BrokenCatalogue, match=r"django\.po"):
        compile_stale(tmp_path)
