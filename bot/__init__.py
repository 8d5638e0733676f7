"""The application around the rules: client, service, presentation, local table, command line."""

__version__ = "0.2.0"
