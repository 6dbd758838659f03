"""The read policy of a ticket, as a silent hook applies it."""
