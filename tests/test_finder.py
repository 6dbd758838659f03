"""The finder of secrets: what it proposes, what bounds its work, and that its weights are those of the repository."""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import pytest

from memory_core import data, redact
from memory_core.language import linear
from memory_core.redact import context, finder, lexicon, lines, tokens
from memory_core.redact.shapes import Span
from tests.properties import THOROUGH
from tests.rows import each_row
from tools.fit import linear as fit
from tools.fit import synthetic
from tools.fit.tasks import secrets


def proposed(text: str) -> set[str]:
    """All that is weighed in a text."""
    regions = lines.regions(text, redact.telling(text))
    return {
        line.text[candidate.start : candidate.end]
        for part, _, hits in regions
        for line, candidate in finder.proposals(part, hits)
    }


@each_row(
    ("text", "secret"),
    [
        ("the password is Nebelkerze, ok", "Nebelkerze"),
        ("passphrase: three tin robots", "three tin robots"),
        ("creds: jo / Nebelkerze", "Nebelkerze"),
        ("the password is:\n\n  Nebelkerze\n", "Nebelkerze"),
        ("user,password,note\njo,Nebelkerze,x\nme,Nebel!kerze,y", "Nebel!kerze"),
        ("host\tuser\tpw\nvps1\troot\tNebelkerze", "Nebelkerze"),
        ("git checkout -b rotate-password-from-nebelkerze", "nebelkerze"),
        ("パスワードはNebelkerzeです", "Nebelkerze"),
        ("chpasswd:\n  list: |\n    root:Nebel;kerze", "Nebel;kerze"),
        ("tool -u jo -p Nebelkerze host", "Nebelkerze"),
        ("jo: what was the pw of the box\nmarta: Nebelkerze\njo: thx", "Nebelkerze"),
        ('variable "db_password" {\n  default = "Nebelkerze"\n}', "Nebelkerze"),
        ("site: jo / Nebelkerze\n(the passwords change in May)", "Nebelkerze"),
        ("expdp jo/Nebelkerze@ORCL schemas=x", "Nebelkerze"),
        ("ftp -n box <<END\nuser jo nebelkerze\nbye\nEND", "nebelkerze"),
        ("the password is the usual one nebel kerze (with the space)", "nebel kerze"),
        ("Lösenfrasen är alla barnen utom Bo", "alla barnen utom Bo"),
        ("パスワード「ねこがすき22」で接続", "ねこがすき22"),
        ("the vault PIN is 640182", "640182"),
        ("- web UI on port 8000\n- **Admin code:** 71924", "71924"),
        ("'palavra_passe' => 'nebelKerze',", "nebelKerze"),
        ("jo: what was the pw of the box\nmarta: as far as I know still Nebelkerze-7 there", "Nebelkerze-7"),
        ("can't log in to the box\nme: with a capital letter: NebelKerze", "NebelKerze"),
        ("box in the cellar: admin / nebelkerze", "nebelkerze"),
        ("the passphrase is when it rains we go (with the spaces)", "when it rains we go"),
        ("7z a -p'nebel und kerze' x.7z docs", "nebel und kerze"),
        ("AppKey: 4B 7E 15 16 9D A3 C2 F0", "4B 7E 15 16 9D A3 C2 F0"),
        ("network_key: [17, 203, 5, 94, 181]", "17, 203, 5, 94, 181"),
    ],
)
def test_what_may_be_a_secret_is_weighed(text: str, secret: str) -> None:
    assert secret in proposed(text)


@pytest.mark.parametrize("text", ["Nebelkerze", "a\n" * 9 + "Nebelkerze", "Nebelkerze " * 60 + "password"])
def test_what_stands_far_from_a_word_of_secrets_is_not_weighed(text: str) -> None:
    assert "Nebelkerze" not in proposed(text) or len(text) > 400
    assert proposed("password\n" + "\n" * 9 + "Nebelkerze") == set()


def test_what_stands_far_away_changes_nothing() -> None:
    """The same lines are judged alike wherever they stand."""
    text = "user jo\nthe password is Kirschkern-2031, ok\nbye\n"
    filler = "nothing to see on this line\n" * 20
    once = redact.clean(text)
    assert "Kirschkern" not in once
    assert redact.clean(filler + text + filler + text) == filler + once + filler + once


@pytest.mark.parametrize(
    "piece", ["password (a", "password a1-b2 ", "pw: xy1z, yz22, zq33; ", "(token=", "'ab cd' pin "]
)
def test_of_a_line_only_so_many_candidates_are_weighed(piece: str) -> None:
    """However dense a text is: what is weighed grows with its length, and of no line beyond a bound."""
    counts = []
    for many in (500, 2_000):
        text = piece * many
        weighed = Counter(
            start + line.start
            for part, start, hits in lines.regions(text, redact.telling(text))
            for line, _ in finder.proposals(part, hits)
        )
        assert max(weighed.values(), default=0) <= finder.MOST
        counts.append(len(weighed))
    assert counts[1] <= 4 * counts[0] + 4


@pytest.mark.parametrize("piece", ["password (a", "password is a or ", "pw x: 'a b' "])
def test_a_text_that_changes_with_each_reading_is_weighed_a_few_times(
    piece: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = 0
    spans = finder.spans

    def counted(
        text: str, hits: Iterable[int], soft: Iterable[Span] = (), known: finder.Known | None = None
    ) -> Iterator[Span]:
        nonlocal times
        times += len(text) >= len(piece) * 100
        return spans(text, hits, soft, known)

    monkeypatch.setattr(finder, "spans", counted)
    redact.clean(piece * 400)
    assert times <= 4 * 4  # a reading looks at a text as it is and without its line breaks


def test_what_the_model_cannot_see_the_name_of_it_does_not_doubt() -> None:
    """A rule knows the query's key; no word before the value announces it to the model."""
    value = f"{random.Random(5).getrandbits(160):040x}"
    for around in ("{}", "the token was changed\n{}\nOn branch fix/token"):
        assert value not in redact.clean(around.format(f"https://maps.example.com/v1?key={value}"))


def test_a_row_that_says_something_is_no_heading() -> None:
    rows = "free | src/a.ts | Keep the tokens of a session in cookies\nfree | src/b.ts | {}\n"
    assert "Downgrade Java" not in proposed(rows.format("Downgrade Java"))
    assert "Nebelkerze" in proposed("host | the password of it\nbox | Nebelkerze\n")


def test_the_word_for_a_password_is_none() -> None:
    text = "login.title = Inloggen\nlogin.password = Wachtwoord\nlogin.button = Verder\n"
    assert redact.clean(text) == text


@pytest.mark.parametrize(
    ("text", "announced"),
    [
        ("the password of the wifi is Nebelkerze", "PASSWORD"),
        ("das Passwort zum Öffnen ist Nebelkerze", "PASSWORD"),
        ("the passphrase for the key is Nebelkerze", "PASSWORD"),
        ("the password has changed, log in with Nebelkerze", "LOGIN"),
        ("no password here; the token is Nebelkerze", "TOKEN"),
    ],
)
def test_what_a_secret_is_for_does_not_announce_it(text: str, announced: str) -> None:
    line = lines.Line(text, 0, telling=True)
    candidate = next(
        candidate
        for _, candidate in finder.proposals(text, redact.telling(text))
        if text[candidate.start : candidate.end] == "Nebelkerze"
    )
    assert line.norms[context.owner(line, candidate)].family == announced


@pytest.mark.parametrize(
    "text",
    [
        "the password is Nebelkerze-2031\nno, in small letters: nebelkerze-2031",
        "it was nebelkerze, and now the password is Nebelkerze-2031",
        "the password is Nebelkerze-2031. N-e-b-e-l-k-e-r-z-e, you know",
        'password: "Nebelkerze-2031"\n\n\n\n\n\n\n\ncurl https://example.com/Nebelkerze-2031',
    ],
)
def test_what_was_found_once_is_found_wherever_it_stands(text: str) -> None:
    cleaned = redact.clean(text)
    assert "ebelkerze" not in cleaned
    assert "e-b-e-l" not in cleaned


def test_words_that_a_text_has_anyway_stay_where_a_secret_is_made_of_them() -> None:
    assert redact.clean('password: "Server-2031"\nthe server is up\n').endswith("\nthe server is up\n")


def test_of_a_candidate_the_score_is_that_of_all_its_features() -> None:
    text = "user: jo\nthe password is Kirschkern-2031, ok\nthe token is: Nebelkerze\n"
    weights = linear.load(finder.WEIGHTS)
    scores = set()
    for part, _, hits in lines.regions(text, redact.telling(text)):
        for line, candidate in finder.proposals(part, hits):
            (whole,) = weights.scores(context.features(line, candidate))
            score = finder.weighed(line, candidate)
            scores.add(score >= finder.LEAST)
            group = tokens.look(line.text[candidate.start : candidate.end]).group
            more = score - whole - finder.GAINS[group][context.owner(line, candidate) < 0]
            assert score < 0 or -more in (0, finder.MORE.get(group, 0))
    assert scores == {True, False}


def test_words_have_classes_and_common_ones_are_known() -> None:
    assert tokens.norm("DB_PASSWORD").family == "PASSWORD"
    assert tokens.norm("password_length").behind == "length"
    assert tokens.norm("bypass").family == ""
    assert [tokens.norm(word).text for word in ("lautet", "benutzer")] == ["<is>", "<user>"]
    assert lexicon.common("required") == lexicon.FREQUENT
    assert lexicon.common("nebelkerze") == 0
    assert tokens.look("three tin robots").group == "p"


def test_carriers_hold_their_secrets() -> None:
    rows = list(synthetic.rows())
    assert rows == list(synthetic.rows())
    assert all(secret in text for text, labels in rows for secret in labels)


@pytest.mark.heavy
def test_a_fit_of_a_part_makes_the_same_bytes() -> None:
    texts = list(synthetic.rows())[::40]

    def some() -> list[secrets.Text]:
        return [("ab"[at % 2], text, labels) for at, (text, labels) in enumerate(texts)]

    first, second = (fit.written(fit.fitted(list(secrets.made(some)), secrets.SETTINGS, ("yes",))) for _ in range(2))
    assert first == second


@pytest.mark.slow
@pytest.mark.skipif(not THOROUGH, reason="a minute; `python -m tools.fit --check` says the same before a version")
def test_the_weights_are_what_the_repository_fits() -> None:
    for name, text in secrets.make().items():
        assert data.read(name).decode() == text, "run .venv/bin/python -m tools.fit secrets"


def calls(text: str) -> int:
    """How many calls of functions a screening takes."""
    many = 0

    def count(frame: object, event: str, value: object) -> None:
        nonlocal many
        many += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        redact.clean(text)
    finally:
        sys.setprofile(before)
    return many


@pytest.mark.heavy
@pytest.mark.parametrize(
    "shape",
    [
        lambda many: "\n".join(f'"password": "Kaffee{at}Tasse",' for at in range(many)),
        lambda many: "pw=a1b2c3," * many,
        lambda many: "password:" * many,
        lambda many: "password a1-b2 " * many,
        lambda many: "pw x: 'a b' " * many,
        lambda many: "login / Xy9! | " * many,
        lambda many: "token,q7\n" * many,
        lambda many: "pin (a b c) = " * many,
        lambda many: "the password is Nebelkerze-2031\n" + "nebelkerze " * many,
    ],
)
def test_the_work_for_many_secrets_grows_with_the_text(shape: Callable[[int], str]) -> None:
    redact.clean("password: Nebelkerze-2031")  # what is read once for all is read
    once = calls(shape(600))
    assert calls(shape(1_200)) < 2.2 * once


@pytest.mark.parametrize(
    "text",
    [
        "passwords: " + " ".join(f"w{at}x{at}" for at in range(29)),
        "passwords: " + ", ".join(f"Kaffee{at}Tasse{at}!" for at in range(25)),
        "passwords: " + ", ".join(f"q{at}z7" for at in range(60)),
        "password:" * 300,
        "password (a" * 200,
    ],
)
def test_what_is_clean_stays_as_it_is(text: str) -> None:
    once = redact.clean(text)
    assert redact.clean(once) == once


@pytest.mark.heavy
def test_random_lists_are_clean_after_one_screening() -> None:
    dice = random.Random(5)
    words = (
        "password pw: token= passwords: login secret the is and or , ; Kaffee1 xy9z mond22 'ab1c' \"zq3\" (tok9)"
    ).split()
    for _ in range(150):
        text = dice.choice(["passwords: ", "pw ", ""]) + " ".join(dice.choices(words, k=dice.choice([10, 30, 90])))
        once = redact.clean(text)
        assert redact.clean(once) == once


@pytest.mark.parametrize("many", [3, 25])
def test_each_password_of_a_list_is_found(many: int) -> None:
    values = [f"{animal}Katze{at}!" for at, animal in zip(range(many), ["Hunde", "Mango", "Tiger"] * 9, strict=False)]
    cleaned = redact.clean("passwords: " + ", ".join(values))
    assert not [value for value in values if value[:-1] in cleaned]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("passwords: HundeKatze12!, MangoFjord34#, TigerNebel56$", "TigerNebel56"),
        ("login jo:kitty-1987", "kitty"),
        ("hunter2!x gets you into the box", "hunter2"),
        ("Failed password for invalid user Sonne#2024 from 10.0.0.1", "Sonne"),
        ("grafana: admin/grafana4us", "grafana4us"),
        ("mysqladmin -u root password Neu99x", "Neu99x"),
        ("the wifi password: correct horse battery staple", "horse battery staple"),
        ("host,user,password for the admin panel\nweb1,jo,Sommer2023\ndb1,al,mangofjord", "Sommer2023"),
        ("host,user,password for the admin panel\nweb1,jo,Sommer2023\ndb1,al,mangofjord", "mangofjord"),
    ],
)
def test_what_stands_in_a_sure_place_is_found(text: str, secret: str) -> None:
    assert secret not in redact.clean(text)


def test_nothing_is_left_of_a_screened_text() -> None:
    redact.clean("the password is Kirschkern-2031, ok")
    kept = [value for value in vars(finder).values() if isinstance(value, dict | list)]
    assert "Kirschkern" not in repr(kept)
