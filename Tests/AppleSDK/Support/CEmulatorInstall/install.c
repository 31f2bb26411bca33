#include "CEmulatorInstall.h"

// Tests that are shared with the root package know nothing of the emulated device, so its cryptography is there before the first of them runs.
__attribute__((constructor)) static void install(void) { emulator_install_cryptography(); }
