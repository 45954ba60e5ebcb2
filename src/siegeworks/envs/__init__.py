"""Adapters for research: Batch, and one module for each library; each is imported only when it is asked for."""
