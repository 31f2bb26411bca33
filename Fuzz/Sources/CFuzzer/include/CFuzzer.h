#pragma once
#include <stddef.h>
#include <stdint.h>

/// libFuzzer as a library. Its own `main` cannot be used: SwiftPM gives each executable's `main` another name.
/// Declared by hand, since no header comes with it; it is part of the toolchain's sanitizer runtime.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*user)(const uint8_t *data, size_t size));
