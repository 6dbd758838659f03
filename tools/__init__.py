"""Programs for those who work on memory-core; the product uses none of them."""
