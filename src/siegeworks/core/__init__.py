"""What all games share: the board, cards, luck, compiled code, and the way to any game's rules."""
