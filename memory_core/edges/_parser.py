"""tree-sitter, for JavaScript and TypeScript."""

from typing import Any

import tree_sitter
import tree_sitter_typescript


def tree(grammar: str, text: str) -> Any:
    """The root of the syntax tree of a text; `grammar` is typescript or tsx."""
    language = tree_sitter.Language(getattr(tree_sitter_typescript, f"language_{grammar}")())
    return tree_sitter.Parser(language).parse(text.encode("utf-8", "replace")).root_node
