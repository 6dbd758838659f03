"""What developers call the things that their learnings are about, in the languages that are heard.

A line is `key: word, word*, some words, …`: each of them stands for the key. `word*` is every word that begins so; a
form that English makes of a word by an ending is the word.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from memory_core.text.stems import base
from memory_core.text.words import is_unspaced

TABLE: Final = """
commit message: commit message, commit messages, message de commit, messages de commit, commit-nachricht*, commit
  nachricht, commit nachrichten, commitnachricht*, mensaje de commit, mensajes de commit, commit-messages,
  commit-message, commit log, commit text, commit note, commit title, commit titles, commit header, сообщения
  коммитов, сообщение коммита, сообщения к коммитам, 提交信息, 提交说明, コミットメッセージ, commit-texte
subject: first line, subject line, subject lines, betreff*, betreffzeile*, objet, asunto, erste zeile, première ligne,
  primera línea, header line, headline, заголовок коммита, 第一行, 标题, 件名
commit: commits, check in, checked in, checks in, commiten, committen, committe*, commiter, committer, коммит*,
  закоммить, コミット, 提交, check-in, checkin
body: commit body, message body, textkörper
branch: branches, zweig, zweige, branche, rama, ramas, ветк*, ブランチ, 分支
branch name: branchname*, branch name, branch names, branchnamen, noms de branche, nombres de rama, имена веток
reason: reasons, grund, gründe, raison*, razón, razones, причин*, why, warum, pourquoi, por qué, почему, 理由, 原因,
  为什么
pr: pull request, pull requests, pullrequest, merge request, merge requests, mr, mrs, prs, プルリクエスト
push: pushen, pushe, pushed, pousse, pousser, запушить, пуш*, プッシュ, 推送
merge: mergen, mergé, merged, gemergt, fusionner, fusionar, слияни*, мерж*, マージ, 合并
rebase: rebasen, rebasing, rebaser, ребейз*, リベース, 变基
squash: squashing, squashen, squashed, сквош*
history: historie, verlauf, historique, historial, истори*, 履歴
test: tests, teste, testen, getestet, pruebas, prueba, тест*, テスト, 测试
unit test: unit test, unit tests, unittests, unit-tests, tests unitaires, test unitaire, pruebas unitarias,
  юнит-тест*, 単体テスト, ユニットテスト, 单元测试, modultest*
integration test: integration test, integration tests, integrationstest*, tests d'intégration, pruebas de integración,
  интеграционные тесты, 結合テスト, 集成测试
e2e: end to end, end-to-end, browser test, browser tests, e2e-tests, e2e tests
test file: test file, test files, testdatei*, fichiers de test, archivos de prueba, spec file, spec files, тестовые
  файлы
test name: test name, test names, testnamen, noms de test, noms des tests
test data: test data, testdaten, données de test, datos de prueba, sample data
fixture: fixtures
mock: mocks, mocked, mocking, mocken, gemockt, stub, stubs, stubbed, fake, fakes, faked, mocke*, мок*, замокать,
  モック, 模拟
coverage: testabdeckung, couverture, cobertura, покрыти*, カバレッジ, 覆盖率, abdeckung
log: logs, logging, logged, logger, loggers, loggen, logge, geloggt, journalisation, journalise*, registro, registros,
  лог*, логировани*, ログ, 日志, protokollier*, logline, logzeile*, logausgabe*
log line: log line, log lines, log entry, log entries, log message, log messages, logeintr*
print: prints, printing, print statement, print statements
comment: comments, kommentar*, kommentier*, commentaire*, comentario*, коммент*, комментари*, コメント, 注释
docstring: docstrings, doc comment, doc comments, javadoc, jsdoc, tsdoc, docblock*, докстринг*
doc: docs, documentation, documentations, dokumentation, doku, documentación, документаци*, ドキュメント, 文档
readme: readmes
changelog: changelogs, release notes, change log, журнал изменений, 変更履歴, 更新日志
heading: headings, titles, überschrift*, titre, titres, encabezado*, título*, заголовк*, 見出し, title
answer: answers, reply, replies, replied, respond, response to me, responses to me, antwort*, réponds, répondre,
  réponse*, responde, responder, respuesta*, отвеча*, ответ*, 回答, 返答, 返信, chat
explanation: explain, explains, explanations, erklär*, explique*, explication*, explica*, explicación*, объясн*, 説明,
  解释
summary: summaries, summarize, summarise, recap, recaps, zusammenfass*, résumé*, resumen, итог*, 要約, 总结
question: questions, frage, fragen, pregunta*, вопрос*, 質問, 问题
ask: asks, asking, confirm, confirmation, frag, frage, nachfragen, rückfrage*, demande, demander, preguntar, pregunta,
  спрашива*, спроси*, 確認, 询问, permission, go-ahead, approval, rückfragen, unasked, ungefragt
plan: plans, planung, 計画, 计划
review: reviews, reviewing
error: errors, fehler, erreur*, error*, ошибк*, エラー, 错误, failure, failures
error message: error message, error messages, fehlermeldung*, messages d'erreur, message d'erreur, mensajes de error,
  сообщения об ошибках
exception: exceptions, ausnahme, ausnahmen, excepción*, исключени*, 例外, 异常
throw: throws, thrown, throwing, raise, raises, raised, werfen, wirf, geworfen, lancer, lanzar
date: dates, datum*, fecha*, дат*, 日付, 日期, datetime, datetimes, timestamp, timestamps, zeitstempel, horodatage*,
  time, times, zeiten, uhrzeit*, zeit, heure*, hora*, время, 時刻
timezone: time zone, time zones, zeitzone*, fuseau*, zona horaria
money: amount, amounts, price, prices, betrag, beträge, preis, preise, geldbeträge, montant*, prix, precio*, importes,
  dinero, цен*, сумм*, 金額, 价格, 金额, currency
id: ids, identifier, identifiers, primary key, primary keys, primarykey, primärschlüssel, clé primaire, clés
  primaires, clave primaria, идентификатор*, 主キー, 主键, bezeichner
name: names, naming, named, namen, benenn*, nom, noms, nombre, nombres, имена, имя, 名前, 名称, 命名, heißt, heißen,
  called, nommé*
variable: variables, variablen, переменн*, 変数, 变量
function: functions, funktion*, fonction*, función*, funcion*, функци*, 関数, 函数, func
method: methods, methode*, méthode*, método*, метод*, メソッド, 方法
class: classes, klasse*, clase*, класс*, クラス, 类
interface: interfaces
file: files, datei, dateien, fichier*, archivo*, файл*, ファイル, 文件
file name: file name, file names, filenames, dateiname*, noms de fichiers, nombres de archivo, имена файлов,
  ファイル名, 文件名
folder: directory, directories, folders, dir, ordner, verzeichnis*, dossier*, répertoire*, carpeta*, directorio*,
  папк*, каталог*, フォルダ, ディレクトリ, 目录, 文件夹
line: lines, zeile*, ligne*, línea*, lineas, строк*
line length: line length, line width, max line, zeilenlänge*, zeilenbreite, longueur de ligne, longueur des lignes,
  largo de línea, длина строки, print width, column limit, columns per line, 行の長さ, 行长
indent: indentation, indents, indented, einrück*, einzug, indenta*, sangría, отступ*, インデント, 缩进
quote: quotes, anführungszeichen, guillemet*, comillas, кавычк*, 引号
semicolon: semicolons, semikolon*, strichpunkt*, point-virgule, points-virgules, puntos y coma
comma: commas, komma, kommas, virgule*, coma, comas
import: imports, importe, importation*, импорт*, インポート, 导入
export: exports, exporte
icon: icons, icône*, icono*, иконк*, アイコン, 图标, symbole
emoji: emojis, gitmoji, gitmojis, emoticon*, smiley*, эмодзи, 絵文字, 表情, little pictures
route: routes, routing, router, routen, ruta, rutas, маршрут*, ルート, ルーティング, 路由
url: urls, uri, path segment, permalinks
endpoint: endpoints, endpunkt*, эндпоинт*, エンドポイント, 接口, api route, api routes
api: apis, rest-api, schnittstelle*
request: requests to, anfrage*, requête*, petición*, запрос*
http request: http call, http calls, http request, http requests, http client, http clients, http-aufrufe,
  http-client*, appels http, llamadas http, http-запрос*, outgoing calls, outgoing requests
dto: dtos, transfer object, transfer objects, data transfer object
component: components, komponente*, composant*, componente*, компонент*, コンポーネント, 组件
props: prop
hook: hooks
state: shared state, global state, app state, state management, client state, zustandsverwaltung, состояни*, 状態管理,
  状态管理
style: styles, styling, css, stylesheet*, stylen, gestyl*, стил*, スタイル, 样式
color: colors, colour, colours, farbe*, couleur*, color*, colores, цвет*, 颜色
form: forms, formular*, formulaire*, formulario*, форм*, フォーム, 表单
button: buttons, schaltfläche*, bouton*, botón, botones, кнопк*, ボタン, 按钮
modal: modals, dialog, dialogs, dialoge*, popup, popups
image: images, picture, pictures, photo, photos, bild, bilder, imagen*, изображени*, 画像, 图片
chart: charts, plot, plots, graph, graphs, diagramm, diagramme, gráfico*, graphique*, график*, グラフ, 图表
table: tables, tabelle*, tabla*, таблиц*, テーブル
table name: table name, table names, tabellenname*, noms de table, noms des tables, nombres de tabla, имена таблиц
column: columns, spalte*, colonne*, columna*, столбц*, колонк*, カラム
query: queries, abfrage*, requête sql, consulta*, クエリ, 查询
migration: migrations, migración*, миграци*, マイグレーション, 迁移
database: databases, db, datenbank*, base de données, base de datos, баз* данных, データベース, 数据库, bdd, dbs
schema: schemas, schemata, схем*
json: jsons
config: configuration, configurations, configs, setting, settings, konfig*, configuración, конфиг*, 設定, 配置
env: environment variable, environment variables, env var, env vars, umgebungsvariable*, variables d'environnement,
  variables de entorno, переменные окружения, 環境変数, 环境变量, dotenv
secret: secrets, password, passwords, credential, credentials, passwort*, passwörter, geheimnis*, contraseña*, clave*,
  секрет*, парол*, 秘密, 密码, 密钥, api key, api keys
dependency: dependencies, package, packages, paket, pakete, abhängigkeit*, dépendance*, paquet*, dependencia*,
  paquete*, зависимост*, пакет*, библиотек*, 依存, 依存関係, パッケージ, ライブラリ, 依赖, 依赖包, library, libraries,
  bibliothek*, librairie*, bibliothèque*, librería*, lib, libs, third-party
install: installs, installed, installing, installation, installier*, installe*, instala*, установ*, установк*,
  インストール, 安装
version: versions, версии, версию, バージョン, 版本
release: releases, releasing, veröffentlich*, релиз*, リリース, 发布
tag: tags
deploy: deploys, déployer, деплоить, deployer, deployment, deployments, deployed, deployen, bereitstell*, déploie*,
  déploiement*, desplieg*, деплой*, デプロイ, 部署, rollout, ship, shipped
build: builds, сборк*, ビルド, 构建
bundle: bundles
ci: pipeline, pipelines, continuous integration
script: scripts, skript*, скрипт*, スクリプト, 脚本
makefile: makefiles
dockerfile: dockerfiles, docker image, docker images, images docker, docker-images, container image, base image
container: containers, conteneur*, контейнер*, コンテナ, 容器
translation: translations, translate, translated, übersetz*, traduction*, tradui*, traducción*, перевод*, 翻訳, 翻译,
  i18n, locale, locales
ui text: ui text, ui texts, ui copy, ui string, ui strings, ui labels, oberflächentext*, textes de l'interface, textos
  de la interfaz, user-facing text, user facing text, user facing strings, visible text
ui: interface utilisateur, oberfläche, benutzeroberfläche, frontend, front-end, интерфейс*, 画面, 界面
user: users, nutzer*, benutzer*, utilisateur*, usuario*, пользовател*, ユーザー, 用户
code: codes, quellcode, код, кода, コード, 代码
type: types, typen, typ, тип*, 类型
type hint: type hint, type hints, type annotation, type annotations, typannotation*, annotations de type, type-hints,
  型ヒント, 型注釈, 类型注解
enum: enums, enumeration*
constant: constants, konstante*, constante*, константа*, константы, 定数, 常量
null: nulls, nullable
loop: loops, schleife*, boucle*, bucle*, цикл*
condition: conditions, conditional*, bedingung*
formatter: format, formats, formatting, formatted, formatting tool, formatier*, formate*, formatea*, форматирова*,
  フォーマット, 格式化, auto-format
lint: linter, linters, linting, линтер*, リント
typecheck: type checker, type checking, type-checking, typprüf*
task: tasks, aufgabe*, tâche*, tarea*, задач*, タスク, 任务
job: background job, background jobs, worker, workers, hintergrundjob*, queue, queues, очеред*, キュー, 队列, jobs
cache: caches, caching, cached, кеш*, кэш*, キャッシュ, 缓存
timeout: timeouts, time out
retry: retries, retried, wiederhol*, réessa*, reintent*, повтор*, リトライ, 重试, attempt, attempts, versuch*
flag: feature flag, feature flags, feature toggle, feature toggles, feature-flag*
issue: issues, ticket, tickets, jira key, ticketnummer*, тикет*, jira, ticket number, ticket id, jira id, issue
  number, ticket-id
todo: todos
example: examples, beispiel*, exemple*, ejemplo*, пример*
generated: generated code, generated file, generated files, generierte*, generiert*, codegen, autogenerated
vendored: vendor directory
legacy: legacy code, altcode
production: prod, produktion, produktiv*, producción, продакшн*, прод, 本番, 生产
staging: stage environment
local: locally, lokal, lokale*, localement, локальн*, ローカル, 本地
create: creates, created, creating, erstell*, anleg*, crée*, créer, crear, crea, созда*, 作成, 创建
edit: edits, edited, editing, touch, touched, modify, modified, modifies, alter, change, changes, changed, changing,
  ändern, änderung*, ändere, bearbeite*, anfassen, modifie*, modifica*, cambia*, измен*, меня*, правит*, 変更, 編集,
  修改
delete: deletes, deleted, deleting, remove, removes, removed, removing, lösch*, entfern*, supprim*, borra*, elimina*,
  удал*, 削除, 删除
rename: renames, renamed, umbenenn*, renomm*, renombra*, переимен*, 重命名
sort: sorts, sorted, sorting, sortier*, trier, triés, ordena*, сортир*, 並べ, 排序, alphabetical, alphabetically,
  alphabetisch
split: splits, aufteil*
wrap: wraps, wrapped, wrapping
validate: validation, validates, validated, validier*, validation*, valida*, валидац*, 検証, 校验, 验证
search: searching, suche*, recherche*, busca*, поиск, 検索, 搜索
abbreviation: abbreviations, abbreviate*, abkürz*, abréviation*, abreviatur*, сокращени*, 略語, 缩写
inheritance: inherit, inherits, vererbung, héritage, herencia, наследовани*
whitespace: trailing whitespace, leerzeichen am ende
section: sections
paragraph: paragraphs, absatz, absätze, paragraphe*
sentence: sentences, satz, sätze, phrase*, frase*, предложени*
word: words, wort, wörter, wörtern, mot, mots, palabra*, слов*
character: characters, char, chars, zeichen, caractère*, carácter, caracteres, символ*, знак*, 文字, 字符
second: seconds, sekunde*, seconde*, segundo*, секунд*, sec, secs
minute: minutes, minuten, minuto*, минут*, 分钟
parameter: parameters, param, params, argument, arguments, args, parametr*, paramètre*, parámetro*, параметр*, 引数,
  参数
level: levels, ebene*, niveau*, nivel*
assertion: assertions, assert, asserts
percent: prozent, pour cent, %
day: days, tag, tage, jour, jours, día, días, дней, день
month: months, monat*, mois, mes, meses
week: weeks, woche*, semaine*, semana*
screenshot: screenshots, bildschirmfoto*
video: videos
spec: specs, specification*
snapshot: snapshots
notebook: notebooks
dataframe: dataframes, data frame, data frames
column name: column name, column names, spaltenname*
event: events, ereignis*, événement*, evento*
message: messages, nachricht*, mensaje*, сообщени*, メッセージ, 消息
permission: permissions, berechtigung*
server: servers, serveur*, servidor*, сервер*, サーバー, 服务器
service: services, dienst*, сервис*, サービス, 服务
module: modules, modul*, módulo*, модул*, モジュール, 模块
page: pages, seite, seiten, página*, страниц*, ページ, 页面
list: lists, liste, lista, listas, списк*, リスト, 列表
string: strings, zeichenkette*, chaîne*, cadena*, 文字列, 字符串
number: numbers, zahl, zahlen, nombre de, число, 数字
response: responses, respuesta de
header: headers
status: status code, status codes, statuscode*
pagination: paginate, paginated, paginier*, paging, пагинаци*, ページネーション, 分页
asset: asset
fonts: font, schriftart*
tooltip: tooltips
toast: toasts
sql: raw sql, plain sql
port: ports
region: regions
account: accounts
draft: drafts, entwurf
monday: mondays, montag*, lundi*, lunes, понедельник*, 月曜
tuesday: tuesdays, dienstag*, mardi*, martes, вторник*
wednesday: wednesdays, mittwoch*, mercredi*
thursday: thursdays, donnerstag*, jeudi*, jueves, четверг*
friday: fridays, freitag*, vendredi*, viernes, пятниц*, 金曜, 周五, 星期五
wiki: wikis, confluence, notion
origin: remote
suite: test suite
label: labels
prefix: prefixes, prefixed, präfix*, préfix*, prefijo*, префикс*, 接頭辞, 前缀
javascript: js
typescript: ts
python: py
kubernetes: k8s
postgres: postgresql
coauthor: co-author*, co-authored*, coauthored*, co author
small: short, brief, concise
suffix: suffixes, suffixed, suffixe*, sufijo*, суффикс*, 接尾辞, 后缀
""".replace("\n  ", " ")
LONGEST: Final = 4  # words of a phrase


class Lexicon(NamedTuple):
    """The table, by what is looked up in it."""

    words: Mapping[str, str]
    bases: Mapping[str, str]  # of those words
    starts: Mapping[str, str]  # what words begin with
    phrases: Mapping[tuple[str, ...], str]
    wide: Mapping[str, str]  # in scripts without spaces


@cache
def lexicon() -> Lexicon:
    """The table as it is used."""
    words, starts, wide = dict[str, str](), dict[str, str](), dict[str, str]()
    phrases: dict[tuple[str, ...], str] = {}
    for line in TABLE.strip().splitlines():
        key, _, rest = line.partition(":")
        words.setdefault(key, key)
        for name in filter(None, (one.strip() for one in rest.split(","))):
            if name.endswith("*"):
                starts.setdefault(name[:-1], key)
            elif " " in name:
                phrases.setdefault(tuple(name.split()), key)
            elif is_unspaced(name):
                wide.setdefault(name, key)
            else:
                words.setdefault(name, key)
    bases: dict[str, str] = {}
    for word, key in words.items():
        bases.setdefault(base(word), key)
    return Lexicon(words, bases, starts, phrases, wide)
