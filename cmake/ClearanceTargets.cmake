# clearance_warnings(target): the warnings that all our code is free of; errors where CLEARANCE_WERROR is on. A switch that
# leaves out a kind of shape, and a row that leaves out a trait, are errors everywhere.
function(clearance_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow $<$<BOOL:${CLEARANCE_WERROR}>:-Werror>
                         -Werror=switch -Werror=missing-field-initializers
                         # Vectors of four are passed between functions of one library only.
                         -Wno-psabi)
  # g++ 12 takes the undefined vectors of its own AVX-512 intrinsics for mistakes (its bug 105593). The clang build of
  # `./dev lint` still looks for variables that are read before they are set.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-uninitialized -Wno-maybe-uninitialized)
  endif()
endfunction()

# clearance_strict_arithmetic(target): every operation rounds once, as written. The error analysis of the enclosures
# rests on it, so it also overrides a -ffast-math that comes in through CMAKE_CXX_FLAGS.
function(clearance_strict_arithmetic target)
  target_compile_options(${target} PRIVATE -fno-fast-math -ffp-contract=off)
endfunction()

# clearance_precompile(target PRIVATE headers... | REUSE_FROM other): headers that most files of the target include, read
# once. The clang build of `./dev lint` goes without, so that a file which relies on it is found.
function(clearance_precompile target)
  if(CLEARANCE_FAST_COMPILE)
    target_precompile_headers(${target} ${ARGN})
  endif()
endfunction()

# clearance_compile_in_batches(target size): compiles so many files as one, where the speed of the code does not matter.
# Their unnamed namespaces become one, so a local name may hide one of another file. The clang build of `./dev lint`
# compiles every file alone.
function(clearance_compile_in_batches target size)
  if(CLEARANCE_FAST_COMPILE)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
    target_compile_options(${target} PRIVATE -Wno-shadow)
  endif()
endfunction()

# clearance_built_quickly(target): for code that is compiled more often than its speed matters.
function(clearance_built_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# clearance_add_part(directory): adds a directory, named from the top, that a source package may leave out.
function(clearance_add_part directory)
  if(EXISTS ${PROJECT_SOURCE_DIR}/${directory}/CMakeLists.txt)
    add_subdirectory(${PROJECT_SOURCE_DIR}/${directory} ${PROJECT_BINARY_DIR}/${directory})
  endif()
endfunction()
