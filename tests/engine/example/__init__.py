"""Three Fords: a tiny complete system that uses every feature of the contract that Italia and Schiere need.

The rules, in full:
1    Three powers hold two camps each. A power without strength points is out.
2    Each round every power secretly attacks with a camp, or holds; orders are revealed when all are in.
3    An attacked power stands, or withdraws and pays one strength point.
4    A power that stands fights: by dice here (each side a die plus its strength; the lower loses two, a tie
     costs one each), or in a battle elsewhere whose report names the winner and the losses.
5    After the attacks every power levies up to two strength points into its camps.
6    After the last round the strongest power wins; a tie is a draw. The last power left wins at once.
7    If the scenario has cards, every power holds a hand from a pack of four ambushes and six worthless cards;
     nobody else knows which. A power that levies nothing draws one more while it holds fewer than three.
8    A power that stands may secretly lay an ambush if it holds one. It is revealed after the fight: the
     attacker loses one more strength point, and the card is discarded.
"""

from tests.engine.example.system import FORDS

__all__ = ["FORDS"]
