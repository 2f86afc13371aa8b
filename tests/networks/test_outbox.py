"""The outbox: how fast, in which order, what is spared. Time is a number."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from unobot.networks.outbox import LONGEST_QUEUE, Outbox


def taken(outbox: Outbox[str], now: float) -> list[str]:
    """All that may go now."""
    items = []
    while (one := outbox.take(now)) is not None:
        items.append(one[1])
    return items


def test_a_burst_and_then_one_a_second() -> None:
    outbox: Outbox[str] = Outbox(5, 1.0)
    for number in range(20):
        outbox.put("#uno", [str(number)])
    assert taken(outbox, 0.0) == ["0", "1", "2", "3", "4"]
    assert outbox.wait(0.0) == 1.0
    assert taken(outbox, 0.9) == []
    assert taken(outbox, 1.0) == ["5"]
    assert taken(outbox, 3.5) == ["6", "7"]
    assert taken(outbox, 1000.0) == ["8", "9", "10", "11", "12"]


def test_what_goes_past_the_queues_counts() -> None:
    outbox: Outbox[str] = Outbox(2, 1.0)
    outbox.put("#uno", ["a"])
    outbox.spend(0.0, 3)
    assert taken(outbox, 1.5) == []
    assert taken(outbox, 2.0) == ["a"]


def test_channels_take_turns() -> None:
    outbox: Outbox[str] = Outbox(100, 1.0)
    for number in range(3):
        outbox.put("#busy", [f"busy {number}"])
    outbox.put("#quiet", ["quiet"])
    assert taken(outbox, 0.0) == ["busy 0", "quiet", "busy 1", "busy 2"]


def test_the_own_answer_goes_first_but_not_all_the_time() -> None:
    outbox: Outbox[str] = Outbox(100, 1.0)
    outbox.put("#uno", ["a"])
    outbox.put("#den", ["b"])
    for number in range(3):
        outbox.put("ann", [f"answer {number}"], answer=True)
    assert taken(outbox, 0.0) == ["answer 0", "a", "answer 1", "b", "answer 2"]


def test_order_is_kept_for_each_person() -> None:
    outbox: Outbox[str] = Outbox(100, 1.0)
    outbox.put("ann", ["reminder"])
    outbox.put("ann", ["answer"], answer=True)
    assert taken(outbox, 0.0) == ["reminder", "answer"]


def test_a_newer_hand_replaces_one_that_waits() -> None:
    outbox: Outbox[str] = Outbox(100, 1.0)
    outbox.put("ann", ["old", "old, second half"], key="hand", answer=True)
    outbox.put("ann", ["other table"], key="hand of another table")
    outbox.put("ann", ["new"], key="hand")
    outbox.put("#uno", ["said"])
    assert taken(outbox, 0.0) == ["other table", "said", "new"]


def test_a_hand_that_is_half_out_is_finished() -> None:
    outbox: Outbox[str] = Outbox(1, 1.0)
    outbox.put("ann", ["first half", "second half"], key="hand")
    assert taken(outbox, 0.0) == ["first half"]
    outbox.put("ann", ["new"], key="hand")
    assert taken(outbox, 1.0) == ["second half"]
    assert taken(outbox, 2.0) == ["new"]


def test_lines_that_wait_are_combined() -> None:
    outbox: Outbox[str] = Outbox(1, 1.0, lambda a, b: f"{a} {b}" if len(a + b) < 8 else None)
    for text in ("one", "two", "three", "four"):
        outbox.put("#uno", [text])
    assert [taken(outbox, float(second)) for second in range(4)] == [["one two"], ["three"], ["four"], []]


def test_the_newer_line_may_stand_for_both() -> None:
    outbox: Outbox[str] = Outbox(1, 1.0, lambda a, b: b if a.islower() and b.islower() else None)
    for text in ("old move", "newer move", "NEWS", "move", "newest move"):
        outbox.put("#uno", [text])
    assert [taken(outbox, float(second)) for second in range(4)] == [["newer move"], ["NEWS"], ["newest move"], []]


def test_a_channel_on_hold_keeps_its_lines() -> None:
    outbox: Outbox[str] = Outbox(100, 1.0)
    outbox.hold("#uno")
    outbox.put("#uno", ["a"])
    outbox.put("#den", ["b"])
    assert taken(outbox, 0.0) == ["b"]
    assert outbox.wait(0.0) is None
    outbox.release("#uno")
    assert taken(outbox, 0.0) == ["a"]


def test_what_waits_goes_along_with_its_person() -> None:
    outbox: Outbox[str] = Outbox(100, 1.0)
    outbox.put("ann", ["a"])
    outbox.put("annie", ["b"])
    outbox.rename("ann", "annie")
    assert outbox.take(0.0) == ("annie", "a")
    assert outbox.take(0.0) == ("annie", "b")


def test_nothing_grows_without_end() -> None:
    outbox: Outbox[int] = Outbox(1, 1.0)
    for number in range(10_000):
        outbox.put("#uno", [number], answer=number % 2 == 0)
    assert len(outbox) == LONGEST_QUEUE
    outbox.clear()
    assert outbox.wait(0.0) is None and len(outbox) == 0


PUTS = st.lists(st.tuples(st.sampled_from(["#a", "#b", "ann", "bob"]), st.booleans()), max_size=30)


@given(puts=PUTS, burst=st.integers(1, 6), rate=st.floats(0.1, 10), steps=st.lists(st.floats(0, 5), max_size=30))
def test_never_faster_nothing_lost_order_kept(
    puts: list[tuple[str, bool]], burst: int, rate: float, steps: list[float]
) -> None:
    outbox: Outbox[tuple[str, int]] = Outbox(burst, rate)
    for number, (queue, answer) in enumerate(puts):
        outbox.put(queue, [(queue, number)], answer=answer)
    now, sent = 0.0, []
    for step in [0.0, *steps]:
        now += step
        while (one := outbox.take(now)) is not None:
            sent.append(one[1])
            assert len(sent) <= burst + now * rate + 1e-6
    assert len(sent) + len(outbox) == len(puts)
    assert all(count == 1 for count in Counter(sent).values())
    for queue in {queue for queue, _ in puts}:
        numbers = [number for name, number in sent if name == queue]
        assert numbers == sorted(numbers)
