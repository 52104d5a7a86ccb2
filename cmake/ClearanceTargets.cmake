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
# once. g++ takes three times as long to write them as to read them, so that it pays from five or six files on. The clang
# build of `./dev lint` goes without, so that a file which relies on it is found.
function(clearance_precompile target)
  if(CLEARANCE_FAST_COMPILE)
    target_precompile_headers(${target} ${ARGN})
  endif()
endfunction()

# clearance_compile_in_batches(target size): compiles so many files as one, so that headers are read and templates filled
# in once for all of them. Their unnamed namespaces become one, so a local name may hide one of another file. The clang
# build of `./dev lint` compiles every file alone.
function(clearance_compile_in_batches target size)
  if(CLEARANCE_FAST_COMPILE)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
    target_compile_options(${target} PRIVATE -Wno-shadow)
  endif()
endfunction()

# clearance_compile_rooms(target rooms alone): compiles each of these folders as one file, but for the files named last.
function(clearance_compile_rooms target rooms alone)
  if(NOT CLEARANCE_FAST_COMPILE)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    string(REPLACE "${CMAKE_CURRENT_SOURCE_DIR}/" "" file "${source}")
    string(REGEX REPLACE "/.*" "" room "${file}")
    if(room IN_LIST rooms AND NOT file IN_LIST alone)
      set_property(SOURCE ${source} PROPERTY UNITY_GROUP ${room})
    endif()
  endforeach()
endfunction()

# clearance_built_quickly(target): for code that is compiled more often than its speed matters. All such targets share one
# precompiled header, which g++ takes only where it optimises as much as it did for that.
function(clearance_built_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(NOT target STREQUAL clearance_headers)
    clearance_precompile(${target} REUSE_FROM clearance_headers)
  endif()
endfunction()
function(clearance_share_headers)
  file(WRITE ${PROJECT_BINARY_DIR}/headers.cpp "")
  add_library(clearance_headers OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/headers.cpp)
  target_link_libraries(clearance_headers PRIVATE clearance::clearance)
  clearance_warnings(clearance_headers)
  clearance_built_quickly(clearance_headers)
  clearance_precompile(clearance_headers PRIVATE <clearance/clearance.hpp> ${ARGN})
endfunction()

# clearance_add_part(directory): adds a directory, named from the top, that a source package may leave out.
function(clearance_add_part directory)
  if(EXISTS ${PROJECT_SOURCE_DIR}/${directory}/CMakeLists.txt)
    add_subdirectory(${PROJECT_SOURCE_DIR}/${directory} ${PROJECT_BINARY_DIR}/${directory})
  endif()
endfunction()
