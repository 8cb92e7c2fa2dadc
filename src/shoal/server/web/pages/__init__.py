"""The pages, one module a kind: the lobby, a table, records, score pads, and what all of them need."""
