"""The verbs over all homes: remember, list, show, edit, forget, export, tidy and their like. Each has a `main`."""
