from tests.games.bridged import bridges

__all__ = ["bridges"]
