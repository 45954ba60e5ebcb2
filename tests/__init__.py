"""The suite. It also plays a game that comes from another package: see `tests/sixth`."""

from tests.outside import install

install()
