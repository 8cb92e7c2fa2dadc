"""Assistants: programs that speak the Model Context Protocol play here against bots, each with the eyes of one seat.

`seated_table.py` is a table at which an assistant has a seat and bots have the others, `table_list.py` keeps a few of
them. `answers.py` says what an assistant is told of one, `coaching.py` what the coach tells it, `tools.py` names what
it may ask for, and `server.py` serves that over standard input and output or HTTP. Nothing here imports the SDK of the
protocol before a server is made, because that takes a second.
"""
