# ruff: noqa: E501 - a row of words is read in one piece
"""How much speaks for it that a sentence is of a way of working, where no form of words says so.

Each word is replaced by the letter of its kind (`kinds`); a sign is an expression over these letters, or words that
occur. The points were fitted to sayings whose meaning was known, and rounded; no sign says enough alone.
"""

import re
from collections.abc import Mapping
from typing import Final

from memory_core.domain import bounds
from memory_core.domain.extract import phrases

_WORDS: Final[Mapping[str, str]] = {
    "d": "the this that these those my your his her its their",
    "a": "a an another some two three four five several",
    "e": "every each any all anything everything",
    "y": "you you've you're you'd",
    "n": "we we're we've our us ours",
    "i": "i i'm i've i'd i'll me",
    "z": "it it's them he she they one there there's they're he's she's him",
    "q": "yes no nope nah hm hmm ok okay and but so well actually just also then right wrong neither",
    "x": "not without don't never nothing doesn't isn't aren't won't can't cannot none nor zero avoid stop quit drop skip",
    "m": "should must may might shall shouldn't mustn't ought",
    "r": "is are be am being",
    "k": "was were did had got found lost broke upgraded moved happened yesterday ago deleted missed forgot changed added removed called told asked put made left said went since decided",
    "b": "fails fail failed failing broken error crash crashes crashed bug red slow stuck timeout missing empty working works hangs lags leaks weird failure failures",
    "j": "please",
    "c": "in as with by per under over before after behind from through via at to on into for of like next below above against between",
    "h": "go goes belong belongs live lives stay stays come comes get gets start starts end ends carry carries need needs follow follows begin begins have keep keeps use uses",
    "g": "team company shop office dba dbas reviewer reviewers ops sre sres security legal compliance qa designers lead architect architects maintainers auditor auditors management maintainer guild",
    "w": "commit commits pr prs mr mrs branch branches tests specs fixture fixtures mock mocks mocking stub stubs snapshot snapshots assertion assertions comment comments docstring docstrings function functions method methods class classes variable variables identifier identifiers constant constants enum enums import imports exports module modules helper helpers util utils wrapper wrappers type types typings typing hints annotation annotations generics "
         "interface interfaces diff diffs patches changelog changelogs migrations dependency dependencies package packages library libraries lib libs framework frameworks orm orms code refactoring refactorings formatting indentation whitespace tabs spaces semicolons quotes braces brackets commas regex regexes logs logging config configs configuration secrets secret credentials env readme readmes docs documentation markdown ternary ternaries ifs loops loop lambdas lambda "
         "exceptions exception try/except inheritance composition decorator decorators global globals singleton singletons macros naming names abbreviations review releases deploys deployments hotfixes scripts dockerfiles queries sql timestamps todos emojis emoji warnings linter formatter coverage spikes flags toggles defaults parameters params getters setters hooks handlers endpoints controllers summaries summary explanations answers replies json yaml toml parquet csv xml "
         "typescript python javascript rust go java kotlin any unknown stdlib async dtos models repositories services literals strings numbers durations floats ints decimals indices booleans callbacks promises events payloads errors effects state",
    "T": "pytest jest vitest npm pnpm yarn uv pip poetry ruff black eslint prettier make docker git anyio asyncio pathlib structlog testcontainers tailwind print logger camelcase snake_case kebab-case lodash moment date-fns axios fetch redux zustand mypy cargo gradle maven bash zsh rg grep terraform helm kubectl",
    "p": "button page form modal dialog header footer sidebar menu chart banner tooltip dropdown checkbox field label icon logo screen login logout user customer client admin guest visitor order invoice payment product cart checkout price discount email mail address password session report dashboard search filter upload download export image avatar profile account tenant newsletter notification row column cell widget popup slider map game player settings title heading headline paragraph "
         "slide phone theme font colour color background border redirect quantity hero landing pricing faq locale buttons pages forms modals dialogs banners fields labels icons screens users customers clients admins guests visitors orders invoices payments products prices discounts mails addresses passwords sessions reports filters uploads downloads images profiles accounts tenants newsletters notifications rows columns cells widgets titles headings colours colors list lists table tables app site website "
         "total totals captcha cookie cookies stock catalog cron",
    "v": "add adapt adjust apply assign build bump call change check clean compare compute configure connect continue convert copy correct create cut debug delete deploy describe design display enable disable ensure explain extend extract fill find finish fix generate give hide implement improve include increase insert install introduce investigate let's lets limit link load look measure merge migrate move open optimize parse pick port publish push read rebase redo reduce refactor "
         "regenerate remove rename render reorder repeat replace resize restart restore retry return revert rewrite rotate run save seed send separate set show shrink simplify split squash store swap switch tag take tell test track translate trim try turn undo update upgrade validate verify wire wrap write scaffold bring document",
}  # fmt: skip
_KINDS: Final = {word: kind for kind, words in _WORDS.items() for word in words.split()}
_WORD: Final = r"[\w@#][\w'/.+#@-]{0,98}[\w+#]|\w|/[\w./-]+|[,;:.!?()–—-]"
_APART: Final = r"[^\w'=/-]+"
_SPEAKS: Final = frozenset("wTyneg")  # kinds of which ways of working have one
_START: Final = -1.4
# By the kinds of words: o, s and D stand for words of none: others, plurals, what ends as a past does.
_SHAPES: Final = (
    (0.9, r"(?<![daz])(?<![da][oswD])(?<![da][osD][osD])[wT]"),  # work, and none at hand
    (-0.2, r"d[osw]?[os]?w"),
    (0.5, r"[wT]"),  # any
    (0.6, r"(?:^|,|\.|q)[qx]+[wTsoD]{1,2}(?:[,.]|$)"),
    (0.7, r".x"),
    (0.6, r",x[wTso]"),
    (0.8, r"x[ovh][wTsoe]"),
    (0.3, r"c[wTsoD](?!c)"),
    (1.2, r"[wTso]h[cawoTsD]"),
    (0.9, r"n"),
    (1.3, r"y"),
    (0.5, r"g"),
    (0.5, r"e[oswT]"),
    (0.5, r","),
    (0.4, r"^q,"),
    (-1.3, r"^[qj,.]*y?v"),
    (-0.8, r"^[qj,.]*v[cqox]?[daz#]"),
    (-1.2, r"[,.qj]v[cox]?[daz]"),
    (-0.9, r"p"),
    (-0.8, r"p.*p"),
    (-0.5, r"d[opsDf]"),
    (-0.7, r"^[q,j]*[dz]"),
    (-0.7, r"k"),
    (-0.9, r"b"),
    (-1.1, r"/"),
    (-0.1, r"(?:r[oD]?|[hD])c[/f]"),
    (-0.6, r"m[rxolhz]"),
    (-0.4, r"a[opsD]"),
    (-1.2, r"#"),
    (-0.7, r"^[^,]{1,3}$"),
    (-0.6, r"^[qj,e]*[os]?[wsT](?:[co][wso])?r"),
    (-0.1, r"^[qj,]*(?:[osD]?[wsT]|o[ow])(?:[co][wso])?[hrm]"),
)
# By words that occur; a sign that others need has a name.
_CUES: Final = (
    (0.6, "again", (" again ",)),
    (0.8, "", (" time ", " how often do ", " how often have ", " how many times do ", " once more ")),
    (0.8, "team", (" at our ", " around here ", " over here ", " with us ", " in this team ", " in our ", " on our team ", " in this company ", " in my team ", " house style ", " company policy ", " our team ", " everybody else ", " everyone else ", " like the rest ", " as everywhere ", " in this house ")),
    (1.0, "why", (" because ", " otherwise ", " so that ", " that's how ", " that's what ", " that's where ", " it's how ", " bit us ", " makes ", " hides ", " breaks ", " since ")),
    (0.9, "", (" instead of ", " rather than ", " over ", " than ", " not ")),
    (0.7, "", (" answers ", " replies ", " summar", " explain", " ask before ", " ask me ", " ask first ", " tell me ", " show me ", " talk ", " your commit", " your messages ", " your answer", " apolog", " stop and ", " options ")),
    (0.5, "", (" i had to ", " i have to ", " i keep ", " tired of ", " fed up ", " i reverted ", " i removed ", " i refused ", " rejected ", " declined ", " refused ", " i remove ", " i delete ")),
    (1.6, "", (" if you ", " when you ", " whenever ", " in doubt ", " before you ", " if a ", " if an ", " when a ", " when an ", " anything that ", " everything that ", " if it can ", " for anything ", " for everything ", " if something ")),
    (0.5, "mustn't", (" not allowed ", " must not ", " forbidden ", " off limits ", " taboo ", " not ok ", " is wrong ", " no-go ", " never ")),
    (0.6, "", (" named ", " go into ", " goes into ", " belong", " go in ", " live in ", " goes in ", " live next ", " sorted ", " prefixed ", " wrapped ", " written in ")),
    (-1.0, "", (" show", " display", " click", " visible ", " render", " redirect", " expire")),
    (-0.4, "states", (" has ", " there is ", " there are ", " contains ", " lags ", " returns ", " runs ", " takes ", " talks to ", " is called ", " is read ", " are stored ", " is stored ", " are created ", " is created ", " come from ", " comes from ", " are sent ", " are in ", " is in ", " are under ", " is under ", " is at ", " lives in ", " sits in ", " are written to ", " are reported ", " are hashed ", " depends on ")),
    (-0.3, "", (" now ", " first ", " tomorrow ", " currently ", " later ", " yet ", " today ", " then ")),
    (0.8, "judges", (" creeps ", " nervous ", " seasick ", " hurt ", " hurts ", " headache", " pain ", " annoy", " drives me ", " drive me ", " gives me ", " give me the ", " makes me ", " make me ", " nothing to me ", " get lost ", " nerves ", " can't read ", " can't follow ", " can't stand ", " cannot stand ", " hate ", " dislike ", " peeve ", " smell", " noise ", " no-go ", " overkill ", " pointless ", " unreadable ", " unmaintainable ", " not a fan ", " big fan ", " don't like ", " i find ", " i like ", " i love ", " i prefer ", " i'd rather ", " allergic ", " ugly ", " evil ", " waiting to happen ", " sloppy ", " hard to read ", " hard to follow ", " hard to review ", " reads better ", " read better ", " read like ", " reads like ", " fine with me ", " beats ", " i don't trust ", " i don't believe in ", " useless ", " clutter ", " i think in ")),
    (0.6, "blames", (" another ", " again a ", " again with ", " more of those ", " too many ", " so many ", " all those ", " half of your ")),
    (0.8, "blames", (" you keep ", " you kept ", " you always ", " you constantly ", " you again ", " you once again ", " you never ", " keep adding ", " keep inventing ", " keep making ", " keep writing ", " nobody asked ", " no one asked ", " didn't ask ", " never asked ", " never mentioned ", " nobody needs ", " nobody wants ", " nobody wanted ", " nobody reads ", " didn't need ", " unasked ", " unrequested ", " i keep removing ", " i keep deleting ", " i keep reverting ", " i keep fixing ", " i had to revert ", " i had to delete ", " i had to remove ", " i have to revert ", " tired of ", " fed up ", " third time ", " fourth time ", " second time ", " how often do ", " sigh ", " you still ", " every single time ")),
    (0.3, "chooses", (" the first ", " the second ", " the third ", " the latter ", " the former ", " the last one ", " option ", " variant ", " neither ")),
    (1.3, "general", (" in general ", " generally ", " always ", " everywhere ", " around here ", " as a rule ", " in all ", " my general ", " as usual ", " our standard ", " in doubt ", " like the rest ", " preference ", " codebase ", " by default ", " policy ", " convention ")),
    (1.2, "", (" before you ", " before proposing ", " before deleting ", " before adding ", " before making ", " before changing ", " before writing ", " before starting ", " before touching ", " before every ", " before each ", " before any ", " hand over ", " hand it over ", " when you're done ", " before committing ", " before pushing ")),
    (0.9, "", (" one per ", " per file ", " per pr ", " per commit ", " per test ", " per class ", " = one ", " at a time ")),
    (0.4, "", (" belong", " stay out ", " stays out ", " out of the ", " have one ", " has one ", " live in one ", " come from ", " comes from ")),
    (0.8, "rules", (" wants ", " want ", " insist", " requires ", " reviews ", " reject", " owns ", " own the ", " signs off ", " sign off ", " voted ", " settled ", " agreed ", " provides ", " only accept", " bounce", " having seen ")),
    (0.4, "refuses", (" rejected ", " refused ", " declined ", " i said no ", " i reverted ", " i undid ")),
    (0.0, "reports", (" says ", " said ", " asked ", " reports ", " complains ")),
)  # fmt: skip
_NAMED: Final = (
    ("work", r"[wT]"),
    ("hand", r"d[opsDf]"),
    ("task", r"^[qj,.]*y?v"),
    ("product", r"p"),
    ("past", r"k"),
    ("broken", r"b"),
    ("we", r"n"),
    ("it", r"^[q,j]*[dz]"),
    ("team", r"g"),
)
# Signs that say more together: those needed, and those that must not be there.
_TOGETHER: Final[tuple[tuple[float, frozenset[str], frozenset[str]], ...]] = (
    (0.6, frozenset({"judges"}), frozenset({"hand", "task", "product"})),
    (0.8, frozenset({"blames", "work"}), frozenset()),
    (0.4, frozenset({"team"}), frozenset({"it", "reports", "past", "broken"})),
    (0.9, frozenset({"team", "rules"}), frozenset({"reports", "past", "broken"})),
    (0.5, frozenset({"refuses", "why"}), frozenset()),
    (0.2, frozenset({"refuses", "mustn't"}), frozenset()),
    (0.7, frozenset({"chooses", "general"}), frozenset()),
    (-0.5, frozenset({"task", "work"}), frozenset()),
)


def points(said: str) -> float:
    """How much speaks for it that a sentence, in lower case, is of a way of working; below 0 nothing does."""
    said = said[: bounds.SENTENCE]
    shape = kinds(said)
    plain = f" {re.sub(_APART, ' ', said).strip()} "
    found = _START
    known = set()
    for worth, name, cues in _CUES:
        if phrases.has(plain, cues):
            found += worth
            known.add(name)
    if not known and _SPEAKS.isdisjoint(shape):
        return _START  # nothing speaks for it: no expression need be compiled
    known.update(name for name, pattern in _NAMED if re.search(pattern, shape))
    found += sum(worth for worth, pattern in _SHAPES if re.search(pattern, shape))
    return found + sum(worth for worth, needs, bars in _TOGETHER if needs <= known and bars.isdisjoint(known))


def kinds(said: str) -> str:
    """The words of a sentence by their kinds, a letter for each."""
    return "".join(_KINDS.get(word) or _kind(word) for word in re.findall(_WORD, said))


def _kind(word: str) -> str:
    if word in ".!":
        return "."
    if word == "?" or word[0].isdigit():
        return "#" if word[0].isdigit() else "?"
    if not word[0].isalnum() and word[0] not in "/@#_":
        return ","
    if "/" in word:
        return "/"
    if "_" in word or re.search(r"\.\w{1,4}$", word):
        return "f"
    if len(word) > 3 and word.endswith("s") and word[-2] not in "sui":
        return "s"
    return "D" if len(word) > 4 and word.endswith("ed") else "o"
