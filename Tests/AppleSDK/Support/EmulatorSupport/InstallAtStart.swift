/// Called by CEmulatorInstall when a program starts that links it.
@_cdecl("emulator_install_cryptography")
public func installCryptographyAtStart() { OpenSSLCryptography.install() }
