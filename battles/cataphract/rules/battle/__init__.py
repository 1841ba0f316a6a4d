"""The battle on the map: the sheet's rules, with every position known and every reaction asked for."""
