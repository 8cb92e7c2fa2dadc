"""The fields of a view as JSON: bots behind a pipe and programs at the API read them, so their names stay."""

import json

import pytest

from shoal.core import Table, find_game, view_bytes

FIELDS = {
    "penguins": ("viewer setup phase to_act legal deal ice penguins scores floes bargain past result"),
    "smallfry": ("viewer legal terms to_act phase turn deck row catches scores sheet robbery told ways result"),
    "fishtank": (
        "viewer box phase to_act sealed half round served unused sizes hand drawn pending tanks revealed past"
    ),
}


@pytest.mark.parametrize("game", FIELDS)
def test_the_fields_of_a_view_keep_their_names(game: str) -> None:
    view = Table(find_game(game), {}, seed="ab" * 32).view(0)
    assert list(json.loads(view_bytes(view))) == FIELDS[game].split()
