"""The words in which developers say what they change: verbs by type of change, phrases, and what says little."""

from typing import Final

from memory_core.text import stop

# `a|b = c`: each of the phrases stands for the word behind it.
PHRASES: Final = """
get rid of|getting rid of|do away with|doing away with|phase out|phasing out|rip out|ripping out|
  tear out|take out|throw out|throw away|stop using|no longer use|move away from|moving away from|
  move off|get off|migrate off|migrate away from|turn off|opt out of|cut out|leave out|drop support for|
  dispense with|be done with|stop relying on|get away from|switch off|wean off = remove
bring in|bringing in|pull in|set up|setting up|start using|go with|make use of|roll out|rolling out|
  stand up|spin up|turn on|switch on|opt into|opt for|rely on|plug in|build on|build out|put in place|
  take advantage of|make available|adopt use of|put behind|wire up|hook up|back with|drop in|bring back = introduce
switch over to|switch to|switching to|move over to|go over to|change over to|change to|moving to|
  move to|move onto|migrate to|migrating to|migration to|transition to|convert to|jump to|go from = migrate to
break up|breaking up|break apart|break down|break out|breaking out|breaking into|break into|carve out|
  carve up|carving out|split up|split off|split out|splitting out|pull apart|pull out|pulling out|
  factor out|spin off|spin out|peel off|tease apart|lift out|chop up|cut up|slice up|divide up|
  take apart|tear apart = split
bring together|put together|roll into|fold into|merge into|join up|pull together|collapse into|
  combine into|unite into = merge into
in favour of|in favor of|replaced by|replaced with = infavour
instead of|rather than|in place of|in lieu of|as opposed to|and not|away from|no longer|not just = insteadof
in order to|why|how|whether|so that|so we|because|since|to be able to|such that|which|where|when|whenever|if|until|
  after|before|while|as we|as it|thereby|due to|that are|that is|that need|once = purpose
by means of|with the help of|based on|backed by|powered by|on top of|written in|built on|built with|
  driven by|expressed as|represented as = using
speed up|speeding up = optimize
time out|times out|timing out = timeout
of its own|of their own|of our own|on its own|on their own = own
cache control: no store|cache control no store|cache control: no cache|cache control no cache|no store = uncached
clean up|tidy up = refactor
roll back = downgrade
soft delete|soft deletes|soft deletion|soft deleted|soft deleting|soft-delete|soft-deletes = softdelete
""".strip().replace("\n  ", "")
TYPES: Final = {
    "introduce": (
        "add introduce adopt integrate incorporate install setup implement create build employ leverage utilise use "
        "embed insert enable provision establish ship launch write put provide make wrap expose offer publish host "
        "run start begin allow support generate define apply bring deploy include attach initialise declare design "
        "develop persist store keep emit stream send let have prefer choose try give propose plan embrace standardise "
        "back render serve hold collect place load "
        "adoption introduction"
    ),
    "remove": (
        "remove delete drop eliminate strip kill retire sunset deprecate disable abandon ditch discard stop purge "
        "prune omit forbid ban prohibit prevent disallow outlaw uninstall cut decommission discontinue erase undo "
        "bypass skip circumvent ignore relax loosen "
        "weaken forgo scrap axe nuke excise avoid removal deletion elimination deprecation retirement "
        "clear-out close clear flush expire invalidate truncate trim warn"
    ),
    "replace": (
        "replace swap substitute exchange supplant supersede switch migrate transition convert port translate change "
        "transform turn migration replacement rewrite reimplement redo conversion transition rebuild reimplementation"
    ),
    "split": (
        "split extract decompose separate decouple modularise divide isolate partition extraction decomposition "
        "separation fragment slice segregate untangle disentangle modularize shard unbundle break carve"
    ),
    "merge": (
        "merge combine consolidate unify inline collapse fold join fuse flatten unite centralise bundle amalgamate "
        "consolidation unification coalesce aggregate combination"
    ),
    "move": ("rename move relocate reorganise rearrange restructure regroup"),
    "upgrade": ("upgrade bump update modernise upgrading"),
    "downgrade": ("downgrade pin revert rollback freeze"),
    "refactor": (
        "refactor simplify tidy improve polish streamline cleanup shorten refactoring generalise abstract edit "
        "modify alter rework"
    ),
    "test": ("test cover testing"),
    "document": ("document describe explain comment annotate"),
    "optimise": (
        "optimise cache memoise memoize precompute accelerate index prefetch preload batch parallelise debounce"
    ),
    "validate": ("validate sanitise escape verify check assert guard enforce require"),
    "secure": ("encrypt rotate hash sign harden protect secure obfuscate mask"),
    "configure": ("configure set tune adjust parametrise parameterise customise"),
    "raise": ("raise increase extend enlarge grow lengthen widen expand double"),
    "lower": ("lower decrease reduce shrink limit cap halve lessen minimise restrict"),
    "fix": ("fix repair correct handle catch resolve patch mend"),
    "observe": ("log monitor trace instrument measure record audit"),
    "format": ("format lint reformat sort align indent"),
}
# Verbs that are nouns as often: a verb only where a clause begins.
EITHER: Final = frozenset(
    (
        "use test cache index log document format build queue lint mock hash pin cover store keep stream send have "
        "back run host start set check guard trace record audit cap limit stop cut ship support change turn update "
        "patch comment design plan batch sign bundle partition slice fragment shard release measure display port "
        "provision cleanup sort write put make let try give lift clear dump shed break render serve include monitor "
        "bump mask switch allow require report process handle apply propose prefer choose share double exchange "
        "abstract define declare extend reduce improve separate isolate restrict protect persist enable ensure deploy "
        "begin generate attach bring refactoring testing rollback fold join prune strip skip move export import "
        "describe explain explore align close load expire flush warn trim hold place collect edit ban"
    ).split()
)
LIGHT: Final = stop.words("en") | frozenset(
    (
        "able across again always anywhere around behind better bit consider current currently directly done easier "
        "entire ever everywhere existing inside instead let lets like lot need never new one onto please proper "
        "proposal rather really simple still two want way whole within"
    ).split()
)
# Words that say little about what is changed.
PALE: Final = frozenset(
    (
        "system module code file project app application class function method component implementation support "
        "approach solution tool process logic part thing stuff layer handle feature library framework service package "
        "based work codebase place user data pattern standard common custom main real team time level single small "
        "large big full base developer engineer good clean fast general basic core key different separate shared "
        "central global generic dedicate proper automatic manual easy simpler faster own server client request "
        "response page screen change option set list item value object type name number version script backend "
        "frontend engine structure model interface"
    ).split()
)
# Verbs that, behind `to`, say what a change is for.
ENDS: Final = frozenset(
    (
        "reduce improve avoid make speed allow ensure support simplify prevent help keep get gain cut save increase "
        "enable achieve handle share reuse scale track see catch meet fix let stay become"
    ).split()
)
