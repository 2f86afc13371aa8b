"""Attempts come slower and slower, up to a minute, and not all at the same moment."""

from random import Random

from unobot.networks.backoff import backoff


def test_attempts_come_slower_and_slower():
    random = Random(1)
    delays = [backoff(failures, random) for failures in range(30)]
    assert 0.8 <= delays[0] <= 1.0 and 0.8 <= delays[1] <= 1.0
    assert 1.6 <= delays[2] <= 2.0 and 3.2 <= delays[3] <= 4.0
    assert all(48 <= delay <= 60 for delay in delays[8:])
    assert len(set(delays)) == len(delays)
