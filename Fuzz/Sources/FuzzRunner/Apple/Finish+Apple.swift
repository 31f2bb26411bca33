#if canImport(Darwin)
    import Darwin

    func finish(_ status: Int32) -> Never { exit(status) }
#endif
