#if os(Linux)
    // Exported within the module, so that shared files need no condition for the C library's name.
    @_exported import Glibc
#endif
