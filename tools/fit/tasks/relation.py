"""How two statements are related, and which words of a statement are wanted, refused, spoken of, or a place or time.

Four files: how much words tell (`word_weights.txt`), roles of words (`roles.txt`), relations (`relation.txt`), and
which statements end an older one (`endings.txt`). The
examples have an author each; `crossed` says how a fit does on an author that it did not see.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from memory_core.language import linear, relation, statement
from memory_core.language.relation.features import ending, features
from memory_core.language.statement import REST, ROLES, Statement
from tools.fit import examples
from tools.fit import linear as fit

LABELS: Final = ("standing", "choice", "moment")  # sentences that have roles
ROLE_FIT: Final = fit.Settings(bits=13, cost=0.01, passes=12)
FIT: Final = fit.Settings(bits=16, cost=0.03, passes=15)
ENDING_FIT: Final = fit.Settings(bits=13, cost=0.05, passes=15)
_SHARES: Final = (0.015, 0.006, 0.003, 0.001)  # of a language's sentences that have a word, for each weight the least
_CODE: Final = 2  # letters of a language; a longer name is a mixture
_LEAST: Final = 100  # sentences of a language that are enough to say so
_KNOWN: Final = 3  # times that a word must occur to have a weight


class Pair(NamedTuple):
    """Two statements, what the second is to the first, and who wrote them."""

    old: str
    new: str
    relation: str
    author: str
    language: str


class Sentence(NamedTuple):
    """A sentence, its label, the words of each role, and who wrote it."""

    text: str
    label: str
    roles: dict[str, str]
    author: str
    language: str


def make() -> dict[str, str]:
    """The four files."""
    pairs, sentences = read_pairs(), read_sentences()
    weights = word_weights(pairs, sentences)
    roles, model = fitted(pairs, sentences, weights)
    reader = Reader(roles, weights)
    rows = [fit.Row(reader.ending(pair), "yes" if pair.relation == relation.REPLACES else "no", "") for pair in pairs]
    return {
        "word_weights.txt": weights,
        "roles.txt": fit.written(roles),
        "relation.txt": fit.written(model),
        "endings.txt": fit.written(fit.fitted(rows, ENDING_FIT)),
    }


def fitted(pairs: Sequence[Pair], sentences: Sequence[Sentence], weights: str) -> tuple[linear.Model, linear.Model]:
    """The model of roles and the model of relations."""
    roles = fit.fitted(list(_role_rows(sentences)), ROLE_FIT, ROLES)
    reader = Reader(roles, weights)
    rows = [fit.Row(reader.features(pair), pair.relation, pair.author) for pair in pairs]
    return roles, fit.fitted(rows, FIT, relation.KINDS)


def crossed(pairs: Sequence[Pair], sentences: Sequence[Sentence]) -> list[tuple[Pair, list[int]]]:
    """Each pair with its scores from a fit that saw nothing of its author, weights and roles included."""
    scored = []
    for author in sorted({pair.author for pair in pairs}):
        known = [pair for pair in pairs if pair.author != author]
        heard = [sentence for sentence in sentences if sentence.author != author]
        weights = word_weights(known, heard)
        roles, model = fitted(known, heard, weights)
        reader = Reader(roles, weights)
        scored += [(pair, model.scores(reader.features(pair))) for pair in pairs if pair.author == author]
    return scored


class Reader:
    """Reads statements by a model of roles and weights that are not the product's."""

    def __init__(self, roles: linear.Model, weights: str) -> None:
        self._roles = roles
        self._weights = statement.parsed_weights(weights)
        self._known: dict[str, Statement] = {}

    def features(self, pair: Pair) -> list[str]:
        """What the model of relations is told of a pair."""
        return features(self._read(pair.old), self._read(pair.new))

    def ending(self, pair: Pair) -> list[str]:
        """What the model of endings is told of the newer one."""
        return ending(self._read(pair.new))

    def _read(self, text: str) -> Statement:
        if text not in self._known:
            self._known[text] = statement.read(text, self._roles, self._weights)
        return self._known[text]


def word_weights(pairs: Iterable[Pair], sentences: Iterable[Sentence]) -> str:
    """How much words tell: a line for each weight with the words that are so common in some language."""
    texts = {(sentence.text, sentence.language) for sentence in sentences}
    for pair in pairs:
        texts |= {(pair.old, pair.language), (pair.new, pair.language)}
    counts: dict[str, Counter[str]] = {}
    sizes: Counter[str] = Counter()
    for text, language in texts:
        sizes[language] += 1
        counts.setdefault(language, Counter()).update({word.key for word in statement.words(text)})
    shares: dict[str, float] = {}
    for language, by_key in counts.items():
        if sizes[language] >= _LEAST and len(language) == _CODE:
            for key, count in by_key.items():
                if count >= _KNOWN:
                    shares[key] = max(shares.get(key, 0.0), count / sizes[language])
    lines: list[list[str]] = [[] for _ in _SHARES]
    for key, share in sorted(shares.items()):
        weight = next((at for at, least in enumerate(_SHARES) if share >= least), None)
        if weight is not None and key.isprintable() and " " not in key:
            lines[weight].append(key)
    return "".join(f"{' '.join([str(weight), *keys])}\n" for weight, keys in enumerate(lines))


def read_pairs() -> list[Pair]:
    """The examples of pairs."""
    return [
        Pair(row["first"], row["second"], row["relation"], row["author"], row["lang"]) for row in examples.rows("pairs")
    ]


def read_sentences() -> list[Sentence]:
    """The examples of sentences."""
    return [
        Sentence(row["text"], row["label"], {role: row[role] for role in ROLES}, row["author"], row["lang"])
        for row in examples.rows("sentences")
    ]


def _role_rows(sentences: Iterable[Sentence]) -> Iterable[fit.Row]:
    for sentence in sentences:
        if sentence.label in LABELS:
            words = statement.words(sentence.text)
            for at, role in enumerate(_roles(sentence, [word.key for word in words])):
                yield fit.Row(statement.features(words, at), role, sentence.author)


def _roles(sentence: Sentence, keys: Sequence[str]) -> list[str]:
    """The role of each word: where the words of a role stand together, else wherever they stand."""
    roles = [REST] * len(keys)
    for role in ("scope", "subject", "value", "instead"):
        wanted = [word.key for word in statement.words(sentence.roles[role])]
        if not wanted:
            continue
        starts = [at for at in range(len(keys)) if keys[at : at + len(wanted)] == wanted]
        places = range(starts[0], starts[0] + len(wanted)) if starts else [
            at for at, key in enumerate(keys) if key in wanted
        ]  # fmt: skip
        for at in places:
            roles[at] = role
    return roles
