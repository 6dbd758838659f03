"""The words that begin a marker line, and the kind of memory for each. Every Stop hook loads them."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

KINDS: "Final" = {
    "DECISION": "decision", "DECIDED": "decision", "ERROR": "error", "BUG": "error", "FAIL": "error", "FAILED": "error",
    "FAILURE": "error", "FIX": "error", "FIXED": "error", "PATTERN": "convention", "CONVENTION": "convention",
    "RULE": "convention", "ALWAYS": "convention", "NEVER": "convention", "LEARNED": "learning", "LEARNING": "learning",
    "LESSON": "learning", "GOTCHA": "learning", "TIL": "learning", "NOTE": "learning", "BLOCKED": "blocker",
    "BLOCKER": "blocker", "PREFER": "preference", "PREFERENCE": "preference", "PROGRESS": "progress", "OPEN": "next",
    "DONE": "progress", "CLOSED": "progress",
}  # fmt: skip
QUESTIONS: "Final" = ("?", "？")  # ends of an open point that make it a question
CLOSING: "Final" = ("DONE", "CLOSED")
FIXES: "Final" = ("FIX", "FIXED")
ORDERS: "Final" = ("ALWAYS", "NEVER")
REPLACES: "Final" = "(replaces"
ARROWS: "Final" = (" -> ", " => ", " → ")
DASHES: "Final" = (" — ", " – ", " -- ")
# Beginnings of texts that state nothing, or only that a decision is still open.
NOTHING: "Final" = frozenset(
    "tbd tba todo none nothing n/a na unknown pending open undecided needed required outstanding offen keine nichts "
    "still yet not to".split()
)
# Words near which a secret is likely.
SECRETS: "Final" = (
    "password", "passphrase", "passcode", "passwd", "pwd", "secret", "token", "key", "credential", "auth", "login",
    "cookie", "bearer", "pin", "kennwort", "passwort", "geheim", "contrase", "senha", "mot de passe", "密码", "口令",
    "パスワード", "парол",
)  # fmt: skip
