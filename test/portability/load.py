"""Prints each YAML file of the command line as one line of ASCII JSON: {"value": ...} or {"error": "..."}.

usage: load.py pyyaml|ruamel FILE...
"""
import json
import sys


def loader(name):
    if name == "pyyaml":
        import yaml

        return yaml.safe_load
    import ruamel.yaml

    return ruamel.yaml.YAML(typ="safe").load


def foreign(value):
    """A date or whatever else JSON cannot hold is named by its type, so that it equals nothing of ours."""
    return {"$type": type(value).__name__}


def document(load, file):
    try:
        with open(file, encoding="utf-8") as text:
            return {"value": load(text)}
    except Exception as error:
        return {"error": str(error)}


load = loader(sys.argv[1])
for file in sys.argv[2:]:
    print(json.dumps(document(load, file), ensure_ascii=True, default=foreign))
