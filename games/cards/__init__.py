"""Report cards: a battle or a campaign as one picture to share, drawn here alone (SVG), and as PNG."""
