"""Words of marker lines, as silent hooks need them."""
