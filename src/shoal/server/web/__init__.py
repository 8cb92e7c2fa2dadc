"""The web pages: request context, forms, presenters, templates and static files."""
