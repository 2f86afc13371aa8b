"""How strong somebody is, estimated from who won against whom (openskill's Plackett-Luce model). No SQL, no names.

A round says who won, and hardly more: the winner comes first, everybody else is tied behind, and who left comes last.
The model takes a tie for a sign of equal strength and leavers for beaten opponents, so on its own it may raise
somebody who lost beside stronger players or beside leavers. People would not understand that, hence one rule on top:
who won is never shown lower afterwards, who lost never higher.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

WINNER, LOSER, LEAVER = 1, 2, 3  # ranks: lower is better

# What is shown is a cautious estimate (three deviations below the mean), so that one lucky win does not lead a board.
# The scale makes newcomers begin at 1000, and an ordinary player who is well known stand near 1450.
START, STEP, CAUTION = 1000.0, 24.0, 3.0

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """A belief about somebody's strength: its mean and its deviation."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def cautious(self) -> float:
        return self.mu - CAUTION * self.sigma

    @property
    def shown(self) -> float:
        return START + STEP * self.cautious


def rate(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a round, in the same order. A round that set nobody apart changes nothing."""
    if len(set(ranks)) < 2:
        return list(before)
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        _kept_in_bounds(old, Rating(new.mu, new.sigma), rank)
        for old, (new,), rank in zip(before, after, ranks, strict=True)
    ]


def _kept_in_bounds(old: Rating, new: Rating, rank: int) -> Rating:
    same = old.cautious + CAUTION * new.sigma  # the mean with which nothing would change for those who look at it
    return Rating(max(new.mu, same) if rank == WINNER else min(new.mu, same), new.sigma)
