"""Nobles and Peasants, by Yehuda Berlinger, for the SiegeStones set."""

TITLE = "Nobles and Peasants"
CREDIT = "designed by Yehuda Berlinger for the SiegeStones set by Live Oak Games"
KIND = "towers that see stones, all in the open after the Row is laid out"
MINUTES = 30
SEATS = (2, 3, 4)
