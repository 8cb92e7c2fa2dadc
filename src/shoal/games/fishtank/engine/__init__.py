"""The engine of Fish Tank: which card to take, and where it goes.

Start with `player.py`, the bot; `levels.toml` has its five levels and `settings.py` what they may change.
`ways.py` lists the ways to go on with what each promises at a glance, `contest.py` plays imagined games after
the best of them. Below are kernels: `book.py` turns a deck into tables, `scoring.py` counts points, `hopes.py`
weighs what a tank may still become, `habits.py` plays by that at once, `endings.py` places last cards,
`rollouts.py` plays games to their end, `trials.py` compares ways by them. `tanks.py` leads from the rules'
tanks to the kernels' arrays.
"""
