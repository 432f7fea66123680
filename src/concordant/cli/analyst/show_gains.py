"""Show what each site gains over staying alone.

In:  the gains that a training measured.
Out: a table, or of many sites a sentence, on the screen. Anybody may run this; the analyst does.
"""

from concordant.analyst.gains import Gains, SiteGain
from concordant.cli.console import Screen
from concordant.cli.sizes import say_number

MOST_LINES = 12


def show_gains(screen: Screen, gains: Gains) -> None:
    """Print the gain of each site, of many sites the extremes, and the mean."""
    measured = [each for each in gains.sites if each.gain is not None]
    if not measured:
        screen.tell("No site has enough rows of its own to tell what it gains.")
        return
    shown = gains.sites
    title = f"What each site gains ({gains.measure}, above 0 is better)"
    if len(shown) > MOST_LINES:
        ordered = sorted(measured, key=lambda each: each.gain or 0.0)
        shown = (ordered[0], ordered[len(ordered) // 2], ordered[-1])
        title = f"What sites gain: the least, the middle and the most of {len(measured)}"
    screen.table(
        title,
        ("site", "rows", "alone", "together", "gain", "95 %"),
        [_line(each) for each in shown],
    )
    _show_mean(screen, gains)


def _show_mean(screen: Screen, gains: Gains) -> None:
    mean = gains.mean
    if mean.low is not None:
        screen.tell(
            f"On average over {gains.n_sites_measured} sites: "
            f"{say_number(mean.gain, signed=True)} (95 %: {say_number(mean.low, signed=True)} to "
            f"{say_number(mean.high, signed=True)}). Each site can measure its own with "
            "`concordant site evaluate`."
        )


def _line(each: SiteGain) -> tuple[str, ...]:
    interval = "too few rows"
    if each.gain is not None:
        interval = f"{say_number(each.low, signed=True)} to {say_number(each.high, signed=True)}"
    return (
        each.site,
        f"{each.n_rows:,}",
        say_number(each.alone),
        say_number(each.together),
        say_number(each.gain, signed=True),
        interval,
    )
