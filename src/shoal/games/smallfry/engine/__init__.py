"""The engine of Small Fry: what a turn may still bring, and what that is worth for winning the match.

Start with `player.py`, the bot. `turnend.py` has the exact probabilities of how a turn ends, `belief.py`
what a player remembers, `sessions.py` the compiled game, and `match.py` what totals are worth.
"""
