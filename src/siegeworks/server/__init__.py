"""The server: tables that lose nothing and leak nothing. `siegeworks serve` runs it; docs/protocol.md is its wire."""
