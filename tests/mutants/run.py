#!/usr/bin/env python3
"""Small faults in the trusted code, one at a time, each of which a test must find.

usage: run.py [--until TEST] [FILTER]

mutants.toml lists them: a file, a text that is in it exactly once, and what takes its place. For each, a copy of the tree
is changed, built and tested, fastest tests first, until one of them fails: the mutant is killed. One that changes nothing
is listed with the reason and is not run. FILTER: only those whose file or description has this text. --until: no tests
after this one (kernel, attack, unit, property, stress), for a quick look.

Exit status: 0 if every mutant that was run was killed and none is stale, else 1.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import time
import tomllib

SOURCE = pathlib.Path(__file__).resolve().parents[2]
WORK = SOURCE / "build" / "mutants"
TREE = WORK / "tree"
BUILD = WORK / "build"
COPIED = ["CMakeLists.txt", "CMakePresets.json", "apps", "cmake", "examples", "experiments", "fixtures", "include", "src",
          "tests", "README.md", "LICENSE"]
# The tests that are run, fastest first. Random tests have fixed seeds, so that a run says the same every time.
TESTS = [
    ("kernel", ["clearance_kernel", "--gtest_brief=1", "--gtest_fail_fast"]),
    ("attack", ["clearance_stress", "--attack", "--pairs", "30000", "--slice", "97"]),
    ("unit", ["clearance_unit", "--gtest_brief=1", "--gtest_fail_fast"]),
    ("property", ["clearance_property", "--gtest_brief=1", "--gtest_fail_fast"]),
    ("stress", ["clearance_stress", "--pairs", "20000"]),
]
LONGEST = 900  # seconds a test may take before it counts as hanging, which is a failure


def fail(text):
    print(f"mutants: {text}", file=sys.stderr)
    sys.exit(1)


def copy_tree():
    """Copies what has changed; what has not keeps its time, so that only the rest is built again."""
    for name in COPIED:
        path = SOURCE / name
        files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
        for file in files:
            copy = TREE / file.relative_to(SOURCE)
            if copy.exists() and copy.read_bytes() == file.read_bytes():
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
    for copy in [p for name in COPIED for p in (TREE / name).rglob("*") if p.is_file()]:
        if not (SOURCE / copy.relative_to(TREE)).exists():
            copy.unlink()


def configure():
    subprocess.run(
        ["cmake", "-S", TREE, "-B", BUILD, "-G", "Ninja", "--log-level=WARNING", "-DCMAKE_BUILD_TYPE=Release",
         "-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DBUILD_SHARED_LIBS=ON", "-DCLEARANCE_PRECOMPILE=ON",
         "-DCLEARANCE_BUILD_BENCH=OFF", "-DCLEARANCE_BUILD_COMMAND=OFF", "-DCLEARANCE_BUILD_TESTS=ON",
         "-DCLEARANCE_WERROR=OFF"],
        check=True, stdout=subprocess.DEVNULL)


def build(target):
    jobs = str(os.cpu_count() or 1)
    with open(WORK / "build.log", "wb") as out:
        done = subprocess.run(["cmake", "--build", BUILD, "--parallel", jobs, "--target", target], stdout=out,
                              stderr=subprocess.STDOUT)
    return done.returncode == 0


class DoesNotBuild(Exception):
    pass


def first_failure(tests):
    """The name of the first test that fails, or nothing. Each is built when its turn comes: most faults are found soon."""
    for name, command in tests:
        if not build(command[0]):
            raise DoesNotBuild
        with open(WORK / "test.log", "wb") as out:
            try:
                done = subprocess.run([BUILD / "tests" / command[0], *command[1:]], cwd=WORK, stdout=out,
                                      stderr=subprocess.STDOUT, timeout=LONGEST)
            except subprocess.TimeoutExpired:
                return name + " (hangs)"
        if done.returncode != 0:
            return name
    return None


class Bar:
    """Progress with the time that is left, on a terminal."""

    def __init__(self, total):
        self.total, self.start, self.terminal = total, time.monotonic(), sys.stderr.isatty()

    def show(self, done, text):
        if not self.terminal:
            return
        seconds = time.monotonic() - self.start
        left = f"{seconds / done * (self.total - done):.0f} s left" if done else ""
        filled = 30 * done // self.total
        print(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{self.total}  {left}  {text[:60]}\033[K", end="",
              file=sys.stderr, flush=True)

    def clear(self):
        if self.terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def load(wanted):
    with open(pathlib.Path(__file__).with_name("mutants.toml"), "rb") as file:
        mutants = tomllib.load(file)["mutant"]
    for mutant in mutants:
        unknown = set(mutant) - {"file", "find", "replace", "what", "equivalent"}
        if unknown or not {"file", "find", "replace", "what"} <= set(mutant):
            fail(f"mutants.toml: {mutant.get('what', mutant)}: wrong keys {sorted(unknown)}")
    return [m for m in mutants if wanted in m["file"] or wanted in m["what"]]


def is_stale(mutant):
    path = SOURCE / mutant["file"]
    return not path.exists() or path.read_text().count(mutant["find"]) != 1


def run(mutants, tests):
    """Killed, surviving and broken ones."""
    killed, survivors, broken = [], [], []
    bar = Bar(len(mutants))
    for number, mutant in enumerate(mutants):
        bar.show(number, mutant["what"])
        path = TREE / mutant["file"]
        original = path.read_text()
        path.write_text(original.replace(mutant["find"], mutant["replace"]))
        start = time.monotonic()
        try:
            if (test := first_failure(tests)) is not None:
                killed.append(mutant)
                verdict = f"killed by {test}"
            else:
                survivors.append(mutant)
                verdict = "SURVIVED"
        except DoesNotBuild:
            broken.append(mutant)
            verdict = "does not build"
        finally:
            path.write_text(original)
        bar.clear()
        print(f"{verdict:20} {time.monotonic() - start:5.0f} s  {mutant['file']}: {mutant['what']}", flush=True)
    return killed, survivors, broken


def main():
    arguments = sys.argv[1:]
    if "-h" in arguments or "--help" in arguments:
        print(__doc__)
        sys.exit(0)
    tests = TESTS
    if "--until" in arguments:
        at = arguments.index("--until")
        names = [name for name, _ in TESTS]
        if at + 1 == len(arguments) or arguments[at + 1] not in names:
            fail(f"--until needs one of {', '.join(names)}")
        tests = TESTS[:names.index(arguments[at + 1]) + 1]
        del arguments[at:at + 2]
    if len(arguments) > 1:
        fail("one filter at most")
    mutants = load(arguments[0] if arguments else "")
    if not mutants:
        fail("no mutant has that text")
    stale = [m for m in mutants if is_stale(m)]
    equivalent = [m for m in mutants if "equivalent" in m and m not in stale]
    to_run = [m for m in mutants if "equivalent" not in m and m not in stale]
    for mutant in stale:
        print(f"stale: {mutant['file']}: {mutant['what']}: its text is not there exactly once")

    WORK.mkdir(parents=True, exist_ok=True)
    copy_tree()
    configure()
    print("building, and testing what has no fault", flush=True)
    try:
        if (test := first_failure(tests)) is not None:
            fail(f"without any mutant, {test} fails: {WORK / 'test.log'}")
    except DoesNotBuild:
        fail(f"the tree does not build: {WORK / 'build.log'}")

    killed, survivors, broken = run(to_run, tests)
    if equivalent:
        print("\nchange nothing that could be false:")
        for mutant in equivalent:
            print(f"  {mutant['file']}: {mutant['what']}: {mutant['equivalent']}")
    print(f"\nkilled {len(killed)} of {len(to_run)}; {len(equivalent)} more change nothing; {len(survivors)} survived; "
          f"{len(broken)} do not build; {len(stale)} stale")
    for mutant in survivors:
        print(f"  survived: {mutant['file']}: {mutant['what']}")
    sys.exit(0 if len(killed) == len(to_run) and not stale else 1)


main()
