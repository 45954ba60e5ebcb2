"""What all games share: the board, cards, luck, compiled code, and the doors to any game's rules."""
