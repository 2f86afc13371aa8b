"""Golden transcripts: what people typed, what the channel heard and what each was told in private.

Every transcript must come out exactly as it is written, and again with the bot killed and restored after any of its
lines. `pytest tests/chat/test_transcripts.py --rewrite` writes down what the bot says now; read the difference before
you keep it.
"""

from pathlib import Path

import pytest

from tests.chat.stage import inputs, play

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))


@pytest.fixture(params=TRANSCRIPTS, ids=lambda path: path.stem)
def transcript(request):
    return request.param


def test_the_transcript_comes_out_as_written(transcript, quick_path, request):
    written = transcript.read_text(encoding="utf-8")
    played = play(written, quick_path / "unobot.db")
    if request.config.getoption("--rewrite"):
        transcript.write_text(played, encoding="utf-8")
    else:
        assert played == written


def test_the_rest_is_the_same_after_a_crash_at_any_line(transcript, quick_path):
    written = transcript.read_text(encoding="utf-8")
    for number in range(inputs(written)):
        assert play(written, quick_path / f"{number}.db", kill_after=number) == written, f"killed after line {number}"
