"""Starting: the command line, the connection to Discord, the local table."""
