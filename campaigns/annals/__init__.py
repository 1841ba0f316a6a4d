"""Parts of a chronicle that every campaign shares: its history, news since a visit, charts over the turns.

A system says how its events form passages, what a passage is called and what a position measures. This
package reads the log, distributes events and dice, caches the measures and draws.
"""
