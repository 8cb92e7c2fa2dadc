"""Two players: alpha-beta search with a transposition table.

`driver` deepens the search (iterative deepening, aspiration windows, threads), `search` is the search while penguins
move, `placement_search` while they are placed, and `entry` is what both keep in the transposition table.
"""
