"""Report cards of campaigns and battles: pictures to share, and previews of links to public games."""
