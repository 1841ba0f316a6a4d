"""Help: how to play each system, a glossary, keyboard shortcuts, and questions with answers. The feature
also serves robots.txt and the sitemap.
"""
