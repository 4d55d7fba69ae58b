"""Prints request bodies that Schemathesis makes of an OpenAPI document, one line of ASCII JSON each:
{"operation": "auth.token", "mode": "positive", "body": "<JSON text>"}. The same seed gives the same bodies.

usage: generate.py FILE SEED COUNT
"""
import json
import sys

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.core.parameters import ParameterLocation

JSON = (dict, list, str, int, float, type(None))


def load(file):
    """Without what is sent in headers: a wrong header is a negative case too, and says nothing of the body."""
    with open(file, encoding="utf-8") as text:
        document = json.load(text)
    del document["security"]
    for methods in document["paths"].values():
        for operation in methods.values():
            del operation["parameters"]
    return schemathesis.openapi.from_dict(document)


def systematic(schema, operation, mode):
    """Bounds, types, missing and unlisted members, one at a time."""
    config = schema.config.generation_for(operation=operation)
    return schema.iter_coverage_cases(operation, generation_modes=[mode], generation_config=config)


def random(operation, mode, number, count):
    cases = []
    unhurried = settings(deadline=None, suppress_health_check=list(HealthCheck))

    @seed(number)
    @settings(unhurried, max_examples=count, database=None, phases=[Phase.generate])
    @given(operation.as_strategy(generation_mode=mode))
    def collect(case):
        cases.append(case)

    collect()
    return cases


def text_of(case, operation):
    """Not of cases without a body or with another method, nor of bytes that are no JSON."""
    if case.method.lower() != operation.method.lower() or not isinstance(case.body, JSON):
        return None
    return json.dumps(case.body, ensure_ascii=True, allow_nan=False)


def bodies(schema, operation, number, count):
    for wanted in GenerationMode:
        for case in [*systematic(schema, operation, wanted), *random(operation, wanted, number, count)]:
            part = case.meta.components.get(ParameterLocation.BODY)
            text = text_of(case, operation)
            if part is not None and text is not None:
                yield part.mode.value, text


schema = load(sys.argv[1])
for result in schema.get_all_operations():
    operation = result.ok()
    name = operation.definition.raw["operationId"]
    # A dict keeps the order and drops repetitions.
    for mode, body in dict.fromkeys(bodies(schema, operation, int(sys.argv[2]), int(sys.argv[3]))):
        print(json.dumps({"operation": name, "mode": mode, "body": body}))
