"""A history checker: random clients at several servers on one database, while everything dies and comes back.

Clients note what they sent, were answered and were shown (`notes`, `clients`, `groups`). Meanwhile servers, the
database and connections are killed, stopped and cut (`faults`). Afterwards each table's stored events must be one order
that all notes agree with (`check`). `python -m tests.server.history --minutes 30` runs it.
"""
