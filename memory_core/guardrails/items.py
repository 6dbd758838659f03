"""The functions, classes and names that a source file defines, for rules about each of them.

Python is parsed by `ast`, JavaScript and TypeScript by tree-sitter.
"""

import ast
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from memory_core import edges
from memory_core.core.light.errors import Refusal
from memory_core.guardrails import code

KINDS: Final = ("function", "method", "class", "variable", "argument", "attribute", "file")
_SOURCES: Final = 4_000_000  # characters of the sources of all items
LONG: Final = 400_000  # characters of a file that is parsed
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_OWN: Final = frozenset(("self", "cls", "this", "_", "constructor"))


class Item(NamedTuple):
    """Something that a file defines."""

    kind: str  # one of KINDS
    name: str
    line: int  # from 1
    source: str  # with its decorators; of a name the name
    annotated: bool = True  # whether all its arguments and its result have types
    documented: bool = True


def items(path: str, text: str) -> list[Item] | None:
    """What a file defines, in the order of its lines; None if it cannot be parsed or its language is not known."""
    if len(text) > LONG:
        return None
    try:
        if code.is_python(path):
            defined = _bounded(_Python(text).items())
        elif grammar := code.parsed(path):
            defined = _bounded(_Tree(edges.parser()(grammar, text), text.encode("utf-8", "replace")).items())
        else:
            return None
    except (SyntaxError, ValueError, RecursionError, MemoryError, Refusal):
        return None
    return [item for item in defined if item.name not in _OWN and not _is_special(item.name)]


def _bounded(items: Iterator[Item]) -> list[Item]:
    """The items; `ValueError` if nested functions make far more of them than the file has text."""
    kept, size = [], 0
    for item in items:
        kept.append(item)
        size += len(item.source)
        if size > _SOURCES:
            raise ValueError("too much of it stands within each other")
    return kept


def _is_special(name: str) -> bool:
    """Whether the language defines the meaning of a name, such as `__init__`."""
    return name.startswith("__") and name.endswith("__")


class _Python:
    """The definitions of a Python module."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._tree = ast.parse(text)

    def items(self) -> Iterator[Item]:
        """Each definition; those of a class before those of the next class."""
        waiting: list[tuple[ast.AST, ast.AST | None]] = [(self._tree, None)]
        while waiting:
            node, owner = waiting.pop()
            yield from self._items_of(node, owner)
            inner = node if isinstance(node, (ast.ClassDef, *_FUNCTIONS)) else owner
            waiting.extend((child, inner) for child in reversed(list(ast.iter_child_nodes(node))))

    def _items_of(self, node: ast.AST, owner: ast.AST | None) -> Iterator[Item]:
        in_class = isinstance(owner, ast.ClassDef)
        if isinstance(node, ast.ClassDef):
            yield Item("class", node.name, node.lineno, self._source(node), True, ast.get_docstring(node) is not None)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from self._function(node, in_class)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr | ast.withitem):
            yield from self._assigned(node, in_class)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, in_class: bool) -> Iterator[Item]:
        given = node.args
        arguments = [each for each in (*given.posonlyargs, *given.args, *given.kwonlyargs) if each.arg not in _OWN]
        rest = [each for each in (given.vararg, given.kwarg) if each]
        named = [each for each in rest if each.arg not in ("args", "kwargs")]
        typed = all(each.annotation for each in (*arguments, *rest)) and node.returns is not None
        yield Item(
            "method" if in_class else "function", node.name, node.lineno, self._source(node), typed,
            ast.get_docstring(node) is not None,
        )  # fmt: skip
        for each in (*arguments, *named):
            yield Item("argument", each.arg, each.lineno, each.arg)

    def _assigned(self, node: Any, in_class: bool) -> Iterator[Item]:
        targets: list[Any]
        if isinstance(node, ast.Assign):
            targets = list(node.targets)
        else:
            targets = [node.optional_vars if isinstance(node, ast.withitem) else node.target]
        waiting = [target for target in targets if target is not None]
        while waiting:
            target = waiting.pop(0)
            if isinstance(target, ast.Tuple | ast.List):
                waiting.extend(target.elts)
            elif isinstance(target, ast.Starred):
                waiting.append(target.value)
            elif isinstance(target, ast.Name):
                yield Item("attribute" if in_class else "variable", target.id, target.lineno, target.id)
            elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id in _OWN:
                yield Item("attribute", target.attr, target.lineno, target.attr)

    def _source(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> str:
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        return "\n".join(self._lines[first - 1 : node.end_lineno])


_CALLED: Final = ("arrow_function", "function_expression", "generator_function")
_DEFINES: Final = {
    "function_declaration": "function",
    "generator_function_declaration": "function",
    "method_definition": "method",
    "class_declaration": "class",
    "abstract_class_declaration": "class",
}
_FIELDS: Final = ("public_field_definition", "field_definition")
_PARAMETERS: Final = ("required_parameter", "optional_parameter")


class _Tree:
    """The definitions of a JavaScript or TypeScript module."""

    def __init__(self, root: Any, raw: bytes) -> None:
        self._root, self._raw = root, raw

    def items(self) -> Iterator[Item]:
        """Each definition, a class before its members."""
        for node in code.nodes(self._root):
            field = node.child_by_field_name
            if node.type in _DEFINES and field("name") is not None:
                yield self._called(_DEFINES[node.type], node, field("name"), node)
            elif node.type == "variable_declarator":
                yield from self._value("function", node.parent, field("name"), field("value"))
            elif node.type in _FIELDS:
                yield from self._value("method", node, field("name") or field("property"), field("value"))
            elif node.type in _PARAMETERS:
                yield from self._bound("argument", field("pattern") or field("name"))
            elif node.type == "assignment_expression":
                yield from self._assigned(field("left"))

    def _text(self, node: Any) -> str:
        return self._raw[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def _name(self, kind: str, node: Any) -> Item:
        name = self._text(node).lstrip("#")
        return Item(kind, name, node.start_point[0] + 1, name)

    def _value(self, kind: str, node: Any, name: Any, value: Any) -> Iterator[Item]:
        """A name with a value as an item: a function or method, else a variable or attribute."""
        if value is not None and value.type in _CALLED:
            yield self._called(kind, node, name, value)
        elif kind == "function":
            yield from self._bound("variable", name)
        elif name is not None:
            yield self._name("attribute", name)

    def _bound(self, kind: str, pattern: Any) -> Iterator[Item]:
        """The names that a pattern binds, without those in its default values."""
        waiting = [pattern] if pattern is not None else []
        while waiting:
            node = waiting.pop()
            if node.type in ("identifier", "shorthand_property_identifier_pattern"):
                yield self._name(kind, node)
            elif node.type in ("assignment_pattern", "object_assignment_pattern"):
                waiting.append(node.child_by_field_name("left"))
            elif node.type == "pair_pattern":
                waiting.append(node.child_by_field_name("value"))
            elif node.type in ("object_pattern", "array_pattern", "rest_pattern"):
                waiting.extend(reversed(node.named_children))

    def _assigned(self, left: Any) -> Iterator[Item]:
        owner = left.child_by_field_name("object") if left is not None and left.type == "member_expression" else None
        if owner is not None and owner.type == "this":
            yield self._name("attribute", left.child_by_field_name("property"))

    def _called(self, kind: str, node: Any, name: Any, function: Any) -> Item:
        """A function, method or class; `node` is the whole definition."""
        outer = node.parent if node.parent is not None and node.parent.type == "export_statement" else node
        before, decorators = outer.prev_named_sibling, list[str]()
        while before is not None and before.type == "decorator":
            decorators.insert(0, self._text(before))
            before = before.prev_named_sibling
        documented = before is not None and before.type == "comment" and self._text(before).startswith("/**")
        source = "\n".join([*decorators, self._text(outer)])
        plain = self._text(name).lstrip("#")
        return Item(kind, plain, node.start_point[0] + 1, source, _is_annotated(function), documented)


def _is_annotated(function: Any) -> bool:
    given = function.child_by_field_name("parameters")
    if given is None:
        return function.child_by_field_name("parameter") is None
    typed = all(each.child_by_field_name("type") is not None for each in given.named_children if each.type != "comment")
    return typed and function.child_by_field_name("return_type") is not None
