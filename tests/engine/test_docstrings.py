"""The examples in the engine's docstrings run and are true."""

import doctest
import importlib
import pkgutil

import pytest

import engine

MODULES = sorted(module.name for module in pkgutil.iter_modules(engine.__path__, "engine."))


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_engines_docstrings_have_examples() -> None:
    tried = sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES)
    assert tried >= 6
