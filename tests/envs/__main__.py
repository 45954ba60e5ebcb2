"""Writes the page of observations and actions."""

from tests.envs.tables import PAGE, page

PAGE.write_text(page(), encoding="utf-8")
