# Shows that check_house.cmake complains where it should: builds a small tree in SCRATCH for each breach.
cmake_policy(VERSION 3.25)

set(rules [[
room(src/below BECAUSE "it is below")
room(src/above KNOWS src/below NEVER below/secret.hpp BECAUSE "it is above")
bounds_are_made_in(src/below BECAUSE "proofs are there")
bounds_of_proven_type("typed\\.upper")
]])

# check(name expected files...): files come as name and text in turn. Without `expected`, there must be no complaint.
function(check name expected)
  file(REMOVE_RECURSE "${SCRATCH}")
  file(WRITE "${SCRATCH}/src/below/ground.hpp" "#pragma once\n")
  file(WRITE "${SCRATCH}/src/below/secret.hpp" "#pragma once\n")
  file(WRITE "${SCRATCH}/src/above/roof.cpp" "#include \"below/ground.hpp\"\n#include <vector>\n")
  file(WRITE "${SCRATCH}/rules.cmake" "${rules}${extra_rules}")
  while(ARGN)
    list(POP_FRONT ARGN file text)
    file(WRITE "${SCRATCH}/${file}" "${text}\n")
  endwhile()
  execute_process(COMMAND ${CMAKE_COMMAND} "-DROOT=${SCRATCH}" "-DRULES=${SCRATCH}/rules.cmake" -P "${CHECK}"
                  RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
  string(FIND "${said}" "${expected}" position)
  if(expected AND (result EQUAL 0 OR position EQUAL -1))
    message(FATAL_ERROR "${name}: expected\n${expected}\nbut the check said\n${said}")
  elseif(NOT expected AND NOT result EQUAL 0)
    message(FATAL_ERROR "${name}: a tree that keeps the rules was refused:\n${said}")
  endif()
endfunction()

set(extra_rules "")
check("a clean tree" "")
check("an include upwards" "src/below/up.hpp includes above/roof.hpp, but src/below must not know src/above: it is below."
      src/above/roof.hpp "" src/below/up.hpp "#include \"above/roof.hpp\"")
check("with spaces" "src/below/up.hpp includes above/roof.hpp" src/above/roof.hpp ""
      src/below/up.hpp "  #  include \"above/roof.hpp\"  // why not")
check("a header that is off limits" "src/above/roof.cpp includes below/secret.hpp, which src/above must not"
      src/above/roof.cpp "#include \"below/secret.hpp\"")
check("a file in no room" "src/cellar/rat.hpp is in no room" src/cellar/rat.hpp "")
check("a header that is nowhere" "includes below/lost.hpp, which is in no known place"
      src/above/roof.cpp "#include \"below/lost.hpp\"")
check("a bound made above" "src/above/roof.cpp makes a bound with \".lower = 1.0"
      src/above/roof.cpp "void f(R& r) { r.lower = 1.0, r.upper = 2.0 }")
check("a bound through a pointer" "src/above/roof.cpp makes a bound" src/above/roof.cpp "void f(R* r) { r->upper -= 1.0, 0 }")
check("a bound read, compared or in a comment" "" src/above/roof.cpp
      "bool f(R r) { return r.lower == 1.0 || r.upper >= 2.0 } // r.lower = 3")
check("a bound of a proven type" "" src/above/roof.cpp "void f(R& typed) { typed.upper = proven() }")
check("a bound made where it is proven" "" src/below/ground.hpp "void f(R& r) { r.lower = 1.0 }")

set(extra_rules "room(src/deep KNOWS src/attic BECAUSE \"it is deep\")\n")
check("a room that knows a later one" "src/deep is to know src/attic, which does not stand above it" src/deep/pit.hpp "")
check("a rule without a room" "There is a rule for src/deep, but no such directory")
set(extra_rules "room(src/deep)\n")
check("a rule without a reason" "The rule of src/deep does not say why" src/deep/pit.hpp "")

set(extra_rules "exception(src/below/up.hpp above/roof.hpp)\n")
check("an exception that is needed" "" src/above/roof.hpp "" src/below/up.hpp "#include \"above/roof.hpp\"")
check("an exception that is not" "The exception for \"src/below/up.hpp above/roof.hpp\" is no longer needed")
set(extra_rules "bounds_exception(src/above/roof.cpp)\n")
check("an exception for a bound" "" src/above/roof.cpp "void f(R& r) { r.lower = 1.0 }")
check("an exception for no bound" "The exception for bounds in src/above/roof.cpp is no longer needed")
set(extra_rules "bounds_exception(src/above/wall.cpp)\n")
check("an exception for no file" "There is an exception for bounds in src/above/wall.cpp, but no such file")
