"""The options: what each may be, how it is typed, what refuses a bad value; the presets, cell by cell."""

from dataclasses import asdict, replace

import pytest

from unobot.engine.rules import (
    OPTIONS,
    PRESETS,
    Preset,
    Rules,
    RulesError,
    allowed,
    choices,
    find_preset,
    from_text,
    meaning,
    to_text,
)

# Section 2 of rules.md.
VALUES = {
    "players_max": "2-10",
    "hand_size": "1-15",
    "dealer": "random highest_card",
    "first_wild": "redraw next_chooses dealer_chooses",
    "first_wd4": "redraw dealer_plays",
    "first_reverse": "dealer_starts as_played",
    "stacking": "none progressive same any war",
    "double_play": "on off",
    "double_reverse": "again passes",
    "wd4_when": "always no_color no_other",
    "wd4_check": "challenge enforce",
    "challenge_penalty": "0-10",
    "uno_call": "auto call",
    "uno_enforcement": "catch automatic",
    "uno_penalty": "0-10",
    "false_catch_penalty": "0-10",
    "false_uno_penalty": "0-10",
    "after_draw": "drawn_card any_card keep",
    "must_play_drawn": "on off",
    "drawn_wd4": "on off",
    "draw_until_playable": "on off",
    "force_play": "on off",
    "reverse_two": "skip reverse",
    "seven_zero": "on off",
    "jump_in": "on off",
    "no_u": "on off",
    "out_of_turn_penalty": "0-10",
    "illegal_play_penalty": "0-10",
    "turn_seconds": "0-86400",
    "afk_turns": "0-20",
    "scoring": "winner_takes own_hand",
    "min_points": "0-500",
    "target": "0-10000",
    "last_draw_counts": "on off",
    "leave": "any_time between_rounds",
    "one_table": "on off",
}
NUMBERS = {
    name: tuple(int(end) for end in text.split("-")) for name, text in VALUES.items() if text.replace("-", "").isdigit()
}
WORDS = {name: text.split() for name, text in VALUES.items() if name not in NUMBERS}
SWITCHES = [name for name, words in WORDS.items() if words == ["on", "off"]]
CHOICES = [name for name in WORDS if name not in SWITCHES]

# An option that another one excludes in the default rules, with what makes room for it.
MAKING_ROOM = {("no_u", "on"): {"stacking": "none"}, ("after_draw", "keep"): {"must_play_drawn": False}}


def every_value(name):
    """What an admin can type for an option; of a long range the ends and what lies next to them."""
    if name in WORDS:
        return WORDS[name]
    low, high = NUMBERS[name]
    return [str(n) for n in range(low, high + 1) if high - low <= 20 or n <= low + 1 or n >= high - 1]


def rules_with(name, value, text):
    return Rules(**{name: value} | MAKING_ROOM.get((name, text), {}))


class TestEveryOption:
    def test_they_are_those_of_the_specification(self):
        assert list(OPTIONS) == list(VALUES)
        assert list(asdict(Rules())) == list(VALUES)

    @pytest.mark.parametrize("name", VALUES)
    def test_has_a_meaning_of_one_line(self, name):
        assert len(meaning(name)) > 5
        assert "\n" not in meaning(name)

    def test_no_two_have_the_same_meaning(self):
        assert len({meaning(name) for name in VALUES}) == len(VALUES)

    @pytest.mark.parametrize("name", NUMBERS)
    def test_a_number_says_its_range(self, name):
        low, high = NUMBERS[name]
        assert allowed(name) == f"a whole number from {low} to {high}"
        assert choices(name) == ()

    @pytest.mark.parametrize("name", SWITCHES)
    def test_a_switch_says_on_or_off(self, name):
        assert allowed(name) == "on or off"
        assert choices(name) == ("on", "off")

    @pytest.mark.parametrize("name", CHOICES)
    def test_a_choice_names_all_its_values(self, name):
        assert choices(name) == tuple(WORDS[name])
        assert allowed(name).replace(" or ", ", ").split(", ") == WORDS[name]

    def test_how_choices_are_joined(self):
        assert allowed("uno_call") == "auto or call"
        assert allowed("stacking") == "none, progressive, same, any or war"

    @pytest.mark.parametrize("name, text", [(name, text) for name in VALUES for text in every_value(name)])
    def test_every_value_can_be_typed_held_and_shown(self, name, text):
        value = from_text(name, text)
        rules = rules_with(name, value, text)
        assert getattr(rules, name) == value
        assert type(value) is type(getattr(Rules(), name))
        assert to_text(value) == text

    @pytest.mark.parametrize("name", NUMBERS)
    def test_numbers_are_numbers(self, name):
        low, high = NUMBERS[name]
        assert (from_text(name, str(low)), from_text(name, str(high))) == (low, high)

    @pytest.mark.parametrize("name", SWITCHES)
    def test_switches_have_other_words_too(self, name):
        assert [from_text(name, word) for word in ("on", "yes", "true")] == [True] * 3
        assert [from_text(name, word) for word in ("off", "no", "false")] == [False] * 3

    @pytest.mark.parametrize(
        "name, typed, value",
        [
            pytest.param("stacking", "WAR", "war", id="capitals"),
            pytest.param("stacking", "  same ", "same", id="blanks around it"),
            pytest.param("after_draw", "any-card", "any_card", id="a hyphen"),
            pytest.param("wd4_when", "No-Color", "no_color", id="a hyphen and capitals"),
            pytest.param("double_play", " On ", True, id="a switch"),
            pytest.param("hand_size", " 09 ", 9, id="a leading zero"),
        ],
    )
    def test_typed_carelessly(self, name, typed, value):
        assert from_text(name, typed) == value


def sentence(name, shown):
    return f"{name} cannot be {shown}: it must be {allowed(name)}"


class TestBadValues:
    @pytest.mark.parametrize("name", NUMBERS)
    @pytest.mark.parametrize("past", ["below", "above"])
    def test_out_of_range(self, name, past):
        low, high = NUMBERS[name]
        value = low - 1 if past == "below" else high + 1
        with pytest.raises(RulesError) as refused:
            Rules(**{name: value})
        assert str(refused.value) == sentence(name, value)

    @pytest.mark.parametrize("name", NUMBERS)
    def test_out_of_range_and_typed(self, name):
        with pytest.raises(RulesError) as refused:
            from_text(name, str(NUMBERS[name][1] + 1))
        assert str(refused.value) == sentence(name, NUMBERS[name][1] + 1)

    @pytest.mark.parametrize("name, typed", [("target", "-1"), ("stacking", "no-stacking"), ("jump_in", "on-off")])
    def test_the_value_is_named_as_it_was_typed(self, name, typed):
        with pytest.raises(RulesError) as refused:
            from_text(name, typed)
        assert str(refused.value) == sentence(name, typed)

    @pytest.mark.parametrize("name", VALUES)
    @pytest.mark.parametrize("typed", ["", "maybe", "1.5", "-1", "99999", "9" * 5000, "²", "١", "wild", "on off"])
    def test_typed(self, name, typed):
        with pytest.raises(RulesError) as refused:
            from_text(name, typed)
        said = str(refused.value)
        assert said.startswith(f"{name} cannot be ")
        assert said.endswith(f": it must be {allowed(name)}")

    @pytest.mark.parametrize("name", [*NUMBERS, *CHOICES])
    def test_a_switch_is_no_number_and_no_choice(self, name):
        with pytest.raises(RulesError) as refused:
            Rules(**{name: True})
        assert str(refused.value) == sentence(name, "on")

    @pytest.mark.parametrize("name", SWITCHES)
    @pytest.mark.parametrize("value", [0, 1, 2, "on", None])
    def test_a_switch_is_nothing_else(self, name, value):
        with pytest.raises(RulesError) as refused:
            Rules(**{name: value})
        assert str(refused.value) == sentence(name, value)

    @pytest.mark.parametrize("name", NUMBERS)
    @pytest.mark.parametrize("value", [5.0, "5", None, [5]])
    def test_a_number_is_whole(self, name, value):
        with pytest.raises(RulesError) as refused:
            Rules(**{name: value})
        assert str(refused.value) == sentence(name, value)

    @pytest.mark.parametrize("name", CHOICES)
    def test_of_a_choice(self, name):
        with pytest.raises(RulesError) as refused:
            Rules(**{name: "both"})
        assert str(refused.value) == sentence(name, "both")

    def test_the_sentence_written_out(self):
        with pytest.raises(RulesError) as refused:
            from_text("stacking", "sometimes")
        assert str(refused.value) == ("stacking cannot be sometimes: it must be none, progressive, same, any or war")
        with pytest.raises(RulesError) as refused:
            from_text("hand_size", "16")
        assert str(refused.value) == "hand_size cannot be 16: it must be a whole number from 1 to 15"

    @pytest.mark.parametrize("ask", [meaning, allowed, choices, lambda name: from_text(name, "1")])
    def test_an_option_that_does_not_exist(self, ask):
        with pytest.raises(RulesError) as refused:
            ask("handsize")
        assert str(refused.value) == "there is no option 'handsize'; did you mean hand_size?"
        with pytest.raises(RulesError) as refused:
            ask("xyzzy")
        assert str(refused.value) == f"there is no option 'xyzzy'. The options are {', '.join(VALUES)}"


class TestContradictions:
    def test_no_u_in_a_war(self):
        with pytest.raises(RulesError) as refused:
            Rules(no_u=True)
        assert "no_u" in str(refused.value)
        assert "stacking war" in str(refused.value)

    @pytest.mark.parametrize("stacking", ["none", "progressive", "same", "any"])
    def test_no_u_with_any_other_stacking(self, stacking):
        assert Rules(no_u=True, stacking=stacking).no_u

    def test_must_play_what_may_not_be_played(self):
        with pytest.raises(RulesError) as refused:
            Rules(after_draw="keep")
        assert "must_play_drawn" in str(refused.value)
        assert "after_draw keep" in str(refused.value)

    @pytest.mark.parametrize("after_draw", ["drawn_card", "any_card"])
    def test_must_play_what_may(self, after_draw):
        assert Rules(must_play_drawn=True, after_draw=after_draw).must_play_drawn

    def test_keeping_without_having_to_play(self):
        assert Rules(must_play_drawn=False, after_draw="keep").after_draw == "keep"


class TestDifferences:
    def test_none(self):
        assert Rules().differences(Rules()) == {}

    def test_with_the_values_of_the_one_asked(self):
        changed = Rules(hand_size=5, double_play=False, stacking="any")
        assert changed.differences(Rules()) == {"hand_size": 5, "stacking": "any", "double_play": False}
        assert Rules().differences(changed) == {"hand_size": 7, "stacking": "war", "double_play": True}

    @pytest.mark.parametrize("name", PRESETS)
    def test_make_the_one_out_of_the_other(self, name):
        rules = PRESETS[name].rules
        assert replace(Rules(), **rules.differences(Rules())) == rules
        assert PRESETS["irc"].with_changes(rules.differences(Rules())) == rules


# Section 4 of rules.md, as it stands there.
TABLE = """
| option | `irc` | `official` | `standard` | `duel` | `classic` |
|---|---|---|---|---|---|
| players_max | 10 | 10 | 10 | 2 | 10 |
| dealer | random | highest_card | random | random | highest_card |
| first_wild | redraw | redraw | next_chooses | next_chooses | dealer_chooses |
| first_wd4 | redraw | redraw | redraw | redraw | dealer_plays |
| first_reverse | as_played | dealer_starts | dealer_starts | dealer_starts | as_played |
| stacking | war | none | none | none | none |
| double_play | on | off | off | off | off |
| double_reverse | again | passes | passes | passes | passes |
| wd4_when | always | no_color | no_color | no_other | no_color |
| uno_call | auto | call | call | call | call |
| false_catch_penalty | 0 | 2 | 0 | 0 | 0 |
| false_uno_penalty | 0 | 0 | 2 | 0 | 0 |
| must_play_drawn | on | off | off | off | off |
| drawn_wd4 | on | off | off | off | off |
| force_play | off | off | off | off | on |
| reverse_two | reverse | skip | skip | skip | skip |
| out_of_turn_penalty | 0 | 2 | 0 | 0 | 0 |
| illegal_play_penalty | 0 | 2 | 0 | 0 | 0 |
| turn_seconds | 180 | 15 | 60 | 60 | 60 |
| scoring | winner_takes | winner_takes | own_hand | winner_takes | winner_takes |
| min_points | 30 | 0 | 0 | 0 | 0 |
| target | 0 | 1000 | 500 | 0 | 500 |
| last_draw_counts | off | on | on | off | off |
| leave | any_time | between_rounds | any_time | any_time | any_time |
| one_table | off | on | off | off | off |
"""
EVERYWHERE = """
hand_size 7, wd4_check challenge, challenge_penalty 2, uno_enforcement catch, uno_penalty 2, after_draw drawn_card,
afk_turns 2, draw_until_playable off, seven_zero off, jump_in off, no_u off
"""
FURTHER = """
short = classic: target 200
one-round = classic: target 0
stacking = classic: stacking same
progressive = classic: stacking progressive
seven-zero = classic: seven_zero on
no-u = standard: no_u on, stacking same, seven_zero on
"""


def pairs(text):
    return dict(part.split() for part in text.replace("\n", " ").split(","))


def expected_presets():
    header, _, *rows = ([cell.strip(" `") for cell in line.strip("|").split("|")] for line in TABLE.split("\n")[1:-1])
    presets = {name: pairs(EVERYWHERE) | {row[0]: row[at] for row in rows} for at, name in enumerate(header) if at}
    for line in FURTHER.strip().splitlines():
        name, base, changes = line.replace(":", " =").split(" = ")
        presets[name] = presets[base] | pairs(changes)
    return presets


EXPECTED = expected_presets()


class TestPresets:
    def test_these_and_in_this_order(self):
        assert list(PRESETS) == list(EXPECTED)
        assert [preset.name for preset in PRESETS.values()] == list(EXPECTED)
        assert len(PRESETS) == 11

    @pytest.mark.parametrize("preset", EXPECTED)
    def test_the_table_names_every_option(self, preset):
        assert sorted(EXPECTED[preset]) == sorted(VALUES)

    @pytest.mark.parametrize("preset, option", [(preset, option) for preset in EXPECTED for option in EXPECTED[preset]])
    def test_cell(self, preset, option):
        assert to_text(getattr(PRESETS[preset].rules, option)) == EXPECTED[preset][option]

    def test_the_default_is_irc(self):
        assert Rules() == PRESETS["irc"].rules


class TestChanges:
    @pytest.mark.parametrize("value", ["on", "YES", True])
    def test_as_typed_or_as_toml_has_it(self, value):
        assert PRESETS["irc"].with_changes({"jump_in": value}) == Rules(jump_in=True)

    def test_a_number_either_way(self):
        assert PRESETS["irc"].with_changes({"hand_size": 9}) == PRESETS["irc"].with_changes({"hand_size": "9"})

    def test_none(self):
        assert PRESETS["classic"].with_changes({}) == PRESETS["classic"].rules

    def test_several_that_only_go_together(self):
        changes = {"no_u": True, "stacking": "none"}
        assert PRESETS["irc"].with_changes(changes) == Rules(no_u=True, stacking="none")

    @pytest.mark.parametrize(
        "changes, said",
        [
            ({"hand_size": 0}, "hand_size cannot be 0: it must be a whole number from 1 to 15"),
            ({"hand_size": 7.5}, "hand_size cannot be 7.5: it must be a whole number from 1 to 15"),
            ({"jump_in": 1}, "jump_in cannot be 1: it must be on or off"),
            ({"uno_call": ["auto"]}, "uno_call cannot be ['auto']: it must be auto or call"),
            ({"handsize": 7}, "there is no option 'handsize'; did you mean hand_size?"),
        ],
    )
    def test_refused(self, changes, said):
        with pytest.raises(RulesError) as refused:
            PRESETS["irc"].with_changes(changes)
        assert str(refused.value) == said

    def test_contradictions_count_for_the_whole(self):
        with pytest.raises(RulesError, match="stacking war"):
            PRESETS["irc"].with_changes({"no_u": True})
        with pytest.raises(RulesError, match="after_draw keep"):
            PRESETS["irc"].with_changes({"after_draw": "keep"})


class TestGameModes:
    def test_only_no_u_is_one(self):
        locked = {name: preset.locked for name, preset in PRESETS.items() if preset.locked}
        assert locked == {"no-u": {"no_u", "stacking", "seven_zero"}}

    @pytest.mark.parametrize(
        "name, value, stays",
        [("no_u", False, "on"), ("stacking", "none", "same"), ("stacking", "war", "same"), ("seven_zero", "off", "on")],
    )
    def test_what_makes_it_up_stays(self, name, value, stays):
        with pytest.raises(RulesError) as refused:
            PRESETS["no-u"].with_changes({name: value})
        assert str(refused.value) == (
            f"{name} is part of the game mode no-u and stays {stays}: choose another preset first"
        )

    @pytest.mark.parametrize("name, value", [("no_u", True), ("stacking", "same"), ("seven_zero", "on")])
    def test_saying_what_it_is_anyway_is_fine(self, name, value):
        assert PRESETS["no-u"].with_changes({name: value}) == PRESETS["no-u"].rules

    def test_the_rest_can_be_changed(self):
        assert PRESETS["no-u"].with_changes({"hand_size": 5, "jump_in": True}).hand_size == 5


class TestBased:
    def test_a_name_and_changes(self):
        friday = PRESETS["irc"].based("friday", {"jump_in": "on", "hand_size": 5})
        assert friday == Preset("friday", Rules(jump_in=True, hand_size=5), frozenset())

    def test_the_base_is_as_before(self):
        PRESETS["irc"].based("friday", {"jump_in": True})
        assert not PRESETS["irc"].rules.jump_in

    def test_a_mode_locks_what_it_changes(self):
        mode = PRESETS["irc"].based("mode", {"jump_in": True}, mode=True)
        assert mode.locked == {"jump_in"}
        with pytest.raises(RulesError, match="jump_in is part of the game mode mode and stays on"):
            mode.with_changes({"jump_in": False})

    def test_what_is_based_on_a_mode_keeps_its_locks(self):
        based = PRESETS["no-u"].based("mine", {"hand_size": 5})
        assert based.locked == PRESETS["no-u"].locked
        with pytest.raises(RulesError, match="stacking is part of the game mode mine and stays same"):
            based.with_changes({"stacking": "none"})

    def test_a_mode_based_on_a_mode_locks_both(self):
        based = PRESETS["no-u"].based("mine", {"hand_size": 5}, mode=True)
        assert based.locked == PRESETS["no-u"].locked | {"hand_size"}

    def test_bad_changes_are_refused(self):
        with pytest.raises(RulesError, match="hand_size cannot be 99"):
            PRESETS["irc"].based("mine", {"hand_size": 99})
        with pytest.raises(RulesError, match="no_u is part of the game mode no-u"):
            PRESETS["no-u"].based("mine", {"no_u": False})


class TestFindPreset:
    @pytest.mark.parametrize("name", PRESETS)
    def test_by_its_name(self, name):
        assert find_preset(name) is PRESETS[name]

    @pytest.mark.parametrize("name", ["one-round", "ONE-ROUND", "one_round", " One_Round "])
    def test_however_it_is_written(self, name):
        assert find_preset(name).name == "one-round"

    @pytest.mark.parametrize(
        "name, near",
        [("ircc", "irc"), ("clasic", "classic"), ("offical", "official"), ("nou", "no-u"), ("sevenzero", "seven-zero")],
    )
    def test_a_slip_gets_a_suggestion(self, name, near):
        with pytest.raises(RulesError) as refused:
            find_preset(name)
        assert str(refused.value) == f"there is no preset {name!r}; did you mean {near}?"

    @pytest.mark.parametrize("name", ["xyzzy", "", "?"])
    def test_anything_else_gets_the_list(self, name):
        with pytest.raises(RulesError) as refused:
            find_preset(name)
        assert str(refused.value) == f"there is no preset {name!r}. The presets are {', '.join(PRESETS)}"

    def test_among_others(self):
        mine = {"friday": PRESETS["irc"].based("friday", {"jump_in": True})}
        assert find_preset("Friday", mine) is mine["friday"]
        with pytest.raises(RulesError, match=r"there is no preset 'irc'\. The presets are friday"):
            find_preset("irc", mine)


def test_rules_are_frozen_and_compare_by_value():
    assert Rules() == Rules()
    assert len({Rules(), Rules(), Rules(hand_size=5)}) == 2
    with pytest.raises(AttributeError):
        Rules().hand_size = 5
