#!/usr/bin/env python3
"""No code for a processor that may not be there is run by anyone who has not asked for it.

usage: engines.py LIBRARY ENGINE.o...

LIBRARY is the archive, with the ENGINES among its objects. Whatever else it holds has no instruction of AVX, but for the
lanes of batches, whose functions are named after their registers. An engine shows its table and nothing else, has no
constructor that would run before one is chosen, and hands no vector to code that would look for it elsewhere.
"""

import pathlib
import re
import subprocess
import sys

LANES = re.compile(r"kernels_avx\w*\.cpp\.o")
MEMBER = re.compile(r"^(\S+):\s+file format")
FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")
INSTRUCTION = re.compile(r"^\s+[0-9a-f]+:\s+(v[a-z0-9]+|k(?:and|andn|mov|not|or|ortest|shift[lr]|test|unpck|xnor|xor)[bwdq]+)\b")


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def wide_functions(path):
    """Object and name of each function that has instructions of AVX, of an object or of all in an archive."""
    found, member, function = set(), None, None
    for line in output("objdump", "-d", "--no-show-raw-insn", path).splitlines():
        if match := MEMBER.match(line):
            member = match[1]
        elif match := FUNCTION.match(line):
            function = match[1]
        elif INSTRUCTION.match(line):
            found.add((member, function))
    return found


def shown(path):
    """Name and letter of each symbol that others see, of an object or of all in an archive."""
    rows = (line.split() for line in output("nm", "--extern-only", "--format=posix", path).splitlines())
    return {(row[0], row[1]) for row in rows if len(row) > 1}


def is_defined(letter):
    return letter not in "Uvw"


def check_engine(path):
    table = re.search(r"engine_([a-z0-9]+)", path.name)[1] + "_engine"
    symbols = shown(path)
    for name, letter in sorted(symbols):
        if is_defined(letter) and not re.fullmatch(rf"_ZN9clearance6detail\d+{table}E", name):
            yield f"{path.name} shows {name}"
        if not is_defined(letter) and re.search(r"Dv\d+_", name):
            yield f"{path.name} hands a vector to {name}"
    if not any(is_defined(letter) for _, letter in symbols):
        yield f"{path.name} has no table"
    if not wide_functions(path):
        yield f"{path.name} has no instruction of AVX"
    for line in output("readelf", "--section-headers", "--wide", path).splitlines():
        if re.search(r"\.(pre)?init_array|\.ctors|\bGROUP\b", line):
            yield f"{path.name} has the section {line.strip()}"


def check_library(library, engines):
    members = output("ar", "t", library).split()
    for engine in engines:
        if members.count(engine.name) != 1:
            yield f"{library.name} has {engine.name} {members.count(engine.name)} times"
    own = {engine.name for engine in engines}
    seen = {name for name, letter in shown(library) if is_defined(letter)}
    for member, function in sorted(wide_functions(library)):
        named_after_registers = LANES.fullmatch(member) and ("PackAvx" in function or function not in seen)
        if member not in own and not named_after_registers:
            yield f"{member} has instructions of AVX in {function}"


def main():
    library, *engines = (pathlib.Path(argument) for argument in sys.argv[1:])
    complaints = [complaint for engine in engines for complaint in check_engine(engine)]
    complaints += check_library(library, engines)
    print("\n".join(complaints) or f"{len(engines)} engines keep to themselves")
    return 1 if complaints or not engines else 0


if __name__ == "__main__":
    sys.exit(main())
