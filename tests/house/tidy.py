#!/usr/bin/env python3
"""clang-tidy over source files, many at a time.

usage: tidy.py BUILD JOBS FILES...

Nearly all the time of clang-tidy goes into the headers of other libraries, which it looks through anew for every file. So
up to 12 files are included into one, with the flags that BUILD has for any of them; those whose local names collide go into
different ones. Warnings of the compiler are left to the build, which compiles every file alone. Checks that look at no
file that is included are made up for: what a using-declaration or an alias of a namespace names has to be named again.
"""

import concurrent.futures
import json
import pathlib
import re
import shlex
import subprocess
import sys

MOST = 12
NAMED = re.compile(r"^ *(?:using (?:\w*::)+(\w+);|namespace (\w+) = )", re.MULTILINE)
# The check that is left out dislikes how files are joined.
TIDY = ["clang-tidy-14", "--quiet", "--warnings-as-errors=*", "--checks=-bugprone-suspicious-include,-clang-diagnostic-*",
        r"--header-filter=/(include/clearance|src|experiments|apps|tests|bench|examples)/.*\.[ch]pp$"]


def flags_by_file(build):
    """Of the first command for each file, what decides how it is read."""
    flags = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        flags.setdefault(entry["file"], re.findall(r"(?<= )(?:-isystem |-[IDm]|-std=)\S+", entry["command"]))
    return flags


def unused_names(path):
    text = pathlib.Path(path).read_text()
    names = [one or other for one, other in NAMED.findall(text)]
    return "".join(f"{path}: '{name}' is not used\n" for name in names if len(re.findall(rf"\b{name}\b", text)) == 1)


def apart(batch, name, flags):
    """Files of a batch that do not compile after those before them."""
    done = subprocess.run(["clang++-14", "-fsyntax-only", *flags, name], capture_output=True, text=True)
    wrong, line = set(), 0
    for said in done.stderr.splitlines():
        if found := re.match(rf"In file included from {re.escape(str(name))}:(\d+):", said):
            line = int(found[1])
        elif ": error: " in said or ": fatal error: " in said:
            wrong.add(line - 1)
    if wrong and len(wrong) == len(batch):
        wrong.discard(0)
    return [path for index, path in enumerate(batch) if index in wrong]


def check(batch, name, flags):
    """What clang-tidy says of a batch, and the files that were left out of it."""
    later = []
    while True:
        name.write_text("".join(f'#include "{path}"\n' for path in batch))
        out = apart(batch, name, flags) if len(batch) > 1 else []
        if not out:
            break
        batch = [path for path in batch if path not in out]
        later += out
    done = subprocess.run([*TIDY, name, "--", *flags], capture_output=True, text=True)
    return done.stdout or (done.stderr if done.returncode else ""), later


def main():
    build, jobs = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2])
    files = [str(pathlib.Path(name).resolve()) for name in sys.argv[3:]]
    flags = flags_by_file(build)

    def check_numbered(number, batch):
        together = " ".join(dict.fromkeys(flag for path in batch for flag in flags.get(path, [])))
        return check(batch, build / "tidy" / f"batch_{number}.cpp", [*shlex.split(together), "-w", "-ferror-limit=0"])

    (build / "tidy").mkdir(exist_ok=True)
    unused = "".join(map(unused_names, files))
    print(unused, end="")
    clean = not unused
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        while files:
            # Files of one part include the same libraries. Code for one processor is not for another. Those of one folder,
            # which share habits, go into different batches.
            alike = {}
            for path in files:
                processor = tuple(flag for flag in flags.get(path, []) if flag.startswith("-m"))
                alike.setdefault((pathlib.Path(path).relative_to(build.parents[1]).parts[0], processor), []).append(path)
            batches = [paths[first::step] for paths in alike.values() for step in [-(-len(paths) // MOST)] for first in range(step)]
            files = []
            for said, later in pool.map(check_numbered, range(len(batches)), batches):
                clean = clean and not said
                files += later
                print(said, end="", flush=True)
    sys.exit(not clean)


if __name__ == "__main__":
    main()
