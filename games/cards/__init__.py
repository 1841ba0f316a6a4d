"""Cards: a battle or a campaign as one picture to share, drawn by this site as SVG, and as PNG."""
