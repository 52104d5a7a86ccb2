#pragma once

#include <cstdint>
#include <string>

namespace stress {

/// `pairs` answers of every kind, none of which verify() may refuse; and of one in ten a copy with one field changed by
/// 1e-12 to 1 of the size of the pair, which verify() must refuse where it became false, beyond what verify() says that
/// it cannot know, and accept where it stayed true. Prints a table by field; whether nothing went wrong.
bool run_verify_attack(std::uint64_t pairs, std::uint64_t seed);

/// One of them again, by the name that it has in a report; whether nothing went wrong. Throws std::invalid_argument for
/// a name that is none.
bool replay_verify_attack(const std::string& id);

}  // namespace stress
