"""DBA's desk: the words, pictures, lists and pages of its armies."""
