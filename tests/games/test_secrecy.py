"""No reader learns blue's cards, orders and ambush before the rules reveal them: not a rival, an observer,
a stranger, or the game master, who plays green.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from engine.game import ASK_ME, GM, IllegalAction
from engine.journal import begin
from features.letters import services as letters
from features.observers import services as observers
from games import services
from games.models import Game, Treaty
from games.services.people import treaties
from games.services.proof.seeds import seed_of
from tests.engine.example import FORDS
from tests.engine.example.pieces import AMBUSH, Attack, Hold, State
from tests.engine.example.system import FordsRules
from tests.games.cast import HOLD, a_game, a_user, attack, do
from tests.games.secrecy import NOW, OfAWorld, Seen, dice_of, differences, forget, seen, undone

pytestmark = pytest.mark.django_db

Play = Callable[[Game], None]


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)


@pytest.fixture
def people(db: Any) -> dict[str, User]:
    return {name: a_user(name) for name in ("owner", "rival", "gm", "watcher", "stranger")}


@pytest.fixture
def game(people: dict[str, User]) -> Game:
    """Create a game that has not begun, in which the rival plays blue and must not be spied on."""
    seats: dict[str, User | str] = {"red": people["owner"], "blue": people["rival"], "green": people["gm"]}
    return a_game(
        people["gm"],
        seats,
        start=False,
        scenario=FORDS.scenario("cards"),
        hours_per_decision=24,
        public=True,
        battle_system="",
    )


def begun(game: Game, world: int) -> dict[str, tuple[str, ...]]:
    """Return the hands that would be dealt in this world."""
    dice = OfAWorld(seed_of(game), str(game.pk), 0, world=world)
    opening = services.table(game).opened
    hands: dict[str, tuple[str, ...]] = begin(opening, dice).head.state.hands
    return hands


def worlds(game: Game) -> tuple[int, int]:
    """Return two seeds: blue holds an ambush in one and none in the other; everything else is equal."""
    dealt: dict[tuple[Any, ...], int] = {}
    for world in range(500):
        hands = begun(game, world)
        others, lucky = (hands["red"], hands["green"]), AMBUSH in hands["blue"]
        if (others, not lucky) in dealt:
            return dealt[others, not lucky], world
        dealt[others, lucky] = world
    raise AssertionError("no other world")


def looked_at(
    game: Game,
    people: dict[str, User],
    play: Play,
    world: int,
    monkeypatch: pytest.MonkeyPatch,
    readers: tuple[str, ...] = ("owner", "gm", "watcher", ""),
) -> Seen:
    """Play part of a game in a world, which decides the secret rolls. Return the pages that these people then
    see. "" is a visitor who has not logged in.
    """
    forget()
    for where in ("consequences", "clock.auto_answers", "proof.chance", "fighting.bot_battles", "planning"):
        monkeypatch.setattr(
            f"games.services.{where}.server_dice", lambda game, seed: dice_of(game, seed, world)
        )
    with undone():
        services.start(game.pk, people["gm"], now=NOW)
        game.refresh_from_db()
        play(game)
        game.refresh_from_db()
        forget()
        found = seen(game, {name or "a visitor": people.get(name) for name in readers})
    game.refresh_from_db()
    return found


def holds(game: Game) -> bool:
    return AMBUSH in services.table(game).state.hands["blue"]


class Moments:
    """Ways to play a game up to some moment. Blue's moves can depend on blue's hidden hand, which differs
    between the two worlds of a comparison.
    """

    def __init__(self, people: dict[str, User], over: bool = False, word: str = "") -> None:
        self.over, self.word = over, word
        self.owner, self.rival, self.gm = people["owner"], people["rival"], people["gm"]

    def the_cards_are_dealt(self, game: Game) -> None:
        pass

    def an_order_is_given(self, game: Game) -> None:
        do(game, self.rival, "blue", attack("green", stake=2) if holds(game) else HOLD)

    def an_ambush_may_be_laid(self, game: Game, orders: Any = None) -> None:
        if orders is not None:
            services.write_orders(game.pk, self.rival, "blue", {"ambush": orders}, False, now=NOW)
        do(game, self.rival, "blue", HOLD)
        do(game, self.gm, "green", HOLD)
        do(game, self.owner, "red", attack("blue", stake=2))
        do(game, self.rival, "blue", {"kind": "stand", "withdraw": False})

    def somebody_may_be_asked(self, game: Game) -> None:
        self.an_ambush_may_be_laid(game, dict(ASK_ME))

    def an_ambush_was_laid_by_order(self, game: Game) -> None:
        self.an_ambush_may_be_laid(game, {"spring": True})
        assert game.entries.filter(covert=True).count() == 1, "the order did not answer"

    def an_ambush_was_laid_by_hand(self, game: Game) -> None:
        self.somebody_may_be_asked(game)
        do(game, self.rival, "blue", {"kind": "ambush", "spring": holds(game)})

    def a_card_is_drawn(self, game: Game) -> None:
        for user, seat in ((self.owner, "red"), (self.rival, "blue"), (self.gm, "green")):
            do(game, user, seat, HOLD)
        do(game, self.rival, "blue", {"kind": "levy", "shares": {}})

    def private_things_are_written(self, game: Game) -> None:
        """Write orders, a plan, and a letter to green."""
        some = holds(game)
        orders = {"ambush": {"spring": True} if some else dict(ASK_ME), "stand": {"withdraw_at": 1 + some}}
        services.write_orders(game.pk, self.rival, "blue", orders, False, now=NOW)
        plan = [attack("green")] if some else [HOLD]
        services.write_plan(game.pk, self.rival, "blue", plan, now=NOW)
        text = f"a secret: {some}"
        letters.write(game.pk, self.rival, seat="blue", to="green", text=text, key="1", now=NOW)

    def a_secret_is_promised(self, game: Game) -> None:
        """Let blue promise green something secretly. If the game is then ended, everyone gets its file."""
        said = treaties.ProposedPromise("blue", {"kind": "words", "words": self.word, "until": 2})
        more = {"seat": "blue", "to": "green", "wanted": [said], "public": False, "key": "1", "now": NOW}
        one = treaties.propose(game.pk, self.rival, **more)
        treaties.accept(game.pk, self.gm, one.pk, NOW)
        if self.over:
            judge = User.objects.filter(username="judge").first() or a_user("judge")  # has no seat
            Game.objects.filter(pk=game.pk).update(gm=judge)
            services.abandon(game.pk, judge, now=NOW)


QUICK = ("an_order_is_given", "an_ambush_was_laid_by_hand")
OTHERS = (
    "the_cards_are_dealt",
    "an_ambush_may_be_laid",
    "somebody_may_be_asked",
    "an_ambush_was_laid_by_order",
    "a_card_is_drawn",
)


@pytest.mark.parametrize("moment", [*QUICK, *OTHERS])
def test_no_page_answer_or_mail_tells_what_blue_alone_may_know(
    game: Game, people: dict[str, User], moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = getattr(Moments(people), moment)
    one, other = (looked_at(game, people, play, world, monkeypatch) for world in worlds(game))
    assert len(one) > 100
    found = differences(one, other)
    assert not found, f"{len(found)}: " + "\n".join(found[:12])


def test_what_blue_writes_for_itself_or_to_green_is_read_by_nobody_else(
    game: Game, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    play, readers = Moments(people).private_things_are_written, ("owner", "watcher", "")
    one, other = (looked_at(game, people, play, n, monkeypatch, readers) for n in worlds(game))
    assert differences(one, other) == []


def promised(
    game: Game, people: dict[str, User], monkeypatch: pytest.MonkeyPatch, over: bool
) -> tuple[Seen, Seen]:
    """Return the pages of two worlds that differ only in the words of a secret promise. Both have the same
    cards, because the file of an ended game shows the cards. ``over``: whether the game has ended.
    """
    readers = ("owner", "watcher", "stranger", "")
    one, other = (
        looked_at(game, people, Moments(people, over, word).a_secret_is_promised, 0, monkeypatch, readers)
        for word in ("Corinth for Sparta", "Troy for Ithaca")
    )
    return one, other


@pytest.mark.parametrize("over", [False, True])
def test_what_blue_promises_green_in_secret_is_read_by_nobody_else(
    over: bool, game: Game, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = promised(game, people, monkeypatch, over)
    files = [text for (_who, address), text in one.items() if "/export" in address]
    assert len(files) == 8 and all(text.startswith("200") == over for text in files)
    assert differences(one, other) == []


OVER = {  # who permits observing, and which seat
    "red's": ("owner", "red"),
    "blue's": ("rival", "blue"),
}


def lent(game: Game, people: dict[str, User], whose: str) -> None:
    """Let a friend whom nobody else knows observe this seat; nobody else watches."""
    people["friend"] = a_user("friend")
    Game.objects.filter(pk=game.pk).update(public=False)
    giver, seat = OVER[whose]
    observers.invite(game.pk, people[giver], seat=seat, name="friend", delay=0, now=NOW)
    game.refresh_from_db()


@pytest.mark.parametrize("moment", ["an_order_is_given", "an_ambush_was_laid_by_order", "a_card_is_drawn"])
def test_who_looks_over_reds_shoulder_cannot_tell_what_blue_alone_knows(
    game: Game, people: dict[str, User], moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lent(game, people, "red's")
    play = getattr(Moments(people), moment)
    one, other = (looked_at(game, people, play, n, monkeypatch, ("friend",)) for n in worlds(game))
    opened = [
        address for (_who, address), text in one.items() if text.startswith("200") and "/games/" in address
    ]
    assert any(address.endswith("/observe/") for address in opened)
    assert any(address.endswith("/observe/chronicle/") for address in opened)
    assert differences(one, other) == []


def test_who_looks_over_reds_shoulder_reads_nothing_that_blue_writes(
    game: Game, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Moments(people).private_things_are_written
    lent(game, people, "red's")
    one, other = (looked_at(game, people, play, n, monkeypatch, ("friend",)) for n in worlds(game))
    assert differences(one, other) == []


def test_who_looks_over_blues_shoulder_sees_its_cards_but_none_of_its_writings(
    game: Game, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An observer of blue can tell apart two games in which blue has different cards, but learns nothing of
    what blue writes privately.
    """
    lent(game, people, "blue's")
    moments = Moments(people)
    one, other = (
        looked_at(game, people, moments.the_cards_are_dealt, n, monkeypatch, ("friend",))
        for n in worlds(game)
    )
    assert any("/observe/" in line for line in differences(one, other))
    world = worlds(game)[0]
    quiet, written = (
        looked_at(game, people, play, world, monkeypatch, ("friend",))
        for play in (moments.the_cards_are_dealt, moments.private_things_are_written)
    )
    assert not differences(quiet, written)


def leaks(game: Game, people: dict[str, User], monkeypatch: pytest.MonkeyPatch, who: str = "owner") -> str:
    """Return the differences by which somebody could tell two worlds apart after blue has given its order."""
    play = Moments(people).an_order_is_given
    one, other = (looked_at(game, people, play, world, monkeypatch, (who,)) for world in worlds(game))
    return "\n".join(differences(one, other))


def test_the_leak_test_finds_what_blue_itself_sees(
    game: Game, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = leaks(game, people, monkeypatch, "rival")
    assert all(f"/{page}" in found for page in ("state.json", "chronicle/", "replay/", "plan.json"))


def lucky(state: State) -> bool:
    return AMBUSH in state.hands["blue"]


def test_a_page_that_says_too_much_is_found(
    game: Game, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "games.services.tables.LiveGame.view", lambda at, seat: {"careful": lucky(at.state), "seat": seat}
    )
    found = leaks(game, people, monkeypatch)
    assert "state.json" in found and "chronicle/" not in found


def test_a_chronicle_that_shows_unredacted_events_is_found(
    game: Game, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "games.services.history._visible_events", lambda at, entry, seat: dict(enumerate(entry.events))
    )
    found = leaks(game, people, monkeypatch)
    assert "chronicle/" in found and "state.json" not in found


def test_a_file_that_holds_every_treaty_is_found(
    game: Game, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "games.services.proof.side_data.treaties_for", lambda user, game: Treaty.objects.filter(game=game)
    )
    found = differences(*promised(game, people, monkeypatch, over=True))
    assert found and all("/export" in line for line in found)


def test_a_mail_that_says_too_much_is_found(
    game: Game, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "games.services.notices.words.asked_name", lambda row: str(lucky(services.table(row.game).state))
    )
    assert leaks(game, people, monkeypatch).startswith("owner by mail")


def test_an_address_that_says_too_much_is_found(
    game: Game, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "games.pages.version_url", lambda game: f"/{lucky(services.table(game).state)}/{game.version}"
    )
    assert "owner by" in leaks(game, people, monkeypatch)


class Cheat:
    """A bot and rules that reveal whatever is in the state given to them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        apply = FordsRules.apply

        def refuse(rules: FordsRules, state: State, seat: str, action: Any, dice: Any) -> Any:
            if isinstance(action, Attack) and action.stake == 99:
                raise IllegalAction("8", "you_would_regret_it" if lucky(state) else "too_many")
            return apply(rules, state, seat, action, dice)

        monkeypatch.setattr(FordsRules, "apply", refuse)
        monkeypatch.setattr(FordsRules, "bot", lambda rules, state, seat, dice: Hold())
        monkeypatch.setattr(
            FordsRules, "why", lambda rules, state, action: {"code": f"lucky_{lucky(state)}"}, raising=False
        )
        monkeypatch.setattr("games.contract.Page.advises", True)


def test_a_cheating_bot_and_a_careless_refusal_have_nothing_to_tell(
    game: Game, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    Cheat(monkeypatch)
    assert leaks(game, people, monkeypatch) == ""


def test_a_bot_given_the_real_state_would_be_caught_leaking(
    game: Game, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    Cheat(monkeypatch)
    monkeypatch.setattr("games.services.tables.LiveGame.imagined_state", lambda at, seat: at.state)
    found = leaks(game, people, monkeypatch)
    assert "advice=1" in found and "'stake': 99" in found


def test_a_game_master_who_plays_sees_no_more_than_a_spectator_even_where_the_rules_would_show_it(
    game: Game, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    view = FordsRules.view

    def umpires(rules: FordsRules, state: State, seat: str | None) -> Any:
        shown = {"all": {s: list(hand) for s, hand in state.hands.items()}} if seat == GM else {}
        return {**view(rules, state, seat), **shown}

    monkeypatch.setattr(FordsRules, "view", umpires)
    assert leaks(game, people, monkeypatch, "gm") == ""
    game.seats.filter(key="green").update(user=None, is_bot=True)
    assert "seat=gm" in leaks(game, people, monkeypatch, "gm")
