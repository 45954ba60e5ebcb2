"""Siege, by Peter Cobcroft."""

TITLE = "Siege"
CREDIT = "designed by Peter Cobcroft"
KIND = "cards: tricks, cities and sieges, with hidden hands"
MINUTES = 60
SEATS = (2, 3, 4, 5, 6)
