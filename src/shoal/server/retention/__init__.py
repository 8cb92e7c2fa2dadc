"""What is kept for how long, and how somebody leaves for good.

`periods.py` has the settings, `rounds.py` deletes in the background what is out of date, and `archive.py` writes it to
a file first if that is wanted. `person_deletion.py` deletes a person with what is theirs. Which rows the rule means,
and how they are deleted, is in the store: `retention_queries.py`, `person_deletion.py`.
"""
