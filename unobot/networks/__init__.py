"""Bytes and library objects on one side, the values of chat.ports on the other: input and output only."""
