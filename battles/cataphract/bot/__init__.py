"""The bots that play a battle on the map or fill in a battle sheet."""
