# ruff: noqa: E501 - an expression is read in one piece
"""Do a user's words last beyond the task? What holds for the moment, is asked, reported or wished of the program does not.

In doubt it is no: what is taken for a rule of theirs is told to them for months.
"""

import re
from typing import Final, Literal

from memory_core.domain.extract import lasting_words as english
from memory_core.domain.extract import needed, phrases, signs, wordings
from memory_core.domain.extract import text as texts
from memory_core.domain.extract.lasting_abroad import ABROAD, Tongue
from memory_core.domain.extract.sentences import straight

LASTING: Final = "lasting"
ONCE: Final = "once"
NEITHER: Final = ""
Verdict = Literal["lasting", "once", ""]

_LONGEST: Final = 400  # characters of a sentence
_ENOUGH, _AGAINST = 0.7, -2.6  # points of a sentence that has no form of what lasts, and of one that has
_ASIDE, _ASIDE_FIRM = 9, 5  # words of a sentence that only speaks of the others
_QUOTED: Final = r"[\"“„«][^\"“„«”»]+[\"“”»]"
_BEGS: Final = (  # a question that begs for a habit: "can you please always …?"
    r"(?:\w+,?\s+)?(?:can|could|would|will) you (?:please |pls |just )*(?:always|never|stop|quit|cut out|not|from (?:now|here) on|in (?:the )?future)\b|"
    r"why (?:do|are|did|must|have) you (?:keep|always|constantly|again|still)\b(?!.*\?)|(?:kannst|könntest|würdest) du (?:bitte )?(?:immer|nie|aufhören|in zukunft|ab jetzt)\b|(?:peux|pourrais)-tu (?:toujours|arrêter|ne (?:plus|jamais))\b|(?:puedes|podrías) (?:siempre|dejar de|no)\b"
)
_ASKED: Final = (
    r"^(?:(?:and|but|so|ok|hm+|hey|also)[, ]+)*(?:why\b|(?:what|where|who|how)'s\b|(?:does|did|is|are|was|were|would|should|has)\s+(?!not\b|n't)\w|how often|how many|(?:what|why|how|where|which|who|whose|is|are|was|were|does|do|did|has|have|should|shall|would|could|can|will|may)\s+(?:i|you|we|it|they|he|she|the|this|that|these|there|our|my|your|one|anybody|anyone|somebody|happens?|does|do|is|are|if|convention|version|s)\b(?!'re))|"
    r"^(?:was|wie(?! oft noch\b| gesagt\b| schon\b)|warum|wieso|wo|wann|welche\w*|wer|kann|kannst|ist|gibt|pourquoi|quel\w*|comment|où|est-ce|qué|cómo|dónde|por qué|cuál|почему|как|где|что|когда)\b(?!.*\b(?:immer|nie|wenn)\b.*[.!]$)"
)
_SUPPOSES: Final = (
    " maybe ", " perhaps ", " might ", " i wonder", " wondering ", " what if ", " suppose ", " should we ", " could we ", " shall we ", " i guess ", " would it ", " i think ", " i believe ",
    " i assume ", " probably ", " is it possible ", " just kidding ", " haha ", " lol ", " we can drop ", " we could ", " i was told ", " vielleicht ", " sollten wir ", " könnten wir ", " ich glaube ", " ich vermute ", " wahrscheinlich ",
    " peut-être ", " je crois ", " je pense ", " devrait-on ", " quizás ", " tal vez ", " creo que ", " deberíamos ", " forse ", " talvez ", " может быть ", " возможно ", " наверное ", "也许", "かもしれ", "と思う",
)  # fmt: skip
# What the program is to do or does: its users, its screens, the task.
_PROGRAM: Final = (
    r"\b(?:users?|customers?|clients?|visitors?|admins?|guests?|members?|buyers?|people)\s+(?:(?:should|must|can|may|will|shall|also|only|often|usually)\s+)*(?:always|never|prefer|see|want|need|get|click|expect|like|hate|use|edit|delete|have|upload|enter)\b|"
    r"^(?:(?:and|but|so|also|please|then)\s+)*(?:the|this|that|it|a|an|every|each|our)\s+(?:\w+\s+){0,2}?(?:button|banner|dialog|modal|page|app|api|form|field|table|report|invoice|toast|cookie|header|footer|menu|export|import|search|list|chart|row|password|email|screen|widget|popup|customers?|users?)\s+(?:must|should|shall|has to|needs to|is to|always|never|forgets|shows?|returns?)\b|"
    r"^(?:please\s+|now\s+|then\s+|and\s+|also\s+|next,?\s+)*(?:write|create|add|build|implement|make|set|port|fix|generate|set up|change|check|verify|test|ensure|assert)\s+(?:a|an|the|another|some|it|that|this|them|\w+:)(?=\W)|"
    r"^(?:please\s+|now\s+|then\s+|and\s+|can you\s+)*(?:explain|describe|list|find|look|compare|summari[sz]e|translate|review|tell me(?! instead)|give me(?! \w+s,? not)|show me|move|rename|port|deploy)\b(?!.*\b(?:before you|always|never)\b)|"
    r"\b(?:error|warning|exception|traceback):|^i(?:'m(?!.*\bso )| am| was|'ll| will|'d like| need| got| get| see)\b|"
    r"^(?:please |now )*(?:make|every|each|all|any|show|hide)\b.*\b(?:button|checkbox|dropdown|icon|modal|tooltip|menu|sidebar|toast|banner|popup|slider|avatar|logo|app|page|screen)s?\b|"
    r"^(?:an? )?(?:simple|small|plain|quick|little|single|tiny|basic|react|vue|rest|todo|landing|fastapi|flask)[\w ]{0,20}? (?:script|page|app|tool|cli|table|form|service|api|component|site|program)\b|^(?:please )?(?:refactor|split|break|turn|convert|change|extract|rewrite) (?:it|this|that|them)\b|"
    r"^(?:lies|baue?|erstelle?|füge?|ajoute|crea|añade|implementa|crée|добавь|создай|сделай)\b"
)
# A mistake of the moment.
_SLIP: Final = (
    r"^you (?:again |also )?(?:forgot|missed|left out|broke|deleted|removed) (?:the|an?|to|this|that|one|it)\b[^,;.]*$|"
    r"\b(?:the|an?|this|that|again:?|refused[,:]?|rejected[,:]?|stop[,:]?|no[,:]?) (?:wrong|old|same) (?:file|line|folder|directory|endpoint|branch|one|version|column|place|page|button|test|error)\b"
)
# What is so, as anybody can see who looks at the program.
_FACT: Final = (
    r"^(?:[\w'-]+ ){1,4}?(?:is|are) (?:all )?(?:stored|sent|reported|resized|created|read|hashed|fetched|cached|used|called|loaded|deleted|logged|served|hosted|saved|generated|computed|imported|exported|synced|delivered|uploaded|triggered|processed) (?:in (?:the|their|its|an?)|by|to|from|over|on|via|with|at|every|into|after)\b(?!.*\b(?:only|never|always|not)\b)|"
    r"^(?:[\w'-]+ ){1,4}?(?:is|are|lives?|sits?) (?:all )?(?:in|at|under|on) [\w.-]*/|\bgoe?s? to /|\bcomes? from the\b|"
    r"^(?:each|every) (?:tenant|user|order|customer|account|product|invoice|project|session|request|member|shop|device|game|player) (?:has|gets|belongs|owns|sends)\b|"
    r"^(?:the|our|all|my) (?:\w+ )?(?:ci|build|app|api|server|backend|frontend|worker|tests?|site|cluster|database|db)s? (?:run|runs|is|are|uses?|talks?) (?:on|in|at|every|with)\b(?!.*\b(?:so|only|never|always|not|no)\b)"
)
# One thing in the place of another: lasting where both are ways of working, not parts of the task.
_SWAPS: Final = (
    r"(?:\b(?:use|using|prefer|take|go with|write|choose|pick|do|want|favou?r|reach for|run|import|install with|spell it)\s+|^|[,;:]\s+)(?P<for>(?!not\b)[^,;:]{1,60}?)\s*,?\s+(?:instead of|rather than|in place of|over|and not|, not|not)\s+(?:using\s+|with\s+)?(?P<against>[^,;:.]{1,60})",
    r"\b(?:don't|do not|dont|never|no|not|stop|nope)\s+(?:use|using|run|running|import|write|with)?\s*(?P<against>[^,;:.?]{1,40}?)\s*[,;:.?–—-]+\s*(?:no[,.]?\s+)?(?:but\s+|please\s+)?(?:use|run|prefer|take|go with|we use|it's|plain)\s+(?P<for>[^,;:.]{1,50})",
    r"\b(?:yes but |but |no,? |and )?(?:use|with)\s+(?P<for>[^,;:.]{1,30}),\s+we (?:got rid of|dropped|don't use|no longer use|moved off)\s+(?P<against>[^,;:.]{1,40})",
    r"\buse\s+(?P<for>[^,;:.]{1,50}?)\s*,\s*(?:no|never|not)\s+(?P<against>[^,;:.]{1,40})",
    r"\b(?:usa|use|prefira|gebruik|używaj|använd)\s+(?P<for>[^,;:]{1,60}?)\s*,?\s+(?:invece di|al posto di|em vez de|ao invés de|in plaats van|zamiast|istället för)\s+(?P<against>[^,;:.]{1,60})",
)
_POINTS: Final = r"(?:the|this|that|these|those|it|them|my|his|her|its|line|lines|here|there|yesterday|today|your)\b"
_PARTICULAR: Final = rf"^(?:only |just |all )*(?:{_POINTS}|an?\b|eine?[mnr]?\b|une?\b|una?\b|\d|[#0-9]|['\"`]?(?:red|blue|green|black|white|grey|gray|orange|yellow|get|post|put|delete|true|false|null|left|right|top|bottom|yes)\b)"
_OF_OURS: Final = r"(?:the|our) (?:existing|own|shared|built-?in|common|standard|project's|\w+ (?:helper|function|factory|factories|client|wrapper|logger|component|util|hook|method|type)s?)\b"
_VERB: Final = (
    r"\b(?:does|do|did|is|are|was|were|has|have|had|can|will|should|must|that|this|it|i|you)\b"  # it is a clause
)
_TAILED: Final = r"\b(?:in (?:the|this|that|my|\w+\(\)|[\w/]+\.\w{1,4})|on (?:the|this|that)|for (?:the|this|that)|at the|from the|to the)\b|\w\(\)|\b[\w-]+\.(?:py|ts|tsx|js|jsx|go|rs|java|rb|css|html|sql|md|ya?ml|json)\b"
_TOOLS: Final = frozenset(
    "npm pnpm yarn bun npx pip pip3 uv poetry pipenv pdm hatch conda mamba black ruff yapf isort flake8 pylint mypy pyright pytest unittest nose tox nox jest vitest mocha ava jasmine karma cypress playwright selenium prettier biome eslint tslint standard rome "
    "make just task bazel gradle maven cargo nextest sbt webpack vite rollup esbuild parcel tsc swc deno node rg grep ripgrep fd find docker podman compose git svn hg tabs spaces snake_case camelcase kebab-case pascalcase esm commonjs async await callbacks promises typescript javascript "
    "fetch axios requests httpx aiohttp curl wget moment dayjs date-fns luxon lodash underscore ramda redux zustand mobx recoil jotai tailwind sass less css scss styled-components emotion sql orm sqlalchemy prisma typeorm drizzle sequelize knex hibernate jpa jooq pandas polars dataclasses pydantic attrs logging loguru structlog print println "
    "hooks classes interfaces types enums composition inheritance functions arrow exceptions mutable immutable var let const any unknown squash rebase merge main master trunk zsh bash fish sh utc iso metric english german rspec minitest phpunit pest junit testng kotest spock nose2 hypothesis terraform tofu pulumi helm kustomize kubectl".split()
)


_KINDS: Final = rf"{english.MISSED}|\b{english.KINDS}\b"
_CLAUSES: Final = r"[,;:]\s+|\s+[–—-]+\s+"
_WITHIN: Final = (  # a question or a task behind a statement
    r"[:,;–—-]\s*(?:so |but |and )?(?:can|could|would|should|shall|is|are|what|how|why|where|does|do|did|which) (?:i|you|we|it|the|this|that|there|one)\b(?! (?:please )?(?:always|never|from))|[:,;–—-]\s*(?:but )?(?:that's|thats|this is|that is) why\b|"
    r"[,;–—-]\s*(?:so |and |please |now |then )*(?:add|create|implement|build|write|fix|extend|update|generate|set up) (?:an?|the|another|some)\b|"
    r"[:,;–—-]\s*(?:so |and |please |now |then )*(?:rename|fix|remove|make|change|delete|clean|update|correct|translate|recreate|move|add|check|investigate|look at|find|merge|convert) (?:it|them|that|this|these|those|out|why)\b|"
    r",\s*(?:but |and )?(?:the|our) \w+(?: \w+)? (?:lags?|fails?|failed|crash\w*|hangs?|times? out|doesn't|is (?:down|slow|red|broken|failing|stuck))\b"
)
_REPORTS: Final = (
    *(cue for cue in wordings.REPORTS if cue not in (" before you ", " even though ", " after the ", " fix ", " timeout")),
    " this error", " and get ", " as far as i ", " back to the ", " isn't working", " i got ", " we got a ", " we got an ", " keep getting ", " complain",
)  # fmt: skip
_EMPTY: Final = texts.words(
    "never again always please stop doing that this thing things time way like said told you know want again ever"
)


def verdict(sentence: str) -> Verdict:
    """Whether a sentence of a user holds from now on, for this moment, or is no word on how to work at all."""
    sentence = " ".join(sentence.split())
    if not 4 <= len(sentence) <= _LONGEST:
        return NEITHER
    said = straight(re.sub(_QUOTED, _unquoted, sentence)).casefold()
    if _asks(said) or phrases.has(_spaced(said), _SUPPOSES):
        return NEITHER
    tongues = [tongue for tongue in ABROAD if needed.search(tongue.cues, said)]
    if needed.search(english.NOW, said) or any(needed.search(tongue.now, said) for tongue in tongues):
        return ONCE
    if needed.search(_WITHIN, said):
        return NEITHER
    if needed.search(_SLIP, said) and not is_firm(said):
        return NEITHER
    firm = insists(sentence) or is_firm(said) or any(needed.search(tongue.for_good, said) for tongue in tongues)
    if firm and not _retells(said) and says_enough(said):
        return LASTING
    if needed.search(_PROGRAM, said) or needed.search(_FACT, said):
        return NEITHER
    return LASTING if _is_form(said, tongues) or signs.points(said) >= _ENOUGH else _of_now(said)


def _of_now(said: str) -> Verdict:
    """Whether a sentence that lays nothing down holds for the moment, or puts one way of working in the place of another."""
    if needed.search(english.NOW_MAYBE, said):
        return ONCE
    return NEITHER if _is_told(said, 0) else _swapped(said)


def _is_form(said: str, tongues: list[Tongue]) -> bool:
    """Whether a sentence has a form in which ways of working are laid down, and nothing speaks against it."""
    marked = needed.sub(_KINDS, lambda kind: kind[0] if kind[0].startswith("no ") else english.MARK, said)
    kinds = english.MARK in marked
    for order in (*english.ORDERS, *english.HABITS):
        of_kinds = english.MARK in order
        if (kinds or not of_kinds) and _ordered(marked if of_kinds else said, order):
            return signs.points(said) > _AGAINST
    return any(_ordered(said, order) for tongue in tongues for order in tongue.orders)


def is_task(sentence: str) -> bool:
    """Whether a sentence says what is to be done now, or what the program is to do."""
    return bool(needed.search(_PROGRAM, straight(sentence).casefold()))


def _ordered(said: str, order: str) -> bool:
    match = needed.search(order, said)
    return match is not None and not _is_told(said, match.start())


def is_firm(said: str) -> bool:
    """Whether a sentence says how far it holds."""
    said = straight(said).casefold()
    if needed.search(english.FOR_GOOD, said):
        return True
    return bool(needed.search(english.EXTENT, said) and needed.search(english.ORDERED, said)) and not _reports(said)


def says_enough(said: str) -> bool:
    """Whether a sentence names what it is about: "never do that again" does not."""
    return len(texts.words(said) - _EMPTY) >= 2 or not said.isascii()


def _is_told(said: str, at: int) -> bool:
    """Whether the clause at a place tells what somebody said, or what a program does."""
    start = 0
    for gap in re.finditer(_CLAUSES, said):
        if gap.start() > at:
            break
        start = gap.end()
    clause = re.split(_CLAUSES, said[start:], maxsplit=1)[0]
    return _retells(clause) or _reports(clause)


def _reports(said: str) -> bool:
    return phrases.has(_spaced(said), _REPORTS)


def insists(sentence: str) -> bool:
    """Whether a sentence says that it was said before."""
    return bool(needed.search(english.AGAIN, straight(sentence).casefold()))


def confirms(sentence: str) -> bool:
    """Whether a sentence says only that the others hold, or were said before: "please stick with that", "how often …"."""
    said = straight(sentence).casefold()
    words = len(said.split())
    if words > _ASIDE or needed.search(english.NOW, said):
        return False
    return bool(needed.search(english.AGAIN, said)) or (
        words <= _ASIDE_FIRM and bool(needed.search(english.FOR_GOOD, said))
    )


def _unquoted(quote: "re.Match[str]") -> str:
    return "…" if quote[0].count(" ") > 1 else quote[0]


def _asks(said: str) -> bool:
    """True for a question, also one without its mark; a question that begs for a habit is none."""
    if needed.match(_BEGS, said):
        return False
    return said.rstrip(")\"' ").endswith(("?", "？")) or bool(needed.search(_ASKED, said))


def _retells(said: str) -> bool:
    """True for what somebody or something else said."""
    own = needed.sub(english.AGAIN, " ", needed.sub(wordings.SETTLED, " ", said))
    return phrases.has(_spaced(own), wordings.RETOLD)


def _swapped(said: str) -> Verdict:
    """One way of working in the place of another; a part of the task in the place of another is of the moment."""
    for pattern in _SWAPS:
        match = needed.search(pattern, said)
        if not match:
            continue
        taken, left = match["for"].strip(), match["against"].strip()
        if needed.search(_VERB, taken):
            continue
        if needed.match(_OF_OURS, taken) and _is_way(left) and not re.match(_PARTICULAR, left):
            return LASTING
        if re.match(_PARTICULAR, taken) or re.match(_PARTICULAR, left) or needed.search(_TAILED, said):
            return ONCE
        if _is_way(left) or _is_way(taken):
            return LASTING
    return NEITHER


def _is_way(phrase: str) -> bool:
    """Whether a phrase names a tool, or things of a kind."""
    words = re.findall(r"[\w./@+#-]+", phrase)
    return bool(words) and (
        not _TOOLS.isdisjoint(words) or (len(words) <= 3 and bool(re.search(r"[a-z]{2}s$", words[-1])))
    )


def _spaced(said: str) -> str:
    return re.sub(r"[.,!:;()]", " ", phrases.pad(said))
