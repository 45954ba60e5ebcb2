"""Doors for research: Batch here, and one module for each tool; each is imported when it is asked for."""
