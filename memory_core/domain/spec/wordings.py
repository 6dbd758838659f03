"""How people say, in several languages, that work stands still, goes on, is done, or taught them something."""

import re
from typing import Final

from memory_core import data

_ROWS: Final = data.named("spec/wordings.txt")
DATE: Final = re.compile(_ROWS["date"][0], re.IGNORECASE)
MEASURED: Final = re.compile(_ROWS["measured"][0])
REACHED: Final = re.compile(_ROWS["reached"][0], re.IGNORECASE)
UNMEASURED: Final = re.compile(_ROWS["unmeasured"][0], re.IGNORECASE)

PHASE: Final = re.compile(_ROWS["phase"][0], re.IGNORECASE)
FINISHED: Final = re.compile(_ROWS["finished"][0], re.IGNORECASE)
UNFINISHED: Final = re.compile(_ROWS["unfinished"][0], re.IGNORECASE)

LABEL: Final = re.compile(_ROWS["label"][0], re.IGNORECASE)
BLOCKED: Final = re.compile(_ROWS["blocked"][0], re.IGNORECASE)
WAITING: Final = re.compile(_ROWS["waiting"][0], re.IGNORECASE)
NOT_BLOCKED: Final = re.compile(_ROWS["not blocked"][0], re.IGNORECASE)
UNBLOCKED: Final = re.compile(_ROWS["unblocked"][0], re.IGNORECASE)
CLEARED: Final = re.compile(_ROWS["cleared"][0], re.IGNORECASE)

LEARNED: Final = re.compile(_ROWS["learned"][0], re.IGNORECASE)
TAUGHT: Final = re.compile(_ROWS["taught"][0], re.IGNORECASE)
RULE: Final = re.compile(_ROWS["rule"][0], re.IGNORECASE)
PRACTICE: Final = re.compile(_ROWS["practice"][0], re.IGNORECASE)
PATTERN: Final = re.compile(_ROWS["pattern"][0], re.IGNORECASE)
REPLANNED: Final = re.compile(_ROWS["replanned"][0], re.IGNORECASE)
