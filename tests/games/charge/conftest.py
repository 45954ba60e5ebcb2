"""Charge is known to these tests whether or not it is on the list of games yet."""

from siegeworks.games import GAMES, Game

GAMES.setdefault("charge", Game("charge"))
