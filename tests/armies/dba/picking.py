"""Random armies that a player might pick, good or bad."""

from hypothesis import strategies as st

from armies.dba.lists import army_lists
from armies.dba.roster import from_picks


@st.composite
def choices(draw):
    """Draw any army that the list allows."""
    army = draw(st.sampled_from(sorted(army_lists())))
    picks = []
    for slot in army_lists()[army].slots:
        if slot.uniform:
            picks.append({draw(st.sampled_from(slot.options)): slot.count})
            continue
        codes = draw(st.lists(st.sampled_from(slot.options), min_size=slot.count, max_size=slot.count))
        picks.append({code: codes.count(code) for code in codes})
    return from_picks(army_lists()[army], picks)
