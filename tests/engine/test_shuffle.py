"""Chance from a seed: test vectors, checked against a second implementation written from the description alone."""

from hashlib import sha256
from itertools import count, islice

import pytest

from unobot.engine.cards import DECK
from unobot.engine.deal import choose_dealer, deal
from unobot.engine.rules import PRESETS, Rules
from unobot.engine.shuffle import below, blocks, fingerprint, round_seed, seed_of, shuffled

ZERO, ONES = bytes(32), b"\xff" * 32
SEEDS = [ZERO, ONES, bytes(range(32)), sha256(b"unobot").digest()]
each_seed = pytest.mark.parametrize("seed", SEEDS, ids=["zeros", "ones", "counting", "hashed"])


def reference_bytes(seed, purpose):
    for block in count():
        yield from sha256(seed + purpose.encode() + block.to_bytes(4, "big")).digest()


def reference_below(n, source):
    return next(byte % n for byte in source if byte < 256 // n * n)


def reference_shuffle(items, seed, purpose):
    items, source = list(items), reference_bytes(seed, purpose)
    for last in range(len(items) - 1, 0, -1):
        other = reference_below(last + 1, source)
        items[last], items[other] = items[other], items[last]
    return items


class TestBlocks:
    def test_the_first_block_is_a_hash(self):
        first = next(blocks(ZERO, "test"))
        assert first == sha256(ZERO + b"test" + bytes(4)).digest()
        assert first.hex() == "c4eeed54bba0ee41284d7dc595aa90eb462d5a738c8f2523f840792dbab573a3"

    def test_the_next_blocks_count_on(self):
        _, second, third = islice(blocks(ZERO, "test"), 3)
        assert second == sha256(ZERO + b"test" + b"\x00\x00\x00\x01").digest()
        assert third == sha256(ZERO + b"test" + b"\x00\x00\x00\x02").digest()

    @each_seed
    def test_many_blocks(self, seed):
        assert b"".join(islice(blocks(seed, "x"), 300)) == bytes(islice(reference_bytes(seed, "x"), 9600))

    def test_purpose_and_seed_matter(self):
        starts = {next(blocks(seed, purpose)) for seed in SEEDS for purpose in ("a", "b", "")}
        assert len(starts) == 12


class TestBelow:
    @pytest.mark.parametrize("n", range(1, 257))
    def test_every_n(self, n):
        purposes = [f"number {each}" for each in range(30)]
        expected = [reference_below(n, reference_bytes(ZERO, purpose)) for purpose in purposes]
        assert [below(n, ZERO, purpose) for purpose in purposes] == expected

    def test_a_byte_past_the_last_whole_ten_is_skipped(self):
        """Written down, so that it does not depend on the second implementation."""
        first, second, *_ = next(blocks(ZERO, "dealer 57"))
        assert (first, second) == (253, 113)
        assert below(10, ZERO, "dealer 57") == 3
        assert below(256, ZERO, "dealer 57") == 253


class TestShuffled:
    @each_seed
    @pytest.mark.parametrize("size", [0, 1, 2, 3, 10, 107, 108])
    def test_against_the_description(self, seed, size):
        assert shuffled(range(size), seed, "shuffle 0") == reference_shuffle(range(size), seed, "shuffle 0")

    @each_seed
    def test_nothing_is_lost_and_the_source_is_left_alone(self, seed):
        items = list(range(108))
        assert sorted(shuffled(items, seed, "shuffle 0")) == items == list(range(108))

    @pytest.mark.parametrize(
        "seed, purpose, first",
        [
            (ZERO, "shuffle 0", "b8 b2 y+2 g9 y2 r6 r3 y+2 r+2 g3 y6 b6"),
            (ZERO, "shuffle 1", "b+2 w r4 gs rr b8 g3 b1 r1 yr y+2 g1"),
            (ONES, "shuffle 0", "g1 yr r9 ys gr wd4 g2 g3 b2 y9 g5 wd4"),
            (ONES, "shuffle 1", "g1 gs b+2 y9 y5 b0 r2 g2 w g4 y4 rs"),
            (bytes(range(32)), "shuffle 0", "g1 y5 b6 b+2 g7 y8 r+2 b1 b3 y5 r7 gs"),
            (bytes(range(32)), "shuffle 1", "wd4 r9 b5 b3 r1 y1 r0 y6 g8 r6 r4 b3"),
            (sha256(b"unobot").digest(), "shuffle 0", "gr g5 gs g3 g+2 r6 y1 r+2 w b7 y3 b2"),
            (sha256(b"unobot").digest(), "shuffle 1", "b8 w y3 g6 r5 r7 gs w r+2 b9 yr b4"),
        ],
    )
    def test_vectors(self, seed, purpose, first):
        """The first cards of the deck: written down, so that a change that both programs share shows too."""
        deck = " ".join(card.code for card in shuffled(DECK, seed, purpose))
        assert deck.startswith(first + " ")
        assert deck == " ".join(card.code for card in reference_shuffle(DECK, seed, purpose))


class TestTheDeal:
    """Hands and first card from the shuffle numbered 0: one card at a time, beginning after the dealer."""

    @each_seed
    @pytest.mark.parametrize("players", [2, 3, 10])
    def test_from_the_deck_in_order(self, seed, players):
        game, _ = deal(PRESETS["classic"].rules, range(1, players + 1), seed, dealer=1)
        deck = reference_shuffle(DECK, seed, "shuffle 0")
        for place, seat in enumerate([*range(2, players + 1), 1]):
            assert game.hands[seat][:7] == deck[place : 7 * players : players]
        assert game.discard == [deck[7 * players]]

    def test_written_down(self):
        game, _ = deal(PRESETS["irc"].rules, (1, 2, 3), ZERO, dealer=1)
        shown = {seat: " ".join(card.code for card in hand) for seat, hand in game.hands.items()}
        assert shown == {
            1: "y+2 r6 r+2 b6 y8 g2 g6",
            2: "b8 g9 r3 g3 g5 bs y5",
            3: "b2 y2 y+2 y6 b9 r5 g5",
        }
        assert game.top.code == "r8"


class TestDealer:
    @each_seed
    @pytest.mark.parametrize("players", range(2, 11))
    def test_random(self, seed, players):
        seats = range(11, 11 + players)
        expected = seats[reference_below(players, reference_bytes(seed, "dealer"))]
        assert choose_dealer(Rules(dealer="random"), seats, seed) == (expected, [])

    def test_random_written_down(self):
        chosen = [choose_dealer(Rules(dealer="random"), "abcd", seed)[0] for seed in SEEDS]
        assert chosen == ["c", "a", "c", "c"]

    def test_random_can_be_anyone(self):
        chosen = {choose_dealer(Rules(dealer="random"), range(4), bytes([n] * 32))[0] for n in range(100)}
        assert chosen == {0, 1, 2, 3}

    @pytest.mark.parametrize("number", range(40))
    @pytest.mark.parametrize("players", [2, 3, 10])
    def test_highest_card(self, number, players):
        """Everyone draws from the shuffle `dealer 0`, the tied alone from `dealer 1`, and so on."""
        seed = bytes([number] * 32)
        tied, draws = list(range(1, players + 1)), []
        while len(tied) > 1:
            deck = reference_shuffle(DECK, seed, f"dealer {len(draws)}")
            draws.append([(seat, deck[place]) for place, seat in enumerate(tied)])
            highest = max(card.points for _, card in draws[-1])
            tied = [seat for seat, card in draws[-1] if card.points == highest]
        assert choose_dealer(Rules(dealer="highest_card"), range(1, players + 1), seed) == (tied[0], draws)

    @pytest.mark.parametrize(
        "seed, dealer, draws",
        [
            pytest.param("seed 1", "d", ["a:r2 b:y3 c:g4 d:b7"], id="no tie"),
            pytest.param("seed 0", "b", ["a:g1 b:yr c:g7 d:bs", "b:b7 d:g5"], id="a tie: only the tied draw again"),
            pytest.param("seed 89", "a", ["a:gs b:b5 c:rr d:g3", "a:g3 c:b3", "a:y4 c:b3"], id="two ties"),
        ],
    )
    def test_highest_card_written_down(self, seed, dealer, draws):
        chosen, drawn = choose_dealer(Rules(dealer="highest_card"), "abcd", seed_of(seed))
        shown = [" ".join(f"{seat}:{card.code}" for seat, card in draw) for draw in drawn]
        assert (chosen, shown) == (dealer, draws)

    def test_the_cards_go_back_before_the_shuffle(self):
        rules = PRESETS["classic"].rules
        dealer, _ = choose_dealer(rules, (1, 2), ZERO)
        game, _ = deal(rules, (1, 2), ZERO, dealer)
        assert sorted(
            card.rank for card in [*game.hands[1], *game.hands[2], *game.draw, *(card.face for card in game.discard)]
        ) == [card.rank for card in DECK]


class TestReshuffles:
    def test_each_shuffle_of_a_round_is_another(self):
        assert shuffled(DECK, ZERO, "shuffle 0") != shuffled(DECK, ZERO, "shuffle 1")


class TestSeedOf:
    @pytest.mark.parametrize("text", ["00" * 32, "9f" * 32, "AB" * 32, "aBcDeF0123456789" * 4])
    def test_64_hexadecimal_digits_are_the_seed(self, text):
        assert seed_of(text) == bytes.fromhex(text)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "friday",
            "0" * 63,
            "0" * 65,
            "0" * 63 + "g",
            "0" * 64 + "\n",
            " " + "0" * 63,
            "٠" * 64,
            "käse",
            "0x" + "0" * 62,
        ],
    )
    def test_anything_else_is_hashed(self, text):
        assert seed_of(text) == sha256(text.encode()).digest()

    def test_also_what_cannot_be_encoded(self):
        assert seed_of("\udcff") == sha256(b"\xed\xb3\xbf").digest()

    def test_written_down(self):
        assert seed_of("friday").hex() == "1a79668eac4051a9128b81c116007d1b41ce17828d7722afc9746699f4e817b8"


class TestFairness:
    def test_fingerprint(self):
        assert fingerprint(ZERO) == sha256(ZERO).hexdigest()[:32]
        assert fingerprint(ZERO) == "66687aadf862bd776c8fc18b8e9f8e20"

    @pytest.mark.parametrize(
        "words, number, text",
        [
            pytest.param([], 1, "{}\n1", id="nobody gave a word"),
            pytest.param(["lucky"], 1, "{}\nlucky\n1", id="a word"),
            pytest.param(["lucky", "käse"], 12, "{}\nlucky\nkäse\n12", id="two words, round 12"),
        ],
    )
    def test_round_seed(self, words, number, text):
        secret = bytes(range(32))
        assert round_seed(secret, words, number) == sha256(text.format(secret.hex()).encode()).digest()

    def test_round_seed_written_down(self):
        assert (
            round_seed(ZERO, ["lucky"], 2).hex() == "1a6ac4f0c70dd49a89fe3de68122c110a2c26098d3520c78bda6ec6073f62fac"
        )

    def test_every_part_counts(self):
        seeds = {
            round_seed(secret, words, n) for secret in (ZERO, ONES) for words in (["a"], ["b"], []) for n in (1, 2)
        }
        assert len(seeds) == 12
