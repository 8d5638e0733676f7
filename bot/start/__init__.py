"""Starting: the command line, settings, logs, the connection to Discord, the local table."""
