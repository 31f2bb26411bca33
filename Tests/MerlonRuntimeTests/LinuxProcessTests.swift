#if os(Linux)
    import Testing

    /// Tests with real processes, one at a time: they share the machine's ports, and what is on the machine is what they look at.
    @Suite(.serialized) enum LinuxProcessTests {}
#endif
