#!/usr/bin/env python3
"""validate.py SCHEMAS < lines of `schema<TAB>valid|invalid<TAB>file`: says what is not as its schema says, or is against expectation."""
import json
import pathlib
import sys

from jsonschema import Draft202012Validator

folder = pathlib.Path(sys.argv[1])
validators = {}
for path in sorted(folder.glob("*.schema.json")):
    schema = json.loads(path.read_text())
    Draft202012Validator.check_schema(schema)
    validators[path.name.removesuffix(".schema.json")] = Draft202012Validator(schema)
count = 0
failed = 0
for line in sys.stdin:
    name, expected, path = line.rstrip("\n").split("\t")
    errors = [error.message for error in validators[name].iter_errors(json.loads(pathlib.Path(path).read_text()))]
    count += 1
    if (not errors) != (expected == "valid"):
        failed += 1
        print(f"{path} is not {expected} by {name}: {errors[:3]}")
print(f"{count} files compared with {len(validators)} schemas")
sys.exit(1 if failed else 0)
