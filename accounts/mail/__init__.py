"""E-mail addresses of accounts, and the sending of e-mails."""
