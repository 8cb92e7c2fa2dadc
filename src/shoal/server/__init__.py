"""The web table: pages, live feed, templates and static files. It knows no game by name.

Start with `app.py`, which puts it together, then `hall.py`, where the tables are.
"""
