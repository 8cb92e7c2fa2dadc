"""Tables: one service that runs every command, snapshots of the event log, bots and clocks.

Begin with `service.py`. A command (`commands.py`) goes through the service to a `LiveTable`, which checks it and
appends an event (`events.py`) to the log. A `TableSnapshot` is what the events so far add up to. `scheduler.py` does
what happens without a command from outside: bots think (`bot_workers.py`), clocks run out (`clocks.py`), agreements
are carried out. `access.py` decides who may see what. Nothing in here knows of pages, the API or cookies.

Five counters tell how far a table has come. Only the first two are about the game:

- `revealed_count`, of the core's `Table`: how many moves everybody may know; sealed choices are not counted.
- `position_id`: the `version` after which the position that everybody sees last changed. A step names the
  `position_id` that it answers (`moment` in forms and in the API), and is refused when the table is past it.
- `event_number`: the number of the latest event in the log. It grows with everything that happens, and stays inside:
  others could tell from it how often a seat has replaced its sealed choice.
- `version`: how many events there were that everybody may know of. It grows with sealed choices and agreements, and not
  when a seat replaces its sealed choice.
- `page_version`: `version`, the number of spectators, and whether the bots have less time than usual (`mark` on pages
  and in feeds); on the pages of a seat that has replaced its sealed choice, also how often, and on those of a seat that
  has taken a hint, whether it is found. It changes with everything that a person's page shows.
"""
