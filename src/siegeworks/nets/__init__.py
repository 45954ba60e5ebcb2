"""Nets that teach themselves a game by playing it: self-play, learning, checkpoints. Needs the extra `[train]`.

Nothing else imports this package. What a trained net needs to play is in `siegeworks.bots.net`.
"""
