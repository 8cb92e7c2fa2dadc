"""Every message is translated in every catalogue, with the same values filled in."""

import ast
import string
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from shoal.core.translations import LANGUAGES
from tools import messages

CASES = [
    pytest.param(folder, code, language, id=f"{folder.parent.name}-{language}")
    for folder, code in messages.catalogue_folders().items()
    for language in LANGUAGES
    if language != "en"
]


def _forms(message: Message) -> list[str]:
    forms = message.string if isinstance(message.string, list | tuple) else [message.string]
    return [form or "" for form in forms]


def _names(wording: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(wording) if name is not None}


@pytest.mark.parametrize(("folder", "code", "language"), CASES)
def test_no_message_is_missing_and_none_is_dead(folder: Path, code: Path, language: str) -> None:
    wanted = {message.id for message in messages.extract(code) if message.id}
    there = {message.id for message in messages.load(folder / f"{language}.po", language) if message.id}
    assert wanted, "the extraction found nothing"
    assert there == wanted, "run `python tools/messages.py` and translate what it adds"


@pytest.mark.parametrize(("folder", "code", "language"), CASES)
def test_every_message_is_translated_with_the_same_values(folder: Path, code: Path, language: str) -> None:
    for message in messages.load(folder / f"{language}.po", language):
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, list | tuple) else [message.id]
        forms = _forms(message)
        assert not message.fuzzy, message.id
        assert all(forms), f"{message.id} is not translated"
        for form in forms:
            allowed = _names(ids[-1]) | _names(ids[0])
            assert _names(form) <= allowed, f"{form!r} fills in names that {message.id!r} does not have"
            assert _names(form) >= _names(ids[-1]) - {"count"}, f"{form!r} leaves out a value of {message.id!r}"


@pytest.mark.parametrize(("folder", "code", "language"), CASES)
def test_plurals_have_all_the_forms_of_the_language(folder: Path, code: Path, language: str) -> None:
    expected = {"fr": 2, "cs": 3}[language]
    catalogue = messages.load(folder / f"{language}.po", language)
    assert catalogue.num_plurals == expected
    for message in catalogue:
        if isinstance(message.id, tuple):
            assert len(_forms(message)) == expected, message.id


@pytest.mark.parametrize("code", messages.catalogue_folders().values(), ids=lambda code: code.name)
def test_no_text_escapes_the_extraction(code: Path) -> None:
    """`msg` needs literals, and none inside an f-string: a catalogue would never hear of the others."""
    extracted = {message.id for message in messages.extract(code)}
    for path in code.rglob("*.py"):
        elsewhere = code == messages.SOURCE and path.relative_to(code).as_posix().startswith(messages.ELSEWHERE)
        if elsewhere or path.name == "text.py":
            continue
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            wanted = {"msg": 1, "msgs": 2}.get(call.func.id, 0)
            words = [word.value if isinstance(word, ast.Constant) else None for word in call.args[:wanted]]
            if words:
                assert (words[0] if wanted == 1 else tuple(words)) in extracted, f"{path}:{call.lineno}: {words}"
