"""Writes the schemas of the formats that the product declares: `python -m tools.schemas`.

They are `schemas/*.schema.json`, draft 2020-12. That of the guard rails is `core/schemas/memory.json`, draft 7, as the
specification of IRIS names it.
"""

import json
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from memory_core.edges import _formats

ROOT: Final = Path(__file__).parents[2]
DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
DRAFT_7: Final = "http://json-schema.org/draft-07/schema#"
_OF_IRIS: Final = "iris-memory"


class _Plain(GenerateJsonSchema):
    """A schema without the titles that pydantic makes of names, and without defaults: a missing key is missing."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - the signature is pydantic's
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> dict[str, Any]:
        return self.generate_inner(schema["schema"])

    def nullable_schema(self, schema: core_schema.NullableSchema) -> dict[str, Any]:
        made = self.generate_inner(schema["schema"])
        if "enum" in made:
            made["enum"] = [*made["enum"], None]
        return {**made, "type": [made["type"], "null"]} if "type" in made else super().nullable_schema(schema)

    def model_schema(self, schema: core_schema.ModelSchema) -> dict[str, Any]:
        made = super().model_schema(schema)
        made.pop("title", None)
        return made


def path(name: str) -> Path:
    """The file with the schema of a format."""
    return ROOT / ("core/schemas/memory.json" if name == _OF_IRIS else f"schemas/{name}.schema.json")


def text(name: str) -> str:
    """The schema of a format, as its file has it."""
    declared = _formats.named(name)
    made = TypeAdapter(declared.kind).json_schema(schema_generator=_Plain)
    made |= {"title": declared.title, "description": declared.about}
    head: dict[str, Any] = {key: made.pop(key) for key in ("title", "description", "type", "required") if key in made}
    schema: dict[str, Any] = {"$schema": DRAFT_7 if name == _OF_IRIS else DRAFT, **head, **made}
    document = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
    return (
        document.replace('"$defs"', '"definitions"').replace("#/$defs/", "#/definitions/")
        if name == _OF_IRIS
        else document
    )
