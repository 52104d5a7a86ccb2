#!/usr/bin/env python3
"""No code for a processor that may not be there is run by anyone who has not asked for it.

usage: engines.py LIBRARY ENGINE.o...

LIBRARY is the archive, with the ENGINES among its objects. Whatever else it holds has no instruction of AVX, but for the
lanes of batches, whose functions are named after their registers. An engine shows its table and nothing else, has no
constructor that would run before one is chosen, and hands no vector to code that would look for it elsewhere.
"""

import re
import subprocess
import sys
import tempfile

LANES = re.compile(r"^kernels_avx\w*\.cpp\.o$")
INSTRUCTION = re.compile(r"^\s+[0-9a-f]+:\s+(v[a-z0-9]+|k(?:and|or|mov|test|shift|unpck|add|x?n?or)\w*)\b")
FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")


def output(*command, folder=None):
    return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


def wide_functions(path, folder):
    """The functions of an object that have instructions of AVX."""
    found, function = set(), None
    for line in output("objdump", "-d", "--no-show-raw-insn", path, folder=folder).splitlines():
        if match := FUNCTION.match(line):
            function = match[1]
        elif INSTRUCTION.match(line):
            found.add(function)
    return found


def symbols(path, folder):
    """Name and letter of each symbol that others see."""
    rows = (line.split() for line in output("nm", "--extern-only", "--format=posix", path, folder=folder).splitlines())
    return [(row[0], row[1]) for row in rows if row]


def check_engine(path):
    table = re.search(r"engine_(\w+?)(_all)?\.o$", path)[1] + "_engine"
    seen = symbols(path, None)
    for name, letter in seen:
        defined = letter not in "Uw"
        if defined and not re.fullmatch(rf"_ZN9clearance6detail\d+{table}E", name):
            yield f"{path}: shows {name}"
        if not defined and re.search(r"Dv\d+_", name):
            yield f"{path}: hands a vector to {name}"
    if not any(letter not in "Uw" for _, letter in seen):
        yield f"{path}: has no table"
    if not wide_functions(path, None):
        yield f"{path}: has no instruction of AVX"
    for line in output("readelf", "--section-headers", "--wide", path).splitlines():
        if re.search(r"\.(pre)?init_array|\.ctors|\bGROUP\b", line):
            yield f"{path}: has the section {line.strip()}"


def check_library(library, engines):
    names = output("ar", "t", library).split()
    for engine in engines:
        if names.count(engine) != 1:
            yield f"{library}: {engine} is {names.count(engine)} times in it"
    with tempfile.TemporaryDirectory() as folder:
        for name in sorted(set(names) - set(engines)):
            # Two objects may have one name.
            for count in range(1, names.count(name) + 1):
                subprocess.run(["ar", "xN", str(count), library, name], cwd=folder, check=True)
                wide = wide_functions(name, folder)
                if LANES.match(name):
                    weak = {symbol for symbol, letter in symbols(name, folder) if letter in "WVT"}
                    wide = {symbol for symbol in wide & weak if "PackAvx" not in symbol}
                for function in sorted(wide):
                    yield f"{name}: {function} has instructions of AVX"


def main():
    library, engines = sys.argv[1], sys.argv[2:]
    complaints = [c for engine in engines for c in check_engine(engine)]
    complaints += check_library(library, [engine.rsplit("/", 1)[-1] for engine in engines])
    for complaint in complaints:
        print(complaint)
    return 1 if complaints or not engines else 0


if __name__ == "__main__":
    sys.exit(main())
