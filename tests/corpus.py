"""Notes as other tools and other hands write them: each oddity once, made up for these tests."""

import re
from typing import Final

_TEXT: Final = r"""---
id: d-1
namespace: decisions
spec: null
summary: 'odd: line breaks in

  the summary, and a ''quote'''
tags:
- one
- two words
- "three: quoted"
timestamp: '2025-12-17T09:30:00.123456+00:00'
type: decisions
---

## Context

A plural type, tags as a block list, a time with an offset.

---

More, after a bare rule.
=====
---
type: learning
timestamp: 2025-12-17T09:30:00+00:00
summary: odd words that go on
  in a second line and
  in a third
tags: []
---
The body begins without a blank line.
=====
---
type: progress
timestamp: 2025-12-17
summary: >-
  odd and
  folded
spec: SPEC-2025-12-17
---

Body.
=====
---
type: progress
timestamp: 2025-12-17
summary: |
  odd and
  literal
spec: ~
---

Body.
=====
---
type: pattern
timestamp: 2025-12-18T00:00:00Z
summary: odd rules
---

---

---

| a | b |
|---|---|

Heading
---

- type: x
- summary: y

---
=====
---
type: decision
timestamp: 2025-12-18T00:00:01Z
summary: odd fence, never closed
---

```yaml
key: value
---
other: 1
=====
---
type: decision
timestamp: 2025-12-18T00:00:02Z
summary: odd quotes of headers
---

```
\---
type: decision
timestamp: 2025-12-18T00:00:02Z
summary: quoted, no document
---
```

---
title: not ours
---
=====
---
# a comment
type: blocker
status: in-progress
files: {a: [b, c], d: e}
who: &me Somebody
also: *me
timestamp: 2025-12-18 00:00:03
summary: odd keys # and a comment
---

## Problem

It hangs.
=====
---
type: Musing
timestamp: no time at all
summary: odd type
---

What if.
=====
---
type: deviation
timestamp: 2025-12-18T00:00:07Z
summary: odd deviation
relates_to: 0123abc
---

So.
=====
---
type: decision
timestamp: 2025-12-18T00:00:08Z
summary: odd twin
---

Twin.

---
type: decision
timestamp: 2025-12-18T00:00:08Z
summary: odd twin
---

Twin.
=====
---
type: "decision"
timestamp: "2025-12-18T00:00:09Z"
summary: "odd \u00fcmlaut \U0001F600 \"quoted\""
---
"""

# Windows' line ends; blanks after the rules; no body and no line end at the end.
ODD: Final = (
    *_TEXT.split("=====\n"),
    "---\r\ntype: decision\r\ntimestamp: 2025-12-18T00:00:04Z\r\nsummary: odd ends\r\n---\r\n\r\nText.\r\n",
    "--- \t\ntype: decision\ntimestamp: 2025-12-18T00:00:05Z\nsummary: odd blanks\n---  \n",
    "---\ntype: decision\ntimestamp: 2025-12-18T00:00:06Z\nsummary: odd and short\n---",
)
_MARK: Final = re.compile(r"^summary: *['\">|-]*\s*odd\b", re.MULTILINE)  # so every document of ODD is told


def count(text: str) -> int:
    """How many documents some of these notes hold."""
    return len(_MARK.findall(text.replace("\r", "")))
