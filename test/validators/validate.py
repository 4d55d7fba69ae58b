"""Validates request bodies with jsonschema. Reads lines of JSON, {"kind": "auth-token", "body": "<JSON text>"}, and
answers each with a line of ASCII JSON, {"valid": ..., "errors": [{"keyword": ..., "instancePath": ...}]}; the keyword
json says that the body is none.

usage: validate.py SCHEMAS_FOLDER
"""
import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

BASE = "https://channelproof.example/schemas/"


def load(folder):
    files = Path(folder).glob("*.schema.json")
    schemas = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    registry = Registry().with_resources((schema["$id"], Resource.from_contents(schema)) for schema in schemas)
    return lambda kind: Draft202012Validator({"$ref": f"{BASE}{kind}-request.schema.json"}, registry=registry)


def pointer(path):
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def refuse_constant(name):
    """Python takes NaN and Infinity for numbers; JSON has neither (RFC 8259 section 6)."""
    raise ValueError(name)


def verdict(validator, body):
    try:
        value = json.loads(body, parse_constant=refuse_constant)
    except ValueError:
        return {"valid": False, "errors": [{"keyword": "json", "instancePath": ""}]}
    errors = [
        {"keyword": error.validator, "instancePath": pointer(error.absolute_path)}
        for error in validator.iter_errors(value)
    ]
    return {"valid": not errors, "errors": errors}


validator_of = load(sys.argv[1])
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps(verdict(validator_of(question["kind"]), question["body"])))
