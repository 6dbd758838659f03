# ruff: noqa: E501 - an expression is read in one piece
"""How people who write other languages than English say what lasts and what is of the moment."""

from typing import Final, NamedTuple


class Tongue(NamedTuple):
    """The words of one language: by which it is known, and what is said in it of now, of always and again."""

    cues: str  # an expression: one of its small words occurs
    now: str
    for_good: str
    orders: tuple[str, ...]


_DE_KIND: Final = r"(?:[\w-]*(?:messages|prs|mrs|merge requests|pull requests|branches|subjects|titel|tests?|commits?|nachrichten|branch(?:es|namen)|migrationen|tabellen(?:namen)?|spalten(?:namen)?|abfragen|komponenten|dienste|klassen|funktionen|methoden|dateien|namen|variablen(?:namen)?|bezeichner|importe|logs?|fehler(?:meldungen|texte)?|texte|übersetzungen|kommentare|docstrings|dokumentation|bibliotheken|abhängigkeiten|konfiguration|daten|beträge|zeitstempel|datumsangaben|preise|listen|kommas|endpunkte|skripte|zugriffe|typen|enums|konstanten|secrets|passwörter|überschriften|buttons?))"
GERMAN: Final = Tongue(
    r"\b(?:der|das|den|dem|und|nicht|kein\w*|bitte|wir|ich|du|immer|nie|niemals|nimm|ist|statt|hier|für|mit|nur|ein\w*|auf|im|mach|schreib\w*|antworte|nein|ab)\b",
    r"\b(?:diesmal|dieses mal|diese[ns]? eine\w?|ausnahmsweise|fürs erste|vorerst|erst ?mal|heute|morgen|im moment|momentan|vorübergehend|nur kurz|jetzt (?!immer)|hier mal|für (?:diesen?|diese|dieses|das) (?:\w+)|in (?:diesem|dieser) (?:pr|commit|branch|datei|fall|session|funktion|klasse|ticket|test|schritt)|rest später|noch nicht|das andere|(?:dann|danach) (?:\w+)\s*$|bis (?:montag|morgen|ich|wir|zum|die|der))\b",
    r"\b(?:ab (?:jetzt|sofort|heute)|von jetzt an|von nun an|künftig|zukünftig|in zukunft|in (?:allen|jedem) (?:\w+ )?projekte?n?|jedes mal|jedesmal|grundsätzlich|generell|prinzipiell|immer wenn|nie wieder|nie mehr|überall|ausnahmslos|merk dir|denk (?:dran|daran)|bei uns|ich (?:\w+ )?(?:bevorzuge|hasse)|ich (?:finde|kann)\b(?! (?:das|den|die|es|dein\w*|hier|nicht (?:sehen|finden))\b).{3,60}\b(?:unlesbar|unleserlich|hässlich|furchtbar|schrecklich|überflüssig|unnötig|nicht (?:lesen|leiden|ausstehen|ab))|(?:mir|uns) (?:ist|sind) .{3,40}\b(?:lieber|wichtiger)|wie oft noch|mir ist lieber|ich mag(?! das| es| den| die)|ich will (?:nie|immer|keine?)|standardmäßig|(?:das )?nächste[sn]? mal|in (?:diesem|unserem) (?:projekt|repo)|im (?:ganzen |gesamten )?(?:projekt|repo)|unsere (?:regel|konvention)|als regel|gilt für (?:die|das|alle)\w* (?:ganze|gesamte|\w+)|"
    r"ich hab(?:e)?(?: (?:dir|euch|doch|schon|es|das))* (?:gesagt|gebeten)|wie (?:oft|schon)|wie gesagt|hatten wir (?:doch )?schon|du (?:\w+ )?(?:immer|ständig|schon wieder|dauernd)|schon wieder (?:eine?n? )?(?!derselbe|dasselbe|dieselbe|der gleiche|das gleiche|fehler|rot|kaputt)\w+(?:en|e|ung|er|s|kommentar)?,? (?:d(?:er|ie|as)|den|die keiner)|nochmal:|noch ?mal[,:]|zum (?:zweiten|dritten|x-ten|hundertsten) mal)\b",
    (
        r"(?:^|[,;:.–—-]\s*|\b(?:bitte|du|wir|ihr|und|aber|sollst|solltest|musst|sollen)\s+)(?:immer|nie|niemals|stets)\s+\w",
        r"\b(?:nimm|nutze?|verwende|benutze?|schreib\w*|mach|antworte|benutzen|nutzen|verwenden|nehmen|lass|führe?|committe|frag|heißt|kommt|kommen|gehören?|gehen|werden?)\b.{0,60}?\b(?:immer|nie|niemals|stets|ausschließlich|nur noch)\b(?! (?:langsam|rot|größer|noch|doppelt|leer|falsch|zu|wieder|ein fehler)\b)",
        rf"\b{_DE_KIND}\s+(?:\w+\s+){{0,4}}?(?:immer|nie|niemals|nur|ausschließlich)\b",
        rf"^(?:bitte\s+)?(?:alle |jede[rs]? |unsere )?{_DE_KIND}\s+(?:bitte\s+)?(?:auf|in|im|am|vor|hinter|gegen|nur|mit|als|ohne|unter|nach|nicht|sind|haben|beginnen|bekommen|gehören|kommen|bleiben|heißen|stehen)\s+(?!(?:rot|kaputt|weg|leer|doppelt|falsch|der|dem)\b)\S",
        r"\bwir (?:\w+ )?(?:nutzen|verwenden|benutzen|nehmen|schreiben|formatieren|arbeiten mit|setzen auf|testen mit|deployen|loggen|committen|mocken|bevorzugen|haben keine|sind auf)\s+(?!das\b|die gleiche|den selben|es\b|gerade\b)\S|\b(?:nutzen|verwenden|benutzen|nehmen|schreiben) wir\s+(?!das\b|es\b)\S",
        r"\b(?:nimm|nutze?|verwende|benutze?|nehmt|lieber)\s+(?!hier\b|den\b|die\b|das\b)[^,;:]{1,60}?\s*,?\s+(?:statt|anstatt|anstelle von|und nicht)\s+(?!\d|der\b|die\b|das\b|dem\b|den\b|des\b)\S",
        r"\b(?:antworte|schreib|sprich|rede|erkläre?)\b(?: mir| mit mir| bitte| nur| immer)*\s+(?:auf (?:deutsch|englisch|französisch)|kurz|knapp)\b|\b(?:halte?|fass) dich kurz\b|\bfrag(?:e)? (?:mich )?(?:bitte )?(?:immer |erst |vorher |zuerst )?(?:bevor|vorher|erst|zuerst)\b|\b(?:sprich|duze?|sieze?) mich\b|\bohne (?:zu fragen|rückfrage|nachzufragen)\b|\bhör (?:bitte )?auf,?\s",
        r"(?:^|[,;:.–—-]\s*|\bbitte\s+)(?:keine?n?)\s+(?:\w+en )?(?:abhängigkeiten|emojis?|kommentare|zusammenfassung\w*|erklärungen|entschuldigungen|floskeln|docstrings|abkürzungen|anglizismen|neuen \w+|\w+dateien|bibliotheken\w*)\b|\b(?:lass|spar dir) (?:die|das|deine) (?:\w+ )?(?:kommentare|zusammenfassung\w*|erklärung\w*|emojis|entschuldigung\w*|floskeln)",
        r"\b(?:du|sie|englisch|deutsch|tabs|leerzeichen|kurz|klein)\w*,? (?:und )?nicht (?:du|sie|englisch|deutsch|tabs|leerzeichen|lang|groß)\w*\b",
        r"(?:^|[,;:.–—-]\s*|\bbitte\s+)keine?n?\s+[\w-]+\s+(?:im|in) (?:code|commits?|tests?|prod\w*|templates?|kommentaren|der codebasis|produktivcode)\b|\b(?:bitte )?(?:auf|in) (?:englisch|deutsch)\b(?: und)?.{0,30}(?:bitte|imperativ)?[.!]*$",
        rf"^(?:abgelehnt|verworfen|nein)[,:]? weil |\b(?:ich will|ich möchte|bitte) (?:\w+ ){{0,4}}?(?:immer|nie|niemals|nur noch)\b|^[\w-]*{_DE_KIND}\b.{{0,40}}?\b(?:also|daher|deshalb|immer|nie|bitte) (?:keine?|nicht|auf|in|mit|ohne|linear)\b|^(?:englisch|deutsch) (?:in|für) \w+, (?:englisch|deutsch)\b|\bvor (?:einem|jedem) \w+ (?:läuft|laufen|wird|werden|kommt)\b|^wir (?:machen|mergen|pushen|deployen|commiten|schreiben|releasen) (?:keine?|nie|nicht)\b",
        r"\b(?:verboten|tabu|nicht erlaubt|nicht erwünscht)\b|^nein,? (?:bitte )?nicht mit (?!(?:der|dem|den)\b)\S",
    ),
)
FRENCH: Final = Tongue(
    r"(?:\b(?:le|la|les|des|une|du|et|ne|pas|pour|dans|jamais|toujours|sur|avec|mets|utilise\w*|réponds|non|sois|arrête\w*)\b|\b[dlnjc]')",
    r"\b(?:pour l'instant|pour le moment|cette fois(?:-ci)?|pour cette fois|aujourd'hui|demain|exceptionnellement|provisoirement|temporairement|dans (?:ce|cette) (?:pr|commit|branche|fichier|fonction|tâche|session|cas|page|test)|pour (?:ce|cette) \w+|en attendant|juste (?:une fois|le|la|pour)|pas encore|avant la suite|d'abord|pas maintenant)(?=\W|$)",
    r"\b(?:désormais|dorénavant|à partir de maintenant|à l'avenir|chaque fois|à chaque fois|toutes les fois|en règle générale|par défaut|par convention|dans (?:tous )?(?:mes|nos|les) projets|dans (?:ce|notre|tout le) (?:projet|dépôt|repo)|partout|souviens-toi|retiens|rappelle-toi|je préfère|j'aime (?:bien )?(?:que|quand)|je déteste|je n'aime pas|je trouve (?:les|des) \w+ .{0,30}(?:illisibles?|moches?|inutiles?|pénibles?)|encore (?:des|un|une) (?:commentaires?|emojis?|résumés?|classes?|docstrings?|fichiers?)|(?:deux|trois|dix|cent) fois que|tu les? (?:mets|fais) toujours|on ne (?:modifie|touche|met|fait|pousse) (?:pas|jamais)|nos \w+ sont en|chez nous|la prochaine fois|plus jamais|notre (?:règle|convention)|même pour (?:une?|les?)|"
    r"je (?:t'ai|te l'ai|l'ai|vous ai) (?:déjà )?(?:dit|demandé)|combien de fois|encore une fois|comme (?:je l'ai )?dit|tu (?:continues|oublies|remets|refais) (?:toujours|encore|à))(?=\W|$)",
    (
        r"\b(?:utilise|écris|réponds|mets|fais|lance|commence|demande|vérifie|commite|passe|ajoute|garde|préfère|met|passent|va|vont|sont|doit|doivent)[rzs]?\b.{0,50}?\b(?:toujours|jamais|systématiquement)\b",
        r"(?:^|[,;:.!–—-]\s*|\bnon,?\s+)(?:toujours|jamais)\s+(?!vu\b)\S|(?:^|[,;:.!–—-]\s*|\b(?:tu|on|nous)\s+)n(?:e |')(?!as\b|ai\b|a\b)\w+\s+(?:\w+\s+)?jamais\b(?! (?:été|vu|\w+é\b))|^(?:non,?\s+)?(?:les|tous les|toutes les) \w+ .{0,40}\btoujours\b (?:au|en|par|à|avec|dans|sans)\b",
        r"\b(?:on|nous) (?:n')?(?:(?:utilise|utilisons|écrit|écrivons|préfère|met|formate|teste|travaille avec|évite|déploie|commite|passe par|nomme|garde|range)(?: pas| plus| que| jamais)?)\s+(?!(?:le même|ça|la même)\b)\S",
        r"(?:^|[,;:.!–—-]\s*|\bplaît,?\s+)(?:pas|plus|aucun\w*|jamais) (?:d(?:e |u |es |')|\w+)\s?(?!problème|souci|panique|panic|nouvelle|encore|maintenant|idée)\w+.{0,30}?\b(?:dans les|en (?:prod|js|python|anglais|français)|sans|directement|noms?|tests?|code|messages?|emojis?|émojis?|commentaires|résumés?|excuses|explications)\b",
        r"\bn(?:e |')(?:mets|ajoute|utilise|écris|fais|laisse|touche|crée|commente|modifie|pousse|commite|importe|installe)[sz]? (?:pas|plus|jamais) (?:d(?:e |')|directement|\w+ment)",
        r"\b(?:utilise|prends|préfère|utilisez|mets)\s+(?!(?:le|la|les|ce|cette)\b)[^,;:]{1,60}?\s*,?\s+(?:au lieu d(?:e |')|plutôt que(?: de)?|à la place d(?:e |')|et (?:non|pas))\s*(?!(?:la|le|les|ce|cette)\b|\d)\S",
        r"\b(?:réponds|réponds-moi|écris|parle|explique)(?:-moi)?\b(?: toujours| moi)*\s+(?:en (?:français|anglais|allemand)|brièvement)\b|\bsois (?:plus )?(?:bref|brève|concis\w*|direct\w*)\b|\b(?:arrête|arrêtez|cesse) (?:de |d')\w+|\bdemande(?:-moi)?\b.{0,30}?\bavant (?:de|d')\b|\bsans (?:me )?demander\b",
        r"\btout(?:e|es|s)?\s+(?:\w+\s+){0,3}?en (?:anglais|français|minuscules|majuscules)\b|\b(?:interdit\w*|proscrit\w*)\b|^les \w+ (?:\w+ ){0,3}?(?:vont|sont|doivent|commencent|s'écrivent|restent)\s+(?!(?:cassé|vide|rouge|perdu|en erreur|lent))\S.*\b(?:toujours|dans|en|au|par)\b",
    ),
)
SPANISH: Final = Tongue(
    r"\b(?:el|los|las|una|del|y|que|por|para|con|nunca|siempre|usa|sin|aquí|uses|está|usamos|responde|prefiero)\b",
    r"\b(?:por ahora|de momento|por el momento|(?:por )?esta vez|(?:por )?hoy|mañana|ahora|temporalmente|excepcionalmente|en est[ea] (?:pr|commit|rama|archivo|función|tarea|sesión|caso|fichero|página)|para est[ea] \w+|mientras|solo una vez|hasta (?:que|el)|todavía no|seguimos|primero)(?=\W|$)",
    r"\b(?:de ahora en adelante|a partir de ahora|desde ahora|en adelante|en el futuro|cada vez|siempre que|por regla general|por defecto|por convención|por norma|en (?:todos )?(?:mis|nuestros) proyectos|en (?:este|nuestro|todo el) (?:proyecto|repo|repositorio)|en todas partes|recuerda(?: que|:)|ten en cuenta|prefiero|odio|me gusta (?:que|cuando)|no me gustan? (?:las?|los|que|cuando)|me molestan?|en (?:este|mi|nuestro) equipo|otra vez (?:comentarios|emojis|resúmenes|clases|docstrings)|nadie (?:te )?pidió|nadie (?:lo )?ha pedido|rechazado porque|la próxima vez|nunca más|nuestra (?:regla|convención|norma)|"
    r"(?:ya )?te (?:lo )?(?:he dicho|dije|pedí|he pedido)|ya (?:lo )?dije|cuántas veces|otra vez[,:]|como (?:ya )?(?:te )?dije|vuelves a|(?:siempre )?te olvidas)(?=\W|$)",
    (
        r"(?:^|[,;:.]\s*|\b(?:y|pero|por favor|que|aquí)\s+)(?:siempre|nunca|jamás)\s+(?!(?:ha|he|funciona|pasa|falla|sale|vi|había|hay|\w+o)\b)\w|\b(?:usa|utiliza|escribe|responde|haz|pon|pregunta|ejecuta|corre|van?|llevan?|se \w+n?)\b.{0,40}?\b(?:siempre|nunca)\b(?! (?:falla|igual))|,\s+\w+ siempre\b",
        r"\b(?:(?:no )?(?:usamos|utilizamos|escribimos|preferimos|trabajamos con|formateamos|evitamos|probamos con|desplegamos con|nombramos)|(?:aquí )?(?:no )?se usan?)\s+(?!(?:el mismo|esto|eso|la misma)\b)\S",
        r"^(?:aquí )?(?:los|las|todos los|todas las) (?:nombres|tests?|pruebas|commits|tablas|columnas|errores|mensajes|comentarios|fechas|variables|ramas|logs|clases|funciones|migraciones|componentes|textos|rutas|endpoints|archivos)\b.{0,40}?\s(?:van?|se \w+n|son|llevan|empiezan|deben|tienen que)\s+(?!(?:rot|vací|mal|lent|perdid))\S",
        r"\bno (?:uses|utilices|pongas|añadas|hagas|metas|escribas|agregues|toques|borres|subas|instales)\s+(?!(?:el|la|los|las|es[ae]|est[ae]|ahora|todavía)\b)\S",
        r"\bjunto al? \w+\b|\ben (?:inglés|español|minúsculas|mayúsculas|singular|plural)(?:,? (?:siempre|por favor))?(?:[.!:,]|$)|\bnada de (?:spanglish|abreviaturas|comentarios|emojis)\b",
        r"\b(?:usa|utiliza|usar|prefiere|mejor)\s+(?!(?:el|la|este|esta)\b)[^,;:]{1,60}?\s*,?\s+(?:en vez de|en lugar de|y no)\s+(?!(?:el|la|este|esta)\b|\d)\S",
        r"\b(?:responde|contesta|respóndeme|contéstame|escribe|habla)(?:me)?\b(?: siempre)?\s+(?:en (?:español|inglés|castellano|alemán)|brevemente)\b|\bsé (?:más )?(?:breve|conciso|directo)\b|(?:^|[,;:.]\s*)(?:deja|para) de \w+r\b|\b(?:sin|nada de) (?:\w+ )?(?:emojis?|comentarios|resúmenes|explicaciones|disculpas|abreviaturas)\b|\b(?:pregúntame|pregunta|consúltame)\b.{0,20}?\bantes de\b|\bsin (?:preguntar|pedir)\b|\bprohibid[oa]s?\b",
    ),
)
OTHERS: Final = (
    Tongue(  # Italian
        r"\b(?:il|lo|gli|di|che|non|sempre|mai|usa|usiamo|rispondi|questo|preferisco|della?)\b",
        r"\b(?:per ora|per adesso|questa volta|stavolta|oggi|domani|temporaneamente|in quest[oa] (?:pr|commit|branch|file|caso)|per quest[oa] \w+)(?=\W|$)",
        r"\b(?:d'ora in poi|da ora in poi|in futuro|ogni volta|di regola|di default|in (?:tutti i miei|questo) progett[oi]|preferisco|odio|la prossima volta|ricorda(?:ti)? (?:che|di)|te l'ho (?:già )?detto|quante volte|da noi)(?=\W|$)",
        (
            r"\b(?:usa|usare|scrivi|rispondi|fai|metti|esegui|usiamo|vanno)\b.{0,30}?\b(?:sempre|mai)\b|(?:^|[,;:.]\s*)(?:sempre|mai)\s+(?!visto\b)\w|\b(?:non )?(?:usiamo|utilizziamo|scriviamo|preferiamo)\s+\S|\busa\s+[^,;:]{1,40}?\s+(?:invece di|al posto di)\s+\S|\brispondi(?:mi)?\b.{0,12}?\bin (?:italiano|inglese)\b|\bnon (?:usare|aggiungere|mettere|scrivere)\s+(?!(?:il|la|lo|quest\w)\b)\S|\b(?:smetti|smettila) di \w+",
        ),
    ),
    Tongue(  # Portuguese
        r"\b(?:os|uma|não|para|em|nunca|sempre|usa|usamos|responda|prefiro|que)\b",
        r"\b(?:por enquanto|por agora|(?:só )?desta vez|dessa vez|hoje|amanhã|temporariamente|nest[ea] (?:pr|commit|branch|arquivo|caso)|para est[ea] \w+)(?=\W|$)",
        r"\b(?:de agora em diante|a partir de agora|daqui (?:em diante|para frente)|no futuro|toda vez|sempre que|por padrão|neste projeto|nos meus projetos|prefiro|odeio|da próxima vez|lembre-se|já (?:te )?(?:disse|falei|pedi)|quantas vezes)(?=\W|$)",
        (
            r"(?:^|[,;:.]\s*|\b(?:e|mas)\s+)(?:sempre|nunca)\s+(?!(?:vi|falha)\b)\w|\b(?:use|escreva|responda|faça|rode|pergunte)\b.{0,30}?\b(?:sempre|nunca)\b|\b(?:não )?(?:usamos|utilizamos|escrevemos)\s+\S|\buse\s+[^,;:]{1,40}?\s+(?:em vez de|ao invés de)\s+\S|\bresponda\b.{0,12}?\bem (?:português|inglês)\b|\bnão (?:use|adicione|coloque|escreva)\s+(?!(?:o|a|est\w+)\b)\S|\bpare de \w+",
        ),
    ),
    Tongue(  # Dutch
        r"\b(?:het|een|niet|geen|altijd|nooit|wij|gebruik\w*|voor|antwoord|schrijf)\b",
        r"\b(?:voor nu|deze keer|vandaag|morgen|tijdelijk|voorlopig|in deze (?:pr|commit|branch)|voor deze \w+)(?=\W|$)",
        r"\b(?:vanaf nu|voortaan|in het vervolg|elke keer|standaard|in (?:dit|ons) project|ik heb liever|(?:de )?volgende keer|bij ons)(?=\W|$)",
        (
            r"(?:^|[,;:.]\s*)(?:altijd|nooit)\s+\w|\b(?:gebruik|schrijf|doe|antwoord|gebruiken)\b.{0,40}?\b(?:altijd|nooit)\b|\b(?:we|wij) (?:gebruiken|schrijven)\s+\S|\bgebruik\s+[^,;:]{1,40}?\s+in plaats van\s+\S|\bstop met \w+|(?:^|[,;:.]\s*)geen (?:emoji|commentaar|samenvatting)\w*",
        ),
    ),
    Tongue(  # Russian
        r"[а-яё]{2}",
        r"\b(?:сейчас|пока(?! не\b)|сегодня|завтра|в (?:этот|следующий понедельник) раз|на этот раз|временно|разок|только почини|в этом (?:пр|коммите|файле|случае)|в этой (?:ветке|задаче)|для этого (?:пр|коммита|файла|случая)|потом)(?=\W|$)",
        r"\b(?:отныне|впредь|с этого момента|теперь всегда|в будущем|каждый раз|по умолчанию|во всех (?:моих |наших )?проектах|в (?:этом|нашем) проекте|везде|запомни|(?:я )?предпочитаю|мне (?:не )?нрав(?:ится|ятся)|(?:я )?не люблю|терпеть не могу|о ч[её]м не просили|в следующий раз|у нас|я (?:же |уже |тебе )*(?:говорил|просил|сказал)а?|сколько раз|опять(?! (?:та же|тот же|то же|ошибк|упал|не работает|пада))|ты (?:всё время|постоянно|снова))(?=\W|$)",
        (
            r"(?:^|[,;:.]\s*|\b(?:пожалуйста|ты|мы)\s+)(?:всегда|никогда не|никогда)\s+(?!падает|работал|был|видел)\w|(?:^|[,;:.]\s*|\b(?:не|пожалуйста)\s+)\w+(?:й|йте|ь|ьте)\b.{0,40}?\b(?:всегда|никогда|только)\b|\bмы (?:не )?(?:используем|пишем|предпочитаем|форматируем|храним|называем)\s+\S",
            r"\bне (?:используй|трогай|коммить|пушь|меняй|удаляй|пиши|добавляй|создавай)\w* (?!эт\w+|пока|сейчас|его|её|их)\S",
            r"\b(?:используй|бери|пиши)\w*\s+[^,;:]{1,60}?\s*,?\s+(?:вместо|а не)\s+\S|\b(?:отвечай|пиши|говори)\b.{0,16}?\b(?:на русском|по-русски|на английском|по-английски|кратко|коротко)\b|\b(?:без|не (?:добавляй|пиши|используй|ставь|извиняйся|комментируй)) (?:эмодзи|комментари\w+|смайлик\w+|извинений|пояснений)\b|\bперестань\s+\w|\bхватит\s+\w+ть\b|\bне спрашивая\b|\bотвечай\b.{0,20}?\b(?:короче|кратко|короткими|без воды)\b|\bне надо (?:писать|добавлять|делать|ставить|комментировать)\b|\bспрашивай\b|(?:^|[,;:.]\s*)(?:все )?(?:тесты|коммиты|сообщения|комментарии|имена|миграции|ошибки|логи|документаци\w+|переменные)\s+(?:(?!лежат|находятся|падают)\w+ )?(?:на|в|должны|только|всегда|пишем|начинаются)\s+\S",
        ),
    ),
    Tongue(  # Chinese
        r"[\u4e00-\u9fff]",
        r"这次|這次|暂时|暫時|目前|今天|这一次|先不|先别|先跳过|临时|明天|这个(?:pr|分支|文件|函数|任务)里?(?:先|不)|现在先",
        r"从现在开始|從現在開始|以后|以後|今后|今後|每次|默认|預設|在(?:所有|我的|这个|本)项目|所有项目|记住|記住|我(?:更|不)?喜欢|看着累|我们(?:这边|团队|组)|太多了，|又用了|我偏好|请总是|要总是|一律|永远|绝对不|说过|告诉过|又来了|怎么又|统一",
        (
            r"(?:变量|函数|注释|提交|文件|测试|接口|类名|分支)\S{0,8}?(?:不要|不能|要用|用|都|必须|应该|写)|我们(?:项目)?(?:都|一直|只|不|统一)?(?:用|使用|采用)|我們(?:都|一直|只|不)?(?:用|使用)|用.{1,20}(?:而不是|代替|不要用)|用(?:中文|英文|英语)(?:回答|回复|写)|不要(?:用|加|写|使用|添加|改|提交)(?!.{0,3}(?:这个|那个))|别(?:再|用|加|写)|不要再|先问我|必须|(?:永远|绝对)不|禁止|不允许",
        ),
    ),
    Tongue(  # Japanese
        r"[\u3040-\u30ff]",
        r"今回|とりあえず|今日|一旦|今だけ|今のところ|明日|この(?:pr|コミット|ファイル|関数|ブランチ|タスク)(?:では|は|だけ|に)|まず|後で",
        r"これから|今後|毎回|デフォルトで|このプロジェクト(?:では|は|で)|このリポジトリ(?:では|は|で)|全(?:ての|部)|覚えて(?:おいて)?|次回(?:から|以降)|常に|必ず|いつも|の方が好き|嫌い|読みにくい|読みづらい|避けて|多すぎ|却下|手で編集し|以降|前にも言|さっきも言|何度も|また同じ(?!エラ)",
        (
            r"(?:コメント|変数名?|関数名?|テスト|コミット\S*|メッセージ|命名|ドキュメント|返事)は\S{1,16}?(?:で|に|を)\S{0,8}(?:ください|お願い|する|書く|統一|こと)|(?:しないで|使わないで|書かないで|やめて)(?:ください|ほしい|くれ)|聞いてから|確認してから|(?:を|は)(?:使っています|使用しています|使わない|使いません|統一)|(?:ではなく|じゃなく|の代わりに|よりも?).{1,24}(?:使|書|お願い)|(?:日本語|英語)で(?:答え|回答|書い|返事|お願い)|(?:絵文字|コメント|要約|謝罪|褒め言葉).{0,8}?(?:不要|いらない|しないで|入れないで|つけないで)|禁止|ルールです",
        ),
    ),
)
ABROAD: Final = (GERMAN, FRENCH, SPANISH, *OTHERS)
