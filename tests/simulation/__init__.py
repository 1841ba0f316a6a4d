"""Months of several games in seconds, from one seed: people, jobs, mail, kills, outages, a clock that jumps.

``VEXILLUM_SIMULATIONS=500 python -m pytest tests/simulation -k months`` plays 500 seeds;
``VEXILLUM_SIMULATION_SEED=77`` starts at seed 77.
"""
