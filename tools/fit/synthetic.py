"""Rows of carriers and values that `carriers.txt` tells, the same on every machine."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
_LCG: Final = (6364136223846793005, 1442695040888963407, (1 << 64) - 1)
_ALNUM: Final = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_SLOTS: Final = ("{v}", "{p}", "{t}", "{n}", "{g}", "{u}", "{h}")
LANGUAGES: Final = "en de fr es it pt nl pl sv tr cs ru zh ja ko da".split()


class Dice:
    """Numbers drawn by a linear congruence."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, most: int) -> int:
        """A number from 0 to most - 1."""
        self.state = (self.state * _LCG[0] + _LCG[1]) & _LCG[2]
        return (self.state >> 33) % most

    def pick(self, values: Any) -> Any:
        """One of a sequence."""
        return values[self.below(len(values))]


def rows(many_prose: int = 60, rounds: int = 3) -> Iterator[tuple[str, list[str]]]:
    """Texts with the secrets that stand in them."""
    lists, carriers = _read()
    dice = Dice(20)
    for language in LANGUAGES:
        owners, links, tails, negs, of_words = (
            lists[f"{language}.{name}"] for name in ("o", "link", "tail", "neg", "of")
        )
        for at in range(many_prose * (3 if language == "en" else 1)):
            value = _value(dice, lists) if at % 2 else dice.pick(negs)
            start = dice.pick(owners)
            start += dice.pick(of_words) if dice.below(2) else ""
            start = start[:1].upper() + start[1:] if dice.below(2) else start
            text = _filled(f"{start}{dice.pick(links)}\0{dice.pick(tails)}", dice, lists)[0]
            if dice.below(3) == 0:
                text = text.lower() if dice.below(2) else f"- {text}"
            if "'" not in value and dice.below(6) == 0:
                quote = dice.pick("\"'`")
                text = text.replace("\0", f"{quote}\0{quote}")
            yield text.replace("\0", value), [value] if at % 2 else []
    for form in lists["forms"] * rounds:
        for kind in ("names", "names", "tokens"):
            name = dice.pick(lists[kind])
            value = _value(dice, lists) if kind == "names" else _drawn(dice)
            yield form.replace("{N}", name).replace("{x}", value), [value]
            for _ in range(2):
                yield form.replace("{N}", dice.pick(lists[kind])).replace("{x}", dice.pick(lists["ref"])), []
    for number, (sign, carrier) in enumerate(carriers * (rounds + 1)):
        text, secrets = _filled(carrier, dice, lists)
        if number >= len(carriers):
            text = _among(text, dice, lists)
        yield text, secrets if sign == "+" else []


def like(secret: str, dice: Dice) -> str:
    """A value that is made: a phrase where the secret is one, else a word or more."""
    lists, _ = _read()
    return (_phrase if " " in secret else _value)(dice, lists)


@cache
def _read() -> tuple[dict[str, list[str]], list[tuple[str, str]]]:
    lists, carriers = {}, []
    for line in (HERE / "carriers.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("="):
            name, _, rest = line[1:].partition(" ")
            if name == "words":
                lists[name] = rest.split(" ")
            else:
                lists[name] = [
                    cell.replace("\0", "|").replace("\\n", "\n") for cell in rest.replace("\\|", "\0").split("|")
                ]
        elif line[:2] in ("+ ", "- "):
            carriers.append((line[0], line[2:].replace("\\n", "\n").replace("\\\\", "\\").replace("\\t", "\t")))
    return lists, carriers


def _among(text: str, dice: Dice, lists: dict[str, list[str]]) -> str:
    """The text with lines before and behind it, or with a full stop or a bullet."""
    if dice.below(3) == 0:
        text = f"{_filled(dice.pick(lists['before']), dice, lists)[0]}\n{text}"
    if dice.below(3) == 0:
        text = f"{text}\n{_filled(dice.pick(lists['after']), dice, lists)[0]}"
    if "\n" not in text and text[-1:].isalnum() and text.count(" ") > 2:
        text = (text, text, text + ".", "- " + text, text + ", thanks", f"{text}. {dice.pick(lists['after'])}")[
            dice.below(6)
        ]
    return text


def _filled(carrier: str, dice: Dice, lists: dict[str, list[str]]) -> tuple[str, list[str]]:
    secrets = []
    while "{" in carrier:
        slots = [(carrier.find(slot), slot) for slot in _SLOTS if slot in carrier]
        if not slots:
            break
        slot = min(slots)[1]
        if slot in ("{u}", "{h}"):
            carrier = carrier.replace(slot, dice.pick(lists["users" if slot == "{u}" else "hosts"]))
            continue
        value = {"{v}": _value, "{p}": _phrase}[slot](dice, lists) if slot in ("{v}", "{p}") else _drawn(dice, slot)
        secrets.append(value)
        carrier = carrier.replace(slot, value, 1)
    return carrier, secrets


def _drawn(dice: Dice, slot: str = "{t}") -> str:
    if slot == "{n}":
        return _number(dice)
    if slot == "{g}":
        return _groups(dice)
    if dice.below(4) == 0:
        return "".join(dice.pick("0123456789abcdef") for _ in range(dice.pick((32, 40, 48, 64))))
    return "".join(dice.pick(_ALNUM) for _ in range(dice.pick((20, 24, 32, 40, 43))))


def _number(dice: Dice) -> str:
    digits = "".join(dice.pick("0123456789") for _ in range(dice.pick((4, 4, 4, 5, 6, 8))))
    return str(
        dice.pick((digits,) * 8 + (f"{dice.pick('ABCDE')}{digits}", f"{digits}{dice.pick('#*AB')}", _turned(dice)))
    )


def _turned(dice: Dice) -> str:
    """What the dial of a safe is turned to."""
    return str(dice.pick("-- .")).join(f"{dice.below(100):02}" for _ in range(3))


def _groups(dice: Dice) -> str:
    """A key as it is printed: pairs of hex, groups of four, numbers in a list."""
    many = dice.pick((8, 16, 16))
    if dice.below(3) == 0:
        return ", ".join(str(dice.below(256)) for _ in range(many))
    if dice.below(2):
        return " ".join(f"{dice.below(256):02X}" for _ in range(many))
    letters = dice.pick(("abcdefghijklmnopqrstuvwxyz234567", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "abcdefghijklmnop"))
    return " ".join("".join(dice.pick(letters) for _ in range(4)) for _ in range(dice.pick((4, 4, 6, 8))))


def _phrase(dice: Dice, lists: dict[str, list[str]]) -> str:
    if dice.below(3):
        words = str(dice.pick(lists["phrases"])).split(" ")
        if dice.below(2):
            words[dice.below(len(words))] = dice.pick(lists["words"])
        return " ".join(words)
    words = [dice.pick(lists["words"]) for _ in range(dice.pick((2, 3, 3, 4, 4, 5)))]
    return " ".join(words) if dice.below(5) else " ".join(word.capitalize() for word in words)


def _value(dice: Dice, lists: dict[str, list[str]]) -> str:
    word, other, third = (dice.pick(lists["words"]) for _ in range(3))
    number = str(dice.pick((dice.below(10), dice.below(100), 1950 + dice.below(80), dice.below(1000))))
    joint = dice.pick("--__.._&+/!#")
    big, second = word.capitalize(), other.capitalize()
    person, place = dice.pick(lists["people"]), dice.pick(lists["places"])
    short = "".join(dice.pick(_ALNUM + "#!?%+*") for _ in range(8 + dice.below(7)))
    forms = (
        word, word + other, word + other, word + other, big, big + other, big + second, big + second, word + second,
        f"{word}{joint}{other}", f"{big}{joint}{second}", f"{word}-{other}-{third}", word + number, word + number,
        big + number, f"{big}{number}!", f"{word}_{number}", f"{big}-{number}", f"{word}-{number}", f"{word}-{number}",
        f"{word}!", f"{big}{other}!", f"{word}.{other}", f"{big}.{second}", f"{word}.{other}.{third}",
        word.replace("o", "0").replace("i", "1") + number, word.upper() + number, number + word,
        f"{big}{second}{number}", f"{big}#{number}", f"{word}{other}{number}", short, short, person + place,
        person.lower() + number, person + number, place + number, f"{place}_{word}", f"{word}_{place.lower()}",
        f"{word}4{other}", word + other + third, f"{big}{other}{third}", f"{person}@{number}", f"{person}&{big}",
        f"{big}{joint}{other}{joint}{number}", f"{word}{'!' * (1 + dice.below(3))}", big[:4] + second[:4] + number,
        place.upper(), word.upper() + other.upper(), place, person.lower() + place.lower(), f"{big}_{place}",
        f"{number}{big}{second}", f"{number}-{word}",
    )  # fmt: skip
    return str(dice.pick(forms))
