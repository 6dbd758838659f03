"""What the product does: one module a sentence. A verb's module has a `main`."""
