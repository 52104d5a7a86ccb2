#!/usr/bin/env python3
"""Every number of the trusted code is in the table of docs/proof.md, in a row that names its file.

usage: constants.py SOURCE

Looked at are the floating-point numbers in src/proof, src/core and src/numeric, but for 0, 1, 2, 1/2 and u. A row of section
12 has the number in its second column (0x1p-49 as 2^-49) and the file in its third. Exit status 1 if one is missing.
"""

import pathlib
import re
import sys

ROOMS = ("proof", "core", "numeric")
PLAIN = {"0", "1", "2", "0.5", "2^-53"}
NUMBER = re.compile(r"(?<![\w.])(0x1p[+-]?\d+|\d+\.\d+(?:e[+-]?\d+)?|\d+e[+-]?\d+)")


def as_written(literal):
    """The number as the table has it."""
    if literal.startswith("0x1p"):
        return "2^" + literal[4:].lstrip("+")
    if "e" in literal:
        return literal
    return literal[:-2] if literal.endswith(".0") else literal


def numbers_of(text):
    text = re.sub(r"//.*", "", re.sub(r'"[^"\n]*"', "", text))
    return {as_written(n) for n in NUMBER.findall(text)} - PLAIN


def rows_of(document):
    """Pairs of numbers and files that a row of the table has."""
    table = document[document.index("## 12. Constants"):]
    for line in table.splitlines():
        cells = line.split(" | ")
        if not line.startswith("| ") or len(cells) != 4:
            continue
        numbers = set(re.findall(r"2\^-?\d+|\d+(?:\.\d+)?(?:e-?\d+)?", cells[1]))
        for file in re.findall(r"\w+\.[ch]pp", cells[2]):
            yield from ((number, file) for number in numbers)


def main():
    source = pathlib.Path(sys.argv[1])
    known = set(rows_of((source / "docs" / "proof.md").read_text()))
    missing = [f"{file.relative_to(source)}: {number}"
               for room in ROOMS
               for file in sorted((source / "src" / room).rglob("*.?pp"))
               for number in sorted(numbers_of(file.read_text()))
               if (number, file.name) not in known]
    print("\n".join(missing) if missing else "every number is in the table")
    sys.exit(1 if missing else 0)


main()
