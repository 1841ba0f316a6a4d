"""DBA's desk: the texts, pictures, lists and pages of its armies."""
