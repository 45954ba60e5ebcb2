from siegeworks.games import GAMES, Game

GAMES.setdefault("bluffstones", Game("bluffstones"))
