"""How the database became what it is: one file a revision in `versions/`, each run once, in order.

A revision that was ever released is never edited; a change of `shoal.store.schema` is a new file beside
the others, and the tests compare the outcome with the schema.
"""
