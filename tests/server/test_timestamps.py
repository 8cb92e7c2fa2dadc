"""The server's own clock goes forward at a steady pace, whatever happens to the system's clock."""

from shoal.server.timestamps import ServerClock

SECOND = 1_000_000_000
HOUR = 3600


class Machine:
    """The clocks of a machine, in seconds."""

    def __init__(self) -> None:
        self.system, self.steady = 1_700_000_000, 50

    def clock(self) -> ServerClock:
        return ServerClock(lambda: self.system * SECOND, lambda: self.steady * SECOND)

    def wait(self, seconds: int) -> None:
        self.system += seconds
        self.steady += seconds


def test_setting_the_system_s_clock_changes_nothing() -> None:
    machine = Machine()
    clock = machine.clock()
    begin = clock.now()
    assert begin == 1_700_000_000_000
    for jump in (HOUR, -2 * HOUR, 10_000 * HOUR):
        machine.system += jump
        assert clock.now() == begin
    machine.wait(7)
    assert clock.now() == begin + 7000


def test_a_jump_is_noticed_once_and_small_differences_are_none() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.wait(5)
    assert clock.noticed_jump() == 0
    machine.system += 1
    assert clock.noticed_jump() == 0
    machine.system += HOUR
    assert clock.noticed_jump() == (HOUR + 1) * 1000
    assert clock.noticed_jump() == 0
    machine.system -= 2 * HOUR
    machine.wait(5)
    assert clock.noticed_jump() == -2 * HOUR * 1000
    assert clock.noticed_jump() == 0


def test_a_machine_that_slept_has_jumped() -> None:
    """A steady clock stands still meanwhile."""
    machine = Machine()
    clock = machine.clock()
    begin = clock.now()
    machine.system += 8 * HOUR
    assert clock.now() == begin
    assert clock.noticed_jump() == 8 * HOUR * 1000


def test_the_clock_starts_no_earlier_than_what_is_stored() -> None:
    machine = Machine()
    clock = machine.clock()
    begin = clock.now()
    assert clock.not_before(begin - 1) == 0
    assert clock.now() == begin
    assert clock.not_before(begin + HOUR * 1000) == HOUR * 1000
    machine.wait(3)
    assert clock.now() == begin + (HOUR + 3) * 1000
    assert clock.noticed_jump() == 0, "it is known already"
