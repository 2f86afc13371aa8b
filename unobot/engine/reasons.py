"""Why an action is refused. The value is the word that records and scripts see; the README lists them all."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    ROUND_OVER = "round_over"
    NOT_SEATED = "not_seated"
    NOT_YOUR_TURN = "not_your_turn"
    COLOR_OWED = "color_owed"
    NO_COLOR_OWED = "no_color_owed"
    NOT_HELD = "not_held"
    ONLY_ONE = "only_one"
    NOT_IDENTICAL = "not_identical"
    NO_DOUBLES = "no_doubles"
    NO_DOUBLE_WD4 = "no_double_wd4"
    NO_DOUBLE_AFTER_PICK = "no_double_after_pick"
    NO_MATCH = "no_match"
    DRAW_WAITS = "draw_waits"
    ONLY_PICKED_CARD = "only_picked_card"
    NOTHING_AFTER_PICK = "nothing_after_pick"
    WD4_NOT_ALLOWED = "wd4_not_allowed"
    NEEDS_PARTNER = "needs_partner"
    NO_PARTNER = "no_partner"
    UNKNOWN_PLAYER = "unknown_player"
    NOT_YOURSELF = "not_yourself"
    ALREADY_PICKED = "already_picked"
    MUST_PLAY = "must_play"
    PICK_FIRST = "pick_first"
    MUST_PLAY_PICKED = "must_play_picked"
    NOTHING_TO_CHALLENGE = "nothing_to_challenge"
    UNO_IS_AUTOMATIC = "uno_is_automatic"
    FALSE_UNO = "false_uno"
    FALSE_CATCH = "false_catch"
    NO_SECOND_CATCH = "no_second_catch"
    LEAVE_BETWEEN_ROUNDS = "leave_between_rounds"
    ALREADY_SEATED = "already_seated"
    LEFT_THIS_ROUND = "left_this_round"
    ELIMINATED = "eliminated"
    TABLE_FULL = "table_full"
    TOO_FEW_CARDS = "too_few_cards"
    UNREADABLE = "unreadable"


class Illegal(Exception):
    """An action that the rules refuse was carried out nevertheless; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason
