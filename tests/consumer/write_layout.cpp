#include <cstdio>

#include "layout.hpp"

// Prints the layout of the public types as the library itself was compiled.
int main() { std::fputs(layout::describe().c_str(), stdout); }
