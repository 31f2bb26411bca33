#if canImport(Glibc)
    extension BiometryState {
        /// Nothing is known here: the store decides, and none of this platform keeps an item under biometry.
        static var current: BiometryState { .available }
    }
#endif
