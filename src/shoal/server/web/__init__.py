"""The web pages: request context, forms, presenters, templates, static files and the live feed."""
