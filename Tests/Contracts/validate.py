#!/usr/bin/env python3
"""Holds JSON lines to a schema of `mrz-scan schema`, by Debian's python3-jsonschema.

    validate.py SCHEMA.json FILE.jsonl…    # - is standard input

Strictly: where the schema lists words (`x-words`) there are no others, and no key that it does not name. Programs that
read results must not be so strict, for there may be more of both in time. What does not fit is named by its place only:
results are personal data. Exit status 1 when anything does not fit, or when there is nothing to look at.
"""

import json
import sys

import jsonschema


def strict(schema):
    """The schema without room for what it does not name."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    # What stands under these is a name, not a keyword.
    named = {key: {name: strict(part) for name, part in schema[key].items()} for key in ("properties", "$defs") if key in schema}
    made = {key: strict(part) for key, part in schema.items() if key not in named} | named
    if "x-words" in made:
        made["enum"] = made["x-words"]
    if "properties" in made and "type" in made and "additionalProperties" not in made and "allOf" not in made:
        made["additionalProperties"] = False
    elif made.get("type") == "object" and "allOf" in made:
        made["unevaluatedProperties"] = False
    if "$ref" in made.get("items", {}):
        made["items"]["unevaluatedProperties"] = False
    return made


def main():
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    # A live result is a result with one key more: what a result names is known only where it is used.
    schema = strict(schema)
    result = schema["$defs"].get("result", {})
    result.pop("unevaluatedProperties", None)
    if "$ref" in schema and schema["$ref"].endswith("/result"):
        schema["unevaluatedProperties"] = False
    validator = jsonschema.Draft202012Validator(schema)
    wrong = lines = 0
    for name in sys.argv[2:]:
        for number, line in enumerate(sys.stdin if name == "-" else open(name), 1):
            lines += 1
            for error in validator.iter_errors(json.loads(line)):
                wrong += 1
                place = "/".join(str(part) for part in error.absolute_path)
                rule = "/".join(str(part) for part in error.absolute_schema_path)
                print(f"{name}:{number}: /{place} is not as {rule} has it", file=sys.stderr)
    print(f"{lines} lines, {wrong} faults")
    return 0 if lines and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
