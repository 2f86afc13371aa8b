"""Options and fixtures of the whole test run."""

import os
import tempfile
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")


def pytest_addoption(parser):
    parser.addoption("--rewrite", action="store_true", help="write golden files anew instead of comparing with them")


@pytest.fixture
def quick_path():
    """A folder for database files that are committed to thousands of times: in memory where there is such a place.

    The files are real ones, and what a killed process leaves there is what it would leave on a disk.
    """
    where = MEMORY if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=where) as folder:
        yield Path(folder)
