"""The Frankish Wedge at Casilinum: how it moves as a whole, is formed again, and attacks in waves (L3683 to
L3718).
"""
