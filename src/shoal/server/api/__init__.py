"""The API: the web table for programs. Everything under `/api`, described by `/api/openapi.json`.

`shapes.py` says what goes in and out, `showing.py` makes it from a table's views, `tables.py` and `house.py`
are the addresses. Rules and rights are the hall's: nothing is decided here.
"""

from shoal.server.api.openapi import describe
from shoal.server.api.router import api_router

__all__ = ["api_router", "describe"]
