"""Texts for a new game: its options, and the mistakes of a scenario file."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.registry import Chapter

WORDS = Chapter(
    fields={
        "battles": _("Battles"),
        "setup": _("Deployment"),
        "defence_site": _("Defence modifier −1 (the table says coast, the text speaks of forts)"),
        "operation_turn": _("Combined Operations from turn"),
        "epidemic": _("A second epidemic ends the game"),
        "handicap_gold": _("More or less gold for Byzantium at the start"),
        "balance": _("Balance of the sides"),
        "handicap_income": _("More or less gold for Byzantium every turn"),
        "segments": _("Byzantine segments a turn (the rules give five)"),
        "start_turn": _("First turn"),
        "bot": _("How the bot plays"),
    },
    values={
        ("battles", "table"): _("on the campaign's table"),
        ("battles", "open"): _("the game master reports them, or they are fought as separate games"),
        ("setup", "free"): _("the players place their forces"),
        ("setup", "suggested"): _("as suggested, at once"),
        ("balance", "rules"): _("as the rules say (measured between two bots: Byzantium won 3 of 100 games)"),
        ("balance", "programs"): _(
            "balanced for bots: Byzantium has three more segments a turn (measured: it won 57 of 100 "
            "games between two bots)"
        ),
        ("defence_site", "fort"): _("in forts"),
        ("defence_site", "coast"): _("on coasts, as printed"),
        ("epidemic", "table"): _("from turn 7 on, as the table says"),
        ("epidemic", "introduction"): _("on any turn, as the introduction says"),
        ("bot", "better"): _("to win"),
        ("bot", "first"): _("simply"),
    },
    mistakes={
        "missing_field": _("%(field)s is missing."),
        "unknown_field": _("There is no field %(field)s here."),
        "not_an_object": _("This must be a JSON object."),
        "not_a_list": _("This must be a list."),
        "not_a_number": _("This must be a whole number from %(low)s to %(high)s."),
        "not_a_word": _("This must be text."),
        "not_yes_or_no": _("This must be true or false."),
        "not_a_point": _("This must be a latitude and a longitude, as [latitude, longitude]."),
        "not_a_range": _("This must be two whole numbers: the first and the last."),
        "not_a_place_and_sp": _("This must be a province and a number of SP."),
        "not_json": _("This is not JSON: look here, or just before, for a comma, a quote or a bracket."),
        "unknown_value": _("%(value)s is not known here."),
        "unknown_option": _("There is no option %(option)s."),
        "not_one_of": _("Choose one of %(expected)s."),
        "out_of_range": _("This must be a whole number from %(low)s to %(high)s."),
        "repeated_id": _("%(id)s appears twice."),
        "required_id": _("The rules need %(name)s, and it is missing."),
        "group_size": _("The group %(group)s has %(found)s provinces; the rules say %(wanted)s."),
        "province_count": _("%(stated)s provinces are stated, %(found)s are there."),
        "revenue_sum": _("A revenue of %(stated)s G is stated; the provinces bring %(found)s."),
        "two_thirds": _("Two thirds are %(found)s provinces, not %(stated)s."),
        "lazica_is_independent": _(
            "Lazica neither counts for a prefecture nor holds frontier troops (3.41)."
        ),
        "unknown_province": _("There is no province %(name)s."),
        "unknown_sea": _("There is no sea area %(name)s."),
        "unknown_box": _("There is no off-map box %(name)s."),
        "unknown_power": _("There is no power %(name)s."),
        "unknown_leader": _("There is no leader %(name)s."),
        "empty_zone": _("No province fits this description."),
        "edge_to_itself": _("%(province)s cannot border itself."),
        "repeated_edge": _("The border of %(a)s and %(b)s appears twice."),
        "ring_of_four": _("These must be four provinces, in order round the point where they meet."),
        "ring_not_adjacent": _("%(a)s and %(b)s are next to each other here but have no border."),
        "ring_diagonal": _("%(a)s and %(b)s only meet in a point, yet they have a border (7.13)."),
        "not_symmetric": _("%(other)s does not say the same the other way round."),
        "coast_without_sea": _("%(province)s does not name this sea area."),
        "sea_without_coast": _("The sea area %(sea)s does not name this province."),
        "coastal_means_seas": _("A coastal province has at least one sea area, any other has none."),
        "island_without_coast": _("An island must be coastal."),
        "links_disagree": _("%(a)s and %(b)s are joined in one place of the file but not in the other."),
        "cut_off": _("These places cannot be reached from the rest of the map: %(provinces)s."),
        "activation_range": _(
            "Every number from 00 to 99 must name exactly one power (missing: %(missing)s, twice: %(twice)s)."
        ),
        "major_powers": _("The major powers must be Persia, the Vandals and the Ostrogoths."),
        "alliance_of_minors_only": _("Minor powers have an alliance modifier, major ones none (6.3)."),
        "limit_of_majors_only": _("Major powers have a limit of SP, minor ones none."),
        "box_count": _("The power has %(found)s boxes, which is not what it says."),
        "box_without_entry": _("A box must lead to at least one province."),
        "power_without_leader": _("The power has no leader at the start."),
        "too_few_leaders": _("There are fewer Magistri Militum than armies to lead."),
        "army_count": _("%(stated)s army counters are stated, %(found)s are there."),
        "turns_in_order": _("Turns must be numbered from 1 without a gap."),
        "sp_sum": _("%(stated)s SP must be placed, but %(found)s are."),
        "starting_armies": _("Exactly these armies start: %(wanted)s."),
        "outside_setup_zone": _("The army may not start in %(province)s."),
        "no_frontier_here": _("No frontier troops may start here."),
        "no_port_here": _("Ships need a coastal province."),
        "fixed_fleet": _("At least %(wanted)s SP of ships start here."),
        "outside_prefecture": _("%(province)s lies outside the prefecture of %(prefecture)s."),
        "fleet_in_city": _("These ships start in a City province."),
    },
)
