"""Slow, plain versions of the rules, written from the rules sheets alone, to check the engine against."""
