# The rooms, from the ground up. room(DIRECTORY KNOWS rooms... NEVER headers... BECAUSE sentence):
# a file of DIRECTORY includes files of its own room and of the rooms it KNOWS, but none of the headers under NEVER.
# A room knows only rooms that stand above it in this list, so that no two can come to need each other.

set(queries clearance/batch.hpp clearance/clearance.hpp clearance/distance.hpp clearance/exact.hpp clearance/margin.hpp
    clearance/tracker.hpp)

room(include/clearance
     BECAUSE "what a user includes must not need a private header")
room(src/numeric
     KNOWS include/clearance
     NEVER ${queries}
     BECAUSE "arithmetic is the ground that the proof stands on: it is read and tested without any geometry")
room(src/threads
     BECAUSE "who works on several threads is decided elsewhere; how, only here, so that the library does without where there are none")
room(src/core
     KNOWS include/clearance src/numeric
     NEVER ${queries}
     BECAUSE "a core is what solvers and proof see of a shape: data in one normal form, made and used elsewhere")
room(src/proof
     KNOWS include/clearance src/numeric src/core
     BECAUSE "whoever audits an enclosure reads this room and what it includes, so it includes nothing that only proposes")
room(src/tree
     KNOWS include/clearance src/numeric src/core src/proof
     NEVER ${queries}
     BECAUSE "one tree of boxes serves scenes and unions; it knows boxes alone, and nothing of what is in them")
room(src/placed
     KNOWS include/clearance src/numeric src/core src/proof
     BECAUSE "two bodies in common axes are what solvers share; they depend on none of them")
room(src/shapes
     KNOWS include/clearance src/numeric src/core src/proof src/tree
     NEVER ${queries}
     BECAUSE "a shape is built before there is anything to ask of it: no query, no solver and no pair may be needed for that")
room(src/solvers
     KNOWS include/clearance src/numeric src/core src/proof src/placed
     BECAUSE "the default path works on placed cores alone, and must build without shape builders, literature and policy")

# A method of the literature knows another only where the paper builds on it: Fenger's general quadratic programs share
# the constraints of his dqp3, and his ellipsoid methods run dqp3 on polyhedra about the ellipsoids.
set(solving include/clearance src/numeric src/core src/proof src/placed src/solvers)
set(apart "a method kept for comparison must be removable without the others, and is nothing that shapes or policy are built on")
room(src/literature/dqp3 KNOWS ${solving} BECAUSE "${apart}")
room(src/literature/ellipsoids KNOWS ${solving} src/literature/dqp3 BECAUSE "${apart}")
room(src/literature/lcp KNOWS ${solving} BECAUSE "${apart}")
room(src/literature/qp KNOWS ${solving} src/literature/dqp3 BECAUSE "${apart}")
room(src/literature/tracking KNOWS ${solving} BECAUSE "${apart}")

room(src/exact
     KNOWS ${solving}
     BECAUSE "exact answers must stand without the literature, and judge the query that they are compared with")
set(literature src/literature/dqp3 src/literature/ellipsoids src/literature/lcp src/literature/qp
               src/literature/tracking)
room(src/query
     KNOWS ${solving} src/threads ${literature} src/exact
     BECAUSE "the policy chooses among solvers; it sees shapes as the public headers and their cores describe them, not as they are built")
room(src/scene
     KNOWS include/clearance src/numeric src/threads src/core src/proof src/tree
     BECAUSE "a scene decides which pairs are worth a query, and asks as any user does; what it proves by itself is in src/proof")
room(src/batch
     KNOWS ${solving} src/threads
     BECAUSE "a batch collects queries for the lanes and shares them among threads; what the lanes leave open it asks as any user does")
room(src/verify
     KNOWS include/clearance src/numeric
     BECAUSE "a check is independent only if it shares no code with what it checks but the way the processor is set")
room(src/motion
     KNOWS include/clearance src/numeric src/core src/proof src/placed src/verify
     BECAUSE "a search over time asks queries as any user does, but may tell them where to begin, and proves by slabs alone; what it certifies, the checker decides")
room(src/fit
     KNOWS include/clearance src/numeric
     BECAUSE "fitting is a user of the library: what it needs of a query, any user must be able to get")
room(src/decompose
     KNOWS include/clearance src/numeric src/core src/proof src/tree src/shapes
     NEVER ${queries}
     BECAUSE "decomposition makes shapes out of meshes, by the hulls that shapes are built with; it asks nothing of them")
room(src/io
     KNOWS include/clearance
     BECAUSE "files are read and written by the public interface alone, so that a format never depends on how answers are found")

room(src/view
     KNOWS include/clearance src/numeric src/core src/io
     BECAUSE "a page draws shapes by the faces that the solvers use, and shows answers as any user gets them")

room(experiments/models
     KNOWS ${solving} ${literature}
     BECAUSE "models are shapes for experiments, tests and benchmarks; no experiment may be needed to make one")
room(experiments/reproduce
     KNOWS ${solving} ${literature} src/shapes src/exact src/query experiments/models
     BECAUSE "an experiment may look into the library, but knows neither files nor the command")
room(apps
     KNOWS include/clearance src/decompose src/io src/view experiments/models experiments/reproduce
     BECAUSE "the command shows what the public interface can do; what it cannot say there, no other user can")

room(tests/support
     KNOWS include/clearance experiments/models
     BECAUSE "an oracle that shares code with the library repeats its errors")
room(examples
     KNOWS include/clearance
     BECAUSE "an example shows what a user can do")
room(bench
     KNOWS include/clearance src/view experiments/models experiments/reproduce
     BECAUSE "a benchmark measures what a user gets")

# exception(file header): an include that breaks the rules for now. One that is no longer needed must go from this list.

# Where bounds are made: only here are numbers named `lower` and `upper` assigned.
bounds_are_made_in(src/proof BECAUSE "every bound has to be proven, and this room is where proofs are read")
bounds_are_made_in(src/verify BECAUSE "verify proves bounds of its own, from the shapes as described")
bounds_are_made_in(src/exact BECAUSE "what exact arithmetic computes is proven, and it rounds once, outwards, at the end")
bounds_are_made_in(src/decompose BECAUSE "lower and upper are the sides of a cut there")
# Of types that only src/proof can make, so the compiler watches over them.
bounds_of_proven_type("proposal_?(\\.|->)upper" "settled\\.upper" "q\\.upper")
