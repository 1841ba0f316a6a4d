"""Commands that let bots play complete games, or fight series of a campaign's battles in another system to
see how fair the bridge between the two is.
"""
