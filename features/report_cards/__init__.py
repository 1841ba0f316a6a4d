"""Report cards of campaigns and battles: pictures to share, and previews for links to public games."""
