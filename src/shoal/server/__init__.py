"""The web table: a server for people, with pages, and for programs, with an API. It knows no game by name.

Start with `app.py`, which puts it together. `tables/` runs the tables, `web/` serves the pages, `api/` serves
programs, and `security/` checks who sends a request and whether it may pass.
"""
