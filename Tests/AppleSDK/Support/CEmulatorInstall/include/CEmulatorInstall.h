#pragma once

// In EmulatorSupport.
extern void emulator_install_cryptography(void);
