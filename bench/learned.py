"""What somebody has taught an agent in a long life of a project: any number of sayings, always the same ones."""

from itertools import islice, product
from pathlib import Path
from typing import Final

_ROWS: Final = Path(__file__).resolve().parent.parent / "tests" / "matching" / "learnings.txt"
_THINGS: Final = (
    "accounts amortisations balances beneficiaries brokers cards cheques clearings collaterals coupons covenants "
    "custodians debtors deposits disbursements dividends escrows exposures fees guarantors instalments ledgers lenders "
    "mandates margins mortgages overdrafts payees pensions pledges portfolios premiums quotes receivables remittances "
    "reversals settlements statements swaps tranches transfers trustees underwriters valuations vouchers waivers wires "
    "withdrawals"
).split()
_RULES: Final = (
    "{} are listed newest first, twenty at a time",
    "Closed {} stay visible for ninety days",
    "{} are named by their number, never by their owner",
    "Only the back office may reopen {}",
    "{} of two branches are never merged",
    "Ask the risk team before the rules for {} change",
    "{} come from the core system overnight, we never write back",
    "Totals of {} are rounded once, at the end",
    "{} in dispute are marked amber",
    "{} without an owner go to suspense",
)


def texts(many: int) -> list[str]:
    """So many different sayings; those of the matching corpus come first, ten of each thing after them."""
    sayings = [row.partition(" | ")[0] for row in _ROWS.read_text("utf-8").splitlines()]
    made = (rule.format(thing) for thing, rule in product(_THINGS, _RULES))
    extra = (f"{text} ({thing})" for thing in _THINGS for text in sayings)
    variants = [text[0].upper() + text[1:] for text in islice((*sayings, *made, *extra), many)]
    rounds = -(-many // max(len(variants), 1))
    return [text if not turn else f"{text}, as of {1990 + turn}" for turn in range(rounds) for text in variants][:many]
