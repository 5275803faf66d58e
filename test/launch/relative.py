#!/usr/bin/env python3
"""relative.py FROM TO OLD=NEW... : copies a library with other strings in it.

OLD is a regular expression for the whole of a string in the file, NEW is not longer than what it stands
for. So MPICH's library gets the name and the version of a relative, or loses a function. What does not
occur is an error.
"""
import re
import sys

source, target, *changes = sys.argv[1:]
with open(source, "rb") as file:
    data = file.read()
for change in changes:
    old, new = (part.encode() for part in change.split("=", 1))
    pattern = re.compile(old + b"\0")
    if not pattern.search(data):
        sys.exit(f"no {change} in {source}")
    data = pattern.sub(lambda found: new.ljust(len(found.group()), b"\0")[: len(found.group())], data)
with open(target, "wb") as file:
    file.write(data)
