"""Names of packages, products and calls that people write in small letters, and of what is no thing of code."""

from functools import cache
from typing import Final

from memory_core import data
from memory_core.language.concepts import imported
from memory_core.language.light.products import KNOWN as KNOWN

# Names with a capital that no code holds: the client's own tools, and what only begins with one.
NO_THING: Final = frozenset(
    "claude opus sonnet haiku anthropic bash read edit write grep glob task agent agents webfetch websearch "
    "todowrite multiedit english german french spanish deutsch monday tuesday wednesday thursday friday saturday "
    "sunday january february march april june july august september october november december i we you it he she "
    "they this that these those the a an please mac macos windows linux readme google github gitlab jira slack "
    "internet production main master btw fyi imho imo asap ok okay".split()
)
# Packages whose names are everyday words too: a word of a sentence is none of them.
EVERYDAY: Final = frozenset(
    "moment request requests express react flask chalk commander joi mocha chai jasmine vue angular next three click "
    "rich got ember backbone underscore stripe segment gulp grunt mustache handlebars "
    "rocket".split()
)
# Of those, what a person who says "use" means; and what many others call a function of theirs.
MEANT: Final = frozenset("requests express react flask chalk commander joi mocha chai jasmine".split())
_OWN_CALLS: Final = frozenset("request next three click rich got segment underscore".split())
# Products that are written with the ending of a file.
_JS: Final = frozenset(
    "alpine angular anime babylon backbone big bignumber bootstrap chart d3 day decimal discord ember express fuse "
    "handlebars highlight immutable knockout less matter moment mustache next node nuxt p5 paper passport phaser "
    "pixi polymer prototype react swiper three underscore velocity video vue zepto".split()
)
_SPELT: Final = frozenset("big bignumber chart decimal discord fuse highlight matter node pixi video".split())
_PARTS: Final = str.maketrans("@/.-", "    ")


def is_product(text: str) -> bool:
    """Whether a text is the name of a product, though it ends as a file does: `d3.js`."""
    stem, dot, ending = text.casefold().rpartition(".")
    return f"{dot}{ending}" == ".js" and (stem in _JS or text[:1].isupper())


def looked_for(name: str) -> str:
    """What stands in code where the thing of this name is used, as a text of `forbid`."""
    lowered = name.casefold()
    stem = lowered.removesuffix(".js")
    packages = _packages().get(lowered, [])
    if packages and not any(lowered in one.translate(_PARTS).split() for one in packages):
        package = packages[0]
    elif is_product(name):  # most are imported without the ending
        package = lowered if stem in _SPELT else stem
    else:
        package = name
    if package.casefold() in EVERYDAY:
        return imported(package.casefold(), called=package.casefold() not in _OWN_CALLS)
    return package


@cache
def _packages() -> dict[str, list[str]]:
    return data.table("lexicon.packages.txt")
