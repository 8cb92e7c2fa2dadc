"""The analysis board: any position of a game, or a board laid out by hand, and what the engine says about it.

It is a pure function of what the visitor sends: a record (options and moves, in the notation of docs/records.md) and
how many of its steps have been taken. It reads no table and keeps nothing, so every position has an address.

`position.py` reads and writes addresses, `board.py` replays a position, `acts.py` does what a button says,
`presenter.py` has the values of the page, and `engine_lines.py` those of what the engine says.
"""
