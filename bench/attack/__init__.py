"""The attack on a server: what it must not tell, whom it must not starve, what it must not keep for ever.

Each part is a module with `attack`, which returns what did not hold. `python -m bench.attack` runs them all.
"""
