"""UNO for chat: one engine, many tables, on IRC, on Discord and in the terminal."""

__version__ = "0.1.0"


class Mistake(Exception):
    """Something that whoever runs the program can put right; the command line prints the sentence and ends with 2."""
