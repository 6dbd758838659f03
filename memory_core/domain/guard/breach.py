"""Whether a proposal breaks a constraint: by bringing in what it prohibits, or by taking away what it requires."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from memory_core.domain.guard import likeness, reading
from memory_core.domain.guard.likeness import OPPOSITE
from memory_core.domain.guard.reading import ADD, ASIDE, REMOVE, SITE, Reading, Thing
from memory_core.domain.memory import Memory

BROKEN: Final = 0.6  # share of what is prohibited or required from which on a proposal breaks it
DOUBTFUL: Final = 0.45  # … may break it

_PROHIBITED: Final = re.compile(
    r"\b(?:(?:must|should|may|can|shall|do|does|will|are|is|could)(?:\s?not|n't|n’t)"
    r"(?:\s+(?:ever|be|to|allowed|permitted))*|cannot|can't|never|no|not|neither|nor|without|avoid|zero|free\s+of"
    r"|(?:nothing|nobody)\s+(?:may|must|should|can)|forbid(?:s|den)?|ban(?:s|ned)?|prohibit(?:s|ed)?|disallow(?:s|ed)?"
    r"|refrain\s+from|stay\s+away\s+from|keep\s+out)\b[:\s]*",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(
    r"\b(?:(?:is|are|remain|stay|stays)\s+)?(?:strictly\s+|explicitly\s+|always\s+)?(?:forbidden|prohibited|banned"
    r"|disallowed|(?:not|never)\s+(?:allowed|permitted|acceptable|an option|welcome|used|added|introduced)"
    r"|off[- ]limits|out of (?:the )?question|taboo)\b",
    re.IGNORECASE,
)
_BUT: Final = re.compile(
    r"\b(?:except|unless|other than|beyond|apart from|besides|but only|outside of|outside)\b", re.IGNORECASE
)
_CLAUSES: Final = re.compile(
    r"[;\n]|(?<=\w)[.!](?=\s|$)|\s[—–-]\s|\bbut\b|,\s+(?=no\b|never\b|not\b|must\b|only\b)", re.IGNORECASE
)
_STRICT: Final = re.compile(
    r"\b(?:only|must|always|all|every|each|any|stays?|remains?|keep|exclusively|solely|required|ha(?:s|ve) to)\b",
    re.IGNORECASE,
)
_PAST_IT: Final = re.compile(
    r"\b(?:direct(?:ly)?|bypass\w*|skip\w*|circumvent\w*|straight (?:from|to|into)|without|around)\b", re.IGNORECASE
)
_PLAIN: Final = re.compile(r"\b(?:standard library|stdlib|dependency[- ]free|zero[- ]dependenc\w+)\b", re.IGNORECASE)
_PULLED: Final = re.compile(
    r"\b(?:librar(?:y|ies)|packages?|dependenc(?:y|ies)|npm|pip|pypi|gem|crate|nuget|sdk|third[- ]party|install)\b",
    re.IGNORECASE,
)
_RIVALS: Final = frozenset(
    frozenset(pair.split())
    for pair in (
        "monorepo polyrepo,sync async,ssr spa,monolith microservices,rest graphql,rest rpc,rest soap,graphql rpc,"
        "onprem cloud,offline cloud,offline networkcall,offline vendorlock,onprem vendorlock,onprem serverless,"
        "session jwt,exceptions resulttype,rawptr smartptr,tabs spaces,harddelete softdelete,uuid autoincrement,"
        "composition oop,polling websocket,filesystem database,accessdb repository,accessdb orm,database nosql,"
        "monolith serverless,native wasm,staticsite ssr,csspre css,cssinjs csspre,cssinjs css,container vm,"
        "singleton di,hardcode i18n,hardcode secretsmgr,threads async,functional oop,cookie browserstorage,"
        "batch streaming,cookie jwt,functional singleton,typescript javascript,hash plaintext,encryption plaintext,"
        "i18n hardcode,offline cdn"
    ).split(",")
)
_STABLE: Final = "publicapi"
_BREAKING: Final = frozenset(("remove", "move", "replace", "merge", "split"))
# Families whose members somebody installs, and those whose members somebody else runs.
_INSTALLED: Final = frozenset(
    "orm querybuilder state uikit css cssinjs frontend webframework utillib datefns validationlib formlib httpclient "
    "animation charts di logging jstest mocking i18n jobs dataframe boost ml functional pdf jquery bundler featureflag "
    "errortracking webcomponents search queue resulttype llm circuitbreaker e2e".split()
)
_HOSTED: Final = frozenset(
    "oauth featureflag email payment errortracking analytics cms llm tracing push cloud serverless warehouse vectordb "
    "cdn secretsmgr geo captcha ads chat gateway".split()
)


class Breach(NamedTuple):
    """How a proposal stands to a constraint."""

    degree: float  # 0 to 1; from BROKEN on it breaks it
    why: str = ""


class Rule(NamedTuple):
    """What a constraint prohibits, and what it requires, clause by clause."""

    prohibited: tuple[str, ...]
    required: tuple[str, ...]


@lru_cache(maxsize=1024)
def parse(text: str) -> Rule:
    """The rule that a constraint states; a clause that prohibits nothing requires what it names."""
    prohibited: list[str] = []
    required: list[str] = []
    for clause in filter(None, map(str.strip, _CLAUSES.split(text[: reading.MOST]))):
        kept = _BUT.split(clause)[0]
        if behind := _BEHIND.search(kept):
            prohibited.append(kept[: behind.start()])
        elif found := _PROHIBITED.search(kept):
            subject, what = kept[: found.start()].strip(" ,:"), kept[found.end() :]
            prohibited.append(f"{what} in {subject}" if subject and what else what or subject)
        else:
            required.append(kept)
        if _PLAIN.search(clause):
            prohibited.append("third party library")
    return Rule(tuple(filter(None, prohibited)), tuple(required))


def breach(constraint: Memory, proposed: str) -> Breach:
    """How far a proposal breaks a constraint; what takes the prohibited away breaks nothing."""
    rule, new = parse(constraint.summary), reading.read(proposed)
    found = list(_literals(constraint, proposed, new))
    found += [_prohibits(text, proposed, new) for text in rule.prohibited]
    found += [_requires(text, proposed, new) for text in rule.required]
    found.append(_unstable(reading.read(constraint.summary), new))
    return max(found, key=lambda one: one.degree, default=Breach(0.0))


def _literals(constraint: Memory, proposed: str, new: Reading) -> Iterator[Breach]:
    """What of `forbid` stands in the proposal; expressions are for code."""
    folded = proposed.casefold()
    for literal in constraint.attrs.get("forbid", ()):
        word = str(literal).casefold().strip()
        if not word or word.startswith("/") or not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", folded):
            continue
        roles = {thing.role for thing in new.things if thing.said in word or word in thing.said} - {ASIDE}
        if roles != {REMOVE}:
            yield Breach(1.0 if ADD in roles else DOUBTFUL, f"it names {literal}")


def _prohibits(text: str, proposed: str, new: Reading) -> Breach:
    old = reading.read(text)
    if not old.types:
        old = reading.read(f"introduce {text}")
    way = likeness.approach(old, new)
    brings = "introduce" in old.types
    if way == OPPOSITE or (not brings and way != likeness.SAME):
        return Breach(0.0)
    core = [thing for thing in old.things if thing.role != SITE] or list(old.things)
    share, words = _held(core, new.things, strict=brings and bool(new.types))
    if share < BROKEN and brings:
        share, words = max((share, words), _installed(core, proposed, new), key=lambda one: one[0])
    return Breach(share, f"it brings in {', '.join(words)}" if brings and words else f"it would {text.strip()}")


def _unstable(old: Reading, new: Reading) -> Breach:
    """Whether a proposal takes away or renames a part of the interface that a rule keeps stable."""
    both = all(any(thing.family == _STABLE for thing in text.things) for text in (old, new))
    return Breach(DOUBTFUL, "it may break the public interface") if both and new.types & _BREAKING else Breach(0.0)


def _installed(core: Sequence[Thing], proposed: str, new: Reading) -> tuple[float, tuple[str, ...]]:
    """How far a proposal brings in what somebody else made or runs, where a rule is about that."""
    families = {thing.family for thing in core}
    added = [thing for thing in new.things if thing.role == ADD]
    if "dependency" in families:
        products = tuple(thing.said for thing in added if thing.member and thing.family in _INSTALLED)
        word = _PULLED.search(proposed)
        if added and (products or (word and "remove" not in new.types)):
            return 0.8, products or ((word[0],) if word else ())
    if families & {"vendorlock", "cloud", "networkcall"}:
        products = tuple(thing.said for thing in added if thing.member and thing.family in _HOSTED)
        return (0.7 if products else 0.0), products
    return 0.0, ()


def _requires(text: str, proposed: str, new: Reading) -> Breach:
    wanted = [thing for thing in reading.read(text).things if thing.role not in (REMOVE, ASIDE) and _tells(thing)]
    found = [_taken(wanted, new), _rival(wanted, new, strict=bool(_STRICT.search(text)))]
    if past := _PAST_IT.search(proposed):
        words = _held(wanted, new.things, strict=False)[1]
        if words:
            degree = BROKEN if len(words) >= 2 or len(wanted) == 1 else DOUBTFUL
            found.append(Breach(degree, f"it goes past it ({past[0]} … {words[0]})"))
    return max(found, key=lambda one: one.degree)


def _taken(wanted: Sequence[Thing], new: Reading) -> Breach:
    """What of the required a proposal takes away."""
    taken = [thing for thing in new.things if thing.role == REMOVE and _tells(thing)]
    share, words = _held(wanted, taken, strict=False)
    if not words:
        return Breach(0.0)
    strong = share >= 0.25 and any(thing.family or thing.named for thing in taken if thing.said in words)
    return Breach(max(share, BROKEN if strong else 0.0), f"it takes away {', '.join(words)}")


def _rival(wanted: Sequence[Thing], new: Reading, *, strict: bool) -> Breach:
    """What a proposal brings in that takes the place of what is required."""
    has = {thing.family: thing for thing in sorted(wanted, key=lambda one: one.member) if thing.family}
    names = {thing.name for thing in wanted}
    degree = 0.75 if strict or "replace" in new.types else DOUBTFUL
    for thing in new.things:
        brought = thing.role == ADD or (thing.role == SITE and not new.types)
        if not brought or not thing.family or thing.name in names:
            continue
        same = has.get(thing.family)
        rivals = [same] if same is not None and same.member and thing.member else []
        rivals += [
            mine for family, mine in has.items()
            if any(frozenset((family, other)) in _RIVALS for other in (thing.family, thing.name))
        ]  # fmt: skip
        if rivals:
            return Breach(degree, f"it brings in {thing.said} where {rivals[0].said} is required")
    return Breach(0.0)


def _held(wanted: Sequence[Thing], there: Sequence[Thing], *, strict: bool) -> tuple[float, tuple[str, ...]]:
    """The share of what is wanted that is there, and the words; where `strict`, what is only worked on counts half."""
    total = found = 0.0
    words = []
    telling = [thing for thing in wanted if thing.family and thing.family not in reading.loose()]
    for thing in wanted:
        weight = likeness.weight(thing) * (0.25 if telling and thing not in telling else 1.0)
        best = max(((_fits(thing, one, strict=strict), one.said) for one in there), default=(0.0, ""))
        total += weight
        found += weight * best[0]
        if best[0] >= 0.3 and _tells(thing):
            words.append(best[1])
    return (found / total if total else 0.0), tuple(dict.fromkeys(words))


def _fits(thing: Thing, one: Thing, *, strict: bool) -> float:
    match = likeness.match(thing, one)
    if match < 0.8:
        return 0.0
    return match * ({ADD: 1.0, SITE: 0.5}.get(one.role, 0.0) if strict else 1.0)


def _tells(thing: Thing) -> bool:
    return bool(thing.family or thing.named or not reading.is_pale(thing.name))
