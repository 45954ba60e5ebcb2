"""BluffStones, by Jeff Morrow (Cromulent Games)."""

TITLE = "BluffStones"
CREDIT = "designed by Jeff Morrow, published by Cromulent Games, after SiegeStones by Patrick Matthews"
KIND = "stones, towers and secret bids"
MINUTES = 20
SEATS = (2, 3)
