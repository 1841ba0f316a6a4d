"""The Frankish Wedge at Casilinum: how it moves as a whole, is formed anew, and attacks in waves (L3683 to
L3718).
"""
