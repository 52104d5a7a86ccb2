#!/usr/bin/env python3
"""The figures of README.md are those of bench/results/peers-quick.json.

usage: figures.py SOURCE [--write]

Exit status 1 if the block between the marks is another; --write puts it right.
"""

import json
import pathlib
import sys

BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->"
ROWS = {
    ("near", "hull 32"): "two hulls of 32 points, near each other",
    ("tracked", "hull 32"): "the same along a path, tracked",
    ("depth", "hull 32"): "the same, overlapping: the depth",
    ("primitives", "box-box"): "two boxes",
    ("primitives", "ellipsoid-ellipsoid"): "two ellipsoids",
    ("primitives", "capsule-capsule"): "two capsules",
}
# These ask for less than a distance, of us alone: they are no comparison.
LESS = ("tracked, limit", "tracked, margin")


def two_digits(number):
    return f"{number:.2g}" if number < 1 else f"{number:.1f}" if number < 10 else f"{number:.0f}"


def block(root):
    rows = json.loads((root / "bench/results/peers-quick.json").read_text())["rows"]
    by_name = {(row["group"], row["label"]): {c["name"]: c for c in row["contestants"]} for row in rows if row["group"] not in LESS}

    def ratio(row, name):
        return row[name]["least_ns"] / row["clearance"]["least_ns"]

    def spread(name):
        ratios = [ratio(row, name) for row in by_name.values()]
        return f"{two_digits(min(ratios))} to {two_digits(max(ratios))} times"

    def worst(name):
        return f"{max(row[name]['worst_error'] for row in by_name.values()):.0e}".replace("e-0", "e-").replace("e+00", "")

    text = "| pair | Clearance | FCL | Bullet |\n|---|---|---|---|\n"
    for key, what in ROWS.items():
        row = by_name[key]
        text += f"| {what} | {two_digits(row['clearance']['least_ns'] / 1000)} us "
        text += f"| {two_digits(ratio(row, 'FCL'))} times | {two_digits(ratio(row, 'Bullet'))} times |\n"
    queries = sum(row["queries"] for row in rows if row["group"] not in LESS)
    text += f"\nThese are six of the {len(by_name)} kinds of pairs in [peers-quick.json](bench/results/peers-quick.json). "
    text += f"Over all of them FCL takes\n{spread('FCL')} as long, Bullet {spread('Bullet')}. "
    text += f"Of {queries:,} answers the largest relative error is\n{worst('clearance')} here, "
    text += f"{worst('FCL')} of FCL ({worst('FCL 1e-12')} if asked for 1e-12), and {worst('Bullet')} of Bullet.\n"
    return text


def main(root, mode=""):
    page = root / "README.md"
    head, rest = page.read_text().split(BEGIN)
    stated, tail = rest.split(END)
    found = block(root)
    if mode == "--write":
        page.write_text(head + BEGIN + found + END + tail)
    elif stated != found:
        print("README.md (python3 tests/house/figures.py . --write puts it right) should have\n" + found)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), *sys.argv[2:]))
