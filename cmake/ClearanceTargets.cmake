# clearance_warnings(target): the warnings that all our code is free of; errors where CLEARANCE_WERROR is on.
function(clearance_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow $<$<BOOL:${CLEARANCE_WERROR}>:-Werror>)
endfunction()

# clearance_strict_arithmetic(target): every operation rounds once, as written. The error analysis of the enclosures
# rests on it, so it also overrides a -ffast-math that comes in through CMAKE_CXX_FLAGS.
function(clearance_strict_arithmetic target)
  target_compile_options(${target} PRIVATE -fno-fast-math -ffp-contract=off)
endfunction()

# clearance_add_part(directory): a part of the repository that a source package may leave out.
function(clearance_add_part directory)
  if(EXISTS ${PROJECT_SOURCE_DIR}/${directory}/CMakeLists.txt)
    add_subdirectory(${directory})
  endif()
endfunction()
