#!/usr/bin/env python3
"""Small faults in the trusted code, one at a time, each of which a test must find.

usage: run.py [--until TEST] [--jobs N] [--under COMMAND] [FILTER...]

mutants.toml lists them: a file, a text that is in it exactly once, and what takes its place. The release build is there
already. Of each mutant only what the change reaches is compiled anew, beside the tree, and linked before the library, so
that it takes the place of what is in there. The tests that are about the file come first, then wider ones, fastest first,
until one of them fails: the mutant is killed. Of a header, little is compiled for the first of them, and all that
includes it only for those that are left. One that changes nothing is listed with the reason and is not run.

FILTER: only those whose file or description has one of these texts. --until: no tests after this one (own, own unit, kernel,
slow kernel, claims, attack, property, unit, exact, stress), for a quick look. --jobs: so many mutants at a time. --under:
what the tests are started by, as nice.

Exit status: 0 if every mutant that was run was killed and none is stale, else 1.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
import tomllib

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = SOURCE / "build" / "release"
WORK = SOURCE / "build" / "mutants"
# Of the kernel tests; and one that asks how fast the code is, not whether it is right.
SLOW = ("Depth.Of*Solid*:Depth.OfTwo*:Depth.OfSwept*:Depth.OfAnEllipsoidInARound*:Core.OfAHullHas*:Core.OfSpheres*:"
        "FastLane.*:Margin.Is*:FastOverlap.*:Lanes.Are*")
SPEED = "Instructions.*"
# Of the property tests, those of named cases in which an enclosure once was false, which are quick.
CLAIMS = "DegenerateCone.*:DegenerateSolids.*:ExactSigns.*:Limits.*:MixedMagnitudes.*:PartsInPlace.*:Ranges.*:SubnormalSizes.*"
# The tests that are run, fastest first. Random tests have fixed seeds, so that a run says the same every time.
TESTS = {
    "own": ["clearance_kernel", "--gtest_brief=1", "--gtest_fail_fast", "--gtest_filter={own}"],
    "own unit": ["clearance_unit", "--gtest_brief=1", "--gtest_fail_fast", "--gtest_filter={own unit}"],
    "kernel": ["clearance_kernel", "--gtest_brief=1", "--gtest_fail_fast", f"--gtest_filter=-{SLOW}:{SPEED}"],
    "slow kernel": ["clearance_kernel", "--gtest_brief=1", "--gtest_fail_fast", f"--gtest_filter={SLOW}"],
    "claims": ["clearance_property", "--gtest_brief=1", "--gtest_fail_fast", f"--gtest_filter={CLAIMS}"],
    "attack": ["clearance_stress", "--attack", "--pairs", "30000", "--slice", "97"],
    "property": ["clearance_property", "--gtest_brief=1", "--gtest_fail_fast"],
    "unit": ["clearance_unit", "--gtest_brief=1", "--gtest_fail_fast"],
    "exact": ["clearance_exact", "--gtest_brief=1", "--gtest_fail_fast"],
    "stress": ["clearance_stress", "--pairs", "20000"],
}
PROOFS = ("src/CMakeFiles/clearance.dir/proof", "src/CMakeFiles/clearance.dir/placed")
LONGEST = 900  # seconds a test may take before it counts as hanging, which is a failure


def own_tests(file):
    """The kernel tests that are named after a file (ShiftedPair for shifted_pair.cpp), else those that include its header."""
    stem = pathlib.Path(file).stem
    name = "".join(word.capitalize() for word in stem.split("_"))
    including = set()
    for path in (SOURCE / "tests" / "kernel").glob("*.cpp"):
        text = path.read_text()
        suites = set(re.findall(r"^TEST\((\w+),", text, re.MULTILINE)) - {"Instructions"}
        if name in suites:
            return f"{name}.*"
        if f"/{stem}.hpp" in text:
            including |= suites
    return ":".join(f"{suite}.*" for suite in sorted(including)) or "-*"


def own_unit_tests(file):
    """The unit tests in the file that is named after this one."""
    path = SOURCE / "tests" / "unit" / f"{pathlib.Path(file).stem}_test.cpp"
    suites = re.findall(r"^TEST\w*\((\w+),", path.read_text(), re.MULTILINE) if path.exists() else []
    return ":".join(f"*{suite}.*" for suite in sorted(set(suites))) or "-*"


def fail(text):
    print(f"mutants: {text}", file=sys.stderr)
    sys.exit(1)


def ninja(*arguments):
    return subprocess.run(["ninja", "-C", BUILD, *arguments], check=True, capture_output=True, text=True).stdout


class Plan:
    """How the release build compiles and links, and what each object is made of."""

    def __init__(self):
        self.compile, self.link, self.reads = {}, {}, {}
        targets = sorted({f"tests/{command[0]}" for command in TESTS.values()})
        for line in ninja("-t", "commands", *targets).splitlines():
            line = line.removeprefix(": && ").split(" && ")[0]
            words = shlex.split(line)
            if "-o" not in words:
                continue
            output = words[words.index("-o") + 1]
            if "-c" in words and output.endswith(".o"):
                self.compile[output] = words
            elif output in targets:
                self.link[output.removeprefix("tests/")] = words
        output = None
        for line in ninja("-t", "deps").splitlines():
            if line.startswith("    "):
                self.reads[output].add(os.path.normpath(BUILD / line.strip()))
            elif ": #deps" in line:
                output = line.split(":")[0]
                self.reads[output] = set()

    def objects(self, file, folders):
        """The objects under these folders that the file is read for."""
        path = str(SOURCE / file)
        return [o for o, files in self.reads.items() if path in files and o in self.compile and o.startswith(folders)]


class DoesNotBuild(Exception):
    pass


class Build:
    """One changed file, and the objects and tests that are made with it."""

    def __init__(self, plan, mutant, number):
        self.plan, self.mutant, self.folder = plan, mutant, WORK / str(number)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.changed = self.folder / mutant["file"]
        self.changed.parent.mkdir(parents=True)
        text = (SOURCE / mutant["file"]).read_text()
        self.changed.write_text(text.replace(mutant["find"], mutant["replace"]))
        self.made, self.programs = {}, {}

    def make(self, output):
        if output in self.made:
            return
        words = list(self.plan.compile[output])
        for flag in ("-MT", "-MF"):
            at = words.index(flag)
            del words[at:at + 2]
        # Rounding is the same however much is optimised, and half of the time is.
        words = ["-O1" if w == "-O3" else w for w in words if w not in ("-MD", "-Werror", "ccache")]
        made = self.folder / output.replace("/", "_")
        words[words.index("-o") + 1] = str(made)
        source = words.index("-c") + 1
        if words[source] == str(SOURCE / self.mutant["file"]):
            words[source] = str(self.changed)
        first = next(i for i, w in enumerate(words) if w.startswith("-I"))
        words.insert(first, f"-I{self.folder / 'src'}")
        self.run(words)
        self.made[output] = made
        self.programs = {}

    def run(self, words):
        with open(self.folder / "build.log", "ab") as log:
            if subprocess.run(words, cwd=BUILD, stdout=log, stderr=subprocess.STDOUT).returncode != 0:
                raise DoesNotBuild

    def linked(self, name):
        if name in self.programs:
            return self.programs[name]
        words = [str(self.made.get(w, w)) for w in self.plan.link[name]]
        at = words.index("-o")
        program = self.folder / name
        words[at + 1] = str(program)
        of_library = [str(made) for output, made in self.made.items() if not output.startswith("tests/")]
        self.run(words[:at] + of_library + words[at:])
        self.programs[name] = program
        return program


def first_failure(plan, mutant, number, options):
    """The name of the first test that fails, or nothing."""
    build = Build(plan, mutant, number)

    def fails(test):
        name, *arguments = TESTS[test]
        arguments = [a.replace("{own}", own_tests(mutant["file"])).replace("{own unit}", own_unit_tests(mutant["file"]))
                     for a in arguments]
        program = build.linked(name)
        with open(build.folder / "test.log", "wb") as log:
            try:
                ended = subprocess.run([*options.under, program, *arguments], cwd=build.folder, stdout=log,
                                       stderr=subprocess.STDOUT, timeout=LONGEST)
            except subprocess.TimeoutExpired:
                return True
        return ended.returncode != 0

    # Of a header, first the kernel tests that look into it, then the proofs that use it, then everything: what is made
    # anew grows, and so does what is asked.
    library = plan.objects(mutant["file"], ("src/",))
    stages = [(library, list(TESTS))]
    if mutant["file"].endswith(".hpp"):
        kernel = plan.objects(mutant["file"], ("tests/CMakeFiles/clearance_kernel",))
        proofs = [o for o in library if o.startswith(PROOFS)]
        stages = [(kernel, ["own"]), (proofs, ["own", "kernel"]), (library, list(TESTS))]
    passed, made = set(), 0
    for objects, tests in stages:
        for output in objects:
            build.make(output)
        if made < len(build.made):
            passed.clear()
        made = len(build.made)
        for test in [t for t in tests if t in options.tests and t not in passed]:
            if fails(test):
                return test
            passed.add(test)
    return None


class Bar:
    """Progress with the time that is left, on a terminal."""

    def __init__(self, total):
        self.total, self.done, self.start, self.terminal = total, 0, time.monotonic(), sys.stderr.isatty()
        self.show()

    def show(self):
        if not self.terminal:
            return
        seconds = time.monotonic() - self.start
        left = f"{seconds / self.done * (self.total - self.done):.0f} s left" if self.done else ""
        filled = 30 * self.done // self.total
        print(f"\r[{'#' * filled}{'.' * (30 - filled)}] {self.done}/{self.total}  {left}\033[K", end="", file=sys.stderr,
              flush=True)

    def say(self, text):
        self.done += 1
        if self.terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        print(text, flush=True)
        self.show()

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
    return [m for m in mutants if any(text in m["file"] or text in m["what"] for text in wanted)]


def is_stale(mutant):
    path = SOURCE / mutant["file"]
    return not path.exists() or path.read_text().count(mutant["find"]) != 1


def run(plan, mutants, options):
    """How many ended in which way, and those that survived."""
    counts, survivors = {"killed": 0, "survived": 0, "does not build": 0}, []
    bar, lock = Bar(len(mutants)), threading.Lock()

    def judge(numbered):
        number, mutant = numbered
        start = time.monotonic()
        try:
            test = first_failure(plan, mutant, number, options)
            kind = "killed" if test else "survived"
            verdict = f"killed by {test}" if test else "SURVIVED"
        except DoesNotBuild:
            kind = verdict = "does not build"
        with lock:
            counts[kind] += 1
            if kind != "killed":
                survivors.append(mutant)
            bar.say(f"{verdict:18} {time.monotonic() - start:4.0f} s  {mutant['file']}: {mutant['what']}")
        if kind == "killed":
            shutil.rmtree(WORK / str(number), ignore_errors=True)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(judge, enumerate(mutants)))
    bar.clear()
    return counts, survivors


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage=argparse.SUPPRESS)
    parser.add_argument("--until", choices=TESTS, default=list(TESTS)[-1], help=argparse.SUPPRESS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help=argparse.SUPPRESS)
    parser.add_argument("--under", type=shlex.split, default=[], help=argparse.SUPPRESS)
    parser.add_argument("filters", nargs="*", default=[""], help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.tests = list(TESTS)[:list(TESTS).index(options.until) + 1]

    mutants = load(options.filters)
    if not mutants:
        fail("no mutant has that text")
    stale = [m for m in mutants if is_stale(m)]
    equivalent = [m for m in mutants if "equivalent" in m and m not in stale]
    to_run = [m for m in mutants if "equivalent" not in m and m not in stale]
    for mutant in stale:
        print(f"stale: {mutant['file']}: {mutant['what']}: its text is not there exactly once")
    if not to_run:
        sys.exit(1)

    WORK.mkdir(parents=True, exist_ok=True)
    for test in options.tests:
        name, *arguments = TESTS[test]
        if subprocess.run([*options.under, BUILD / "tests" / name, *arguments], cwd=WORK, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode != 0:
            fail(f"without any mutant, {test} fails")

    counts, survivors = run(Plan(), to_run, options)
    if equivalent:
        print("\nchange nothing that could be false:")
        for mutant in equivalent:
            print(f"  {mutant['file']}: {mutant['what']}: {mutant['equivalent']}")
    print(f"\nkilled {counts['killed']} of {len(to_run)}; {len(equivalent)} more change nothing; "
          f"{counts['survived']} survived; {counts['does not build']} do not build; {len(stale)} stale")
    for mutant in survivors:
        print(f"  not killed: {mutant['file']}: {mutant['what']}")
    sys.exit(0 if counts["killed"] == len(to_run) and not stale else 1)


main()
