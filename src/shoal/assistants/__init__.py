"""Assistants: programs that speak the Model Context Protocol play here, each with the eyes of one seat.

`seated_table.py` is a table as an assistant meets it: against bots in this process (`local_table.py`), or at a server
(`joined_table.py`, through `server_api.py`). `table_list.py` keeps a few of them. `answers.py` says what an assistant
is told of one, `coaching.py` what the coach tells it of a game that is over, `tools.py` has what it may ask for, and
`server.py` serves that over standard input and output or HTTP. Only the last two import the SDK of the protocol, which
takes a second.
"""
