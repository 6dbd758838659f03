"""Words that tell no topic from another, of the languages that prompts are mostly written in."""

from memory_core import data

STOP = frozenset(
    (
        "a aan aber about above actually after again ago al all almost already also although always am among an and "
        "another any anybody anyone anything april are aren around as ask asks at au auch auf august aus aussi aux "
        "avec avoir away back be because been before behaviour bei being below best better between big bin bis bist "
        "bitte blocker blockers both but by c'est can can't cannot ce ces cet cette che com come comment como con "
        "constraint convention conventions could couldn't cuando cuál cuáles cuándo cómo da dann dans darf das dass "
        "day days de december decision decisions default dei dein deine del della dem den denn der des di dich did "
        "didn didn't die dir do doch does doesn doesn't doing don don't donde done dort dos dove down du durch "
        "during dónde each een eigentlich ein eine einem einen einer eines either el elicitation elle elles else en "
        "encore enough er era error errors es est esta estar este esto está están et etwas euch euer evening ever "
        "every everything exception faire fait faut february few first for friday from fue further für gegen geht "
        "gerade get gets getting gibt give given gli go goes going gone good got great hab habe haben hacer had has "
        "hast hat hatte have having hay haz he hello help her here het hey hi hier high him his hoe hour hours how "
        "however i i'd i'm i've ich idea if ihm ihn ihr il ils im immer in inception instead into invariant is isn "
        "isn't ist it it's its itself ja january je jede jeden jeder jetzt july june just kann kannst keep kein "
        "keine kind können könnten la las last later le learning learnings least les less let let's lets leur leurs "
        "like little ll lo long look looks los lot ma mach machen made mais make makes mal man many march may maybe "
        "me mean means mehr mein meine memories memory menos mes met mi mich might mine minute minutes mir mis mit "
        "moins mon monday month months more morning most much must muy my más müssen na nach nas ne need needs "
        "never new next nicht nichts niet night no noch nochmal non nor nos nosotros not nothing notre nous "
        "november now nun nur não o ob october oder of off often ohne ok okay old on once onde one only onto op or "
        "os other ou our out over own par para part pas per perché perhaps pero peut peux please plus point por "
        "porque possible pour pourquoi preference progress puede puedes puedo put qu'on quand quando que quel "
        "quelle quelles quels question questions qui quick quickly quiero quite quién quoi qué rather re really "
        "rejection research retrospective review reviews right sa said same sans saturday saw say says schon se "
        "second see seem seems sehr sein seine seit sem september ser ses seu several shall she should show sich "
        "sie sin since sind small so soll sollen sollte sollten some somebody someone something son sono sont soon "
        "statt stehen steht still su sua such sunday sur sure sus ta take takes te tell term tes than thank thanks "
        "that that's the their them then there there's these they thing things think this those though three "
        "through thursday time times to today together tomorrow ton too tous tout toute toutes try très tu tuesday "
        "two um uma umas un una unas und under une uno unos uns unser unsere unter until up upon us usamos use used "
        "uses using usually van ve very veux via viel vom von voor vor vos votre vous waarom wann want wants warum "
        "was wasn way we we're wednesday week weeks weil weiter welche welcher welches well wenn wer werden were "
        "what what's whatever when where whether which while who whole whom whose why wie wieder wieso will wir "
        "wird with within without wo won won't wonder work works would wouldn't wurde wurden y ya year years yes "
        "yesterday yet you your yours zu zum zur zwei zwischen è être über а без бы был было быть в вам вас во вот "
        "все вы где да даже для до его ее ему если еще же за зачем и из или к как какая какие какой когда кто ли "
        "меня мне можно мы на надо наш наша наши не него нет ни нибудь но ну нужно о он она от по почему при с со "
        "так теперь то только ты у уже что это я "
    ).split()
)
# Said of anything that is programmed, or of anything at all: such words alone say nothing of what is meant.
COMMON = frozenset(data.lines("lexicon.common.txt")[0].split())
