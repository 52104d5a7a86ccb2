#pragma once

// How the processor rounds. Every proof here is about arithmetic that rounds to nearest and keeps subnormal numbers; a
// host program may have set something else for its thread: another direction, flushing to zero, or traps. So what
// computes for a proof asks first, which costs next to nothing, and if need be sets the standard for as long as it
// takes.

#include <cfenv>
#include <cfloat>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace clearance::detail {

static_assert(FLT_EVAL_METHOD == 0, "a double must be computed as a double: on x86, build for SSE2, not for the x87");

#if defined(__SSE2__)

/// Rounding to nearest, no flushing to zero of results or operands, no traps: the control bits of MXCSR.
inline bool has_standard_arithmetic() { return (_mm_getcsr() & 0xffc0U) == 0x1f80U; }

/// Standard arithmetic within a scope. The memory clobbers keep the compiler from moving arithmetic across its ends.
class StandardArithmetic {
 public:
  StandardArithmetic() : before_(_mm_getcsr()) {
    _mm_setcsr(0x1f80U);
    asm volatile("" ::: "memory");
  }
  ~StandardArithmetic() {
    asm volatile("" ::: "memory");
    _mm_setcsr(before_);
  }
  StandardArithmetic(const StandardArithmetic&) = delete;
  StandardArithmetic& operator=(const StandardArithmetic&) = delete;

 private:
  unsigned before_;
};

#elif defined(__aarch64__)

/// The same by the control register FPCR: rounding to nearest, no flushing to zero of operands or results, no alternate
/// handling, no traps.
inline constexpr unsigned long nonstandard_control = 0x01c09f03UL;
inline unsigned long floating_point_control() {
  unsigned long control = 0;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  return control;
}
inline void set_floating_point_control(unsigned long control) {
  asm volatile("msr fpcr, %0" ::"r"(control) : "memory");
}

inline bool has_standard_arithmetic() { return (floating_point_control() & nonstandard_control) == 0; }

class StandardArithmetic {
 public:
  StandardArithmetic() : before_(floating_point_control()) {
    set_floating_point_control(before_ & ~nonstandard_control);
  }
  ~StandardArithmetic() { set_floating_point_control(before_); }
  StandardArithmetic(const StandardArithmetic&) = delete;
  StandardArithmetic& operator=(const StandardArithmetic&) = delete;

 private:
  unsigned long before_;
};

#else

/// Elsewhere the direction of rounding is looked after; flushing to zero is up to the host program.
inline bool has_standard_arithmetic() { return std::fegetround() == FE_TONEAREST; }

class StandardArithmetic {
 public:
  StandardArithmetic() : before_(std::fegetround()) {
    std::fesetround(FE_TONEAREST);
    asm volatile("" ::: "memory");
  }
  ~StandardArithmetic() {
    asm volatile("" ::: "memory");
    std::fesetround(before_);
  }
  StandardArithmetic(const StandardArithmetic&) = delete;
  StandardArithmetic& operator=(const StandardArithmetic&) = delete;

 private:
  int before_;
};

#endif

/// What f gives in standard arithmetic. It must call a function that is not inlined: else the compiler, which takes
/// arithmetic to be the same everywhere, may move some of it out.
template <class F>
auto in_standard_arithmetic(const F& f) {
  if (has_standard_arithmetic()) [[likely]]
    return f();
  const StandardArithmetic standard;
  return f();
}

/// The same for extended precision, too, which on x86 has a control word of its own.
class StandardEnvironment {
 public:
  StandardEnvironment() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
    asm volatile("" ::: "memory");
  }
  ~StandardEnvironment() {
    asm volatile("" ::: "memory");
    std::fesetenv(&before_);
  }
  StandardEnvironment(const StandardEnvironment&) = delete;
  StandardEnvironment& operator=(const StandardEnvironment&) = delete;

 private:
  std::fenv_t before_{};
};

}  // namespace clearance::detail
