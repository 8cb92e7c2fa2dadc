"""What a game counts for studies has a fixed form."""

import pytest

from shoal.core import msg
from shoal.core.study import RULES, Finding, Measure, MeasureGroup, Tally, check_findings

LUCK = Measure("luck", MeasureGroup("tries", msg("Tries"), "event", "share"), msg("lucky"))
COINS = Measure("coins", MeasureGroup("purse", msg("Purses"), "seat"), msg("coins"))
ROBBED = Measure("S8", RULES, msg("robberies"), "S8")


def test_a_tally_knows_rules_events_and_seats_apart() -> None:
    tally = Tally((LUCK, COINS, ROBBED), seats=2)
    tally.add("luck", 1)
    tally.add("luck", 0)
    tally.add("coins", 3, seat=1)
    tally.add("coins", seat=1)
    tally.add("S8")
    tally.add("S8", 2)
    assert [(finding.measure.name, finding.values) for finding in tally.findings()] == [
        ("luck", (1, 0)),
        ("coins", (0, 4)),
        ("S8", (3,)),
    ]


def test_what_was_not_found_is_there_too() -> None:
    findings = Tally((LUCK, COINS, ROBBED), seats=3).findings()
    assert [finding.values for finding in findings] == [(), (0, 0, 0), (0,)]
    check_findings(findings, seats=3)


@pytest.mark.parametrize(
    ("findings", "fault"),
    [
        ([Finding(ROBBED, ())], "has 0 values, not 1"),
        ([Finding(COINS, (1,))], "has 1 values, not 2"),
        ([Finding(LUCK, (0.5, 2))], "not all its values are from 0 to 1"),
        ([Finding(LUCK, ()), Finding(LUCK, ())], "measures of one name: .*luck"),
    ],
)
def test_findings_of_another_form_are_refused(findings: list[Finding], fault: str) -> None:
    with pytest.raises(TypeError, match=fault):
        check_findings(findings, seats=2)
