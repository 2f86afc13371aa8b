"""UNO for chat: one engine, many tables, on IRC, on Discord and in the terminal."""

__version__ = "0.1.0"
