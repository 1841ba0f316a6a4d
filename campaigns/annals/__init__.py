"""The parts of a chronicle that all campaigns share: the history, the news since a visit, and charts of how
values change from turn to turn.

A system says how its events form passages, how a passage is titled, and how a position is measured. This
package reads the log, assigns events and dice to passages, caches the measures, and draws the charts.
"""
