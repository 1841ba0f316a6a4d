"""Messages to people, what people wish to hear about, and the devices that show it."""
