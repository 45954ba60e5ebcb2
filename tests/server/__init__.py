"""The server, as people and programs meet it: over real sockets, with real files, and killed for real."""
