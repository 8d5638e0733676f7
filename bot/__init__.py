"""The application around the rules: client, service, presentation, local table, command line."""
