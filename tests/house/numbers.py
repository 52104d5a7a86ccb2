#!/usr/bin/env python3
"""The table "In numbers" of docs/architecture.md says what the source tree is like.

usage: numbers.py SOURCE [--write | --print]

Counts files and lines of every room, and finds the longest function. The table may be off by a tenth, or by 100 lines where
that is more, so that not every change has to touch it; beyond that the exit status is 1, and --write puts it right. --print
only prints what is counted, of any tree.
"""

import pathlib
import re
import sys

TRUSTED = ("proof", "core", "numeric")
BEGIN, END = "<!-- numbers -->\n", "<!-- end of numbers -->"
NOT_FUNCTIONS = ("namespace", "struct", "class", "enum", "union", "if", "for", "while", "switch", "do", "else", "try", "return")
LISTS_OF_ALL = ("experiments", "apps", "tests", "bench", "examples")


def code_below(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in (".cpp", ".hpp"))


def rooms_of(root):
    """Name of each room, and its files."""
    rooms = {"include/clearance": code_below(root / "include")}
    for folder in sorted(p for p in (root / "src").iterdir() if p.is_dir()):
        rooms[f"src/{folder.name}"] = code_below(folder)
    for name in LISTS_OF_ALL:
        rooms[name] = code_below(root / name)
    return {name: files for name, files in rooms.items() if files}


def depth(line):
    return len(line) - len(line.lstrip())


def functions_of(path):
    """Line and length of each function, by the indentation that clang-format gives it."""
    lines = path.read_text().splitlines()
    for start, line in enumerate(lines):
        words = line.split()
        if not line.endswith("{") or not words or words[0] in NOT_FUNCTIONS or words[0].startswith(("}", "#", "//")):
            continue
        if ")" not in line or " = [" in line or re.search(r"=\s*\{$", line):
            continue
        first = start
        while lines[first].lstrip().startswith(":") or (first and depth(lines[first]) >= depth(lines[first - 1]) + 4):
            first -= 1  # arguments and initialisers that go on in a second line
        indent = " " * depth(lines[first])
        closing = next((i for i in range(start + 1, len(lines)) if lines[i].startswith(indent + "}")), None)
        if closing is not None:
            yield closing - first + 1, path, first + 1


def counted(root):
    """Rows of the table: what, files, lines."""
    rooms = rooms_of(root)
    size = {name: (len(files), sum(len(f.read_text().splitlines()) for f in files)) for name, files in rooms.items()}
    rows = [(f"`{name}/`", *size[name]) for name in rooms]
    trusted = [size[f"src/{name}"] for name in TRUSTED if f"src/{name}" in size]
    if len(trusted) == len(TRUSTED):
        names = ", ".join(f"`src/{name}/`" for name in TRUSTED)
        rows.append((f"**trusted**: {names}", sum(f for f, _ in trusted), sum(n for _, n in trusted)))
    library = [f for name, files in rooms.items() if name.startswith(("src", "include")) for f in files]
    everything = [f for files in rooms.values() for f in files]
    rows.append(("longest file", 1, max(len(f.read_text().splitlines()) for f in everything)))
    rows.append(("longest function of the library", 1, max(n for f in library for n, _, _ in functions_of(f))))
    return rows


def table_of(rows):
    return "| | files | lines |\n|---|---|---|\n" + "".join(f"| {a} | {b} | {c:,} |\n" for a, b, c in rows)


def near(stated, found, least):
    return abs(stated - found) <= max(0.1 * found, least)


def main(root, mode=""):
    rows = counted(root)
    if mode == "--print":
        print(table_of(rows), end="")
        longest = sorted((x for name, fs in rooms_of(root).items() if name.startswith("src") for f in fs for x in functions_of(f)),
                         reverse=True, key=lambda x: x[0])
        for length, path, line in longest[:5]:
            print(f"{length} lines: {path.relative_to(root)}:{line}")
        return 0
    page = root / "docs/architecture.md"
    head, rest = page.read_text().split(BEGIN)
    table, tail = rest.split(END)
    if mode == "--write":
        page.write_text(head + BEGIN + table_of(rows) + END + tail)
        return 0
    stated = {}
    for line in table.splitlines()[2:]:
        what, files, lines = (cell.strip() for cell in line.strip().strip("|").split("|"))
        stated[what] = (int(files), int(lines.replace(",", "")))
    wrong = [f"{what}: {files} files, {lines} lines, and the table has {stated.get(what, 'no row')}"
             for what, files, lines in rows
             if what not in stated or not near(stated[what][0], files, 2) or not near(stated[what][1], lines, 100)]
    wrong += [f"{what}: there is no such room" for what in stated if what not in {row[0] for row in rows}]
    if wrong:
        print("docs/architecture.md, In numbers (python3 tests/house/numbers.py . --write puts it right):", *wrong, sep="\n  ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), *sys.argv[2:]))
