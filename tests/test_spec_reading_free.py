"""What files say that people wrote as they liked: diaries, plans with remarks, free questions and retrospectives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.language import outline
from memory_core.specs import changes, read_documents, tasks
from memory_core.specs.spec import Item


def read_items(name: str, text: str, kind: str = "", **others: str) -> list[Item]:
    items = read_documents.items({name: text, **{f"{stem}.md": document for stem, document in others.items()}}, "kiosk")
    return [item for item in items if kind in ("", item.kind, *item.tags)]


def summaries(name: str, text: str, kind: str, **others: str) -> list[str]:
    return [item.summary for item in read_items(name, text, kind, **others)]


ANSWERED = {
    "bold, the answer below": "## Clarifications\n\n**May a unit reboot by day?**\nNo, at night only.\n",
    "bold with a number and who asked": (
        "## Clarifications\n\n**Q1 (Ada, 4 Feb): May a unit reboot by day?**\nA (Bo, by phone): No, at night only.\n"
    ),
    "in italics, with a dash": "## Agreed with operations\n\n*May a unit reboot by day?* — No, at night only.\n",
    "letters on lines of their own": "## Q&A\n\nQ: May a unit reboot by day?\nA: No, at night only.\n",
    "Russian letters": "## Вопросы\n\n**В: May a unit reboot by day?**\nО: No, at night only.\n",
    "a ticked entry": "## Open questions (resolved)\n\n- [x] May a unit reboot by day? → No, at night only.\n",
    "a numbered entry": "## What we settled with product\n\n1. May a unit reboot by day? — No, at night only.\n",
    "one line": "## Abgestimmt mit dem Betrieb\n\n- May a unit reboot by day? No, at night only.\n",
    "another table": (
        "## Fragen\n\n| Nr | Frage | Antwort |\n|--|--|--|\n"
        "| 1 | May a unit reboot by day? | No, at night only. |\n"
    ),
    "a table that names neither": (
        "## Clarifications\n\n| What we asked | What we heard |\n|--|--|\n"
        "| May a unit reboot by day? | No, at night only. |\n"
    ),
}  # fmt: skip


@pytest.mark.req("CS-US-002")
@pytest.mark.parametrize("name", ANSWERED)
def test_an_answer_is_found_however_it_is_set_apart(name: str) -> None:
    (summary,) = summaries("REQUIREMENTS.md", f"# R\n\n{ANSWERED[name]}", "elicitation")
    assert summary == "May a unit reboot by day? → No, at night only."


@pytest.mark.parametrize(
    "text",
    [
        "## Clarifications\n\n**Which fields?**\nA: _waiting for product_\n",
        "## Open questions\n\n- Do we need it? Or not?\n- SMS budget?\n",
        "## Fragen\n\n- Wie lange? wird noch geklärt\n- Zähler? (Antwort steht aus)\n",
        "## Questions et réponses\n\n| Question | Réponse |\n|--|--|\n| Faut-il l'allemand ? | à voir |\n",
        "## Aclaraciones\n\n**¿Y las alergias?**\nPendiente de hablar con legal.\n",
        "## Agreed with operations\n\n1. Is there a beta channel? — not decided\n",
    ],
)
def test_what_nobody_answered_is_no_answer(text: str) -> None:
    assert read_items("REQUIREMENTS.md", f"# R\n\n{text}", "elicitation") == []


def test_what_was_agreed_without_a_question_is_kept_where_it_was_agreed() -> None:
    listed = "- Card payments offline: up to 50 EUR, above that cash only.\n- Receipts: TBD\n"
    summary = summaries("REQUIREMENTS.md", f"# R\n\n## Decided with operations (3 April)\n\n{listed}", "elicitation")
    assert summary == ["Card payments offline: up to 50 EUR, above that cash only."]
    assert read_items("REQUIREMENTS.md", f"# R\n\n## Scope\n\n{listed}", "elicitation") == []


ADDED = (
    "- [x] 2.4 **(added 2 Mar)** Save a mapping",
    "- [ ] Save a mapping [added 2026-03-02: three customers asked]",
    "- [x] *new, not in the original plan:* Save a mapping",
    "- [x] *nachträglich aufgenommen (1. April):* Save a mapping",
    "- [x] Save a mapping (kam am 8. März dazu, weil drei Kunden fragten)",
    "- [ ] Save a mapping (ajouté le 12 juin)",
    "- [ ] Save a mapping (добавлено 3 июня: просили)",
)
DROPPED = (
    "- [-] Scan for viruses — skipped: files are only parsed",
    "- [ ] ~~Scan for viruses~~ → dropped, files are only parsed",
    "- [ ] ~~Scan for viruses~~ files are only parsed",
    "- [ ] Scan for viruses — **entfällt**, files are only parsed",
    "- [ ] Scan for viruses -- cancelled, files are only parsed",
    "- [ ] Scan for viruses — abandonné, files are only parsed",
    "- [ ] Scan for viruses — отменено, files are only parsed",
)


@pytest.mark.req("CS-US-003")
@pytest.mark.parametrize("row", ADDED)
def test_a_task_that_says_it_came_later_is_a_deviation(row: str) -> None:
    (summary,) = summaries("IMPLEMENTATION_PLAN.md", f"# Plan\n\n## Phase 1\n{row}\n- [x] Preview\n", "deviation")
    assert "Save a mapping — " in summary
    (task,) = (known for known in tasks.tasks({"IMPLEMENTATION_PLAN.md": row}) if known.added)
    assert task.words == "Save a mapping"


@pytest.mark.req("CS-US-003")
@pytest.mark.parametrize("row", DROPPED)
def test_a_task_that_says_it_was_dropped_says_why(row: str) -> None:
    (summary,) = summaries("IMPLEMENTATION_PLAN.md", f"# Plan\n\n## Phase 1\n{row}\n- [x] Preview\n", "deviation")
    assert summary == "Scan for viruses — skipped: files are only parsed"


@pytest.mark.parametrize(
    "row",
    [
        "Form (added validation)",
        "New search page: the layout",
        "Count dropped packets - dropped packets are bad",
        "(new API) client",
    ],
)  # fmt: skip
def test_a_task_about_something_new_or_dropped_is_no_deviation(row: str) -> None:
    assert read_items("IMPLEMENTATION_PLAN.md", f"# Plan\n\n- [x] {row}\n- [x] Preview\n", "deviation") == []


def test_a_step_whose_boxes_are_tasks_is_a_phase() -> None:
    plan = "# Plan\n\n## Schritt 1: Erfassen\n- [x] Maske\n- [ ] Sprache — **entfällt**, zu laut\n"
    assert [(task.words, task.state) for task in tasks.tasks({"IMPLEMENTATION_PLAN.md": plan})] == [
        ("Maske", "done"),
        ("Sprache", "skipped"),
    ]


def test_a_plain_list_that_says_how_far_it_is_holds_tasks() -> None:
    plan = "# Plan\n\n### Phase B\n1. Digest — done\n2. Outbox ✔\n3. SMS — todo\n4. Centre — moved to Q4 for design\n"
    assert [(task.words, task.state) for task in tasks.tasks({"IMPLEMENTATION_PLAN.md": plan})] == [
        ("Digest", "done"),
        ("Outbox", "done"),
        ("SMS", "open"),
        ("Centre", "skipped"),
    ]
    assert (
        tasks.tasks({"IMPLEMENTATION_PLAN.md": "# Plan\n\n1. First the schema\n2. Then the rest — done\n3. All\n"})
        == []
    )


STOOD = {
    "dated headings": (
        "### 2026-02-25 – BLOCKED\nThe shared image is pinned to Node 18, we need 20.\n\n### 2026-02-27 – unblocked\n"
        "Platform moved the image.\n"
    ),
    "bold days": (
        "**9 Feb** — stuck. The shared image is pinned to Node 18, we need 20.\n\n"
        "**12 Feb** — solved: Platform moved the image.\n"
    ),
    "a table of days": (
        "| Datum | Was |\n|--|--|\n| 23.03. | **Blockiert:** The shared image is pinned to Node 18, we need 20. |\n"
        "| 26.03. | Behoben: Platform moved the image. |\n"
    ),
    "lines of days": (
        "2 juin – bloqué : The shared image is pinned to Node 18, we need 20.\n"
        "10 juin – débloqué, Platform moved the image.\n"
    ),
    "one paragraph": (
        "Week 15: Blocked: The shared image is pinned to Node 18, we need 20. "
        "Unblocked on 17 April, Platform moved the image.\n"
    ),
    "newest first": (
        "- 2026-02-27: unblocked: Platform moved the image.\n"
        "- 2026-02-25: blocked: The shared image is pinned to Node 18, we need 20.\n"
    ),
    "below a heading": (
        "## Impediments\n\nThe shared image is pinned to Node 18, we need 20. "
        "-> solved 20 May, Platform moved the image.\n"
    ),
}  # fmt: skip


@pytest.mark.req("CS-US-003")
@pytest.mark.parametrize("name", STOOD)
def test_a_diary_tells_what_stood_still_and_how_it_went_on(name: str) -> None:
    (blocker,) = read_items("PROGRESS.md", f"# Progress\n\n## Log\n\n{STOOD[name]}", "blocker")
    assert blocker.status == "resolved"
    assert blocker.summary.startswith("The shared image is pinned to Node 18")
    assert "Platform moved the image." in blocker.body


@pytest.mark.req("CS-US-003")
def test_what_nothing_is_told_of_again_stands_still() -> None:
    log = (
        "# Progress\n\n- 2026-02-25: Undo is half done. **Blocker:** the migration role lacks rights, asked the DBAs.\n"
    )
    (blocker,) = read_items("PROGRESS.md", log, "blocker")
    assert (blocker.status, blocker.summary) == ("open", "the migration role lacks rights, asked the DBAs.")
    (later,) = read_items(
        "PROGRESS.md", f"{log}- 2026-02-28: Unblocked: the DBAs gave the role its rights.\n", "blocker"
    )
    assert (later.status, later.key, later.summary) == ("resolved", blocker.key, blocker.summary)


@pytest.mark.parametrize(
    "note",
    [
        "No blockers so far, all goes well",
        "Blocked requests are counted by tenant now",
        "The limiter blocked 300 requests in the test",
        "Fixed: the build broke on Windows",
        "**Blockers:** none",
        "Waiting for the build takes ten minutes",
        "Waiting for review from Bob, then merge",
    ],
)
def test_a_word_is_no_blocker(note: str) -> None:
    assert read_items("PROGRESS.md", f"# Progress\n\n## Log\n\n- 2026-02-25: {note}\n", "blocker") == []


FINISHED = {
    "PROGRESS.md": (
        "**2 Feb** — Milestone A finished. p99 is 0.31 ms.\n",
        "- 2026-02-02: Milestone A complete: p99 is 0.31 ms\n",
        "| Datum | Was |\n|--|--|\n| 18.03. | Meilenstein A fertig: p99 is 0.31 ms |\n",
    ),
    "IMPLEMENTATION_PLAN.md": (
        "## Milestone A: limiter ✅\n- [x] Count\n",
        "## Milestone A: limiter (done 2026-02-02)\n- [x] Count\n",
        "## Jalon A : limiter — terminé\n- [x] Count\n",
    ),
}


@pytest.mark.req("CS-US-003")
@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in FINISHED.items() for text in texts])
def test_a_phase_that_is_done_is_progress_once(name: str, text: str) -> None:
    plan = "# Plan\n\n### Milestone A: limiter (done)\n- [x] Count\n"
    others = {"IMPLEMENTATION_PLAN": plan} if name == "PROGRESS.md" else {}
    (phase,) = (
        item for item in read_items(name, f"# P\n\n{text}", "progress", **others) if item.key.startswith("phase")
    )
    assert (phase.key, phase.status) == ("phase a", "resolved")
    assert "limiter" in phase.summary
    assert name != "PROGRESS.md" or "0.31 ms" in phase.summary


@pytest.mark.parametrize(
    "text",
    [
        "- 2026-02-02: Phase 1 is not finished yet\n",
        "- 2026-02-02: Phase 1 will be done on Monday\n",
        "- 2026-02-02: Phase 1 is 80 % complete\n",
        "- 2026-02-02: before Phase 1 is done we test\n",
        "| Phase | Status |\n|--|--|\n| 1 Upload | not started |\n| 2 Preview | running |\n",
        "## Phase 1: Done criteria\n",
    ],
)
def test_a_phase_that_is_not_done_is_no_progress(text: str) -> None:
    assert [
        item for item in read_items("PROGRESS.md", f"# P\n\n{text}", "progress") if item.key.startswith("phase")
    ] == []


@pytest.mark.req("CS-US-003")
def test_what_was_measured_is_progress() -> None:
    log = (
        "# P\n\n## Log\n\n- 2026-03-16: Merge in place: 100k rows in 3 min 20 s on staging, within NFR-1.\n"
        "- 2026-03-17: Meeting of 30 min with Ada about the colours\n"
        "- 2026-03-18: The delay should be 300 ms next week\n"
        "\n## Next steps\n\n- 2026-04-01: 40 ms for the search\n\n### YYYY-MM-DD\n_What was done in 5 min_\n"
    )
    assert summaries("PROGRESS.md", log, "progress") == [
        "Merge in place: 100k rows in 3 min 20 s on staging, within NFR-1."
    ]


TAUGHT = (
    "**Learned:** collect twenty real files before writing a parser.",
    "Something was slow. Lesson: collect twenty real files before writing a parser.",
    "Schlecht war das MDM. Lehre daraus: collect twenty real files before writing a parser.",
    "Lección: collect twenty real files before writing a parser.",
    "Takeaways\n- collect twenty real files before writing a parser.",
    "## Next time\n\n- collect twenty real files before writing a parser.",
    "## Уроки\n\ncollect twenty real files before writing a parser.",
    "- **Leçon** : collect twenty real files before writing a parser.",
)


@pytest.mark.req("CS-US-004")
@pytest.mark.parametrize("text", TAUGHT)
def test_a_free_retrospective_teaches(text: str) -> None:
    (summary,) = summaries("RETROSPECTIVE.md", f"# Retro\n\nIt took long.\n\n{text}\n", "learning")
    assert summary.casefold().endswith("collect twenty real files before writing a parser.")


@pytest.mark.req("CS-US-004")
@pytest.mark.parametrize(
    "text",
    [
        "**Pattern to re-use:** write an event locally, send it with a key.",
        "Was wir künftig überall so machen: write an event locally, send it with a key.",
        "## Muster\n\nwrite an event locally, send it with a key.",
        "Patrón: write an event locally, send it with a key.",
    ],
)
def test_a_free_retrospective_names_patterns(text: str) -> None:
    (summary,) = summaries("RETROSPECTIVE.md", f"# Retro\n\nIt took long.\n\n{text}\n", "convention")
    assert summary.casefold() == "write an event locally, send it with a key."


def test_how_it_went_is_no_learning() -> None:
    text = (
        "# Lessons and more\n\n## What went well\n\n- Everything was on time, and nobody had to stay late\n\n"
        "## What we still don't know\n\n- If eight tenants will be angry\n\n"
        "What we still don't know: if it must be done\n\n"
        "## Phase 3\n_to be written_\n"
    )
    assert [item.kind for item in read_items("RETROSPECTIVE.md", text) if item.kind in ("learning", "convention")] == []


@pytest.mark.req("CS-US-002")
def test_decisions_are_read_in_free_forms() -> None:
    text = (
        "# Log\n\n**2026-04-05 — A queue in RocksDB.** SQLite locked up.\n\n"
        "**2026-04-11 — Encrypt the queue?** Open.\n\n"
        "- **Ed25519 signatures, keys in the HSM.** RSA takes 900 ms.\n- **Delta updates for all**: TBD\n"
    )
    assert summaries("DECISIONS.md", text, "decision") == [
        "A queue in RocksDB",
        "Ed25519 signatures, keys in the HSM",
    ]
    numbered = "# D\n\n## E1 – Room statt Realm (12. März)\nWeil.\n\n## E2 – Abgleich als Liste (16. März)\nWeil.\n"
    assert summaries("DECISIONS.md", numbered, "decision") == [
        "Room statt Realm (12. März)",
        "Abgleich als Liste (16. März)",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "## ADR-006: Adaptive limits by latency\n\n**Status:** Draft\n\nTBD after C2.\n",
        "## E4 – Aus der Tour\nWeil.\n\n## E5 – (Vorlage) Titel (Datum)\nWas, warum?\n",
        "### DEC-3: (borrador) Recomendaciones por IA\nPor decidir.\n",
        "## D4. Titre de la décision\nStatut : brouillon\nContexte…\n",
        "## ADR 3 - Adaptive send times\nStatus: proposed\nMaybe next year.\n",
        "| # | Decision | Why | Status |\n|--|--|--|--|\n| D_x_ | _what_ | _why_ | _status_ |\n",
        "| # | Decision | Why | Status |\n|--|--|--|--|\n| D7 | One import at a time | pilot | proposed |\n",
    ],
)
def test_a_draft_is_no_decision(text: str) -> None:
    assert [
        summary for summary in summaries("DECISIONS.md", f"# D\n\n{text}", "decision") if summary != "Aus der Tour"
    ] == []


def test_a_reading_list_is_no_research() -> None:
    for title in ("Reading list", "To look at", "Unread", "Lesezeichen", "Linksammlung", "Ideas", "Noch zu prüfen"):
        assert (
            read_items("RESEARCH_NOTES.md", f"# N\n\n## {title}\n\n- The tuning guide of RocksDB\n", "research") == []
        )
    assert read_items("RESEARCH_NOTES.md", "# N\n\n## Clocks\n\n- https://example.org/a/b-c-d\n", "research") == []


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("Slow for some (approx. 4 %, e.g. Norwind). We move.", "Slow for some (approx. 4 %, e.g. Norwind)."),
        ("Angelegt am 9. März von Katrin. Danach nichts.", "Angelegt am 9. März von Katrin."),
        ("40 Mio. Bilder sollen um. Ohne Stillstand.", "40 Mio. Bilder sollen um."),
        ("It took three days. Then it was done.", "It took three days."),
    ],
)  # fmt: skip
def test_a_sentence_ends_where_it_ends(text: str, head: str) -> None:
    assert outline.first_sentence(text) == head


def test_an_inception_begins_behind_who_wrote_it_and_when() -> None:
    meta = "*Angelegt am 9. März 2026 von Katrin · Stand: in Umsetzung*"
    text = f"# Zähler ohne Netz\n\n{meta}\n\nUnsere Ableser haben kein Netz.\n"
    assert summaries("README.md", text, "inception") == ["Zähler ohne Netz: Unsere Ableser haben kein Netz."]


_LOG = (
    "- 2026-02-12: Upload works, 200 MB in 14 s\n",
    "- 2026-02-19: Phase 1 complete, the parser reads 1M rows in 41 s\n",
    "- 2026-02-25: Blocked: the shared image is pinned to Node 18\n",
    "- 2026-02-27: Unblocked: the platform team moved the image\n",
    "- 2026-03-01: Lesson: ask for rights before they are needed\n",
    "- 2026-03-02: We dropped the export to Excel, nobody asked for it\n",
)


@given(st.integers(1, len(_LOG)))
def test_a_diary_that_grows_tells_each_thing_once(first: int) -> None:
    known: changes.Known = {}
    kept = []
    for many in range(first, len(_LOG) + 1):
        text = "# Progress\n\n## Log\n\n" + "".join(_LOG[:many])
        kept += [
            change
            for change in changes.news(read_documents.items({"PROGRESS.md": text}, "s"), known)
            if not change.known
        ]
    assert sorted((change.item.kind, *change.item.tags) for change in kept) == [
        ("blocker",), ("decision", "deviation"), ("learning",), ("progress",), ("progress",),
    ]  # fmt: skip
    assert changes.news(read_documents.items({"PROGRESS.md": text}, "s"), known) == []
