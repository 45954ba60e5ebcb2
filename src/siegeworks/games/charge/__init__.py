"""SiegeStones Charge!, by Patrick Matthews (Live Oak Games)."""

TITLE = "SiegeStones Charge!"
CREDIT = "designed by Patrick Matthews, published by Live Oak Games"
KIND = "stones that charge towers, all in the open"
MINUTES = 30
SEATS = (2, 3)
