"""Features of a prompt: its words and names, and whether it asks to do something or is only a question.

As in `learnings.light.match`, neither `json`, `re` nor `typing` is imported here.
"""

from memory_core.language.light.stems import stem

_ASKED, _QUESTION, _PLAIN, _MADE = (
    0.45,
    0.6,
    0.72,
    1.17,
)  # moods of a prompt: 1 and more for a request to do something
_WINDOW = 6  # largest distance in words of the parts of `a+b`
_LONGEST = 4  # words of a phrase
_PREFIX = range(3, 16)  # letters of `word*`
_RUN = 8  # characters of a word in a script without spaces
_FAR = 30  # characters of a question after which a request may follow
_ENDS = 3  # clauses at the beginning and at the end that are checked for a request
_SPOKEN = 2  # number of such words that identifies a language

# Frequent words of another language, and words of it that look like English words.
_ABROAD = tuple(
    (frozenset(speaks.split()), frozenset(alike.split()))
    for speaks, alike in (
        (
            "le la les un une des du et est pas que qui dans pour par sur avec ce cette je tu on il elle nous vous ne",
            "comment note sale main cause local lent location attend sort son sensible journal chat pain coin",
        ),
        (
            "el la los las un una y es no que en por para con del al se lo su como esta este hay mi me",
            "sin son red once pie ser sale final real actual ten come",
        ),
        (
            "der die das den dem ein eine einen ist sind nicht mit für von auf im zu und ich wir du mal noch wie wer",
            "rest fast also bald handy gift art mode brief brand kind not tag war see hell toll wand rat fall alter",
        ),
    )
)
SPACES = str.maketrans(dict.fromkeys("\"'`“”„‚‘’«»()[]{}<>|,;:!?¿¡=*~^&%$\t\r\n\\…—–→、。，！？：；「」（）", " "))
_QUOTE = "\x02"  # marks a quotation
_OPENED = str.maketrans({**dict.fromkeys('"“„«「', f" {_QUOTE} ")})
CLAUSES = str.maketrans({**SPACES, **dict.fromkeys(map(ord, ",.:;!?()\n、。，！？：；"), "\n")})
EDGES = ".-_/+#@"  # characters that are stripped from both ends of a name
_ASKS = frozenset(
    (
        "why what which who whom whose where when how is are was were does do did has have am should explain "
        "describe tell show list count compare summarise summarize estimate suggest convert decode calculate wie "
        "warum wieso wer wo welche welcher welches wann wozu woher erklär erkläre zeig nenn zähl gibt ist sind hat "
        "pourquoi quoi quel quelle quels quelles où quand comment qui combien explique montre est qué quién dónde "
        "cuándo cuál cómo cuánto explica muestra что почему зачем кто где когда какой какая какие сколько объясни "
        "покажи расскажи как"
    ).split()
)
MAKES = frozenset(
    (
        "prepare bump add adds make write create build implement fix update remove replace rename refactor move put "
        "set use install upgrade migrate new extend convert generate translate style format document redo "
        "improve rewrite reword adapt bring support optimise optimize speed correct repair wire introduce "
        "split extract raise configure squash apply restructure reflow train plot visualise visualize "
        "track schedule expose return show commit merge rebase deploy push release review finish pull "
        "draw change let hook restart upload register send log drop alert clean adjust tidy shorten "
        "proofread load save fetch group join lets"
    ).split()
)
_MAKES_ABROAD = frozenset(
    (
        "brauchen committen schreib mach bau füge ergänze ändere ersetze korrigieren besoin ajoute écris "
        "crée corrige remplace fais réécris añade agrega escribe crea arregla cambia haz добавь напиши "
        "сделай исправь создай замени поменяй подключи hinzufügen einbauen umbenennen anlegen erstelle "
        "erstellen ersetzen schreiben übersetze lass änder passe ergänzen reparier hinzu rajoute modifie "
        "supprime renomme traduis mets faut añadir agregar escribir elimina renombra pon traduce hay "
        "добавить написать исправить переименуй переведи обнови удали нужно 追加 作成 修正 変更 実装 追加して 添加 "
        "修改 创建 "
        "实现 修复 更新"
    ).split()
)
_SHOWN = frozenset("me us git all which what how where".split())  # words after `show` in a question
_WANTS = frozenset("need needs should brauche brauchen braucht besoin faut".split())
_FAULTS = frozenset(
    "wrong fails failed failing broken crashes crashed twice weird odd strange missing falsch kaputt doppelt faux "
    "cassé mal roto неверно сломалось".split()
)  # words about a fault: they ask for no change yet
# Words before a request; an English verb at another place is a name.
_LEADS = frozenset(
    "to and then please pls plz we i you can should must also just now not lets let us or but so".split()
)
_WISHES = (
    "check it in", "check this in", "can you", "could you", "will you", "can we", "could we", "kannst du",
    "könntest du", "tu peux", "peux-tu", "puedes", "можешь",
)  # fmt: skip
_ASKS_WIDE = (
    "什么", "为什么", "怎么", "哪", "谁", "吗", "何", "なぜ", "どう", "どこ", "誰", "ですか", "の?", "の？", "意味",
)  # fmt: skip
_ASKS_WITHIN = (
    "how do i", "how can i", "how to undo", "what does", "what is", "any idea", "no code", "no edits", "just explain",
    "only describe", "don't change anything", "do not change anything", "for slack", "opinion", "just curious",
    "in words", "tell me", "find where", "look it up",
    "wait with your answer", "nur erklären", "walk me through", "can you explain",
    "erklären", "sag mir", "me dire", "m expliquer", "explicarme", "decirme", "объяснить", "what happens",
    "can you see", "do you think", "ohne code", "sans code", "sin código",
)  # fmt: skip
_MAKES_WIDE = tuple("して 追加 作成 修正 変更 実装 書いて お願い 添加 修改 创建 实现 修复 更新 写 加 改".split())
_KINDS = frozenset(
    (
        "py pyi ipynb js jsx ts tsx mjs cjs vue svelte css scss less html rs go java kt kts swift rb php cs cpp cc "
        "c h hpp ex exs sh bash sql tf tfvars yml yaml json toml ini xml md mdx rst txt csv parquet lock cfg conf "
        "env gradle proto graphql ico png svg dart scala lua r jl"
    ).split()
)
_DOTTED = frozenset(
    ("node next nuxt vue react express three d3 nest socket chart moment day date solid asp").split()
)  # names before a dot that is no file ending
_SMALL = frozenset(
    ("and so ok okay now then but well hm hey hi also und dann jetzt et alors y pues а и ну then, still").split()
)


_PARTS = 24  # parts of a path that become keys


def mood(text: str) -> float:
    """1 or more if a prompt asks to do something, less if it only asks a question."""
    low = text.lower().replace("'s", " is").replace("’s", " is")
    clauses = [[word.strip(EDGES) for word in clause.split()] for clause in low.translate(CLAUSES).split("\n")]
    clauses = _begun(clauses)
    words = [word for clause in clauses for word in clause]
    plain = f" {' '.join(words)} "
    if not words:
        return _PLAIN
    if words[0] == "show" and words[1:2] and words[1] not in _SHOWN:
        words[0], clauses[0] = "", clauses[0][1:]
    is_asked = words[0] in _ASKS or any(f" {mark} " in plain for mark in _ASKS_WITHIN)
    if any(f" {wish} " in (plain[_FAR:] if is_asked else plain) for wish in _WISHES):
        return _MADE
    if is_asked or any(mark in text for mark in _ASKS_WIDE):
        return _ASKED
    ends = (*clauses[:_ENDS], *clauses[-_ENDS:])
    if any(mark in text for mark in _MAKES_WIDE) or any(_makes(clause) for clause in ends):
        return _MADE
    is_fault = not _FAULTS.isdisjoint(words)
    if not is_fault and any(not _WANTS.isdisjoint(clause) for clause in ends):
        return _MADE
    if is_fault:
        return _ASKED
    return _QUESTION if text.rstrip().endswith(("?", "？")) else _PLAIN


def _begun(clauses: list[list[str]]) -> list[list[str]]:
    """The clauses from the first significant word on."""
    for number, clause in enumerate(clauses):
        at = next((at for at, word in enumerate(clause) if word not in _SMALL), None)
        if at is not None:
            return [clause[at:], *clauses[number + 1 :]]
    return []


def _makes(clause: list[str]) -> bool:
    """Whether a clause asks to do something."""
    if not _MAKES_ABROAD.isdisjoint(clause):
        return True
    before = ["to", *clause]
    return any(word in MAKES and last in _LEADS for last, word in zip(before, clause, strict=False))


def keys(text: str) -> dict[str, list[int]]:
    """The keys of a text, each with its word positions: words, phrases, prefixes, names, kinds of file."""
    places: dict[str, list[int]] = {}
    stems: list[str] = []
    for raw in text.translate(_OPENED).translate(SPACES).split():
        name = raw.strip(EDGES)
        if raw == _QUOTE:
            places.setdefault('""', []).append(len(stems))
        elif name:
            for key in [*(["--*"] if raw[:2] == "--" and len(raw) > 3 else []), *_names(name)]:
                places.setdefault(key, []).append(len(stems))
            for piece in _pieces(name):
                beginnings = (f"{piece[:size]}*" for size in _PREFIX if len(piece) >= size)
                for key in (*beginnings, stem(piece)):
                    places.setdefault(key, []).append(len(stems))
                stems.append(stem(piece))
    for word in _alike(text):
        places.pop(stem(word), None)
    for length in range(2, _LONGEST + 1):
        for at in range(len(stems) - length + 1):
            places.setdefault(" ".join(stems[at : at + length]), []).append(at)
    return places


def _alike(text: str) -> frozenset[str]:
    """Words of the text's language that only look English; empty for English."""
    words = {word.strip(EDGES) for word in text.lower().replace("'", " ").replace("’", " ").split()}
    for speaks, alike in _ABROAD:
        if len(words & speaks) >= _SPOKEN:
            return alike
    return frozenset()


def tokens(text: str) -> list[str]:
    """The words of a text, at the positions that `keys` uses."""
    names = (raw.strip(EDGES) for raw in text.translate(SPACES).split())
    return [piece for name in names if name for piece in _pieces(name)]


def _names(name: str) -> list[str]:
    """The keys of a code name, a path, or a word in a script without spaces, beside its words."""
    low = name.lower()
    forms = [] if low.isascii() else _wide(low)
    if "/" in low:
        parts = [part for part in low.split("/") if part][:_PARTS]
        forms += ["/" + "/".join(parts[:end]) for end in range(1, len(parts) + 1)]
        forms += ["/" + part for part in parts[1:-1]]
        low = parts[-1] if parts else ""
        forms.append(low)
    if _is_file(low):
        base, _, kind = low.rpartition(".")
        words = " ".join(map(stem, low.split(".")))
        return [*forms, low, words, f".{kind}", *([] if base.isalpha() else [base])]
    if "." in low or "-" in low or "_" in low or name[1:] != name[1:].lower():
        forms.append(low)
    return forms


def _pieces(name: str) -> list[str]:
    """The words of a name: between hyphens, the last word of `CamelCase`, or the whole name."""
    low = name.lower()
    if "/" in low or "_" in low or _is_file(low):
        return [low]
    if "." in low or "-" in low:
        return [piece for piece in low.replace(".", "-").split("-") if piece] or [low]
    if name[1:] == name[1:].lower() or name.isupper():
        return [low]
    from memory_core.language.light.words import humps

    return [humps(name)[-1].lower()]


def _is_file(low: str) -> bool:
    base, _, kind = low.rpartition(".")
    return bool(base) and kind in _KINDS and base not in _DOTTED


def _wide(low: str) -> list[str]:
    """Every short substring in a script that puts no spaces between words."""
    from memory_core.language.light.words import unspaced

    return [
        run[at:end]
        for run in unspaced(low)
        for at in range(len(run))
        for end in range(at + 1, min(len(run), at + _RUN) + 1)
    ]


def near(places: list[int], others: "list[int] | None") -> bool:
    """Whether two words occur near each other anywhere."""
    return bool(others) and any(abs(place - other) <= _WINDOW for place in places for other in others or ())
