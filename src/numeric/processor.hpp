#pragma once

// The processors that code is compiled for, beside any, and which of them this one is.

namespace clearance::detail {

/// Each can run what those before it can.
enum class Processor {
  any,
  avx2,    ///< with AVX2, FMA, BMI and BMI2: registers of four numbers
  avx512,  ///< with AVX-512 F, DQ, VL and BW besides: registers of eight
};

/// Whether this one can run code for another.
bool can_run(Processor processor);

/// The last that this one can run, or one before it that the environment asks for: CLEARANCE_PROCESSOR is any, avx2 or
/// avx512.
Processor wanted_processor();

}  // namespace clearance::detail
