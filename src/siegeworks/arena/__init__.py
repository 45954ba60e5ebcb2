"""The arena: bots play each other, paired and rotated, and what that shows is told with its uncertainty.

Needs the extra `siegeworks[arena]`. `Contest` says who plays whom, `play_contest` plays, `summary` tells.
"""
