"""A campaign's battles, from their opening to a ruling. They are fought by people, by bots or at a table, and
their results are reported to the campaign.
"""
