# The engine (src/query/engine.hpp), compiled once more for each of several processors where CLEARANCE_ENGINES is on. One
# is chosen when the program starts.
#
# Such code must never be run for anyone else, and inline functions of Eigen, the standard library and our own headers are
# emitted by whatever file uses them, for the linker to keep any copy. So all objects of an engine are linked into one, in
# which every symbol but the engine's table is local. The test house.engines looks at what comes of it.
set(engine_sources
  core/polytope.cpp
  placed/answer.cpp
  proof/bounds.cpp
  proof/certify.cpp
  proof/ellipsoid_depth.cpp
  proof/exact_direction.cpp
  proof/length_cell.cpp
  proof/inner_surface.cpp
  proof/outer_support.cpp
  proof/pair.cpp
  proof/placed_support.cpp
  proof/point_depth.cpp
  proof/revolved.cpp
  proof/round_depth.cpp
  proof/ring_depth.cpp
  proof/star.cpp
  query/attempt.cpp
  query/default_solvers.cpp
  query/distance.cpp
  query/engine.cpp
  query/margin.cpp
  query/methods.cpp
  solvers/closed_form.cpp
  solvers/depth_search.cpp
  solvers/dqp3_ellipsoid.cpp
  solvers/ellipsoid_pair.cpp
  solvers/epa.cpp
  solvers/fast/box_pairs.cpp
  solvers/fast/curved_pairs.cpp
  solvers/fast/ellipsoid_pairs.cpp
  solvers/fast/fast_lane.cpp
  solvers/fast/hull_curved_pairs.cpp
  solvers/fast/hull_pairs.cpp
  solvers/fast/margins.cpp
  solvers/fast/revolved_pairs.cpp
  solvers/feature.cpp
  solvers/feature_pair.cpp
  solvers/fit_overlap.cpp
  solvers/gjk.cpp
  solvers/revolved_overlap.cpp
  solvers/revolved_witness.cpp
  solvers/round_overlap.cpp
  solvers/steady.cpp
  solvers/stope.cpp
)

# clearance_engine(name flags...): the engine for one processor, as an object of the library.
function(clearance_engine name)
  set(objects clearance_${name}_objects)
  add_library(${objects} OBJECT ${engine_sources})
  target_compile_features(${objects} PRIVATE cxx_std_20)
  target_include_directories(${objects} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${objects} PRIVATE Eigen3::Eigen)
  # Types are laid out as in the rest of the library, which Eigen would align by less.
  target_compile_definitions(${objects} PRIVATE CLEARANCE_ENGINE=${name}_engine EIGEN_MAX_ALIGN_BYTES=16)
  # Constants of headers that are unique in a whole process cannot be made local.
  target_compile_options(${objects} PRIVATE ${ARGN} -fno-lto $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)
  # Linters look at every file once, in the library.
  set_target_properties(${objects} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON EXPORT_COMPILE_COMMANDS OFF)
  clearance_warnings(${objects})
  clearance_strict_arithmetic(${objects})
  clearance_precompile(${objects} PRIVATE ${precompiled})

  string(LENGTH ${name}_engine length)
  set(table _ZN9clearance6detail${length}${name}_engineE)
  set(all ${CMAKE_CURRENT_BINARY_DIR}/engine_${name}_all.o)
  set(engine ${CMAKE_CURRENT_BINARY_DIR}/engine_${name}.o)
  set(linked $<FILTER:$<TARGET_OBJECTS:${objects}>,EXCLUDE,[.]gch$>)  # a precompiled header counts as an object, too
  add_custom_command(
    OUTPUT ${engine}
    COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${all} ${linked}
    COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=${table} ${all} ${engine}
    DEPENDS ${objects} $<TARGET_OBJECTS:${objects}>
    BYPRODUCTS ${all}
    COMMAND_EXPAND_LISTS VERBATIM)
  target_sources(clearance PRIVATE ${engine})
  set_property(TARGET clearance APPEND PROPERTY CLEARANCE_ENGINES ${engine})
endfunction()

if(CLEARANCE_ENGINES)
  clearance_engine(avx2 -mavx2 -mfma -mbmi -mbmi2)
  clearance_engine(avx512 -mavx2 -mfma -mbmi -mbmi2 -mavx512f -mavx512dq -mavx512vl -mavx512bw)
  set_source_files_properties(query/distance.cpp query/engines.cpp query/margin.cpp PROPERTIES COMPILE_DEFINITIONS CLEARANCE_ENGINES)
endif()
