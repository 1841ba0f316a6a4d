"""Report cards: a battle or a campaign as one shareable picture, drawn on this site (SVG), and as PNG."""
