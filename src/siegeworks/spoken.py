"""What a match says: what happened, how it ended, and what there is to decide, as sentences."""

from __future__ import annotations

from siegeworks import lines, prompts, standing
from siegeworks.core.phrases import Sentence, said
from siegeworks.lines import Event
from siegeworks.sentences import render


class Spoken(standing.Standing):
    """A match in sentences: each as data, and in words by the method that begins with `say`."""

    # What happened

    def sentence(self, event: Event) -> Sentence:
        """An event as a sentence in no language yet."""
        return lines.sentence(self.game, event)

    def say(self, event: Event, language: str = "en") -> str:
        """An event in one sentence, without its rule."""
        return render(self.sentence(event), language)

    def result_sentence(self) -> Sentence | None:
        """The result as a sentence in no language yet; None while the match goes on."""
        found = self.result
        return found and lines.ending_sentence(self.game, found, self.ending, self.last_leaver)

    def say_result(self, language: str = "en") -> str | None:
        """The result in one sentence, the winners' points first; None while the match goes on."""
        found = self.result_sentence()
        return None if found is None else render(found, language)

    # What to do

    def prompt(self, seat: int | None = None) -> Sentence:
        """What a seat is asked to decide now, or for whom it, or a spectator (None), waits: from its view alone."""
        self._check_reader(seat)
        if self.to_move is None:
            return said("turn-over")
        if self.to_move == "chance":
            return said("await-draw", self.game.words.CHANCE_RULE)
        legal = self.legal_numbers() if seat == self.to_move else []
        return prompts.prompt(self.game, self.seen(seat), seat, self.awaited(), legal)

    def say_prompt(self, seat: int | None = None, language: str = "en") -> str:
        """The same in words."""
        return render(self.prompt(seat), language)
