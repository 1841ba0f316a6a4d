"""Help: how to play each system, a glossary, keyboard shortcuts, questions and answers; robots.txt and the
sitemap.
"""
