"""Who may see a table, and through whose eyes."""

import pytest

from shoal.server.tables.access import Invitations, Perspective, may_see, viewer_for
from shoal.server.tables.snapshot import TableSnapshot
from shoal.store import Seating
from shoal.store.models import TableRow

ANN, BOB = "ann", "bob"


def table_of(game: str, people: tuple[str, ...], *, public: bool = False) -> TableSnapshot:
    row = TableRow("t", game, {"players": len(people)}, "5e" * 32, (), {}, "maker", 1, public)
    return TableSnapshot(row, [Seating(seat, "person", person, person) for seat, person in enumerate(people)])


@pytest.mark.parametrize(
    ("person", "public", "invited", "sees"),
    [
        ("ann", False, False, True),
        ("maker", False, False, True),
        ("eve", False, False, False),
        ("eve", True, False, True),
        ("eve", False, True, True),
    ],
)
def test_a_private_table_is_for_its_people_its_maker_and_the_invited(
    person: str, *, public: bool, invited: bool, sees: bool
) -> None:
    assert may_see(table_of("penguins", (ANN, BOB), public=public), person, invited=invited) is sees


def test_an_invitation_is_good_for_its_own_table_and_server() -> None:
    invitations = Invitations(b"secret")
    secret = invitations.secret_of("one")
    assert invitations.is_valid("one", secret)
    assert not invitations.is_valid("other", secret)
    assert not invitations.is_valid("one", "é" * 32)
    assert not Invitations(b"another").is_valid("one", secret)


def test_a_person_with_one_seat_looks_through_it_and_a_stranger_through_none() -> None:
    snapshot = table_of("fishtank", (ANN, BOB))
    assert viewer_for(snapshot, BOB) == Perspective(1, None)
    assert viewer_for(snapshot, "eve") == Perspective(None, None)


def test_at_a_shared_screen_a_seat_with_secrets_is_behind_a_curtain_until_it_has_the_screen() -> None:
    snapshot = table_of("fishtank", (ANN, ANN, BOB))
    assert viewer_for(snapshot, ANN) == Perspective(None, 0)
    assert viewer_for(snapshot, ANN, seat_at_screen=0) == Perspective(0, None)
    assert viewer_for(snapshot, ANN, seat_at_screen=1) == Perspective(None, 0)


def test_at_a_shared_screen_without_secrets_the_seat_to_act_looks() -> None:
    assert viewer_for(table_of("penguins", (BOB, ANN, ANN)), ANN) == Perspective(1, None)
    assert viewer_for(table_of("penguins", (ANN, ANN)), ANN) == Perspective(0, None)
