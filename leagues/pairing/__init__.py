"""Pure pairing code, which depends only on earlier rounds."""
