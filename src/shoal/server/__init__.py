"""The web table: play in a browser or through the API, alone, against bots or with others.

Start with `app.py`, which puts the application together. There are four rooms, and imports go one way: `api/` (JSON for
programs) → `web/` (pages for people) → `security/` (who sends a request, and may they?) and `tables/` (every command,
the event log, bots and clocks). `security` and `tables` do not know each other.
"""
