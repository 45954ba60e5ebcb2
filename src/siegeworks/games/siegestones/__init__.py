"""SiegeStones, by Patrick Matthews (Live Oak Games)."""

TITLE = "SiegeStones"
CREDIT = "designed by Patrick Matthews, published by Live Oak Games"
KIND = "stones and towers, all in the open"
MINUTES = 15
SEATS = (2, 3, 4)
SERIES = {"village": 10, "castle": 15, "city": 20, "fortress": 30}  # T-31, in towers
