"""Help: how to play each system, a glossary, keys, questions and answers; robots.txt and the sitemap."""
