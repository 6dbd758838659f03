# ruff: noqa: E501 - an expression is read in one piece
"""The forms in which people who write English lay down a rule, name what was refused and what is to stay.

A form is (kind, cues, pattern, needs): the pattern is tried on a sentence in which a cue occurs, in lower case between
spaces. `what` names the thing a rule is about, `instead` what to do in its place, `deed` what is not to be
done with a thing, `order` what to do, `place` what is to stay. `needs` says what else must be there before it is a rule and no word of the moment.
"""

from typing import Final, NamedTuple

NAMED: Final = "named"  # a thing of code is named, or the words say how far it holds
KNOWN: Final = "known"  # a well-known package is named, or the words say how far it holds
GENERIC: Final = "generic"  # it speaks of all things of a kind, or as NAMED
ARTIFACT: Final = "artifact"  # it speaks of all of a kind of things that developers make, or says how far it holds
OTHER: Final = "other"  # what to do in its place is said, or how far it holds
HABIT: Final = "habit"  # it is no report of what goes wrong
EXEMPTED: Final = "exempted"  # it says where a rule does not hold
HERE: Final = "here"  # as NAMED, or "here", or it is said to what was to be done


class Form(NamedTuple):
    """One way to say a rule."""

    kind: str
    cues: tuple[str, ...]
    pattern: str
    needs: str = ""


USE: Final = r"(?:use|using|add|adding|import|importing|introduce|introducing|install|installing|pull in|pulling in|depend on|rely on|bring in|reach for|require|include)"
# Verbs in the past: "I never saw it".
_NOT_PAST: Final = r"(?!mind\b|been\b|was\b|had\b|did\b|got\b|saw\b|seen\b|heard\b|knew\b|thought\b|went\b|came\b|made\b|found\b|works?\b|passes\b|ends\b|happens\b|ran\b|gets?\b|receives?\b|show\b|display\b|hide\b|expires?\b|a (?!raw|plain|bare|hard|direct)|the\b|again\b|ever\b|so\b|say never|give up\b|\w+ed\b)"
_WE: Final = r"(?:we|you|nobody|one|claude|the agent|the code|this project|the project|our code)"
LEAD: Final = (
    r"(?:^|[,;:–—-]\s+|\b(?:and|but|so|also|then|ok|okay|no|nope|please)\s*[,:]?\s+)(?:please\s+|just\s+|btw\s+)?"
)

ENGLISH: Final = (
    # Where a rule does not hold.
    Form("exception", (" exempt", " apply", " s'appli", " except", " only for ", " only meant for ", " gilt ", " ausgenommen", " no se aplica", " exent"), r"^(?P<place>\S.*)", EXEMPTED),
    # What is not to be done.
    Form("constraint", (" never ",), rf"{LEAD}(?:{_WE}\s+(?:should|must|can|may|shall)\s+)?never\s+(?:ever\s+)?{_NOT_PAST}(?:{USE}\s+)?(?P<what>\S.*)"),
    Form("constraint", (" never ",), rf"\b{_WE}\s+never\s+{_NOT_PAST}(?:{USE}\s+)?(?P<what>\S.*)"),
    Form("constraint", (" ever ",), rf"{LEAD}(?:don't|do not|dont)\s+ever\s+(?:{USE}\s+)?(?P<what>\S.*)"),
    Form("constraint", (" must not ", " mustn't ", " should never ", " may not ", " must never "),
         r"^(?P<what>(?!it\b|this\b|that\b|they\b)\S.{2,80}?)\s+(?:must not|mustn't|should never|must never|may not)\s+(?:ever\s+)?(?:import|call|depend|use|know|access|reach|talk|log|contain|store)\b.{2,}"),
    Form("constraint", (" don't ", " do not ", " dont "), rf"{LEAD}(?:don't|do not|dont)\s+{USE}\s+(?P<what>\S.*)", NAMED),
    Form("standing", (" don't ", " do not ", " dont "), rf"{LEAD}(?:don't|do not|dont)\s+(?P<what>\S.*)", NAMED),
    Form("constraint", (" we don't ", " we do not ", " we dont ", " we no longer "),
         r"\bwe\s+(?:don't|do not|dont|no longer)\s+(?:use|using|import|mock|depend on|rely on|commit)\s+(?P<what>\S.*)"),
    Form("constraint", (" we don't ", " we do not ", " we dont ", " we no longer "),
         r"\bwe\s+(?:don't|do not|dont|no longer)\s+(?:allow|write|ship|accept|permit|do|log|store|put|want|add)\s+(?P<what>\S.*)", NAMED),
    Form("constraint", (" we don't ", " we do not ", " we never "),
         r"\bwe\s+(?:don't|do not)\s+(?!have|need|know|see|get|understand|care|mind|think|believe|seem|really|support|even|yet|worry|expect|remember|like|handle|find|show|return|receive|notice)\w+\s+(?P<deed>\S.*)", HERE),
    Form("constraint", (" no ",), r"(?:^|[;:–—-]\s+|\bplease,?\s+|\bwant\s+|^no,\s+)no\s+(?:more\s+)?(?!problem|worries|idea|need|rush|hurry|way|one\b|longer|matter|thanks|changes?\b|wait|se\b|usa|uses|util|toques|añad|es\b|funciona|hay\b|sé\b)(?P<what>[^,\s].*)", NAMED),
    Form("constraint", (" avoid ", " avoid using "), rf"{LEAD}avoid\s+(?:{USE}\s+)?(?P<what>\S.*)", NAMED),
    Form("constraint", (" stop ",), rf"{LEAD}stop\s+(?:{USE}|writing|putting|making)\s+(?P<what>\S.*)", NAMED),
    Form("constraint", (" without ",), r"^(?:please\s+)?(?:always\s+)?(?:write|build|implement|keep|do|solve|make|stay|work)\b.*?\bwithout\s+(?:using\s+|adding\s+|any\s+)*(?P<what>\S.*)", NAMED),
    Form("constraint", (" stop ", " quit "), rf"{LEAD}(?:stop|quit)\s+(?:mocking|committing|hard-?coding|casting|disabling|ignoring|catching|swallowing|suppressing|silencing|monkey-?patching|stubbing|abbreviating|inlining)\s+(?P<deed>\S.*)"),
    Form("constraint", (" stop ", " quit "), rf"{LEAD}(?:stop|quit)\s+(?:{USE}|writing|putting|making|generating|creating)\s+(?P<what>\S.*)", OTHER),
    Form("constraint", (" no ",), r",\s+(?:and\s+|so\s+)?no\s+(?:more\s+)?(?P<what>[^,\s]\S*(?:\s+(?:or|and)\s+\S+)?)\s*(?:please|here|anywhere)?\s*(?:$|[,;.!])", KNOWN),
    Form("constraint", (" let's not ",), rf"{LEAD}let's not\s+(?:ever\s+)?{USE}\s+(?P<what>\S.*)", NAMED),
    Form("constraint", (" under no circumstances", " on no account", " by no means"), rf"{LEAD}(?:under no circumstances|on no account|by no means)[,:]?\s+(?:should (?:we|you)\s+|may (?:we|you)\s+)?(?:ever\s+)?(?:{USE}\s+)?(?P<what>(?!(?:do|does|did|should|is|are|was|can|could|would|will|has|have|may|must|the|this|that|it)\b)\S.*)"),
    Form("constraint", (" you must not ", " we must not ", " you may not ", " we may not ", " you must never ", " we mustn't ", " you mustn't "),
         rf"\b(?:you|we)\s+(?:must not|mustn't|may not|must never)\s+(?:ever\s+)?{USE}\s+(?P<what>\S.*)", HERE),
    Form("constraint", (" must never be ", " must not be ", " may never be ", " should never be "),
         rf"{LEAD}(?P<what>(?!it\b|this\b|that\b|they\b)[^,;:]{{2,60}}?)\s+(?:must never|must not|may never|should never) be\s+(?:ever\s+)?(?:logged|stored|committed|cached|printed|hard-?coded|mocked|mutated|imported|exposed|checked in|pushed|serialized|swallowed)\b.*", GENERIC),
    Form("constraint", (" i don't want ", " i do not want ", " we don't want ", " i want no "), rf"{LEAD}(?:i|we)\s+(?:don't want|do not want|want no)\s+(?:to (?:see|have|use)\s+)?(?:any(?: more)?\s+)?(?P<what>\S.*)", NAMED),
    Form("constraint", (" avoid using ", " avoid writing "), rf"{LEAD}avoid\s+(?:using|writing)\s+(?P<what>\S.*)", ARTIFACT),
    Form("constraint", (" we ",), r"^(?:in|inside|under|within)\s+(?P<order>[\w.*@-]+/[\w./*-]*,?\s+we\s+(?:stay (?:on|with|at)|stick (?:to|with)|only (?:support|allow)|do(?:n't| not) (?:use|import|allow))\s+\S.*)"),
    # What is to be done.
    Form("constraint", (" instead of ", " rather than "),
         r"(?:\b(?:use|prefer|take|go with|write|import|choose|pick)|(?:^|[,;:]\s+|\bplease\s+|\bwe\s+)always|\bwe(?:'re| are)? us(?:e|ing))\s+(?P<instead>\S.{0,80}?)\s+(?:instead of|rather than)\s+(?:using\s+)?(?P<what>\S.*)", NAMED),
    Form("constraint", (" not ",), r"(?:^|[.;:,]\s+|\balways\s+|\bplease\s+|\bwe\s+)(?:use|using)\s+(?P<instead>[^,]{1,60}?),?\s+(?:and\s+)?not\s+(?P<what>\S.*)", NAMED),
    Form("constraint", (" instead of ",), rf"{LEAD}(?P<instead>(?!the\b|it\b|that\b|this\b|a\b)\S[^,;:]{{1,50}}?)\s+instead of\s+(?:using\s+)?(?P<what>\S.*)", KNOWN),
    Form("constraint", (" not ",), r"^(?P<instead>(?!the\b|it\b|that\b|this\b|a\b|i\b|but\b|no\b|if\b|[^,;:]{0,50}?\b(?:is|are|was|were|do|does|did|has|have|can|could|should|must|may|will|would|if|when)\s+not\b)\S[^,;:]{1,40}?),?\s+not\s+(?!the\b|in\b|on\b|at\b|a\b|yet\b|now\b|sure\b|just\b|only\b|this\b|that\b|for\b)(?P<what>\S.*)", KNOWN),
    Form("constraint", (" over ",), r"(?:\bprefer|\bwe (?:use|prefer|choose|chose|want|favou?r)|\balways (?:use|choose))\s+(?P<instead>\S.{0,60}?)\s+over\s+(?P<what>\S.*)", NAMED),
    Form("constraint", (" always ",), rf"{LEAD}(?:{_WE}\s+(?:should|must|shall)\s+)?always\s+(?!love\b|loved\b|fun\b|great\b|nice\b|happy\b|funny\b|good\b|a pleasure\b|show\b|display\b|hide\b|render\b|redirect\b|on top\b|the\b|a\b|been\b|was\b|fails?\b|works?\b|has\b|had\b|happens?\b|so\b|there\b|\w+ed\b)(?P<order>\S.*)"),
    Form("constraint", (" we always ",), r"\bwe\s+always\s+(?!had\b|have\b|were\b|get\b|got\b|end up\b|forget\b|see\b|wanted\b|\w+ed\b)(?P<order>\S.*)", HABIT),
    Form("constraint", (" only ",), r"(?:^|[,;:]\s+|\bplease\s+|\bwe\s+|\balways\s+)(?:only\s+use|use\s+only)\s+(?P<order>\S.*)", NAMED),
    Form("constraint", (" only ",), r"^we\s+only\s+(?:use|support|allow|ship)\s+(?P<order>\S.*)"),
    # A verdict on a thing.
    Form("constraint", (" forbidden", " banned", " off limits", " off-limits", " no-go", " no go", " taboo", " unacceptable", " verboten", " not an option", " no option", " out of the question"),
         rf"{LEAD}(?P<what>(?!it\b|this\b|that\b|they\b|access\b|request\b|requests are\b|login\b)\S[^,;:]{{0,80}}?)\s+(?:is|are)\s+(?:\w+ly\s+|an?\s+)?(?:forbidden|banned|off[- ]limits|no[- ]go|taboo|unacceptable|verboten|not an option|no option|out of the question)\b(?! to\b)", GENERIC),
    Form("constraint", (" not allowed", " prohibited", " disallowed", " deprecated ", " not ok", " not welcome", " not acceptable", " not wanted", " not permitted"),
         rf"{LEAD}(?P<what>(?!it\b|this\b|that\b|they\b)\S[^,;:]{{0,80}}?)\s+(?:is|are)\s+(?:\w+ly\s+|considered\s+)?(?:not allowed|prohibited|disallowed|deprecated (?:for us|here|in (?:this|our))|not ok(?:ay)?|not welcome|not acceptable|not wanted|not permitted)\b(?! to\b)", HERE),
    Form("constraint", (" no place in ", " no place here", " no business in ", " nothing to do in ", " no business here", " not belong in", " doesn't belong ", " don't belong ", " not belong "),
         rf"{LEAD}(?P<what>\S[^,;:]{{1,80}}?)\s+(?:(?:has|have)\s+(?:no (?:place|business)|nothing to do)|(?:does not|doesn't|do not|don't)\s+belong)\s+(?:in|into|inside|under|here|on)\b", GENERIC),
    Form("constraint", (" is not how ", " is not the way ", " not what we ", " isn't how "), r"^(?P<what>(?!that\b|this\b|it\b|which\b)\S[^,;:]{2,80}?)\s+(?:is not|isn't|are not|aren't)\s+(?:how|the way|what)\s+we\b", ""),
    Form("constraint", (" is not for ", " are not for ", " isn't for ", " aren't for ", " not meant for "), r"^(?P<what>\S[^,;:]{1,60}?)\s+(?:is|are|isn't|aren't)\s*(?:not)?\s+(?:meant\s+)?for\s+\w+", KNOWN),
    Form("constraint", (" nobody ", " no one ", " no-one "), rf"{LEAD}(?:nobody|no[ -]one)\s+(?:ever\s+)?(?:calls|touches|uses|imports|writes|reads|accesses|instantiates|talks to|queries|edits|creates|builds|sets|pushes|deploys)\s+(?:to\s+)?(?P<what>\S.*)", OTHER),
    Form("constraint", (" never",), r"^(?P<what>(?!it\b|this\b|that\b|i\b|he\b|she\b|well\b|almost\b|now or\b|better late\b)[^,;:]{3,70}?),?\s+never[.!]*$", GENERIC),
    Form("constraint", (" keep ",), rf"{LEAD}keep\s+(?P<deed>\S[^,;:]{{1,60}}?)\s+out of\s+\S.*", GENERIC),
    Form("constraint", (" don't pull ", " don't add ", " don't bring ", " don't introduce ", " don't install ", " don't just add ", " do not add "),
         rf"{LEAD}(?:don't|do not)\s+(?:ever\s+|just\s+)?(?:pull in|add|bring in|introduce|install)\s+(?P<what>(?:any\s+|new\s+|more\s+|another\s+|extra\s+|third[- ]party\s+|external\s+)+(?:dependenc(?:y|ies)|packages?|librar(?:y|ies)|deps|libs?)\b.*)", ""),
    Form("constraint", (" no new ", " no more ", " no third", " no external ", " no extra "), r"(?:^|[,;:–—-]\s+)no\s+(?P<what>(?:new|more|third[- ]party|external|extra|additional)\s+(?:\w+\s+)?(?:dependenc(?:y|ies)|packages?|librar(?:y|ies)|deps|libs?|frameworks?|globals?|singletons?)\b.*)", ""),
    Form("constraint", (" no ", " zero "), r"(?:^|[,;:–—-]\s+|\band\s+|\bso\s+|^always .{1,60}?\s)(?:no|zero)\s+(?P<what>(?!error|result|change|output|log|warning|diff|data|match|test|problem|entr|hits?\b|need|luck|idea|way\b|one\b|rush|worr|more\b)[a-z][\w -]{2,50}?\s+(?:in|inside|outside(?: of)?|from|within)\s+(?!the\b|this\b|that\b|my\b|it\b|a\b|an\b|there\b|here\b)[\w./*-]+(?:\s+[\w./*-]+)?)\s*(?:please)?\s*(?:$|[,;.:–—!(-])", ARTIFACT),
    # All of a kind.
    Form("constraint", (" any ", " every ", " each ", " all "),
         rf"{LEAD}(?P<order>(?:any|every|each|all)\s+(?:(?:of\s+)?(?:our|the|new|public)\s+)*[^,;:]{{2,60}}?\s+(?:must|has to|have to|needs? (?:to|an?|its)|gets? an?|shall|should|belongs?|(?:goes?|lives?|start|end)s? (?:in|into|under|through|via|with)|(?:always|only|never)\s+\w+|(?:is|are)\s+(?:always|only|never|to|stored|kept|written|named|called|prefixed|suffixed|formatted|handled|wrapped|versioned|signed|typed|immutable|integers?|snake_case|camelcase|kebab-case|append[- ]only|read[- ]only|in (?:utc|english|german)))\b\s*\S*.*)", ARTIFACT),
    Form("constraint", (" everything ",), rf"{LEAD}(?P<order>everything\s+(?:under|in|inside|below|that|which)\s+\S[^,;:]{{1,60}}?\s+(?:must|has to|needs to|is|goes|may only|only|stays)\s+\S.*)", NAMED),
    Form("constraint", (" must ", " may only ", " need to ", " have to ", " has to ", " are always ", " is always ", " are never ", " is never ", " are only ", " always go", " always come", " always live",
                        " only go", " only come", " never go", " never come", " never live", " never touch", " never talk", " never import", " never call", " never leave", " never know", " never read", " never write",
                        " always need ", " always needs ", " always start ", " always end ", " always get ", " always have ", " always return ", " always use", " never use", " never contain", " never depend"),
         rf"{LEAD}(?P<order>(?!(?:it|they|this|that|these|those|i|he|she|which|who|the)\b)(?:our\s+|new\s+)?[^,;:]{{2,60}}?\s+(?:(?:must|may|has to|have to|needs? to|are|is)\s+(?:always|only|never|not|be|go|have|use|live|come|start|end|stay)|always\s+needs?\b(?!\s+(?:\d|a few|several|\w+ (?:minutes|seconds|hours|tries)|ages|too|so|about|forever))|(?:always|only|never)\s+(?:go|goes|come|comes|live|lives|touch|talk|import|call|leave|know|read|write|start|end|return|use|contain|depend)(?:e?s)?)\b\s+\S.*)", ARTIFACT),
    Form("constraint", (" stored ", " kept ", " written ", " named ", " called ", " prefixed ", " suffixed ", " formatted ", " generated ", " handled ", " wrapped ", " go ", " goes ", " go through ", " live ", " lives ", " belong ", " belongs "),
         rf"{LEAD}(?P<order>(?!(?:it|they|this|that|these|those|i|he|she|which|who|the|we|you|just|can|let|please|should)\b)(?:all\s+|our\s+|new\s+)*[^,;:]{{2,50}}?\s+(?:(?:are|is)\s+(?:always\s+|only\s+)(?:stored|kept|written|named|called|prefixed|suffixed|formatted|handled|wrapped)|(?:(?:always|only)\s+(?:go|goes|live|lives)|belongs?(?:\s+only)?)\s+(?:in|into|under|next to|through|via|to)|(?:go|goes|live|lives)\s+(?:in|into|under|next to|through|to)\s+[^,]{{2,40}}?,\s*(?:not|never))\s+\S.*)", ARTIFACT),
    Form("constraint", (" goes through ", " go through ", " goes via ", " go via ", " going through ", " goes over "),
         rf"{LEAD}(?P<order>(?!it\b|this\b|that\b|they\b)\S[^,;:]{{1,60}}?\s+(?:always|must|only|has to|have to)\s+(?:goes?|be going)\s+(?:only\s+)?(?:through|via|over)\s+\S.*)", GENERIC),
    Form("constraint", (" never go", " never goes", " never land", " never end up "), rf"{LEAD}(?P<what>\S[^,;:]{{1,60}}?)\s+never\s+(?:goes?|lands?|ends? up)\s+(?:in|into|inside|to)\s+\S.*", OTHER),
    Form("constraint", (" mandatory", " a must", " obligatory", " are required for "), r"^(?P<order>\S[^,;:]{2,70}?\s+(?:is|are)\s+(?:mandatory|a must|obligatory|required for (?:every|each|all|any))\b.*)", ARTIFACT),
    Form("constraint", (" only ",), r"(?:^|[,;:]\s+)(?P<order>(?:only\s+(?!the\b|this\b|that\b|a\b|one\b|first\b|when\b|if\b|in\b|on\b|for\b|what\b|show\b|works?\b|fails?\b|happens?\b)\S.{2,80}|(?!the\b|this\b|that\b|show\b|just\b)\w[\w .-]{1,40}? only))(?=$|[,;.!]|\s+please\b|\s+(?:in|here|everywhere|for)\b)", NAMED),
    Form("constraint", (" never ", " always "),
         rf"{LEAD}(?P<order>[^,;:]{{2,50}}?\s+(?:never|always)\s+(?:directly\s+)?(?:fetch|access|hold|know|contain|own|talk|touch|mutate|modify|throw|swallow|catch|log|expose|leak|depend|reach|query|import|call|use|read|write|create|instantiate|validate|return|extend|inherit|include|require|live|belong|accept|assume|rely|hard-?code|bypass|skip|mock|hit)(?:e?s)?\s+\S.*)", ARTIFACT),
    Form("constraint", (" in ", " inside ", " under ", " for "), r"^(?:in|inside|under|for)\s+(?P<order>[\w./*-]+(?:\s[\w.-]+)?,?:?\s+(?:only|no|never)\s+(?!the\b|a\b)\S.*)", ARTIFACT),
    # A rule that calls itself one.
    Form("standing", (" rule", " convention", " policy", " standard", " agreement", " regel", " konvention", " norma", " regla", " règle"),
         r"^(?P<order>(?!(?:it|this|that|i|no)\b)[^?]{8,200}?)\s*[,;–—-]\s*(?:that's|that is|this is|it's|das ist|es|c'est)\s+(?:a|our|unsere|eine|nuestra|una|notre|une)\s+(?:\w+\s+){0,2}(?:rule|convention|policy|standard|agreement|regel|konvention|norma|regla|règle)\b"),
    Form("constraint", (" rule", " convention", " policy", " guideline", " principle", " agreement", " standard "),
         r"^(?:(?:our|the|a|an|one|another|new|general|team|house|hard|golden|ground|basic|project|coding|naming|code|style|simple|first|strict|important|company|remember the)\s+)*(?:rules?|conventions?|policy|guidelines?|principles?|agreements?)"
         r"(?: of thumb)?(?: (?:here|for us|in here|around here|we have|(?:for|in|of) (?:this|the|our|all) [\w-]+(?: [\w-]+)?|from the \w+|on (?:this|the|our) [\w-]+))?\s*(?::|\s[-–—]|\bis(?: that)?\b)\s*(?P<order>(?!broken|wrong|not|missing|too)\S.{7,})", ""),
    Form("standing", (" from now on", " going forward", " ab jetzt", " ab sofort", " de ahora en adelante", " désormais", " dorénavant", " à partir de maintenant", " a partir de ahora"),
         r"^(?:from now on|going forward|ab jetzt|ab sofort|de ahora en adelante|a partir de ahora|désormais|dorénavant|à partir de maintenant)[,:]?\s+(?P<order>(?!(?:it|i|we can|the|this|that|he|she|they|everything|es|das|ich|je|ça|yo|will|is|wird|ist)\b)\S.{5,})|^(?P<order2>(?!(?:it|i|we can|the|this|that|he|she|they|everything|es|das|ich|je|ça|yo|will|is|wird|ist)\b)[^,;:]{6,80}?)\s+(?:from now on|going forward|ab jetzt|ab sofort|de ahora en adelante|a partir de ahora|désormais|dorénavant|à partir de maintenant)[.!]*$"),
    Form("constraint", (" always",), r"^(?P<order>(?!(?:it|this|that|i|he|she|they|works?|same|fails?|happens?|as|like|well)\b)[^;:?]{6,100}?),\s+always[.!]*$", ""),
    # What was refused before.
    Form("rejection", (" tried ",), r"\bwe(?:'ve| have)?\s+(?:already\s+)?tried\s+(?:using\s+|out\s+)?(?P<what>[^,;:.–—]{2,80})"),
    Form("rejection", (" moved off ", " moved away ", " dropped ", " ditched ", " migrated away ", " migrated off ", " switched away ", " got burned by ", " got burnt by ", " abandoned ", " got rid of ",
                       " ripped out ", " kicked out ", " threw out ", " rejected ", " turned down ", " said no to ", " voted against ", " ruled out ", " decided against ", " walked away ", " are done with ", " vetoed ", " scrapped ", " not going back ", " won't go back ", " never going back ", " discarded ", " stopped using ", " phased out ", " retired "),
         r"\b(?:we|the team|ops|security|legal|management|everyone|i)(?:'ve|'re| have|'d| had| are)?\s+(?:\w+ly\s+|already\s+|just\s+)?(?:moved (?:off|away from)|stopped using|phased out|retired|dropped|ditched|migrated (?:off|away from)|switched away from|got burn(?:ed|t) by|abandoned|got rid of|ripped out|kicked out|threw out|"
         r"rejected|turned down|said no to|voted against|ruled out|decided against|walked away from|done with|vetoed|scrapped|discarded|(?:never |not |won't )?(?:going|go) back to)\s+(?:using\s+)?(?P<what>\S.*)"),
    Form("rejection", (" decided against ", " decided not to ", " chose not to ", " agreed not to "), r"\b(?:decided|chose|agreed)\s+(?:against|not to)\s+(?:use\s+|using\s+|go with\s+|adopt\s+)?(?P<what>\S.*)"),
    Form("rejection", (" looked at ", " evaluated ", " considered ", " looked into ", " tested ", " benchmarked ", " discussed "),
         r"\b(?:we|the team|i)(?:'ve| have|'d| had)?\s+(?:already\s+)?(?:looked (?:at|into)|evaluated|considered|tested|benchmarked|discussed)\s+(?P<what>[^,;:.–—]{2,60}?)(?:\s+(?:last|in|back|before|already|twice|once|two|a|this)\b[^,;:.–—]{0,30})?\s*(?:,|and|but|;|–|—|-)\s*(?:and\s+|but\s+|then\s+)?(?:we\s+)?(?:decided against|rejected|dropped|ruled|said no|turned|went with|chose|picked|it was|it's|it is|it didn't|ended up|stayed with|discarded|found it)\b"),
    Form("rejection", (" thrown out", " kicked out", " dropped ", " vetoed", " rejected", " turned down", " voted down", " killed ", " abandoned", " ruled out", " shot down", " discarded", " removed on purpose", " ripped out", " discussed and "),
         r"^(?P<what>(?!it\b|this\b)\S[^,;:]{1,80}?)\s+(?:was|were|has been|have been|got|is|are)\s+(?:already\s+|once\s+|discussed and\s+)*(?:thrown out|kicked out|dropped|vetoed|rejected|turned down|voted down|killed|abandoned|ruled out|shot down|discarded|removed on purpose|ripped out)\b"),
    Form("rejection", (" tried ",), r"(?:^|[,;:–—-]\s+|\bno\s+)(?:already\s+)?tried\s+(?:using\s+|out\s+)?(?P<what>[^,;:.–—]{2,60}?)\s*(?:\b(?:already|before|once|twice|last \w+|in \d{4}|years? ago)\b.*|$|[,;:.–—])"),
    Form("rejection", (" bit us", " burned us", " burnt us", " hurt us", " killed us", " failed us", " cost us "), r"(?:^|[,;:–—-]\s+)(?P<what>(?!it\b|this\b)\S[^,;:]{1,60}?)\s+(?:already\s+|has\s+|have\s+|had\s+)*(?:bit|burned|burnt|hurt|killed|failed|cost)\s+us\b"),
    Form("rejection", (" we had ", " had ", " used to have ", " used to use ", " used to run ", " been there"),
         r"(?:^|[,;:–—-]\s+|\bbecause\s+)(?:we(?:'ve)?\s+)?(?:already\s+|once\s+)?(?:had|used to (?:have|use|run)|ran|been there with)\s+(?P<what>[^,;:.–—]{2,50}?)\s+(?:\b(?:before|once|already|in \d{4}|last \w+|for (?:a|two|three|\d+) \w+|years? ago|back in|and (?:it|that|they|we|the|reverted|removed|threw|ripped|dropped|nobody|spent|lost|had))\b).*"),
    Form("rejection", (" nightmare", " a pain", " a mess", " disaster", " a mistake", " not worth it", " horrible", " albtraum", " drama", " desastre", " catastrophe"),
         rf"{LEAD}(?P<what>\S+(?:\s+\S+){{0,3}}?)\s+(?:was|were|war|waren|fue|était)\s+(?:just\s+)?(?:an?\s+|ein\w*\s+|una?\s+|une\s+)?(?:\w+\s+)?(?:nightmare|pain|mess|disaster|mistake|not worth it|horrible|albtraum|drama|desastre|catastrophe)\b", GENERIC),
    Form("rejection", (" threw ", " kicked ", " ripped ", " throw "), r"\bwe(?:'ve| have|'d| had)?\s+(?:already\s+)?(?:threw|kicked|ripped|thrown)\s+(?P<what>\S[^,;:]{1,50}?)\s+out\b", GENERIC),
    Form("rejection", (" went back to ", " moved back to ", " switched back to "),
         r"^(?:no,?\s+)?(?P<what>(?!it\b|this\b|that\b|the\b|we\b|i\b|he\b|she\b|they\b)\S+(?:\s+\S+)?)\s+(?:breaks?|broke|\w+s|\w+ed|was|were|is|did|cost|ate|lost)\b[^;:]*?,\s+(?:(?:so|that's why)\s+we\s+(?:went|moved|switched) back to\s+(?P<instead>\S.*)|(?:and\s+)?we\s+(?:went|moved|switched) back to\s+(?P<instead2>\S.*?)\s+(?:for that reason|because of (?:it|that))\b)"),
    Form("rejection", (" off the table", " closed topic", " dead for us", " not happening", " dead end", " vom tisch", " gestorben", " hors de question", " descartado"),
         rf"{LEAD}(?P<what>(?!it\b|this\b|that\b)\S[^,;:]{{1,60}}?)\s+(?:is|are|ist|sind|est|está|sont)\s+(?:\w+\s+)?(?:off the table|a closed topic|dead for us|not happening|a dead end|vom tisch|gestorben|hors de question|descartad[oa])\b", GENERIC),
    Form("rejection", (" overkill", " too heavy", " too much for us", " too complex for us", " too expensive for us"), rf"{LEAD}(?P<what>(?!it\b|this\b|that\b)\S[^,;:]{{1,60}}?)\s+(?:is|are)\s+(?:overkill|(?:way\s+)?too (?:heavy|much|complex|expensive|big))\s+for us\b", GENERIC),
    Form("constraint", (" nobody ", " no one "), rf"\b(?:nobody|no one)\s+(?:may|must|should)\s+(?:be\s+)?(?:{USE})\s+(?:from\s+)?(?P<what>\S.*)", NAMED),
    # What is to stay as it is.
    Form("exception", (" as it is", " as is", " as-is", " as they are", " the way it is", " alone", " untouched", " the way they are"),
         rf"{LEAD}(?:leave|keep)\s+(?P<place>\S.{{1,100}}?)\s+(?:exactly\s+|just\s+)?(?:as it is|as they are|as[- ]is|the way (?:it is|they are)|alone|untouched)\b"),
    Form("exception", (" touch ", " change ", " modify ", " refactor ", " rewrite ", " reformat ", " rename ", " remove ", " edit "),
         r"^(?:please\s+|we\s+(?=\S+(?: not)? touch))?(?:don't|do not|dont|never)\s+(?:ever\s+)?(?:touch|change|modify|refactor|rewrite|reformat|rename|remove|edit|clean up|fix)\s+(?P<place>\S.*)"),
    Form("exception", (" stays ", " stay ", " remains "), rf"{LEAD}(?P<place>\S[^,;:]{{1,100}}?)\s+(?:stays?|remains?|must stay|has to stay|can stay|should stay)\s+(?:exactly\s+)?(?:as (?:it is|is|they are)|as-is|like (?:that|this|it is)|the way (?:it is|they are)|untouched|put|that way|where (?:it is|they are)|unchanged)\b"),
    Form("exception", (" supposed to ", " meant to ", " wanted", " intended", " intentionally ", " deliberately ", " intentional", " deliberate", " on purpose", " by design", " not a bug", " no bug", " not a mistake", " no mistake", " no accident", " not an accident"),
         rf"{LEAD}(?P<place>\S[^,;:]{{1,120}}?)\s+(?:is|are|was|were)\s+(?:there\s+|like that\s+|like this\s+|that way\s+|so\s+|kept\s+|left\s+|all\s+)?(?:(?:supposed|meant)\s+to\s+(?:be|look|stay|work|do|have|return|happen|take)\b|wanted\b(?! to| by| in)|intended\b(?! for| to)|intentional(?:ly)?|on purpose|by design|deliberate(?:ly)?|not? an? (?:bug|mistake|accident|typo|oversight)|no (?:bug|mistake|accident|typo|oversight))"),
    Form("exception", (" fix ", " touch ", " clean up ", " simplify ", " reorder ", " sort ", " dedupe ", " merge ", " optimize ", " optimise ", " correct ", " upgrade ", " bump ", " tidy ", " inline ", " move ", " delete ", " update "),
         r"^(?:please\s+|and\s+|also\s+)?(?:don't|do not|never)\s+(?:ever\s+)?(?:try to\s+)?[\"']?(?:fix|touch|clean up|simplify|reorder|sort|dedupe|deduplicate|merge|optimi[sz]e|correct|upgrade|bump|tidy(?: up)?|inline|move|delete|update|change|rename|remove|refactor)[\"']?\s+(?P<place>\S.*)", OTHER),
    Form("exception", (" hands off", " hands out of", " not to be touched", " nobody touches", " not to be changed", " do not touch"), rf"(?:{LEAD}(?:keep\s+(?:your\s+)?)?hands (?:off|out of)\s+(?:of\s+)?(?P<place>\S.*)|^(?P<place2>\S.{{1,80}}?)\s+(?:is|are)\s+not to be (?:touched|changed|edited|refactored)\b)"),
    Form("exception", (" leave ", " keep "), r"^(?:please\s+|(?:you|we) (?:can|may)\s+)?(?:leave|keep)\s+(?P<place>(?!it\b|going\b|in mind\b)\S[^;:]{2,120})", KNOWN),
    Form("exception", (" looks ", " look ", " seems "), rf"{LEAD}(?P<place>\S[^,;:]{{1,80}}?)\s+(?:looks?|seems?)\s+[^,;:]{{2,40}}?,?\s+but\s+(?:it\s+|they\s+|that\s+)?(?:is|are|has to|have to|must|it's|that's)\s+(?:needed|on purpose|correct|right|wanted|intentional|required|deliberate|be that way|be like that|fine|there for)\b"),
)  # fmt: skip
