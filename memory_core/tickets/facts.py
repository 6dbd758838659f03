"""Extract the facts of documents; each block is read by the role of its section."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from memory_core.language.blocks import Block
from memory_core.language.expressions import Expressions
from memory_core.tickets import defaults, inline, leads, modal, questions, rules, sections, tables, terms
from memory_core.tickets.fact import Fact, Place, Ranked

_SILENT: Final = frozenset(("answered", "history", "aside"))
_FORMAL: Final = re.compile(r"\b(?:MUST|SHALL|SHOULD)\b")
_ENOUGH: Final = 5  # words in capitals that make a document formal
_LINK_ONLY: Final = re.compile(r"\W*\[[^\[\]]*\]\([^()]*\)[\W\d]*|\W*<?https?://\S+\W*")
_RE: Final = Expressions("aidd/facts.txt")
_TASK_LABEL: Final = re.compile(r"(?:T|I|TASK|IT|M|US|UC|TC|TEST|STEP|PH|Q|OQ|D|DEC|ADR|G|RISK|RSK)[-_]?\d")
_LEVEL: Final = re.compile(
    r"[*_`{\[(]*(?P<word>(?:MUST|SHOULD|SHALL|Must|Should)(?: (?:NOT|not|Not))?)[*_`}\])]*[:：]?\s+(?=\w)"
)
_GROUPED: Final = 400  # characters of a list that is joined with its lead-in
_SHORT: Final = 90  # characters of an item that is too short by itself


def facts(blocks: Iterable[Block], path: str) -> list[Ranked]:
    """The facts of a document, in its order."""
    return list(_Reader(list(leads.parted(blocks)), path).read())


def merged(matches: Iterable[Ranked]) -> tuple[Fact, ...]:
    """Each fact once, at its first place; of a kind by certainty, then by weight."""
    first: dict[str, Ranked] = {}
    for each in matches:
        first.setdefault(each.fact.key, each)
    ranked = sorted(first.values(), key=lambda item: (-item.fact.certainty, -item.weight))
    taken: set[str] = set()
    kept = []
    for each in ranked:
        fact = each.fact
        kept.append(fact._replace(label="") if fact.label in taken else fact)
        taken |= {fact.label} - {""}
    return tuple(kept)


class _Reader:
    def __init__(self, blocks: Sequence[Block], path: str) -> None:
        self.blocks = blocks
        self.path = path
        tops = [block.text for block in blocks if block.kind == "heading" and block.level == 1]
        self.title = tops[0] if len(tops) == 1 else ""
        self.is_research = "/research/" in path or path.endswith(".research.md")
        self.is_parted = sum(block.kind == "heading" for block in blocks) > 1
        self.tells = modal.tells(path)
        self.closed = questions.answers(blocks)
        self.is_formal = sum(len(_FORMAL.findall(block.text)) for block in blocks if block.kind != "quote") >= _ENOUGH
        self.grouped: set[int] = set()  # blocks that were joined with their lead-in
        self.tasks: list[tuple[int, bool]] = []  # open list items: (level, whether it is a task)
        self.heading = ""  # the innermost heading
        self.first = True
        self.titled: Ranked | None = None  # the requirement of the heading, until a rule below it is read

    def read(self) -> Iterator[Ranked]:
        for number, block in enumerate(self.blocks):
            if block.kind == "heading":
                yield from [self.titled] if self.titled else []
                yield from self.head(number, block)
            elif block.kind != "quote":
                place = self.place(block)
                if place.role not in _SILENT:
                    yield from map(self.called, self.block(number, block, place))
                self.first = False
        yield from [self.titled] if self.titled else []

    def called(self, match: Ranked) -> Ranked:
        """The fact; the first rule below a heading that names a requirement gets its label."""
        fact, titled = match.fact, self.titled
        if titled is None or fact.kind not in ("constraint", "invariant") or fact.label:
            return match
        self.titled = None
        return match._replace(fact=fact._replace(label=titled.fact.label, certainty=max(fact.certainty, 0.85)))

    def place(self, block: Block) -> Place:
        if block.kind == "item":
            while self.tasks and self.tasks[-1][0] >= block.level:
                self.tasks.pop()
        elif not block.above:
            self.tasks.clear()
        role = sections.role(block.headings, leads.lead_ins(block), self.title)
        if (match := inline.named(block.text)) and match.mark and block.kind != "row":
            role = leads.own(match.name, role)
        elif block.kind == "item" and (head := leads.HEAD.match(block.text)):
            role = leads.own(head[1], role)
        is_task = any(work for _, work in self.tasks)
        if block.kind == "item":
            label = inline.labelled(block.text)[0]
            work = block.checked is not None and role not in sections.TELLING
            work = work or bool(role == "work" and _TASK_LABEL.match(label))
            self.tasks.append((block.level, work))
            is_task = is_task or work
        absolute = role == "constraints" and any(map(_RE["absolute"].search, (*block.headings, *leads.lead_ins(block))))
        depth = len(block.headings) + max(0, 3 * (block.level - 1))
        leads_in = self.is_parted and block.headings[-1:] == (self.title,)
        leads_in = leads_in or not block.headings or modal.introduces(block.headings)
        answers = block.above[-1:] and block.above[-1].rstrip(" *_").endswith(("?", "？"))
        states = self.tells and not leads_in and not is_task and not answers
        return Place(
            self.path,
            role,
            self.is_formal,
            is_task,
            is_absolute=absolute,
            is_research=self.is_research,
            states=states,
            subject=leads.subject(block, self.title),
            depth=depth,
        )

    def head(self, number: int, block: Block) -> Iterator[Ranked]:
        self.heading, self.first, self.titled = block.text, True, None
        yield from self.requirement(number, block)
        if sections.role(block.headings, title=self.title) != "questions" or sections.named(block.text):
            return
        label, text = inline.labelled(block.text)
        if not (text.rstrip(" *_").endswith(("?", "？")) or re.match(r"(?:Q|OQ)", label)):
            return
        if any(questions.answers_above(below.text) for below in self.below(number)):
            return
        place = Place(self.path, "questions")
        yield from questions.asked(block._replace(kind="item", level=1), text, block.line, place, label, self.closed)

    def requirement(self, number: int, block: Block) -> Iterator[Ranked]:
        """The requirement in a heading, `### FR-1 Capture must be idempotent`, or kept in `titled` if it is only a
        name.
        """
        if block.level > 1 and (level := _LEVEL.match(block.text)):
            plain = f"{level['word']} {inline.plain(block.text[level.end() :])}"
            place = Place(self.path, "", self.is_formal, depth=len(block.headings))
            yield from rules.grouped(plain, block.line, place, "", rules.binds(plain + "."))
            return
        label, text = inline.labelled(block.text)
        role = sections.role((*block.headings, block.text), title=self.title)
        if not label or role in _SILENT | rules.SOFT | {"example", "alternatives", "questions"}:
            return
        if not rules.requires(label, role):
            return
        plain, force = inline.plain(text), rules.binds(text)
        place = Place(self.path, role, self.is_formal, is_labelled=True, depth=len(block.headings))
        if not force:
            below = list(self.below(number))
            if any(inline.labelled(each.text)[0] for each in below if each.kind != "row"):
                return  # it only groups the labelled blocks below
            if below and below[0].kind == "paragraph":
                plain = f"{plain}: {inline.plain(inline.sentences(below[0].text)[0].text)}"
        match = next(rules.grouped(plain.rstrip(":： "), block.line, place, label, force), None)
        if force and match:
            yield match
        else:
            self.titled = match

    def below(self, number: int) -> Iterator[Block]:
        """The blocks that belong to a heading or an item."""
        top = self.blocks[number]
        for block in self.blocks[number + 1 : number + 13]:
            if top.kind == "heading":
                if block.kind == "heading" and block.level <= top.level:
                    return
            elif block.kind == "heading" or top.text not in block.above:
                return
            yield block

    def block(self, number: int, block: Block, place: Place) -> Iterator[Ranked]:
        if block.kind == "row":
            if place.role not in ("alternatives", "example"):
                yield from tables.row(block, place, self.closed)
            return
        text = block.text[: inline.LONGEST]
        if (
            _LINK_ONLY.fullmatch(text[:2000])
            or inline.is_struck(text)
            or _RE["bookkeeping"].match(text)
            or not inline.plain(text)
        ):
            return
        label, rest = inline.labelled(text)
        line = block.line + text[: len(text) - len(rest)].count("\n")
        marked = list(questions.marked(text, block.line, place))
        yield from marked
        if place.role == "questions":
            yield from self.question(number, block, rest, line, place, label, bool(marked))
            return
        if place.role != "example":
            yield from questions.unclear(rest, line, place)
        if place.role in sections.OPEN | {"constraints", "requirements", "decision"} and not any(self.below(number)):
            yield from questions.bare(block, rest, line, place)
        if place.role == "alternatives":
            yield from rules.rejected(rest, line, place, place.subject)
        if place.role in ("example", "alternatives") or marked:
            return
        yield from self.say(number, block, rest, line, place._replace(is_labelled=bool(label)), label)

    def question(
        self, number: int, block: Block, text: str, line: int, place: Place, label: str, is_marked: bool
    ) -> Iterator[Ranked]:
        inner = block.level > 1 and not leads.is_group(block) and ("?" not in text or "?" in "".join(block.above[-1:]))
        if is_marked or inner or (block.kind == "paragraph" and questions.answers_above(text)):
            return
        if text.rstrip().endswith((":", "：")) and next(self.children(number), None) is not None:
            return
        if any(questions.answers_above(below.text) for below in self.below(number)):
            return
        result = list(questions.asked(block, text, line, place, label, self.closed))
        yield from result
        if block.kind == "paragraph" and not block.above:
            yield from questions.further(text, line, place, result[0].fact.text if result else "")

    def say(self, number: int, block: Block, text: str, line: int, place: Place, label: str) -> Iterator[Ranked]:
        """The facts of an item or a paragraph, by the role of its section."""
        if place.role in ("glossary", "entities"):
            result = list(self.term(block, text, line, place))
            yield from result
            if result:
                if place.role == "entities":
                    yield from rules.stated(text, line, place, is_item=False)
                return
        is_paired = place.role in ("defaults", "config") and block.kind == "item"
        set_values = list((defaults.paired if is_paired else defaults.stated)(text, line, place))
        yield from set_values
        if set_values and len(inline.sentences(text)) == 1 and rules.binds(text) is None:
            return  # only a default, no rule
        if block.kind == "item" and block.above:
            yield from defaults.chosen(text, block.above[-1], line, place)
        yield from self.definition(block, text, line, place)
        yield from self.rule(number, block, text, line, place, label)

    def term(self, block: Block, text: str, line: int, place: Place) -> Iterator[Ranked]:
        if block.kind == "item" and (block.level == 1 or leads.is_group(block)):
            yield from terms.defined(block, text, line, place)
        elif block.kind == "paragraph" and not block.above:
            plain = not inline.named(text) and "\n:" not in text
            result = list((terms.lines if plain else terms.defined)(block, text, line, place))
            yield from result
            if not result and self.first and self.heading and not sections.named(self.heading):
                yield from terms.below(self.heading, block, text, line, place)

    def definition(self, block: Block, text: str, line: int, place: Place) -> Iterator[Ranked]:
        if place.role in sections.OPEN | {"config"} or leads.is_field(block, place):
            yield from terms.field(block, text, line, place)
        opens = self.first and block.kind == "paragraph"
        for number, sentence in enumerate(inline.sentences(text)):
            if number > 2:
                break
            below = line + sentence.below
            yield from terms.stated(sentence.text, below, place, self.heading, is_first=opens and number == 0)

    def rule(self, number: int, block: Block, text: str, line: int, place: Place, label: str) -> Iterator[Ranked]:
        if number in self.grouped or leads.is_field(block, place):
            return
        if text.rstrip().rstrip("*_").endswith((":", "：")):
            yield from self.leading(number, block, text, line, place, label)
            return
        own = inline.named(text)
        is_item = block.kind == "item"
        is_whole = is_item or bool(own and own.mark and sections.named(own.name).strip("[]") in rules.BINDING)
        binding = is_whole and place.role in rules.BINDING and not place.is_task
        required = label and place.role not in rules.SOFT and rules.requires(label, place.role) and not place.is_task
        lead, force = leads.lead(block, text, place) if is_item else ("", None)
        if force and not (binding and place.role != "requirements"):
            yield from rules.led(text, line, place, label, lead, force)
        elif binding or required:
            before, own_lead = leads.leaning(block, text, self.sibling(number)) if is_item and not lead else ("", "")
            if label or not self.is_condition(number, block, text):
                yield from rules.whole(text, line, place, label, lead or own_lead, before)
        elif is_item and place.role in ("cases", "assumptions") and not rules.binds(text) and not place.is_task:
            yield from rules.whole(text, line, place, label, lead)
        elif place.role == "invariants":
            yield from self.holding(text, line, place, label)
        else:
            before, lead = leads.leaning(block, text, self.sibling(number)) if is_item else (self.before(number), "")
            label = "" if place.is_task else label
            yield from rules.stated(text, line, place, label, is_item=is_item, before=before, lead=lead)

    def is_condition(self, number: int, block: Block, text: str) -> bool:
        """Whether an item only states when the items below it hold."""
        begins = block.kind == "item" and text[:1].islower() and len(text) < 60 and not rules.binds(text)
        return begins and next(self.children(number), None) is not None

    def sibling(self, number: int) -> str:
        """The text of the previous item in the same list; "" if there is none."""
        top = self.blocks[number]
        for block in reversed(self.blocks[max(0, number - 12) : number]):
            if block.kind == "item" and block.level == top.level and block.above == top.above:
                return inline.plain(inline.labelled(block.text)[1])
            if block.kind != "item" or block.level <= top.level:
                return ""
        return ""

    def before(self, number: int) -> str:
        """The last sentence of the previous paragraph, if the paragraph depends on it; else ""."""
        if not rules.leans(inline.plain(self.blocks[number].text)):
            return ""
        block = self.blocks[number - 1] if number else None
        if block is None or block.kind != "paragraph" or block.above != self.blocks[number].above:
            return ""
        return inline.plain(inline.sentences(block.text)[-1].text) if block.text.strip() else ""

    def leading(self, number: int, block: Block, text: str, line: int, place: Place, label: str) -> Iterator[Ranked]:
        """The facts of a block that leads in a list; its last sentence belongs to the list."""
        *before, last = inline.sentences(text)
        for sentence in before:
            yield from rules.stated(sentence.text, line + sentence.below, place, is_item=block.kind == "item")
        below = line + last.below
        group = list(self.group(number, last.text, below, place, label))
        yield from group
        bare = last.text.rstrip().rstrip("*_").rstrip(":：")
        force = rules.binds(bare + ".")
        alone = next(self.children(number), None) is None and force is not None and force.name == "MUST"
        if not group and not rules.completes(bare) and (alone or not leads.GENERIC.search(bare)):
            yield from rules.stated(bare, below, place, label, is_item=block.kind == "item")

    def holding(self, text: str, line: int, place: Place, label: str) -> Iterator[Ranked]:
        for sentence in inline.sentences(text):
            force = modal.force(inline.plain(sentence.text))
            if force:
                yield from rules.whole(sentence.text, line + sentence.below, place, label, "")

    def children(self, number: int) -> Iterator[int]:
        """The indices of the items directly below a block that leads them in."""
        top = self.blocks[number]
        level = None
        for at in range(number + 1, len(self.blocks)):
            block = self.blocks[at]
            if block.kind != "item" or not block.above or top.text not in block.above:
                if block.kind == "paragraph" and top.text in block.above:
                    continue
                return
            level = level or block.level
            if block.level == level:
                yield at

    def is_part(self, at: int) -> bool:
        """Whether an item is no rule by itself: it begins in lower case and continues its lead-in."""
        text = self.blocks[at].text
        return text[:1].islower() or not (rules.binds(text) or inline.labelled(text)[0])

    def group(self, number: int, text: str, line: int, place: Place, label: str) -> Iterator[Ranked]:
        """The rule of a lead-in and its list, if the two are one sentence."""
        children = list(itertools.takewhile(self.is_part, self.children(number)))[:40]
        force = rules.binds(text.rstrip().rstrip("*_").rstrip(":：") + ".")
        named = sections.named(text) in ("constraints", "excluded")
        binding = (
            named or place.role in ("constraints", "requirements") or (label and rules.requires(label, place.role))
        )
        if not children or not (force or binding) or (place.is_task and not force):
            return
        formal = force is not None and force.name in ("MUST", "SHOULD")
        plain = [_first(self.blocks[at].text) if formal else inline.plain(self.blocks[at].text) for at in children]
        whole = f"{inline.plain(text).rstrip(':： ')}: {'; '.join(each.rstrip(' .;,') for each in plain)}"
        long = len(whole) > _GROUPED * (1.5 if formal else 1) and sum(map(len, plain)) > _SHORT * len(plain)
        if (
            rules.completes(text)
            or long
            or any(map(terms.is_empty, plain))
            or (not force and max(map(len, plain)) > 60)
        ):
            return
        if named and not force:
            place = place._replace(role=sections.named(text))
        result = list(rules.grouped(whole, line, place._replace(role=place.role or "requirements"), label, force))
        if result:
            self.grouped.update(children)
        yield from result


def _first(text: str) -> str:
    """The first sentence of an item."""
    return inline.plain(inline.sentences(text)[0].text) if text.strip() else ""
