"""Months of several games in seconds, from one seed: people, jobs, mail, kills, outages, a clock that jumps.

``VEXILLUM_SIMULATIONS=500 python -m pytest tests/simulation -k months`` plays any number of seeds;
``VEXILLUM_SIMULATION_SEED=77`` begins at that one.
"""
