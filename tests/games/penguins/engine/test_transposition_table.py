"""Transposition tables: what is stored is found again, and a torn entry is not."""

import numpy as np

from shoal.games.penguins.engine.transposition_table import first_entry, hash_key, new_transposition_table, probe, store


def test_an_entry_is_found_by_its_key_alone() -> None:
    transpositions = new_transposition_table(4)
    key, other = hash_key(7, 1, 2), hash_key(7, 2, 1)
    assert key != other
    store(transpositions, key, 42, 0)
    assert probe(transpositions, key) == first_entry(transpositions, key) == 42
    assert probe(transpositions, other) == 0


def test_the_second_slot_keeps_what_is_in_the_first() -> None:
    transpositions = new_transposition_table(4)
    key = hash_key(7, 1, 2)
    same_place = key ^ 1 << 40
    store(transpositions, key, 42, 0)
    store(transpositions, same_place, 43, 1)
    assert (probe(transpositions, key), probe(transpositions, same_place)) == (42, 43)
    store(transpositions, same_place, 44, 0)
    assert (probe(transpositions, key), probe(transpositions, same_place)) == (0, 44)


def test_an_entry_torn_between_two_threads_is_not_found() -> None:
    transpositions = new_transposition_table(4)
    key = hash_key(7, 1, 2)
    store(transpositions, key, 42, 0)
    transpositions[np.flatnonzero(transpositions == 42)] = 43
    assert probe(transpositions, key) == 0
