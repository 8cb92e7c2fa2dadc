"""The HTTP API: the web table for programs. It serves everything under `/api`; `/api/openapi.json` describes it.

`schemas.py` defines requests and responses, `serializers.py` makes responses from views of a table, and `tables.py`
and `meta.py` handle the addresses. The table service decides what is legal and who may do it; nothing is decided here.
"""

from shoal.server.api.openapi import openapi_config
from shoal.server.api.router import api_router

__all__ = ["api_router", "openapi_config"]
