"""DBA's desk: words, pictures, lists and pages of its armies."""
